#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# All openings of a board, stopped and killed on the way: the same result and the same table. HR_SEED repeats a series of kills,
# HR_KILLS makes it longer.

# shellcheck disable=SC2030,SC2031,SC2154,SC2164 # tests run in shells of their own; bats sets stderr and stops at a failing cd

load cluster

readonly OPENINGS=(openings klotski:4x5 --no-components)

# Runs that take a while on any machine: of many families, and of one, so that one rank has all the work.
readonly LONG=(openings klotski:4x6 --metric move)
readonly ONE_FAMILY=(openings klotski:5x5 --metric move --pieces "2,3,4")

setup_file() {
    ranks 2 "${OPENINGS[@]}" --json --quiet --hardest 64 --table "$BATS_FILE_TMPDIR/reference.table" >"$BATS_FILE_TMPDIR/reference.json"
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    export OMPI_MCA_odls_base_sigkill_timeout=0
}

# has_begun: has the run a log, or has it ended?
has_begun() { [[ -s log.jsonl ]] || has_ended "$run_pid"; }

# start RANKS COMMAND OPTIONS …: in the background, with checkpoints and a log; returns when it is on its way.
start() {
    rm -f log.jsonl
    "$HR_MPIRUN" -n "$1" "$HR_PROGRAM" "${@:2}" --json --quiet --checkpoint kept --resume --log log.jsonl </dev/null >result.json 2>err.txt 3>&- &
    run_pid=$!
    wait_until --closely 300 has_begun
}

# part RANKS OPTIONS …: one run to its end, the exit code in `status`.
part() {
    status=0
    ranks "$1" "${OPENINGS[@]}" --json --quiet --hardest 64 --table result.table --force --checkpoint kept --resume "${@:2}" >result.json 2>err.txt ||
        status=$?
}

plain_openings() { jq --sort-keys 'del(.command, .seconds, .peak_memory, .ranks)' "$1"; }

same_openings() {
    diff <(plain_openings "$BATS_FILE_TMPDIR/reference.json") <(plain_openings result.json)
    cmp "$BATS_FILE_TMPDIR/reference.table" result.table
}

@test "stopped by the time limit again and again: the same result and table" {
    local rounds=0
    status=3
    while [[ $status -eq 3 ]]; do
        rounds=$((rounds + 1))
        part $((1 + rounds % 4)) --max-time "$(limit $rounds)"
        [[ $status -eq 0 || ! -e result.table ]]
        ((rounds < 9))
    done
    cat err.txt
    [[ $status -eq 0 ]]
    ((rounds > 1))
    same_openings
}

# One run with a table, killed up to 5 times on its way. A random moment is one within the time of the undisturbed run.
one_life() {
    local attempt ranks status count=0 most
    most=$(jq '.seconds.total * 1000 | ceil' "$BATS_FILE_TMPDIR/reference.json")
    rm -rf kept result.table
    for ((attempt = 0; attempt < 5 && kills + count < wanted; attempt++)); do
        start $((1 + RANDOM % 4)) "${OPENINGS[@]}" --hardest 64 --table result.table --force
        sleep "$(printf '%d.%03d' $((RANDOM % most / 1000)) $((RANDOM % most % 1000)))"
        read -r -a ranks <<<"$(children "$run_pid")"
        if ((${#ranks[@]} > 0)) && kill -KILL "${ranks[RANDOM % ${#ranks[@]}]}" 2>/dev/null; then
            count=$((count + 1))
        fi
        status=0
        wait "$run_pid" || status=$?
        [[ $status -ne 0 ]] || break
        ((status > 128)) || { echo "status $status" && cat err.txt && return 1; }
        # Nothing has the table's name before it is complete.
        [[ ! -e result.table ]] || cmp "$BATS_FILE_TMPDIR/reference.table" result.table
    done
    if [[ $status -ne 0 ]]; then
        part $((1 + RANDOM % 4))
        [[ $status -eq 0 ]] || { cat err.txt && return 1; }
    fi
    run ! grep refused err.txt
    same_openings
    kills=$((kills + count))
}

@test "killed at random moments, resumed on other numbers of ranks: the same result and table" {
    local seed=${HR_SEED:-$((RANDOM * 32768 + RANDOM))} kills=0 wanted=${HR_KILLS:-4}
    echo "HR_SEED=$seed" >&3
    RANDOM=$((seed % 32768))
    while ((kills < wanted)); do
        one_life
    done
    echo "$kills kills" >&3
}

@test "a signal to one rank stops all, with a checkpoint: to one that works, and to one without work" {
    local pids
    start 3 "${LONG[@]}"
    wait_until --closely 300 all_catch USR1 3
    read -r -a pids <<<"$(children "$run_pid")"
    wait_until 300 grep -q '"event":"family"' log.jsonl
    kill -USR1 "${pids[1]}"
    ended_in_time
    [[ $status -eq 3 ]]
    grep -q "stopped by a signal after .* families; what is finished is kept in kept: go on with --resume" err.txt
    [[ $(tail -n 1 log.jsonl | jq -r .stop) == signal ]]
    # What was found is printed, the same as the log tells.
    [[ $(jq '"\(.complete) \(.stop) \(.families_done) \(.total.openings)"' result.json) == \
        $(jq -s '[.[] | select(.event == "family")] | "false signal \(length) \(map(.states) | add)"' log.jsonl) ]]
    rm -rf kept
    start 3 "${ONE_FAMILY[@]}"
    wait_until --closely 300 all_catch TERM 3
    read -r -a pids <<<"$(children "$run_pid")"
    kill -TERM "${pids[2]}"
    ended_in_time
    [[ $status -eq 3 ]]
    grep -q "stopped by a signal after 0 of 1 families" err.txt
}

@test "the log: a line per family, checkpoints, start and end, which report shows" {
    ranks 2 "${OPENINGS[@]}" --quiet --checkpoint kept --checkpoint-every 0 --log log.jsonl
    [[ $(head -n 1 log.jsonl | jq -r .event) == start && $(tail -n 1 log.jsonl | jq -r '"\(.event) \(.stop)"') == "end none" ]]
    [[ $(jq -s '[.[] | select(.event == "family")] | "\(length) \(map(.states) | add) \(last.done) \(last.total)"' log.jsonl) == '"35 29334498 35 29334498"' ]]
    [[ $(jq -s '[.[] | select(.event == "checkpoint") | .bytes] | add' log.jsonl) -eq $(cat kept/*.records | wc -c) ]]
    ranks 3 "${OPENINGS[@]}" --quiet --checkpoint kept --resume --log log.jsonl
    [[ $(jq -s '[.[] | select(.event == "resumed")] | last | .done' log.jsonl) -eq 35 ]]
    "$HR_PROGRAM" report log.jsonl --output log.html
    [[ -s log.html ]]
}

@test "damaged records are searched again, another run's are refused" {
    part 2
    [[ $status -eq 0 ]]
    local file
    for file in kept/openings-*.records; do # in the distances of the first family
        printf '\xff\x00\xff' | dd of="$file" bs=1 seek=3000 conv=notrunc status=none
        truncate --size -5 "$file"
    done
    rm result.table
    part 3
    [[ $status -eq 0 ]]
    grep -q "refused: kept/openings-.*a damaged record; what it held is searched again" err.txt
    same_openings
    run -4 --separate-stderr ranks 2 "${OPENINGS[@]}" --metric slide --checkpoint kept --resume
    [[ $stderr == *"of another run"* ]]
    run -2 --separate-stderr ranks 2 "${OPENINGS[@]}" --checkpoint kept
    [[ $stderr == *"--resume"* ]]
}

@test "records without distances do for a run without a table, and are searched again for one" {
    ranks 2 "${OPENINGS[@]}" --quiet --checkpoint kept
    part 3
    [[ $status -eq 0 ]]
    same_openings
    ranks 1 "${OPENINGS[@]}" --json --quiet --hardest 64 --checkpoint kept --resume >result.json
    [[ $(jq '.seconds.expand == 0' result.json) == true ]]
    same_openings
}

@test "the disk of the checkpoints fills up: the run goes on, says so, and what was kept is good" {
    need_root
    mkdir small
    # shellcheck disable=SC2016 # for the inner shell
    unshare --mount bash -euc 'mount -t tmpfs -o size=12m none small
        "$1" -n 2 "$2" "${@:3}" --json --quiet --hardest 64 --table result.table --checkpoint small/kept </dev/null >result.json 2>err.txt
        cp -r small/kept kept' bash "$HR_MPIRUN" "$HR_PROGRAM" "${OPENINGS[@]}"
    grep -q "cannot keep what it has finished, the run goes on: .*No space left" err.txt
    same_openings
    rm result.table
    part 3
    [[ $status -eq 0 ]]
    run ! grep refused err.txt
    same_openings
}

@test "the disk of the table is full: exit code 4, the result is told, the old file stays" {
    need_root
    mkdir small
    # shellcheck disable=SC2016 # for the inner shell
    unshare --mount bash -euc 'mount -t tmpfs -o size=4m none small
        echo old >small/result.table
        "$1" -n 2 "$2" "${@:3}" --json --quiet --table small/result.table --force </dev/null >result.json 2>err.txt || echo $? >status.txt
        cp small/* .' bash "$HR_MPIRUN" "$HR_PROGRAM" "${OPENINGS[@]}"
    [[ $(cat status.txt) == 4 ]]
    grep -q "result.table: cannot write: the disk is full" err.txt
    [[ $(jq .total.solvable result.json) -eq 28913089 ]]
    [[ $(cat result.table) == old ]]
    run ! compgen -G '*.partial'
}
