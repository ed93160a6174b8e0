#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong heuristics

# shellcheck disable=SC2154 # bats sets stderr
load ../helper

setup() {
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
    cd "$BATS_TEST_TMPDIR" || return
}

# The mean distance is 21.97 (Reinefeld 1993). The mean Manhattan distance is 14: each tile is as often in each of the 9 cells, on
# average 2 steps from a corner, 15/9 from an edge and 12/9 from the centre, and 3 homes are corners, 4 edges, 1 the centre.
@test "the whole 8-puzzle: values, distances, and what is exact" {
    long_tier_only
    huarong enumerate tile:3x3 --table 3x3.table --quiet
    huarong query 3x3.table --at 0-31 | cut -f 2 >states.txt
    run -0 --separate-stderr huarong heuristics tile:3x3 --file states.txt --table 3x3.table --json
    jq -e '.positions == 181440 and (.distances.mean * 100 | round) == 2197' <<<"$output"
    jq -e '.heuristics[0] | .heuristic == "manhattan" and (.mean * 1000000 | round) == 14000000' <<<"$output"
    [[ $(jq -c '[.distances.values[][1]]' <<<"$output") == "$(huarong info 3x3.table --json | jq -c .layers)" ]]
    # A better heuristic is exact more often.
    jq -e '[.heuristics[].exact] | . == sort and .[0] > 100' <<<"$output"
}

@test "values of positions, distances from a table and by IDA*, on any number of ranks" {
    huarong enumerate tile:3x3 --table 3x3.table --quiet
    printf '%s\n' '1 2 3 4 5 6 7 8 0' '1 2 3 4 5 6 0 7 8' '8 6 7 2 5 4 3 0 1' '1 3 2 4 5 6 8 7 0' '2 1 3 4 5 6 7 8 0' >boards
    # Manhattan distances by hand: 0, 2, 21, 4; distances 0, 2, 31 (the farthest, Reinefeld 1993), and the table's.
    local last
    last=$(huarong query 3x3.table '1 3 2 4 5 6 8 7 0' | cut -f 1)
    for n in $(of_tier 2 1 3); do
        for distances in "--table 3x3.table" --solve; do
            # shellcheck disable=SC2086
            run -0 --separate-stderr ranks "$n" heuristics tile:3x3 --file boards $distances --json
            [[ $(jq -c '[.positions, .unsolvable, .distances.positions, .distances.most]' <<<"$output") == "[4,1,4,31]" ]]
            [[ $(jq -c '.distances.values' <<<"$output") == "[[0,1],[2,1],[$last,1],[31,1]]" ]]
            [[ $(jq -c '.heuristics[0] | [.heuristic, .values, .mean, .exact]' <<<"$output") == '["manhattan",[[0,1],[2,1],[4,1],[21,1]],6.75,2]' ]]
            jq -e '([.heuristics[].heuristic] | contains(["manhattan","conflict","walking"])) and all(.heuristics[]; .exact >= 2 and .mean >= 6.75)' <<<"$output"
        done
    done
    run -0 --separate-stderr huarong heuristics tile:3x3 --file - --csv --solve <boards
    [[ ${lines[0]} == value,manhattan,conflict,walking*,distance && ${lines[1]} == 0,1,1,1*,1 && ${#lines[@]} -eq 33 ]]
    run -0 --separate-stderr huarong heuristics tile:3x3 --file - --csv <boards
    [[ ${lines[0]} == value,manhattan,conflict,walking*,distance && ${lines[1]} == 0,1,1,1*, ]]
    run -0 --separate-stderr huarong heuristics tile:2x2 --heuristic 1,2/3 --count 5 --csv
    [[ ${lines[0]} == 'value,"1,2/3",distance' ]]
}

@test "random positions are those of huarong random" {
    run -0 --separate-stderr huarong heuristics tile:3x3 --count 50 --seed 3 --json
    drawn=$(jq -c 'del(.heuristics[].seconds)' <<<"$output")
    huarong random tile:3x3 --count 50 --seed 3 >boards
    run -0 --separate-stderr huarong heuristics tile:3x3 --file boards --json
    [[ $(jq -c 'del(.heuristics[].seconds)' <<<"$output") == "$drawn" && $(jq .distances <<<"$output") == null ]]
}

@test "pattern databases: one by its name, and without the cache" {
    run -0 --separate-stderr huarong heuristics tile:3x3 --heuristic 4-4 --no-cache --solve
    [[ $output == *$'\n4-4 '*" %"* && ! -e $XDG_CACHE_HOME/huarong ]]
    # Without the mirrored position the values are smaller, and there are a thousand positions unless another number is asked for.
    local mean
    mean=$(huarong heuristics tile:3x3 --heuristic 4-4 --no-cache --json | jq '.heuristics[0].mean')
    run -0 --separate-stderr huarong heuristics tile:3x3 --heuristic 4-4 --no-cache --no-mirror --json
    jq -e ".positions == 1000 and .heuristics[0].mean < $mean" <<<"$output"
    # One pattern of all tiles knows every distance.
    run -0 --separate-stderr huarong heuristics tile:2x2 --heuristic 1,2,3 --solve --count 40 --json
    [[ $(jq -c '.heuristics | map([.heuristic, .exact >= 1])' <<<"$output") == '[["1,2,3",true]]' && -d $XDG_CACHE_HOME/huarong ]]
    run -3 --separate-stderr huarong heuristics tile:4x4 --heuristic 7-8 --memory 100M --count 1
    [[ $stderr == *"the databases 7-8 would need about"* ]]
}

@test "the heuristics of a board of twelve cells, and a database that is damaged" {
    run -0 --separate-stderr huarong heuristics tile:3x4 --count 2 --json
    jq -e '.goal == "1 2 3 4 5 6 7 8 9 10 11 0" and ([.heuristics[].heuristic] | contains(["manhattan","conflict","walking","3-4-4"]))' <<<"$output"
    [[ -z $stderr ]]
    local file
    for file in "$XDG_CACHE_HOME"/huarong/*; do
        truncate -s 100 "$file"
    done
    run -0 --separate-stderr huarong heuristics tile:3x4 --heuristic 3-4-4 --count 2
    [[ ${#stderr_lines[@]} -eq 3 && ${stderr_lines[0]} == "huarong heuristics: "*"building it anew"* ]]
    for file in "$XDG_CACHE_HOME"/huarong/*; do
        truncate -s 100 "$file"
    done
    run -0 --separate-stderr huarong heuristics tile:3x4 --heuristic 3-4-4 --count 2 --quiet
    [[ -z $stderr ]]
}

@test "drops, other goals, and what has no heuristic" {
    echo '0 2 1 2 1 1 / 3 4 3 3 3 1 / 3 4 2 0 4 0 / 3 3 1 0 2 3 / 2 3 1 2 2 3 / 0 4 0 2 0 4' >drops
    run -0 --separate-stderr huarong heuristics drops:6x6 --file drops --solve --json
    [[ $(jq -c '[.distances.most, .heuristics[0].heuristic]' <<<"$output") == '[5,"drops"]' ]]
    run -0 --separate-stderr huarong heuristics tile:3x3 --goal '0 1 2 3 4 5 6 7 8' --count 20 --solve --json
    [[ $(jq -r .goal <<<"$output") == '0 1 2 3 4 5 6 7 8' ]]
    # Random positions of the usual goal have the other parity here.
    run -0 --separate-stderr huarong heuristics tile:4x4 --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --count 3 --heuristic manhattan --json
    [[ $(jq -c '[.positions, .unsolvable]' <<<"$output") == '[3,0]' ]]
    huarong enumerate tile:3x3 --table 3x3.table --quiet
    run -4 --separate-stderr huarong heuristics tile:3x3 --goal '0 1 2 3 4 5 6 7 8' --count 20 --table 3x3.table
    run -0 --separate-stderr huarong heuristics drops:6x6 --count 20 --json
    [[ $(jq -c '[.positions, .unsolvable]' <<<"$output") == '[20,0]' ]]
    run -0 --separate-stderr huarong heuristics tile:5x5 --heuristic manhattan --count 20 --json
    [[ $(jq -c '[.positions, .unsolvable]' <<<"$output") == '[20,0]' ]]
    huarong enumerate tile:3x2 --table 3x2.table --quiet
    run -4 --separate-stderr ranks 2 heuristics tile:3x3 --table 3x2.table
}
