# SPDX-License-Identifier: MIT
# huarong solve

# shellcheck disable=SC2154 # bats sets stderr
load helper

setup() {
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
}

readonly KNOWN='2 5 4 6 1 13 11 3 14 12 7 10 8 15 9 0'
readonly HARD='12 11 15 3 8 0 4 2 6 13 9 5 14 1 10 7' # 50 moves, 39 million nodes with Manhattan distance
readonly SNAKE='1 2 3 4 8 7 6 5 9 10 11 12 0 15 14 13'

@test "a known position takes 44 moves" {
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic 5-5-5
    [[ ${lines[0]} == "44 moves" ]]
    # shellcheck disable=SC2086
    run -0 --separate-stderr huarong solve tile:4x4 $KNOWN --heuristic 4-4-4-3
    [[ ${lines[0]} == "44 moves" ]]
}

@test "ranks do not change the result" {
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic manhattan --json
    local alone=$output
    run -0 --separate-stderr ranks 3 solve tile:4x4 "$KNOWN" --heuristic manhattan --json
    untimed() { jq 'del(.ranks, (.. | objects | .seconds))'; }
    [[ $(untimed <<<"$alone") == "$(untimed <<<"$output")" ]]
}

@test "letters are moves of the blank, and tiles go with them" {
    run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 7 _ 8'
    [[ ${lines[0]} == "1 move" && ${lines[1]} == "moves      R" && ${lines[2]} == "tiles      8" ]]
    run -0 --separate-stderr huarong solve tile:3x3 '1,2,3,4,5,.,7,8,6' --boards
    [[ ${lines[1]} == "moves      D" && $output == *"│ 4 │ 5 │↑6 │"* ]]
}

@test "solved, unsolvable and impossible boards are told apart" {
    run -0 --separate-stderr huarong solve tile:4x4 '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0' --heuristic manhattan
    [[ ${lines[0]} == "0 moves: solved already" ]]
    run -0 --separate-stderr huarong solve tile:4x4 '1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0'
    [[ ${lines[0]} == unsolvable:* ]]
    run -2 --separate-stderr huarong solve tile:4x4 '1 2 3 4 5 6 7 8 9 10 11 12 13 14 14 0'
    [[ $stderr == *twice* ]]
    run -2 --separate-stderr huarong solve tile:4x4 '1 2 3'
    [[ -z $output ]]
}

@test "the other parity is unsolvable by every algorithm" {
    local algorithm
    for algorithm in idastar layers astar; do
        run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 8 7 0' --algorithm "$algorithm"
        [[ ${lines[0]} == unsolvable:* && ${#lines[@]} -eq 1 ]]
        run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 8 7 0' '1 2 3 4 5 6 7 0 8' --algorithm "$algorithm" --json
        [[ $(jq -c '[.positions[] | [.outcome, .length]]' <<<"$output") == '[["unsolvable",null],["solved",1]]' ]]
    done
    run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 8 7 0' --metric slide
    [[ ${lines[0]} == unsolvable:* ]]
}

@test "an unsolvable position is told the usual goal that it reaches" {
    local korf='0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' usual='1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0' algorithm
    for algorithm in idastar layers astar; do
        run -0 --separate-stderr huarong solve tile:4x4 "$korf" --algorithm "$algorithm"
        [[ $output == unsolvable:*"--goal '$korf'"* ]]
        run -0 --separate-stderr huarong solve tile:4x4 "$usual" --goal "$korf" --algorithm "$algorithm"
        [[ $output == unsolvable:*"--goal '$usual'"* ]]
        run -0 --separate-stderr huarong solve tile:3x3 '2 1 3 4 5 6 7 8 0' --algorithm "$algorithm"
        [[ $output == unsolvable:* && $output != *--goal* ]]
    done
    run -0 --separate-stderr huarong solve tile:4x4 "$korf" "$usual" --heuristic manhattan
    [[ $stderr == *"unsolvable positions: 1 "*"--goal '$korf'"* ]]
    [[ $(huarong solve tile:4x4 "$korf" --goal "$korf") == "0 moves"* ]]
}

@test "any goal: the snake" {
    run -0 --separate-stderr huarong solve tile:4x4 --goal "$SNAKE" '1 2 3 4 8 7 6 5 9 10 11 12 15 0 14 13' --heuristic walking
    [[ ${lines[0]} == "1 move" && ${lines[1]} == "moves      L" ]]
    run -0 --separate-stderr huarong solve tile:4x4 --goal "$SNAKE" '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0'
    [[ ${lines[0]} == unsolvable:* ]]
}

@test "files: one a line, and the judge's format" {
    printf '1 2 3 4 5 6 7 0 8\n\n# comment\n1 2 3 4 5 6 0 7 8\n' >"$BATS_TEST_TMPDIR/lines"
    run -0 --separate-stderr ranks 2 solve tile:3x3 --file "$BATS_TEST_TMPDIR/lines"
    [[ ${lines[0]} == $'1\t1\tR' && ${lines[1]} == $'2\t2\tRR' ]]
    printf '2\n# one\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n0 8 7\n' >"$BATS_TEST_TMPDIR/judge"
    run -0 --separate-stderr huarong solve tile:3x3 <"$BATS_TEST_TMPDIR/judge"
    [[ ${lines[0]} == $'1\t1\tR' && ${lines[1]} == $'2\tunsolvable' ]]
    printf '3\n1 2 3\n4 5 6\n7 0 8\n' >"$BATS_TEST_TMPDIR/short"
    run -2 --separate-stderr huarong solve tile:3x3 --file "$BATS_TEST_TMPDIR/short"
    [[ $stderr == "huarong solve: the number of boards is 3 by the first line, but 1 follow" ]]
    printf '1\n1 2 3\n4 5 6\n7 0 8\n1 2 3\n4 5 6\n0 7 8\n' >"$BATS_TEST_TMPDIR/long"
    run -2 --separate-stderr huarong solve tile:3x3 --file "$BATS_TEST_TMPDIR/long"
    [[ $stderr == "huarong solve: the number of boards is 1 by the first line, but 2 follow" ]]
    run -4 --separate-stderr huarong solve tile:3x3 --file "$BATS_TEST_TMPDIR/nowhere"
    run -2 --separate-stderr huarong solve tile:3x3 --file /dev/null
}

@test "a limit exits with 3 and tells the proven bound" {
    local goal='0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' # at distance 80
    # What all ranks generate together, in a first iteration, and in one that they share.
    local n most nodes
    for n in 1 2 3; do
        for most in 1000 2000000; do
            run -3 --separate-stderr ranks "$n" solve tile:4x4 --goal "$goal" '15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0' --heuristic manhattan \
                --max-nodes "$most" --json
            nodes=$(jq '.positions[0].nodes' <<<"$output")
            [[ $nodes -ge $most && $nodes -le $((most + 20)) && $(jq -r '.positions[0].outcome' <<<"$output") == limit ]]
        done
    done
    run -3 --separate-stderr ranks 2 solve tile:4x4 --goal "$goal" '15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0' --heuristic manhattan --max-nodes 2M
    [[ ${lines[0]} =~ ^"at least "[5-7][0-9]" moves" && $stderr == *"at least"* ]]
    run -3 --separate-stderr huarong solve tile:4x4 --goal "$goal" '15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0' --heuristic manhattan --max-seconds 0.3
}

@test "a run that is stopped goes on, and prints what an undisturbed one does" {
    cd "$BATS_TEST_TMPDIR"
    local options=(--goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --heuristic manhattan --file boards --json)
    printf '%s\n' '4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15' "$HARD" '1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15' >boards
    # The iterations that an earlier run has made are not listed.
    results() { jq 'del(.command, .seconds, .ranks, .positions[].seconds, .positions[].iterations)' "$1"; }
    huarong solve tile:4x4 "${options[@]}" --quiet >expected
    # One rank solves the first, and looks at the time when it is deep in the second.
    run -3 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept --max-time 0.000001s
    [[ $(jq -c '[.positions[].outcome] | unique' <<<"$output") == *'"stopped"'* && $stderr == *"--resume"* ]]
    run -2 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept
    [[ $stderr == *"--resume"* ]]
    run -4 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept --resume --complete
    [[ $stderr == *"another run"* ]]
    run -4 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept --resume --all
    [[ $stderr == *"another run"* ]]
    local sum
    sum=$(cat kept/checkpoint-* | cksum)
    run -3 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept --resume --max-time 0.000001s
    [[ $(cat kept/checkpoint-* | cksum) == "$sum" ]] # no news, no checkpoint
    ranks 3 solve tile:4x4 "${options[@]}" --checkpoint kept --resume --quiet >result
    diff <(results expected) <(results result)
    ranks 2 solve tile:4x4 "${options[@]}" --checkpoint kept --resume --quiet --max-time 1h >again # there is nothing left to do
    diff <(results expected) <(results again)
}

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

@test "the log of a breadth-first search: a line for each layer, position, start and end" {
    cd "$BATS_TEST_TMPDIR"
    local hard="1 3 2 4 5 0 12 8 9 7 10 15 13 6 14 11" # 20 moves, more states than one rank searches alone
    for n in 1 2; do
        ranks "$n" solve tile:4x4 --algorithm layers "$hard" --quiet --json --log "log$n" >result
        [[ $(logged "log$n" '[.[0, -2, -1] | .event, .engine]') == '["start","layers","position",null,"end",null]' ]]
        [[ $(logged "log$n" 'map(select(.event == "layer").depth)') == "$(jq -nc '[range(21)]')" ]]
        [[ $(logged "log$n" '.[-2] | [.outcome, .length, .nodes, .position]') == "$(jq -c '.positions[0] | [.outcome, .length, .states, 1]' result)" ]]
        [[ $(logged "log$n" '.[-1] | [.stop, .done, .positions]') == '["none",1,1]' ]]
    done
    yes '1 2 3 4 5 6 0 7 8' | head -n 300 >boards
    ranks 2 solve tile:3x3 --algorithm layers --file boards --quiet --log easy >result
    [[ $(logged easy '.[-1] | [.event, .done, .positions]') == '["end",300,300]' && $(wc -l <easy) -lt 100 ]]
    huarong solve tile:3x3 --algorithm astar --file boards --quiet --log best >result
    [[ $(logged best '[.[0].engine, .[-1].done]') == '["astar",300]' ]]
    huarong report log2 --out log2.html
    [[ -s log2.html ]]
    run -4 --separate-stderr huarong solve klotski 横刀立马 --log missing/log
    [[ $stderr == *"missing/log"* && -z $output ]]
}

@test "the log of easy and hard positions: nodes of both, and times that fit together" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' '4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15' "$HARD" '1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15' '0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15' \
        "$HARD" '14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15' >boards
    local n nodes
    for n in 1 2 3; do
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
    for n in 1 2 3; do
        ranks "$n" solve tile:3x3 --heuristic manhattan --file boards --quiet --log "log$n" >result
        [[ $(wc -l <"log$n") -lt 100 ]]
        # 3 nodes each, whoever has solved it
        [[ $(logged "log$n" '.[-2:] | map([.done, .positions, .total])') == '[[200,200,600],[200,200,600]]' ]]
    done
    huarong report log2 --out log2.html
    [[ -s log2.html ]]
}

@test "a run that is stopped while it builds databases says so, and leaves nothing half-made" {
    cd "$BATS_TEST_TMPDIR"
    run -3 --separate-stderr ranks 2 solve tile:4x4 "$KNOWN" --heuristic 6-6-3 --max-time 0.000001s --log log.jsonl
    [[ $stderr == *"stopped by the time limit while databases were being built"* && -z $output ]]
    [[ $(jq -r '"\(.event) \(.stop)"' log.jsonl | tail -n 1) == "end max-time" ]]
    [[ -z $(find cache/huarong -type f 2>/dev/null) ]]
    # The program waits for a reader of its log, and catches signals then.
    mkfifo log
    "$HR_PROGRAM" solve tile:4x4 "$KNOWN" --heuristic 6-6-3 --log log >out 2>err 3>&- &
    local program=$! code
    reaches catches TERM "$program"
    kill -TERM "$program"
    timeout 300 cat log >log.jsonl
    ends
    [[ $code -eq 3 && ! -s out && $(tail -n 1 log.jsonl | jq -r .stop) == signal ]]
    grep -q "stopped by a signal while databases were being built" err
    run -0 --separate-stderr ranks 2 solve tile:4x4 "$KNOWN" --heuristic 6-6-3
    [[ ${lines[0]} == "44 moves" && $(find cache/huarong -type f | wc -l) -eq 3 ]]
}

@test "a signal stops a search with what is proven" {
    cd "$BATS_TEST_TMPDIR"
    "$HR_PROGRAM" solve tile:4x4 --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' '15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0' \
        --heuristic manhattan --iterations >out 2>err 3>&- &
    local program=$! code
    reaches grep -qs "^bound" err
    kill -TERM "$program"
    ends
    [[ $code -eq 3 && $(cat out) == "at least "* ]]
    grep -q "stopped by a signal: every solution has at least" err
}

@test "a signal ends a program that waits for its input" {
    cd "$BATS_TEST_TMPDIR"
    mkfifo input
    for puzzle in tile:4x4 drops:2x2; do
        "$HR_PROGRAM" solve "$puzzle" <input >out 2>err 3>&- &
        local program=$! code
        exec 4>input
        yes '# more than a pipe holds, so it is being read' | timeout 300 head -c 1000000 >&4
        kill -TERM "$program"
        exec 4>&- # it could go on now
        ends
        [[ $code -eq $((128 + 15)) ]]
    done
}

@test "a weighted solution tells what is guaranteed" {
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic manhattan --weight 2
    [[ ${lines[0]} =~ ^[0-9]+" moves, the shortest solution has at least "[0-9]+ ]]
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --weight 1/2
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --weight x
}

@test "all shortest solutions are counted" {
    run -0 --separate-stderr huarong solve tile:2x2 '3 2 1 0' --all
    [[ ${lines[0]} == unsolvable:* ]]
    run -0 --separate-stderr huarong solve tile:2x2 '0 3 2 1' --all
    [[ ${lines[0]} == "6 moves" && $output == *"solutions  2"* ]]
}

@test "a pipe in the cache is no database, and nobody waits for it" {
    huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4
    for file in "$XDG_CACHE_HOME"/huarong/*; do
        rm "$file"
        mkfifo "$file"
    done
    run -0 --separate-stderr timeout -s KILL 300 "$HR_PROGRAM" solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4
    [[ ${lines[0]} == "31 moves" && $stderr == *"building it anew"* ]]
}

@test "a cache that cannot be written is no failure" {
    export XDG_CACHE_HOME=/proc
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic 4-4-4-3
    [[ ${lines[0]} == "44 moves" ]]
}

@test "klotski is solved from its opening" {
    run -0 --separate-stderr huarong solve klotski 横刀立马 --metric move
    [[ ${lines[0]} == "81 moves, metric move" && -z $stderr ]]
    run -0 --separate-stderr huarong solve klotski 横刀立马 --metric slide
    [[ ${lines[0]} == "90 moves, metric slide" && -z $stderr ]]
    run -0 --separate-stderr huarong solve klotski 横刀立马
    [[ ${lines[0]} == "116 moves, metric unit" && ${#lines[@]} -eq 117 && $stderr == *"--metric unit"*"slide or move"* ]]
    run -0 --separate-stderr huarong solve klotski 横刀立马 --quiet
    [[ -z $stderr ]]
    [[ ${lines[1]} =~ ^\ +1\ \ (single|vertical|horizontal|2x2)\ from\ [0-3],[0-4]\ to\ [0-3],[0-4]$ ]]
}

@test "solve and query tell the moves of klotski alike" {
    huarong openings klotski:3x3 --out "$BATS_TEST_TMPDIR/table" -q
    from=$(huarong query "$BATS_TEST_TMPDIR/table" --hardest 1 | cut -f2)
    move=$(huarong solve klotski:3x3 "$from" | sed -n '2s/^ *1 *//p')
    [[ -n $move && $(huarong query "$BATS_TEST_TMPDIR/table" "$from" --next) == *"next  $move  ->"* ]]
    [[ $(huarong query "$BATS_TEST_TMPDIR/table" "$from" --path --json | jq '.path[0] | keys') == "$(huarong solve klotski:3x3 "$from" --json --details | jq '.positions[0].steps[0] | keys')" ]]
}

# Nobody has an answer for this one in seconds: its component has more states than most machines can keep.
readonly LARGE_KLOTSKI=XXTTXXBBLRTTLRBBTTooBBooLRoo.oo.

@test "klotski: each limit ends a long search with exit 3 and what is proven" {
    run -3 --separate-stderr huarong solve klotski:4x8 $LARGE_KLOTSKI --max-nodes 100k --quiet
    [[ $output == "at least 3"[0-9]" moves, metric unit: stopped at 100,000 states (--max-nodes) after 100,000 states" ]]
    [[ $stderr == "huarong solve: stopped at 100,000 states (--max-nodes): every solution has at least 3"[0-9]" moves" ]]
    run -3 --separate-stderr huarong solve klotski:4x8 $LARGE_KLOTSKI --memory 80M --json --quiet
    jq -e '.positions[0] | .outcome == "limit" and .length == null and .lower_bound > 30 and .states > 100000 and .moves == null' <<<"$output"
    [[ $stderr == "huarong solve: stopped by lack of memory (layer "*"80.0 MiB each here, --memory)"*": every solution has at least "*" moves" ]]
    run -3 --separate-stderr huarong solve klotski:4x8 $LARGE_KLOTSKI --max-time 0.2s --json --quiet
    jq -e '.positions[0] | .outcome == "stopped" and .lower_bound > 0' <<<"$output"
    [[ $stderr == "huarong solve: stopped by the time limit: every solution has at least "*" moves" ]]
}

# 20 moves by IDA*, and more states than one rank searches alone.
@test "breadth first over all ranks: the same moves on any number of ranks" {
    printf '%s\n' "1 3 2 4 5 0 12 8 9 7 10 15 13 6 14 11" "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15" >"$BATS_TEST_TMPDIR/boards"
    [[ $(huarong solve tile:4x4 --file "$BATS_TEST_TMPDIR/boards" | cut -f 2 | paste -sd ' ') == "20 2" ]]
    run -0 --separate-stderr huarong solve tile:4x4 --algorithm layers --json --file "$BATS_TEST_TMPDIR/boards"
    alone=$(jq 'del(.ranks, .seconds, .positions[].seconds)' <<<"$output")
    jq -e '[.positions[] | .length] == [20, 2] and .positions[0].states > 1000000' <<<"$alone"
    for n in 2 3 4; do
        run -0 --separate-stderr ranks "$n" solve tile:4x4 --algorithm layers --json --file "$BATS_TEST_TMPDIR/boards"
        [[ $(jq 'del(.ranks, .seconds, .positions[].seconds)' <<<"$output") == "$alone" ]]
    done
    run -3 --separate-stderr ranks 2 solve tile:4x4 --algorithm layers --max-nodes 1M --file "$BATS_TEST_TMPDIR/boards"
    [[ ${lines[0]} =~ "at least "1[0-9]" moves, metric unit: stopped at 1,000,000 states (--max-nodes) after " ]]
    [[ ${lines[1]} == *": 2 moves, metric unit" ]]
}

@test "an output that cannot be opened is one message on all ranks" {
    : >"$BATS_TEST_TMPDIR/there"
    run -4 --separate-stderr ranks 3 solve klotski 横刀立马 --output "$BATS_TEST_TMPDIR/there"
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 1 ]]
    run -4 --separate-stderr ranks 3 solve klotski 横刀立马 --output "$BATS_TEST_TMPDIR/no/such/folder"
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 1 ]]
}

@test "positions with names, in tables, after a byte order mark, with carriage returns" {
    cd "$BATS_TEST_TMPDIR"
    printf '\xef\xbb\xbf# two boards\r\n7 1 2 3 4 5 6 0 7 8\r\neasy,1,2,3,4,5,6,7,0,8\r\n' >named
    run -0 --separate-stderr ranks 2 solve tile:3x3 --file named
    [[ $output == $'7\t2\tRR\neasy\t1\tR' ]]
    printf 'id,a,b,c,d,e,f,g,h,i,optimal\nfirst,1,2,3,4,5,6,0,7,8,2\nsecond,1,2,3,4,5,6,7,0,8,1\n' >table.csv
    run -0 --separate-stderr huarong solve tile:3x3 --file table.csv --json
    jq -e '.algorithm == "idastar" and [.positions[] | [.name, .length]] == [["first", 2], ["second", 1]]' <<<"$output"
    run -0 --separate-stderr huarong solve tile:3x3 --file table.csv --algorithm layers --json
    jq -e '.algorithm == "layers" and [.positions[] | [.name, .length]] == [["first", 2], ["second", 1]]' <<<"$output"
    run -0 --separate-stderr huarong solve tile:3x3 --file table.csv --algorithm layers
    [[ $output == *"second: 1 move, metric unit"* ]]
    # Boards over several lines after their number are read as before.
    printf '2\n1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 0 8\n' >boards
    run -0 --separate-stderr huarong solve tile:3x3 --file boards
    [[ $output == $'1\t2\tRR\n2\t1\tR' ]]
}

@test "JSON: a line for each position, the moves as one text, and as steps with --details" {
    cd "$BATS_TEST_TMPDIR"
    printf 'a 1 2 3 4 5 6 0 7 8\n1 2 3 4 5 6 7 0 8\n2 1 3 4 5 6 7 8 0\n' >boards
    for algorithm in idastar layers; do
        for n in 1 2; do
            run -0 --separate-stderr ranks "$n" solve tile:3x3 --file boards --algorithm "$algorithm" --json --quiet
            [[ $(wc -l <<<"$output") -eq 5 ]]
            document=$(jq -c '[.positions[] | del(.seconds, .iterations[]?.seconds)]' <<<"$output")
            jq -e --arg n "$n" --arg a "$algorithm" '.ranks == ($n | tonumber) and .algorithm == $a and .goal == "1 2 3 4 5 6 7 8 0"' <<<"$output"
            [[ $(jq -c '[.[] | [.number, .name, .outcome, .length, .moves, .steps]]' <<<"$document" | tr -d '; ') == \
                '[[1,"a","solved",2,"RR",null],[2,null,"solved",1,"R",null],[3,null,"unsolvable",null,null,null]]' ]]
            run -0 --separate-stderr ranks "$n" solve tile:3x3 --file boards --algorithm "$algorithm" --json-lines --quiet
            [[ $(jq -sc '[.[] | del(.seconds, .iterations[]?.seconds)]' <<<"$output") == "$document" && ${#lines[@]} -eq 3 ]]
            run -0 --separate-stderr ranks "$n" solve tile:3x3 --file boards --algorithm "$algorithm" --json-lines --details --quiet
            [[ $(head -1 <<<"$output" | jq -c '[.steps[] | [.move, .tiles, .state]]') == \
                '[["R",[7],"1 2 3 4 5 6 7 0 8"],["R",[8],"1 2 3 4 5 6 7 8 0"]]' ]]
        done
    done
    run -2 --separate-stderr huarong solve tile:3x3 --file boards --json-lines --json
    run -2 --separate-stderr huarong solve tile:3x3 --file boards --json-lines --csv
    run -2 --separate-stderr huarong solve tile:3x3 --file boards --details
}

@test "JSON: iterations add up, also where a limit or a stop has ended one" {
    cd "$BATS_TEST_TMPDIR"
    local goal=(--goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --heuristic manhattan --quiet) far='15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0'
    # The time of an iteration that is split is the same on all ranks, whose clocks are not looked at in the same moment.
    # shellcheck disable=SC2016 # $n is a variable of jq
    add_up='([.positions[] | ([.iterations[].nodes] | add) + 1 == .nodes and (([.iterations[].seconds] | add) <= .seconds * 1.001 or $n > 1)] | all)'
    printf '%s\n' "$HARD" '4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15' '0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15' >boards
    for n in 1 2 3; do
        ranks "$n" solve tile:4x4 "${goal[@]}" --file boards --json >result
        jq -e --argjson n "$n" "$add_up" result
        jq -e '.positions[0].iterations | .[-1].bound == 50 and all(.finished == null)' result
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "${goal[@]}" "$far" --json --max-nodes 3M
        jq -e --argjson n "$n" "$add_up and .positions[0].iterations[-1].finished == false and .positions[0].nodes >= 3000000" <<<"$output"
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "${goal[@]}" "$far" --json --max-time 1s
        jq -e --argjson n "$n" "$add_up and (.positions[0] | .outcome == \"stopped\" and .iterations[-1].bound == .lower_bound)" <<<"$output"
    done
}

@test "results are printed in their order, each as soon as those before it are done" {
    cd "$BATS_TEST_TMPDIR"
    local far='15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0' # takes minutes
    printf '%s\n' '4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15' '1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15' "$far" '1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15' >boards
    for format in --json-lines --csv --quiet; do
        for n in 1 2; do
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

@test "CSV: a row for each position, the same columns for every algorithm" {
    cd "$BATS_TEST_TMPDIR"
    printf 'a"b 1 2 3 4 5 6 0 7 8\n1 2 3 4 5 6 7 0 8\n2 1 3 4 5 6 7 8 0\n' >boards
    run -0 --separate-stderr huarong solve tile:3x3 --file boards --csv -q
    [[ ${lines[0]} == id,state,outcome,length,lower_bound,nodes,seconds,moves && ${#lines[@]} -eq 4 ]]
    [[ ${lines[1]} =~ ^'"a""b","1 2 3 4 5 6 0 7 8",solved,2,2,'[0-9]+,[0-9.]+,'"RR"'$ ]]
    [[ ${lines[2]} =~ ^'2,"1 2 3 4 5 6 7 0 8",solved,1,1,'[0-9]+,[0-9.]+,'"R"'$ ]]
    [[ ${lines[3]} == '3,"2 1 3 4 5 6 7 8 0",unsolvable,,,0,0.000000,""' ]]
    first=$(cut -d, -f 1-5 <<<"$output")
    for n in 1 3; do
        run -0 --separate-stderr ranks "$n" solve tile:3x3 --file boards --csv -q --algorithm layers
        [[ $(cut -d, -f 1-5 <<<"$output") == "$first" ]]
        [[ ${lines[1]} == *,'"R; R"' ]]
    done
    run -3 --separate-stderr huarong solve klotski:4x8 $LARGE_KLOTSKI --max-nodes 10k --csv -q
    [[ ${lines[1]} =~ ,limit,,[0-9]+,10000,[0-9.]+,'""'$ ]]
    run -2 --separate-stderr huarong solve tile:3x3 --file boards --csv --json
    run -2 --separate-stderr huarong solve tile:3x3 --file boards --csv --draw
}

# peak COMMAND…: the greatest resident memory of the command in KiB. Its output goes to the file `out`.
peak() {
    python3 -c 'import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=open("out", "w")).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)' "$@"
}

@test "the memory does not grow with the number of positions" {
    [[ -z ${ASAN_OPTIONS-} ]] || skip "sanitizers keep what is freed"
    cd "$BATS_TEST_TMPDIR"
    yes '0 1 3 2' | head -n 300000 >few # more than two blocks
    yes '0 1 3 2' | head -n 1500000 >many
    few=$(peak "$HR_PROGRAM" solve tile:2x2 --heuristic manhattan --quiet <few)
    cp out first
    many=$(peak "$HR_PROGRAM" solve tile:2x2 --heuristic manhattan --quiet <many)
    ((many < few * 5 / 4))
    [[ $(wc -l <out) -eq 1500000 && $(tail -n 1 out) == $'1500000\t'* ]]
    cmp first <(head -n 300000 out)
}

@test "a long input is read in blocks: the same results on any number of ranks, numbers and lines go on" {
    [[ -z ${ASAN_OPTIONS-} ]] || skip "the sanitizers take minutes for so many positions"
    cd "$BATS_TEST_TMPDIR"
    { echo "id,a,b,c,d,e,f,g,h,i" && seq -f p%.0f,1,2,3,4,5,6,0,7,8 90000; } >table
    sed -i 's/^p80000,.*/p80000,1,2,3,4,5,6,7,7,8/' table
    local n result numbers=(1 2 3)
    for n in "${numbers[@]}"; do # the results are long, so they go to files
        result=0
        ranks "$n" solve tile:3x3 --file table --heuristic manhattan --keep-going --csv >out 2>err || result=$?
        [[ $result -eq 2 && $(wc -l <out) -eq 90000 && $(tail -n 1 out) == '"p90000","1 2 3 4 5 6 0 7 8",solved,2,2,'* ]]
        [[ $(<err) == *"table, line 80001: "*"1 of 90000 texts are no positions and were left out"* ]]
        cut -d, -f 1,3,4 out >"rows$n"
        cmp "rows${numbers[0]}" "rows$n"
        # What stands before the mistake is printed.
        result=0
        ranks "$n" solve tile:3x3 --file table --heuristic manhattan --json-lines --quiet >out 2>err || result=$?
        [[ $result -eq 2 && $(tail -n 1 out | jq .length) -eq 2 && $(wc -l <out) -gt 20000 && $(<err) == *"table, line 80001: "* ]]
    done
    tail -n +2 table | head -n 79000 | cut -d, -f 2- | sed '70000i # a comment' >boards
    run -3 --separate-stderr huarong solve tile:3x3 --file boards --algorithm layers --max-time 0.01s --csv
    [[ $stderr == *"stopped by the time limit, with "*" positions not solved"* ]]
}

@test "positions of a pipe are answered while it is open" {
    cd "$BATS_TEST_TMPDIR"
    mkfifo input
    for algorithm in idastar layers; do
        rm -f out # the program makes it after the pipe has been opened
        "$HR_PROGRAM" solve tile:3x3 --algorithm $algorithm --json-lines --quiet <input >out 2>err 3>&- &
        local program=$! code
        exec 4>input
        for n in 1 2 3; do
            echo '1 2 3 4 5 6 0 7 8' >&4
            reaches grep -qs "\"number\":$n," out
        done
        kill -TERM "$program" # it waits for more
        ends
        exec 4>&-
        [[ $code -eq 3 && $(wc -l <out) -eq 3 ]]
        grep -q "stopped by a signal while more positions were awaited" err
    done
}

@test "a mistake names file and line, and is left out with --keep-going" {
    cd "$BATS_TEST_TMPDIR"
    printf '# boards\n1 2 3 4 5 6 0 7 8\n\n1 2 3 4 5 6 7 7 8\n1 2 3 4\n1 2 3 4 5 6 7 0 8\n' >boards
    for algorithm in idastar layers astar; do
        run -2 --separate-stderr huarong solve tile:3x3 --file boards --algorithm "$algorithm"
        [[ -z $output && $stderr == "huarong solve: boards, line 4: "* ]]
        for n in 1 2; do
            run -2 --separate-stderr ranks "$n" solve tile:3x3 --file boards --algorithm "$algorithm" --keep-going --json
            [[ $(jq -c '[.positions[].length]' <<<"$output") == "[2,1]" ]]
            [[ $(grep -c "boards, line [45]: " <<<"$stderr") -eq 2 && $stderr == *"2 of 4 texts are no positions and were left out"* ]]
        done
    done
    run -2 --separate-stderr huarong solve tile:3x3 --keep-going '1 2 3 4 5 6 7 7 8'
    [[ $stderr == *"none of the 1 texts is a position"* ]]
}

@test "--verbose says which algorithm is taken, and why" {
    run -0 --separate-stderr huarong solve tile:3x3 "1 2 3 4 5 6 7 0 8" --verbose
    [[ $stderr == "huarong solve: by idastar, the first algorithm that takes this puzzle ("*")" ]]
    run -0 --separate-stderr huarong solve tile:3x3 --metric slide "1 2 3 4 5 6 7 0 8" --verbose
    [[ $stderr == "huarong solve: not idastar: "*"by layers, the first algorithm"* ]]
    run -0 --separate-stderr ranks 2 solve klotski 横刀立马 --metric unit --verbose
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 2 && $stderr == *"not idastar, which does not take klotski"* ]]
    run -0 --separate-stderr huarong solve tile:3x3 --algorithm layers "1 2 3 4 5 6 7 0 8" --verbose
    [[ $stderr == "huarong solve: by layers, as asked for ("* ]]
}

@test "klotski: a limit on the address space ends a search, too" {
    need_address_space_limit
    run -3 --separate-stderr limited 260000 solve klotski:4x8 $LARGE_KLOTSKI --quiet
    [[ $stderr == "huarong solve: stopped by lack of memory "*"address space, ulimit -v"*" moves" ]]
}

@test "klotski: a position's limit leaves the others their turn, the run's does not" {
    local easy=oooooooooooooooooooooXXooXXoo..o
    printf '%s\n' $easy $LARGE_KLOTSKI $easy >"$BATS_TEST_TMPDIR/boards"
    run -3 --separate-stderr ranks 2 solve klotski:4x8 --max-nodes 10k --json --file "$BATS_TEST_TMPDIR/boards"
    [[ $(jq -c '[.positions[] | .outcome, .length, .lower_bound > 10]' <<<"$output") == \
        '["solved",1,false,"limit",null,true,"solved",1,false]' ]]
    [[ $stderr == *"with 1 of 3 positions not solved; their lower bounds are proven"* ]]
    run -3 --separate-stderr huarong solve klotski:4x8 --max-seconds 0.1s --file "$BATS_TEST_TMPDIR/boards"
    [[ ${#lines[@]} -ge 3 && $output == *"$LARGE_KLOTSKI: at least "*" moves, metric unit: stopped at a limit (--max-seconds) after "* ]]
    run -3 --separate-stderr huarong solve klotski:4x8 --max-time 0.2s $LARGE_KLOTSKI $LARGE_KLOTSKI --json
    [[ $(jq -c '[.positions[].outcome], .positions[0].lower_bound > 1' <<<"$output") == $'["stopped","stopped"]\ntrue' ]]
}

@test "drops: a board of the game takes 5" {
    run -0 --separate-stderr ranks 2 solve drops:6x6 \
        '0 2 1 2 1 1 / 3 4 3 3 3 1 / 3 4 2 0 4 0 / 3 3 1 0 2 3 / 2 3 1 2 2 3 / 0 4 0 2 0 4'
    [[ ${lines[0]} == "5 moves" ]]
    run -2 --separate-stderr huarong solve drops:2x2 '1 2 3 5'
    printf '0 2 / 3 4\n1 0 / 0 2\n' >"$BATS_TEST_TMPDIR/boards"
    run -0 --separate-stderr ranks 2 solve drops:2x2 --iterations --file "$BATS_TEST_TMPDIR/boards"
    [[ ${lines[0]} == $'1\t4\t'* && $stderr == *"position 1, bound "*"position 2, bound "* ]]
}

@test "databases fit into the memory that they may use, or are refused" {
    run -3 --separate-stderr ranks 2 solve tile:4x4 "$KNOWN" --heuristic 7-8 --memory 800M # half as much again while the second one is built
    [[ $stderr == *"the databases 7-8 would need about 1.02 GiB"*"may use 800 MiB"* && $(grep -c '^huarong' <<<"$stderr") -eq 1 ]]
    [[ ! -e $BATS_TEST_TMPDIR/cache/huarong ]]
    run -0 --separate-stderr ranks 2 solve tile:4x4 "$KNOWN" --memory 1M --json
    [[ $(jq -r .heuristic <<<"$output") == conflict ]]
    run -0 --separate-stderr ranks 2 solve tile:4x4 "$KNOWN" --json
    [[ $(jq -r .heuristic <<<"$output") == 6-6-3 ]]
}

@test "breadth first or by IDA*, a position takes the same number of moves" {
    hardest="8 6 7 2 5 4 3 0 1"
    [[ $(huarong solve tile:3x3 "$hardest" | head -n 1) == "31 moves" ]]
    [[ $(huarong solve tile:3x3 "$hardest" --algorithm layers | head -n 1) == "31 moves, metric unit" ]]
    huarong enumerate tile:3x3 --metric slide --quiet --out "$BATS_TEST_TMPDIR/slide.table"
    [[ $(huarong solve tile:3x3 "$hardest" --metric slide | head -n 1) == \
        "$(huarong query "$BATS_TEST_TMPDIR/slide.table" "$hardest" | cut -f 1) moves, metric slide" ]]
    run -2 huarong solve drops:6x6 --algorithm layers 1
    run -2 huarong solve klotski --algorithm idastar 横刀立马
    run -2 huarong solve tile:3x3 --algorithm idastar --metric slide "$hardest"
    run -2 huarong solve tile:3x3 --algorithm best "$hardest"
}

@test "options that the heuristic has no use for are refused" {
    run -2 --separate-stderr huarong solve drops:2x2 '0 2 3 4' --no-mirror
    [[ $stderr == "huarong solve: --no-mirror has no use with the heuristic drops: leave it out" ]]
    run -2 --separate-stderr huarong solve drops:2x2 '0 2 3 4' --heuristic drops --memory 1G
    [[ $stderr == *"--memory"*"leave it out" ]]
    run -2 --separate-stderr huarong solve drops:2x2 '0 2 3 4' --metric unit
    run -2 --separate-stderr huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic manhattan --no-mirror
    run -2 --separate-stderr huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic walking --memory 1G
    run -0 --separate-stderr huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --no-mirror --memory 1G
    [[ ${lines[0]} == "31 moves" ]]
}

@test "bad usage is refused" {
    run -2 --separate-stderr huarong solve
    run -2 --separate-stderr huarong solve chess:8x8 '1'
    run -2 --separate-stderr huarong solve tile:4 "$KNOWN"
    run -2 --separate-stderr huarong solve tile:6x6 "$KNOWN"
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic nonsense
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic 9-6
    local unsolvable='2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0' heuristic
    run -0 huarong solve tile:4x4 "$unsolvable"
    for heuristic in foo 9-6 7-9 1,2/2,3 ''; do # before the position is looked at, or any is read
        run -2 --separate-stderr huarong solve tile:4x4 "$unsolvable" --heuristic "$heuristic"
        [[ -z $output && ${#stderr_lines[@]} -eq 1 ]]
        run -2 --separate-stderr huarong solve tile:4x4 nonsense --heuristic "$heuristic"
        [[ $stderr == *heuristic* || $stderr == *partition* ]]
    done
    run -2 --separate-stderr huarong solve tile:5x5 nonsense --heuristic walking
    [[ $stderr == *"walking distance"* ]]
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --file x
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --resume
    run -2 --separate-stderr huarong solve klotski 横刀立马 --complete
    [[ $stderr == *"leave out --complete" ]]
}
