#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# `scripts/test --changed` chooses tests by tests_of.py. ctest sets HR_SOURCE_DIR.

bats_require_minimum_version 1.5.0

setup() { cd "$HR_SOURCE_DIR" || return 1; }

# touches TEST FILE…: does a change of these files touch the test?
touches() { grep -qE "$(tests/house/tests_of.py "${@:2}")" <<<"$1"; }

@test "a source touches the tests of its room and of those that use it" {
    touches unit.closed src/solve/astar/closed.c
    touches mpi.astar.np3 src/solve/astar/astar.c
    touches mpi.search_solve.np2 src/solve/astar/astar.c
    touches golden.korf100.np2 src/core/error.c
    touches cli.astar src/solve/astar/astar.c
    run -1 touches mpi.frontier.np2 src/solve/astar/astar.c
    run -1 touches unit.closed src/cli/main.c
}

@test "a test touches itself, a page what reads pages, and what all share everything" {
    [[ $(tests/house/tests_of.py tests/unit/solve/test_closed.c tests/cli/solve/list.bats) == '^(cli\.list|unit\.closed)(\.|$)' ]]
    [[ $(tests/house/tests_of.py tests/cli/whole/plan.approved) == '^(cli\.whole_plan)(\.|$)' ]]
    touches cli.manual src/cli/manual/huarong.1
    touches page.moves src/report/page/source/moves.js
    run -1 touches unit.closed src/report/page/source/moves.js
    [[ $(tests/house/tests_of.py tests/support/forge.c README.md) == . ]]
    [[ -z $(tests/house/tests_of.py scripts/lint CITATION.cff) ]]
}

@test "each file that a test is made from is known" {
    local files=(tests/{unit,mpi}/*/test_*.c tests/golden/test_*.c tests/page/test_*.js tests/cli/*.bats)
    [[ $(tests/house/tests_of.py "${files[@]}" | tr -cd '|' | wc -c) -eq ${#files[@]} ]] # one more than between the names
}
