#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# A rank is killed at a random moment, the run goes on with another number of ranks, again and again: the result is the same.
# HR_SEED repeats a series, HR_KILLS makes it longer.

# shellcheck disable=SC2030,SC2031,SC2154,SC2164 # tests run in shells of their own; bats sets stderr and stops at a failing cd

load cluster

setup() {
    cd "$BATS_TEST_TMPDIR"
    # mpirun gives the other ranks time to end by themselves after one is killed; here that only costs time.
    export OMPI_MCA_odls_base_sigkill_timeout=0
}

# A run with checkpoints at every layer's end; stdout goes to result.json.
start_run() {
    "$HR_MPIRUN" -n "$1" "$HR_PROGRAM" "${@:2}" --json --quiet --checkpoint kept --checkpoint-every 0.001s --resume \
        </dev/null >result.json 2>err.txt 3>&- &
    run_pid=$!
}

# kill_one PID: kill a random rank of the run, if it still has any.
kill_one() {
    local ranks
    read -r -a ranks <<<"$(children "$1")"
    ((${#ranks[@]} > 0)) && kill -KILL "${ranks[RANDOM % ${#ranks[@]}]}" 2>/dev/null
}

# After a rank was killed: mpirun's exit code in `status`. A rank that dies while the job is being set up can leave Open MPI's mpirun
# waiting for ever with no rank left; that is not what is tested here.
wait_for_killed() {
    local patience=0
    while kill -0 "$run_pid" 2>/dev/null && [[ -e /proc/$run_pid/stat && $(cut -d ' ' -f 3 "/proc/$run_pid/stat") != Z ]]; do
        patience=$((patience + 1))
        if ((patience > 100)) && [[ -z $(children "$run_pid") ]]; then
            echo "mpirun hangs without ranks" >&3
            kill -KILL "$run_pid"
        fi
        sleep 0.1
    done
    status=0
    wait "$run_pid" || status=$?
}

# One run, killed up to 5 times on its way.
one_life() {
    local attempt status count=0
    rm -rf kept
    for ((attempt = 0; attempt < 5; attempt++)); do
        start_run $((1 + RANDOM % 4)) "$@"
        sleep "$((RANDOM % 2)).$((RANDOM % 10))"
        if kill_one "$run_pid"; then
            count=$((count + 1))
        fi
        wait_for_killed
        if [[ $status -eq 0 ]]; then
            break
        fi
        # Killed by a signal: mostly the rank's 9; mpirun can meet a broken pipe first.
        ((status > 128)) || { echo "status $status" && cat err.txt && return 1; }
    done
    if [[ $status -ne 0 ]]; then
        start_run $((1 + RANDOM % 4)) "$@"
        wait "$run_pid" || { cat err.txt && return 1; }
    fi
    run ! grep -i refused err.txt
    same reference.json result.json
    kills=$((kills + count))
}

# series KILLS ARGUMENTS…
series() {
    local seed=${HR_SEED:-$((RANDOM * 32768 + RANDOM))}
    echo "HR_SEED=$seed" >&3
    RANDOM=$((seed % 32768))
    ranks 2 "${@:2}" --json --quiet >reference.json
    kills=0
    while ((kills < $1)); do
        one_life "${@:2}"
    done
    echo "$kills kills" >&3
}

@test "tiles: killed and resumed on other numbers of ranks, the result is the same" {
    series "${HR_KILLS:-14}" "${LARGE[@]}"
}

@test "klotski: killed and resumed on other numbers of ranks, the result is the same" {
    series "${HR_KILLS:-14}" "${WHOLE[@]}"
}

@test "a killed rank ends the job within seconds, with the reason" {
    unset OMPI_MCA_odls_base_sigkill_timeout
    start_run 3 "${LARGE[@]}"
    wait_until 20 has_checkpoint kept
    kill_one "$run_pid"
    local begin=$SECONDS status=0
    wait "$run_pid" || status=$?
    [[ $status -ne 0 ]]
    ((SECONDS - begin <= 10))
    grep -q "signal 9" err.txt
}
