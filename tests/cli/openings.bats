#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# All Klotski openings from the command line. The numbers are those of tests/golden/klotski.

# shellcheck disable=SC2154 # bats sets stderr and stderr_lines

load helper

@test "the classical family, as text" {
    run -0 --separate-stderr huarong openings --classic --sets --progress=never
    [[ -z $stderr ]]
    [[ $output == *$'\nPieces      five dominoes and four singles\n'* ]]
    [[ $output == *"Openings                    363,480          181,962"* ]]
    [[ $output == *"Solvable                    267,115          133,732"* ]]
    [[ $output == *"Not solvable                 96,365           48,230"* ]]
    [[ $output == *"Components                    8,474            4,264"* ]]
    [[ $output == *"Hardest     6 openings at distance 179"* ]]
    [[ $output == *"oooTXXTBXXBT.LRB.oLR  4FEA13400"* ]]
    [[ $output == *"  1   4   4           65880           53954            6795         898         52      25955       126         4"* ]]
}

@test "the same JSON on 1, 2, 3 and 4 ranks, but for ranks, times and memory" {
    for n in $(of_tier "1 3" 2 4); do
        ranks "$n" openings --classic --json | jq -c 'del(.ranks, .seconds, .peak_memory)' >"$BATS_TEST_TMPDIR/json$n"
        cmp "$BATS_TEST_TMPDIR/json1" "$BATS_TEST_TMPDIR/json$n"
    done
    [[ $(jq -c '[.puzzle, .metric, .piece_sets, .total.openings, .total.solvable, .total.unsolvable, .total.max_distance, (.sets | length), .total.hardest.count]' "$BATS_TEST_TMPDIR/json1") == '["klotski:4x5","unit",6,363480,267115,96365,179,6,6]' ]]
    [[ $(jq '.total.histogram | add' "$BATS_TEST_TMPDIR/json1") -eq 267115 ]]
    [[ $(jq '.total.hardest.listed | map(.code) | index("4FEA13400") != null' "$BATS_TEST_TMPDIR/json1") == true ]]
}

@test "CSV: distances and sets" {
    run -0 --separate-stderr huarong openings --classic --csv
    [[ ${lines[0]} == distance,openings,openings_mirror && ${lines[1]} == 0,24780,12447 && ${lines[2]} == 1,1357,* && ${#lines[@]} -eq 181 ]]
    run -0 --separate-stderr huarong openings --classic --csv --sets --metric slide
    [[ ${#lines[@]} -eq 7 && ${lines[3]} == 2,3,4,109260,8250,83972,2653,230,81340,150,*,6,* ]]
    run -0 --separate-stderr huarong openings klotski:3x3 --csv
    [[ ${lines[0]} == distance,openings,openings_mirror && ${lines[1]} =~ ^0,[0-9]+,$ ]]
    run -0 --separate-stderr huarong openings --pieces 7,0,0 --csv --sets # no horizontal fits beside the 2x2 at the exit
    [[ ${lines[1]} == 7,0,0,88,0,0,2,0,44,,,, ]]
}

@test "one piece set, without components" {
    run -0 --separate-stderr huarong openings --pieces 1,4,4 --no-components
    [[ $output == *"1 horizontal, 4 verticals, 4 singles"* && $output == *"65,880"* && $output != *"Components "* ]]
}

@test "a table of all openings of a small board, the same bytes on 1, 2 and 3 ranks" {
    for n in $(of_tier "1 2" 3); do
        ranks "$n" openings klotski:4x4 --table "$BATS_TEST_TMPDIR/table$n" -q
        cmp "$BATS_TEST_TMPDIR/table1" "$BATS_TEST_TMPDIR/table$n"
    done
    run -0 --separate-stderr huarong verify "$BATS_TEST_TMPDIR/table1"
    huarong enumerate klotski:4x4 --table "$BATS_TEST_TMPDIR/frontier" -q
    run -0 --separate-stderr huarong verify "$BATS_TEST_TMPDIR/table1" --against "$BATS_TEST_TMPDIR/frontier"
    run -4 --separate-stderr huarong openings klotski:4x4 --table "$BATS_TEST_TMPDIR/table1" -q
    [[ ${#stderr_lines[@]} -eq 1 ]]
    run -0 --separate-stderr huarong openings klotski:4x4 --table "$BATS_TEST_TMPDIR/table1" --force -q
    cmp "$BATS_TEST_TMPDIR/table1" "$BATS_TEST_TMPDIR/table2"
}

@test "the exit is told and written in one way, however it was typed" {
    huarong openings klotski:4x4 --json --table "$BATS_TEST_TMPDIR/usual" >"$BATS_TEST_TMPDIR/json"
    [[ $(jq -r .goal "$BATS_TEST_TMPDIR/json") == "2x2 at 1,2" ]]
    huarong openings klotski:4x4 --exit 01,02 --json --table "$BATS_TEST_TMPDIR/typed" | jq -e '.goal == "2x2 at 1,2"'
    cmp "$BATS_TEST_TMPDIR/usual" "$BATS_TEST_TMPDIR/typed"
    huarong enumerate klotski:4x4 --exit 00,2 --json --table "$BATS_TEST_TMPDIR/corner" | jq -e '.goal == "2x2 at 0,2"'
    [[ $(huarong info "$BATS_TEST_TMPDIR/corner" --json | jq -r .exit) == 0,2 ]]
}

@test "the whole 4x5 table: verify tells its progress, query does not cut off silently" {
    long_tier_only
    huarong openings --no-components --quiet --table "$BATS_TEST_TMPDIR/all"
    "$HR_PROGRAM" verify "$BATS_TEST_TMPDIR/all" --progress=always 2>"$BATS_TEST_TMPDIR/err" >/dev/null 3>&- &
    until grep -q "proved [0-9]* %, " "$BATS_TEST_TMPDIR/err"; do
        kill -0 $!
        sleep 0.05
    done
    kill $!
    run -2 --separate-stderr huarong query "$BATS_TEST_TMPDIR/all" --hardest 1 --pieces 5,2,1 # one cell too many
    [[ $stderr == *"no opening of klotski:4x5 has these pieces" ]]
    run -0 --separate-stderr bash -c "'$HR_PROGRAM' query '$BATS_TEST_TMPDIR/all' --at 0 | wc -l"
    [[ $output -eq 1000000 && $stderr == *"the first 1,000,000; --limit shows more" ]]
    run -0 --separate-stderr bash -c "'$HR_PROGRAM' query '$BATS_TEST_TMPDIR/all' --at 0 --limit 3000000 | wc -l"
    [[ $output -eq 2260392 && -z $stderr ]]
    # Its page has the distance of each opening that has a name, and the ways from the hardest states and from those openings.
    local name unit _
    huarong report "$BATS_TEST_TMPDIR/all" | sed -n 's/^<script id="data" type="application\/json">\(.*\)<\/script>$/\1/p' >"$BATS_TEST_TMPDIR/data"
    while IFS=, read -r name _ _ _ _ _ _ unit _; do
        [[ $(jq --arg name "$name" '.names[] | select(.[0] == $name)[2]' "$BATS_TEST_TMPDIR/data") == "$unit" ]]
    done < <(sed 1d "$HR_SOURCE_DIR/tests/golden/klotski/openings.csv")
    huarong info "$BATS_TEST_TMPDIR/all" --json >"$BATS_TEST_TMPDIR/info"
    jq -e --slurpfile info "$BATS_TEST_TMPDIR/info" '$info[0] as $table | [.names[] | select(.[2] != null)] as $named | (.ways.slide | length) == 0
        and [.ways.unit[][0]] == [$table.hardest[].state] + [$named[][1]]
        and [.ways.unit[] | length - 1] == [$table.hardest[] | $table.max_distance] + [$named[][2]]
        and ([.names[] | select(.[2] == null)] | length) == 1 and (.aliases | length) > (.names | length)' "$BATS_TEST_TMPDIR/data"
}

@test "a run that is stopped tells what it found, and that it is incomplete" {
    long_tier_only
    local stopped=(--max-time 0.0001s)
    run -3 --separate-stderr ranks 3 openings "${stopped[@]}"
    [[ $output == *"Hardest     not known: nothing was searched"* ]]
    [[ $output == *"Incomplete  0 of 35 families"* && $stderr == *"stopped by the time limit after 0 of 35 families"* ]]
    run -3 --separate-stderr ranks 3 openings "${stopped[@]}" --json
    jq -e '.complete == false and .stop == "max-time" and .families == 35 and .families_done == 0 and .piece_sets == 203
        and .sets == [] and .total.openings == 0 and .total.hardest == null' <<<"$output"
    run -3 --separate-stderr huarong openings "${stopped[@]}" --csv
    [[ $output == $'distance,openings,openings_mirror\n# incomplete: 0 of 35 families' ]]
    run -3 --separate-stderr huarong openings "${stopped[@]}" --csv --sets --expect 7
    [[ ${#lines[@]} -eq 2 && ${lines[1]} == "# incomplete: 0 of 35 families" ]]
    # A whole result does not say so.
    run -0 --separate-stderr huarong openings --classic
    [[ $output != *ncomplete* ]]
    run -0 --separate-stderr huarong openings --classic --json
    jq -e '.complete and .stop == "none" and .families == 6 and .families_done == 6' <<<"$output"
    run -0 --separate-stderr huarong openings --classic --csv
    [[ $output != *incomplete* ]]
}

@test "too little memory: exit 3 and what would be needed" {
    run -3 --separate-stderr huarong openings --memory 1M
    [[ $stderr == *" MiB would be needed for the ranks of a node, but only 1.00 MiB may be used (--memory): "*"largest family takes "*" MiB on one rank"* ]]
    run -3 --separate-stderr huarong openings --memory 1
    [[ $stderr == *"but only 1 byte may be used"* && $stderr != *" 0.0"* ]]
}

@test "a limit on a process is a limit of each rank" {
    need_address_space_limit
    run -3 --separate-stderr limited 150000 openings klotski:4x6
    [[ -z $output && $stderr == *" would be needed for a rank, "*"(address space, ulimit -v)"* ]]
}

@test "the columns of CSV are the same with all options, and empty where nothing is known" {
    run -0 --separate-stderr huarong openings klotski:3x3 --csv --exit 0,0
    [[ ${lines[0]} == distance,openings,openings_mirror && ${lines[1]} =~ ^0,[0-9]+,$ ]]
    [[ $(huarong openings klotski:3x3 --csv --sets --no-components | awk -F, '{print NF}' | sort -u) -eq 13 ]]
    [[ $(huarong openings klotski:3x3 --csv --sets | head -n 1) == "$(huarong openings klotski:3x3 --csv --sets --no-components | head -n 1)" ]]
}

@test "an expectation that does not hold: exit 1" {
    run -0 --separate-stderr huarong openings --classic --expect 267115 -q
    run -1 --separate-stderr huarong openings --classic --expect 267116 -q
    [[ $stderr == *"the number of solvable openings is 267,115, but --expect says 267,116"* ]]
}
