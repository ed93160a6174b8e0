// SPDX-License-Identifier: MIT
// The perfect index of all 29 million arrangements of the 4x5 board is a bijection.
// Slow: the short tier looks at parts of the range (unit.klotski_index)

// clang-format off
// clang-format on

#include "huarong/puzzle.h"
#include "made_puzzle.h"
#include "unit_test.h"

static void test_every_index_is_that_of_its_state(void **unused) {
    (void)unused;
    enum { BATCH = 1000 };
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x5"});
    const hr_count count = hr_puzzle_describe(puzzle)->index_count;
    for (hr_index first = 0; first < count; first += BATCH) {
        hr_index indices[BATCH];
        hr_index again[BATCH];
        hr_state states[BATCH];
        const size_t n = count - first < BATCH ? (size_t)(count - first) : BATCH;
        for (size_t i = 0; i < n; i++) {
            indices[i] = first + i;
        }
        hr_puzzle_unindex(puzzle, indices, n, states);
        hr_puzzle_index(puzzle, states, n, again);
        assert_memory_equal(again, indices, n * sizeof *indices);
        assert_int_equal(hr_puzzle_validate(puzzle, &states[n / 2], NULL), HR_OK);
    }
    assert_int_equal(count, 29334498); // tests/golden/klotski/totals.json
    hr_puzzle_destroy(&puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_index_is_that_of_its_state)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
