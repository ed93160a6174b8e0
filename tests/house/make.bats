#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# A fresh tree builds with CMake's default generator, at the first call and in parallel. It is not optimised, which changes nothing of
# what depends on what. ctest sets HR_SOURCE_DIR, HR_BINARY_DIR and HR_COMPILER.
# Slow: builds the program once more

@test "Make builds the program from nothing, without the tests" {
    build=$HR_BINARY_DIR/make-test
    rm -rf "$build"
    cmake -S "$HR_SOURCE_DIR" -B "$build" -G "Unix Makefiles" -DCMAKE_C_COMPILER="$HR_COMPILER" -DHR_UNITE=ON -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS_DEBUG=-O0
    cmake --build "$build" --parallel 2 --target huarong_program
    "$build/huarong" --version
    [[ ! -e $build/tests ]] # they need more than a user has
    rm -rf "$build"
}
