#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong solve: searches and their solutions

# shellcheck disable=SC2154 # bats sets stderr
load solve

readonly SNAKE='1 2 3 4 8 7 6 5 9 10 11 12 0 15 14 13'

@test "a known position takes 44 moves" {
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic 5-5-5
    [[ ${lines[0]} == "44 moves" ]]
    # shellcheck disable=SC2086
    run -0 --separate-stderr huarong solve tile:4x4 $KNOWN --heuristic 4-4-4-3
    [[ ${lines[0]} == "44 moves" ]]
}

@test "any goal: the snake" {
    run -0 --separate-stderr huarong solve tile:4x4 --goal "$SNAKE" '1 2 3 4 8 7 6 5 9 10 11 12 15 0 14 13' --heuristic walking
    [[ ${lines[0]} == "1 move" && ${lines[1]} == "moves      L" ]]
    run -0 --separate-stderr huarong solve tile:4x4 --goal "$SNAKE" '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0'
    [[ ${lines[0]} == unsolvable:* ]]
}

@test "a weighted solution tells what is guaranteed" {
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic manhattan --weight 2
    [[ ${lines[0]} =~ ^[0-9]+" moves, the shortest solution has at least "[0-9]+ ]]
    # A node of the last iteration has 2g + 3h of at least its bound, 119, and so g + h of at least a third of it.
    run -0 --separate-stderr huarong solve tile:4x4 "7 8 3 1 6 15 0 2 4 10 13 9 5 12 11 14" --heuristic manhattan --weight 3/2 --json --details
    jq -e '.positions[0] | .lower_bound == 40 and .iterations[-1].bound == 119' <<<"$output"
    run -0 --separate-stderr huarong solve tile:4x4 "7 8 3 1 6 15 0 2 4 10 13 9 5 12 11 14" --heuristic manhattan --weight 3/2 --csv
    [[ ${lines[1]} == '1,"7 8 3 1 6 15 0 2 4 10 13 9 5 12 11 14",solved,53,40,'* ]]
}

@test "the count of solutions of klotski is there in each form of result, on any number of ranks" {
    cd "$BATS_TEST_TMPDIR"
    local metric expected n
    while read -r metric expected; do
        for n in $(of_tier 2 1); do
            run -0 --separate-stderr ranks "$n" solve klotski 横刀立马 --metric "$metric" --all
            [[ ${lines[0]} == *" moves, metric $metric, $(sed -E ':a; s/([0-9])([0-9]{3})($|,)/\1,\2\3/; ta' <<<"$expected") shortest solutions" ]]
            run -0 --separate-stderr ranks "$n" solve klotski 横刀立马 --metric "$metric" --all --json
            [[ $(jq '.positions[0].solutions' <<<"$output") == "$expected" ]]
        done
    done <<'END'
unit 4112640000
slide 4096
move 256
END
}

@test "klotski is solved from its opening" {
    run -0 --separate-stderr huarong solve klotski 横刀立马 --metric move
    [[ ${lines[0]} == "81 moves, metric move" && -z $stderr ]]
    run -0 --separate-stderr huarong solve klotski 横刀立马 --metric slide
    [[ ${lines[0]} == "90 moves, metric slide" && -z $stderr ]]
    run -0 --separate-stderr huarong solve klotski 横刀立马
    [[ ${lines[0]} == "116 moves, metric unit" && ${#lines[@]} -eq 117 && $stderr == *"each cell counts"*116*"--metric slide 90"*"move"*81* ]]
    run -0 --separate-stderr huarong solve klotski 横刀立马 --exit 1,2 # which nobody plays
    [[ $stderr == "huarong solve: metric unit (each cell counts); with slide or move a longer way counts once" ]]
    run -0 --separate-stderr huarong solve klotski 横刀立马 --quiet
    [[ -z $stderr ]]
    [[ ${lines[1]} =~ ^\ +1\ \ (single|vertical|horizontal|2x2)\ from\ [0-3],[0-4]\ to\ [0-3],[0-4]$ ]]
}

@test "solve and query tell the moves of klotski alike" {
    huarong openings klotski:3x3 --table "$BATS_TEST_TMPDIR/table" -q
    from=$(huarong query "$BATS_TEST_TMPDIR/table" --hardest 1 | cut -f2)
    move=$(huarong solve klotski:3x3 "$from" | sed -n '2s/^ *1 *//p')
    [[ -n $move && $(huarong query "$BATS_TEST_TMPDIR/table" "$from" --next) == *"next  $move  ->"* ]]
    [[ $(huarong query "$BATS_TEST_TMPDIR/table" "$from" --path --format=jsonl | jq '.path[0] | keys') == "$(huarong solve klotski:3x3 "$from" --json --details | jq '.positions[0].steps[0] | keys')" ]]
}

@test "the tiles of databases that are named by sizes are told, so that others can name them" {
    local tiles nodes
    run -0 --separate-stderr huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --json --verbose
    tiles=$(jq -r .heuristic_tiles <<<"$output")
    nodes=$(jq '.positions[0].nodes' <<<"$output")
    [[ $tiles =~ ^[1-8](,[1-8]){3}/[1-8](,[1-8]){3}$ && $stderr == *"with the heuristic 4-4: $tiles" ]]
    run -0 huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic "$tiles" --json
    [[ $(jq '.positions[0].nodes, .heuristic_tiles' <<<"$output") == $nodes$'\n'null ]]
}

@test "--verbose says which databases do not fit into memory" {
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --verbose --memory 20M
    [[ ${stderr_lines[1]} == "huarong solve: the databases 7-8 would need about "*" GiB, and the node may use 20.0 MiB (--memory)" ]]
    [[ ${stderr_lines[2]} == "huarong solve: the databases 6-6-3 would need about "*" MiB, and the node may use 20.0 MiB (--memory)" ]]
    [[ ${stderr_lines[3]} == "huarong solve: with the heuristic conflict" && ${lines[0]} == "44 moves" && ${lines[-1]} == *", conflict" ]]
}

@test "drops: a board of the game takes 5" {
    run -0 --separate-stderr ranks 2 solve drops:6x6 \
        '0 2 1 2 1 1 / 3 4 3 3 3 1 / 3 4 2 0 4 0 / 3 3 1 0 2 3 / 2 3 1 2 2 3 / 0 4 0 2 0 4'
    [[ ${lines[0]} == "5 moves" ]]
    printf '0 2 / 3 4\n1 0 / 0 2\n' >"$BATS_TEST_TMPDIR/boards"
    run -0 --separate-stderr ranks 2 solve drops:2x2 --iterations --file "$BATS_TEST_TMPDIR/boards"
    [[ ${lines[0]} == $'1\t4\t'* ]]
    [[ $stderr == *"position 1, bound "*"position 2, bound "* ]]
    printf '2 1 3 0\n1 2 0 3\n' >"$BATS_TEST_TMPDIR/boards" # the first one cannot be solved
    run -0 --separate-stderr huarong solve tile:2x2 --iterations --file "$BATS_TEST_TMPDIR/boards"
    [[ $stderr == *"position 2, bound "* && $stderr != *"position 1, "* ]]
}

@test "breadth first or by IDA*, a position takes the same number of moves" {
    hardest="8 6 7 2 5 4 3 0 1"
    [[ $(huarong solve tile:3x3 "$hardest" | head -n 1) == "31 moves" ]]
    [[ $(huarong solve tile:3x3 "$hardest" --algorithm layers | head -n 1) == "31 moves" ]]
    huarong enumerate tile:3x3 --metric slide --quiet --table "$BATS_TEST_TMPDIR/slide.table"
    [[ $(huarong solve tile:3x3 "$hardest" --metric slide | head -n 1) == \
        "$(huarong query "$BATS_TEST_TMPDIR/slide.table" "$hardest" | cut -f 1) moves, metric slide" ]]
}

@test "databases have a use for --no-mirror and --memory" {
    run -0 --separate-stderr huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --no-mirror --memory 1G
    [[ ${lines[0]} == "31 moves" ]]
}

# A search turns the board so that the blank's home is one of three cells.
@test "the blank's home at any cell: the lengths of breadth-first search" {
    cd "$BATS_TEST_TMPDIR"
    local home goal lengths heuristic
    for home in 0 1 5 6 7 10 15; do
        goal=$(for ((cell = 0; cell < 16; cell++)); do echo $((cell < home ? cell + 1 : cell == home ? 0 : cell)); done | paste -sd ' ')
        huarong random tile:4x4 --goal "$goal" --walk 16 --count 12 --seed "$home" >near
        lengths=$(huarong solve tile:4x4 --goal "$goal" --algorithm layers --file near | cut -f 2)
        [[ $(wc -l <<<"$lengths") -eq 12 ]]
        for heuristic in manhattan conflict walking; do
            [[ $(huarong solve tile:4x4 --goal "$goal" --heuristic $heuristic --file near | cut -f 2) == "$lengths" ]]
        done
    done
}
