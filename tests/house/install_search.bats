#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Install, and build programs with MPI outside the tree against the installed libhuarong-search. ctest sets HR_SOURCE_DIR, HR_BINARY_DIR,
# HR_COMPILER and HR_MPIRUN.
# Slow: builds programs against what was installed

bats_require_minimum_version 1.5.0

setup_file() {
    export WORK=$HR_BINARY_DIR/install-search-test
    export CONSUMER=$HR_SOURCE_DIR/tests/consumer/search
    export OMPI_CC=$HR_COMPILER
    rm -rf "$WORK"
    cmake --install "$HR_BINARY_DIR" --prefix "$WORK/prefix"
    LIBRARIES=$(dirname "$(find "$WORK/prefix" -name libhuarong-search.so)")
    export LIBRARIES
}

teardown_file() {
    rm -rf "$WORK"
}

# runs PROGRAM: on one rank and on three it counts, and libhuarong reads its table.
runs() {
    for ranks in 1 3; do
        rm -f "$BATS_TEST_TMPDIR/eight.table"
        run -0 "$HR_MPIRUN" -n $ranks "$1" "$BATS_TEST_TMPDIR/eight.table" </dev/null
        [[ ${lines[0]} == "0 moves: 1 states" && ${lines[1]} == "1 moves: 2 states" && ${lines[2]} == "2 moves: 4 states" ]]
        [[ ${lines[3]} == "181440 states" && ${lines[4]} == "hardest: 31 moves" && ${#lines[@]} -eq 5 ]]
    done
    run "$HR_MPIRUN" -n 2 "$1" "$BATS_TEST_TMPDIR/eight.table" </dev/null # the table is there
    [[ $status -eq 4 && $output == *"search: "*eight.table* ]]
}

# runs_in_cpp PROGRAM
runs_in_cpp() {
    run -0 "$HR_MPIRUN" -n 2 "$1" tile:3x3 </dev/null
    [[ ${lines[0]} == "181440 states, the hardest 31 moves away:" && ${#lines[@]} -eq 3 ]]
    run -0 "$HR_MPIRUN" -n 2 "$1" tile:4x4 "1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 12" </dev/null
    [[ ${lines[*]} == D ]]
    run -0 "$HR_MPIRUN" -n 2 "$1" klotski:4x5 横刀立马 </dev/null
    [[ ${#lines[@]} -eq 116 ]]
    run "$HR_MPIRUN" -n 2 "$1" nonsense </dev/null
    [[ $status -eq 2 && $output == *"search_cpp: "*nonsense* ]]
}

by_cmake() {
    cmake -S "$1" -B "$1/build" -G Ninja -DCMAKE_C_COMPILER="$HR_COMPILER" -DCMAKE_PREFIX_PATH="$WORK/prefix"
    cmake --build "$1/build"
    runs "$1/build/search"
    runs_in_cpp "$1/build/search_cpp"
}

@test "static library, find_package" {
    cp -r "$CONSUMER" "$BATS_TEST_TMPDIR/consumer"
    by_cmake "$BATS_TEST_TMPDIR/consumer"
    run -0 ldd "$BATS_TEST_TMPDIR/consumer/build/search"
    [[ $output != *libhuarong* ]]
}

@test "shared library, find_package" {
    cp -r "$CONSUMER" "$BATS_TEST_TMPDIR/consumer"
    sed -i 's/huarong::search huarong::huarong/huarong::search_shared huarong::shared/' "$BATS_TEST_TMPDIR/consumer/CMakeLists.txt"
    by_cmake "$BATS_TEST_TMPDIR/consumer"
    run -0 ldd "$BATS_TEST_TMPDIR/consumer/build/search"
    [[ $output == *libhuarong-search.so* && $output == *libhuarong.so* ]]
}

@test "shared library, pkg-config and mpicc, in a moved prefix" {
    mv "$WORK/prefix" "$WORK/moved"
    moved=$WORK/moved${LIBRARIES#"$WORK/prefix"}
    flags=$(PKG_CONFIG_PATH=$moved/pkgconfig pkg-config --cflags --libs huarong-search)
    # shellcheck disable=SC2086 # several flags
    mpicc "$CONSUMER/search.c" -o "$BATS_TEST_TMPDIR/search" $flags
    # shellcheck disable=SC2086 # several flags
    mpicxx "$CONSUMER/search.cpp" -o "$BATS_TEST_TMPDIR/search_cpp" $flags
    runs "$BATS_TEST_TMPDIR/search"
    runs_in_cpp "$BATS_TEST_TMPDIR/search_cpp"
    mv "$WORK/moved" "$WORK/prefix"
}

@test "static library, pkg-config and mpicc" {
    flags=$(PKG_CONFIG_PATH=$LIBRARIES/pkgconfig pkg-config --static --cflags --libs huarong-search |
        sed 's/-lhuarong-search/-l:libhuarong-search.a/; s/-lhuarong\>/-l:libhuarong.a/')
    # shellcheck disable=SC2086 # several flags
    mpicc "$CONSUMER/search.c" -o "$BATS_TEST_TMPDIR/search" $flags
    runs "$BATS_TEST_TMPDIR/search"
}

@test "the component search is missed where it is not installed" {
    cp -r "$WORK/prefix" "$BATS_TEST_TMPDIR/prefix"
    find "$BATS_TEST_TMPDIR/prefix" -name 'huarongSearchTargets*.cmake' -delete
    run -1 cmake -S "$CONSUMER" -B "$BATS_TEST_TMPDIR/build" -G Ninja -DCMAKE_PREFIX_PATH="$BATS_TEST_TMPDIR/prefix"
    [[ $output == *"without the component search"* ]]
}

# example_of HEADER COMPILER LANGUAGE: the header's example prints what its comments say, by itself and under mpirun.
example_of() {
    local expected program=$BATS_TEST_TMPDIR/example
    expected=$(sed -n 's/.* prints: //p' "$1")
    [[ -n $expected ]]
    "$2" -x "$3" -Wall -Werror -Wno-cast-function-type -I "$WORK/prefix/include" "$BATS_TEST_TMPDIR/example.c" -x none \
        "$LIBRARIES/libhuarong-search.a" "$LIBRARIES/libhuarong.a" -pthread -o "$program"
    [[ $("$program" </dev/null) == "$expected" ]]
    [[ $("$HR_MPIRUN" -n 2 "$program" </dev/null | sort -u) == "$(sort -u <<<"$expected")" ]]
}

@test "each public header's example runs, in C and in C++" {
    for header in "$WORK"/prefix/include/huarong/search/*.h; do
        awk -f "$HR_SOURCE_DIR/tests/consumer/header_example.awk" "$header" >"$BATS_TEST_TMPDIR/example.c"
        example_of "$header" mpicc c
        example_of "$header" mpicxx c++
    done
}
