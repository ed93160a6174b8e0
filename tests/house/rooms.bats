#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The rooms' rule holds, and whoever breaks it is caught. ctest sets HR_SOURCE_DIR and HR_BINARY_DIR.

bats_require_minimum_version 1.5.0

setup() {
    tree=$BATS_TEST_TMPDIR/tree
    mkdir "$tree"
    cp -r "$HR_SOURCE_DIR"/{src,include} "$tree"
    mkdir "$tree/tests"
}

check() {
    "$HR_SOURCE_DIR/tests/house/check_rooms" "$@"
}

# caught TEXT: the tree's only violation is this one.
caught() {
    run -1 check "$tree"
    [[ $output == *"$1"* ]]
    [[ ${#lines[@]} -eq 1 ]]
}

@test "the tree and its build keep the rule" {
    check "$HR_SOURCE_DIR" "$HR_BINARY_DIR"
}

@test "<mpi.h> below comm" {
    echo '#include <mpi.h>' >>"$tree/src/enumerate/frontier/frontier.c"
    caught 'src/enumerate/frontier/frontier.c:'
}

@test "a header of a room that may not be used" {
    echo '#  include "comm/comm.h"' >>"$tree/src/puzzle/puzzle.c"
    caught 'puzzle may not include "comm/comm.h"'
}

@test "a header named without its room" {
    echo '#include "status.h"' >>"$tree/src/core/status.c"
    caught 'core may not include "status.h"'
}

@test "a header that is not there" {
    echo '#include "core/none.h"' >>"$tree/src/core/status.c"
    caught 'there is no "core/none.h"'
}

@test "a private header of a sub-room" {
    echo '#include "enumerate/frontier/state.h"' >>"$tree/src/verify/recount.c"
    caught '"enumerate/frontier/state.h" is private to enumerate/frontier'
}

@test "an engine that sees another" {
    echo '#include "enumerate/planes/planes.h"' >>"$tree/src/enumerate/frontier/frontier.c"
    caught 'engines do not see each other: enumerate/frontier includes "enumerate/planes/planes.h"'
}

@test "a search that sees another engine than the one it stands on" {
    echo '#include "enumerate/planes/planes.h"' >>"$tree/src/solve/layers/together.c"
    caught 'engines do not see each other: solve/layers includes "enumerate/planes/planes.h"'
}

@test "a folder of more than 25 files" {
    for i in {1..25}; do touch "$tree/src/core/file$i.c"; done
    caught 'src/core: '
}

@test "a header by a path around the room" {
    echo '#include "../comm/comm.h"' >>"$tree/src/table/sneaky.c"
    caught 'table may not include "../comm/comm.h"'
}

@test "MPI's types outside comm's own files" {
    echo '#include "comm/mpi_types.h"' >>"$tree/src/enumerate/frontier/frontier.h"
    caught "only comm's own .c files"
}

@test "an engine that uses a header of libhuarong-search" {
    echo '#include "huarong/search/run.h"' >>"$tree/src/enumerate/engine.h"
    caught 'only library, and comm for the ranks'
}

@test "<mpi.h> in a public header that is not about ranks" {
    echo '#include <mpi.h>' >>"$tree/include/huarong/search/run.h"
    caught 'include/huarong/search/run.h'
}

@test "a header of libhuarong that uses one of libhuarong-search" {
    echo '#include "huarong/search/run.h"' >>"$tree/include/huarong/types.h"
    caught "libhuarong's headers know nothing of searches"
}

@test "a public header that shows a room's header" {
    echo '#include "comm/comm.h"' >>"$tree/include/huarong/types.h"
    caught 'include/huarong/types.h'
}

@test "a room that uses one below it" {
    sed -i 's/^hr_add_room(table USES core puzzle)/hr_add_room(table USES core puzzle comm)/' "$tree/src/CMakeLists.txt"
    caught 'table may not use comm'
}

@test "a puzzle that opens a file" {
    echo 'void hr_peek(void) { (void)fopen("x", "r"); }' >>"$tree/src/puzzle/puzzle.c"
    caught 'puzzle uses no files'
}

@test "a library that prints" {
    echo 'void hr_say(void) { (void)printf("%s", "x"); }' >>"$tree/src/core/status.c"
    caught 'only cli prints'
}

@test "a comment that only talks of printing" {
    echo '// whoever calls printf("x") or exit(1) is wrong' >>"$tree/src/core/status.c"
    check "$tree"
}

@test "a stray file at the top" {
    touch "$tree/notes.txt"
    caught 'notes.txt'
}

@test "MPI's include path on a lower room's command line" {
    mkdir -p "$tree/build/src"
    touch "$tree/build/CMakeCache.txt"
    echo '"command": "cc -I/x/openmpi/include -c /t/src/puzzle/tile.c",' >"$tree/build/compile_commands.json"
    echo '"command": "cc -I/x/openmpi/include -c /t/src/comm/comm.c",' >>"$tree/build/compile_commands.json"
    run -1 check "$tree" "$tree/build"
    [[ $output == "src/puzzle/tile.c: MPI's include path"* ]]
}

@test "a global variable that can change" {
    mkdir -p "$tree/build/src"
    touch "$tree/build/CMakeCache.txt" "$tree/build/compile_commands.json"
    echo 'int hr_counter; static const char *const names[] = {"a"}; const char *hr_name(int i) { return names[i]; }' |
        "${CC:-cc}" -fPIC -x c -c - -o "$tree/build/x.o"
    ar rc "$tree/build/src/libhuarong.a" "$tree/build/x.o"
    run -1 check "$tree" "$tree/build"
    [[ $output == *hr_counter* ]]
    [[ ${#lines[@]} -eq 1 ]]
}

@test "files that call each other in a circle" {
    local objects=$tree/build/src/CMakeFiles/hr_core.dir/core
    mkdir -p "$objects"
    touch "$tree/build/CMakeCache.txt" "$tree/build/compile_commands.json"
    for pair in "one two" "two three" "three one" "four one"; do
        read -r own other <<<"$pair"
        echo "void hr_$other(void); void hr_$own(void) { hr_$other(); }" | "${CC:-cc}" -x c -c - -o "$objects/$own.c.o"
    done
    run -1 check "$tree" "$tree/build"
    [[ $output == "src/core/one.c: is on a circle of calls"$'\n'"src/core/three.c: "*$'\n'"src/core/two.c: "* ]]
    [[ ${#lines[@]} -eq 3 ]]
}

@test "CONTRIBUTING.md names files that are there" {
    cd "$HR_SOURCE_DIR"
    local path count=0
    # shellcheck disable=SC2016 # the backticks are Markdown's
    while read -r path; do
        [[ -e $path || -e src/$path || -e tests/$path ]] || { echo "there is no $path" && return 1; }
        count=$((count + 1))
    done < <(grep -oE '`[a-z_]+/[a-z0-9_./-]*`' CONTRIBUTING.md | tr -d '`' | sort -u)
    [[ $count -gt 40 ]]
}
