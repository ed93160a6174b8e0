# SPDX-License-Identifier: MIT
# What every cluster test loads first: `load cluster`. See also ../cli/helper.bash for what ctest sets.

load ../cli/helper

# With it (tests/CMakeLists.txt) ranks on two hosts, several on each, wait for ever for each other's addresses.
unset PMIX_MCA_gds

# A run of some seconds that counts 8,052,888 states in 27 layers.
# shellcheck disable=SC2034 # used by the tests
readonly LARGE=(enumerate tile:4x3 --engine frontier --max-depth 26)

# plain FILE: a JSON result without what may differ from run to run.
plain() {
    jq --sort-keys 'del(.command, .seconds, .peak_memory, .ranks) | del(.layers[]?.seconds, .layers[]?.bytes_sent, .positions[]?.seconds, .positions[]?.iterations)' "$1"
}

# same A B: do two JSON results say the same?
same() {
    diff <(plain "$1") <(plain "$2")
}

# need_root: skip where the test may not make namespaces and mounts.
need_root() {
    if [[ $(id -u) -ne 0 ]] || ! unshare --mount --net true 2>/dev/null; then
        skip "namespaces need root"
    fi
}

# children PID: its child processes.
children() {
    cat "/proc/$1/task/$1/children" 2>/dev/null || true
}

# all_catch SIGNAL COUNT: has the run that many ranks, all with a handler for the signal?
# shellcheck disable=SC2154 # the tests set run_pid
all_catch() {
    local pids pid
    read -r -a pids <<<"$(children "$run_pid")"
    [[ ${#pids[@]} -eq $2 ]] || return 1
    for pid in "${pids[@]}"; do
        catches "$1" "$pid" || return 1
    done
}

# How soon a run must stop. Set it to 5 on a machine that has nothing else to do.
readonly STOP_SECONDS=${HR_STOP_SECONDS:-30}

# ended_in_time: wait for the run `run_pid`; its exit code is in `status`.
# shellcheck disable=SC2034,SC2154 # set and used by the tests
ended_in_time() {
    local begin=$SECONDS
    status=0
    wait "$run_pid" || status=$?
    ((SECONDS - begin <= STOP_SECONDS + 1))
}

# seconds MICROSECONDS: as a time that the program reads.
seconds() { printf '%d.%06ds' $(($1 / 1000000)) $(($1 % 1000000)); }

# limit N: a time limit that no run keeps for N = 1, on any machine, and eight times as long for each one more.
limit() { seconds $((100 << 3 * ($1 - 1))); }

has_checkpoint() { compgen -G "$1/checkpoint-??????" >/dev/null; }

# newest DIRECTORY: the file of the newest checkpoint.
newest() { printf '%s\n' "$1"/checkpoint-?????? | tail -n 1; }
