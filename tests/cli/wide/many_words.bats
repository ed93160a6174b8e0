#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# States of six to eight words: 52 pieces of one cell on large empty boards, to a few moves.

# shellcheck disable=SC2154 # bats sets stderr

load ../helper

setup() { cd "$BATS_TEST_TMPDIR" || return; }

# crowd SIDE [WALLS]: a square with all letters from its top left corner on, the first so many rows as walls. The last piece goes two cells
# further.
crowd() {
    awk -v side="$1" -v walls="${2-0}" 'BEGIN {
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for (at = 0; at < side * side; at++) {
            c = at < side * walls ? "#" : at < length(letters) ? substr(letters, at + 1, 1) : "."
            start = start c (at % side == side - 1 ? "\n" : "")
            goal = goal (c == "Z" ? "." : at == length(letters) + 1 ? "Z" : c) (at % side == side - 1 ? "\n" : "")
        }
        printf "start:\n%s\ngoal:\n%s", start, goal
    }'
}

# layers_on N ARGUMENTS…: depth, states and canonical states of each layer, on N ranks.
layers_on() { ranks "$1" enumerate "${@:2}" --csv --quiet </dev/null | cut -d, -f1-3; }

@test "states of any number of words have the same layers and solutions on any number of ranks" {
    local n size side words
    for size in $(of_tier 20:8 10:6 16:7); do
        side=${size%:*} words=${size#*:}
        crowd "$side" >"crowd$side"
        if [[ $words -gt 6 ]]; then
            run -2 --separate-stderr huarong solve blocks:"crowd$side" --algorithm astar
            [[ $stderr == *" takes $words: use layers" ]]
        fi
        for n in 1 $(of_tier 2 3); do
            layers_on "$n" blocks:"crowd$side" --max-depth 3 >"$side.$n"
            ranks "$n" solve blocks:"crowd$side" --algorithm layers --json --quiet | jq -c '.positions[0] | [.length, .solutions]' >>"$side.$n"
            ranks "$n" solve blocks:"crowd$side" --all --json --quiet | jq -c '.positions[0] | [.length, .solutions]' >>"$side.$n"
            cmp "$side.1" "$side.$n"
        done
        [[ $(wc -l <"$side.1") -eq 7 ]]
        grep -qx '\[2,1\]' "$side.1"
    done
}

@test "pieces that cannot be reached in two moves may be walls" {
    crowd 16 >open
    crowd 16 1 >walled
    layers_on 1 blocks:walled --max-depth 2 >few
    [[ $(wc -l <few) -eq 4 ]]
    layers_on 2 blocks:open --max-depth 2 | cmp - few
}

@test "a run of seven words goes on from its checkpoint on another number of ranks" {
    crowd 16 >open
    layers_on 1 blocks:open --max-depth 3 >whole
    ranks 2 enumerate blocks:open --max-depth 2 --checkpoint kept --quiet
    ranks 3 enumerate blocks:open --max-depth 3 --checkpoint kept --resume --csv --quiet </dev/null | cut -d, -f1-3 | cmp - whole
}

@test "a table of more than a mebibyte of states is the same on any number of ranks" {
    # Two rows of 21 bars, each two cells high, and a gap: five words a state, whose 40 bytes do not divide a table's chunks.
    local n upper=abcdefghijklmnopqrstu. lower=ABCDEFGHIJKLMNOPQRSTU.
    echo "start: $upper/$upper/$lower/$lower; exit: a right" >bars
    for n in $(of_tier 1 2 3); do
        ranks "$n" enumerate blocks:bars --table "$n.table" --quiet >found
        cmp 1.table "$n.table"
    done
    [[ $(huarong info 1.table | awk '$1 == "values" {print $4 + 0}') -gt 1048576 ]] # where they begin
    ranks 2 verify 1.table --quiet
}
