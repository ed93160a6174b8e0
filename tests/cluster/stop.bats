#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Stopped by signals and limits: a checkpoint, exit code 3, and the same result in the end.

# shellcheck disable=SC2030,SC2031,SC2154,SC2164 # tests run in shells of their own; bats sets stderr and stops at a failing cd

load cluster

# Long enough to be met on its way: 48,158,049 states, most of its time after layer 20.
readonly LONG=(enumerate tile:4x3 --engine frontier --max-depth 31)

setup_file() {
    ranks 2 "${LONG[@]}" --json --quiet >"$BATS_FILE_TMPDIR/reference.json"
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    cp "$BATS_FILE_TMPDIR/reference.json" .
}

# finish RANKS: go on to the end, compare.
finish() {
    ranks "$1" "${LONG[@]}" --json --quiet --checkpoint kept --resume >result.json
    same reference.json result.json
}

# start COMMAND …: in the background, with checkpoints and a log; waits until the run is on its way.
start() {
    "$@" "${LONG[@]}" --json --checkpoint kept --log log.jsonl </dev/null >part.json 2>err.txt 3>&- &
    run_pid=$!
    wait_until 300 grep -qs '"depth":20' log.jsonl
}

@test "SIGUSR1 to mpirun: exit code 3 and a checkpoint" {
    start "$HR_MPIRUN" -n 3 "$HR_PROGRAM"
    kill -USR1 "$run_pid"
    ended_in_time
    [[ $status -eq 3 ]]
    grep -q "stopped by a signal after layer" err.txt
    grep -q "go on with --resume" err.txt
    [[ $(jq -r .stop part.json) == signal ]]
    [[ $(tail -n 1 log.jsonl | jq -r .stop) == signal ]]
    finish 2
}

@test "SIGUSR1 to one rank only: all stop" {
    start "$HR_MPIRUN" -n 3 "$HR_PROGRAM"
    read -r -a pids <<<"$(children "$run_pid")"
    kill -USR1 "${pids[1]}"
    ended_in_time
    [[ $status -eq 3 ]]
    finish 4
}

# A long run: mpirun passes SIGTERM and SIGINT on a second late, and kills some seconds later.
@test "SIGTERM and SIGINT to mpirun: a checkpoint, in the seconds that mpirun leaves" {
    export OMPI_MCA_odls_base_sigkill_timeout=5 # its own one second is not enough on a loaded machine
    for signal in TERM INT; do
        rm -rf kept log.jsonl
        "$HR_MPIRUN" -n 2 "$HR_PROGRAM" enumerate tile:4x4 --engine frontier --quiet --checkpoint kept --log log.jsonl </dev/null 2>err.txt 3>&- &
        run_pid=$!
        wait_until 300 grep -qs '"depth":15' log.jsonl
        kill "-$signal" "$run_pid"
        ended_in_time
        [[ $status -ne 0 ]]
        has_checkpoint kept
        status=0
        ranks 3 enumerate tile:4x4 --engine frontier --max-time 1s --quiet --checkpoint kept --resume --log log.jsonl || status=$?
        [[ $status -eq 3 ]]
        grep -q '"event":"resumed"' log.jsonl
    done
}

@test "each signal that asks to end, to a run without mpirun: exit code 3" {
    for signal in TERM INT HUP USR1 USR2 XCPU; do
        rm -rf kept log.jsonl
        # A shell starts background jobs with SIGINT ignored; env gives it back.
        start env --default-signal=INT "$HR_PROGRAM"
        kill "-$signal" "$run_pid"
        ended_in_time
        [[ $status -eq 3 ]]
        finish 2
    done
}

@test "a second SIGINT ends the run at once" {
    start env --default-signal=INT "$HR_PROGRAM"
    kill -STOP "$run_pid"
    kill -INT "$run_pid"
    kill -CONT "$run_pid"
    kill -INT "$run_pid" || true
    ended_in_time
    [[ $status -eq 130 || $status -eq 3 ]] # 3: the first one was quicker
}

@test "a signal without checkpoints: exit code 3, and the layers counted so far are right" {
    "$HR_MPIRUN" -n 2 "$HR_PROGRAM" "${LONG[@]}" --json --log log.jsonl </dev/null >part.json 2>err.txt 3>&- &
    run_pid=$!
    wait_until 300 grep -qs '"depth":20' log.jsonl
    kill -USR1 "$run_pid"
    ended_in_time
    [[ $status -eq 3 ]]
    local layers
    layers=$(jq '.layers | length' part.json)
    ((layers >= 21))
    diff <(plain part.json | jq '.layers') <(plain reference.json | jq ".layers[:$layers]")
}

@test "--max-time stops by itself, in time, again and again" {
    local rounds=0 begin
    status=3
    while [[ $status -eq 3 ]]; do
        rounds=$((rounds + 1))
        begin=$SECONDS
        status=0
        ranks $((1 + rounds % 4)) "${LONG[@]}" --json --quiet --checkpoint kept --resume --max-time "$(limit $rounds)" >result.json \
            2>err.txt || status=$?
        ((rounds > 5 || SECONDS - begin <= STOP_SECONDS + 1))
        ((rounds < 8))
    done
    ((rounds > 1))
    [[ $status -eq 0 ]]
    same reference.json result.json
}

@test "a layer that does not fit into memory: a checkpoint, exit code 3, and a run with more memory goes on" {
    status=0
    ranks 2 "${LONG[@]}" --json --quiet --memory 140M --checkpoint kept >part.json 2>err.txt || status=$?
    [[ $status -eq 3 ]]
    grep -q "would need about" err.txt
    grep -q "go on with --resume" err.txt
    finish 3
}

@test "two runs cannot share a directory" {
    start "$HR_MPIRUN" -n 2 "$HR_PROGRAM"
    read -r -a pids <<<"$(children "$run_pid")"
    kill -STOP "${pids[@]}"
    run -4 --separate-stderr ranks 1 "${LONG[@]}" --quiet --checkpoint kept --resume
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 1 && $stderr == *"another run is using this directory"*"give --resume, or give another directory"* ]]
    kill -CONT "${pids[@]}"
    kill -USR1 "$run_pid"
    wait "$run_pid" || true
}

@test "solve klotski: a signal ends the search with exit code 3 and a proven bound" {
    local large=(solve klotski:4x8 XXTTXXBBLRTTLRBBTTooBBooLRoo.oo. --quiet)
    "$HR_PROGRAM" "${large[@]}" --log log.jsonl >out.txt 2>err.txt 3>&- &
    run_pid=$!
    wait_until 300 grep -qs '"depth":3' log.jsonl
    kill -USR1 "$run_pid"
    ended_in_time
    [[ $status -eq 3 && $(<err.txt) == "huarong solve: stopped by a signal: every solution has at least "*" moves" ]]
    grep -q "^at least .*: stopped by a signal after" out.txt
    # Before the search, while MPI starts.
    "$HR_MPIRUN" -n 2 "$HR_PROGRAM" "${large[@]}" --json </dev/null >out.json 2>err.txt 3>&- &
    run_pid=$!
    wait_until --closely 300 all_catch USR1 2
    kill -USR1 "$run_pid"
    ended_in_time
    [[ $status -eq 3 && $(jq -r '.positions[0].outcome' out.json) == stopped ]]
}

# tables ENGINE PUZZLE …: the table of a run that is stopped again and again on other numbers of ranks is the same, byte for byte.
tables() {
    local rounds=0
    ranks 2 enumerate "${@:2}" --engine "$1" --quiet --table whole.table
    rm -rf kept
    status=3
    while [[ $status -eq 3 ]]; do
        rounds=$((rounds + 1))
        status=0
        ranks $((1 + rounds % 4)) enumerate "${@:2}" --engine "$1" --quiet --table parts.table --force --checkpoint kept --resume \
            --max-time "$(limit $rounds)" 2>err.txt || status=$?
        ((rounds < 9))
    done
    cat err.txt
    [[ $status -eq 0 ]]
    ((rounds > 1))
    cmp whole.table parts.table
    rm whole.table parts.table
}

@test "tables of interrupted runs are the same, byte for byte" {
    tables frontier klotski:4x4
    tables frontier klotski:4x5 --from 横刀立马
    tables planes tile:6x2
}
