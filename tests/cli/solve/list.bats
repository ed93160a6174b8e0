#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong solve --list: several shortest solutions

# shellcheck disable=SC2154 # bats sets stderr
load solve

readonly HARDEST='8 6 7 2 5 4 3 0 1' # 40 solutions of 31 moves

# listed RANKS ARGUMENTS…: the solutions, each a line.
listed() { ranks "$1" solve "${@:2}" --json | jq -r '.positions[] | .list[]'; }

@test "IDA* and breadth-first search list the same solutions, each in its own order, on any number of ranks" {
    cd "$BATS_TEST_TMPDIR"
    local algorithm n
    for algorithm in idastar layers; do
        listed 1 tile:3x3 "$HARDEST" --algorithm $algorithm --list 1000 >"list.$algorithm"
        sort -u "list.$algorithm" >"$algorithm.sorted"
        [[ $(wc -l <"$algorithm.sorted") -eq 40 ]]
        for n in $(of_tier 3 2 4); do
            diff <(listed "$n" tile:3x3 "$HARDEST" --algorithm $algorithm --list 7) <(head -n 7 "list.$algorithm")
        done
    done
    diff idastar.sorted layers.sorted
    run ! diff -q list.idastar list.layers
    huarong random tile:4x4 --walk 30 --count 6 --seed 3 >near
    for algorithm in idastar layers; do # 4x4 in slide has IDA*, too
        listed 1 tile:4x4 --file near --metric slide --algorithm $algorithm --list 1000 | sort >slide.$algorithm
    done
    [[ $(wc -l <slide.layers) -gt 6 ]]
    diff slide.idastar slide.layers
}

# With checkpoints all ranks search together, else one rank alone.
@test "klotski: one rank alone and all ranks together list the 256 solutions of 81 moves, and each is one" {
    cd "$BATS_TEST_TMPDIR"
    local n moves
    listed 1 klotski 横刀立马 --metric move --list 300 >alone
    [[ $(sort -u alone | wc -l) -eq 256 && $(wc -l <alone) -eq 256 ]]
    for n in $(of_tier 3 1 2 4); do
        diff <(listed "$n" klotski 横刀立马 --metric move --list 300 --checkpoint "kept-$n") alone
    done
    for n in 1 100 256; do
        moves=$(sed -n "${n}p" alone)
        run -0 --separate-stderr huarong solve klotski 横刀立马 --metric move -q --check "$moves"
        [[ ${lines[1]} == "81 moves, metric move, as many as in the list" ]]
    done
}

@test "the solutions of one position, and of many" {
    cd "$BATS_TEST_TMPDIR"
    run -0 --separate-stderr huarong solve klotski 横刀立马 --metric move --list 2
    [[ ${lines[0]} == "81 moves, metric move, 256 shortest solutions" && ${#lines[@]} -eq 165 ]]
    [[ ${lines[1]} == "solution 1" && ${lines[2]} == "    1  "* && ${lines[83]} == "solution 2" ]]
    run -0 --separate-stderr huarong solve tile:3x3 "$HARDEST" --list 3
    [[ $(grep -c ^moves <<<"$output") -eq 3 && ${lines[0]} == "31 moves, 40 shortest solutions" ]]
    printf '%s\n' "$HARDEST" '1 2 3 4 5 6 7 8 0' '1 2 3 4 5 6 8 7 0' '1 2 3 4 5 6 0 7 8' >boards
    local algorithm n
    for algorithm in idastar layers; do
        for n in $(of_tier 3 1 2 4); do
            run -0 --separate-stderr ranks "$n" solve tile:3x3 --file boards --algorithm $algorithm --list 2
            [[ $(cut -f 1-3 <<<"$output") == $'1\t31\t40\n1\t31\t40\n2\t0\t1\n3\tunsolvable\n4\t2\t1' ]]
        done
        run -0 --separate-stderr huarong solve tile:3x3 --file boards --algorithm $algorithm --list 2 --csv
        [[ $(cut -d, -f 1,9,10 <<<"$output") == $'id,solutions,solution\n1,40,1\n1,40,2\n2,1,1\n3,,\n4,1,1' ]]
    done
}

@test "what has no list is refused" {
    run -2 --separate-stderr huarong solve tile:3x3 "$HARDEST" --list 0
    [[ $stderr == "huarong solve: --list: '0' is not a whole number from 1 to 1000000" ]]
    run -2 --separate-stderr huarong solve tile:3x3 "$HARDEST" --list 2 --algorithm astar
    [[ $stderr == "huarong solve: astar has no use for --list with these positions: leave it out" ]]
    run -2 --separate-stderr huarong solve tile:3x3 "$HARDEST" --list 2 --weight 2
    [[ $stderr == "huarong solve: --weight and --list exclude each other: give one of them" ]]
    run -2 --separate-stderr huarong solve drops:2x2 '0 2 / 3 4' --list 2
    [[ $stderr == *"cannot count with --list" ]]
}
