#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong solve: text, JSON, CSV and logs

# shellcheck disable=SC2153,SC2154 # bats sets stderr, solve.bash HARD
load solve

# logged FILE FILTER: what jq makes of the log's lines, all in one list.
logged() { jq -cs "$2" "$1"; }

@test "the log: a line for each iteration of a position, checkpoints, start and end" {
    cd "$BATS_TEST_TMPDIR"
    ranks 2 solve tile:4x4 --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' "$HARD" --heuristic manhattan --json \
        --checkpoint kept --checkpoint-every 0 --log log.jsonl >result
    [[ $(logged log.jsonl '[.[0, 1, -2, -1].event]') == '["start","heuristic","checkpoint","end"]' ]]
    # Bounds rise by 2 to the length, nodes add up, with the root.
    [[ $(logged log.jsonl 'map(select(.event == "iteration")) | [.[].bound] == [range(.[0].bound; .[-1].bound + 1; 2)], .[-1].bound, (map(.nodes) | add) + 1, .[-1].total') == \
        "$(jq -c '.positions[0] | true, .length, .nodes, .nodes' result)" ]]
    [[ $(logged log.jsonl 'map(select(.event == "position")) | [length, .[0].position, .[0].outcome, .[0].nodes]') == \
        "$(jq -c '.positions[0] | [1, 1, .outcome, .nodes]' result)" ]]
    logged log.jsonl 'map(select(.event == "checkpoint")) | if all(.[]; .bytes > 128) and length >= 2 then . else error end'
    [[ $(logged log.jsonl '.[-1] | [.stop, .done, .positions]') == '["none",1,1]' ]]
    ranks 3 solve tile:4x4 --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' "$HARD" --heuristic manhattan --quiet \
        --checkpoint kept --resume --log log.jsonl
    [[ $(logged log.jsonl '[.[-2:][] | [.event, .done]]') == '[["resumed",1],["end",1]]' ]]
    run -4 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic manhattan --log missing/log
    [[ $stderr == *"missing/log"* && -z $output ]]
}

@test "with --iterations the log has every iteration of every position" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' "$KNOWN" '1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15' >boards
    local n
    for n in $(of_tier 2 1); do
        ranks "$n" solve tile:4x4 --file boards --heuristic manhattan --iterations -q --log "log$n" --json --details 2>err >result
        [[ ! -s err ]]
        [[ $(logged "log$n" 'map(select(.event == "iteration") | [.position, .bound, .nodes])') == \
            "$(jq -c '[.positions[] | .number as $n | .iterations[] | [$n, .bound, .nodes]]' result)" ]]
        [[ $(logged "log$n" 'map(select(.event == "position") | [.position, .nodes])') == "$(jq -c '[.positions[] | [.number, .nodes]]' result)" ]]
        [[ $(jq '[.positions[].iterations | length] | add' result) -ge 4 ]]
    done
}

@test "the log of a breadth-first search: a line for each layer, position, start and end" {
    cd "$BATS_TEST_TMPDIR"
    local hard="1 3 2 4 5 0 12 8 9 7 10 15 13 6 14 11" # 20 moves, more states than one rank searches alone
    for n in $(of_tier 2 1); do
        ranks "$n" solve tile:4x4 --algorithm layers "$hard" --quiet --json --log "log$n" >result
        [[ $(logged "log$n" '[.[0, -2, -1] | .event, .engine]') == '["start","layers","position",null,"end",null]' ]]
        [[ $(logged "log$n" 'map(select(.event == "layer"))[:2] | map([.side, .depth])') == '[["start",0],["goal",0]]' ]]
        [[ $(logged "log$n" 'map(select(.event == "layer")) | [group_by(.side)[] | .[-1].depth] | add') == 20 ]]
        [[ $(logged "log$n" '.[-2] | [.outcome, .length, .nodes, .position]') == "$(jq -c '.positions[0] | [.outcome, .length, .nodes, 1]' result)" ]]
        [[ $(logged "log$n" '.[-1] | [.stop, .done, .positions]') == '["none",1,1]' ]]
    done
    # Without memory for a search over all ranks the result is that of the search on one rank, and so are the layers in the log.
    run -3 --separate-stderr huarong solve tile:4x4 --algorithm layers "$hard" --quiet --json --details --memory 10M --log alone
    [[ $(logged alone 'map(select(.event == "iteration") | [.bound, .nodes])') == "$(jq -c '[.positions[0].iterations[] | [.bound, .nodes]]' <<<"$output")" ]]
    # Sanitizers hold so much memory themselves that nothing is searched.
    jq -e --arg sanitizers "${ASAN_OPTIONS-}" '.positions[0] |
        .bidirectional and (.lower_bound > 10 or $sanitizers != "") and .lower_bound == (.iterations | length)' <<<"$output"
    yes '1 2 3 4 5 6 0 7 8' | head -n 300 >boards
    ranks 2 solve tile:3x3 --algorithm layers --file boards --quiet --log easy >result
    [[ $(logged easy '.[-1] | [.event, .done, .positions]') == '["end",300,300]' && $(wc -l <easy) -lt 100 ]]
    huarong solve tile:3x3 --algorithm astar --file boards --quiet --log best >result
    [[ $(logged best '[.[0].engine, .[-1].done]') == '["astar",300]' ]]
    huarong report log2 --output log2.html
    [[ -s log2.html ]]
    run -4 --separate-stderr huarong solve klotski 横刀立马 --log missing/log
    [[ $stderr == *"missing/log"* && -z $output ]]
}

@test "the log of easy and hard positions: nodes of both, and times that fit together" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' '4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15' "$HARD" '1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15' '0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15' \
        "$HARD" '14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15' >boards
    local n nodes
    for n in $(of_tier 2 1 3); do
        ranks "$n" solve tile:4x4 --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --heuristic manhattan --file boards --json --log "log$n" \
            2>errors >result
        nodes=$(jq '[.positions[].nodes | numbers] | add' result)
        [[ $nodes -gt 79000000 && $(logged "log$n" '.[-1] | [.total, .done]') == "[$nodes,6]" ]]
        # The iterations of a position take no longer than the whole, but for what the ranks begin and end at different moments.
        ranks "$n" solve tile:4x4 --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --heuristic manhattan "$HARD" --quiet --log "single$n" >result
        logged "single$n" '(map(select(.event == "iteration")) | if all(.[]; .busy > 0 and .busy <= 1.001) then map(.duration) | add else error end)
            <= (map(select(.event == "position"))[0].duration * 1.5) | if . then . else error end'
    done
}

@test "the log of an easy stream is shorter than its output, and ends with what was done" {
    cd "$BATS_TEST_TMPDIR"
    for ((i = 0; i < 200; i++)); do
        echo "1 2 3 4 5 6 0 7 8"
        echo "1 2 3 4 5 6 8 7 0" # of the other parity
    done >boards
    for n in $(of_tier 2 1 3); do
        ranks "$n" solve tile:3x3 --heuristic manhattan --file boards --quiet --log "log$n" >result
        [[ $(wc -l <"log$n") -lt 100 ]]
        # 3 nodes each, whoever has solved it
        [[ $(logged "log$n" '.[-2:] | map([.done, .positions, .total])') == '[[200,200,600],[200,200,600]]' ]]
    done
    huarong report log2 --output log2.html
    [[ -s log2.html ]]
}

@test "JSON, lines of JSON and CSV have on two ranks what they have on one" {
    cd "$BATS_TEST_TMPDIR"
    printf 'a"b 1 2 3 4 5 6 0 7 8\n1 2 3 4 5 6 7 0 8\n2 1 3 4 5 6 7 8 0\n' >boards
    for options in "--json" "--format=jsonl --details" "--csv" "--json --algorithm layers" "--csv --algorithm layers"; do
        # shellcheck disable=SC2086 # several words
        diff <(huarong solve tile:3x3 --file boards $options --quiet | untimed) <(ranks 2 solve tile:3x3 --file boards $options --quiet | untimed)
    done
}

# untimed: a result without its seconds and its number of ranks.
untimed() { sed -E 's/"(seconds|ranks)":[^],}]*//g; s/,[0-9]+\.[0-9]{6},/,/'; }

@test "JSON: iterations add up, also where a limit or a stop has ended one" {
    cd "$BATS_TEST_TMPDIR"
    local goal=(--goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --heuristic manhattan --quiet) far='15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0'
    # The time of an iteration that is split is the same on all ranks, whose clocks are not looked at in the same moment.
    # shellcheck disable=SC2016 # $n is a variable of jq
    add_up='([.positions[] | ([.iterations[].nodes] | add) + 1 == .nodes and (([.iterations[].seconds] | add) <= .seconds * 1.001 or $n > 1)] | all)'
    printf '%s\n' "$HARD" '4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15' '0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15' >boards
    for n in $(of_tier 3 1); do
        ranks "$n" solve tile:4x4 "${goal[@]}" --file boards --json --details >result
        jq -e --argjson n "$n" "$add_up" result
        jq -e '.positions[0].iterations | .[-1].bound == 50 and all(.finished == null)' result
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "${goal[@]}" "$far" --json --details --position-nodes 3M
        jq -e --argjson n "$n" "$add_up and .positions[0].iterations[-1].finished == false and .positions[0].nodes >= 3000000" <<<"$output"
        for limit in 0.3s 3s 30s; do # a busy machine may not begin in time
            run -3 --separate-stderr ranks "$n" solve tile:4x4 "${goal[@]}" "$far" --json --details --max-time $limit
            [[ $(jq '.positions[0].iterations | length' <<<"$output") -eq 0 ]] || break
        done
        jq -e --argjson n "$n" "$add_up and (.positions[0] | .outcome == \"stopped\" and .iterations[-1].bound == .lower_bound
            and ([.iterations[].seconds] | add) > .seconds / 10)" <<<"$output"
    done
    printf '%s\n' "$far" '15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0' >boards # both are put off, and the first takes minutes
    for limit in 1s 3s 30s; do
        run -3 --separate-stderr ranks 2 solve tile:4x4 "${goal[@]}" --file boards --json --details --max-time $limit
        [[ $(jq '.positions[1].iterations | length' <<<"$output") -eq 0 ]] || break
    done
    jq -e --argjson n 2 "$add_up and .positions[1].iterations[-1].finished == null
        and (.positions[1] | .expanded == ([.iterations[].expanded] | add))" <<<"$output"
}

# fits PARTS ARGUMENTS…: the JSON's seconds have passed while the program ran, and the parts' seconds, which the jq filter PARTS gives, in them.
fits() {
    local begin=$EPOCHREALTIME
    huarong "${@:2}" --json >result
    jq -e --argjson before "$begin" --argjson after "$EPOCHREALTIME" "[$1] as \$parts | (.seconds.total? // .seconds) as \$whole | \$whole > 0
        and \$whole <= \$after - \$before and all(\$parts[]; . >= 0) and (\$parts | add) > 0 and (\$parts | add) <= \$whole * 1.001" result
}

@test "JSON: the seconds of a run's parts fit into those of the run" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' '8 6 7 2 5 4 3 0 1' '1 2 3 4 5 6 7 0 8' >boards
    for algorithm in idastar astar layers; do
        fits '.positions[].seconds' solve tile:3x3 --file boards --algorithm "$algorithm" --heuristic "$([[ $algorithm == layers ]] && echo auto || echo manhattan)"
    done
    fits '.positions[].seconds' survey <(printf 'blocks:%s\n' ma bone)
    fits '.layers[].seconds' enumerate tile:3x3
    fits '.seconds | del(.total)[]' openings klotski:4x4
}

@test "results are printed in their order, each as soon as those before it are done" {
    cd "$BATS_TEST_TMPDIR"
    local far='15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0' # takes minutes
    printf '%s\n' '4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15' '1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15' "$far" '1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15' >boards
    for format in --format=jsonl --csv --quiet; do
        for n in 1 2; do
            [[ $n -eq 1 || $format == --format=jsonl ]] || continue
            rm -f out
            local start=()
            [[ $n -eq 1 ]] || start=("$HR_MPIRUN" -n "$n")
            [[ $n -eq 1 ]] || open_mpi_4 || continue # PRRTE's mpirun does not wait for what the ranks still print
            "${start[@]}" "$HR_PROGRAM" solve tile:4x4 --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --heuristic manhattan --file boards \
                "$format" </dev/null >out 2>err 3>&- &
            local program=$! code
            reaches grep -qs -e '"number":2' -e '^2' out
            kill -TERM "$program"
            ends
            [[ $(tail -n 4 out | sed 's/.*"number":\([0-9]*\),.*/\1/; s/[,\t].*//' | paste -sd ' ') == "1 2 3 4" && $code -ne 0 ]]
        done
    done
}
