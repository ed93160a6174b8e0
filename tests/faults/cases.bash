# SPDX-License-Identifier: MIT
# The runs in which calls are made to fail. Each is small: a walk repeats it hundreds of times.
#
#     one_case NAME ARGUMENTS …    the run NAME: what the program is started with, in a directory of its own
#     given_NAME                   where it exists, makes the files that the run begins with
#
# What a run is compared with follows from its arguments: --table and --output name files, --checkpoint a directory to go on from, and databases
# of patterns go to `cache`. A file `input` among those given is the standard input.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2094 # used by walk and check.bash; the function `positions` is no file

declare -A arguments case_programs=() # a case's own program, if it has one
case_names=()

# one_case NAME ARGUMENTS …
one_case() {
    case_names+=("$1")
    printf -v "arguments[$1]" '%q ' "${@:2}"
}

readonly KEPT=(--checkpoint kept --checkpoint-every 0.000001s --log log.jsonl)
readonly HARD='14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15' # Korf's 12th: 45 moves, 546,344 nodes
readonly KORF_GOAL='0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15'

# interrupted KIND ACTION ARGUMENTS …: the run, ended at one of its last calls of this kind. How many there are depends on timing.
interrupted() {
    local n
    for n in 40 32 24 16 12 8 6 4 2; do
        rm -rf kept log.jsonl result.table
        with_fault "$1:0:$n:$2" 1 "${@:3}" >/dev/null 2>&1 || break
    done
    rm -f log.jsonl
}

# enumerate: explicit states. Tables by index, with keys (what one opening reaches), and over one that is there.
one_case frontier enumerate tile:3x2 --engine frontier --json
one_case frontier-text enumerate tile:2x2 --engine frontier
one_case frontier-csv enumerate klotski:3x3 --csv
one_case frontier-table enumerate klotski:3x3 --json --table result.table
one_case frontier-keys enumerate klotski:4x3 --from 'oXXooXXo.LR.' --json --hardest 2 --table result.table
one_case frontier-kept enumerate tile:3x2 --engine frontier --json "${KEPT[@]}"
one_case frontier-both enumerate klotski:4x3 --from 'oXXooXXo.LR.' --csv --table result.table "${KEPT[@]}"
one_case frontier-index-both enumerate tile:3x2 --engine frontier --csv --table result.table "${KEPT[@]}"
one_case frontier-depth enumerate tile:3x2 --engine frontier --max-depth 12 --csv "${KEPT[@]}"
one_case frontier-force enumerate tile:3x2 --engine frontier --csv --table result.table --force
given_frontier-force() { plainly enumerate tile:2x2 --table result.table; }
one_case frontier-resume enumerate klotski:4x3 --from 'oXXooXXo.LR.' --csv --table result.table --checkpoint kept --resume
given_frontier-resume() {
    interrupted name kill enumerate klotski:4x3 --from 'oXXooXXo.LR.' --table result.table "${KEPT[@]}"
}

# enumerate: one bit a state.
one_case planes enumerate tile:4x2 --engine planes --json --hardest 2
one_case planes-table enumerate tile:4x2 --engine planes --csv --table result.table
one_case planes-kept enumerate tile:4x2 --engine planes --csv "${KEPT[@]}"
one_case planes-both enumerate tile:4x2 --engine planes --csv --table result.table "${KEPT[@]}"
one_case planes-depth enumerate tile:4x2 --engine planes --max-depth 12 --csv "${KEPT[@]}"
one_case planes-force enumerate tile:4x2 --engine planes --csv --table result.table --force
given_planes-force() { plainly enumerate tile:2x2 --table result.table; }
one_case planes-resume enumerate tile:4x2 --engine planes --csv --table result.table --checkpoint kept --resume
given_planes-resume() { interrupted name kill enumerate tile:4x2 --engine planes --table result.table "${KEPT[@]}"; }

# enumerate: planes on disks. 97 MB are too little for three ranks, and enough for one, whose planes are then only written.
readonly ON_DISK=(enumerate tile:4x2 --csv --memory 97M --scratch disk)
one_case scratch "${ON_DISK[@]}"
given_scratch() { mkdir disk; }
one_case scratch-kept "${ON_DISK[@]}" "${KEPT[@]}"
given_scratch-kept() { mkdir disk; }
one_case scratch-resume "${ON_DISK[@]}" --checkpoint kept --resume
given_scratch-resume() {
    mkdir disk
    interrupted write kill "${ON_DISK[@]}" "${KEPT[@]}"
}

one_case scratch-two enumerate tile:4x2 --csv --memory 97M --scratch disk --scratch other
given_scratch-two() { mkdir disk other; }

# enumerate: one bit a state, all lines of a board at once.
readonly IN_LINES=(enumerate tile:4x2 --metric slide --engine lines)
one_case lines "${IN_LINES[@]}" --json --hardest 2
one_case lines-table "${IN_LINES[@]}" --csv --table result.table
one_case lines-kept "${IN_LINES[@]}" --csv "${KEPT[@]}"
one_case lines-both "${IN_LINES[@]}" --csv --table result.table "${KEPT[@]}"
one_case lines-depth "${IN_LINES[@]}" --max-depth 12 --csv "${KEPT[@]}"
one_case lines-resume "${IN_LINES[@]}" --csv --table result.table --checkpoint kept --resume
given_lines-resume() { interrupted name kill "${IN_LINES[@]}" --table result.table "${KEPT[@]}"; }

# enumerate: lines on disks, as planes on disks above.
readonly LINES_ON_DISK=(enumerate tile:4x2 --metric slide --csv --memory 97M --scratch disk)
one_case scratch-lines "${LINES_ON_DISK[@]}"
given_scratch-lines() { mkdir disk; }
one_case scratch-lines-kept "${LINES_ON_DISK[@]}" "${KEPT[@]}"
given_scratch-lines-kept() { mkdir disk; }
one_case scratch-lines-resume "${LINES_ON_DISK[@]}" --checkpoint kept --resume
given_scratch-lines-resume() {
    mkdir disk
    interrupted write kill "${LINES_ON_DISK[@]}" "${KEPT[@]}"
}

# enumerate: sliding blocks from a file.
given_frontier-blocks() { printf '%s\n' 'start:' abbc a..c '**.d' 'goal:' .... .... '..**' >drawn.txt; }
one_case frontier-blocks enumerate blocks:drawn.txt --json --stop-at-solution
one_case frontier-blocks-table enumerate blocks:drawn.txt --csv --metric move --table result.table "${KEPT[@]}"
given_frontier-blocks-table() { given_frontier-blocks; }
one_case frontier-blocks-output enumerate blocks:drawn.txt --csv --output result.csv
given_frontier-blocks-output() { given_frontier-blocks; }
one_case solve-blocks solve blocks:drawn.txt --algorithm layers
given_solve-blocks() { given_frontier-blocks; }

# states of 128 bits: 25 cells, of which 20 have pieces that the goal tells apart.
given_wide() { printf '%s\n' 'start:' abcde fghij klmno pqrst ..... 'goal:' abcde fghi. klmnj pqrso ....t >drawn.txt; }
one_case wide enumerate blocks:drawn.txt --max-depth 3 --json --hardest 2
one_case wide-both enumerate blocks:drawn.txt --max-depth 3 --csv --output result.csv "${KEPT[@]}"
given_wide-both() { given_wide; }
one_case wide-resume enumerate blocks:drawn.txt --max-depth 3 --csv --checkpoint kept --resume
given_wide-resume() {
    given_wide
    interrupted name kill enumerate blocks:drawn.txt --max-depth 3 "${KEPT[@]}"
}
one_case wide-input enumerate blocks:- --stop-at-solution --csv
given_wide-input() { given_wide && mv drawn.txt input; }
one_case wide-solve solve blocks:drawn.txt
given_wide-solve() { given_wide; }

# survey: many puzzles, dealt to the ranks.
given_survey() { printf '%s\n' 'start: ab/..; goal: ba/..' 'start: aa./..b; goal: .aa/b..' 'start: a.; goal: .a' >boards; }
one_case survey survey boards --json
one_case survey-output survey boards --metric move --output result.txt
given_survey-output() { given_survey; }

# openings: a family is one rank's.
one_case openings openings klotski:3x3 --sets --hardest 2
one_case openings-json openings klotski:3x2 --json
one_case openings-table openings klotski:3x3 --csv --table result.table
one_case openings-kept openings klotski:3x3 --csv --sets "${KEPT[@]}"
one_case openings-both openings klotski:4x3 --csv --table result.table "${KEPT[@]}"
one_case openings-force openings klotski:3x3 --csv --table result.table --force
given_openings-force() { plainly enumerate tile:2x2 --table result.table; }
one_case openings-resume openings klotski:4x3 --csv --table result.table --checkpoint kept --resume
given_openings-resume() { interrupted write tear openings klotski:4x3 --table result.table "${KEPT[@]}"; }

# openings: all ranks of a node search a family.
for_shared_families() { case_programs[$1]=$HR_BINARY_DIR/tests/shared_families && one_case "$@"; }
for_shared_families shared openings klotski:3x3 --json --hardest 2
for_shared_families shared-table openings klotski:3x3 --csv --metric move --table result.table
for_shared_families shared-both openings klotski:4x3 --csv --table result.table "${KEPT[@]}"
for_shared_families shared-resume openings klotski:4x3 --csv --table result.table --checkpoint kept --resume
given_shared-resume() { interrupted write tear openings klotski:4x3 --table result.table "${KEPT[@]}"; }

# solve: one position, many, databases that have to be built or are there.
positions() {
    printf '%s\n' '8 6 7 2 5 4 3 0 1' '1 2 3 4 5 6 7 8 0' '1 2 3 4 5 6 8 7 0' '6 4 7 8 5 0 3 2 1' '8 1 2 0 4 3 7 6 5' '2 8 1 4 6 3 0 7 5'
}
one_case solve solve tile:4x4 "$HARD" --goal "$KORF_GOAL" --heuristic manhattan --json
one_case solve-all solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic walking --all --complete --json
one_case solve-kept solve tile:4x4 "$HARD" --goal "$KORF_GOAL" --heuristic conflict --json "${KEPT[@]}"
one_case solve-build solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 1,2,3/4,5,6/7,8 --json
one_case solve-build-kept solve tile:4x2 '7 6 5 4 3 2 1 0' --heuristic 1,2,3,4/5,6,7 --json "${KEPT[@]}"
one_case solve-cached solve tile:4x2 '7 6 5 4 3 2 1 0' --heuristic 1,2,3,4/5,6,7 --json
given_solve-cached() { plainly solve tile:4x2 '7 6 5 4 3 2 1 0' --heuristic 1,2,3,4/5,6,7; }
one_case solve-stream solve tile:3x3 --file positions --heuristic conflict "${KEPT[@]}"
given_solve-stream() { positions >positions; }
one_case solve-stream-build solve tile:3x3 --heuristic 1,2,3/4,5,6/7,8 --json "${KEPT[@]}"
given_solve-stream-build() { positions >input; }
one_case solve-iterations solve tile:3x3 --file positions --heuristic manhattan --iterations --json "${KEPT[@]}"
given_solve-iterations() { positions >positions; }
one_case solve-resume solve tile:3x3 --file positions --heuristic manhattan --iterations --json --checkpoint kept --resume
given_solve-resume() {
    positions >positions
    interrupted name kill solve tile:3x3 --file positions --heuristic manhattan --iterations "${KEPT[@]}"
}
one_case solve-drops solve drops:3x3 '1 2 0 3 4 0 0 0 1' '0 2 1 3 4 3 1 0 4'
one_case solve-klotski solve klotski:3x3 'XXoXXo...' --draw
one_case solve-csv solve klotski:3x3 'XXoXXo...' --csv
one_case solve-astar solve tile:3x3 '8 6 7 2 5 4 3 0 1' --algorithm astar --heuristic manhattan
readonly BEST_FIRST=(solve klotski:4x3 'oXXooXXo.LR.' --algorithm astar)
one_case solve-astar-kept "${BEST_FIRST[@]}" --json "${KEPT[@]}"
one_case solve-astar-resume "${BEST_FIRST[@]}" --json --checkpoint kept --resume
given_solve-astar-resume() { interrupted name kill "${BEST_FIRST[@]}" "${KEPT[@]}"; }
readonly WEIGHTED=(solve tile:3x2 '5 1 0 4 2 3' --algorithm astar --heuristic manhattan --weight 2)
one_case solve-astar-weight-resume "${WEIGHTED[@]}" --checkpoint kept --resume
given_solve-astar-weight-resume() { interrupted name kill "${WEIGHTED[@]}" "${KEPT[@]}"; }
one_case solve-astar-stream solve klotski:3x3 --file positions --algorithm astar --draw --log log.jsonl
given_solve-astar-stream() { printf '%s\n' 'XXoXXo...' 'oXXoXX...' '...XXoXXo' >positions; }

# One solution is the shortest, so that a search that takes another way without memory tells the same.
one_case solve-layers solve tile:3x3 '5 0 4 2 6 1 8 3 7' --algorithm layers
one_case solve-layers-all solve klotski:4x3 'oXXooXXo.LR.' --algorithm layers --all
one_case solve-layers-kept solve tile:3x2 '5 1 0 4 2 3' --algorithm layers --json "${KEPT[@]}"
one_case solve-layers-resume solve tile:3x2 '5 1 0 4 2 3' --algorithm layers --json --checkpoint kept --resume
given_solve-layers-resume() { interrupted name kill solve tile:3x2 '5 1 0 4 2 3' --algorithm layers "${KEPT[@]}"; }
readonly ALL_IN_LAYERS=(solve klotski:4x3 'oXXooXXo.LR.' --algorithm layers --all)
one_case solve-layers-all-kept "${ALL_IN_LAYERS[@]}" --json "${KEPT[@]}"
one_case solve-layers-all-resume "${ALL_IN_LAYERS[@]}" --checkpoint kept --resume
given_solve-layers-all-resume() { interrupted name kill "${ALL_IN_LAYERS[@]}" "${KEPT[@]}"; }
one_case solve-lines solve tile:3x3 --file positions --heuristic conflict --format=jsonl
given_solve-lines() { positions >positions; }
one_case solve-output solve tile:3x3 --file positions --heuristic conflict --output found.txt
given_solve-output() { positions >positions; }
one_case solve-regions solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic +4-4+3-5 --json
one_case heuristics heuristics tile:3x3 --count 20 --solve --csv
one_case heuristics-databases heuristics tile:3x3 --count 20 --heuristic 1,2,3/4,5,6/7,8 --json
one_case random random tile:3x3 --count 5 --seed 7
one_case random-walk random klotski:4x3 --from 'oXXooXXo.LR.' --count 5 --seed 7 --walk 30 --output found.txt

# Tables: by index, in planes, with keys.
one_case query query result.table '4 5 0 1 2 3' '1 2 3 4 5 0' --path --next
given_query() { plainly enumerate tile:3x2 --table result.table; }
one_case query-stream query result.table --format=jsonl
given_query-stream() {
    plainly enumerate tile:4x2 --engine planes --table result.table
    printf '%s\n' '1 2 3 4 5 6 7 0' '1 2 3 4 5 6 0 7' '1 2 3 0 5 6 7 4' >input
}
one_case query-keys query result.table --hardest 3 --draw
given_query-keys() { plainly enumerate klotski:4x3 --from 'oXXooXXo.LR.' --table result.table; }
one_case query-random query result.table --random 3 --seed 7 --path
given_query-random() { given_query; }
one_case query-at query result.table --at 3-5 --limit 9
given_query-at() { given_query; }
one_case query-output query result.table --at 3-5 --limit 9 --output found.txt
given_query-output() { given_query; }
one_case export export result.table --output distances.npy
given_export() { given_query; }
one_case export-csv export result.table --output distances.csv --force
given_export-csv() {
    given_query-stream
    echo 'an older one' >distances.csv
}
one_case draw draw klotski:3x3 'XXoXXo...' --solution --labels zh
one_case draw-out draw klotski:3x3 'XXoXXo...' --solution --animate --output moves.svg --force
given_draw-out() { echo 'an older one' >moves.svg; }
one_case draw-text draw klotski:4x5 4WVE1 '横刀立马' --notation grid
one_case graph graph klotski:3x3 --format graphml --output graph.graphml
one_case graph-table graph result.table --format dot --undirected
given_graph-table() { given_query-keys; }
one_case report report result.table --output page.html
given_report() { plainly enumerate klotski:4x3 --from 'oXXooXXo.LR.' --table result.table; }
one_case report-texts report result.json log.jsonl --output page.html --force
given_report-texts() {
    plainly enumerate klotski:4x3 --from 'oXXooXXo.LR.' --log log.jsonl --json --output result.json
    echo >page.html
}
one_case info info result.table --json
given_info() { given_query; }
one_case info-text info result.table
given_info-text() { given_query-stream; }
one_case verify verify result.table
given_verify() { given_query; }
one_case verify-keys verify result.table --json
given_verify-keys() { given_query-keys; }
one_case verify-planes verify result.table --json
given_verify-planes() { given_query-stream; }
one_case verify-openings verify result.table
given_verify-openings() { plainly openings klotski:3x3 --table result.table; }
one_case verify-against verify result.table --against other.table
given_verify-against() {
    given_query-stream
    plainly enumerate tile:4x2 --engine frontier --table other.table
}

one_case plan-planes plan tile:4x3 --ranks 4 --ranks-per-node 2 --memory 8G --json
one_case plan-frontier plan tile:3x2 --engine frontier --ranks 4 --ranks-per-node 2 --memory 8G
one_case plan-openings plan klotski:4x3 --ranks 4 --ranks-per-node 2 --memory 8G
one_case plan-scratch plan tile:2x6 --ranks 2 --ranks-per-node 2 --memory 60M --scratch disk --json
given_plan-scratch() { mkdir disk; }
one_case plan-files plan tile:2x6 --ranks 2 --ranks-per-node 2 --memory 8G --distances --checkpoint disk --json
given_plan-files() { mkdir disk; }
one_case plan-lines plan tile:4x2 --metric slide --engine lines --ranks 2 --ranks-per-node 2 --memory 8G --json
