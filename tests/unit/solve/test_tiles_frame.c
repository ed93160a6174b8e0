// SPDX-License-Identifier: MIT
// The frame in which tiles are searched: all goals whose blanks a board symmetry exchanges have one, and a reflection that keeps
// the blank's place is found.

#include "solve/tiles/tiles.h"
#include "unit_test.h"

/// The board with the goal whose blank is in `cell`.
static hr_tiles with_blank(int width, int height, int cell) {
    hr_tiles tiles;
    char goal[128];
    size_t length = 0;
    for (int c = 0, number = 1; c < width * height; c++) {
        length += (size_t)snprintf(goal + length, sizeof goal - length, "%d ", c == cell ? 0 : number++);
    }
    assert_int_equal(hr_tiles_create(width, height, goal, &tiles, NULL), HR_OK);
    return tiles;
}

HR_TEST(test_square_boards_can_be_transposed) {
    // By the blank's cell: the smallest cell to which one of the square's eight symmetries brings it.
    static const int homes[16] = {0, 1, 1, 0, 1, 5, 5, 1, 1, 5, 5, 1, 0, 1, 1, 0};
    for (int cell = 0; cell < 16; cell++) {
        const hr_tiles tiles = with_blank(4, 4, cell);
        assert_int_equal(tiles.blank, homes[cell]);
        assert_int_equal(tiles.has_mirror, homes[cell] != 1); // a diagonal goes through corners and the inner cells
        for (int c = 0; c < 16 && tiles.has_mirror; c++) {
            assert_int_equal(tiles.mirror[c], c % 4 * 4 + c / 4);
        }
    }
}

HR_TEST(test_other_boards_cannot) {
    static const int homes[12] = {0, 1, 0, 3, 4, 3, 3, 4, 3, 0, 1, 0}; // 3 wide, 4 high
    for (int cell = 0; cell < 12; cell++) {
        const hr_tiles tiles = with_blank(3, 4, cell);
        assert_int_equal(tiles.blank, homes[cell]);
        assert_int_equal(tiles.has_mirror, cell % 3 == 1); // the middle column is its own image
    }
}
