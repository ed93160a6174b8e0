#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What the recipes for Spack and EasyBuild would do, with the compiler and the libraries of this system: CMake with each recipe's options,
# build, install, and what the recipe looks for afterwards. Both have the same options, so that one build is enough. It is not optimised,
# which halves its time and changes nothing of what is installed.
# ctest sets HR_SOURCE_DIR and HR_BINARY_DIR.
# Slow: builds huarong once more

bats_require_minimum_version 1.5.0

setup_file() {
    export WORK=$HR_BINARY_DIR/recipes-test
    rm -rf "$WORK"
}

teardown_file() {
    rm -rf "$WORK"
}

setup() {
    command -v python3 >/dev/null || skip "there is no Python"
    unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER # users have no cache of compiled files
}

recipe() { python3 -B "$HR_SOURCE_DIR/tests/house/recipes.py" "$@"; }

# configure TOOL: as the tool would, into the folder TOOL.
configure() {
    mapfile -t options < <(recipe options "$1")
    [[ ${#options[@]} -ge 3 ]]
    cmake -S "$HR_SOURCE_DIR" -B "$WORK/$1" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="-O0 -DNDEBUG" \
        -DCMAKE_INSTALL_PREFIX="$WORK/$1-prefix" "${options[@]}" >"$WORK/$1.log" 2>&1 ||
        { cat "$WORK/$1.log" && return 1; }
    run -1 grep -A 5 "not used by the project" "$WORK/$1.log"
}

# settings TOOL: the project's options as CMake has understood them.
settings() { sed -nE 's/^((HR|BUILD)_[A-Z_]+):[A-Z]+=/\1=/p' "$WORK/$1/CMakeCache.txt" | sort; }

@test "CMake takes the options of both recipes, which are the same" {
    mkdir -p "$WORK"
    configure spack
    configure easybuild
    [[ $(settings spack) == *HR_BUILD_TESTS=OFF* ]]
    diff <(settings spack) <(settings easybuild)
}

@test "what is built and installed is what the recipes look for" {
    cmake --build "$WORK/easybuild" >"$WORK/build.log" 2>&1 || { tail -n 40 "$WORK/build.log" && return 1; }
    cmake --install "$WORK/easybuild" >/dev/null
    recipe check easybuild "$WORK/easybuild-prefix"
    cmake --install "$WORK/easybuild" --prefix "$WORK/spack-prefix" >/dev/null
    recipe check spack "$WORK/spack-prefix"
}
