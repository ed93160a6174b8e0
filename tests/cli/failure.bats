#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# MPI fails in the middle of things: exit 70, our line once, no rank waits for ever. support/failing_mpi.c is the program.

# shellcheck disable=SC2154 # bats sets stderr and stderr_lines

load helper

# broken FROM RANK: reductions fail from the one numbered FROM, on RANK or (none given) on all ranks.
broken() {
    export HR_FAIL_FROM=$1
    if [[ -n $2 ]]; then
        export HR_FAIL_RANK=$2
    else
        unset HR_FAIL_RANK
    fi
    run -70 --separate-stderr timeout 120 "$HR_MPIRUN" -n 3 "$HR_FAILING_PROGRAM" enumerate tile:3x3 </dev/null
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 1 && $stderr == *"huarong enumerate: MPI failed in MPI_Allreduce"* ]]
}

@test "the program works while nothing fails" {
    run -0 --separate-stderr "$HR_MPIRUN" -n 3 "$HR_FAILING_PROGRAM" enumerate tile:3x3 --csv </dev/null
    [[ ${#lines[@]} -eq 33 ]]
}

@test "MPI fails on all ranks" {
    broken 1 ""
    broken 30 ""
}

@test "MPI fails on the first rank only" {
    broken 1 0
    broken 30 0
}

@test "MPI fails on another rank only" {
    broken 1 1
    broken 30 2
}

@test "MPI fails on a rank that is alone" {
    export HR_FAIL_FROM=3
    run -70 --separate-stderr timeout 120 "$HR_FAILING_PROGRAM" enumerate tile:3x3
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 1 ]]
}
