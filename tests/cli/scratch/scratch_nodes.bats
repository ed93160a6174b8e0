#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# enumerate --scratch on two nodes whose disks are their own: this machine pretends to be both. Counts are published, see
# tests/golden/tile.
# Slow: four searches of 239,500,800 states; the short tier has mpi.scratch_nodes

# shellcheck disable=SC2154 # bats sets stderr

load scratch

# apart RANKS ARGUMENTS …: rank r is on node r modulo 2, and finds its disk in the directory of that name.
apart() {
    mkdir -p 0/disk 1/disk
    cat >node <<END
#!/bin/sh
cd "\$((OMPI_COMM_WORLD_RANK % 2))" && exec "$HR_PROGRAM" "\$@"
END
    chmod +x node
    HUARONG_PRETEND_NODES=2 "$HR_MPIRUN" -n "$1" ./node enumerate "${@:2}" --scratch disk </dev/null
}

# published [METRIC]: the counts of 3x4, with the blank's goal in a corner.
published() { awk -F, -v metric="${1-unit}" '$1 == 4 && $2 == 3 && $3 == 0 && $4 == metric { print $6 }' "$HR_SOURCE_DIR/tests/golden/tile/layers.csv" | jq -cs; }

# nothing_left: nothing is left on the disks, and both had states.
nothing_left() { [[ $(ls -A 0/disk 1/disk) == "$(printf '0/disk:\n\n1/disk:\n')" ]]; }

# said: the last line of the program on standard error; mpirun adds its own.
said() { grep '^huarong enumerate: ' <<<"$stderr" | tail -n 1; }

@test "3x4 on two nodes with one rank, and with one and two" {
    apart 2 tile:3x4 --json --memory 50M >two.json
    [[ $(layers two.json) == "$(published)" && $(jq '.scratch_written > 0' two.json) == true ]]
    nothing_left
    apart 3 tile:3x4 --json --memory 100M >three.json
    [[ $(layers three.json) == "$(published)" ]]
    nothing_left
}

@test "a search of two nodes that is stopped goes on with the disks of both" {
    run -3 --separate-stderr apart 2 tile:3x4 --memory 50M --checkpoint "$PWD/kept" --max-time 2s --progress=never
    [[ $stderr == *"go on with --resume"* && $(compgen -G '0/disk/huarong-*.planes') != "" && $(compgen -G '1/disk/huarong-*.planes') != "" ]]
    run -4 --separate-stderr apart 1 tile:3x4 --memory 50M --checkpoint "$PWD/kept" --resume --progress=never
    [[ $(said) == *"on the own disks of the nodes that wrote it, with 2 ranks in all: go on with the same nodes"* ]]
    mv 1/disk 1/aside
    run -4 --separate-stderr apart 2 tile:3x4 --memory 50M --checkpoint "$PWD/kept" --resume --progress=never
    [[ $(said) == *"$(hostname):huarong-"*"-0.planes is in no --scratch DIR of that node"* ]]
    rmdir 1/disk
    mv 1/aside 1/disk
    apart 2 tile:3x4 --json --memory 60M --checkpoint "$PWD/kept" --resume >rest.json
    [[ $(layers rest.json) == "$(published)" ]]
    nothing_left
}

@test "3x4 in slide moves on two nodes, stopped, and then with the disks of both" {
    run -3 --separate-stderr apart 3 tile:3x4 --metric slide --memory 100M --checkpoint "$PWD/kept" --max-time 2s --progress=never
    [[ $stderr == *"go on with --resume"* && $(compgen -G '0/disk/huarong-*.planes') != "" && $(compgen -G '1/disk/huarong-*.planes') != "" ]]
    run -4 --separate-stderr apart 2 tile:3x4 --metric slide --memory 50M --checkpoint "$PWD/kept" --resume --progress=never
    [[ $(said) == *"the checkpoint's lines are on the own disks of the nodes that wrote it, with 3 ranks in all: go on with the same nodes"* ]]
    apart 3 tile:3x4 --metric slide --json --memory 110M --checkpoint "$PWD/kept" --resume >rest.json
    [[ $(layers rest.json) == "$(published slide)" && $(published slide) != "[]" ]]
    nothing_left
}

@test "a directory that is missing on one node" {
    apart 2 tile:3x3 --json >/dev/null
    rmdir 1/disk
    apart2() { HUARONG_PRETEND_NODES=2 "$HR_MPIRUN" -n 2 ./node enumerate tile:2x6 --memory 50M --scratch disk --progress=never </dev/null; }
    run -4 --separate-stderr apart2
    [[ $output == "" && $(said) == *"cannot write to the directory $(hostname):disk: No such file or directory"* ]]
    [[ $(ls -A 0/disk) == "" ]]
}
