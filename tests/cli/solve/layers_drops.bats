# SPDX-License-Identifier: MIT
# huarong solve --algorithm layers for water drops: breadth first, though no drop can be undone

# shellcheck disable=SC2154 # bats sets stderr
load solve

readonly BOARD='2 0 4 1 3 / 4 3 0 2 1 / 1 4 2 3 0 / 3 2 4 0 1' # 5x4

@test "water drops take as many drops breadth first as by IDA*, on any number of ranks" {
    local n length
    length=$(huarong solve drops:5x4 "$BOARD" --json | jq '.positions[0].length')
    ((length >= 5 && length <= 7))
    for n in $(of_tier 2 1 3); do
        run -0 --separate-stderr ranks "$n" solve drops:5x4 "$BOARD" --algorithm layers --json --details
        jq -e --argjson length "$length" '.algorithm == "layers" and .heuristic == "none" and (.positions[0]
            | .outcome == "solved" and .length == $length and (.iterations | length) == $length and (.steps | length) == $length
            and (.moves | test("^[0-4],[0-3]( [0-4],[0-3])*$")))' <<<"$output"
    done
    run -0 --separate-stderr huarong solve drops:5x4 "$BOARD" --algorithm layers
    [[ ${lines[0]} == "$length moves, metric unit" && ${#lines[@]} -eq $((length + 1)) ]]
    run -0 --separate-stderr huarong solve drops:5x4 "$BOARD" --algorithm layers --verbose --csv
    [[ ${lines[1]} == "1,\"$BOARD\",solved,$length,$length,"* && $stderr == "huarong solve: by layers, as asked for ("* ]]
}

@test "the board of the game takes 5 drops, with states of 128 bits" {
    local n board='0 2 1 2 1 1 / 3 4 3 3 3 1 / 3 4 2 0 4 0 / 3 3 1 0 2 3 / 2 3 1 2 2 3 / 0 4 0 2 0 4'
    for n in $(of_tier 3 1); do
        run -0 --separate-stderr ranks "$n" solve drops:6x6 "$board" --algorithm layers
        [[ ${lines[0]} == "5 moves, metric unit" && ${#lines[@]} -eq 6 ]]
    done
    run -0 --separate-stderr huarong solve drops:6x6 "$board" --all --json
    jq -e '.algorithm == "layers" and (.positions[0] | .length == 5 and .solutions > 0)' <<<"$output"
}

@test "many boards of drops, dealt to the ranks, in every format" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR"
    local n
    huarong random drops:3x2 --count 60 --seed 7 >boards
    huarong solve drops:3x2 --file boards --json | jq -c '[.positions[].length]' >expected
    for n in $(of_tier 3 1); do
        ranks "$n" solve drops:3x2 --algorithm layers --file boards --json --quiet | jq -c '[.positions[].length]' | diff expected -
        ranks "$n" solve drops:3x2 --algorithm layers --file boards --json-lines --quiet |
            jq -c 'select(.number) | .length' | jq -sc . | diff expected -
        [[ $(ranks "$n" solve drops:3x2 --algorithm layers --file boards --csv --quiet | wc -l) -eq 61 ]]
        [[ $(ranks "$n" solve drops:3x2 --algorithm layers --file boards --quiet | cut -f 2 | jq -sc .) == "$(cat expected)" ]]
    done
}

# The empty board takes no drop. On 2x1 a drop into either 4 makes both burst, and leads to the same board. The cells of 3 0 / 0 3 do
# not see each other, and each takes two drops, so there are six orders.
@test "breadth first counts every order of the drops" {
    local n
    for n in $(of_tier 2 1); do
        run -0 --separate-stderr ranks "$n" solve drops:2x1 --all --algorithm layers '0 0'
        [[ ${lines[0]} == "0 moves, metric unit: solved already, 1 shortest solution" ]]
        run -0 --separate-stderr ranks "$n" solve drops:2x1 --all --algorithm layers '4 4'
        [[ ${lines[0]} == "1 move, metric unit, 1 shortest solution" ]]
        run -0 --separate-stderr ranks "$n" solve drops:2x2 --all --algorithm layers '3 0 / 0 3'
        [[ ${lines[0]} == "4 moves, metric unit, 6 shortest solutions" ]]
    done
    run -0 --separate-stderr huarong solve drops:2x2 --all '3 0 / 0 3' --json # not by IDA*, which leaves some of these orders out
    jq -e '.algorithm == "layers" and .positions[0].solutions == 6' <<<"$output"
    run -2 --separate-stderr huarong solve drops:2x2 --all '3 0 / 0 3' --algorithm idastar
    [[ $stderr == "huarong solve: idastar leaves out some orders of drops, so it cannot count with --all: use layers" ]]
}

@test "limits end a breadth-first search for drops with a proven bound" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR"
    local board='1 2 1 3 1 / 2 1 1 2 1 / 1 1 3 1 2 / 2 1 1 1 1 / 1 3 1 2 1' n
    for n in $(of_tier 2 1); do
        run -3 --separate-stderr ranks "$n" solve drops:5x5 "$board" --algorithm layers --max-nodes 1000
        [[ $output == "at least "[2-9]" moves, metric unit: stopped at 1,000 states (--max-nodes)"* ]]
        if [[ -z ${ASAN_OPTIONS-} ]]; then # sanitizers hold as much themselves
            run -3 --separate-stderr ranks "$n" solve drops:5x5 "$board" --algorithm layers --memory 50M --log "log-$n"
            [[ $output == "at least "[3-9]" moves, metric unit: stopped for lack of memory ("* ]]
            [[ $(head -n 1 "log-$n" | jq -r .engine) == layers ]]
        fi
        run -3 --separate-stderr ranks "$n" solve drops:5x5 "$board" --algorithm layers --max-seconds 0.3 --json
        jq -e '.positions[0] | .outcome == "limit" and .lower_bound > 1' <<<"$output"
        run -3 --separate-stderr ranks "$n" solve drops:5x5 "$board" --algorithm layers --max-time 0.3s --json
        jq -e '.positions[0] | .outcome == "stopped" and .lower_bound > 1' <<<"$output"
    done
}

@test "a breadth-first search for drops that was stopped goes on to the same solution" {
    cd "$BATS_TEST_TMPDIR"
    local n
    huarong solve drops:5x4 "$BOARD" --algorithm layers --all --checkpoint undisturbed --json --quiet |
        jq -c '.positions[0] | [.length, .nodes, .solutions, .moves]' >expected
    run -3 ranks 2 solve drops:5x4 "$BOARD" --algorithm layers --all --checkpoint kept --max-nodes 300
    run -3 ranks 1 solve drops:5x4 "$BOARD" --algorithm layers --all --checkpoint kept --resume --max-nodes 3000
    for n in $(of_tier 3 1 2); do
        cp -r kept "kept-$n"
        ranks "$n" solve drops:5x4 "$BOARD" --algorithm layers --all --checkpoint "kept-$n" --resume --json --quiet |
            jq -c '.positions[0] | [.length, .nodes, .solutions, .moves]' | diff expected -
    done
}

@test "what drops cannot be searched for breadth first is refused" {
    run -2 --separate-stderr huarong solve drops:8x7 --algorithm layers 1
    [[ -z $output && $stderr == "huarong solve: a state of a drops board of 8 by 7 cells takes 131 bits, and there are 128: use idastar or astar, which can do without" ]]
    run -2 --separate-stderr huarong solve drops:2x2 --algorithm layers '1 2 3 5'
    [[ $stderr == *"bad state: character 7 does not begin a number from 0 to 4"* ]]
    run -2 --separate-stderr huarong solve drops:2x2 --algorithm layers --metric slide '1 2 3 4'
    [[ $stderr == "huarong solve: drops boards are solved in the metric unit, without --goal and --exit" ]]
    run -2 --separate-stderr huarong solve drops:2x2 --algorithm layers --heuristic drops '1 2 3 4'
    [[ $stderr == "huarong solve: drops is solved breadth first: leave out --heuristic" ]]
    run -2 --separate-stderr huarong solve drops --algorithm layers '1 2 3 4'
    run -2 --separate-stderr huarong solve drops:6x6 --algorithm layers '1 2 3'
    [[ $stderr == "huarong solve: 3 numbers cannot be boards of 36 cells: "* ]]
    run -2 --separate-stderr huarong enumerate drops:6x6
    [[ $stderr == "huarong enumerate: drops:6x6 cannot be used here: of drops puzzles only positions can be solved, as by 'huarong solve'" ]]
    run -2 --separate-stderr huarong enumerate drops:2x2
    [[ $stderr == "huarong enumerate: drops:2x2 cannot be used here: of drops puzzles only positions can be solved, as by 'huarong solve'" ]]
}
