#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# A kind of puzzle is one row of a table: support/programs/rings.c adds linked rings, and everything works for them. N rings have 2^N states on one
# path, and all N rings come off in ⌊2^(N+1)/3⌋ moves (OEIS A000975): 341 for nine.

load helper

setup() { cd "$BATS_TEST_TMPDIR" || return; }

rings() { "$HR_TOYS_PROGRAM" "$@"; }

@test "enumerate counts it, on one rank and on three" {
    rings enumerate rings:9 --csv >one
    [[ $(wc -l <one) -eq 513 ]]
    [[ $(rings enumerate rings:9 --json | jq -c '[.states, .depth, .complete]') == '[512,511,true]' ]]
    "$HR_MPIRUN" -n 3 "$HR_TOYS_PROGRAM" enumerate rings:9 --csv >three </dev/null
    cmp one three
}

@test "a table of it is written, proved and asked" {
    rings enumerate rings:9 --quiet --table rings.table
    rings verify rings.table --quiet
    [[ $(rings query rings.table 111111111) == $'341\t111111111' ]]
    [[ $(rings query rings.table 000000011 --path) == *"ring 2 off"* ]]
    [[ $(rings info rings.table) == *rings:9* ]]
}

@test "a table whose greatest distance is 255, which stands for unreached in a byte" {
    rings enumerate rings:8 --quiet --table rings.table # eight rings have one state at each distance up to 255
    rings verify rings.table --quiet
    [[ $(rings query rings.table --hardest 1) == $'255\t10000000' ]]
    rings export rings.table --output rings.csv
    [[ $(sed 1d rings.csv | cut -d , -f 2 | sort -n) == "$(seq 0 255)" ]]
    rings export rings.table --output rings.npy
    [[ $(tail -c 512 rings.npy | od -An -v -w2 -tu2 | sort -n | tr -d ' ') == "$(seq 0 255)" ]]
}

@test "a run of it goes on from a checkpoint" {
    run -3 rings enumerate rings:12 --checkpoint keep --max-time 0.001s --table first.table
    rings enumerate rings:12 --checkpoint keep --resume --quiet --table first.table
    rings enumerate rings:12 --quiet --table second.table
    cmp first.table second.table
}

@test "solve finds the shortest way" {
    [[ $(rings solve rings:9 111111111 --json | jq '.positions[0].length') == 341 ]]
    [[ $(rings solve rings:9 111111111 --algorithm astar --json | jq -c '[.positions[0].length, .heuristic]') == '[341,"none"]' ]]
    run -2 rings solve rings:9 111111111 --algorithm astar --heuristic lines
    [[ $output == *"unknown heuristic 'lines' for rings in the metric unit: use auto or none"* ]]
}

@test "help and messages name it" {
    [[ $(rings help) == *"huarong help rings"* ]]
    [[ $(rings help rings) == "rings:N, a bar with N linked rings." ]]
    run -2 rings enumerate nonsense:3
    [[ $output == *"or rings:N"* ]]
}
