#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# A heuristic is one row of a table: support/programs/misplaced.c adds the number of misplaced tiles, and everything works for it.

load helper

readonly HARDEST='8 6 7 2 5 4 3 0 1' # 31 moves (Reinefeld 1993)
setup() { cd "$BATS_TEST_TMPDIR" || return; }

toys() { "$HR_TOYS_PROGRAM" "$@"; }

toys_on() { "$HR_MPIRUN" -n "$1" "$HR_TOYS_PROGRAM" "${@:2}" </dev/null; }

# Of a run that goes on, earlier iterations are not listed.
results() { jq 'del(.command, .seconds, .ranks, .positions[].seconds, .positions[].iterations)' "$1"; }

@test "solve takes it by its name, and results do not depend on the ranks" {
    toys solve tile:3x3 "$HARDEST" --heuristic misplaced --json >one
    [[ $(jq -c '[.heuristic, .positions[0].length]' one) == '["misplaced",31]' ]]
    toys_on 3 solve tile:3x3 "$HARDEST" --heuristic misplaced --json >three
    diff <(results one) <(results three)
    [[ $(toys solve tile:3x3 "$HARDEST" --algorithm astar --heuristic misplaced --json | jq -c '[.heuristic, .positions[0].length]') == '["misplaced",31]' ]]
    # It sees less than the Manhattan distance does, so it needs more nodes.
    [[ $(jq .positions[0].nodes one) -gt $(toys solve tile:3x3 "$HARDEST" --heuristic manhattan --json | jq .positions[0].nodes) ]]
}

@test "a run by it goes on from a checkpoint, and only by it" {
    printf '%s\n' '1 2 3 4 5 6 7 0 8' "$HARDEST" '6 4 7 8 5 0 3 2 1' >boards
    local options=(--file boards --json --heuristic)
    toys solve tile:3x3 "${options[@]}" misplaced --quiet >expected
    run -3 toys solve tile:3x3 "${options[@]}" misplaced --checkpoint kept --max-time 0.000001s
    toys_on 2 solve tile:3x3 "${options[@]}" misplaced --checkpoint kept --resume --quiet >result
    diff <(results expected) <(results result)
    run -4 --separate-stderr toys solve tile:3x3 "${options[@]}" manhattan --checkpoint kept --resume
    # shellcheck disable=SC2154 # bats sets stderr
    [[ $stderr == *misplaced* ]]
}

@test "help and messages name it" {
    [[ $(toys solve --help) == *misplaced*"tile: number of tiles that are not at home"* ]]
    run -2 toys solve tile:3x3 "$HARDEST" --heuristic nonsense
    [[ $output == *misplaced* ]]
    run -2 toys solve tile:3x3 "$HARDEST" --heuristic misplaced --no-mirror
    [[ $output == *"--no-mirror"*misplaced* ]]
    run -2 toys solve drops:2x2 '0 2 3 4' --heuristic misplaced
}

@test "auto never takes it" {
    [[ $(toys solve tile:3x3 "$HARDEST" --json | jq -r .heuristic) == conflict ]]
}
