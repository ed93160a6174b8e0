#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong plan: what a run would take.

# shellcheck disable=SC2154 # bats sets stderr

load helper

@test "the 15-puzzle's planes: sizes are those of the board" {
    run -0 --separate-stderr huarong plan tile:4x4 --ranks 1024 --json
    jq -e '.engine == "planes" and .ranks == 1024 and .states == 10461394944000 and .depth == 80
        and .table_bytes == 1394852659200 and .memory_per_rank > 1394852659200 / 1024 and .memory_per_rank < 2 * 1024 * 1024 * 1024
        and .seconds > 0 and .rate > 0 and .traffic > 0' <<<"$output"
}

@test "a table takes a second bit" {
    run -0 --separate-stderr huarong plan tile:2x7 --ranks 2 --json
    without=$(jq .memory_per_rank <<<"$output")
    run -0 --separate-stderr huarong plan tile:2x7 --ranks 2 --table --json
    jq -e ".memory_per_rank > 1.8 * $without" <<<"$output"
}

@test "what is unknown is said to be unknown" {
    run -0 --separate-stderr huarong plan klotski
    [[ $output == *"frontier on 1 rank"* && $output == *"unknown before the run"* ]]
}

@test "a puzzle without planes" {
    run -2 --separate-stderr huarong plan klotski --engine planes
    [[ -z $output && $stderr == *"--engine frontier"* ]]
}
