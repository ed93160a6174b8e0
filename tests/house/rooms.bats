#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The rooms' rule holds, and whoever breaks it is caught. ctest sets HR_SOURCE_DIR and HR_BINARY_DIR.

bats_require_minimum_version 1.5.0

# copy_tree: what the check looks at, to plant something in, is in $tree.
copy_tree() {
    tree=$BATS_TEST_TMPDIR/tree
    mkdir -p "$tree/tests"
    cp -r "$HR_SOURCE_DIR"/{src,include} "$tree"
}

check() {
    "$HR_SOURCE_DIR/tests/house/check_rooms" "$@"
}

# is_united: does the build compile several files of a room at a time? Then it does not know which file has what.
is_united() { grep -q '^HR_UNITE:BOOL=ON' "$HR_BINARY_DIR/CMakeCache.txt"; }

@test "the tree and its build keep the rule" {
    ! is_united || skip "the build itself has looked at the tree"
    check "$HR_SOURCE_DIR" "$HR_BINARY_DIR"
}

# Each line: a file, what is added to it, and what the check must say.
planted() {
    cat <<'END'
src/enumerate/frontier/frontier.c|#include <mpi.h>|src/enumerate/frontier/frontier.c:*: only comm may include <mpi.h>
src/puzzle/puzzle.c|#  include "comm/comm.h"|puzzle may not include "comm/comm.h"
src/core/status.c|#include "status.h"|core may not include "status.h"
src/core/status.c|#include "core/none.h"|there is no "core/none.h"
src/verify/recount.c|#include "enumerate/frontier/state.h"|"enumerate/frontier/state.h" is private to enumerate/frontier
src/enumerate/frontier/frontier.c|#include "enumerate/bits/unit/unit.h"|engines do not see each other: enumerate/frontier includes "enumerate/bits/unit/unit.h"
src/solve/layers/together.c|#include "enumerate/bits/unit/unit.h"|engines do not see each other: solve/layers includes "enumerate/bits/unit/unit.h"
src/table/sneaky.c|#include "../comm/comm.h"|table may not include "../comm/comm.h"
src/enumerate/frontier/frontier.h|#include "comm/mpi_types.h"|only comm's own .c files
src/enumerate/engine.h|#include "huarong/search/run.h"|only library, and comm for the ranks
src/cli/output/openings.h|#include "cli/commands/survey_lines.h"|options and output know no commands
include/huarong/search/run.h|#include <mpi.h>|include/huarong/search/run.h
include/huarong/types.h|#include "huarong/search/run.h"|libhuarong's headers know nothing of searches
include/huarong/types.h|#include "comm/comm.h"|include/huarong/types.h
src/puzzle/puzzle.c|void hr_peek(void) { (void)fopen("x", "r"); }|puzzle uses no files
src/core/status.c|void hr_say(void) { (void)printf("%s", "x"); }|only cli prints
src/report/page/board.c|bool hr_is(const char *kind) { return strcmp(kind, "blocks") == 0; }|kinds and engines are not recognised by their names
src/plan/plan.c|bool hr_fits(const char *engine) { return strncmp(engine, "planes", 6) == 0; }|kinds and engines are not recognised by their names
src/cli/commands/solve/astar.c|bool hr_takes(const hr_puzzle_kind *kind) { return kind == &hr_drops_kind; }|only the tables name hr_drops_kind
src/library/solve.c|bool hr_reads(const hr_position_kind *kind) { return kind == &hr_tiles_positions; }|only the tables name hr_tiles_positions
src/report/page/source/pieces.js|huarong.isDrawn = (engine) => engine.kind === 'blocks';|the page's scripts know no kinds and engines by their names
src/report/page/source/engine.js|huarong.isTable = (kind) => ({tile: true}[kind]);|the page's scripts know no kinds and engines by their names
src/report/page/source/facts.js|huarong.isSpec = (text) => /^klotski:/.test(text);|the page's scripts know no kinds and engines by their names
src/core/quantity.h|struct hr_pair { int count; ///<|src/core/quantity.h:*: a member's comment says nothing
END
}

@test "each planted violation is caught, and nothing else" {
    local file line wanted i count=4
    copy_tree
    for i in {1..25}; do touch "$tree/src/core/file$i.c"; done
    seq 401 | sed 's|^|// |' >"$tree/src/plan/long.c"
    seq 61 >>"$tree/src/plan/README.md"
    sed -i 's/^hr_add_room(table USES core puzzle)/hr_add_room(table USES core puzzle comm)/' "$tree/src/CMakeLists.txt"
    while IFS='|' read -r file line wanted; do
        echo "$line" >>"$tree/$file"
        count=$((count + 1))
    done < <(planted)
    echo '// whoever calls printf("x") or exit(1) is wrong' >>"$tree/src/core/status.c"
    touch "$tree/eight.table" # what people keep beside the sources is theirs
    run -1 check "$tree"
    [[ $output == *"src/core: "* ]]
    [[ $output == *"src/plan/long.c: 401: lines in one file"* && $output == *"src/plan/README.md: "*": lines in a room's README"* ]]
    [[ $output == *"table may not use comm"* ]]
    while IFS='|' read -r file line wanted; do
        # shellcheck disable=SC2053 # a pattern
        [[ $output == *$wanted* ]] || { echo "not caught: $line in $file" && return 1; }
    done < <(planted)
    [[ ${#lines[@]} -eq $count ]]
}

@test "what is wrong in a build: MPI's include path below, a variable that can change, a circle of calls, an arrow upwards" {
    local own other objects=$BATS_TEST_TMPDIR/tree/build/src/CMakeFiles/hr_core.dir/core
    copy_tree
    mkdir -p "$objects"
    touch "$tree/build/CMakeCache.txt"
    printf '"command": "cc -I/x/openmpi/include -c /t/src/%s",\n' puzzle/tile.c comm/comm.c >"$tree/build/compile_commands.json"
    echo 'int hr_counter; static const char *const names[] = {"a"}; const char *hr_name(int i) { return names[i]; }' |
        "${CC:-cc}" -fPIC -x c -c - -o "$tree/build/x.o"
    ar rc "$tree/build/src/libhuarong.a" "$tree/build/x.o"
    while read -r own other; do
        echo "void hr_$other(void); void hr_$own(void) { hr_$other(); }" | "${CC:-cc}" -x c -c - -o "$objects/$own.c.o"
    done <<<$'one two\ntwo three\nthree one\nfour one'
    printf 'src/CMakeFiles/hr_puzzle.dir/puzzle/lines.c.o: %s \\\n %s \\\n %s\n' \
        "$tree"/src/{puzzle/lines.c,puzzle/lines.h,table/table.h} >"$objects/lines.c.o.d"
    run -1 check "$tree" "$tree/build"
    [[ ${lines[0]} == "src/puzzle/tile.c: MPI's include path"* && ${lines[1]} == "src/core/one.c: is on a circle of calls" ]]
    [[ ${lines[2]} == "src/core/three.c: "* && ${lines[3]} == "src/core/two.c: "* ]]
    [[ ${lines[4]} == "puzzle uses table, which is above it" && ${lines[5]} == *hr_counter* && ${#lines[@]} -eq 6 ]]
    run -1 --separate-stderr check --picture "$tree" "$tree/build"
    # shellcheck disable=SC2154 # bats sets stderr
    [[ $stderr == "puzzle uses table, which is above it" && $output == *"puzzle -> table;"* ]]
}

@test "the picture has every room on its floor" {
    ! is_united || skip "several files were compiled at a time"
    run -0 --separate-stderr check --picture "$HR_SOURCE_DIR" "$HR_BINARY_DIR"
    [[ ${lines[0]} == "digraph rooms {" && ${lines[-1]} == "}" ]]
    [[ $output == *"{ rank = same; core; } // floor 1"*"{ rank = same; puzzle; comm; } // floor 2"* ]]
    [[ $output == *"solve -> enumerate;"* && $output != *"solve -> core;"* ]]
    local room
    while read -r room; do
        [[ $(grep -c "rank = same;.* $room;" <<<"$output") -eq 1 ]]
    done < <(sed -nE 's/^hr_add_room\(([a-z]+).*/\1/p' "$HR_SOURCE_DIR/src/CMakeLists.txt")
}

@test "CONTRIBUTING.md and the rooms' READMEs name files that are there" {
    cd "$HR_SOURCE_DIR"
    local page path count=0
    # shellcheck disable=SC2016 # the backticks are Markdown's
    while IFS=: read -r page path; do
        path=${path//\`/}
        [[ -e $path || -e src/$path || -e tests/$path || -e ${page%/*}/$path ]] || { echo "$page: there is no $path" && return 1; }
        count=$((count + 1))
    done < <(find src -name README.md -exec grep -oHE '`[a-z_]+/[a-z0-9_./-]*`' CONTRIBUTING.md {} +)
    [[ $count -gt 100 ]]
}
