# SPDX-License-Identifier: MIT
# huarong solve --algorithm astar

# shellcheck disable=SC2154 # bats sets stderr
load solve

# 116, 90 and 81 are the moves that every Klotski page gives for this opening.
@test "A* finds the known lengths in every kind and metric" {
    local case
    for case in "unit 116" "slide 90" "move 81"; do
        run -0 --separate-stderr huarong solve klotski 横刀立马 --metric "${case% *}" --algorithm astar
        [[ ${lines[0]} == "${case#* } moves, metric ${case% *}" ]]
    done
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --algorithm astar --heuristic manhattan
    [[ ${lines[0]} == "44 moves" ]]
    [[ $(huarong solve blocks:pennant --algorithm astar | head -n 1) == "$(huarong solve blocks:pennant --algorithm layers | head -n 1)" ]]
}

@test "a limit ends A* with a proven bound" {
    local n
    for n in $(of_tier 3 1); do
        run -3 --separate-stderr ranks "$n" solve klotski:4x8 "$LARGE_KLOTSKI" --algorithm astar --position-nodes 10k --json --quiet
        jq -e '.positions[0] | .outcome == "limit" and .length == null and .lower_bound > 3 and .nodes >= 10000 and .nodes < 11000' <<<"$output"
        [[ $stderr == *"stopped at 10,000 states (--position-nodes): every solution has at least "* ]]
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "$KNOWN" --algorithm astar --heuristic none --memory 300M --json --quiet
        jq -e '.positions[0] | .outcome == "limit" and .lower_bound > 10 and .lower_bound <= 44 and .memory < 300 * 1048576' <<<"$output"
        [[ $stderr == *"stopped for lack of memory"* ]]
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "$KNOWN" --algorithm astar --heuristic none --max-time 0.3s --json --quiet
        jq -e '.positions[0] | .outcome == "stopped" and .lower_bound <= 44' <<<"$output"
    done
    run -3 --separate-stderr huarong solve tile:4x4 "$KNOWN" --algorithm astar --heuristic none --position-time 0.2s --csv --quiet
    [[ ${lines[1]} == *,limit,,* ]]
}

@test "a memory limit bounds A* with every heuristic" {
    local heuristic
    for heuristic in manhattan conflict walking none; do
        run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 0 5 6 7 8' --algorithm astar --heuristic "$heuristic" --memory 500M
        [[ ${lines[0]} == "14 moves" ]]
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
        [[ $output == "at least $bound moves: stopped for lack of memory ("* ]]
        [[ ${stderr_lines[0]} == *"stopped for lack of memory (a rank needs "*" at least and may use "*", --memory): every solution has at least $bound moves" ]]
        run -3 --separate-stderr ranks "$n" solve klotski 横刀立马 --algorithm astar --memory 20M
        [[ $output == "at least 1 move, metric unit: stopped for lack of memory ("*" after 1 state" ]]
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
