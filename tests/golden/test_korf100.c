// SPDX-License-Identifier: MIT
// Korf's 100 positions (Korf 1985, with the corrections in korf100.csv) by additive pattern databases 5-5-5 with reflection, as a
// stream. Lengths are published. The number of nodes is what an independent single-thread program generated with the same partition
// and order of moves.

#include "mpi_test.h"

#include <stdlib.h>
#include <string.h>

#include "positions.h"
#include "solve/heuristic.h"
#include "solve/stream.h"
#include "solve/tiles/tiles.h"
#include "solving/read_tiles.h"

enum { POSITIONS = 100 };

HR_TEST(test_korf100_lengths_and_nodes) {
    hr_tiles tiles;
    hr_error error = {.text = ""};
    assert_int_equal(HR_OK, hr_tiles_create(4, 4, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", &tiles, &error));
    hr_comm *node = NULL;
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &node, &error));
    hr_guide guide;
    const hr_heuristic_order order = {
        .kind = &hr_tiles_positions, .board = &tiles, .name = "5-5-5", .cache = &(hr_pattern_cache){0}};
    assert_int_equal(HR_OK, hr_guide_create(hr_test_world(), node, &order, &guide, &error));

    hr_tiles_state roots[POSITIONS];
    uint64_t length[POSITIONS];
    FILE *file = fopen(HR_GOLDEN_DIR "/korf100.csv", "r");
    assert_non_null(file);
    hr_position position;
    size_t count = 0;
    while (hr_position_read(file, 16, &position)) {
        assert_true(count < POSITIONS);
        assert_int_equal(HR_OK, read_tiles(&tiles, position.text, &roots[count], &error));
        assert_int_equal(position.number[0], hr_tiles_manhattan(&tiles, &roots[count]));
        length[count++] = position.number[1];
    }
    (void)fclose(file);
    assert_int_equal(POSITIONS, count);

    hr_idastar_stream stream;
    const hr_idastar_positions positions = {.domain = &guide.domain, .roots = roots, .stride = sizeof *roots, .count = count};
    const hr_status status = hr_idastar_stream_solve(hr_test_world(), &positions, &(hr_idastar_options){0}, &stream, &error);
    assert_string_equal("", error.text);
    assert_int_equal(HR_OK, status);
    if (hr_comm_rank(hr_test_world()) == 0) {
        uint64_t moves = 0;
        uint64_t nodes = 0;
        assert_int_equal(POSITIONS, stream.count);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(length[i], stream.solutions[i].length);
            moves += stream.solutions[i].length;
            nodes += stream.solutions[i].nodes;
        }
        assert_int_equal(5305, moves);
        assert_int_equal(92547341, nodes);
    }
    hr_idastar_stream_clear(&stream);
    hr_guide_clear(&guide);
    hr_comm_destroy(&node);
}
