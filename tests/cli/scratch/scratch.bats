#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# enumerate --scratch: states on disks from the command line. Counts are published, see tests/golden/tile.

# shellcheck disable=SC2154 # bats sets stderr and stderr_lines

load scratch

# refused STATUS TEXT ARGUMENTS …: exit code STATUS, and TEXT in the only line on standard error.
refused() {
    run "-$1" --separate-stderr huarong enumerate "${@:3}" --progress=never
    [[ $output == "" && ${#stderr_lines[@]} -eq 1 && $stderr == *"$2"* ]]
    empty
}

@test "planes on one or two disks, on one or two ranks, give the counts of those in memory" {
    long_tier_only
    huarong enumerate tile:2x6 --json >memory.json
    huarong enumerate tile:2x6 --json --memory 50M --scratch one >disk.json
    [[ $(layers disk.json) == "$(layers memory.json)" && $(jq .states disk.json) == 239500800 ]]
    [[ $(jq '.scratch_read > 0 and .scratch_written > 0' disk.json) == true && $(jq .scratch_read memory.json) == 0 ]]
    ranks 2 enumerate tile:2x6 --json --memory 100M --scratch one --scratch two >disks.json
    [[ $(layers disks.json) == "$(layers memory.json)" ]]
    empty
}

# Published: the layers of tests/golden/tile.
@test "lines on one or two disks, on one to three ranks, give the published counts" {
    long_tier_only
    for board in 3x3 5x2 4x3; do
        grep "^${board/x/,},0,slide," "$HR_SOURCE_DIR/tests/golden/tile/layers.csv" | cut -d , -f 6 | jq -sc . >published
        [[ $(<published) == "[1,"* ]]
        ranks 3 enumerate "tile:$board" --metric slide --json --memory 120M --scratch one --scratch two >disks.json
        [[ $(layers disks.json) == "$(<published)" && $(jq -r .engine disks.json) == lines ]]
        [[ $board != 4x3 ]] || continue # takes long
        huarong enumerate "tile:$board" --metric slide --json --memory 40M --scratch one >disk.json
        [[ $(layers disk.json) == "$(<published)" && $(jq -c .hardest disks.json) == "$(jq -c .hardest disk.json)" ]]
    done
    [[ $(jq '.scratch_read > 0 and .scratch_written > 0' disks.json) == true ]]
    empty
}

@test "what is read and written is said" {
    run -0 --separate-stderr huarong enumerate tile:2x6 --memory 50M --scratch one --max-depth 20
    [[ $output == *$'\n'"Scratch     "*" read, "*" written"* ]]
    run -0 --separate-stderr huarong enumerate tile:2x6 --metric slide --memory 40M --scratch one --max-depth 6
    [[ $output == *$'\n'"Scratch     "*" read, "*" written"* ]]
    empty
}

@test "two runs may share a directory" {
    huarong enumerate tile:2x6 --json --memory 50M --scratch one --max-depth 20 >first.json &
    huarong enumerate tile:2x6 --json --memory 50M --scratch one --max-depth 20 >second.json
    wait "$!"
    [[ $(layers first.json) == "$(layers second.json)" ]]
    empty
}

@test "scratch that cannot be had is refused before the search" {
    refused 4 "none: No such file or directory" tile:3x3 --scratch none
    echo text >file
    refused 4 "file: Not a directory" tile:3x3 --scratch one --scratch file
    refused 2 "no engine that keeps states on disks can search klotski:4x3" klotski:4x3 --scratch one
    refused 2 "no engine that keeps states on disks can search tile:2x3" tile:2x3 --metric slide --scratch one
    refused 2 "leave out --engine" tile:3x3 --engine frontier --scratch one
    refused 2 "use --engine lines with --scratch" tile:3x3 --metric slide --engine planes --scratch one
    refused 2 "use --engine planes with --scratch" tile:3x3 --engine lines --scratch one
    refused 2 "--table" tile:3x3 --table x.table --scratch one
    refused 2 "--table" tile:3x3 --metric slide --table x.table --scratch one
    refused 2 "--scratch names no directory: give its name" tile:3x3 --scratch ''
    refused 3 "still needs" tile:3x5 --memory 200M --scratch one
    refused 3 "the lines engine still needs" tile:3x5 --metric slide --memory 200M --scratch one
}

@test "a plan says that a disk is too small, also a full one" {
    unshare --map-root-user --mount mount -t tmpfs -o size=1M none two 2>/dev/null || skip "no file system can be mounted"
    for size in 1M 4k; do # the latter has no room but for the directory
        # shellcheck disable=SC2016 # the inner shell expands it
        HR_MEASURE_DISKS=1 run -0 --separate-stderr unshare --map-root-user --mount sh -c 'mount -t tmpfs -o "size=$1" none two
            "$0" plan tile:3x4 --memory 40M --scratch two && "$0" plan tile:3x4 --distances --checkpoint two' "$HR_QUICK_PLAN" "$size"
        [[ $(grep -c '^Room .* free there: too little$' <<<"$output") -eq 2 ]]
    done
    empty
}

@test "a disk that is too small is refused before the search" {
    unshare --map-root-user --mount mount -t tmpfs -o size=1M none two 2>/dev/null || skip "no file system can be mounted"
    # shellcheck disable=SC2016 # the inner shell expands it
    run -4 --separate-stderr unshare --map-root-user --mount sh -c \
        'mount -t tmpfs -o size=1M none two && "$0" enumerate tile:2x6 --memory 50M --scratch two --progress=never' "$HR_PROGRAM"
    [[ $output == "" && ${#stderr_lines[@]} -eq 1 && $stderr == *"No space left on device"*"free there"* ]]
    empty
}
