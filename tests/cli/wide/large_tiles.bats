#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Tile boards of 17 to 36 cells, whose states have two to four words: every command works with them or says why not.

# shellcheck disable=SC2154 # bats sets stderr

load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    # The blank has gone 14 steps away from the goal's corner.
    five="1 2 3 4 5 6 0 7 8 10 11 12 14 9 15 16 17 13 18 20 21 22 23 19 24"
}

# layers ARGUMENTS…: the layers' sizes, one a line.
layers() { "$@" --csv --quiet | awk -F, 'NR > 1 {print $2}'; }

@test "the first layers of the 24-puzzle are the published ones, with symmetry and without" {
    awk -F, '$1 == 5 && $2 == 5 && $4 == "unit" && $5 <= 13 {print $6}' "$HR_SOURCE_DIR/tests/golden/tile/layers.csv" >published
    [[ $(wc -l <published) -eq 14 ]]
    for n in $(of_tier 2 1 3); do
        layers ranks "$n" enumerate tile:5x5 --max-depth 13 | cmp - published
        layers ranks "$n" enumerate tile:5x5 --max-depth 13 --no-symmetry | cmp - published
    done
}

@test "a run goes on from its checkpoint on another number of ranks" {
    for metric in unit slide; do
        for board in $(of_tier 6x6 5x6 5x5); do
            layers huarong enumerate "tile:$board" --metric $metric --max-depth 7 >whole
            ranks 3 enumerate "tile:$board" --metric $metric --quiet --max-depth 5 --checkpoint "kept-$metric-$board" --checkpoint-every 0
            layers ranks 2 enumerate "tile:$board" --metric $metric --max-depth 7 --checkpoint "kept-$metric-$board" --resume | cmp - whole
        done
    done
}

@test "all algorithms find equally short ways" {
    length=$(huarong solve tile:5x5 "$five" --heuristic conflict --json | jq '.positions[0].length')
    ((length > 0))
    for algorithm in layers "astar --heuristic manhattan" "astar --heuristic none"; do
        for n in $(of_tier 2 1 3); do
            # shellcheck disable=SC2086 # words
            [[ $(ranks "$n" solve tile:5x5 "$five" --algorithm $algorithm --json | jq '.positions[0].length') -eq $length ]]
        done
    done
    huarong random tile:6x6 --walk 11 --count 5 --seed 3 >states
    for metric in unit slide; do
        huarong solve tile:6x6 --file states --metric $metric --quiet --csv | cut -d, -f1-4 >layers
        huarong solve tile:6x6 --file states --metric $metric --quiet --csv --algorithm astar | cut -d, -f1-4 | cmp - layers
        [[ $(grep -c solved layers) -eq 5 ]]
    done
}

@test "random states, drawings and plans" {
    huarong random tile:6x6 --count 200 --seed 5 >states
    [[ $(sort -u states | wc -l) -eq 200 ]]
    [[ $(awk '{for (c = 1; c <= NF; c++) if ($c == 0) print c}' states | sort -u | wc -l) -eq 36 ]]
    # A start that the goal cannot reach would be refused.
    head -n 8 states | while read -r state; do
        [[ $(layers huarong enumerate tile:6x6 --from "$state" --max-depth 0) == 1 ]]
    done
    [[ $(huarong draw tile:5x5 "$five" --notation letters) == "$five" ]]
    huarong draw tile:6x6 "$(head -n 1 states)" --output board.svg
    [[ $(grep -c '>35<' board.svg) -eq 1 ]]
    run -0 --separate-stderr quick_plan tile:6x6 --max-depth 8
    [[ $output == *"States      "* ]]
    huarong enumerate tile:5x5 --max-depth 6 --json --output result.json
    huarong report result.json --output page.html
    [[ -s page.html ]]
}

@test "what these boards cannot have is refused in one line" {
    refused() { # CODE MESSAGE ARGUMENTS…
        run -"$1" --separate-stderr huarong "${@:3}"
        [[ -z $output && ${#stderr_lines[@]} -eq 1 && $stderr == *"$2"* ]]
    }
    refused 2 "the planes engine needs a board of 7 to 16 cells" enumerate tile:5x5 --engine planes
    refused 2 "the lines engine needs a board of 7 to 16 cells" enumerate tile:5x5 --engine lines --metric slide
    refused 2 "tile:5x5 has more states than a table can hold" enumerate tile:5x5 --table t.table
    refused 2 "tile:5x5 has no openings" openings tile:5x5
    refused 2 "up to 25 cells" heuristics tile:6x6
    refused 2 "a tile board of 6x7 is not supported: use 2 or more columns and rows, at most 36 cells" enumerate tile:6x7
    refused 2 "bad state" solve tile:6x6 "1 2 3"
    refused 3 "the space has more than 1,000 states" graph tile:5x5 --format edges --max-states 1000
}
