#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# enumerate --scratch with --checkpoint: searches on disks that are stopped, killed, and go on.
# Slow: ten searches of 239,500,800 states; the short tier has mpi.scratch_checkpoint

# shellcheck disable=SC2154 # bats sets stderr and stderr_lines

load scratch

@test "a stopped search goes on with its files, which go away at its end" {
    huarong enumerate tile:2x6 --json >memory.json
    run -3 --separate-stderr huarong enumerate tile:2x6 --json --memory 50M --scratch one --checkpoint kept --max-time 1s
    [[ $stderr == *"go on with --resume"* && $(compgen -G 'one/huarong-*.planes') != "" ]]
    refused_without=$(huarong enumerate tile:2x6 --checkpoint kept --resume --progress=never 2>&1) && return 1
    [[ $refused_without == *"--scratch"* ]]
    ranks 2 enumerate tile:2x6 --json --memory 100M --scratch two --scratch one --checkpoint kept --resume >rest.json || status=$?
    [[ $status -eq 4 ]] # one file is not two
    ranks 2 enumerate tile:2x6 --json --memory 100M --scratch one --checkpoint kept --resume >rest.json
    [[ $(layers rest.json) == "$(layers memory.json)" ]]
    empty
    huarong enumerate tile:2x6 --json --memory 50M --scratch one --checkpoint kept --resume >again.json
    [[ $(layers again.json) == "$(layers memory.json)" ]]
    empty
}

@test "a search whose files are gone says so, and keeps its checkpoint" {
    run -3 --separate-stderr huarong enumerate tile:2x6 --json --memory 50M --scratch one --checkpoint kept --max-time 1s
    mkdir aside && mv one/* aside
    run -4 --separate-stderr huarong enumerate tile:2x6 --memory 50M --scratch one --checkpoint kept --resume --progress=never
    [[ $stderr == *"is in no --scratch DIR"* ]]
    mv aside/* one
    huarong enumerate tile:2x6 --json --memory 50M --scratch one --checkpoint kept --resume --max-depth 60 >rest.json
    [[ $(jq .depth rest.json) == 60 ]]
}

@test "a search that is killed goes on" {
    huarong enumerate tile:2x6 --json >memory.json
    timeout --signal=KILL 1.5 "$HR_PROGRAM" enumerate tile:2x6 --quiet --memory 50M --scratch one --checkpoint kept || true
    huarong enumerate tile:2x6 --json --memory 60M --scratch one --checkpoint kept --resume >rest.json
    [[ $(layers rest.json) == "$(layers memory.json)" ]]
    empty
}

@test "a search of lines that is killed goes on, on another number of ranks" {
    huarong enumerate tile:3x4 --metric slide --json >memory.json
    timeout --signal=KILL 1.5 "$HR_PROGRAM" enumerate tile:3x4 --metric slide --quiet --memory 40M --scratch one --checkpoint kept || true
    [[ $(compgen -G 'one/huarong-*.planes') != "" ]]
    timeout --signal=KILL 1.5 "$HR_PROGRAM" enumerate tile:3x4 --metric slide --quiet --memory 60M --scratch one --checkpoint kept --resume || true
    ranks 2 enumerate tile:3x4 --metric slide --json --memory 90M --scratch one --checkpoint kept --resume >rest.json
    [[ $(layers rest.json) == "$(layers memory.json)" && $(jq -c .hardest rest.json) == "$(jq -c .hardest memory.json)" ]]
    empty
}
