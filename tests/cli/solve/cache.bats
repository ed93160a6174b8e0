#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The databases that solve keeps, and what it says of them

# shellcheck disable=SC2154 # bats sets stderr
load ../helper

setup() {
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
    directory=$XDG_CACHE_HOME/huarong
}

@test "databases are kept where the environment says" {
    cd "$BATS_TEST_TMPDIR"
    XDG_CACHE_HOME=relative HOME=$PWD huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --quiet # a relative path does not count
    [[ $(find .cache/huarong -name '*.hrp' | wc -l) -eq 2 && ! -e relative ]]
}

@test "a database belongs to one home of the blank" {
    for goal in '1 2 3 4 5 6 7 8 0' '1 2 3 4 5 6 7 0 8'; do # tiles 5 to 8 have the same homes
        run -0 --separate-stderr huarong solve tile:3x3 --goal "$goal" '8 6 7 2 5 4 3 0 1' --heuristic 4-4
        [[ ${lines[0]} == *moves && -z $stderr ]]
    done
    [[ $(find "$directory" -name '*.hrp' | wc -l) -eq 4 ]]
}

@test "a database that is longer than it should be is damaged, and built again" {
    huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --quiet
    local one
    one=$(find "$directory" -type f | head -n 1)
    cp "$one" "$BATS_TEST_TMPDIR/right"
    printf x >>"$one"
    run -0 huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --quiet
    cmp "$one" "$BATS_TEST_TMPDIR/right"
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

@test "limits too low for large databases leave them out" {
    local board='1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15' limit
    for limit in '--position-time 10m' '--position-nodes 1G' ''; do
        # shellcheck disable=SC2086 # the limit is two words
        run -0 --separate-stderr huarong solve tile:4x4 "$board" --verbose $limit
        [[ $stderr == *"easy without the databases 7-8"* ]]
    done
    for limit in '--position-time 10s' '--position-nodes 1M'; do
        # shellcheck disable=SC2086
        run -0 --separate-stderr huarong solve tile:4x4 "$board" --verbose $limit
        [[ $stderr != *"databases 7-8"* && $stderr == *"the heuristic 6-6-3"* ]]
    done
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
