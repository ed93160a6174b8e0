#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# A run takes no more memory than it may: in a control group it stops by itself before the system kills it.

# shellcheck disable=SC2154,SC2164 # bats sets stderr and stops at a failing cd

load cluster

readonly LIMIT=$((800 * 1024 * 1024))

# The first line of /proc/self/cgroup that matches, without what stands before the group's name.
own_group() { sed -n "s/^$1//p" /proc/self/cgroup | head -n 1; }

# make_group: a control group below the test's own, with a memory limit; sets `group`, `limit_file` and `peak_file`.
make_group() {
    local own
    if own=$(own_group '[0-9]*:\([^:]*,\)\?memory\(,[^:]*\)\?:') && [[ -n $own && -d /sys/fs/cgroup/memory$own ]]; then
        group=/sys/fs/cgroup/memory$own/huarong-$$-$BATS_TEST_NUMBER limit_file=memory.limit_in_bytes peak_file=memory.max_usage_in_bytes
    elif own=$(own_group '0::') && [[ -n $own && -d /sys/fs/cgroup$own ]]; then
        group=/sys/fs/cgroup$own/huarong-$$-$BATS_TEST_NUMBER limit_file=memory.max peak_file=memory.peak
    else
        skip "no control groups here"
    fi
    mkdir "$group" 2>/dev/null || { group='' && skip "no control group can be made here"; }
    # In version 2 a group that holds processes has no memory limits below it: then the files are not there.
    if ! [[ -w $group/$limit_file ]] || ! echo "$LIMIT" >"$group/$limit_file"; then
        skip "control groups without memory limits"
    fi
}

teardown() {
    if [[ -n ${group:-} ]]; then
        wait_until 300 rmdir "$group"
    fi
}

# in_group COMMAND …: run it inside the group.
in_group() { (echo "$BASHPID" >"$group/cgroup.procs" && exec "$@"); }

peak_below_limit() {
    [[ -r $group/$peak_file ]] || return 0 # version 2 before Linux 5.19
    local peak
    peak=$(<"$group/$peak_file")
    echo "peak $peak of $LIMIT"
    ((peak < LIMIT))
}

@test "a control group of 800 MiB: exit code 3, the layers so far, below the limit" {
    make_group
    run -3 --separate-stderr in_group "$HR_PROGRAM" enumerate tile:4x4 --engine frontier --json
    jq -e '.stop == "memory" and .depth >= 20 and .layers[20].states == 1637383' <<<"$output" # OEIS A089484
    [[ $stderr == *"huarong enumerate: layer "*"control group "*"huarong-"* ]]
    peak_below_limit
}

@test "three ranks share the control group" {
    make_group
    run -3 --separate-stderr in_group "$HR_MPIRUN" -n 3 "$HR_PROGRAM" enumerate tile:4x4 --engine frontier --json --log "$BATS_TEST_TMPDIR/log" \
        </dev/null
    [[ $(head -n 1 "$BATS_TEST_TMPDIR/log" | jq -r .node_limit_source) == "control group "*"huarong-"* ]]
    jq -e '.stop == "memory" and .depth >= 20 and .layers[20].states == 1637383' <<<"$output"
    [[ $(grep -c '^huarong enumerate: layer .*control group' <<<"$stderr") -eq 1 ]]
    peak_below_limit
}

@test "planes, openings and databases that do not fit into the control group are refused" {
    make_group
    run -3 --separate-stderr in_group "$HR_PROGRAM" enumerate tile:3x5 --engine planes
    [[ $stderr == "huarong enumerate: the planes of tile:3x5 need "*"control group "* ]]
    run -3 --separate-stderr in_group "$HR_PROGRAM" openings klotski:4x6 --table "$BATS_TEST_TMPDIR/table"
    [[ $stderr == "huarong openings: "*" would be needed "*"control group "* ]]
    XDG_CACHE_HOME=$BATS_TEST_TMPDIR run -3 --separate-stderr in_group "$HR_PROGRAM" solve tile:4x4 --heuristic 7-8 \
        '2 5 4 6 1 13 11 3 14 12 7 10 8 15 9 0'
    [[ $stderr == "huarong solve: the databases 7-8 would need about "*"control group "* ]]
    peak_below_limit
}
