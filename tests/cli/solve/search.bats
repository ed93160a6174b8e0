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

@test "ranks do not change the result" {
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic manhattan --json
    local alone=$output
    run -0 --separate-stderr ranks 3 solve tile:4x4 "$KNOWN" --heuristic manhattan --json
    untimed() { jq 'del(.ranks, (.. | objects | .seconds))'; }
    [[ $(untimed <<<"$alone") == "$(untimed <<<"$output")" ]]
}

@test "letters are moves of the blank, and tiles go with them" {
    run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 7 _ 8'
    [[ ${lines[0]} == "1 move" && ${lines[1]} == "moves      R" && ${lines[2]} == "tiles      8" ]]
    run -0 --separate-stderr huarong solve tile:3x3 '1,2,3,4,5,.,7,8,6' --boards
    [[ ${lines[1]} == "moves      D" && $output == *"│ 4 │ 5 │↑6 │"* ]]
}

@test "solved, unsolvable and impossible boards are told apart" {
    run -0 --separate-stderr huarong solve tile:4x4 '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0' --heuristic manhattan
    [[ ${lines[0]} == "0 moves: solved already" ]]
    run -0 --separate-stderr huarong solve tile:4x4 '1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0'
    [[ ${lines[0]} == unsolvable:* ]]
    run -2 --separate-stderr huarong solve tile:4x4 '1 2 3 4 5 6 7 8 9 10 11 12 13 14 14 0'
    [[ $stderr == *twice* ]]
    run -2 --separate-stderr huarong solve tile:4x4 '1 2 3'
    [[ -z $output ]]
}

@test "the other parity is unsolvable by every algorithm" {
    local algorithm
    for algorithm in idastar layers astar; do
        run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 8 7 0' --algorithm "$algorithm"
        [[ ${lines[0]} == unsolvable:* && ${#lines[@]} -eq 1 ]]
        run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 8 7 0' '1 2 3 4 5 6 7 0 8' --algorithm "$algorithm" --json
        [[ $(jq -c '[.positions[] | [.outcome, .length]]' <<<"$output") == '[["unsolvable",null],["solved",1]]' ]]
    done
    run -0 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 8 7 0' --metric slide
    [[ ${lines[0]} == unsolvable:* ]]
}

@test "an unsolvable position is told the usual goal that it reaches" {
    local korf='0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' usual='1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0' algorithm
    for algorithm in idastar layers astar; do
        run -0 --separate-stderr huarong solve tile:4x4 "$korf" --algorithm "$algorithm"
        [[ $output == unsolvable:*"--goal '$korf'"* ]]
        run -0 --separate-stderr huarong solve tile:4x4 "$usual" --goal "$korf" --algorithm "$algorithm"
        [[ $output == unsolvable:*"--goal '$usual'"* ]]
        run -0 --separate-stderr huarong solve tile:3x3 '2 1 3 4 5 6 7 8 0' --algorithm "$algorithm"
        [[ $output == unsolvable:* && $output != *--goal* ]]
    done
    run -0 --separate-stderr huarong solve tile:4x4 "$korf" "$usual" --heuristic manhattan
    [[ $stderr == *"unsolvable positions: 1 "*"--goal '$korf'"* ]]
    [[ $(huarong solve tile:4x4 "$korf" --goal "$korf") == "0 moves"* ]]
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
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --weight 1/2
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --weight x
}

@test "all shortest solutions are counted" {
    run -0 --separate-stderr huarong solve tile:2x2 '3 2 1 0' --all
    [[ ${lines[0]} == unsolvable:* ]]
    run -0 --separate-stderr huarong solve tile:2x2 '0 3 2 1' --all
    [[ ${lines[0]} == "6 moves" && $output == *"solutions  2"* ]]
}

# counts: the name or number, length and number of solutions in each line of a result.
counts() { cut -f1-3; }

@test "breadth-first search counts as many shortest solutions as IDA*, on one rank and on all together" {
    cd "$BATS_TEST_TMPDIR"
    local n
    huarong random tile:3x3 --count 40 --seed 1 >small
    huarong solve tile:3x3 --file small --all -q | counts >ida
    for n in $(of_tier 2 1); do
        ranks "$n" solve tile:3x3 --file small --all -q --algorithm layers | counts | cmp ida
    done
    huarong random tile:4x4 --count 40 --seed 3 --walk 60 >walks
    huarong solve tile:4x4 --file walks --all -q --heuristic conflict | awk -F'\t' '
        NR == FNR { if ($2 >= 18 && $2 <= 20 && $3 > 1) {take[$1] = 1} next } take[FNR]' - walks >large # too many states for one rank alone
    [[ $(wc -l <large) -eq 6 ]]
    huarong solve tile:4x4 --file large --all -q --heuristic conflict | counts >ida
    [[ $(cut -f3 ida | sort -u | wc -l) -ge 4 ]]
    for n in $(of_tier 3 1); do
        ranks "$n" solve tile:4x4 --file large --all -q --algorithm layers | counts | cmp ida
    done
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
    # Five pieces that go seven cells each have 35!/(7!)^5 ways, more than there is a number for.
    local rows=(a b c d e) start='' goal='' row
    for row in "${rows[@]}"; do
        start+=/$row.......
        goal+=/.......$row
    done
    run -0 --separate-stderr huarong solve "blocks:start: ${start#/}; goal: ${goal#/}; horizontal: abcde" --all
    [[ ${lines[0]} == "35 moves, metric unit, >=9,223,372,036,854,775,807 shortest solutions" ]]
    run -0 --separate-stderr huarong solve "blocks:start: ${start#/}; goal: ${goal#/}; horizontal: abcde" --all --metric slide
    [[ ${lines[0]} == "5 moves, metric slide, 120 shortest solutions" ]]
}

@test "a count is never searched from both sides, and a limit leaves the length as a bound" {
    cd "$BATS_TEST_TMPDIR"
    local hard="1 3 2 4 5 0 12 8 9 7 10 15 13 6 14 11" # 20 moves, more states than one rank searches alone
    run -0 --separate-stderr huarong solve tile:4x4 "$hard" --algorithm layers --all --json --verbose
    [[ $stderr != *"from the goal"* ]]
    [[ $(jq -c '.positions[0] | [.length, .bidirectional]' <<<"$output") == "[20,null]" ]]
    run -3 --separate-stderr huarong solve tile:4x4 "$hard" --algorithm layers --all --json --max-nodes 1000
    [[ $(jq -c '.positions[0] | [.outcome, .solutions]' <<<"$output") == '["limit",null]' ]]
}

@test "klotski is solved from its opening" {
    run -0 --separate-stderr huarong solve klotski 横刀立马 --metric move
    [[ ${lines[0]} == "81 moves, metric move" && -z $stderr ]]
    run -0 --separate-stderr huarong solve klotski 横刀立马 --metric slide
    [[ ${lines[0]} == "90 moves, metric slide" && -z $stderr ]]
    run -0 --separate-stderr huarong solve klotski 横刀立马
    [[ ${lines[0]} == "116 moves, metric unit" && ${#lines[@]} -eq 117 && $stderr == *"each cell counts"*116*"--metric slide 90"*"move"*81* ]]
    run -0 --separate-stderr huarong solve klotski 横刀立马 --quiet
    [[ -z $stderr ]]
    [[ ${lines[1]} =~ ^\ +1\ \ (single|vertical|horizontal|2x2)\ from\ [0-3],[0-4]\ to\ [0-3],[0-4]$ ]]
}

@test "a solution of several moves has a hint at metrics, whichever position it is of" {
    local two=.XX.XX... one=XX.XX....
    for positions in "$two $one" "$one $two" "$two"; do
        # shellcheck disable=SC2086 # words
        run -0 --separate-stderr huarong solve klotski:3x3 $positions
        [[ $stderr == *"with slide or move a longer way counts once"* ]]
    done
    run -0 --separate-stderr huarong solve klotski:3x3 $one $one
    [[ $stderr != *"a longer way counts once"* ]]
}

@test "solve and query tell the moves of klotski alike" {
    huarong openings klotski:3x3 --out "$BATS_TEST_TMPDIR/table" -q
    from=$(huarong query "$BATS_TEST_TMPDIR/table" --hardest 1 | cut -f2)
    move=$(huarong solve klotski:3x3 "$from" | sed -n '2s/^ *1 *//p')
    [[ -n $move && $(huarong query "$BATS_TEST_TMPDIR/table" "$from" --next) == *"next  $move  ->"* ]]
    [[ $(huarong query "$BATS_TEST_TMPDIR/table" "$from" --path --json | jq '.path[0] | keys') == "$(huarong solve klotski:3x3 "$from" --json --details | jq '.positions[0].steps[0] | keys')" ]]
}

@test "--verbose says which algorithm is taken, and why" {
    run -0 --separate-stderr huarong solve tile:3x3 "1 2 3 4 5 6 7 0 8" --verbose
    [[ $stderr == "huarong solve: by idastar, the first algorithm that takes this puzzle ("*")"$'\n'"huarong solve: with the heuristic conflict" ]]
    run -0 --separate-stderr huarong solve tile:3x3 --metric slide "1 2 3 4 5 6 7 0 8" --verbose
    [[ $stderr == "huarong solve: not idastar: "*"by layers, the first algorithm"* ]]
    run -0 --separate-stderr ranks 2 solve klotski 横刀立马 --metric unit --verbose
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 2 && $stderr == *"not idastar, which does not take klotski"* ]]
    run -0 --separate-stderr huarong solve tile:3x3 --algorithm layers "1 2 3 4 5 6 7 0 8" --verbose
    [[ $stderr == "huarong solve: by layers, as asked for ("*"from the start and from the goal, of which there is 1, "* ]]
}

@test "--verbose says which databases do not fit into memory" {
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --verbose --memory 20M
    [[ ${stderr_lines[1]} == "huarong solve: the databases 6-6-3 would need about "*" MiB, and the node may use 20.0 MiB (--memory)" ]]
    [[ ${stderr_lines[2]} == "huarong solve: with the heuristic conflict" && ${lines[0]} == "44 moves" && ${lines[-1]} == *", conflict" ]]
}

@test "drops: a move is a column and a row from 0, as help says" {
    run -0 --separate-stderr huarong solve drops:3x2 '0 4 0 / 0 0 0' --csv
    [[ ${lines[1]} == *',"1,0"' ]]
    run -0 --separate-stderr huarong solve drops:3x2 '0 4 0 / 0 0 0' --csv --metric unit
    [[ ${lines[1]} == *',"1,0"' ]]
    run -0 --separate-stderr huarong help drops
    [[ $output == *"A move is a drop: column,row, from 0."* ]]
}

@test "drops: boards show the drops, and none where a cell is empty" {
    run -0 --separate-stderr huarong solve drops:3x2 '0 4 0 / 3 0 1' --boards
    [[ ${lines[0]} == "6 moves" && $output == *$'\n'"\
  start          1  "*$'\n'"\
  ┌───┬───┬───┐  ┌───┬───┬───┐  "*$'\n'"\
  │ · │ 4 │ · │  │ · │ 4 │ · │  "*$'\n'"\
  ├───┼───┼───┤  ├───┼───┼───┤  "*$'\n'"\
  │ 3 │ · │ 1 │  │ "[1-4]" │ · │ "[1-4]" │  "* ]]
    [[ ${lines[-1]} == *"└───────────┘" && ${lines[-2]} == *"│ ·   ·   · │" ]] # nothing is left
}

@test "drops: a board of the game takes 5" {
    run -0 --separate-stderr ranks 2 solve drops:6x6 \
        '0 2 1 2 1 1 / 3 4 3 3 3 1 / 3 4 2 0 4 0 / 3 3 1 0 2 3 / 2 3 1 2 2 3 / 0 4 0 2 0 4'
    [[ ${lines[0]} == "5 moves" ]]
    run -2 --separate-stderr huarong solve drops:2x2 '1 2 3 5'
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
    [[ $(huarong solve tile:3x3 "$hardest" --algorithm layers | head -n 1) == "31 moves, metric unit" ]]
    huarong enumerate tile:3x3 --metric slide --quiet --out "$BATS_TEST_TMPDIR/slide.table"
    [[ $(huarong solve tile:3x3 "$hardest" --metric slide | head -n 1) == \
        "$(huarong query "$BATS_TEST_TMPDIR/slide.table" "$hardest" | cut -f 1) moves, metric slide" ]]
    run -2 huarong solve klotski --algorithm idastar 横刀立马
    run -2 huarong solve tile:3x3 --algorithm idastar --metric slide "$hardest"
    run -2 huarong solve tile:3x3 --algorithm best "$hardest"
}

@test "options that the heuristic has no use for are refused" {
    run -2 --separate-stderr huarong solve drops:2x2 '0 2 3 4' --no-mirror
    [[ $stderr == "huarong solve: --no-mirror is of no use with the heuristic drops: leave it out" ]]
    run -2 --separate-stderr huarong solve drops:2x2 '0 2 3 4' --heuristic drops --memory 1G
    [[ $stderr == *"--memory"*"leave it out" ]]
    run -2 --separate-stderr huarong solve drops:2x2 '0 2 3 4' --metric slide
    run -2 --separate-stderr huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic manhattan --no-mirror
    run -2 --separate-stderr huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic walking --memory 1G
    run -0 --separate-stderr huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4 --no-mirror --memory 1G
    [[ ${lines[0]} == "31 moves" ]]
}

@test "bad usage is refused" {
    run -2 --separate-stderr huarong solve
    run -2 --separate-stderr huarong solve chess:8x8 '1'
    run -2 --separate-stderr huarong solve tile:4 "$KNOWN"
    run -2 --separate-stderr huarong solve tile:6x6 "$KNOWN"
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic nonsense
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic 9-6
    local unsolvable='2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0' heuristic
    run -0 huarong solve tile:4x4 "$unsolvable"
    for heuristic in foo 9-6 7-9 1,2/2,3 ''; do # before the position is looked at, or any is read
        run -2 --separate-stderr huarong solve tile:4x4 "$unsolvable" --heuristic "$heuristic"
        [[ -z $output && ${#stderr_lines[@]} -eq 1 ]]
        run -2 --separate-stderr huarong solve tile:4x4 nonsense --heuristic "$heuristic"
        [[ $stderr == *heuristic* || $stderr == *partition* ]]
    done
    run -2 --separate-stderr huarong solve tile:5x5 nonsense --heuristic walking
    [[ $stderr == *"walking distance"* ]]
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --file x
    run -2 --separate-stderr huarong solve tile:4x4 "$KNOWN" --resume
    run -2 --separate-stderr huarong solve klotski 横刀立马 --complete
    [[ $stderr == *"leave out --complete" ]]
}

# 20 moves by IDA*, and more states than one rank searches alone.
@test "breadth first over all ranks: the same moves on any number of ranks" {
    printf '%s\n' "1 3 2 4 5 0 12 8 9 7 10 15 13 6 14 11" "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15" >"$BATS_TEST_TMPDIR/boards"
    [[ $(huarong solve tile:4x4 --file "$BATS_TEST_TMPDIR/boards" | cut -f 2 | paste -sd ' ') == "20 2" ]]
    run -0 --separate-stderr huarong solve tile:4x4 --algorithm layers --json --file "$BATS_TEST_TMPDIR/boards"
    alone=$(jq 'del(.ranks, .seconds, .positions[].seconds)' <<<"$output")
    jq -e '[.positions[] | [.length, .bidirectional]] == [[20, true], [2, null]] and .positions[0].states < 10000' <<<"$alone"
    for n in $(of_tier 3 2 4); do
        run -0 --separate-stderr ranks "$n" solve tile:4x4 --algorithm layers --json --file "$BATS_TEST_TMPDIR/boards"
        [[ $(jq 'del(.ranks, .seconds, .positions[].seconds)' <<<"$output") == "$alone" ]]
    done
    run -3 --separate-stderr ranks 2 solve tile:4x4 --algorithm layers --max-nodes 100K --file "$BATS_TEST_TMPDIR/boards"
    [[ ${lines[0]} == $'1\t>=1'[0-9] && ${lines[1]} == $'2\t2\t'* ]]
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

@test "the first unsolvable position says why it is so" {
    printf '%s\n' '1 2 3 4 5 6 7 8 0' '2 1 3 4 5 6 7 8 0' '1 2 3 4 5 6 8 7 0' >"$BATS_TEST_TMPDIR/boards"
    run -0 --separate-stderr huarong solve tile:3x3 --algorithm layers --file "$BATS_TEST_TMPDIR/boards"
    [[ $stderr == *"unsolvable positions: 2; the first: no sequence of moves leads from 2 1 3 4 5 6 7 8 0 to the goal"* ]]
}
