#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Damaged, foreign and newer checkpoints, and disks that fill up.

# shellcheck disable=SC2030,SC2031,SC2154,SC2164 # tests run in shells of their own; bats sets stderr and stops at a failing cd

load cluster

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# make_checkpoints: of all layers, the last ones of layers 21 and 22.
make_checkpoints() {
    ranks 2 enumerate tile:4x3 --engine frontier --max-depth 22 --quiet --checkpoint kept --checkpoint-every 0
}

# overwrite FILE OFFSET BYTES
overwrite() {
    printf '%b' "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

resume() {
    ranks 3 enumerate tile:4x3 --engine frontier --max-depth 23 --json --checkpoint kept --resume
}

@test "a damaged checkpoint: the one before is used, the reason is said" {
    make_checkpoints
    overwrite "$(newest kept)" 20000 '\xff\xff\xff\xff\xff\xff\xff\xff'
    resume >result.json 2>err.txt
    grep -q "refused: kept/checkpoint-0000.*damaged" err.txt
    grep -q "going on after layer 21" err.txt
    ranks 1 enumerate tile:4x3 --engine frontier --max-depth 23 --json --quiet >reference.json
    same reference.json result.json
    compgen -G 'kept/*.refused' >/dev/null
}

@test "nothing but damaged checkpoints: exit code 4, nothing is removed" {
    make_checkpoints
    for file in kept/checkpoint-??????; do
        truncate --size -1 "$file"
    done
    ls kept >before.txt
    run -4 --separate-stderr resume
    [[ $stderr == *"it ends too early"* ]]
    diff before.txt <(ls kept)
}

@test "a checkpoint of another run: exit code 4, nothing is removed" {
    make_checkpoints
    ls kept >before.txt
    for other in "tile:4x3 --metric slide" "tile:3x4" "klotski:4x5" "tile:4x3 --goal 1,2,3,4,5,6,7,8,9,10,0,11"; do
        # shellcheck disable=SC2086 # words
        run -4 --separate-stderr ranks 1 enumerate $other --checkpoint kept --resume
        [[ $stderr == *"a checkpoint of another run: of 'frontier tile:4x3, metric unit"* ]]
    done
    diff before.txt <(ls kept)
}

# With a right checksum, so that both formats are named: mpi.checkpoint.
@test "checkpoints whose heads say another format: exit code 4" {
    make_checkpoints
    for file in kept/checkpoint-??????; do
        overwrite "$file" 8 '\x02'
    done
    run -4 --separate-stderr resume
    [[ $stderr == *"damaged"* ]]
}

@test "without --resume a directory with checkpoints is left alone: exit code 2" {
    make_checkpoints
    run -2 --separate-stderr ranks 2 enumerate tile:4x3 --engine frontier --max-depth 23 --checkpoint kept
    [[ $stderr == *"--resume"* ]]
}

@test "--resume with an empty directory starts from the beginning" {
    run -0 --separate-stderr ranks 2 enumerate tile:3x3 --json --checkpoint kept --resume
    [[ $(jq .states <<<"$output") == 181440 ]]
}

@test "a directory that cannot be: exit code 4" {
    run -4 --separate-stderr ranks 2 enumerate tile:3x3 --checkpoint /dev/null
    [[ $stderr == *"/dev/null"* ]]
    run -4 --separate-stderr ranks 1 enumerate tile:3x3 --checkpoint missing/directory
    [[ $stderr == *"No such file"* ]]
}

@test "options that need --checkpoint: exit code 2" {
    run -2 --separate-stderr ranks 1 enumerate tile:3x3 --resume
    [[ $stderr == *"goes with --checkpoint"* ]]
    run -2 --separate-stderr ranks 1 enumerate tile:3x3 --checkpoint-every 1m
    [[ $stderr == *"goes with --checkpoint"* ]]
}

# full_disk SCRIPT: run it in a mount namespace of its own, with a file system of 12 MiB at ./small.
full_disk() {
    need_root
    mkdir small
    unshare --mount bash -euc "mount -t tmpfs -o size=12m none small; $1" bash "$HR_MPIRUN" "$HR_PROGRAM" </dev/null
}

@test "the disk is full at the third checkpoint: the run goes on to its end, and the second checkpoint is still good" {
    # shellcheck disable=SC2016 # for the inner shell
    full_disk 'run() { "$1" -n 2 "$2" enumerate tile:4x3 --engine frontier --json --checkpoint small/kept "${@:3}" </dev/null; }
        run "$1" "$2" --max-depth 20 --quiet >/dev/null
        run "$1" "$2" --max-depth 21 --quiet --resume >/dev/null
        dd if=/dev/zero of=small/rest bs=64k status=none 2>/dev/null || true
        run "$1" "$2" --max-depth 25 --resume --checkpoint-every 0 >first.json 2>first.txt
        cp -r small/kept kept'
    grep -q "no checkpoint of layer 22, the run goes on: .*disk is full" first.txt
    [[ $(ls kept) == $'checkpoint-000001\ncheckpoint-000002\nlock' ]]
    ranks 1 enumerate tile:4x3 --engine frontier --max-depth 25 --json --quiet >reference.json
    same reference.json first.json
    ranks 3 enumerate tile:4x3 --engine frontier --max-depth 25 --json --checkpoint kept --resume >result.json 2>err.txt
    grep -q "going on after layer 21" err.txt
    same reference.json result.json
}

@test "the disk is full when a run is stopped: exit code 4, and the checkpoint before is still good" {
    # shellcheck disable=SC2016 # for the inner shell
    full_disk '"$1" -n 2 "$2" enumerate tile:4x3 --engine frontier --json --memory 140M --checkpoint small/kept --checkpoint-every 0 \
        </dev/null >first.json 2>first.txt || echo $? >status.txt
        cp -r small/kept kept'
    [[ $(cat status.txt) == 4 ]]
    grep -q "disk is full" first.txt
    ranks 1 enumerate tile:4x3 --engine frontier --max-depth 25 --json --quiet >reference.json
    ranks 2 enumerate tile:4x3 --engine frontier --max-depth 25 --json --checkpoint kept --resume >result.json 2>err.txt
    grep -q "going on after layer" err.txt
    same reference.json result.json
}

@test "the disk is full when solve is stopped: exit code 4, and what was solved is printed" {
    # The second position takes billions of nodes: no machine solves it in a second.
    printf '%s\n' "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15" "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1" >positions
    # shellcheck disable=SC2016 # for the inner shell
    full_disk 'mkdir small/kept
        touch small/kept/lock
        dd if=/dev/zero of=small/rest bs=64k status=none 2>/dev/null || true
        run() { "$1" -n 2 "$2" solve tile:4x4 --heuristic manhattan --file positions --json --max-time 1s --checkpoint "$3" </dev/null; }
        run "$1" "$2" small/kept >full.json 2>full.txt || echo $? >>status.txt
        run "$1" "$2" kept >roomy.json 2>roomy.txt || echo $? >>status.txt'
    [[ $(cat status.txt) == $'4\n3' ]] || { cat status.txt full.txt roomy.txt && false; }
    for result in full.json roomy.json; do
        [[ $(jq -c '[.positions[] | .length]' "$result") == "[1,null]" ]]
    done
    grep -q "^huarong solve: .*disk is full" full.txt
    grep -q "^huarong solve: stopped by the time limit.*go on with --resume" roomy.txt
}

@test "the log cannot be written any more: the run goes on" {
    # shellcheck disable=SC2016 # for the inner shell
    full_disk '"$1" -n 2 "$2" enumerate tile:3x3 --json --log small/log </dev/null >first.json 2>first.txt
        dd if=/dev/zero of=small/rest bs=1M status=none || true
        "$1" -n 2 "$2" enumerate tile:4x3 --engine frontier --max-depth 20 --json --log small/log </dev/null >second.json 2>second.txt'
    ranks 1 enumerate tile:4x3 --engine frontier --max-depth 20 --json --quiet >reference.json
    same reference.json second.json
}

@test "--log that cannot be opened: exit code 4" {
    run -4 --separate-stderr ranks 2 enumerate tile:3x3 --log missing/log
    [[ $stderr == *"missing/log"* ]]
}

@test "the log has a line for each layer and each checkpoint, and every line is JSON" {
    ranks 2 enumerate tile:3x3 --engine frontier --quiet --log log.jsonl --checkpoint kept --checkpoint-every 0
    [[ $(jq -r .event log.jsonl | head -n 1) == start ]]
    [[ $(jq -r .event log.jsonl | tail -n 1) == end ]]
    [[ $(jq -r 'select(.event == "layer") | .depth' log.jsonl | wc -l) == 32 ]]
    [[ $(jq -s '[.[] | select(.event == "layer") | .states] | add' log.jsonl) == 181440 ]]
    jq -es 'all(.[] | select(.event == "layer"); .balance >= 1 and .memory > 0 and .duration >= 0)' log.jsonl >/dev/null
    jq -es 'all(.[] | select(.event == "checkpoint"); .bytes > 128 and .stalled >= 0 and .stalled <= .seconds)' log.jsonl >/dev/null
    [[ $(jq -r 'select(.event == "checkpoint") | .depth' log.jsonl) == "$(seq 0 31)" ]]
}
