#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Puzzles that are drawn in a file: blocks:FILE. Numbers of moves and states come from golden/blocks (its README.md has the sources).

# shellcheck disable=SC2154 # bats sets stderr

load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    golden=$HR_SOURCE_DIR/tests/golden/blocks
    printf '%s\n' 'name: The little donkey' start: 'a**b' 'a**b' c..d '' goal: .... '.**.' '.**.' >donkey.txt
}

# counts ARGUMENTS…: the layers as CSV, without what depends on time or ranks.
counts() { "$@" --csv --quiet </dev/null | cut -d, -f1,2; }

@test "solve takes the file's start, and tells the moves with its letters" {
    run -0 --separate-stderr huarong solve blocks:"$golden/red-donkey.txt" --metric move
    [[ ${lines[0]} == "81 moves, metric move" ]]
    [[ ${lines[1]} =~ ^\ +1\ \ [a-z*]\ (up|down|left|right)\ [12] ]]
    run -0 --separate-stderr huarong solve blocks:donkey.txt --json
    [[ $(jq -c '[.puzzle, .positions[0].length,  .positions[0].moves]' <<<"$output") == '["blocks:4x3",1,"* down 1"]' ]]
}

@test "the way of a solution can be followed by the letters of the drawing, in every metric and format" {
    local metric start
    start=$(sed -n '/^start/,/^$/{/[ceh*]/p}' "$golden/red-donkey-4x5.txt" | paste -sd /)
    for metric in $(of_tier move unit slide move); do
        huarong solve blocks:"$golden/red-donkey-4x5.txt" --metric "$metric" --json --details --draw >found
        [[ $(jq -r '.positions[0].state' found) == "$start" ]]
        jq -r '.positions[0].steps[].move' found >moves
        jq -r '.positions[0].steps[].state' found >states
        [[ $(wc -l <moves) -gt 80 ]]
        replayed "$start" <moves | cmp - states
        (echo "$start" && cat states) | cmp - <(jq -r '.positions[0].boards[]' found)
        jq -r '.positions[0].moves' found | sed 's/; /\n/g' | cmp moves -
    done
    huarong solve blocks:"$golden/red-donkey-4x5.txt" --metric move | sed -n 's/^ *[0-9]*  \([a-z*] [a-z]* [0-9]\)/\1/p' | cmp moves -
    huarong solve blocks:"$golden/red-donkey-4x5.txt" --metric move --csv | sed -n 's/; /\n/g; 2s/.*"\(.*\)"/\1/p' | cmp moves -
    huarong draw blocks:"$golden/red-donkey-4x5.txt" --metric move --solution --notation letters | tail -n +2 | cmp states -
    printf '%s\n' start: '".' '' goal: '."' >quote.txt
    [[ $(huarong solve blocks:quote.txt --csv | sed -n '2s/.*,//p') == '""" right 1"' ]]
}

@test "a way begins with the letters of the state that is asked for" {
    local state
    huarong enumerate blocks:"$golden/pennant.txt" --quiet --table one.table
    state=$(huarong query one.table --hardest 1 | cut -f 2 | tr abdehi baedih) # three pairs of equal pieces
    huarong query one.table "$state" --path --next --format=jsonl >answer
    [[ $(jq -r .state answer) == "$state" ]]
    jq -r '.path[].move' answer >moves
    [[ $(wc -l <moves) -gt 50 ]]
    replayed "$state" <moves | cmp - <(jq -r '.path[].state' answer)
    [[ $(jq '.next | length' answer) -gt 0 ]]
    jq -r '.next[] | .move' answer | while read -r move; do replayed "$state" <<<"$move"; done | cmp - <(jq -r '.next[].state' answer)
    huarong query one.table "$state" --path --next >answer.txt
    sed -n 's/^ *[0-9]*  \([a-z*] [a-z]* 1\)$/\1/p' answer.txt | cmp moves -
    [[ $(sed -n 's/^  next  .*  ->  //p' answer.txt) == "$(jq -r '.next[].state' answer)" ]]
    # The last board has the letters of its state, and so has the first one.
    COLUMNS=1 huarong query one.table "$state" --path --draw >drawn
    [[ $(awk '/^ *[0-9]+$/ {text = ""} {text = text $0} END {print text}' drawn | tr -dc 'a-z*') == "$(huarong query one.table "$(jq -r '.path[-1].state' answer)" --draw | tail -n +2 | tr -dc 'a-z*')" ]]
    [[ $(awk '/^ *start$/ {on = 1; next} /^ *1$/ {exit} on' drawn) == "$(huarong query one.table "$state" --draw | tail -n +2)" ]]
    huarong solve blocks:"$golden/pennant.txt" "$state" --json --details >found
    [[ $(jq -r '.positions[0] | .state, has("name")' found) == "$state"$'\nfalse' ]]
    jq -r '.positions[0].steps[].move' found >moves
    [[ $(wc -l <moves) -gt 50 ]]
    replayed "$state" <moves | cmp - <(jq -r '.positions[0].steps[].state' found)
    huarong draw blocks:"$golden/pennant.txt" "$state" --notation letters | cmp - <(echo "$state")
}

@test "a puzzle's file may begin with a byte order mark" {
    printf '\xef\xbb\xbfstart:\na...\n..b.\n\nexit: a right\n' >marked.txt
    run -0 --separate-stderr huarong solve blocks:marked.txt
    [[ ${lines[0]} == "3 moves, metric unit" ]]
}

@test "a position may begin with a wall, #, and other lines that begin so are comments" {
    printf '%s\n' start: '#a..#' '..b..' '' 'exit: a right' >walls.txt
    printf '%s\n' '# three positions' '#a..#/..b..' '#easy' '|.a.|/..b..' '#..a#/.b...' >states
    for n in $(of_tier 2 1); do
        run -0 --separate-stderr ranks "$n" solve blocks:walls.txt --file states --csv
        [[ $(cut -d, -f 1,2,4 <<<"$output") == $'id,state,length\n1,"|a..|/..b..",4\n2,"|.a.|/..b..",3\n3,"|..a|/.b...",2' ]]
    done
    huarong enumerate blocks:walls.txt --table walls.table --quiet
    [[ $(huarong query walls.table <states | cut -f 2) == $'#a..#/..b..\n|.a.|/..b..\n#..a#/.b...' ]]
    printf '%s\n' '# nothing' '#.a.#' >states # one cell row is missing
    run -2 --separate-stderr huarong solve blocks:walls.txt --file states
    [[ $stderr == *"states holds no position"* ]]
    run -2 --separate-stderr huarong solve blocks:walls.txt '#.a.#'
    [[ $stderr == "huarong solve: the arguments hold no position: # begins a comment" ]]
}

@test "all states have the same layers on any number of ranks, with symmetry and without" {
    counts huarong enumerate blocks:"$golden/pennant.txt" >one
    [[ $(awk -F, 'NR > 1 {sum += $2} END {print sum}' one) -eq 1398 ]]
    for n in $(of_tier 3 2 4); do
        counts ranks "$n" enumerate blocks:"$golden/pennant.txt" >many
        cmp one many
    done
    counts huarong enumerate blocks:"$golden/red-donkey-4x5.txt" >one
    counts huarong enumerate blocks:"$golden/red-donkey-4x5.txt" --no-symmetry >many
    cmp one many
    counts huarong enumerate klotski --from 横刀立马 >many
    cmp one many
}

@test "a table holds the puzzle, is proved and asked without the file" {
    cp "$golden/pennant.txt" copy.txt
    huarong enumerate blocks:copy.txt --quiet --table one.table
    "$HR_MPIRUN" -n 3 "$HR_PROGRAM" enumerate blocks:copy.txt --quiet --table three.table </dev/null
    cmp one.table three.table
    [[ $(huarong query one.table --puzzle blocks:copy.txt --hardest 1) == $(huarong query one.table --hardest 1) ]]
    run -4 --separate-stderr huarong query one.table --puzzle blocks:"$golden/ma.txt" --hardest 1
    [[ $stderr == *"a table of another puzzle"* ]]
    rm copy.txt
    run -4 --separate-stderr huarong query one.table --puzzle blocks:copy.txt --hardest 1
    [[ $stderr == *"copy.txt"*"No such file"* ]]
    huarong verify one.table --quiet
    [[ $(huarong query one.table '**aa/**bb/de../fghh/fgii') == $'0\t**aa/**bb/de../fghh/fgii' ]]
    run -0 --separate-stderr huarong query one.table --hardest 1 --path
    [[ $output =~ [a-z]\ (up|down|left|right)\ 1 ]]
    run -2 --separate-stderr huarong query one.table '**aa/**bb/de../fghh/fg.i'
    [[ $stderr == *"'i'"* ]]
}

@test "a run goes on from a checkpoint, and plan foresees it" {
    run -3 huarong enumerate blocks:"$golden/pennant.txt" --checkpoint keep --max-time 0.0001s --table first.table
    huarong enumerate blocks:"$golden/pennant.txt" --checkpoint keep --resume --quiet --table first.table
    huarong enumerate blocks:"$golden/pennant.txt" --quiet --table second.table
    cmp first.table second.table
    quick_plan blocks:"$golden/pennant.txt" --json | jq -e .rank_memory
}

@test "puzzles with a name are listed, and need no file" {
    run -0 --separate-stderr huarong help blocks
    [[ $output =~ century\ +99\ +111\ +131\ +J.H.\ Conway ]]
    [[ $output =~ ma\ +23\ +26\ +36\ +TLA\+\ Examples ]]
    run -0 --separate-stderr huarong solve blocks:century --metric slide
    [[ ${lines[0]} == "111 moves, metric slide" ]]
}

@test "Ma's puzzle by name is the one of the golden file" {
    long_tier_only
    counts huarong enumerate blocks:"$golden/ma.txt" >one
    for n in $(of_tier 3 1); do
        counts ranks "$n" enumerate blocks:ma >many
        cmp one many
    done
    [[ $(awk -F, 'NR > 1 {sum += $2} END {print sum}' one) -eq 110804 ]]
}

@test "a Rush Hour board is a spec" {
    run -0 --separate-stderr huarong solve blocks:rush:IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --metric slide
    [[ ${lines[0]} == "60 moves, metric slide" ]]
    huarong enumerate blocks:rush:IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --metric slide --quiet --expect 2332
}

# hardest ARGUMENTS…: how many states all solved placements reach, how far, and how many are there.
hardest() { "$@" --from solved --quiet --json | jq -c '[.states, .depth, .layers[-1].states]'; }

@test "the hardest starts of a set of pieces, from all solved placements" {
    # Super Century, 138 moves, and the hardest opening of the 4x5 board, 179, have the pieces of Century.
    [[ $(hardest huarong enumerate blocks:century --metric move) == '[83972,138,6]' ]]
    [[ $(hardest ranks 2 enumerate blocks:century --metric slide --no-symmetry) == '[83972,150,6]' ]]
    [[ $(hardest ranks 3 enumerate blocks:century) == '[83972,179,6]' ]]
    # The hardest Rush Hour board is the hardest start of its cars in their lanes.
    [[ $(hardest huarong enumerate blocks:rush:IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --metric slide) == '[4756,60,1]' ]]
    huarong enumerate blocks:century --metric move --from solved --quiet --table one.table >layers
    ranks 2 enumerate blocks:century --metric move --from solved --quiet --table two.table
    cmp one.table two.table
    ranks 2 verify one.table --quiet
    [[ $(huarong query one.table cabf/cd**/ed**/ehhg/ii.. | cut -f 1) == 138 ]]
    [[ $(huarong info one.table --json | jq -r .source) == solved ]]
}

@test "there must be a solved placement to begin with" {
    printf 'start: a.b' >open.txt
    run -2 --separate-stderr huarong enumerate 'blocks:start: ~/#; exit: ~ down' --from solved # it never gets there
    [[ $stderr == *"no placement of the pieces is solved: nothing to begin with" ]]
    run -2 --separate-stderr huarong enumerate blocks:open.txt --from solved
    [[ $stderr == *"no placement of the pieces is solved: nothing to begin with" ]]
    # 30 alike pieces and one gap: few placements, found at once.
    [[ $(hardest huarong enumerate 'blocks:start: *bcdefghijklmnop/.qrstuvwxyzABCDE; goal: ................/*...............') == '[992,'* ]]
    run -2 --separate-stderr huarong openings blocks:century
    [[ $stderr == *"ask for all placements: 'huarong enumerate PUZZLE --from solved'" ]]
    [[ ${HR_TIER-} != short ]] || return 0 # it counts them for seconds
    printf '%s\n' start: abcdefgh ijklmnop ........ ........ ........ ........ goal: a....... >many.txt
    run -2 --separate-stderr huarong enumerate blocks:many.txt --from solved
    [[ $stderr == *"too many placements to begin with all that are solved" ]]
}

@test "a puzzle without a goal is counted and drawn, and cannot be solved" {
    printf '%s\n' start: '.a.' '...' >open.txt
    [[ $(huarong enumerate blocks:open.txt --csv --quiet | cut -d, -f 1,2,4) == $'depth,states,solved\n0,1,0\n1,3,0\n2,2,0' ]]
    huarong enumerate blocks:open.txt --table open.table >text
    grep -qx 'Goal        none' text && ! grep -q ^Solved text
    huarong enumerate blocks:open.txt --json --output open.json --quiet
    [[ $(jq -c '[.goal, .first_solved]' open.json) == '[null,null]' ]]
    huarong report open.table open.json --output page.html
    huarong draw blocks:open.txt --output open.svg
    [[ $(huarong random blocks:open.txt --count 3 | wc -l) -eq 3 ]]
    [[ $(huarong graph blocks:open.txt --format edges | wc -l) -gt 0 ]]
}

@test "a bad file: one line with file, line and column, from all ranks together" {
    printf 'start:\na..\n.a.\n' >bad.txt
    run -2 --separate-stderr ranks 3 enumerate blocks:bad.txt
    [[ $output == "" && $stderr == *"huarong enumerate: bad.txt:3:2"* ]]
    head -c 100000000 /dev/zero | tr '\0' a >bad.txt
    run -2 --separate-stderr huarong enumerate blocks:bad.txt
    [[ $output == "" && $stderr == "huarong enumerate: 'bad.txt' is longer than 65536 bytes"* ]]
}
