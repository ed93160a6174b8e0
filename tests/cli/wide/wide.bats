#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# States of two words: puzzles that need more than 64 bits, and small ones, which give the same as with one word. HR_ONLY_WIDE is the
# program with two words for every drawn puzzle.

# shellcheck disable=SC2154 # bats sets stderr

load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    golden=$HR_SOURCE_DIR/tests/golden/blocks
    # GNOME's American Pie
    cat >pie.txt <<'END'
|##########|
|#a*bcdefg#|
|#**bhhhhg#|
|#*iijjkkg#|
|#liimnoop#|
|#qiirrr  #|
|#qstuvv  #|
|#qwwxvv  #|
|######--##|
|         .|
|        ..|
|        . |
END
    printf '%s\n' start: abcdefgh ijklmnop qrst.... ........ ........ '' goal: tsrqponm lkjihgfe dcba >singles.txt # 99 bits
    # 52 pieces with 1,024 places each.
    local rows lower=abcdefghijklmnopqrstuvwxyz...... upper=ABCDEFGHIJKLMNOPQRSTUVWXYZ......
    printf -v rows '/%32.0s' {1..30}
    large="start: $lower/$upper${rows// /.}; goal: $upper/$lower"
    printf '%s\n' "$large" >large.txt
    # The goal is two moves away.
    printf '%s\n' start: abcdefgh ijklmnop qrst.... ........ ........ '' goal: abcdefgh ijklmnop qrs..... ....t... >near.txt
}

# quick_plan_on N ARGUMENTS…: the plan on N ranks, by a program that measures each rate once.
quick_plan_on() { HR_PROGRAM=$HR_QUICK_PLAN ranks "$1" plan "${@:2}"; }

# layers COMMAND …: the layers as CSV, without the fingerprints, which depend on how states are packed.
layers() { "$@" --csv --quiet </dev/null | cut -d, -f1-4; }

@test "published puzzles have the same layers with both widths, on any number of ranks, with symmetry and without" {
    long_tier_only
    local rush
    mapfile -t rush < <(awk '!/^#/ && NF >= 3 && $3 < 5000 {print "rush:" $2}' "$golden/rush_hour.txt" | head -n 4)
    [[ ${#rush[@]} -eq 4 ]]
    for puzzle in "$golden"/{pennant,red-donkey,red-donkey-4x5}.txt "${rush[@]}"; do
        layers huarong enumerate blocks:"$puzzle" --metric move --stop-at-solution >narrow
        layers wide enumerate blocks:"$puzzle" --metric move --stop-at-solution >one
        [[ -s narrow ]] && cmp narrow one
    done
    for n in $(of_tier 3 2); do
        layers wide_ranks "$n" enumerate blocks:"$golden/red-donkey-4x5.txt" >many
        layers huarong enumerate blocks:"$golden/red-donkey-4x5.txt" >narrow
        cmp narrow many
        layers wide_ranks "$n" enumerate blocks:"$golden/red-donkey-4x5.txt" --no-symmetry >many
        layers huarong enumerate blocks:"$golden/red-donkey-4x5.txt" --no-symmetry >narrow
        cmp narrow many
    done
    [[ $(awk -F, 'NR > 1 {sum += $2} END {print sum}' many) -eq 25955 ]]
}

@test "positions are solved with the same moves with both widths" {
    for metric in unit slide move; do
        huarong solve blocks:pennant --metric "$metric" >narrow
        for n in $(of_tier 2 1 3); do
            wide_ranks "$n" solve blocks:pennant --metric "$metric" >many
            cmp narrow many
        done
    done
}

# levels: what is known of a position and of its levels, which do not depend on how states are packed, nor on the number of ranks.
levels() { jq -c '.positions[0] | [.outcome, .length, .lower_bound, .nodes, .expanded, .reopened, (.iterations[] | [.bound, .nodes, .expanded])]' "$@"; }

@test "A* has the same lengths and levels with both widths, also if it is stopped and goes on with other ranks" {
    local metric most n name
    for metric in $(of_tier slide "unit move"); do
        for name in $(of_tier pennant "bone red-donkey"); do
            huarong solve blocks:"$name" --metric "$metric" --algorithm astar --json --details --quiet | levels >narrow
            for n in $(of_tier "1 3" "2 4"); do
                wide_ranks "$n" solve blocks:"$name" --metric "$metric" --algorithm astar --json --details --quiet | levels | cmp narrow -
            done
            n=1
            for most in 5 100 1000; do
                run -3 --separate-stderr wide_ranks "$n" solve blocks:"$name" --metric "$metric" --algorithm astar \
                    --checkpoint "$name-$metric" --resume --position-nodes "$most"
                n=$((n % 3 + 1))
            done
            wide_ranks 2 solve blocks:"$name" --metric "$metric" --algorithm astar --checkpoint "$name-$metric" --resume --json --details --quiet >found
            levels found | cmp narrow -
        done
    done
}

# Without a lower bound A* expands one layer after the other.
@test "A* of a puzzle that needs more than 64 bits expands the states of breadth-first search, and finds as short a way" {
    local goal n seed
    for n in $(of_tier 3 "1 2"); do
        run -3 --separate-stderr ranks "$n" solve blocks:pie.txt --metric move --algorithm astar --position-nodes 50k --json --details --quiet \
            --checkpoint "pie-$n" --memory "${n}G"
        jq -r '.positions[0].iterations[] | select(.finished != false) | .expanded' <<<"$output" >expanded
        [[ $(wc -l <expanded) -eq 5 ]]
        huarong enumerate blocks:pie.txt --metric move --max-depth 4 --csv --quiet --no-symmetry | sed 1d | cut -d, -f2 | cmp expanded -
        run -3 --separate-stderr ranks "$((4 - n))" solve blocks:pie.txt --metric move --algorithm astar --position-nodes 150k --json --quiet \
            --checkpoint "pie-$n" --resume
        [[ $(jq '.positions[0].lower_bound' <<<"$output") -ge 6 ]]
    done
    # The goal is at the end of a walk.
    for seed in $(of_tier 1 "2 3"); do
        goal=$(huarong random blocks:singles.txt --walk 8 --seed "$seed")
        { sed '/goal/,$d' singles.txt; printf '%s\n' goal: "${goal//\//$'\n'}"; } >walked.txt
        huarong solve blocks:walked.txt --algorithm layers | head -n 1 >shortest
        for n in $(of_tier 3 1); do
            ranks "$n" solve blocks:walked.txt --algorithm astar | head -n 1 | cmp shortest -
        done
    done
}

@test "a run with 128 bits goes on from its checkpoint on any number of ranks" {
    layers wide enumerate blocks:"$golden/red-donkey-4x5.txt" >whole
    for n in $(of_tier 1 2 3); do
        wide_ranks "$n" enumerate blocks:"$golden/red-donkey-4x5.txt" --quiet --checkpoint "kept$n" --checkpoint-every 0 --max-depth 40
        layers wide_ranks "$((4 - n))" enumerate blocks:"$golden/red-donkey-4x5.txt" --checkpoint "kept$n" --resume >resumed
        cmp whole resumed
    done
    run -3 --separate-stderr wide enumerate blocks:"$golden/red-donkey-4x5.txt" --checkpoint stopped --max-time 0.0001s
    layers wide enumerate blocks:"$golden/red-donkey-4x5.txt" --checkpoint stopped --resume >resumed
    cmp whole resumed
}

@test "a checkpoint of the other width is refused" {
    wide enumerate blocks:pennant --quiet --checkpoint wide --checkpoint-every 0 --max-depth 20
    huarong enumerate blocks:pennant --quiet --checkpoint narrow --checkpoint-every 0 --max-depth 20
    run -4 --separate-stderr huarong enumerate blocks:pennant --checkpoint wide --resume
    [[ -z $output && $stderr == *"a checkpoint of a huarong that packs states in another way" ]]
    run -4 --separate-stderr wide enumerate blocks:pennant --checkpoint narrow --resume
    [[ -z $output && $stderr == *"a checkpoint of a huarong that packs states in another way" ]]
    run -3 --separate-stderr wide solve blocks:pennant --algorithm astar --checkpoint wide-solve --position-nodes 1000
    run -3 --separate-stderr huarong solve blocks:pennant --algorithm astar --checkpoint narrow-solve --position-nodes 1000
    run -4 --separate-stderr huarong solve blocks:pennant --algorithm astar --checkpoint wide-solve --resume
    [[ -z $output && $stderr == *"a checkpoint of a huarong that packs states in another way" ]]
    run -4 --separate-stderr wide solve blocks:pennant --algorithm astar --checkpoint narrow-solve --resume
    [[ -z $output && $stderr == *"a checkpoint of a huarong that packs states in another way" ]]
}

@test "a puzzle that needs more than 64 bits is enumerated and solved, from a file, a pipe and standard input" {
    layers huarong enumerate blocks:singles.txt --max-depth 4 >one
    [[ $(wc -l <one) -eq 6 ]]
    for n in $(of_tier 3 2); do
        layers ranks "$n" enumerate blocks:singles.txt --max-depth 4 >many
        cmp one many
    done
    huarong enumerate blocks:- --max-depth 4 --csv --quiet <singles.txt | cut -d, -f1-4 >many
    cmp one many
    layers huarong enumerate blocks:<(cat singles.txt) --max-depth 4 >many
    cmp one many
    huarong enumerate blocks:singles.txt --max-depth 2 --json --hardest 1 --log log | jq -r '.hardest.listed[0].state' >state
    [[ $(jq -c 'select(.event == "layer") | .depth' log | tail -n 1) -eq 2 ]]
    [[ $(huarong enumerate blocks:singles.txt --from @- --max-depth 1 --json <state | jq -r '.source, .layers[1].states') == "$(<state)"$'\n11' ]]
    huarong enumerate blocks:singles.txt --max-depth 2 --quiet --checkpoint kept
    layers ranks 2 enumerate blocks:singles.txt --max-depth 4 --checkpoint kept --resume >many
    cmp one many
    [[ $(layers huarong enumerate blocks:pie.txt --metric move --max-depth 2 | tail -n 1) == 2,* ]]
    for n in $(of_tier 2 1); do
        run -0 --separate-stderr ranks "$n" solve blocks:near.txt
        [[ ${lines[0]} == "2 moves, metric unit" && ${#lines[@]} -eq 3 ]]
    done
}

@test "equal pieces keep the letters of the drawing on the way of a solution that needs more than 64 bits" {
    # q makes room for i, and passes r, s and t in reading order.
    printf '%s\n' start: abcdefgh ijklmnop qrst.... ........ ........ '' goal: abcdefgh .jklmnop i....... _....... >equal.txt
    huarong solve blocks:equal.txt --json --details >found
    [[ $(jq -r '.positions[0] | .length, ([.steps[].piece] | sort | add)' found) == $'3\niqq' ]]
    jq -r '.positions[0].steps[].move' found | replayed abcdefgh/ijklmnop/qrst..../......../........ | cmp - <(jq -r '.positions[0].steps[].state' found)
    for metric in unit slide move; do
        wide solve blocks:"$golden/pennant.txt" --metric "$metric" --json --details >found
        jq -r '.positions[0].steps[].move' found >moves
        [[ $(wc -l <moves) -gt 30 ]]
        replayed "$(jq -r '.positions[0].state' found)" <moves | cmp - <(jq -r '.positions[0].steps[].state' found)
    done
}

@test "states are drawn, and random walks made, as with 64 bits" {
    for metric in unit slide move; do
        huarong random blocks:pennant --metric "$metric" --count 20 --walk 50 --seed 7 >narrow
        wide random blocks:pennant --metric "$metric" --count 20 --walk 50 --seed 7 >many
        [[ $(sort -u narrow | wc -l) -gt 5 ]]
        cmp narrow many
    done
    wide draw blocks:pennant "$(tail -n 1 narrow)" >many
    huarong draw blocks:pennant "$(tail -n 1 narrow)" | cmp - many
    wide draw blocks:pennant --solution --metric move --animate >many
    huarong draw blocks:pennant --solution --metric move --animate | cmp - many
}

@test "a puzzle that needs more than 64 bits is drawn, and walks in it begin at its start" {
    long_tier_only
    local n state
    run -0 --separate-stderr huarong draw blocks:pie.txt --notation letters
    [[ $output == '||||||||||/|a*bcdefg|/|**bhhhhg|/|*iijjkkg|/|liimnoop|/|qiirrr..|/|qstuvv..|/|qwwxvv..|/||||||--||/........../........../..........' ]]
    huarong random blocks:pie.txt --walk 0 | cmp - <(echo "$output")
    huarong random blocks:- --walk 0 <pie.txt | cmp - <(echo "$output")
    for n in 1 2; do
        ranks "$n" random blocks:singles.txt --walk 40 --count 5 --seed 3 >walked
        [[ $(sort -u walked | wc -l) -eq 5 ]]
        [[ $n -eq 1 ]] || cmp one walked
        cp walked one
    done
    # A state at the end of a walk of one move is in the layer at this distance.
    state=$(huarong random blocks:singles.txt --walk 1 --from @<(tail -n 1 one))
    [[ $(huarong enumerate blocks:singles.txt --from @<(tail -n 1 one) --max-depth 1 --hardest 64 --json | jq --arg s "$state" '[.hardest.listed[].state] | index($s) != null') == true ]]
    huarong draw blocks:singles.txt "$state" >svg
    grep -q '<svg' svg && grep -Fq "$state" svg
    huarong draw blocks:near.txt --solution >svg
    [[ $(grep -o '>start<\|>[0-9]*</text>' svg | tail -n 1) == '>2</text>' ]]
    run -2 --separate-stderr huarong draw blocks:singles.txt zz
    [[ -z $output && $stderr == "huarong draw: the board has 40 cells"* ]]
}

@test "a run is planned, and its states, sizes and checkpoint are those of the run" {
    long_tier_only
    local n
    # A state in a checkpoint takes 16 bytes.
    huarong enumerate blocks:singles.txt --max-depth 6 --json --quiet >run
    for n in $(of_tier 2 1); do
        quick_plan_on "$n" blocks:singles.txt --max-depth 6 --ranks 1 --json >six
        jq -e --slurpfile run run '.states == $run[0].states and .states_exact
            and .checkpoint == 16 * ([$run[0].layers[5, 6].canonical] | add)' six
    done
    run -0 --separate-stderr quick_plan_on 1 blocks:singles.txt --max-depth 20
    [[ $output == *"States      about "*" or fewer"* ]]
    run -0 --separate-stderr huarong plan blocks:- --metric move --max-depth 2 --nodes 4 --ranks-per-node 8 --memory 8G <pie.txt
    [[ $output == "Puzzle      blocks:10x12, metric move"*"Engine      frontier on 32 ranks, 4 nodes"*"between "*" short runs, measured on its own first layers" ]]
    [[ $(of_tier short long) != short ]] || return 0
    ranks 2 plan blocks:singles.txt --max-depth 6 --ranks 1 --json | jq -c '[.states, .checkpoint]' | cmp - <(jq -c '[.states, .checkpoint]' six)
}

@test "a survey takes puzzles of either width, on any number of ranks" {
    long_tier_only
    local n line mixed='start: abcdefghijklmnopqrst.; goal: '
    # Twenty pieces in a row (66 bits) pass each other nowhere, so there are as many states as places of the gap.
    printf '%s\n' "$mixed.abcdefghijklmnopqrst" blocks:ma "$mixed.bacdefghijklmnopqrst" blocks:rush:IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM >mixed
    for n in $(of_tier 3 1 2); do
        run -0 --separate-stderr ranks "$n" survey mixed --metric slide
        [[ $(cut -f 2- <<<"$output") == $'20\t21\n26\t110804\nunsolvable\t21\n60\t2332' ]]
        [[ $(cut -f 1 <<<"$output") == "$(<mixed)" && $stderr == *"4 positions, 106 moves, 113,178 states in "*"unsolvable positions: 1"* ]]
    done
    # A space that one rank leaves to all of them, and one that is left at a limit.
    line=$(tr '\n' ' ' <singles.txt | sed 's: *goal\: *:; goal\: :; s:start\: ::; s:\([a-z.]\) \([a-z.]\):\1/\2:g')
    printf 'blocks:ma\nstart: %s\n' "$line" >large
    huarong enumerate blocks:singles.txt --max-states 1500k --json --quiet | jq -c '[.states, (.layers | length)]' >layers
    for n in $(of_tier 2 1); do
        run -3 --separate-stderr ranks "$n" survey large --position-states 1500k --csv
        [[ $(sed -n '2p;3p' <<<"$output" | cut -d, -f 3-8) == "solved,36,36,110804,true,"*$'\n'"limit,,"*",false,"* ]]
        [[ $(sed -n 3p <<<"$output" | awk -F, '{print "[" $(NF - 3) "," $(NF - 1) + 1 "]"}') == "$(<layers)" ]]
    done
    run -3 --separate-stderr ranks 2 survey large --max-time 0.0001s
    [[ $stderr == *"2 of 2 positions not searched to the end"* ]]
    # What is too wide, or wrong, is refused by line and column.
    printf '%s\n' blocks:ma "$large" "$mixed.abcdefghijklmnopqrtt" >bad
    for n in $(of_tier 2 1); do
        run -2 --separate-stderr ranks "$n" survey bad
        [[ -z $output && $stderr == *"huarong survey: bad, line 2: column 8: a state takes 576 bits: at most 512 are possible"* ]]
        run -2 --separate-stderr ranks "$n" survey bad --keep-going
        [[ $output == $'blocks:ma\t36\t110804' && $stderr == *"huarong survey: bad, line 3: column "* ]]
    done
}

@test "what is only for states of one word is refused by one clear line" {
    run -2 --separate-stderr huarong enumerate blocks:singles.txt --engine planes
    [[ -z $output && $stderr == "huarong enumerate: the planes engine is for tile puzzles, not for blocks:8x5: use --engine frontier" ]]
    for n in $(of_tier 2 1); do
        run -2 --separate-stderr ranks "$n" enumerate blocks:large.txt
        [[ -z $output && $stderr == *"large.txt:1:8: a state takes 576 bits: at most 512 are possible; draw fewer pieces or a smaller board"* ]]
    done
    for n in $(of_tier 2 1); do
        run -2 --separate-stderr ranks "$n" random blocks:large.txt
        [[ -z $output && $stderr == *"large.txt:1:8: a state takes 576 bits: at most 512 are possible"* ]]
        run -2 --separate-stderr ranks "$n" draw blocks:large.txt
        [[ -z $output && $stderr == *"large.txt:1:8: a state takes 576 bits: at most 512 are possible"* ]]
    done
    for n in $(of_tier 2 1); do
        run -2 --separate-stderr ranks "$n" plan blocks:large.txt
        [[ -z $output && $stderr == *"large.txt:1:8: a state takes 576 bits: at most 512 are possible"* ]]
    done
    # 50 pieces with 512 places each take seven words.
    local empty
    printf -v empty '/%32s' {1..14}
    empty=$(tr '[:digit:] ' . <<<"$empty")
    echo "start: abcdefghijklmnopqrstuvwxyz....../ABCDEFGHIJKLMNOPQRSTUVWX........$empty; exit: A down" >large7.txt
    run -2 --separate-stderr huarong solve blocks:large7.txt --algorithm astar
    [[ -z $output && $stderr == "huarong solve: A* takes states of at most 6 words of 64 bits, and blocks:large7.txt takes 7: use layers" ]]
    run -2 --separate-stderr huarong plan blocks:singles.txt --scratch .
    [[ -z $output && $stderr == "huarong plan: --scratch: no engine that keeps states on disks can search blocks:8x5" ]]
    run -2 --separate-stderr huarong openings blocks:singles.txt
    [[ -z $output && $stderr == "huarong openings: blocks:singles.txt has no openings: give klotski:WxH, or ask"* ]]
}
