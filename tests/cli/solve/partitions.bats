#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Several partitions at once (--heuristic +A+B), whose search leaves out needless sequences of moves, beside plain searches.

# shellcheck disable=SC2154 # bats sets stderr

load solve

readonly HARDEST='8 6 7 2 5 4 3 0 1' # 31 moves
readonly LONG='14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15' # 59 moves, 11 million nodes
readonly SEVERAL=+4-4+2-6+3-5

@test "lengths, and numbers of shortest solutions, are those of plain searches" {
    cd "$BATS_TEST_TMPDIR"
    huarong random tile:3x3 --count 40 --seed 5 >boards
    echo "$HARDEST" >>boards
    answers() { jq -c '[.positions[] | [.length, .solutions]]' "$1"; }
    for options in "" --all; do
        # shellcheck disable=SC2086 # no word or one
        huarong solve tile:3x3 --file boards --heuristic manhattan --json $options >plain
        [[ $(jq '.positions | length' plain) -eq 41 && $(jq '.positions[40].length' plain) -eq 31 ]]
        for n in 1 3; do
            # shellcheck disable=SC2086 # no word or one
            ranks "$n" solve tile:3x3 --file boards --heuristic "$SEVERAL" --json $options >several.$n
            diff <(answers plain) <(answers several.$n)
        done
        diff <(jq -c '[.positions[] | [.nodes, .moves]]' several.1) <(jq -c '[.positions[] | [.nodes, .moves]]' several.3)
    done
}

@test "partitions that are written out are all taken, and a name that is too long is refused" {
    local rows=+1,2,3/4,5,6/7,8,9/10,11,12/13,14,15 columns=+4,8,12/1,5,9/13,2,6/10,14,3/7,11,15 long
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic "$rows$columns" --json
    [[ $(jq -r '.heuristic, .positions[0].length' <<<"$output") == "$rows$columns"$'\n44' ]]
    printf -v long '%*s' 511 ''
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic "+${long// /1}"
    [[ $stderr == *"is too long: a name has at most 511 characters"* ]]
}

@test "a weighted solution is as good as is said" {
    for weight in 5/4 3/2 2; do
        for n in $(of_tier 2 1); do
            run -0 --separate-stderr ranks "$n" solve tile:4x4 "$KNOWN" --heuristic +4-4-4-3 --weight "$weight" --json
            jq -e "44 <= .positions[0].length and .positions[0].length <= 44 * $weight and .positions[0].lower_bound <= 44" <<<"$output"
        done
    done
}

@test "a search that is stopped goes on, but not with other sequences of moves" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR"
    local options=("$LONG" --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --heuristic +4-4-4-3 --json --checkpoint kept)
    results() { jq -c '.positions[0] | [.length, .nodes, .moves]' "$1"; }
    huarong solve tile:4x4 "${options[@]}" >expected
    rm -r kept
    [[ $(jq '.positions[0].length' expected) -eq 59 ]]
    run -3 --separate-stderr huarong solve tile:4x4 "${options[@]}" --max-time 0.000001s
    run -4 --separate-stderr huarong solve tile:4x4 "${options[@]}" --resume --all
    [[ $stderr == *"without needless sequences of"* ]]
    ranks 3 solve tile:4x4 "${options[@]}" --resume >resumed
    diff <(results expected) <(results resumed)
}
