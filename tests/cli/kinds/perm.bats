#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Permutation puzzles from files: the cubes of tests/consumer/kinds, with published figures, and what commands say of them.
# shellcheck disable=SC2030,SC2031,SC2154 # bats sets stderr and output

load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    cp "$HR_SOURCE_DIR"/tests/consumer/kinds/cube?.tws .
}

# Five pieces in a row: the first two change places, or all go on by one.
ROTOR='perm:Name Rotor;Set A 5 1;Solved;End;Move r;A;2 3 4 5 1;End;Move s;A;2 1 3 4 5;End'

# layers: the numbers of states of --csv, on one line.
layers() { sed 1d | cut -d , -f 2 | paste -sd ' '; }

# refuses TEXT ARGUMENTS…: the program ends with 2 and this one line.
refuses() {
    run -2 --separate-stderr huarong "${@:2}"
    [[ -z $output && ${#stderr_lines[@]} -eq 1 && $stderr == *"$1"* ]] || { echo "$stderr" && return 1; }
}

@test "layers of cubes are the published ones: OEIS A079761, A079762, A080601, A080602" {
    [[ $(ranks 2 enumerate perm:cube2.tws --metric slide --quiet --csv | layers) == \
        '1 9 54 321 1847 9992 50136 227536 870072 1887748 623800 2644' ]]
    [[ $(ranks 3 enumerate perm:cube2.tws --quiet --csv --max-depth 9 | layers) == '1 6 27 120 534 2256 8969 33058 114149 360508' ]]
    [[ $(huarong enumerate perm:cube3.tws --metric slide --quiet --csv --max-depth 4 | layers) == '1 18 243 3240 43239' ]]
    [[ $(ranks 2 enumerate perm:cube3.tws --quiet --csv --max-depth 5 | layers) == '1 12 114 1068 10011 93840' ]]
}

@test "a table is the same on any number of ranks, proved, and asked without the file" {
    huarong enumerate "$ROTOR" --quiet --table one.table >layers
    ranks 3 enumerate "$ROTOR" --quiet --table three.table
    cmp one.table three.table
    huarong verify one.table --quiet
    [[ $(huarong query one.table '3 2 4 5 1' --path) == $'2\t3 2 4 5 1\n    1  s\n    2  r'\''' ]]
    [[ $(huarong query one.table "r2 s r'" | cut -f 1) == $(huarong solve "$ROTOR" "r2 s r'" --json | jq '.positions[0].length') ]]
    [[ $(huarong info one.table --json | jq -r '.puzzle') == perm:Rotor ]]
    huarong report one.table --output page.html
}

@test "positions are solved by layers and by A*, and lists of moves are judged" {
    [[ $(huarong solve perm:cube2.tws "R U F2" | sed 1d | tr -s ' ' | cut -d ' ' -f 3 | paste -sd ' ') == "F F U' R'" ]]
    for algorithm in layers astar idastar; do
        [[ $(ranks 2 solve perm:cube2.tws "R U2 F R' U" --metric slide --algorithm $algorithm --json | jq '.positions[0].length') == 5 ]]
    done
    [[ $(huarong solve perm:cube3.tws "R U F2 L D' B2" --metric slide --json | jq '.positions[0].length') == 6 ]]
    huarong solve perm:cube2.tws "R U F2" --metric slide | sed 1d >list
    [[ $(huarong solve perm:cube2.tws "R U F2" --metric slide --check @list) == *"a solution of 3 in slide"*"as many as in the list"* ]]
    [[ $(huarong solve perm:cube2.tws "R U F2" --check "F F U' R'") == *"a solution of 4 in unit; "* ]]
    run -1 huarong solve perm:cube2.tws "R U F2" --check "F R"
    [[ $output == *"after 2 moves the puzzle is not solved"* ]]
}

@test "a list may have any name of a move, also where another move has the same effect" {
    local alike='perm:Set A 4 1;Solved;A;1 1 2 2;End;Move F;A;2 1 3 4;End;Move G;A;1 2 4 3;End;Move K;A;3 2 1 4;End;Move L;A;2 3 4 1;End'
    [[ $(huarong solve "$alike" K --check "K G") == *"a solution of 2 in unit; "* ]]
    [[ $(huarong solve "$alike" K --check "L L L L K'") == *"a solution of 5 in unit; "* ]]
    [[ $(huarong solve perm:cube2.tws F2 --check F2) == *"a solution of 2 in unit; "* ]]
    [[ $(huarong solve perm:cube2.tws F2 --metric slide --check "F2'") == *"a solution of 1 in slide; "* ]]
}

@test "a move of a large order is one move in unit, and refused in slide" {
    local from='2 3 1 5 6 7 4 9 10 11 12 8 14 15 16 17 18 19 13 21 22 23 24 25 26 27 28 29 30 20'
    printf 'Set A 30 1\nSolved\nEnd\nMove m\nA\n%s\nEnd\n' "$from" >Solved.tws
    [[ $(huarong enumerate perm:Solved.tws --quiet --json | jq .states) == 4620 ]]
    refuses "too many moves in this metric" enumerate perm:Solved.tws --metric slide
}

@test "random states, graphs, plans, checkpoints and check-kind take them" {
    huarong random perm:cube3.tws --count 20 --seed 1 >states
    [[ $(sort -u states | wc -l) == 20 ]]
    [[ $(huarong graph "$ROTOR" --format count | head -1) == 'nodes 120' ]]
    huarong plan perm:cube3.tws --max-depth 5
    run -3 ranks 2 enumerate perm:cube2.tws --quiet --checkpoint kept --max-time 0.000001s
    [[ $(huarong enumerate perm:cube2.tws --quiet --csv --checkpoint kept --resume --max-depth 6 | layers) == '1 6 27 120 534 2256 8969' ]]
    [[ $(huarong check-kind perm:cube3.tws --max-states 500) == 'perm:Cube3: good: '* ]]
}

@test "what is no puzzle, no metric or no heuristic of them is refused by one line" {
    printf 'Set A 3 1\nSolved\nEnd\nMove m\nA\n1 2 2\nEnd\n' >wrong.tws
    refuses "wrong.tws:7:1: the move m is no permutation of the set A" enumerate perm:wrong.tws
    refuses "write perm:FILE" enumerate perm:
    refuses "perm puzzles have no board to play on" report perm:cube2.tws --output page.html
    refuses "the metrics unit and slide" enumerate perm:cube2.tws --metric move
    refuses "the metrics unit and slide" solve perm:cube2.tws R --goal R
    refuses "unknown heuristic 'own' for perm in the metric unit: use auto or none" solve perm:cube2.tws R --algorithm idastar --heuristic own
    refuses "'Q': write moves from the solved puzzle, as in U" solve perm:cube2.tws "R Q"
    run -4 --separate-stderr huarong enumerate perm:none.tws
    [[ $stderr == *"'none.tws' cannot be opened: No such file"* ]]
}
