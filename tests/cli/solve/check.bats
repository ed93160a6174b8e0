#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong solve --check: lists of moves are judged

# shellcheck disable=SC2154 # bats sets stderr
load solve

@test "moves of tiles: letters with counts, of the blank or of the tile" {
    local words
    for words in RR r,r R2 "LL --moves-of tile"; do
        # shellcheck disable=SC2086 # words
        run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 0 7 8' -q --check $words
        [[ ${lines[0]} == "checked: a solution of 2 in unit, 1 in slide; the shortest:" && ${lines[1]} == "2 moves, as many as in the list" ]]
        [[ ${lines[2]} == "moves      $(tr r R <<<"${words:0:1}")"* ]]
    done
    run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 0 7 8' --check U2D2RUDR
    [[ ${lines[0]} == "checked: a solution of 8 in unit, 6 in slide; the shortest:" && ${lines[1]} == "2 moves, 6 fewer than in the list" ]]
    run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 0 7 8' --check U2D2RUDR --metric slide
    [[ ${lines[1]} == "1 move, metric slide, 5 fewer than in the list" ]]
    # A pipe is read once, and the result that solve prints is a list.
    printf 'start: @./..; goal: ../.@\n' >"$BATS_TEST_TMPDIR/at"
    run -0 --separate-stderr huarong solve blocks:"$BATS_TEST_TMPDIR/at" @- -q --check ' @ right 1; @ down 1' <<<'@./..'
    [[ ${lines[1]} == "2 moves, metric unit, as many as in the list" ]]
    run -2 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 0 7 8' --check '2 moves RR'
    huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' -q >"$BATS_TEST_TMPDIR/result"
    run -0 --separate-stderr huarong solve tile:3x3 @- -q --check "@$BATS_TEST_TMPDIR/result" <<<'8 6 7 2 5 4 3 0 1'
    [[ ${lines[0]} == "checked: a solution of 31 in unit, "* && ${lines[1]} == "31 moves, as many as in the list" ]]
}

# A solution in each metric has its own length there, which the openings' lists tell (tests/golden/klotski), and alike pieces that
# could share a move's cells do not: without that the last list would count 84.
@test "a list that solve has printed is judged, of every kind, in every metric" {
    cd "$BATS_TEST_TMPDIR"
    local metric n
    for metric in unit:116 slide:90 move:81; do
        huarong solve klotski 横刀立马 --metric "${metric%:*}" -q >list
        for n in $(of_tier 2 1); do
            run -0 --separate-stderr ranks "$n" solve klotski 横刀立马 -q --check @list
            [[ ${lines[0]} == *" ${metric#*:} in ${metric%:*}"[,\;]* && ${lines[1]} == "116 moves, metric unit, "*" in the list" ]]
        done
    done
    local pennant=$BATS_TEST_DIRNAME/../../golden/blocks/pennant.txt
    for metric in unit:83 slide:62 move:59; do
        huarong solve blocks:"$pennant" --metric "${metric%:*}" -q >list
        run -0 --separate-stderr huarong solve blocks:- -q --check @list <"$pennant" # which is read once
        [[ ${lines[0]} == *" ${metric#*:} in ${metric%:*}"[,\;]* && ${lines[1]} == "83 moves, metric unit, "*" in the list" ]]
    done
}
