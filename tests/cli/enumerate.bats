#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong enumerate: what it prints and how it ends. The numbers are those of the issue's tables: 181,440 states of the 8-puzzle to
# depth 31 (Schofield 1967), 25,955 of the Klotski opening 横刀立马, solved after 116 steps.

# shellcheck disable=SC2154 # bats sets stderr and stderr_lines

load helper

# layers JSON: depth, states, canonical, solved, fingerprint of each layer, as CSV.
layers() {
    jq -r '.layers[] | [.depth, .states, .canonical, .solved, .fingerprint] | join(",")' <<<"$1"
}

@test "fingerprints: from the frontier engine, none from planes" {
    run -0 --separate-stderr huarong enumerate tile:3x3 --engine frontier
    [[ $(grep -cE '^ {3,4}[0-9]+ +[0-9,]+ +[0-9,]+  [0-9a-f]{16}$' <<<"$output") -eq 32 && $output != *0000000000000000* ]]
    run -0 --separate-stderr huarong enumerate tile:3x3 --engine planes
    [[ $output != *fingerprint* && $output != *0000000000000000* ]]
    run -0 --separate-stderr huarong enumerate tile:3x3 --engine planes --csv
    [[ ${lines[32]} == 31,2,1,0, ]]
    run -0 --separate-stderr huarong enumerate tile:3x3 --engine planes --json
    jq -e 'all(.layers[]; .fingerprint == null)' <<<"$output"
}

@test "JSON: one object with the whole result" {
    run -0 --separate-stderr huarong enumerate tile:3x3 --json --progress=never
    [[ -z $stderr ]]
    jq -e '.program == "huarong" and .puzzle == "tile:3x3" and .metric == "unit" and .states == 181440 and .depth == 31
        and .complete and .stop == "none" and .source == "1 2 3 4 5 6 7 8 0" and .goal == .source and .symmetry_order == 2
        and .ranks == 1 and (.layers | length) == 32 and ([.layers[].states] | add) == 181440
        and .hardest.count == 2 and (.hardest.listed | length) == 2 and .first_solved == null
        and (.seconds | type) == "number" and .peak_memory > 0' <<<"$output"
}

@test "JSON has the command that was run" {
    run -0 --separate-stderr huarong enumerate klotski:4x5 --from 横刀立马 --json --hardest 1 --output "$BATS_TEST_TMPDIR/the result"
    jq -e --arg file "$BATS_TEST_TMPDIR/the result" '.command == ["huarong", "enumerate", "klotski:4x5", "--from", "横刀立马", "--json", "--hardest", "1", "--output", $file]' "$BATS_TEST_TMPDIR/the result"
    huarong enumerate tile:2x2 --json --table "$BATS_TEST_TMPDIR/"$'caf\xe9.table' | jq -e '.command[-1] | endswith("/caf\ufffd.table")'
}

@test "Klotski: first solution and the layer before it" {
    run -0 --separate-stderr huarong enumerate klotski --from 横刀立马 --json
    jq -e '.puzzle == "klotski:4x5" and .source == "TXXTBXXBTLRTBooBo..o" and .goal == "2x2 at 1,3" and .states == 25955
        and .first_solved.depth == 116 and .first_solved.states_before == 79
        and .layers[116].solved == .first_solved.states
        and (.hardest.listed[0].code | test("^[0-9A-F]{9}$"))' <<<"$output"
    run -0 --separate-stderr huarong enumerate klotski:4x5 --from 1A9BF0C --metric slide
    [[ $output == *"Solved      first at depth 90,"* ]]
    run -0 --separate-stderr huarong enumerate klotski --from TXXTBXXBTLRTBooBo..o --metric move
    [[ $output == *"Solved      first at depth 81,"* ]]
}

@test "full counts do not depend on symmetry" {
    for engine in planes frontier; do
        run -0 --separate-stderr huarong enumerate tile:3x3 --engine "$engine" --json
        with=$(jq -c '[.layers[].states], .hardest' <<<"$output")
        run -0 --separate-stderr huarong enumerate tile:3x3 --engine "$engine" --json --no-symmetry
        [[ $(jq -c '[.layers[].states], .hardest' <<<"$output") == "$with" ]]
        jq -e '.symmetry_order == 1 and .canonical == .states' <<<"$output"
    done
}

@test "a start and a goal of one's own" {
    run -0 --separate-stderr huarong enumerate tile:3x3 --from "8 6 7 2 5 4 3 0 1" --json
    jq -e '.first_solved.depth == 31 and .states == 181440 and .goal == "1 2 3 4 5 6 7 8 0"' <<<"$output"
    run -0 --separate-stderr huarong enumerate tile:3x3 --goal "1,2,3,4,_,5,6,7,8" --json
    jq -e '.source == "1 2 3 4 0 5 6 7 8" and .goal == .source and .states == 181440' <<<"$output"
}

@test "@FILE and @- stand for a state, on any number of ranks" {
    printf '8 6 7\n2 5 4\n3 0 1\n' >"$BATS_TEST_TMPDIR/state"
    run -0 --separate-stderr huarong enumerate tile:3x3 --from "@$BATS_TEST_TMPDIR/state" --json
    jq -e '.source == "8 6 7 2 5 4 3 0 1"' <<<"$output"
    run -0 --separate-stderr huarong enumerate tile:3x3 --from @- --json <"$BATS_TEST_TMPDIR/state"
    jq -e '.source == "8 6 7 2 5 4 3 0 1"' <<<"$output"
    run -0 --separate-stderr ranks 3 enumerate tile:3x3 --from "@$BATS_TEST_TMPDIR/state" --json
    jq -e '.source == "8 6 7 2 5 4 3 0 1"' <<<"$output"
    run -0 --separate-stderr "$HR_MPIRUN" -n 3 "$HR_PROGRAM" enumerate tile:3x3 --from @- --json <"$BATS_TEST_TMPDIR/state"
    jq -e '.source == "8 6 7 2 5 4 3 0 1"' <<<"$output"
}

@test "--stop-at-solution ends a run after the first layer with a solution: exit 0" {
    run -0 --separate-stderr huarong enumerate klotski --from 横刀立马 --metric move --json
    whole=$(jq -c '[.layers[:82][] | [.states, .solved, .fingerprint]]' <<<"$output")
    for n in $(of_tier 2 1 3); do
        run -0 --separate-stderr ranks "$n" enumerate klotski --from 横刀立马 --metric move --stop-at-solution --json
        jq -e '.depth == 81 and .first_solved.depth == 81 and .complete == false and .stop == "solved"' <<<"$output"
        [[ $(jq -c '[.layers[] | [.states, .solved, .fingerprint]]' <<<"$output") == "$whole" ]]
    done
    for engine in planes frontier; do
        run -0 --separate-stderr huarong enumerate tile:3x3 --from "1 2 3 4 5 6 0 7 8" --engine "$engine" --stop-at-solution
        [[ $output == *"stopped at the first solved state"* && $output == *"Solved      first at depth 2, 1 state"* ]]
    done
}

@test "--stop-at-solution does not go on from a checkpoint beyond the first solution" {
    local from="1 2 3 4 5 6 0 7 8" kept=$BATS_TEST_TMPDIR/kept
    huarong enumerate tile:3x3 --metric slide --from "$from" --max-depth 6 --checkpoint "$kept" --checkpoint-every 0 --quiet
    run -2 --separate-stderr huarong enumerate tile:3x3 --metric slide --from "$from" --stop-at-solution --checkpoint "$kept" --resume
    [[ -z $output && $stderr == *"the checkpoint is of layer 6, beyond the first solved state in layer 1"* ]]
}

@test "--stop-at-solution searches a whole space that has no solution" {
    run -0 --separate-stderr huarong enumerate klotski:3x4 --from "XXTXXBoLRo.." --stop-at-solution --json
    jq -e '.complete and .stop == "none" and .first_solved == null' <<<"$output"
}

@test "--expect: exit 1 and one line when the total differs" {
    run -0 --separate-stderr huarong enumerate tile:3x3 --expect 181440 --progress=never
    [[ -z $stderr ]]
    run -1 --separate-stderr huarong enumerate tile:3x3 --expect 181441 --csv --progress=never
    [[ ${#lines[@]} -eq 33 && $stderr == "huarong enumerate: the number of states is 181,440, but --expect says 181,441" ]]
    run -1 --separate-stderr huarong enumerate tile:3x3 --expect 181439 --quiet
    [[ $stderr == "huarong enumerate: the number of states is 181,440, but --expect says 181,439" ]]
    run -1 --separate-stderr ranks 4 enumerate tile:3x3 --expect 181441 --quiet
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 1 ]]
    # A run that has not ended is no other total.
    run -3 --separate-stderr huarong enumerate tile:3x3 --max-time 0.000001 --expect 181440 --quiet
    [[ $stderr == "huarong enumerate: stopped by the time limit"* ]]
}

@test "a limit on the address space: exit 3, the layers so far, and what set the limit" {
    need_address_space_limit
    run -3 --separate-stderr limited 400000 enumerate tile:4x4 --engine frontier --json --progress=never
    jq -e '.stop == "memory" and .depth > 15 and .layers[15].states == 60842 and .peak_memory < 400000 * 1024' <<<"$output"
    [[ $stderr == "huarong enumerate: layer "*"address space, ulimit -v"* && ${#stderr_lines[@]} -eq 1 ]]
}

@test "a limit on the size of files, which is one on shared memory, too: ranks keep their memory to themselves" {
    # shellcheck disable=SC2016 # for the inner shell
    run -0 --separate-stderr timeout -k 5 120 "$HR_MPIRUN" -n 2 bash -c 'ulimit -f 24000; exec "$@"' bash \
        "$HR_PROGRAM" enumerate tile:3x4 --engine planes --json --progress=never </dev/null
    [[ $(jq .states <<<"$output") == 239500800 ]]
}

@test "a run that takes a while says how much memory it may use and what says so" {
    long_tier_only
    local log=$BATS_TEST_TMPDIR/log.jsonl
    run -3 --separate-stderr huarong enumerate tile:4x4 --engine frontier --memory 150M --progress=always --log "$log"
    [[ ${stderr_lines[0]} == "huarong enumerate: may use 150 MiB of memory (--memory)" ]]
    [[ $(grep -c "may use" <<<"$stderr") -eq 1 ]]
    [[ $(head -n 1 "$log" | jq -r '"\(.node_limit) \(.node_limit_source)"') == "157286400 --memory" ]]
    SLURM_MEM_PER_CPU=100 SLURM_CPUS_ON_NODE=2 run -3 --separate-stderr huarong enumerate tile:4x4 --engine frontier --progress=always
    [[ ${stderr_lines[0]} == "huarong enumerate: may use 1"*" MiB of memory (SLURM_MEM_PER_CPU)" && $stderr == *"each here, SLURM_MEM_PER_CPU); use more nodes or raise that limit"* ]]
    # The first rank tells what another one has found, if that is less.
    open_mpi_4 || return 0 # Open MPI 5.0.7's mpirun crashes where a colon separates two programs
    local enumerate=(enumerate tile:3x3 --log "$log.2")
    run -0 "$HR_MPIRUN" -n 1 "$HR_PROGRAM" "${enumerate[@]}" : \
        -n 1 env SLURM_MEM_PER_CPU=500 SLURM_CPUS_ON_NODE=1 "$HR_PROGRAM" "${enumerate[@]}" </dev/null
    [[ $(head -n 1 "$log.2" | jq -r '"\(.node_limit < 524288000) \(.node_limit_source)"') == "true SLURM_MEM_PER_CPU" ]]
}

@test "--memory counts the distances for a table, too" {
    run -3 --separate-stderr huarong enumerate tile:3x4 --engine frontier --memory 200M --table "$BATS_TEST_TMPDIR/table" --progress=never
    [[ -z $output && $stderr == "huarong enumerate: the table's distances would need 228 MiB"*"--memory"* ]]
    [[ ! -e $BATS_TEST_TMPDIR/table ]]
}

@test "the memory that a layer takes is foreseen, the same in a plan, in a run and after a resume" {
    long_tier_only # mpi.frontier_limits foresees it in smaller runs
    [[ -z ${ASAN_OPTIONS-} ]] || skip "sanitizers take memory of their own"
    local layer_24="enumerate tile:4x4 --max-depth 24 --progress=never" kept=$BATS_TEST_TMPDIR/kept told
    # shellcheck disable=SC2086 # words
    run -0 --separate-stderr huarong $layer_24 --memory 155M --json # far less than three layers and a half would take
    local peak && peak=$(jq .peak_memory <<<"$output")
    run -0 --separate-stderr huarong plan tile:4x4 --max-depth 24 --json
    jq -e --argjson peak "$peak" '.rank_memory > 0.85 * $peak and .rank_memory < 1.15 * $peak' <<<"$output"
    # shellcheck disable=SC2086
    run -3 --separate-stderr huarong $layer_24 --memory 110M --checkpoint "$kept"
    [[ $stderr =~ layer\ 24\ would\ need\ about\ ([0-9]+)\ MiB\ over\ all\ ranks ]]
    told=$((BASH_REMATCH[1] << 20))
    ((told * 100 > peak * 85 && told * 100 < peak * 115))
    # shellcheck disable=SC2086
    run -3 --separate-stderr huarong $layer_24 --memory 110M --checkpoint "$kept" --resume
    [[ $stderr =~ layer\ 24\ would\ need\ about\ ([0-9]+)\ MiB\ over\ all\ ranks ]]
    ((told * 100 > BASH_REMATCH[1] * 95 << 20 && told * 95 < BASH_REMATCH[1] * 100 << 20))
    # shellcheck disable=SC2086
    run -0 --separate-stderr ranks 2 $layer_24 --memory 190M --checkpoint "$kept" --resume --json
    jq -e --argjson peak "$peak" '.peak_memory > $peak and .states == 42928799' <<<"$output"
}

@test "too little memory: exit 3, the counts so far, and what is missing" {
    long_tier_only
    run -3 --separate-stderr huarong enumerate tile:4x4 --memory 64M --json --progress=never
    jq -e '.stop == "memory" and .complete == false and .depth > 15' <<<"$output"
    [[ $stderr == "huarong enumerate: layer "*"--memory"* && ${#stderr_lines[@]} -eq 1 ]]
    run -3 --separate-stderr ranks 4 enumerate tile:4x4 --memory 256M --csv --progress=never
    [[ ${#lines[@]} -gt 15 && $(grep -c '^huarong' <<<"$stderr") -eq 1 ]]
    run -3 --separate-stderr ranks 4 enumerate tile:3x3 --memory 3
    [[ $stderr == *"more than the 0 bytes that each may use here"* ]]
}

@test "a run goes on with the engine that wrote the checkpoint, also where another one would be chosen" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR" || return
    for ranks in 1 2; do
        huarong enumerate tile:3x3 --quiet --max-depth 12 --checkpoint "kept$ranks" --checkpoint-every 0 # limited: frontier
        run -0 --separate-stderr ranks "$ranks" enumerate tile:3x3 --json --checkpoint "kept$ranks" --resume
        [[ $(jq -r '.engine, .states' <<<"$output") == $'frontier\n181440' ]]
    done
    huarong enumerate tile:3x3 --quiet --engine planes --max-depth 12 --checkpoint planes
    run -0 --separate-stderr huarong enumerate tile:3x3 --json --max-depth 20 --checkpoint planes --resume
    [[ $(jq -r '.engine, .depth' <<<"$output") == $'planes\n20' ]]
    run -4 --separate-stderr huarong enumerate tile:3x3 --engine planes --checkpoint kept1 --resume
    [[ $stderr == *"a checkpoint of another run: of 'frontier "* ]]
    run -4 --separate-stderr huarong enumerate klotski:3x3 --checkpoint planes --resume
    [[ $stderr == *"a checkpoint of another run: of 'planes "* ]]
    ranks 3 enumerate tile:2x5 --metric slide --quiet --engine lines --max-depth 20 --checkpoint lines
    run -0 --separate-stderr ranks 2 enumerate tile:2x5 --metric slide --json --checkpoint lines --resume
    [[ $(jq -r '.engine, .states, .depth' <<<"$output") == $'lines\n1814400\n36' ]]
    printf x | dd of="$(printf '%s\n' kept1/checkpoint-* | tail -n 1)" bs=1 seek=20 conv=notrunc status=none
    run -0 --separate-stderr huarong enumerate tile:3x3 --json --checkpoint kept1 --resume # the one before the damaged one
    [[ $(jq -r '.engine, .states' <<<"$output") == $'frontier\n181440' ]]
}

@test "ranks of several nodes count lines, and write the table of one node" {
    cd "$BATS_TEST_TMPDIR"
    export HUARONG_PRETEND_NODES=2
    run -0 --separate-stderr ranks 3 enumerate tile:2x4 --metric slide --json
    [[ $(jq -r '.engine, .states' <<<"$output") == $'lines\n20160' ]]
    run -0 --separate-stderr ranks 3 enumerate tile:2x4 --metric slide --json --table x.table
    [[ $(jq -r '.engine, .states' <<<"$output") == $'lines\n20160' ]]
    unset HUARONG_PRETEND_NODES
    huarong enumerate tile:2x4 --metric slide --engine frontier --quiet --table y.table
    cmp x.table y.table
}
