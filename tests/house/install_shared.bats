#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The shared library by itself, built and installed on a machine without MPI, and programs outside the tree against it. It is not
# optimised, which changes nothing of what is installed. ctest sets HR_SOURCE_DIR, HR_BINARY_DIR and HR_COMPILER.
# Slow: builds libhuarong once more

bats_require_minimum_version 1.5.0
load install

setup_file() {
    export WORK=$HR_BINARY_DIR/install-shared-test
    rm -rf "$WORK"
    cmake -S "$HR_SOURCE_DIR" -B "$WORK/shared-build" -G Ninja -DCMAKE_C_COMPILER="$HR_COMPILER" -DBUILD_SHARED_LIBS=ON \
        -DHR_BUILD_PROGRAM=OFF -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="-O0 -DNDEBUG"
    cmake --build "$WORK/shared-build"
    cmake --install "$WORK/shared-build" --prefix "$WORK/shared"
}

teardown_file() {
    rm -rf "$WORK"
}

@test "find_package" { by_cmake shared; }

@test "pkg-config" { by_pkg_config shared; }

@test "README.md's lines for pkg-config build a program that starts, after an install to ~/.local" {
    export HOME=$BATS_TEST_TMPDIR
    cd "$HOME"
    ln -s "$WORK/shared" .local
    cp "$HR_SOURCE_DIR/tests/consumer/consumer.c" program.c
    commands=$(grep -E '^    (export PKG_CONFIG_PATH=|cc )' "$HR_SOURCE_DIR/README.md")
    [[ $(wc -l <<<"$commands") -eq 2 ]]
    eval "$commands"
    works ./program
}

@test "the installed Python module finds the installed library" { python_finds shared; }
