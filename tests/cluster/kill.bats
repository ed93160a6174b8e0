#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Runs that are killed or stopped at random moments and go on with another number of ranks, again and again: the result is the same.
# HR_SEED repeats a series. HR_KILLS makes each series longer and takes larger runs; HR_STOP_SECONDS is how soon a run must stop.
#     HR_KILLS=25 HR_STOP_SECONDS=5 ctest --preset release --test-dir build/release -R cluster.kill

# shellcheck disable=SC2030,SC2031,SC2154,SC2164 # tests run in shells of their own; bats sets stderr and stops at a failing cd

load cluster

readonly PLANES=(enumerate tile:2x6 --engine planes --table)
readonly LINES=(enumerate tile:2x6 --metric slide --engine lines --table)
readonly KLOTSKI=(enumerate klotski:4x5 --from 横刀立马 --table)
readonly OPENINGS=(openings klotski:4x5 --no-components --table)
readonly SOLVE=(solve tile:4x4 --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --heuristic manhattan --iterations --complete --file positions)
FRONTIER=("${LARGE[@]}")
if [[ -n ${HR_KILLS-} ]]; then
    FRONTIER=(enumerate tile:2x6 --engine frontier --table)
fi

setup() {
    cd "$BATS_TEST_TMPDIR"
    # mpirun gives the other ranks time to end by themselves after one is killed; here that only costs time.
    export OMPI_MCA_odls_base_sigkill_timeout=0
    some_of_korf >positions
    seed=${HR_SEED:-$((RANDOM * 32768 + RANDOM))}
    echo "HR_SEED=$seed" >&3
    RANDOM=$((seed % 32768))
    ranks=1
}

# some_of_korf: the 12th, the 2nd and the 1st of his 100 positions, with 0.7, 82 and 685 million nodes.
some_of_korf() {
    local number
    for number in 12 2 1; do
        sed -n "s/^$number,//p" "$HR_SOURCE_DIR/tests/golden/korf100.csv" | cut -d , -f 1-16 | tr , ' '
    done
}

# run_of TABLE ARGUMENTS …: the program's arguments in `arguments`. A run whose last argument is --table writes that table.
run_of() {
    local table=$1
    shift
    arguments=("$@")
    [[ ${*: -1} != --table ]] || arguments+=("$table" --force)
    arguments+=(--json --quiet)
}

# start_run ARGUMENTS …: on another number of ranks than the one before, with checkpoints at every layer's end or as `every` says;
# stdout goes to result.json.
start_run() {
    run_of result.table "$@"
    ranks=$(((ranks + RANDOM % 3) % 4 + 1))
    "$HR_MPIRUN" -n "$ranks" "$HR_PROGRAM" "${arguments[@]}" --checkpoint kept --checkpoint-every "${every:-0}" "${limit[@]}" --log log.jsonl --resume \
        </dev/null >result.json 2>err.txt 3>&- &
    run_pid=$!
}

# events NAMES: lines of the log of these kinds.
events() {
    [[ -e log.jsonl ]] || touch log.jsonl
    grep -cE "\"event\":\"($1)\"" log.jsonl || true
}

# enough_events NAME NUMBER: has the log so many lines of this kind, or has the run ended?
enough_events() { (($(events "$1") >= $2)) || has_ended "$run_pid"; }

# wait_for_events NAME NUMBER: until the log has so many lines of this kind, or the run has ended.
wait_for_events() {
    wait_until --closely 120 enough_events "$@" || fail_with "after 120 s the log has not $2 lines with $1"
}

# wait_for_moment LEAST: a random moment of the run that is being started: some steps later, at least so many, and a moment more. It
# comes the sooner, the more lives in a row have ended before they were met.
wait_for_moment() {
    wait_for_events start $((starts + 1)) # MPI is up; a rank that dies earlier can leave mpirun waiting for ever
    wait_for_events "$step" $((steps + $1 + RANDOM % (missed < 8 ? 8 - missed : 1)))
    sleep "0.00$((RANDOM % 10))"
}

# kill_one PID: kill a random rank of the run, if it still has any.
kill_one() {
    local pids
    read -r -a pids <<<"$(children "$1")"
    ((${#pids[@]} > 0)) && kill -KILL "${pids[RANDOM % ${#pids[@]}]}" 2>/dev/null
}

# end_run: wait for it; mpirun's exit code in `status`.
end_run() {
    status=0
    if ! wait_until 300 has_ended "$run_pid"; then
        read -r -a pids <<<"$(children "$run_pid")"
        kill -KILL "$run_pid" "${pids[@]}" || true
        fail_with "the run has not ended after 300 s"
    fi
    wait "$run_pid" || status=$?
}

fail_with() {
    echo "$1"
    cat err.txt
    return 1
}

# interrupt_by_kill ARGUMENTS …: one attempt; the run's exit code in `status`, 0 if it came to its end.
interrupt_by_kill() {
    local starts steps killed=0
    starts=$(events start)
    steps=$(events "$step")
    start_run "$@"
    wait_for_moment 0
    kill_one "$run_pid" || killed=$?
    end_run
    # Killed by a signal: mostly the rank's 9; mpirun can meet a broken pipe first.
    if [[ $status -ne 0 ]]; then
        [[ $killed -eq 0 && $status -gt 128 ]] || fail_with "status $status"
        interruptions=$((interruptions + 1))
    fi
}

# stopped_within BEGIN: a run that was asked to stop at this time has ended, with exit code 3 or because it was done.
stopped_within() {
    local took=$(($(date +%s%3N) - $1))
    [[ $status -eq 0 || $status -eq 3 ]] || fail_with "status $status"
    ((took <= STOP_SECONDS * 1000)) || fail_with "stopped after $took ms"
    if [[ $status -eq 3 ]]; then
        interruptions=$((interruptions + 1))
        slowest=$((took > slowest ? took : slowest))
    fi
}

# SIGTERM to all ranks, as a batch system sends it. (From mpirun it would come a second late, and with SIGKILL behind it.)
interrupt_by_signal() {
    local starts steps pids begin
    starts=$(events start)
    steps=$(events "$step")
    start_run "$@"
    wait_for_moment 1 # all ranks listen to signals by then
    read -r -a pids <<<"$(children "$run_pid")"
    begin=$(date +%s%3N)
    ((${#pids[@]} == 0)) || kill -TERM "${pids[@]}" 2>/dev/null || true
    end_run
    stopped_within "$begin"
}

# interrupt_by_time: the limits grow, from one that is too short for any run.
interrupt_by_time() {
    local microseconds=$(((1 + RANDOM) << 2 * (attempt < 5 ? attempt : 5))) begin
    begin=$(($(date +%s%3N) + microseconds / 1000))
    local limit=(--max-time "$(seconds "$microseconds")")
    start_run "$@"
    end_run
    stopped_within "$begin"
}

# one_life INTERRUPT ARGUMENTS …: one run, interrupted several times on its way.
one_life() {
    local attempt status=3
    rm -rf kept log.jsonl
    for ((attempt = 0; attempt < ${HR_KILLS:-5} && status != 0; attempt++)); do
        "$@"
    done
    if [[ $status -ne 0 ]]; then
        start_run "${@:2}"
        end_run
        [[ $status -eq 0 ]] || fail_with "status $status"
    fi
    run ! grep -i refused err.txt
    same reference.json result.json
    [[ ! -e reference.table ]] || cmp reference.table result.table
}

# series NUMBER INTERRUPT ARGUMENTS …
series() {
    local step=layer
    [[ $3 != openings ]] || step=family
    [[ $3 != solve ]] || step='iteration|checkpoint'
    rm -f reference.table result.table
    run_of reference.table "${@:3}"
    ranks 2 "${arguments[@]}" >reference.json
    interruptions=0 slowest=0
    local lives=0 missed=0 before
    while ((interruptions < $1 && missed < 16)); do # on a fast machine some runs end before they are met
        before=$interruptions
        one_life "${@:2}"
        lives=$((lives + 1)) missed=$((interruptions > before ? 0 : missed + 1))
    done
    ((interruptions > 0)) || fail_with "the run always ends before it is interrupted"
    echo "$2 ${*:3}: $interruptions times in $lives runs; slowest to stop: $slowest ms" >&3
}

@test "planes: killed and resumed on other numbers of ranks, the result and the table are the same" {
    every=0.1s series "${HR_KILLS:-9}" interrupt_by_kill "${PLANES[@]}"
}

@test "lines: killed and resumed on other numbers of ranks, the result and the table are the same" {
    every=0.05s series "${HR_KILLS:-5}" interrupt_by_kill "${LINES[@]}"
}

@test "frontier: killed and resumed on other numbers of ranks, the result is the same" {
    every=${HR_KILLS:+1s} series "${HR_KILLS:-9}" interrupt_by_kill "${FRONTIER[@]}"
}

@test "klotski: killed and resumed on other numbers of ranks, the result and the table are the same" {
    series "${HR_KILLS:-9}" interrupt_by_kill "${KLOTSKI[@]}"
}

@test "stopped by signals and the time limit, resumed on other numbers of ranks: the same" {
    every=0.1s series "${HR_KILLS:-3}" interrupt_by_signal "${PLANES[@]}"
    every=0.1s series "${HR_KILLS:-2}" interrupt_by_time "${PLANES[@]}"
    if [[ -n ${HR_KILLS-} ]]; then
        every=1s series "$HR_KILLS" interrupt_by_signal "${FRONTIER[@]}"
        every=1s series "$HR_KILLS" interrupt_by_time "${FRONTIER[@]}"
        every=0.05s series "$HR_KILLS" interrupt_by_signal "${LINES[@]}"
        every=0.05s series "$HR_KILLS" interrupt_by_time "${LINES[@]}"
        series "$HR_KILLS" interrupt_by_time "${KLOTSKI[@]}"
    fi
    series "${HR_KILLS:-3}" interrupt_by_signal "${KLOTSKI[@]}"
}

@test "openings: killed and stopped, resumed on other numbers of ranks, the result and the table are the same" {
    series "${HR_KILLS:-2}" interrupt_by_kill "${OPENINGS[@]}"
    series "${HR_KILLS:-2}" interrupt_by_signal "${OPENINGS[@]}"
    series "${HR_KILLS:-2}" interrupt_by_time "${OPENINGS[@]}"
}

@test "solve: killed and stopped, resumed on other numbers of ranks, the solutions and the counts of nodes are the same" {
    every=0.1s series "${HR_KILLS:-2}" interrupt_by_kill "${SOLVE[@]}"
    if [[ -n ${HR_KILLS-} ]]; then # each of these series takes half a minute more
        every=0.1s series "$HR_KILLS" interrupt_by_signal "${SOLVE[@]}"
        every=0.1s series "$HR_KILLS" interrupt_by_time "${SOLVE[@]}"
    fi
}

@test "a killed rank ends the job within seconds, with the reason" {
    unset OMPI_MCA_odls_base_sigkill_timeout
    start_run enumerate tile:4x4 --engine frontier --memory 2G # has minutes to go
    wait_until --closely 300 has_checkpoint kept
    kill_one "$run_pid"
    local begin=$SECONDS
    end_run
    [[ $status -ne 0 ]]
    ((SECONDS - begin <= STOP_SECONDS))
    grep -q "signal 9" err.txt
}
