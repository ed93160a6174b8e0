#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Install, and build a program outside the tree against what was installed. ctest sets HR_SOURCE_DIR, HR_BINARY_DIR and HR_COMPILER.
# Slow: builds programs against what was installed

bats_require_minimum_version 1.5.0

load install

setup_file() {
    export WORK=$HR_BINARY_DIR/install-test
    rm -rf "$WORK"
    cmake --install "$HR_BINARY_DIR" --prefix "$WORK/static"
}

teardown_file() {
    rm -rf "$WORK"
}

@test "everything is in its place" {
    cd "$WORK/static"
    [[ -x bin/huarong && -f share/man/man1/huarong.1 && -f share/man/man1/huarong-solve.1 && -f share/man/man5/huarong-formats.5 &&
        -f share/man/man7/huarong-tutorial.7 && -f include/huarong/puzzle.h && -f include/huarong/version.h ]]
    [[ $(find . -name LICENSE) && $(find . -name libhuarong.a) && $(find . -name libhuarong.so) ]]
    [[ -z $(find . -name '*.in') ]]
    [[ -f share/bash-completion/completions/huarong && -f share/zsh/site-functions/_huarong && -f share/fish/vendor_completions.d/huarong.fish ]]
    grep -q "huarong help --completion" share/bash-completion/completions/huarong
    [[ -z $(find . -name '*mpi*') ]]
    [[ -x share/huarong/jobs/openings.sbatch && -x share/huarong/jobs/submit && -f share/huarong/jobs/common.bash ]]
    [[ -s share/doc/huarong-doc/README.md && -s share/doc/huarong-doc/README.zh-CN.md ]]
    ! command -v mandoc >/dev/null || grep -q 'href="huarong-solve.1.html"' share/doc/huarong-doc/html/huarong.1.html
}

@test "the tutorial names files that are installed" {
    cd "$WORK/static"
    names=$(sed -nE 's/^\.Pa ((share|src|jobs|tests)\/[^ ]*).*/\1/p; s/^[^.].* \/usr\/(share\/[^ ]*)$/\1/p' share/man/man7/huarong-tutorial.7)
    [[ $(wc -l <<<"$names") -ge 3 ]]
    for name in $names; do
        [[ -e $name ]] || { echo "the tutorial names $name" && return 1; }
    done
}

@test "the installed program runs" {
    "$WORK/static/bin/huarong" --version
}

@test "static library, find_package" { by_cmake static; }

@test "static library, pkg-config" { by_pkg_config static; }

# exported LIBRARY: the functions that it shows to others.
exported() { nm --dynamic --defined-only "$1" | sed -n 's/.* [A-Z] //p' | LC_ALL=C sort; }

# shows_only SYMBOLS LIBRARY NAME: the shared library exports what the file lists, and has its name with the version.
shows_only() {
    diff "$1" <(exported "$2")
    readelf --dynamic "$2" | grep -qE "SONAME.*\[$3\.so\.[0-9]+\.[0-9]+\]"
}

@test "the shared libraries export what symbols.txt lists, and the version they are of" {
    shows_only "$HR_SOURCE_DIR/tests/consumer/symbols.txt" "$(find "$WORK/static" -name libhuarong.so)" libhuarong
    shows_only "$HR_SOURCE_DIR/tests/consumer/search/symbols.txt" "$(find "$WORK/static" -name libhuarong-search.so)" libhuarong-search
}

# declared HEADER…: the functions that they declare.
declared() { cat "$@" | sed '/^ *\/\//d' | tr '\n' ' ' | grep -oE '\<hr_[a-z_]+\([^()]*(\([^()]*\)[^()]*)*\);' | sed 's/(.*//' | LC_ALL=C sort; }

@test "symbols.txt lists what the public headers declare" {
    diff "$HR_SOURCE_DIR/tests/consumer/symbols.txt" <(declared "$WORK"/static/include/huarong/*.h)
    diff "$HR_SOURCE_DIR/tests/consumer/search/symbols.txt" <(declared "$WORK"/static/include/huarong/search/*.h)
}

@test "public structures have the sizes and places that layout.txt lists" {
    [[ $(getconf LONG_BIT) -eq 64 ]] || skip "layout.txt is that of 64 bits"
    for folder in "$HR_SOURCE_DIR/tests/consumer" "$HR_SOURCE_DIR/tests/consumer/search"; do
        "$HR_COMPILER" -I "$WORK/static/include" "$folder/layout.c" -o "$BATS_TEST_TMPDIR/layout"
        diff "$folder/layout.txt" <("$BATS_TEST_TMPDIR/layout")
    done
}

# example_of HEADER NAME COMPILER LANGUAGE: the header's example prints what its comments say.
example_of() {
    local library printed
    library=$(find "$WORK/static" -name libhuarong.a)
    "$3" -x "$4" -Wall -Werror -I "$WORK/static/include" "$BATS_TEST_TMPDIR/example.c" -x none "$library" -o "$BATS_TEST_TMPDIR/$2"
    printed=$(cd "$HR_SOURCE_DIR/tests/golden" && "$BATS_TEST_TMPDIR/$2")
    [[ -n $printed && $printed == "$(sed -n 's/.* prints: //p' "$1")" ]]
}

@test "each public header's example runs, in C and in C++" {
    for header in "$WORK"/static/include/huarong/*.h; do
        name=$(basename "$header" .h)
        awk -f "$HR_SOURCE_DIR/tests/consumer/header_example.awk" "$header" >"$BATS_TEST_TMPDIR/example.c"
        example_of "$header" "$name" "$HR_COMPILER" c
        example_of "$header" "$name-cpp" c++ c++
    done
}

@test "a moved prefix still works" {
    cp -r "$WORK/static" "$WORK/moved"
    by_cmake moved
    by_pkg_config moved
}

@test "a program that asks for another minor version is refused" {
    sed 's/find_package(huarong 0.2/find_package(huarong 0.3/' "$HR_SOURCE_DIR/tests/consumer/CMakeLists.txt" >"$BATS_TEST_TMPDIR/CMakeLists.txt"
    run -1 cmake -S "$BATS_TEST_TMPDIR" -B "$BATS_TEST_TMPDIR/build" -G Ninja -DCMAKE_PREFIX_PATH="$WORK/static"
    [[ $output == *"requested version"* ]]
}

@test "the installed Python module finds the installed library, also in a moved prefix" {
    [[ -d $WORK/moved ]] || cp -r "$WORK/static" "$WORK/moved"
    python_finds static
    python_finds moved
}

@test "the library uses nothing of MPI" {
    run -0 nm --undefined-only "$(find "$WORK/static" -name libhuarong.a)"
    [[ $output != *MPI_* ]]
}
