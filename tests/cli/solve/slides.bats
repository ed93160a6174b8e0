#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong solve: the 15-puzzle in the metric slide by IDA*

# shellcheck disable=SC2154 # bats sets stderr
load solve

readonly INNER='1 2 3 4 5 0 6 7 8 9 10 11 12 13 14 15'

# Print length and number of solutions of each position.
lengths() { huarong solve tile:4x4 --metric slide "$@" --json | jq -c '[.algorithm, [.positions[] | [.length, .solutions]]]'; }

@test "slides of the 15-puzzle: breadth-first search finds the same lengths and as many solutions" {
    cd "$BATS_TEST_TMPDIR" || return
    huarong random tile:4x4 --walk 60 --metric slide --count 3 --seed 5 >far
    huarong random tile:4x4 --walk 11 --metric slide --count 6 --seed 5 >near
    huarong random tile:4x4 --goal "$INNER" --walk 30 --metric slide --count 2 --seed 6 >inner
    [[ $(lengths --file far) == "${of_layers:=$(lengths --file far --algorithm layers | sed s/layers/idastar/)}" ]]
    [[ $of_layers == *"[23,"* ]] # the farthest one
    [[ $(lengths --file near --all) == "$(lengths --file near --all --algorithm layers | sed s/layers/idastar/)" ]]
    [[ $(lengths --file inner --goal "$INNER") == "$(lengths --file inner --goal "$INNER" --algorithm layers | sed s/layers/idastar/)" ]]
}

@test "slides: the same nodes and moves on any number of ranks" {
    local far='6 9 2 7 5 0 1 3 14 10 12 4 13 15 11 8' first=
    for n in $(of_tier "1 3" 2); do
        run -0 --separate-stderr ranks "$n" solve tile:4x4 "$far" --metric slide
        [[ ${lines[0]} == "21 moves, metric slide" && ${lines[1]} == "moves "*"; "* && ${lines[2]} == *", 7-4-4" ]]
        first=${first:-${lines[1]} ${lines[2]%% nodes*}}
        [[ "${lines[1]} ${lines[2]%% nodes*}" == "$first" ]]
    done
    run -0 --separate-stderr huarong solve tile:3x4 '1 2 3 4 5 6 7 8 9 10 0 11' --metric slide --verbose
    [[ $stderr == *"not idastar: idastar takes these positions of tile only if it is asked for"*"by layers"* ]]
}
