#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# A kind of puzzle from a file: the examples in tests/consumer/kinds, with figures from elsewhere.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # boards have dollars; bats sets stderr and output

load ../helper

setup() { cd "$BATS_TEST_TMPDIR" || return; }

# with KIND ARGUMENTS…: the program with this plug-in. on RANKS KIND ARGUMENTS…: on these ranks.
with() { huarong --plugin "$HR_KINDS/$1.so" "${@:2}"; }
on() { ranks "$1" --plugin "$HR_KINDS/$2.so" "${@:3}"; }

# layers: the numbers of states of --csv, on one line.
layers() { sed 1d | cut -d , -f 2 | paste -sd ' '; }

@test "pancakes: layers as in OEIS A092113, on one rank and three, stopped and resumed" {
    local eight='1 7 42 251 1191 4281 10561 15011 8520 455'
    [[ $(with pancake enumerate pancake:8 --quiet --csv | layers) == "$eight" ]]
    run -3 on 3 pancake enumerate pancake:8 --quiet --checkpoint kept --max-time 0.000001s
    [[ $(on 2 pancake enumerate pancake:8 --quiet --csv --checkpoint kept --resume | layers) == "$eight" ]]
    [[ $(with pancake enumerate pancake:10 --quiet --csv | layers) == \
        '1 9 72 575 3963 22825 106461 377863 919365 1309756 814678 73232' ]]
}

@test "pancakes: eleven take 13 flips at most (OEIS A058986)" {
    long_tier_only # eight and ten are in the short tier
    [[ $(on 2 pancake enumerate pancake:11 --quiet --json | jq -c '[.states, .depth]') == '[39916800,13]' ]]
}

@test "a table is written, proved and asked, with the plug-in from the environment" {
    export HUARONG_PLUGINS=$HR_KINDS/pancake.so
    huarong enumerate pancake:7 --quiet --table one.table >layers
    ranks 2 enumerate pancake:7 --quiet --table two.table
    cmp one.table two.table
    huarong verify one.table --quiet
    [[ $(huarong query one.table '2 1 3 4 5 6 7' --path) == $'1\t2 1 3 4 5 6 7\n    1  flip 2' ]]
    unset HUARONG_PLUGINS
    run -4 huarong query one.table '2 1 3 4 5 6 7'
    [[ $output == *"unknown puzzle 'pancake:7'"* ]]
}

@test "tables and checkpoints of a plug-in are refused to another one of its name" {
    local other command words
    with pancake enumerate pancake:6 --quiet --table t.table >layers
    with pancake enumerate pancake:6 --quiet --checkpoint kept --max-depth 3 >layers
    for other in 's/(hr_state)i << 4/(hr_state)(count_of(puzzle) - 1 - i) << 4/; s/\.heuristic = .*//' \
        's/int k = 2; k <= count; k++/int k = count; k >= 2; k--/'; do # largest first; the moves in another order
        sed "$other" "$HR_SOURCE_DIR/tests/consumer/kinds/pancake.c" >other.c
        cc -I "$HR_SOURCE_DIR/include" -shared -fPIC other.c -o other.so
        for command in 'query t.table 1 2 3 4 6 5' 'verify t.table' 'enumerate pancake:6 --checkpoint kept --resume'; do
            read -ra words <<<"$command"
            run -4 --separate-stderr huarong --plugin ./other.so "${words[@]}"
            [[ -z $output && ${#stderr_lines[@]} -eq 1 ]]
            [[ $stderr == *"it was written with another plug-in 'pancake'"* || $stderr == *"a checkpoint of another run"* ]]
        done
    done
    with pancake verify t.table --quiet >said
    with pancake enumerate pancake:6 --quiet --checkpoint kept --resume --max-depth 4 >layers
}

@test "positions are solved by layers and by A* with the plug-in's heuristic" {
    with pancake enumerate pancake:8 --quiet --table t.table >layers
    with pancake query t.table --hardest 3 | cut -f 2 >hard
    for algorithm in layers astar idastar; do
        [[ $(with pancake solve pancake:8 --file hard --algorithm "$algorithm" --json | jq -c '[.positions[].length]') == '[9,9,9]' ]]
    done
    [[ $(with pancake solve pancake:8 --file hard --algorithm astar --json | jq -r .heuristic) == own ]]
    [[ $(with pancake solve pancake:8 --file hard --algorithm astar --heuristic none --json | jq -c '[.positions[].length]') == '[9,9,9]' ]]
    [[ $(with pancake solve pancake:4 '4 2 3 1' --all --json | jq -c '.positions[0] | [.length, .solutions]') == '[4,4]' ]]
    [[ $(with pancake help pancake) == pancake:N* ]]
}

# refuses TEXT ARGUMENTS…: the program ends with 2 and this one line.
refuses() {
    run -2 --separate-stderr huarong "${@:2}"
    [[ -z $output && ${#stderr_lines[@]} -eq 1 && $stderr == *"$1"* ]] || { echo "$stderr" && return 1; }
}

@test "a plug-in that is none is refused by one line" {
    sed 's/\.version = HR_KIND_VERSION/.version = 99/' "$HR_SOURCE_DIR/tests/consumer/kinds/pancake.c" >other.c
    cc -I "$HR_SOURCE_DIR/include" -shared -fPIC other.c -o other.so
    echo text >text.so
    refuses "cannot be read: No such file" --plugin ./missing.so enumerate pancake:5
    refuses "is no plug-in: " --plugin ./text.so enumerate pancake:5
    refuses "is of version 99, and this library takes version 1" --plugin ./other.so enumerate pancake:5
    cp "$HR_KINDS/pancake.so" twin.so
    refuses "there is a kind of puzzle with the name 'pancake'" --plugin="$HR_KINDS/pancake.so" --plugin twin.so help
    refuses "--plugin wants a file" --plugin
    refuses "write pancake:N" --plugin "$HR_KINDS/pancake.so" enumerate pancake:15
    refuses "one metric and one goal" --plugin "$HR_KINDS/pancake.so" enumerate pancake:5 --metric slide
    refuses "topmost first" --plugin "$HR_KINDS/pancake.so" solve pancake:4 '1 2 3 3'
}

@test "the 2x2x2 cube: 3,674,160 states, 11 half turns or 14 quarter turns at most" {
    long_tier_only
    local turns
    for turns in 'half 11 2644' 'quarter 14 276'; do
        read -r turns depth hardest <<<"$turns"
        [[ $(on 2 cube2 enumerate "cube2:$turns" --json | jq -c '[.states, .depth, .layers[-1].states]') == "[3674160,$depth,$hardest]" ]]
    done
}

@test "Hanoi with four pegs: 10 discs take 49 moves, 14 take 113 (Frame and Stewart, proven by Bousch 2014)" {
    local pegs=1111111111 moves
    with hanoi4 enumerate hanoi4:6 --quiet --table hanoi.table >layers
    with hanoi4 verify hanoi.table --quiet
    [[ $(with hanoi4 query hanoi.table 111111) == $'17\t111111' ]]
    for moves in $(of_tier 49 65 81 97 113); do
        [[ $(on 2 hanoi4 solve "hanoi4:${#pegs}" "$pegs" --json | jq '.positions[0].length') == "$moves" ]]
        pegs+=1
    done
}

# slow_topspin N K: the layers of a slow search.
slow_topspin() {
    [[ -n $HR_PYTHON ]] || skip "no NumPy"
    "$HR_PYTHON" "$HR_SOURCE_DIR/tests/support/programs/slow_topspin.py" "$@"
}

@test "TopSpin: the layers of a slow search" {
    slow_topspin 8 4 >slow
    [[ $(on 2 topspin enumerate topspin:8/4 --quiet --csv | layers) == "$(cat slow)" ]]
    [[ $(with topspin enumerate topspin:8/4 --quiet --csv --no-symmetry | layers) == "$(cat slow)" ]]
    with topspin enumerate topspin:8/4 --quiet --table spin.table >layers
    with topspin verify spin.table --quiet
}

@test "TopSpin, 12 tokens of which 4 are turned over: the layers of a slow search" {
    long_tier_only # eight tokens are in the short tier
    slow_topspin 12 4 >slow
    [[ $(on 2 topspin enumerate topspin:12/4 --quiet --csv | layers) == "$(cat slow)" ]]
}

@test "Sokoban, whose moves cannot all be undone: the layers and the solution of a slow search, and refusals" {
    local board='_@__/_$$_/_.._'
    python3 - "$board" >slow <<'END'
import sys
rows = sys.argv[1].split('/')
cells = {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row) if c != '#'}
goals = {p for p, c in cells.items() if c in '.*+'}
layer = {(next(p for p, c in cells.items() if c in '@+'), frozenset(p for p, c in cells.items() if c in '$*'))}
seen, counts, solved = set(layer), [], None
while layer:
    solved = len(counts) if solved is None and any(boxes == goals for _, boxes in layer) else solved
    counts.append(len(layer))
    found = set()
    for (x, y), boxes in layer:
        for dx, dy in (0, 1), (0, -1), (1, 0), (-1, 0):
            to, behind = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if to in boxes and behind in cells and behind not in boxes:
                found.add((to, boxes - {to} | {behind}))
            elif to in cells and to not in boxes:
                found.add((to, boxes))
    layer = found - seen
    seen |= layer
print(solved, *counts)
END
    on 2 sokoban enumerate "sokoban:$board" --quiet --checkpoint kept --max-depth 9 >part
    [[ "4 $(on 3 sokoban enumerate "sokoban:$board" --quiet --csv --checkpoint kept --resume | layers)" == "$(cat slow)" ]]
    [[ $(with sokoban solve "sokoban:$board" "$board" --json | jq -c '.positions[0] | [.length, .moves]') == '[4,"D; u; r; D"]' ]]
    refuses "a table needs moves that can be undone, and some of sokoban cannot" --plugin "$HR_KINDS/sokoban.so" enumerate "sokoban:$board" --table t
    refuses "A* needs moves" --plugin "$HR_KINDS/sokoban.so" solve "sokoban:$board" "$board" --algorithm astar
    refuses "a list of solutions needs moves" --plugin "$HR_KINDS/sokoban.so" solve "sokoban:$board" "$board" --list 3
    with sokoban check-kind "sokoban:$board"
}

@test "rings: one path of 2^N states, which come off in ⌊2^(N+1)/3⌋ moves (OEIS A000975)" {
    [[ $(with rings enumerate rings:9 --json | jq -c '[.states, .depth, .complete]') == '[512,511,true]' ]]
    [[ $(with rings solve rings:9 111111111 --json | jq '.positions[0].length') == 341 ]]
    [[ $(with rings solve rings:9 111111111 --algorithm astar --json | jq -c '[.positions[0].length, .heuristic]') == '[341,"none"]' ]]
    refuses "unknown heuristic 'own' for rings in the metric unit: use auto or none" --plugin "$HR_KINDS/rings.so" solve rings:9 111111111 \
        --algorithm astar --heuristic own
    with rings enumerate rings:9 --from 111111111 --quiet --table from.table >layers
    with rings verify from.table --quiet
    [[ $(with rings query from.table 000000000) == $'341\t000000000' ]]
}

@test "a table whose greatest distance is 255, which stands for unreached in a byte" {
    with rings enumerate rings:8 --quiet --table rings.table # eight rings have one state at each distance up to 255
    with rings verify rings.table --quiet
    [[ $(with rings query rings.table --hardest 1) == $'255\t10000000' ]]
    with rings export rings.table --output rings.csv
    [[ $(sed 1d rings.csv | cut -d , -f 2 | sort -n) == "$(seq 0 255)" ]]
    with rings export rings.table --output rings.npy
    [[ $(tail -c 512 rings.npy | od -An -v -w2 -tu2 | sort -n | tr -d ' ') == "$(seq 0 255)" ]]
}

# wrong KIND SED TEXT: the example's plug-in that this script of sed makes wrong is refused by check-kind, with this text and a state.
wrong() {
    sed "$2" "$HR_SOURCE_DIR/tests/consumer/kinds/$1.c" >wrong.c
    cc -I "$HR_SOURCE_DIR/include" -shared -fPIC wrong.c -o wrong.so
    refuses "is wrong: $3: state " --plugin ./wrong.so check-kind "$1:5"
}

@test "check-kind tells what is wrong, and for which state" {
    wrong pancake 's/max_successors = (size_t)count - 1/max_successors = (size_t)count - 2/' "more successors than max_successors"
    refuses "more successors than max_successors" --plugin ./wrong.so enumerate pancake:5 --table t.table
    [[ ! -e t.table ]]
    wrong pancake 's/reversed >> (64 - 4 \* k)/(states[i] \& ((hr_state)1 << 4 * k) - 1) >> 4 | (states[i] \& 15) << 4 * (k - 1)/' \
        "no move undoes the move to a successor"
    wrong pancake 's/counts\[i\] = (uint16_t)(count - 1)/counts[i] = 1/' "'expand' returns another number than it writes into 'counts'"
    wrong pancake 's/successors\[found++\] = /&(hr_state)rand() + /' "'expand' gives another answer the second time"
    wrong pancake 's/facts->max/facts->bipartite = true, facts->max/' "the puzzle is not bipartite: a move leads to a state at the same distance"
    wrong pancake 's/bounds\[i\] = at/bounds[i] = 1 + at/' "'heuristic' is above the number of moves to a solved state"
    wrong pancake 's/digit << 4 \* p;/(digit ^ 1) << 4 * p;/; s/return back == .state/return true/' "'unindex' does not give back what 'index' was given"
    wrong pancake 's/at(\*state, p) + 1)/count_of(puzzle) - at(*state, p))/' "'parse' does not read what 'format' writes"
    wrong pancake 's/count - 1);/count - (i == 0 ? 1 : 2));/' "'expand' gives another answer for several states at once"
    wrong pancake 's/return back == .state/return back == *state \&\& at(*state, 0) != 2/' "a successor is no valid state"
    wrong pancake 's/indices\[i\] = 0/indices[i] = 1/' "'index' is not below index_count"
}

# with_function KIND MEMBER ARGUMENTS BODY: the script of sed that gives an example a function.
with_function() {
    printf '%s' "s/^const hr_kind huarong_kind/static void other_$1(const void *puzzle, $2) { $3 }\\n&/; s/^    \\.$1 = .*//; s/^    \\.name/    .$1 = other_$1,\\n&/"
}

@test "check-kind tells what is wrong with symmetries, goals and sources" {
    local ask='const hr_state *states, size_t n, uint8_t *solved' each='for (size_t i = 0; i < n; i++)'
    wrong hanoi4 's/{2, 1, 0, 3}/{0, 1, 2, 3}/' "the symmetries are no group"
    wrong hanoi4 's/{0, 2, 1, 3}/{1, 0, 3, 2}/; s/order = 6/order = 2/' "an image of a source is no source"
    wrong hanoi4 's/PEG\[symmetry\]/PEG[disc == 0 ? 0 : symmetry]/' "a symmetry does not map successors to successors"
    wrong hanoi4 "$(with_function solved "$ask" "$each solved[i] = (states[i] \\& 3) == 1;")" "an image is solved, and another is not"
    wrong pancake "$(with_function solved "$ask" "$each solved[i] = 2;")" "'solved' writes another number than 0 and 1"
    wrong pancake "$(with_function solved "$ask" "$each solved[i] = 1;"); s/facts->max/facts->source_count = 2, facts->max/" \
        "two sources are the same"
    wrong pancake "$(with_function solved "$ask" "$each solved[i] = 1;"); s/facts->max/facts->source_count = 2, facts->max/
        s/    (void)first;/states[0] = first == 0 ? 0x43210 : 0x43201; if (puzzle) return;/" "of several sources each is solved, and no other state is"
    wrong hanoi4 "s/index_count = (hr_count)1/index_count = (hr_count)2/
        $(with_function unindex 'const hr_index *from, size_t n, hr_state *states' \
            "$each states[i] = from[i] % ((hr_index)1 << 2 * count_of(puzzle));")" "'index' does not give back what 'unindex' was given"
}

@test "check-kind finds nothing wrong with the examples and the kinds of the program" {
    for puzzle in tile:3x3 tile:5x5 klotski:4x5 blocks:century; do
        [[ $(huarong check-kind "$puzzle" --max-states 300) == *": good: "* ]]
    done
    with cube2 check-kind cube2:half --max-states 300
    with hanoi4 check-kind hanoi4:4
    with topspin check-kind topspin:7/3
    [[ $(with pancake check-kind pancake:6) == "pancake:6: good: 2,7"*" states and their "*" moves, all up to distance 7, with an index" ]]
    with rings check-kind rings:9
}

@test "ranks with different plug-ins are refused" {
    cp "$HR_KINDS/pancake.so" mine.so
    cat >start <<'END'
file=rank$OMPI_COMM_WORLD_RANK.so
cp mine.so "$file"
[ "$OMPI_COMM_WORLD_RANK" = 0 ] || printf x >>"$file"
HUARONG_PLUGINS=./$file exec "$@"
END
    run -2 "$HR_MPIRUN" -n 2 sh start "$HR_PROGRAM" enumerate pancake:5 --table t.table </dev/null
    [[ $output == *"not the same files on all ranks"* && ! -e t.table ]]
}
