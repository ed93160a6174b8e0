// SPDX-License-Identifier: MIT
// The iterations of a position are read back from a stream in their order, and of too many the last ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/stream.h"

enum { MOST = HR_IDASTAR_ROUNDS_MAX, STORED = 2 * (MOST + 2) };

/// Two positions' iterations lie in turn in the stream. The bound of an iteration is its number among those of its position.
static void expect(size_t each, size_t first, size_t count) {
    static hr_idastar_round stored[STORED];
    static hr_idastar_round rounds[MOST];
    hr_idastar_solution solutions[3] = {{.rounds = 0}};
    for (size_t i = 0; i < 2 * each; i++) {
        stored[i] = (hr_idastar_round){.bound = (uint32_t)(i / 2), .nodes = i, .previous = solutions[i % 2].rounds};
        solutions[i % 2].rounds = i + 1;
    }
    const hr_idastar_stream stream = {.solutions = solutions, .count = 3, .rounds = stored, .round_count = 2 * each};
    for (size_t position = 0; position < 2; position++) {
        assert_int_equal(hr_idastar_stream_rounds(&stream, position, rounds), count);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(rounds[i].bound, first + i);
            assert_int_equal(rounds[i].nodes, 2 * (first + i) + position);
        }
    }
    assert_int_equal(hr_idastar_stream_rounds(&stream, 2, rounds), 0); // none is known of it
}

static void test_rounds_come_in_their_order(void **state) {
    (void)state;
    expect(0, 0, 0);
    expect(1, 0, 1);
    expect(2, 0, 2);
    expect(5, 0, 5);
    expect(MOST - 1, 0, MOST - 1);
    expect(MOST, 0, MOST);
    expect(MOST + 1, 1, MOST);
    expect(MOST + 2, 2, MOST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds_come_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
