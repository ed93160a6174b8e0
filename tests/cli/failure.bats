#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# MPI fails in the middle of things: exit 70, our line once, no rank waits for ever. support/programs/failing_mpi.c is the program.

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
    run -70 --separate-stderr timeout 300 "$HR_MPIRUN" -n 3 "$HR_FAILING_PROGRAM" enumerate tile:3x3 --progress=never </dev/null
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 1 && $stderr == *"huarong enumerate: MPI failed in MPI_Allreduce"* ]]
}

@test "the program works while nothing fails" {
    run -0 --separate-stderr "$HR_MPIRUN" -n 3 "$HR_FAILING_PROGRAM" enumerate tile:3x3 --csv </dev/null
    [[ ${#lines[@]} -eq 33 ]]
}

@test "MPI fails on all ranks" {
    broken 1 ""
    also broken 30 ""
}

@test "MPI fails on the first rank only" {
    also broken 1 0
    broken 30 0
}

@test "MPI fails on another rank only" {
    also broken 1 1
    broken 30 2
}

@test "a rank that is alone asks MPI for nothing, with a launcher and without" {
    export HR_FAIL_FROM=1
    run -0 timeout 300 "$HR_FAILING_PROGRAM" enumerate tile:3x3 --quiet
    run -0 timeout 300 "$HR_MPIRUN" -n 1 "$HR_FAILING_PROGRAM" enumerate tile:3x3 --quiet </dev/null
}

@test "what the environment chooses for Open MPI stays, also on one node" {
    OMPI_MCA_pml=no_such_component SLURM_PROCID=0 run ! huarong enumerate tile:3x3
    [[ $output == *no_such_component* || $output == *ORTE_ERROR_LOG*show_help* ]] # Open MPI 4 may lose the message, and say so
}

# late RANKS COMMAND …: a thread of Open MPI 4 is late with the events that MPI_Init_thread has left to it (support/programs/late_events.c),
# so that the program is done before it. MPI_Finalize would free what that thread works on.
late() { LD_PRELOAD=$HR_LATE_EVENTS:${LD_PRELOAD-} timeout 100 "$HR_MPIRUN" -n "$1" "$HR_PROGRAM" "${@:2}" </dev/null; }

@test "ranks that are done before Open MPI's own thread end well" {
    for n in 1 2; do
        run -0 --separate-stderr late "$n" enumerate tile:2x2 --csv
        [[ ${#lines[@]} -eq 8 && $stderr == "" ]]
    done
}

@test "so do ranks whose command line is wrong, and which have nothing to do" {
    run -2 --separate-stderr late 2 enumerate tile:1x1
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 1 && $stderr != *signal* ]]
}

@test "a crash of MPI_Finalize ends the program without Open MPI's handler, and after its result" {
    [[ -z ${ASAN_OPTIONS-} ]] || skip "sanitizers have an MPI_Finalize of their own, and handlers"
    for number in $(of_tier 11 6 7 8); do
        export HR_CRASH_AT_END=$number
        SLURM_PROCID=0 run -$((128 + number)) --separate-stderr "$HR_FAILING_PROGRAM" enumerate tile:2x2 --csv
        [[ ${#lines[@]} -eq 8 && $stderr != *"Process received signal"* ]]
    done
}

# stopped_at WRITE RANKS COMMAND …: a signal at this write to the table leaves no file, and a checkpoint from which the same bytes come.
stopped_at() {
    local write=$1 ranks=$2
    shift 2
    cd "$BATS_TEST_TMPDIR" || return
    rm -rf kept whole.table
    huarong "$@" --table whole.table --quiet
    export HR_SIGNAL_AT=$write
    run -3 --separate-stderr "$HR_MPIRUN" -n "$ranks" "$HR_FAILING_PROGRAM" "$@" --table stopped.table --json </dev/null
    [[ $stderr == *"stopped by a signal while the table was being written"* ]]
    [[ $(compgen -G 'stopped.table*') == "" ]]
    run -3 --separate-stderr "$HR_MPIRUN" -n "$ranks" "$HR_FAILING_PROGRAM" "$@" --table stopped.table --json --checkpoint kept </dev/null
    [[ $stderr == *"go on with --resume"* && $(compgen -G 'stopped.table*') == "" ]]
    unset HR_SIGNAL_AT
    ranks $((3 - ranks)) "$@" --table stopped.table --quiet --checkpoint kept --resume
    cmp whole.table stopped.table
    rm stopped.table
}

@test "a signal while a table is written: no file, exit code 3, and the writing is done again" {
    also stopped_at 1 2 enumerate tile:2x5 --engine planes
    stopped_at 3 1 enumerate tile:2x5 --engine planes
    [[ $(jq -c '[.complete, .stop, .table, .states]' <<<"$output") == '[true,"signal",false,1814400]' ]]
    stopped_at 1 1 enumerate tile:2x5 --engine frontier
}

@test "a disk that is full while a table is written: exit code 4, the old file stays, and the search is kept" {
    cd "$BATS_TEST_TMPDIR"
    huarong enumerate tile:2x5 --table whole.table --quiet
    echo old >full.table
    HR_FULL_AT=2 run -4 --separate-stderr "$HR_MPIRUN" -n 2 "$HR_FAILING_PROGRAM" enumerate tile:2x5 --table full.table --force --json \
        --checkpoint kept </dev/null
    [[ $stderr == *"full.table: cannot write"*"go on with --resume"* ]]
    [[ $(jq -c '[.complete, .stop, .table, .states]' <<<"$output") == '[true,"none",false,1814400]' ]]
    [[ $(compgen -G 'full.table*') == full.table && $(cat full.table) == old ]]
    ranks 1 enumerate tile:2x5 --table full.table --force --quiet --checkpoint kept --resume --log log.jsonl
    cmp whole.table full.table
    grep -q '"event":"resumed"' log.jsonl
    run -1 grep '"event":"layer"' log.jsonl # none was made again
}

@test "a table that the disk does not keep: exit code 4 and no file" {
    cd "$BATS_TEST_TMPDIR"
    local n
    for n in $(of_tier 2 1); do
        HR_UNSYNCED_AT=1 run -4 --separate-stderr "$HR_MPIRUN" -n "$n" "$HR_FAILING_PROGRAM" enumerate tile:2x3 --table lost.table --quiet </dev/null
        [[ $stderr == *"lost.table"*"Input/output error"* && -z $(compgen -G 'lost.table*') ]]
    done
}

@test "a disk that is full while keys are written: the states are kept for the next run" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR"
    huarong enumerate blocks:pennant --table whole.table --quiet
    HR_FULL_AT=1 run -4 --separate-stderr "$HR_MPIRUN" -n 2 "$HR_FAILING_PROGRAM" enumerate blocks:pennant --table keys.table --quiet \
        --checkpoint kept </dev/null
    [[ $stderr == *"keys.table: cannot write"*"go on with --resume"* && -z $(compgen -G 'keys.table*') ]]
    ranks 1 enumerate blocks:pennant --table keys.table --quiet --checkpoint kept --resume --log log.jsonl
    cmp whole.table keys.table
    grep -q '"event":"resumed"' log.jsonl
    run -1 grep '"event":"layer"' log.jsonl
}

@test "the search is kept before the table is written, where that may take longer than from checkpoint to checkpoint" {
    cd "$BATS_TEST_TMPDIR"
    ranks 2 enumerate tile:2x5 --table one.table --quiet --checkpoint kept --checkpoint-every 0.4s # half a second is planned at least
    ranks 3 enumerate tile:2x5 --table two.table --quiet --checkpoint kept --resume --log log.jsonl
    cmp one.table two.table
    grep -q '"event":"resumed"' log.jsonl
    run -1 grep '"event":"layer"' log.jsonl
}

@test "a disk that is full when solve is stopped: exit code 4, and what is solved is printed" {
    cd "$BATS_TEST_TMPDIR"
    # No machine solves the second position in a second.
    printf '%s\n' "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15" "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1" >positions
    local ranks
    for ranks in $(of_tier 2 1); do
        HR_FULL_AT=1 run -4 --separate-stderr "$HR_MPIRUN" -n "$ranks" "$HR_FAILING_PROGRAM" solve tile:4x4 --heuristic manhattan \
            --file positions --json --max-time 0.5s --checkpoint kept </dev/null
        [[ $(jq -c '[.positions[] | .length]' <<<"$output") == "[1,null]" ]]
        [[ $(grep -c '^huarong solve: kept/checkpoint-000001: cannot write: the disk is full' <<<"$stderr") -eq 1 ]]
    done
}
