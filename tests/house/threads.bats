#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# libhuarong under the thread sanitizer. ctest sets HR_SOURCE_DIR, HR_BINARY_DIR and HR_COMPILER.
# Slow: builds libhuarong once more

bats_require_minimum_version 1.5.0

# Newer kernels spread addresses so far that the sanitizer of older compilers finds its own memory taken.
still() {
    if setarch --addr-no-randomize true 2>/dev/null; then
        setarch --addr-no-randomize "$@"
    else
        "$@"
    fi
}

setup() {
    cat >"$BATS_TEST_TMPDIR/race.c" <<'END'
#include <pthread.h>
static int number;
static void *count(void *context) {
    for (int i = 0; i < 100000; i++) {
        number++;
    }
    return context;
}
int main(void) {
    pthread_t other;
    (void)pthread_create(&other, 0, count, 0);
    (void)count(0);
    (void)pthread_join(other, 0);
    return 0;
}
END
    "$HR_COMPILER" -fsanitize=thread -g "$BATS_TEST_TMPDIR/race.c" -o "$BATS_TEST_TMPDIR/race" 2>/dev/null ||
        skip "this compiler has no thread sanitizer"
    run still "$BATS_TEST_TMPDIR/race"
    [[ $output != *"unexpected memory mapping"* ]] || skip "the thread sanitizer does not run on this kernel"
    [[ $status -ne 0 && $output == *"data race"* ]] # a planted race is found
}

@test "threads that ask one table or one puzzle race for nothing" {
    build=$HR_BINARY_DIR/threads-test
    cmake -S "$HR_SOURCE_DIR" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$HR_COMPILER" -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS_DEBUG=-O1 -g" \
        -DHR_SANITIZE=thread -DHR_BUILD_PROGRAM=OFF -DHR_BUILD_TESTS=ON
    cmake --build "$build" --target unit_table_threads unit_puzzle_threads
    for test in unit_table_threads unit_puzzle_threads; do
        run -0 still "$build/tests/unit/$test"
        [[ $output != *WARNING* ]]
    done
}
