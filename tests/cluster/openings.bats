#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# All openings of a board, stopped and killed on the way: the same result.

# shellcheck disable=SC2030,SC2031,SC2154,SC2164 # tests run in shells of their own; bats sets stderr and stops at a failing cd

load cluster

readonly OPENINGS=(openings klotski:4x5 --metric move)

setup_file() {
    ranks 2 "${OPENINGS[@]}" --json --quiet --hardest 64 --sets >"$BATS_FILE_TMPDIR/reference.json"
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    export OMPI_MCA_odls_base_sigkill_timeout=0
}

# part RANKS OPTIONS …: one run, the exit code in `status`.
part() {
    status=0
    ranks "$1" "${OPENINGS[@]}" --json --quiet --hardest 64 --sets --checkpoint kept --resume "${@:2}" >result.json 2>err.txt || status=$?
}

plain_openings() { jq --sort-keys 'del(.seconds, .peak_memory, .ranks, .phases)' "$1"; }

same_openings() { diff <(plain_openings "$BATS_FILE_TMPDIR/reference.json") <(plain_openings result.json); }

@test "stopped by the time limit again and again" {
    local rounds=0 ms
    status=3
    while [[ $status -eq 3 ]]; do
        rounds=$((rounds + 1))
        ms=$((50 << rounds))
        part $((1 + rounds % 4)) --max-time "$((ms / 1000)).$(printf %03d $((ms % 1000)))s"
        ((rounds < 12))
    done
    cat err.txt
    [[ $status -eq 0 ]]
    ((rounds > 1))
    same_openings
}

@test "stopped by a signal, and killed at random moments" {
    local seed=${HR_SEED:-$((RANDOM * 32768 + RANDOM))} kills=0 pid ranks
    echo "HR_SEED=$seed" >&3
    RANDOM=$((seed % 32768))
    while ((kills < 4)); do
        "$HR_MPIRUN" -n 3 "$HR_PROGRAM" "${OPENINGS[@]}" --quiet --checkpoint kept --resume </dev/null 2>err.txt 3>&- &
        pid=$!
        sleep "0.$((3 + RANDOM % 7))"
        read -r -a ranks <<<"$(children "$pid")"
        if ((kills == 3)); then
            kill -USR1 "$pid"
        elif ((${#ranks[@]} > 0)); then
            kill -KILL "${ranks[RANDOM % ${#ranks[@]}]}" || true
        fi
        kills=$((kills + 1))
        wait "$pid" || true
    done
    part 2
    [[ $status -eq 0 ]]
    same_openings
}

@test "a damaged record is searched again, another run's records are refused" {
    part 2
    [[ $status -eq 0 ]]
    same_openings
    local file
    for file in kept/openings-*.records; do
        printf '\xff' | dd of="$file" bs=1 seek=3000 conv=notrunc status=none
        truncate --size -5 "$file"
    done
    part 3
    [[ $status -eq 0 ]]
    same_openings
    run -4 --separate-stderr ranks 2 openings klotski:4x5 --checkpoint kept --resume
    [[ $stderr == *"of another run"* ]]
    run -2 --separate-stderr ranks 2 "${OPENINGS[@]}" --checkpoint kept
    [[ $stderr == *"--resume"* ]]
}
