// SPDX-License-Identifier: MIT
// The iterations of a position are read back from a stream, from the last one to the first.

#include "solve/stream.h"
#include "unit_test.h"

enum { EACH = 600 };

/// Two positions' iterations lie in turn in the stream. The bound of an iteration is its number among those of its position.
HR_TEST(test_rounds_come_from_the_last_one_on) {
    static hr_iteration stored[2 * EACH];
    hr_idastar_solution solutions[3] = {{.rounds = 0}};
    for (size_t i = 0; i < sizeof stored / sizeof stored[0]; i++) {
        stored[i] = (hr_iteration){.bound = (uint32_t)(i / 2), .nodes = i, .previous = solutions[i % 2].rounds};
        solutions[i % 2].rounds = i + 1;
    }
    const hr_idastar_stream stream = {
        .solutions = solutions, .count = 3, .rounds = stored, .round_count = sizeof stored / sizeof stored[0]};
    for (size_t position = 0; position < 2; position++) {
        const hr_iteration *round = NULL;
        for (size_t i = EACH; i-- > 0;) {
            round = hr_idastar_stream_round(&stream, position, round);
            assert_non_null(round);
            assert_int_equal(round->bound, i);
            assert_int_equal(round->nodes, 2 * i + position);
        }
        assert_null(hr_idastar_stream_round(&stream, position, round));
    }
    assert_null(hr_idastar_stream_round(&stream, 2, NULL)); // none is known of it
}
