#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Tables of states with 128 bits: they hold what tables of 64 bits hold, and the commands that read tables read them.

# shellcheck disable=SC2154 # bats sets stderr

load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    draw_comb comb.txt
}

@test "a puzzle's tables of both widths hold the same distances, whatever the ranks and the symmetry" {
    long_tier_only
    local n puzzle
    for puzzle in blocks:ma blocks:rush:IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM; do
        huarong enumerate "$puzzle" --metric slide --table narrow --force --quiet
        wide enumerate "$puzzle" --metric slide --table one --force --quiet
        cmp <(huarong export narrow --format csv | sort) <(wide export one --format csv | sort)
        for n in $(of_tier 3 2 4); do
            wide_ranks "$n" enumerate "$puzzle" --metric slide --table many --force --quiet
            cmp one many
        done
        wide_ranks 2 enumerate "$puzzle" --metric slide --no-symmetry --table many --force --quiet
        cmp one many
        cmp <(huarong info narrow --csv) <(wide info one --csv)
        cmp <(huarong query narrow --hardest 6 --quiet | cut -f 1) <(wide query one --hardest 6 --quiet | cut -f 1)
        huarong query narrow --at 9 --quiet | cut -f 2 >states
        cmp <(huarong query narrow --quiet <states) <(wide query one --quiet <states)
        huarong query narrow --next --format=jsonl --quiet <states | jq -c '[.distance, (.next | length)]' >nexts
        wide query one --next --format=jsonl --quiet <states | jq -c '[.distance, (.next | length)]' | cmp nexts -
    done
    wide info one --json | jq -e '.format == 2 and .encoding == "keys" and .reached == .entries'
    huarong info narrow --json | jq -e '.format == 1'
}

@test "a table of a puzzle that needs more than 64 bits is written, proved, asked and exported" {
    local n states farthest distance state
    states=$(huarong enumerate blocks:comb.txt --json --quiet | jq .states)
    ranks 2 enumerate blocks:comb.txt --table comb.table --expect "$states" --json --quiet >run
    [[ $(jq .table run) == true && $states -eq 12012 ]]
    for n in $(of_tier 3 1); do
        ranks "$n" enumerate blocks:comb.txt --table again --force --quiet
        cmp comb.table again
    done
    for n in $(of_tier 2 1 3); do
        run -0 --separate-stderr ranks "$n" verify comb.table --against again --json
        jq -e ".verified and .states == $states and .unreached == 0 and .neighbours > $states" <<<"$output"
    done
    run -0 --separate-stderr huarong query comb.table --random 3 --seed 3
    [[ ${#lines[@]} -eq 3 && $stderr == *"this table gives the distance from "*"abcdefghijklmnopqrst., not to a solved board" ]]
    while IFS=$'\t' read -r distance state; do
        # A path has as many moves as the distance says, and a search from the state meets the start at this distance.
        [[ $(huarong query comb.table "$state" --path --format=jsonl --quiet | jq -c '[.distance, (.path | length)]') == "[$distance,$distance]" ]]
        huarong enumerate blocks:comb.txt --from "$state" --table back --force --quiet
        [[ $(huarong query back "$(huarong random blocks:comb.txt --walk 0)" --quiet | cut -f 1) -eq $distance ]]
    done <<<"$output"
    farthest=$(huarong info comb.table --json | jq -r '.max_distance')
    [[ $(huarong query comb.table --at "$farthest" | sort -u | wc -l) -eq $(huarong info comb.table --csv | tail -n 1 | cut -d, -f 2) ]]
    huarong export comb.table --format csv | tail -n +2 | cut -d, -f 2 | sort -n | uniq -c | awk '{print $2 "," $1}' >counts
    huarong info comb.table --csv | tail -n +2 | cmp counts -
    [[ $(huarong info comb.table) == *"format 2, keys and values, 8 bits"* ]]
    # A plan knows the checkpoint: 16 bytes for each state of the table, and the last layers.
    huarong plan blocks:comb.txt --distances --json | jq -e ".states == $states and .checkpoint > 16 * $states"
}

@test "graphs of both widths have the same nodes and edges, from a puzzle and from its table" {
    long_tier_only
    local format
    huarong graph blocks:ma --format edges | sort >narrow
    wide graph blocks:ma --format edges | sort | cmp narrow -
    wide enumerate blocks:ma --table ma.table --quiet
    wide graph ma.table --format edges | sort | cmp narrow -
    for format in graphml dot; do
        cmp <(huarong graph blocks:ma --format "$format" --undirected | wc -l) <(wide graph ma.table --format "$format" --undirected | wc -l)
    done
    # Published: 110,804 states.
    [[ $(wide graph ma.table --format count | head -n 1) == "nodes 110804" ]]
    huarong enumerate blocks:comb.txt --table comb.table --quiet
    huarong graph comb.table --format edges | sort >table
    huarong graph blocks:comb.txt --format edges | sort | cmp table -
    [[ $(huarong graph comb.table --format count) == "nodes 12012"$'\n'"edges $(wc -l <table)" ]]
    [[ $(huarong verify comb.table --json | jq .neighbours) -ge $(wc -l <table) ]]
    huarong graph blocks:- --format edges <comb.txt | sort | cmp table -
    run -3 --separate-stderr huarong graph blocks:comb.txt --format count --max-states 12011
    [[ -z $output && $stderr == "huarong graph: the space has more than 12,011 states: "* ]]
}

@test "the hardest states of a table with 128 bits are listed in JSON" {
    wide enumerate blocks:red-donkey --table hard --quiet
    wide info hard --json | jq -r '.hardest[].state' >hardest
    [[ $(wc -l <hardest) -gt 1 && $(wide query hard --quiet <hardest | cut -f 1 | sort -u) == $(wide info hard --json | jq .max_distance) ]]
}

@test "an array of a table with 128 bits has two numbers for a state" {
    local python=python3
    "$python" -c 'import numpy' 2>/dev/null || python=/usr/bin/python3
    "$python" -c 'import numpy' 2>/dev/null || skip "there is no NumPy"
    huarong enumerate blocks:comb.txt --table comb.table --quiet
    huarong export comb.table --output comb.npy
    huarong info comb.table --json >about
    "$python" - <<'EOF'
import json
import numpy

rows, info = numpy.load("comb.npy"), json.load(open("about"))
assert rows.dtype == numpy.dtype([("state", "<u8", (2,)), ("distance", "u1")])
assert numpy.bincount(rows["distance"]).tolist() == info["layers"]
keys = [int(low) + (int(high) << 64) for low, high in rows["state"]]
assert all(a < b for a, b in zip(keys, keys[1:])) and keys[-1] >= 1 << 64
# The keys and values in the file, by its description alone.
data, at = open("comb.table", "rb").read(), info["payload_offset"]
assert [int.from_bytes(data[at + 16 * i : at + 16 * i + 16], "little") for i in range(len(keys))] == keys
assert data[info["values_offset"] :] == rows["distance"].tobytes()
EOF
}

@test "a run with a table goes on from its checkpoint on any number of ranks" {
    local n
    sed -i '/^horizontal/s/r$//' comb.txt # with one piece more beside the row: 131,670 states
    huarong enumerate blocks:comb.txt --table whole --quiet
    for n in $(of_tier 1 2 3); do
        run -3 --separate-stderr ranks "$n" enumerate blocks:comb.txt --table table --checkpoint "kept$n" --checkpoint-every 0 --max-time 0.01s
        [[ $stderr == *"time limit"* && ! -e table ]]
        ranks "$((4 - n))" enumerate blocks:comb.txt --table table --checkpoint "kept$n" --resume --quiet
        cmp whole table
        rm table
    done
}

@test "a damaged table, and one of another width, are refused in one line" {
    local n
    huarong enumerate blocks:comb.txt --table comb.table --quiet
    cp comb.table bad
    printf '\1' | dd of=bad bs=1 seek=70007 conv=notrunc status=none
    for n in $(of_tier 2 1); do
        run -4 --separate-stderr ranks "$n" verify bad
        [[ -z $output && $(grep -c '^huarong verify: ' <<<"$stderr") -eq 1 && $stderr == *"bad: damaged: wrong checksum of chunk "* ]]
    done
    head -c 70000 comb.table >bad
    run -4 --separate-stderr huarong info bad
    [[ $stderr == "huarong info: bad: cut off: the file has 70000 bytes instead of "* ]]
    cp comb.table bad
    printf '\1' | dd of=bad bs=1 seek=200 conv=notrunc status=none
    run -4 --separate-stderr huarong query bad --hardest 1
    [[ $stderr == "huarong query: bad: a damaged table: wrong checksum of the head"* ]]
    run -4 --separate-stderr huarong enumerate blocks:comb.txt --table comb.table
    [[ $stderr == "huarong enumerate: "*"comb.table"* ]]
    huarong enumerate blocks:ma --table narrow --quiet
    for n in $(of_tier 2 1); do
        run -4 --separate-stderr ranks "$n" verify narrow --against comb.table
        [[ -z $output && $stderr == *"huarong verify: comb.table: a table of another puzzle: its board is blocks:21x2, not blocks:5x5"* ]]
        run -4 --separate-stderr ranks "$n" verify comb.table --against narrow
        [[ -z $output && $stderr == *"huarong verify: narrow: a table of another puzzle: its board is blocks:5x5, not blocks:21x2"* ]]
    done
    run -4 --separate-stderr huarong query narrow --puzzle blocks:comb.txt --hardest 1
    [[ -z $output && $stderr == "huarong query: narrow: a table of another puzzle: its board is blocks:5x5, not blocks:21x2" ]]
    run -4 --separate-stderr huarong query comb.table --puzzle blocks:ma --hardest 1
    [[ -z $output && $stderr == "huarong query: comb.table: a table of another puzzle: "* ]]
    huarong query comb.table --puzzle blocks:comb.txt --hardest 1 | cmp - <(huarong query comb.table --hardest 1)
    huarong query comb.table --puzzle blocks:- --hardest 1 <comb.txt | cmp - <(huarong query comb.table --hardest 1)
    run -2 --separate-stderr huarong query narrow --puzzle blocks:- <comb.txt
    [[ $stderr == "huarong query: --puzzle and the states cannot both come from standard input" ]]
    run -2 --separate-stderr huarong query comb.table abc
    [[ -z $output && $stderr == "huarong query: "* ]]
}
