#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Files that older programs have written are read, or refused by their version. golden/formats/README.md says what they are.

# shellcheck disable=SC2154 # bats sets stderr

load helper

setup() {
    GOLDEN=$HR_SOURCE_DIR/tests/golden
    OLD=$GOLDEN/formats/version-1
    cd "$BATS_TEST_TMPDIR" || return
}

@test "tables of version 1 are read" {
    run -0 --separate-stderr huarong info "$GOLDEN/formats/planes.table"
    [[ $output == *"tile:2x4"* && $output == *"20,160"* ]]
    run -0 --separate-stderr huarong verify "$GOLDEN/formats/planes.table"
    run -0 --separate-stderr huarong verify "$GOLDEN/tile-2x3.table"
    run -0 --separate-stderr huarong query "$GOLDEN/tile-2x3.table" "5 4 3 2 1 0"
    [[ ${lines[0]} == $'20\t5 4 3 2 1 0' ]]
}

@test "a checkpoint of version 1 is refused by its version, and stays" {
    mkdir kept
    cp "$OLD/frontier.checkpoint" kept/checkpoint-000002
    run -4 --separate-stderr huarong enumerate tile:2x3 --checkpoint kept --resume
    [[ $stderr == *"checkpoint-000002: checkpoint format version 1, but this program reads version 2: begin the run again"* ]]
    cmp "$OLD/frontier.checkpoint" kept/checkpoint-000002
    cp "$OLD/solve.checkpoint" kept/checkpoint-000002
    run -4 --separate-stderr huarong solve tile:2x3 '5 4 3 2 1 0' --checkpoint kept --resume
    [[ $stderr == *"checkpoint format version 1, but this program reads version 2"* ]]
}

@test "records of openings of version 1 are refused by their version, and their families searched again" {
    mkdir kept
    cp "$OLD/openings.records" kept/openings-1-0.records
    run -0 --separate-stderr huarong openings klotski:2x3 --csv
    local expected=$output
    run -0 --separate-stderr huarong openings klotski:2x3 --csv --checkpoint kept --resume
    [[ $stderr == *"openings-1-0.records: file of records format version 1, but this program reads version 2"*"searched again"* ]]
    [[ $output == "$expected" ]]
    cmp "$OLD/openings.records" kept/openings-1-0.records
}

@test "a pattern database of version 1 is refused by its version, and built anew" {
    export XDG_CACHE_HOME=$PWD/cache
    mkdir -p cache/huarong
    cp "$OLD/pattern.hrp" cache/huarong/pattern-2x3-0-3.5.hrp
    run -0 --separate-stderr huarong solve tile:2x3 '5 4 3 2 1 0' --heuristic 3-2
    [[ $stderr == *"pattern-2x3-0-3.5.hrp: pattern database format version 1, but this program reads version 2"*"building it anew"* ]]
    [[ ${lines[0]} == "20 moves" ]]
    cmp "$GOLDEN/formats/pattern.hrp" cache/huarong/pattern-2x3-0-3.5.hrp
    run -0 --separate-stderr huarong solve tile:2x3 '5 4 3 2 1 0' --heuristic 3-2
    [[ $stderr != *anew* ]]
}
