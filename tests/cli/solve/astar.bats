# SPDX-License-Identifier: MIT
# huarong solve --algorithm astar

# shellcheck disable=SC2154 # bats sets stderr
load solve

# compared: a result without what depends on clocks and on the number of ranks
compared() { jq 'del(.seconds, .ranks, .positions[].seconds, .positions[].memory)' <<<"$1"; }

# 116, 90 and 81 are the moves that every Klotski page gives for this opening.
@test "A* finds the known lengths in every kind and metric" {
    local case
    for case in "unit 116" "slide 90" "move 81"; do
        run -0 --separate-stderr huarong solve klotski 横刀立马 --metric "${case% *}" --algorithm astar
        [[ ${lines[0]} == "${case#* } moves, metric ${case% *}" ]]
    done
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --algorithm astar --heuristic manhattan
    [[ ${lines[0]} == "44 moves, metric unit" ]]
    [[ $(huarong solve blocks:pennant --algorithm astar | head -n 1) == "$(huarong solve blocks:pennant --algorithm layers | head -n 1)" ]]
}

@test "A* gives the same moves and counts on any number of ranks" {
    long_tier_only
    local n alone what
    for what in "tile:4x4 --heuristic walking" "tile:4x4 --heuristic 5-5-5"; do
        # shellcheck disable=SC2086 # several words
        run -0 --separate-stderr huarong solve $what --algorithm astar --json "$KNOWN" "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15"
        alone=$(compared "$output")
        jq -e '[.positions[] | .length] == [44, 2] and .algorithm == "astar"' <<<"$alone"
        jq -e '.positions[0] | .states > .expanded and .nodes == .states and .expanded > 1000 and .lower_bound == 44' <<<"$alone"
        for n in $(of_tier 3 2 4); do
            # shellcheck disable=SC2086
            run -0 --separate-stderr ranks "$n" solve $what --algorithm astar --json "$KNOWN" "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15"
            [[ $(compared "$output") == "$alone" ]]
        done
    done
}

@test "A* expands fewer states than the nodes of IDA* by the same heuristic" {
    local nodes
    nodes=$(huarong solve tile:4x4 "$KNOWN" --heuristic manhattan --json | jq '.positions[0].nodes')
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic manhattan --algorithm astar --json
    jq -e --argjson nodes "$nodes" '.positions[0] | .states * 3 < $nodes' <<<"$output"
}

@test "a limit ends A* with a proven bound" {
    local n
    for n in $(of_tier 3 1); do
        run -3 --separate-stderr ranks "$n" solve klotski:4x8 "$LARGE_KLOTSKI" --algorithm astar --max-nodes 10k --json --quiet
        jq -e '.positions[0] | .outcome == "limit" and .length == null and .lower_bound > 3 and .states >= 10000 and .states < 11000' <<<"$output"
        [[ $stderr == *"stopped at 10,000 states (--max-nodes): every solution has at least "* ]]
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "$KNOWN" --algorithm astar --heuristic none --memory 300M --json --quiet
        jq -e '.positions[0] | .outcome == "limit" and .lower_bound > 10 and .lower_bound <= 44 and .memory < 300 * 1048576' <<<"$output"
        [[ $stderr == *"stopped for lack of memory"* ]]
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "$KNOWN" --algorithm astar --heuristic none --max-time 0.3s --json --quiet
        jq -e '.positions[0] | .outcome == "stopped" and .lower_bound <= 44' <<<"$output"
    done
    run -3 --separate-stderr huarong solve tile:4x4 "$KNOWN" --algorithm astar --heuristic none --max-seconds 0.2s --csv --quiet
    [[ ${lines[1]} == *,limit,,* ]]
}

@test "weighted A* keeps to its bound, and says what it has proven" {
    local weight n
    for weight in 4/3 2 5; do
        for n in $(of_tier 2 1); do
            run -0 --separate-stderr ranks "$n" solve tile:4x4 "$KNOWN" --algorithm astar --heuristic manhattan --weight "$weight" --json
            jq -e --argjson w "${weight%/*}" --argjson q "$([[ $weight == */* ]] && echo "${weight#*/}" || echo 1)" \
                '.positions[0] | .length >= 44 and .length * $q <= 44 * $w and .lower_bound <= 44 and .length * $q <= .lower_bound * $w' <<<"$output"
        done
    done
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --algorithm astar --heuristic manhattan --weight 2
    [[ ${lines[0]} =~ ^[0-9]+" moves, metric unit, the shortest solution has at least "[0-9]+" (weight 2/1)"$ ]]
}

@test "A* refuses what it has no use for" {
    run -2 --separate-stderr huarong solve tile:3x3 --algorithm astar --all '1 2 3 4 5 6 7 0 8'
    [[ $stderr == *"--all"* ]]
    run -2 --separate-stderr huarong solve klotski --algorithm astar --heuristic manhattan 横刀立马
    [[ $stderr == *"unknown heuristic 'manhattan' for klotski"* ]]
    run -2 --separate-stderr huarong solve tile:5x5 --algorithm astar '0'
    [[ $stderr == *"5x5"* ]]
    run -2 --separate-stderr huarong solve tile:3x3 --algorithm astar --heuristic best '1 2 3 4 5 6 7 0 8'
    run -2 --separate-stderr huarong solve tile:3x3 --algorithm astar --metric slide --heuristic lines --no-mirror '1 2 3 4 5 6 7 0 8'
}

@test "a memory limit bounds A* with every heuristic" {
    local heuristic
    for heuristic in manhattan conflict walking none; do
        run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 0 5 6 7 8' --algorithm astar --heuristic "$heuristic" --memory 500M
        [[ ${lines[0]} == "14 moves, metric unit" ]]
    done
    run -2 --separate-stderr huarong solve tile:3x3 '1 2 3 4 0 5 6 7 8' --algorithm idastar --heuristic conflict --memory 500M
    [[ $stderr == *"--memory is of no use with the heuristic conflict: leave it out" ]]
}

@test "a memory limit without room for a state ends A* with the bound of its start" {
    local n bound
    bound=$(tr ' ' '\n' <<<"$KNOWN" | awk '$1 > 0 { # the columns and rows between each tile and its goal
        cell = NR - 1; home = $1 - 1; x = cell % 4 - home % 4; y = int(cell / 4) - int(home / 4)
        sum += (x < 0 ? -x : x) + (y < 0 ? -y : y) } END { print sum }')
    for n in $(of_tier 3 1); do
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "$KNOWN" --algorithm astar --heuristic manhattan --memory 30M
        [[ $output == "at least $bound moves, metric unit: stopped for lack of memory ("* ]]
        [[ ${stderr_lines[0]} == *"stopped for lack of memory (a rank needs "*" at least and may use "*", --memory): every solution has at least $bound moves" ]]
        run -3 --separate-stderr ranks "$n" solve klotski 横刀立马 --algorithm astar --memory 20M
        [[ $output == "at least 1 move, metric unit: stopped for lack of memory ("*" after 1 state" ]]
        run -3 --separate-stderr ranks "$n" solve drops:4x4 '1 2 3 4 / 0 1 2 3 / 4 1 2 3 / 4 1 1 1' --algorithm astar --memory 10M
        [[ $output == "at least "[1-9]*" moves: stopped for lack of memory"* ]]
    done
}

# told LINE: the memory that the message in LINE says each rank needs, in MiB. More than 1000 MiB are of no rank here.
told() { sed -nE 's/.*a rank needs ([0-9.]+) MiB at least.*/\1/p' <<<"$1"; }

@test "the memory that A* says it needs lets it expand the start" {
    long_tier_only
    [[ -z ${ASAN_OPTIONS-} ]] || skip "sanitizers hold more from one moment to the next"
    local n least case what cases=("klotski|横刀立马" "tile:4x4|$KNOWN|--heuristic|manhattan")
    for case in "${cases[@]}"; do
        IFS='|' read -ra what <<<"$case"
        for n in $(of_tier 3 1); do
            run -3 --separate-stderr ranks "$n" solve "${what[@]}" --algorithm astar --memory 30M --quiet
            least=$(told "${stderr_lines[0]}")
            run --separate-stderr ranks "$n" solve "${what[@]}" --algorithm astar --json --quiet \
                --memory "$(awk -v n="$n" -v least="$least" 'BEGIN { print n * least }')M"
            [[ $status == [03] && $stderr != *"a rank needs"* ]]
            jq -e '.positions[0].expanded > 0' <<<"$output"
        done
    done
}

@test "A* solves water drops, on any number of ranks" {
    local n board='2 0 4 1 3 / 4 3 0 2 1 / 1 4 2 3 0 / 3 2 4 0 1' length
    length=$(huarong solve drops:5x4 "$board" | head -n 1)
    run -0 --separate-stderr huarong solve drops:5x4 "$board" --algorithm astar
    [[ ${lines[0]} == "$length" ]]
    for n in $(of_tier 3 2); do
        [[ $(ranks "$n" solve drops:5x4 "$board" --algorithm astar | head -n 2) == "${lines[0]}"$'\n'"${lines[1]}" ]]
    done
    run -0 --separate-stderr huarong solve drops:5x4 "$board" --algorithm astar --json --memory 200M --log "$BATS_TEST_TMPDIR/log"
    jq -e '.algorithm == "astar" and .positions[0].nodes > 100' <<<"$output"
    [[ $(head -n 1 "$BATS_TEST_TMPDIR/log" | jq -r .engine) == astar ]]
    run -3 --separate-stderr huarong solve drops:5x4 "$board" --algorithm astar --max-nodes 50
    [[ $output == "at least "* ]]
}

@test "A* leaves a position of drops at its own time limit, and goes on with the next one" {
    printf '%s\n' '3 4 1 3 1 4 3 2 1' '0 0 0 0 0 0 0 0 0' '4 4 4 4 4 4 4 4 4' >"$BATS_TEST_TMPDIR/drops"
    run -3 --separate-stderr huarong solve drops:3x3 --file "$BATS_TEST_TMPDIR/drops" --algorithm astar --max-seconds 0.000001 --json
    [[ $(jq -c '[.positions[].outcome]' <<<"$output") == '["limit","solved","limit"]' ]]
    [[ $stderr == *"(--max-seconds), with 2 of 3 positions not solved"* ]]
}

@test "A* numbers the states of water drops with 64 bits: 27 cells of one drop fit, 28 do not" {
    local ones27='1 1 1 1 1 1/1 1 1 1 1 1/1 1 1 1 1 1/1 1 1 1 1 1/1 1 1' # 5^27 states
    run -3 --separate-stderr huarong solve drops:6x6 "$ones27 0 0 0/0 0 0 0 0 0" --algorithm astar --max-nodes 10 --json --quiet
    jq -e '.positions[0] | .outcome == "limit" and .lower_bound >= 27 and .nodes == 28 and .length == null' <<<"$output"
    run -2 --separate-stderr huarong solve drops:6x6 "$ones27 1 0 0/0 0 0 0 0 0" --algorithm astar --max-nodes 10
    [[ -z $output && $stderr == "huarong solve: astar cannot search this position, whose states have more than 64 bits: use idastar" ]]
}
