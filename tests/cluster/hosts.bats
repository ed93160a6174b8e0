#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Several hosts with addresses of their own: the result is that of one host, on a bad network too, and after a host has died.

# shellcheck disable=SC2030,SC2031,SC2154,SC2164 # tests run in shells of their own; bats sets stderr and stops at a failing cd

load cluster
load hosts

setup_file() {
    hosts_need
    ranks 2 "${LARGE[@]}" --json --quiet >"$BATS_FILE_TMPDIR/reference.json"
    hosts_up 4
    export hosts_dir hosts_name hosts_count
}

teardown_file() {
    hosts_down
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    cp "$BATS_FILE_TMPDIR/reference.json" .
}

@test "four hosts, one rank each" {
    [[ $(on 3 hostname) == host3 ]]
    (hosts_mpirun host1,host2,host3,host4 -n 4 "$HR_PROGRAM" "${LARGE[@]}" --json --quiet) >result.json
    same reference.json result.json
}

@test "two hosts with two ranks each: shared memory within, TCP between" {
    (hosts_mpirun host2:2,host3:2 -n 4 "$HR_PROGRAM" "${LARGE[@]}" --json --quiet) >result.json
    same reference.json result.json
}

@test "openings whose families are searched on two hosts, one with one rank: the same result and table" {
    local openings=(openings klotski:4x4 --json --quiet --hardest 64 --table)
    "$HR_PROGRAM" "${openings[@]}" alone.table >alone.json
    (hosts_mpirun host2:2,host3:1 -n 3 "$HR_BINARY_DIR/tests/shared_families" "${openings[@]}" wide.table) >wide.json
    diff <(plain alone.json) <(plain wide.json)
    cmp alone.table wide.table
}

# layers FILE
layers() { jq -c '[.layers[].states]' "$1"; }

# lines COMMAND …: 2x6 in slide moves, by the line engine, which is what is taken.
lines() { "$@" "$HR_PROGRAM" enumerate tile:2x6 --metric slide --hardest 64 --json --quiet; }

@test "lines on two hosts with two ranks each: layers and farthest states of one rank, and a checkpoint that goes on on one host" {
    lines env >alone.json
    (lines hosts_mpirun host1:2,host2:2 -n 4) >wide.json
    [[ $(jq -r .engine wide.json) == lines ]]
    diff <(jq -S '[.states, .canonical, .hardest, [.layers[].states]]' alone.json) <(jq -S '[.states, .canonical, .hardest, [.layers[].states]]' wide.json)
    (hosts_mpirun host1:2,host2:2 -n 4 "$HR_PROGRAM" enumerate tile:2x6 --metric slide --engine lines --quiet --json --max-depth 30 --checkpoint kept) >part.json
    "$HR_PROGRAM" enumerate tile:2x6 --metric slide --json --quiet --checkpoint kept --resume >rest.json
    [[ $(layers rest.json) == "$(layers alone.json)" ]]
}

# apart HOSTS ARGUMENTS …: 2x6 with states on a disk of each host's own, less what the memory holds.
apart() {
    hosts_mpirun "$1" "$HR_PROGRAM" enumerate tile:2x6 --engine planes --memory 50M --scratch "$hosts_dir/local/disk" --json --quiet "${@:2}"
}

@test "scratch that each host has for itself: the same layers, stopped in between, and nothing is left there" {
    local i
    for i in 1 2; do
        on "$i" mkdir -p "$hosts_dir/local/disk"
    done
    huarong enumerate tile:2x6 --json --quiet >memory.json
    (apart host1,host2) >result.json
    [[ $(layers result.json) == "$(layers memory.json)" && $(jq '.scratch_written > 0' result.json) == true ]]
    (apart host1,host2 --checkpoint kept --max-depth 20) >part.json
    for i in 1 2; do
        [[ $(on "$i" ls "$hosts_dir/local/disk") == huarong-*-0.planes ]]
    done
    run -4 apart host1 --checkpoint kept --resume
    [[ $output == *"with 2 ranks in all: go on with the same nodes in the same order, and as many ranks on each"* ]]
    on 2 mv "$hosts_dir/local/disk" "$hosts_dir/local/aside"
    on 2 mkdir "$hosts_dir/local/disk"
    run -4 apart host1,host2 --checkpoint kept --resume
    [[ $output == *"scratch file host2:huarong-"*"-0.planes is in no --scratch DIR of that node"* ]]
    on 2 rmdir "$hosts_dir/local/disk"
    on 2 mv "$hosts_dir/local/aside" "$hosts_dir/local/disk"
    (apart host1,host2 --checkpoint kept --resume) >rest.json
    [[ $(layers rest.json) == "$(layers memory.json)" ]]
    for i in 1 2; do
        [[ -z $(on "$i" ls "$hosts_dir/local/disk") ]]
    done
}

@test "scratch that one host of two cannot have is refused before the search, and nothing is left on the other" {
    on 1 mkdir -p "$hosts_dir/local/disk"
    on 2 mkdir -p "$hosts_dir/local/disk"
    on 2 mount -t tmpfs -o size=1M none "$hosts_dir/local/disk"
    run -4 apart host1,host2
    [[ $output == *"cannot write the scratch file host2:$hosts_dir/local/disk/huarong-"*"No space left on device"* ]]
    on 2 umount "$hosts_dir/local/disk"
    on 2 rmdir "$hosts_dir/local/disk"
    run -4 apart host1,host2
    [[ $output == *"cannot write to the directory host2:$hosts_dir/local/disk: No such file or directory"* ]]
    [[ -z $(on 1 ls "$hosts_dir/local/disk") ]]
}

@test "1 % loss, a link of 100 Mbit/s, and a link cut for 10 s" {
    command -v nft >/dev/null || skip "no nft here (package nftables)"
    on 3 nft -f - <<'END' || skip "this kernel's packet filter cannot drop at random"
table inet lossy {
    chain input {
        type filter hook input priority 0;
        numgen random mod 100 < 1 drop
    }
}
END
    on 2 tc qdisc add dev eth0 root tbf rate 100mbit burst 64k latency 50ms || skip "this kernel cannot limit a link's rate"
    (hosts_mpirun host1,host2,host3,host4 -n 4 "$HR_PROGRAM" "${LARGE[@]}" --json --log log.jsonl) >result.json 2>err.txt 3>&- &
    local pid=$!
    wait_until 300 grep -qs '"depth":20' log.jsonl
    hosts_cut 4
    sleep 10
    kill -0 "$pid" # the run has waited
    hosts_join 4
    wait "$pid"
    on 2 tc qdisc del dev eth0 root
    on 3 nft delete table inet lossy
    same reference.json result.json
}

@test "a host dies: the job ends within seconds, and the others go on from the checkpoint" {
    (hosts_mpirun host1,host2,host3,host4 -n 4 "$HR_PROGRAM" "${LARGE[@]}" --quiet --checkpoint kept --checkpoint-every 0 \
        --log log.jsonl) 2>err.txt 3>&- &
    local pid=$! status=0
    wait_until 300 grep -qs '"event":"checkpoint"' log.jsonl
    hosts_kill 4
    local begin=$SECONDS
    wait "$pid" || status=$?
    if open_mpi_4; then
        [[ $status -ne 0 ]]
    else # Open MPI 5.0.7 says that it ends the job, and ends with 0
        grep -q "lost communication with a remote daemon" err.txt
    fi
    [[ $(tail -n 1 log.jsonl | jq -r .stop) != none ]] # all may have been told to end before the host was dead
    ((SECONDS - begin <= STOP_SECONDS))
    (hosts_mpirun host1,host2,host3 -n 3 "$HR_PROGRAM" "${LARGE[@]}" --json --checkpoint kept --resume) >result.json 2>err.txt
    grep -q "going on after layer" err.txt
    same reference.json result.json
}
