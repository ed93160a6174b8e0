#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# One rank runs out of memory, or cannot send, while the others wait for it: exit 70 and one line, and no rank waits for ever.
# support/programs/failing_place.c is the program.

# shellcheck disable=SC2030,SC2031,SC2154 # tests run in shells of their own; bats sets stderr

load helper

readonly GOAL='0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15'
readonly SHORT='4 1 2 3 5 6 7 0 8 9 10 11 12 13 14 15' # a few moves
readonly LONG='13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6'  # 55 moves, 15 million nodes: all ranks search it together

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
    # Ranks that wait do not end at a polite signal, and need not be given a second for it.
    export OMPI_MCA_odls_base_sigkill_timeout=0 PRTE_MCA_odls_base_sigkill_timeout=0
}

# place WHAT NAME CALL RANK RANKS ARGUMENTS…: from that call of a function on, a rank has no memory, or cannot send.
place() {
    rm -rf ckp
    export HR_FAIL_WHAT=$1 HR_FAIL_PLACE=$2 HR_FAIL_CALL=$3 HR_FAIL_RANK=$4
    run --separate-stderr timeout -k 5 300 "$HR_MPIRUN" -n "$5" "$HR_FAILING_PLACE" "${@:6}" </dev/null
    if [[ $status -ne 70 || $(grep -c "^huarong $6: .*\(out of memory\|MPI failed\)" <<<"$stderr") -ne 1 ]]; then
        echo "$*: exit $status: $stderr" >&2
        return 1
    fi
}

# The same with `solve`, of one position, and of several.
solve_one() { place "$@" solve tile:4x4 --goal "$GOAL" --heuristic manhattan "$LONG" --checkpoint ckp --checkpoint-every 0.000001s; }
solve_many() {
    place "$@" solve tile:4x4 --goal "$GOAL" --heuristic manhattan "$LONG" "$SHORT" "$SHORT" "$LONG" --checkpoint ckp --checkpoint-every 0.000001s
}

@test "the program works while nothing fails" {
    export HR_FAIL_PLACE=
    run -0 --separate-stderr "$HR_MPIRUN" -n 3 "$HR_FAILING_PLACE" solve tile:4x4 --goal "$GOAL" --heuristic manhattan "$LONG" </dev/null
    [[ ${lines[0]} == "55 moves" ]]
}

@test "solve: memory for a checkpoint while a position is searched together" {
    solve_one memory hr_collect_begin 1 1 2
    also solve_one memory hr_collect_begin 2 2 3
    solve_one memory hr_collect_begin 1 0 2
    also solve_one memory hr_collect_test 1 0 3
    also solve_one memory hr_checkpoint_put 1 0 2
    solve_one memory hr_idastar_records_save 2 1 3
    solve_many memory hr_collect_begin 2 1 2
}

@test "solve: memory for the search" {
    solve_one memory hr_idastar_worker_create 1 1 2
    also solve_one memory hr_idastar_worker_create 1 0 3
    solve_one memory hr_idastar_worker_start 1 0 2
    also solve_one memory hr_idastar_packets_cut 1 2 3
    solve_one memory hr_mailbox_create 1 1 2
    also solve_many memory hr_idastar_worker_create 2 1 2
    solve_many memory hr_idastar_records_add 1 1 2
    also solve_many memory hr_idastar_records_add 1 0 2
}

@test "solve: a message cannot be sent" {
    solve_one send hr_mailbox_send 1 1 2
    also solve_one send hr_mailbox_send 3 2 3
    also solve_one memory hr_mailbox_send 1 0 2
    solve_many send hr_mailbox_send 4 1 2
}

@test "solve: one message is lost" {
    export HR_FAIL_ONCE=1
    for call in $(of_tier "1 4" 2 3 5 6); do
        solve_one send hr_mailbox_send "$call" 1 2
    done
}

@test "openings: a report to the first rank fails" {
    # Ranks take families in turns. Of 35 that are searched in a third of a second each rank gets some.
    place memory hr_openings_report_event 1 1 2 openings klotski:4x5
    also place send hr_openings_report_event 1 2 3 openings klotski:4x5 --checkpoint ckp
    place memory hr_family_search_open 1 1 2 openings klotski:4x5
    also place memory hr_mailbox_create 1 1 2 openings klotski:3x3
}

@test "openings: memory for a family that ranks share in a window of MPI" {
    # A window is freed by all of its ranks together. The rank that failed must not wait for the others there.
    export HR_NO_MEMFD=1
    local large=(openings klotski:5x5 --metric move --pieces "2,3,4")
    place memory hr_family_search_open 1 1 2 "${large[@]}"
    also place memory hr_family_search_open 1 0 3 "${large[@]}"
}

@test "openings: memory for a family that all ranks of two nodes search" {
    export HUARONG_PRETEND_NODES=2
    local large=(openings klotski:5x5 --metric move --pieces "2,3,4")
    place memory hr_family_search_open 1 1 2 "${large[@]}"
    also place memory hr_exchange_create 1 2 3 "${large[@]}"
    place memory hr_components_count 1 0 3 openings klotski:4x6 --pieces "2,3,5"
}

@test "enumerate: memory for a checkpoint at the greatest depth" {
    local checkpoint=(--checkpoint ckp --checkpoint-every 0.000001s)
    local call
    for call in $(of_tier "1 11" 10); do # once for each layer; the last call is for the greatest depth
        place memory hr_collect_begin "$call" 1 2 enumerate tile:3x3 --engine planes --max-depth 10 "${checkpoint[@]}"
    done
    place memory hr_collect_begin 5 2 3 enumerate tile:3x3 --engine frontier --max-depth 10 "${checkpoint[@]}"
    also place memory hr_checkpoint_put 3 1 2 enumerate tile:3x3 --engine frontier "${checkpoint[@]}"
    also place memory hr_enumeration_add 1 1 2 enumerate tile:3x3 --engine planes
    place memory hr_enumeration_add 1 1 2 enumerate tile:3x3 --engine frontier
}

@test "enumerate: memory or a message for words from the disks of another node" {
    # Rank r is on node r modulo 2, and finds its disk in the directory of that name.
    mkdir -p 0/disk 1/disk
    cat >apart <<END
#!/bin/sh
cd "\$((OMPI_COMM_WORLD_RANK % 2))" && exec "$HR_FAILING_PLACE" "\$@"
END
    chmod +x apart
    export HR_FAILING_PLACE=$PWD/apart HUARONG_PRETEND_NODES=2
    also place memory hr_bulk_create 1 1 2 enumerate tile:3x3 --scratch disk
    place memory hr_bulk_receive 1 0 2 enumerate tile:3x3 --scratch disk
    also place memory hr_bulk_send 1 1 3 enumerate tile:3x3 --scratch disk
    place send hr_bulk_send 1 0 2 enumerate tile:3x3 --scratch disk
    also place send hr_bulk_send 200 2 3 enumerate tile:3x3 --scratch disk --checkpoint "$PWD/ckp"
    HR_FAIL_ONCE=1 place send hr_bulk_send 100 1 2 enumerate tile:3x3 --scratch disk
}

@test "survey: memory for a line that the other ranks can read" {
    printf '%s\n' 'start: ab/..; goal: ba/..' 'start: a.; goal: .a' >boards
    also place memory hr_survey_line_read 2 1 3 survey boards # whether it is a puzzle
    place memory hr_survey_line_read 3 1 3 survey boards
    also place memory hr_survey_line_read 2 0 2 survey boards --keep-going
}
