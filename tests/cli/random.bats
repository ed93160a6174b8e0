#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong random

# shellcheck disable=SC2154 # bats sets stderr
load helper

@test "the same seed gives the same states, another seed others" {
    run -0 --separate-stderr huarong random tile:4x4 --count 100 --seed 7
    [[ ${#lines[@]} -eq 100 && $(sort -u <<<"$output" | wc -l) -eq 100 && -z $stderr ]]
    states=$output
    [[ $(huarong random tile:4x4 --count 100 --seed 7) == "$states" ]]
    [[ $(huarong random tile:4x4 --count 50 --seed 7) == "$(head -n 50 <<<"$states")" ]]
    [[ $(huarong random tile:4x4 --count 100 --seed 8) != "$states" ]]
    [[ $(huarong random tile:4x4) == "$(huarong random tile:4x4 --count 1 --seed 0)" ]]
}

# 2x2 has 12 states. The chance that some state is not drawn within 300 is 12 (11/12)^300, about 10^-10.
@test "every state that the goal reaches is drawn, and no other" {
    [[ $(huarong random tile:2x2 --count 300 | sort -u | wc -l) -eq 12 ]]
    huarong random tile:2x2 --count 300 >"$BATS_TEST_TMPDIR/states"
    [[ $(huarong solve tile:2x2 --file "$BATS_TEST_TMPDIR/states" -q | grep -c unsolvable) -eq 0 ]]
    huarong random tile:3x3 --goal "0 1 2 3 4 5 6 7 8" --count 20 >"$BATS_TEST_TMPDIR/states"
    [[ $(huarong solve tile:3x3 --goal "0 1 2 3 4 5 6 7 8" --file "$BATS_TEST_TMPDIR/states" -q | grep -c unsolvable) -eq 0 ]]
}

# A board with the other parity is made solvable by a change of two tiles, wherever the blank is.
@test "boards of more than 16 cells, and water drops" {
    for goal in "" "--goal 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24"; do
        # shellcheck disable=SC2086 # words
        huarong random tile:5x5 --count 1000 --seed 3 $goal >"$BATS_TEST_TMPDIR/states"
        [[ $(sort -u "$BATS_TEST_TMPDIR/states" | wc -l) -eq 1000 ]]
        [[ $(tr ' ' '\n' <"$BATS_TEST_TMPDIR/states" | sort -n | uniq -c | awk '{print $1}' | sort -u) == 1000 ]] # each tile, once in each board
        # shellcheck disable=SC2086 # words
        [[ $(huarong solve tile:5x5 $goal --file "$BATS_TEST_TMPDIR/states" --position-nodes 1 --heuristic manhattan --csv 2>/dev/null | grep -c unsolvable) -eq 0 ]]
        [[ $(awk '{for (c = 1; c <= NF; c++) if ($c == 0) print c}' "$BATS_TEST_TMPDIR/states" | sort -u | wc -l) -eq 25 ]]
    done
    huarong random drops:3x2 --count 500 >"$BATS_TEST_TMPDIR/states"
    [[ $(grep -cE '^[0-4] [0-4] [0-4] / [0-4] [0-4] [0-4]$' "$BATS_TEST_TMPDIR/states") -eq 500 ]]
    for cell in 1 3 7; do
        [[ $(cut -d' ' -f $cell "$BATS_TEST_TMPDIR/states" | sort -u | tr -d '\n') == 01234 ]]
    done
    [[ $(huarong solve drops:3x2 --file "$BATS_TEST_TMPDIR/states" --json | jq '[.positions[] | select(.outcome == "solved")] | length') -eq 500 ]]
}

@test "openings are valid, and a walk has as many moves as asked for" {
    huarong random klotski --count 20 --seed 3 >"$BATS_TEST_TMPDIR/states"
    run -0 --separate-stderr huarong solve klotski --file "$BATS_TEST_TMPDIR/states" -q
    [[ ${#lines[@]} -ge 20 ]]
    [[ $(huarong random blocks:pennant --walk 0) == "$(huarong random blocks:pennant --walk 0 --seed 9)" ]]
    [[ $(huarong random blocks:pennant --seed 9) == "$(huarong random blocks:pennant --walk 1000 --seed 9)" ]]
    # The distance's parity is that of the walk, because the graph is bipartite.
    for moves in 0 1 2 7; do
        state=$(huarong random tile:3x3 --walk $moves --seed 5)
        length=$(huarong solve tile:3x3 "$state" --json | jq '.positions[0].length')
        ((length <= moves && (moves - length) % 2 == 0))
    done
}

@test "a walk has a start, an exit and a metric, and a result replaces a file with --force" {
    for words in "tile:3x3 --from 123456708" "tile:3x3 --metric slide" "klotski --exit 0,0"; do
        # shellcheck disable=SC2086 # words
        huarong random $words --walk 2
    done
    : >"$BATS_TEST_TMPDIR/there"
    run -4 --separate-stderr huarong random tile:3x3 --output "$BATS_TEST_TMPDIR/there"
    huarong random tile:3x3 --output "$BATS_TEST_TMPDIR/there" --force
    [[ $(cat "$BATS_TEST_TMPDIR/there") == "$(huarong random tile:3x3)" ]]
}
