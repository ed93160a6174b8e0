#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# `scripts/test --changed` chooses tests by tests_of.py. ctest sets HR_SOURCE_DIR.

bats_require_minimum_version 1.5.0

setup() { cd "$HR_SOURCE_DIR" || return 1; }

# touches FILE TEST…: does a change of this file touch these tests, and not those after `no `?
touches() {
    local test chosen
    chosen=$(tests/house/tests_of.py "$1")
    for test in "${@:2}"; do
        if [[ $test == no\ * ]]; then ! [[ ${test#no } =~ $chosen ]]; else [[ $test =~ $chosen ]]; fi || { echo "$1: $test" && return 1; }
    done
}

@test "a source touches the tests of its folder and those that use it" {
    touches src/solve/astar/closed.c unit.closed mpi.astar.np3 mpi.search_solve.np2 cli.astar "no mpi.frontier.np2" "no mpi.idastar.np2" \
        "no golden.korf100.np2"
    touches src/core/error.c golden.korf100.np2
    touches src/puzzle/added/together.c cli.plugin
    touches src/puzzle/blocks/formats/own.c cli.blocks
    touches src/cli/commands/play.c cli.play
    touches src/cli/main.c "no unit.closed"
}

@test "a test touches itself, a page what reads pages, and what all share everything" {
    [[ $(tests/house/tests_of.py tests/unit/solve/test_closed.c tests/cli/solve/list.bats) == '^(cli\.list|unit\.closed)(\.|$)' ]]
    [[ $(tests/house/tests_of.py tests/cli/whole/plan.approved) == '^(cli\.whole_plan)(\.|$)' ]]
    touches src/cli/manual/huarong.1 cli.manual
    touches src/report/page/source/moves.js page.moves "no unit.closed"
    [[ $(tests/house/tests_of.py tests/support/forge.c README.md) == . ]]
    [[ -z $(tests/house/tests_of.py scripts/lint CITATION.cff) ]]
}

@test "each file that a test is made from is known" {
    local files=(tests/{unit,mpi}/*/test_*.c tests/golden/test_*.c tests/page/test_*.js tests/cli/*.bats)
    [[ $(tests/house/tests_of.py "${files[@]}" | tr -cd '|' | wc -c) -eq ${#files[@]} ]] # one more than between the names
}
