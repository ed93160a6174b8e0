#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The walk itself: faults come where they are asked for, and whatever may be wrong after a run is noticed.

# shellcheck disable=SC2016,SC2154,SC2164 # bats sets output and stops at a failing cd; the commands are the stand-in's

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
    export TMPDIR=$BATS_TEST_TMPDIR
    real=$HR_PROGRAM
}

walk() { "$BATS_TEST_DIRNAME/walk" "$@"; }

# misbehaving COMMANDS: a program in place of huarong. Where no fault is asked for it is huarong; else the commands are run, in which
# `really "$@"` is huarong.
misbehaving() {
    cat >program <<END
#!/bin/sh
unset LD_PRELOAD
[ -n "\$HR_FAULT" ] || exec "$real" "\$@"
really() { "$real" "\$@"; }
$1
END
    chmod +x program
    export HR_PROGRAM=$PWD/program
}

# notices TEXT COMMANDS: a run that does this fails, with the text.
notices() {
    misbehaving "$2"
    run -0 walk --point "${case:-frontier-table}" "${ranks:-1}" write:0:99999:fail
    [[ $output == *"FAILED: "*"$1"* ]]
}

@test "a call that fails, in the program or in MPI-IO" {
    run -0 walk --point frontier-table 1 memory:0:5:fail
    [[ $output == *$'\naborted\n'* ]]
    run -0 walk --point frontier-table 1 write:0:1:fail
    [[ $output == *$'\nrefused\n'* ]]
    run -0 walk --point frontier-table 1 open:0:99999:fail
    [[ $output == *$'\nuntouched' ]]
    run -0 walk --point frontier-blocks 1 map:0:1:fail
    [[ $output == *"layer 0 would need about "*", and the node gives less, despite the "*$'\nstopped\n'* ]]
}

@test "MPI fails, on one rank or on one of several" {
    run -0 walk --point frontier 2 mpi:0:9:fail
    [[ $output == *$'\naborted\n'* ]]
    run -0 walk --point frontier 3 mpi:2:9:fail
    [[ $output == *$'\naborted\n'* ]]
    run -0 walk --point frontier 3 mpi:1:1:fail # MPI_Init_thread
    [[ $output == *"MPI failed in MPI_Init_thread"*$'\naborted\n'* ]]
}

@test "one rank or all are killed, before a call or in the middle of a write" {
    for fault in 1:write:0:1:kill 1:write:0:1:tear 3:mpi:2:40:kill 3:mpi:1:40:kill-all; do
        run -0 walk --point frontier-kept "${fault%%:*}" "${fault#*:}"
        [[ $output == *$'\nkilled'* ]]
    done
}

@test "every call of the C library and of MPI can fail, unless sound.txt has a reason why not" {
    nm --dynamic --undefined-only "$HR_PROGRAM" | sed -E 's/^.* //; s/@.*//; /^(ompi|json)[A-Z_]/d' | sort >called
    nm --dynamic --defined-only "$HR_FAULTS" | sed 's/^.* //' >faulty
    grep -v '^#' "$BATS_TEST_DIRNAME/sound.txt" | tr ' ' '\n' >sound
    grep -q MPI_Allreduce faulty
    comm -23 called <(sort faulty sound) >missing
    cat missing
    [[ ! -s missing ]]
}

@test "a wrong result is noticed" {
    case=frontier-text notices "exit code 0 with another result" 'really "$@" | sed s/12/13/'
}

@test "an incomplete result with exit code 0 is noticed" {
    case=frontier-csv notices "exit code 0 with another result" 'really "$@" | head -n 3'
}

@test "a wrong result of a run that failed is noticed" {
    case=frontier-csv notices "exit code 4 with a wrong result" 'really "$@" | sed 3s/1/2/; echo "huarong: failed" >&2; exit 4'
}

@test "a run that does not end is noticed" {
    HR_FAULT_SECONDS=1 notices "no end after 1 s" 'while :; do :; done'
    ranks=3 HR_FAULT_SECONDS=1 notices "no end after 1 s" 'while :; do :; done'
    HR_FAULT_SECONDS=1 notices "no end after 1 s" 'sleep 60'
}

@test "a crash, an undocumented exit code and a missing reason are noticed" {
    notices "exit code 139" 'kill -SEGV $$'
    notices "exit code 5" 'exit 5'
}

@test "a damaged file is noticed" {
    notices "result.table is damaged" 'really "$@"; printf x | dd of=result.table bs=1 seek=4500 conv=notrunc status=none'
    case=frontier-blocks-output notices "result.csv is damaged" 'really "$@"; sed -i 3s/1/2/ result.csv; echo "huarong: stopped" >&2; exit 3'
}

@test "the first lines of a result in a file, as a limit leaves them, are right" {
    misbehaving 'really "$@"; sed -i 3q result.csv; echo "huarong: stopped" >&2; exit 3'
    run -0 walk --point frontier-blocks-output 1 write:0:99999:fail
    [[ $output != *damaged* ]]
}

@test "a file that is lost is noticed" {
    case=frontier-force notices "result.table is lost" 'rm result.table; echo "huarong: failed" >&2; exit 4'
}

@test "a left-over is noticed" {
    notices "left over: result.table.old" 'really "$@"; touch result.table.old'
}

@test "a rank that ends a little later is waited for, and one that does not end is noticed" {
    misbehaving 'touch result.table.old; { sleep 1; rm result.table.old; } >rank 2>&1 3>&- & really "$@"; rm -f rank'
    run -0 walk --point frontier-table 1 write:0:99999:fail
    [[ $output == *$'\nuntouched' ]]
    HR_FAULT_SECONDS=2 notices "a rank outlives the run" \
        'sleep 600 >rank 2>&1 3>&- & echo $! >"$BATS_TEST_TMPDIR/rank"; really "$@"; rm -f rank'
    [[ -s rank ]]
    run ! kill -0 "$(<rank)" # it was killed
}

@test "a checkpoint that leads to another result is noticed" {
    case=frontier-kept notices "the run that follows ends with 4" 'really "$@"; for f in kept/checkpoint-*; do echo >"$f"; done; rm -r kept; mkfifo kept'
}

@test "the files of the planes stay where the write of a checkpoint fails after its rename" {
    run -0 walk --all --kinds '^sync$' --actions '^fail$' --ranks '^1$' scratch-kept
    [[ $output == *"refused "* && $output != *FAILED* ]]
}
