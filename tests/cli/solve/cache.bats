#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong cache, and what solve says of the databases that it keeps there

# shellcheck disable=SC2154 # bats sets stderr
load ../helper

setup() {
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
    directory=$XDG_CACHE_HOME/huarong
}

@test "an empty cache, and one that is not there" {
    run -0 --separate-stderr huarong cache
    [[ ${lines[0]} == "$directory" && ${lines[1]} == *"0 bytes  in 0 files" && ! -e $XDG_CACHE_HOME ]]
    run -0 --separate-stderr huarong cache --clear --json
    [[ $(jq -c '[.directory, .removed, .bytes]' <<<"$output") == "[\"$directory\",[],0]" ]]
    cd "$BATS_TEST_TMPDIR"
    XDG_CACHE_HOME=cache HOME=/nowhere run -0 --separate-stderr huarong cache # a relative path does not count
    [[ ${lines[0]} == /nowhere/.cache/huarong ]]
    (unset XDG_CACHE_HOME HOME && run -2 --separate-stderr huarong cache && [[ $stderr == *"there is no cache"* ]])
}

@test "databases are listed with their size, and removed" {
    huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --quiet
    run -0 --separate-stderr huarong cache
    [[ ${#lines[@]} -eq 4 && $(grep -c "database *tile:3x3, 4 tiles" <<<"$output") -eq 2 ]]
    run -0 --separate-stderr huarong cache --json
    # 9 · 8 · 7 · 6 arrangements, a byte each, after a page
    [[ $(jq -c '[.files[] | [.bytes, .kind, .puzzle, .tiles]]' <<<"$output") == \
        '[[7120,"database","tile:3x3",4],[7120,"database","tile:3x3",4]]' && $(jq .bytes <<<"$output") -eq 14240 ]]
    [[ $(jq -r '.files[].name' <<<"$output") == "$(cd "$directory" && ls)" ]]
    run -0 --separate-stderr huarong cache --clear
    [[ $(grep -c removed <<<"$output") -eq 3 && -z $(ls "$directory") ]]
    huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --quiet
    [[ $(huarong cache --clear --json | jq '.removed | length') -eq 2 ]]
}

@test "a database belongs to one home of the blank" {
    for goal in '1 2 3 4 5 6 7 8 0' '1 2 3 4 5 6 7 0 8'; do # tiles 5 to 8 have the same homes
        run -0 --separate-stderr huarong solve tile:3x3 --goal "$goal" '8 6 7 2 5 4 3 0 1' --heuristic 4-4
        [[ ${lines[0]} == *moves && -z $stderr ]]
    done
    [[ $(huarong cache --json | jq '.files | length') -eq 4 ]]
}

@test "what is not ours stays" {
    huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --quiet
    cd "$directory"
    local one
    one=$(find . -type f -printf '%f\n' | head -n 1)
    echo "a letter" >letter
    echo "a letter" >pattern-3x3-0-1.2.hrp    # our name, but not our bytes
    cp "$one" copy.hrp                        # our bytes, but not our name
    ln -s "$BATS_TEST_TMPDIR/precious" pattern-3x3-0-1.2.3.hrp
    cp "$one" "$BATS_TEST_TMPDIR/precious"
    mkdir pattern-3x3-0-1.2.4.8.hrp
    mkfifo pattern-3x3-0-1.2.3.5.hrp
    cp "$one" pattern-3x3-0-9.hrp && printf x | dd of=pattern-3x3-0-9.hrp bs=1 seek=100 conv=notrunc status=none
    run -0 --separate-stderr huarong cache
    [[ $(grep -c " foreign " <<<"$output") -eq 6 && $(grep -c " damaged " <<<"$output") -eq 1 && $(grep -c " database " <<<"$output") -eq 2 ]]
    [[ ${lines[-1]} == *"20.9 KiB  in 3 files" ]] # three of ours
    run -0 --separate-stderr huarong cache --json
    [[ $(jq -c '[([.files[].kind] | sort), .bytes]' <<<"$output") == '[["damaged","database","database","foreign","foreign","foreign","foreign","foreign","foreign"],21360]' ]]
    run -4 --separate-stderr huarong cache --clear
    [[ $(grep -c removed <<<"$output") -eq 4 && $(grep -c "foreign.*removed" <<<"$output") -eq 0 && ${lines[-1]} == *"20.9 KiB  in 3 files removed" ]]
    [[ $stderr == *"left in $directory: 6 files of others, 0 that a run is writing"* ]]
    [[ $(find . -mindepth 1 | LC_ALL=C sort | paste -sd ' ') == "./copy.hrp ./letter ./pattern-3x3-0-1.2.3.5.hrp ./pattern-3x3-0-1.2.3.hrp ./pattern-3x3-0-1.2.4.8.hrp ./pattern-3x3-0-1.2.hrp" ]]
    [[ -s $BATS_TEST_TMPDIR/precious ]]
}

@test "a file that a run is writing stays" {
    huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --quiet
    cd "$directory"
    exec 4>pattern-3x3-0-1.2.3.hrp.00000003.partial
    flock 4
    run -4 --separate-stderr huarong cache --clear
    [[ ${lines[-1]} == *"13.9 KiB  in 2 files removed" && $(grep -c removed <<<"$output") -eq 3 ]]
    [[ $stderr == "huarong cache: left in $directory: 0 files of others, 1 that a run is writing" ]]
    run -4 --separate-stderr huarong cache --clear --json
    [[ $(jq -c '[.removed, .bytes]' <<<"$output") == '[[],0]' ]]
    exec 4>&-
    run -0 --separate-stderr huarong cache --clear
    [[ ${lines[-1]} == *"in 1 file removed" && -z $(ls) ]]
}

@test "a database that is longer than it should be is damaged, and built again" {
    huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --quiet
    local one
    one=$(find "$directory" -type f | head -n 1)
    cp "$one" "$BATS_TEST_TMPDIR/right"
    printf x >>"$one"
    run -0 --separate-stderr huarong cache
    [[ $(grep -c " damaged " <<<"$output") -eq 1 && $(grep -c " database " <<<"$output") -eq 1 ]]
    run -0 huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --quiet
    cmp "$one" "$BATS_TEST_TMPDIR/right"
}

@test "a cache that is a file, and one that cannot be read" {
    mkdir "$XDG_CACHE_HOME"
    : >"$directory"
    run -4 --separate-stderr huarong cache
    [[ $stderr == *"$directory: cannot be read: Not a directory"* && -e $directory ]]
    run -2 --separate-stderr huarong cache something
}

@test "a database that is built is told of if its file is large" {
    [[ $(df --output=avail -B1M "$BATS_TEST_TMPDIR" | tail -n 1) -gt 1000 ]] || skip "there is little room"
    run -0 --separate-stderr huarong solve tile:4x4 '1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15' --heuristic 5-5-5
    [[ $stderr != *"building"* ]]
    # It ends soon, but not before it has said what it is about to do.
    run -3 --separate-stderr huarong solve tile:5x5 --max-time 0.000001s --heuristic 6-6-6-6 \
        '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0 24'
    [[ $(grep -c "building a pattern database, which will be kept: 122 MiB $directory/pattern-5x5-" <<<"$stderr") -eq 1 ]]
}

@test "a position of a large board that is easy without databases needs none" {
    cd "$BATS_TEST_TMPDIR"
    for n in $(of_tier 2 1); do
        run -0 --separate-stderr ranks "$n" solve tile:5x5 '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0 24' --json
        [[ $(jq -r .heuristic <<<"$output") == conflict && $(jq '.positions[0].length' <<<"$output") -eq 1 && ! -e $directory ]]
    done
    # One that is not: a stop in the trial, then in the first database.
    local far=('17 1 20 9 16 2 22 19 14 5 15 21 0 3 24 23 18 13 12 7 10 8 6 4 11' --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24')
    run -3 --separate-stderr huarong solve tile:5x5 --max-time 0.1s "${far[@]}"
    [[ $stderr == *"stopped by the time limit while databases were being built"* && ! -e $directory ]]
    [[ -z ${ASAN_OPTIONS-} ]] || return 0 # the trial takes a minute
    "$HR_PROGRAM" solve tile:5x5 "${far[@]}" </dev/null >out 2>err 3>&- &
    local program=$! code
    reaches grep -q "building a pattern database, which will be kept: 122 MiB" err
    kill -TERM "$program"
    ends
    [[ $code -eq 3 ]]
}
