// SPDX-License-Identifier: MIT
// The regions of free cells and the numbers of classes, compared with a slow search and with a list.

// clang-format off
// clang-format on

#include "core/random.h"
#include "openings/components/regions.h"
#include "unit_test.h"

static hr_klotski_board board_of(int width, int height) {
    hr_klotski_board board = {.width = width, .height = height, .cells = width * height};
    for (int cell = 0; cell < board.cells; cell++) {
        board.full |= UINT32_C(1) << cell;
        board.not_first |= cell % width != 0 ? UINT32_C(1) << cell : 0;
    }
    return board;
}

/// The cells of `free` that are connected with `cell`, neighbour by neighbour.
static uint32_t connected(const hr_klotski_board *board, uint32_t free, int cell) {
    uint32_t found = UINT32_C(1) << cell;
    for (int i = 0; i < board->cells * board->cells; i++) {
        const int at = i % board->cells;
        if ((found >> at & 1) == 0) {
            continue;
        }
        const int x = at % board->width;
        const int beside[4] = {x > 0 ? at - 1 : at, x + 1 < board->width ? at + 1 : at, at >= board->width ? at - board->width : at,
                               at + board->width < board->cells ? at + board->width : at};
        for (int k = 0; k < 4; k++) {
            found |= free & UINT32_C(1) << beside[k];
        }
    }
    return found;
}

static void check_regions(const hr_klotski_board *board, uint32_t free) {
    hr_regions regions;
    hr_regions_find(board, free, &regions);
    uint32_t all = 0;
    for (int i = 0; i < regions.count; i++) {
        const uint32_t cells = regions.cells[i];
        assert_int_equal(all & cells, 0);
        all |= cells;
        assert_int_equal(regions.size[i], __builtin_popcount(cells));
        assert_true(regions.size[i] <= regions.size[regions.count - 1]);
        if (free != 0) {
            assert_int_equal(cells, connected(board, free, __builtin_ctz(cells)));
        }
    }
    assert_int_equal(all, free);
}

HR_TEST(test_regions_are_those_of_a_slow_search) {
    static const int SIZES[][2] = {{2, 3}, {3, 3}, {4, 5}, {5, 5}, {7, 4}, {4, 8}, {8, 4}};
    hr_random random = {.seed = 20261126};
    for (size_t s = 0; s < sizeof SIZES / sizeof SIZES[0]; s++) {
        const hr_klotski_board board = board_of(SIZES[s][0], SIZES[s][1]);
        check_regions(&board, 0);
        check_regions(&board, board.full);
        for (int i = 0; i < 200; i++) {
            const uint32_t some = (uint32_t)hr_random_below(&random, UINT64_C(1) << 32) & board.full;
            check_regions(&board, i % 2 == 0 ? some : some & (uint32_t)hr_random_below(&random, UINT64_C(1) << 32));
        }
    }
}

/// Cells 0, 2, 3 and 8 … 10 of 4x5: regions of 1, 2 and 3 cells. With n singles there are as many classes as ways to write n as a
/// sum of at most 1, 2 and 3.
HR_TEST(test_classes_of_one_number_of_singles_have_different_numbers) {
    static const int CLASSES[] = {1, 3, 5, 6, 5, 3, 1};
    const hr_klotski_board board = board_of(4, 5);
    hr_regions r;
    hr_regions_find(&board, 0x70D, &r);
    assert_int_equal(r.count, 3);
    assert_int_equal(r.size[2], 3);
    assert_int_equal(r.classes, 6);
    for (int singles = 0; singles <= 6; singles++) {
        uint32_t seen = 0;
        for (int a = 0; a <= r.size[0]; a++) {
            for (int b = 0; b <= r.size[1]; b++) {
                const int c = singles - a - b;
                if (c >= 0 && c <= r.size[2]) {
                    const uint32_t number = (uint32_t)a * r.step[0] + (uint32_t)b * r.step[1] + (uint32_t)c * r.step[2];
                    assert_true(number < r.classes);
                    seen |= UINT32_C(1) << number;
                }
            }
        }
        assert_int_equal(__builtin_popcount(seen), CLASSES[singles]);
    }
}
