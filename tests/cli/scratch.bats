#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# enumerate --scratch: states on disks from the command line. Counts are published, see tests/golden/tile.

# shellcheck disable=SC2154 # bats sets stderr and stderr_lines

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir one two
}

# empty: nothing is left in the directories.
empty() { [[ $(ls -A one two) == "$(printf 'one:\n\ntwo:\n')" ]]; }

# layers FILE: the counts of the layers in a result in JSON.
layers() { jq -c '[.layers[].states]' "$1"; }

# refused STATUS TEXT ARGUMENTS …: exit code STATUS, and TEXT in the only line on standard error.
refused() {
    run "-$1" --separate-stderr huarong enumerate "${@:3}" --progress=never
    [[ $output == "" && ${#stderr_lines[@]} -eq 1 && $stderr == *"$2"* ]]
    empty
}

@test "planes on one or two disks, on one or two ranks, give the counts of those in memory" {
    huarong enumerate tile:2x6 --json >memory.json
    huarong enumerate tile:2x6 --json --memory 50M --scratch one >disk.json
    [[ $(layers disk.json) == "$(layers memory.json)" && $(jq .states disk.json) == 239500800 ]]
    [[ $(jq '.scratch_read > 0 and .scratch_written > 0' disk.json) == true && $(jq .scratch_read memory.json) == 0 ]]
    ranks 2 enumerate tile:2x6 --json --memory 100M --scratch one --scratch two >disks.json
    [[ $(layers disks.json) == "$(layers memory.json)" ]]
    empty
}

@test "what is read and written is said" {
    run -0 --separate-stderr huarong enumerate tile:2x6 --memory 50M --scratch one --max-depth 40
    [[ $output == *$'\n'"Scratch     "*" read, "*" written"* ]]
    empty
}

@test "two runs may share a directory" {
    huarong enumerate tile:2x6 --json --memory 50M --scratch one --max-depth 30 >first.json &
    huarong enumerate tile:2x6 --json --memory 50M --scratch one --max-depth 30 >second.json
    wait "$!"
    [[ $(layers first.json) == "$(layers second.json)" ]]
    empty
}

@test "scratch that cannot be had is refused before the search" {
    refused 4 "none: No such file or directory" tile:3x3 --scratch none
    echo text >file
    refused 4 "file: Not a directory" tile:3x3 --scratch one --scratch file
    refused 2 "tile puzzles of 7 to 16 cells in unit moves" klotski:4x3 --scratch one
    refused 2 "tile puzzles of 7 to 16 cells in unit moves" tile:3x3 --metric slide --scratch one
    refused 2 "--engine planes" tile:3x3 --engine frontier --scratch one
    refused 2 "--out" tile:3x3 --out x.table --scratch one
    refused 2 "name a directory" tile:3x3 --scratch ''
    refused 3 "still needs" tile:3x5 --memory 200M --scratch one
}

@test "a disk that is too small is refused before the search" {
    unshare --map-root-user --mount mount -t tmpfs -o size=1M none two 2>/dev/null || skip "no file system can be mounted"
    # shellcheck disable=SC2016 # the inner shell expands it
    run -4 --separate-stderr unshare --map-root-user --mount sh -c \
        'mount -t tmpfs -o size=1M none two && "$0" enumerate tile:2x6 --memory 50M --scratch two --progress=never' "$HR_PROGRAM"
    [[ $output == "" && ${#stderr_lines[@]} -eq 1 && $stderr == *"No space left on device"*"free there"* ]]
    empty
}

@test "a stopped search goes on with its files, which go away at its end" {
    huarong enumerate tile:2x6 --json >memory.json
    run -3 --separate-stderr huarong enumerate tile:2x6 --json --memory 50M --scratch one --checkpoint kept --max-time 1s
    [[ $stderr == *"go on with --resume"* && $(compgen -G 'one/huarong-*.planes') != "" ]]
    refused_without=$(huarong enumerate tile:2x6 --checkpoint kept --resume --progress=never 2>&1) && return 1
    [[ $refused_without == *"--scratch"* ]]
    ranks 2 enumerate tile:2x6 --json --memory 100M --scratch two --scratch one --checkpoint kept --resume >rest.json || status=$?
    [[ $status -eq 4 ]] # one file is not two
    ranks 2 enumerate tile:2x6 --json --memory 100M --scratch one --checkpoint kept --resume >rest.json
    [[ $(layers rest.json) == "$(layers memory.json)" ]]
    empty
    huarong enumerate tile:2x6 --json --memory 50M --scratch one --checkpoint kept --resume >again.json
    [[ $(layers again.json) == "$(layers memory.json)" ]]
    empty
}

@test "a search whose files are gone says so, and keeps its checkpoint" {
    run -3 --separate-stderr huarong enumerate tile:2x6 --json --memory 50M --scratch one --checkpoint kept --max-time 1s
    mkdir aside && mv one/* aside
    run -4 --separate-stderr huarong enumerate tile:2x6 --memory 50M --scratch one --checkpoint kept --resume --progress=never
    [[ $stderr == *"is in no --scratch DIR"* ]]
    mv aside/* one
    huarong enumerate tile:2x6 --json --memory 50M --scratch one --checkpoint kept --resume --max-depth 60 >rest.json
    [[ $(jq .depth rest.json) == 60 ]]
}

@test "a search that is killed goes on" {
    huarong enumerate tile:2x6 --json >memory.json
    timeout --signal=KILL 1.5 "$HR_PROGRAM" enumerate tile:2x6 --quiet --memory 50M --scratch one --checkpoint kept || true
    huarong enumerate tile:2x6 --json --memory 60M --scratch one --checkpoint kept --resume >rest.json
    [[ $(layers rest.json) == "$(layers memory.json)" ]]
    empty
}
