// SPDX-License-Identifier: MIT
#include "puzzle/board_symmetry.h"
#include "unit_test.h"

/// Where the cells 0 … 5 of a 3×2 board, and the cells 0 … 3 of a 2×2 board, go.
HR_TEST(test_cells_go_where_the_drawing_says) {
    static const int WIDE[4][6] = {{0, 1, 2, 3, 4, 5}, {2, 1, 0, 5, 4, 3}, {3, 4, 5, 0, 1, 2}, {5, 4, 3, 2, 1, 0}};
    static const int SQUARE[8][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0},
                                     {0, 2, 1, 3}, {1, 3, 0, 2}, {2, 0, 3, 1}, {3, 1, 2, 0}};
    assert_int_equal(hr_board_symmetries(3, 2), 4);
    assert_int_equal(hr_board_symmetries(2, 2), 8);
    for (int g = 0; g < 4; g++) {
        for (int cell = 0; cell < 6; cell++) {
            assert_int_equal(hr_board_map_cell(3, 2, g, cell), WIDE[g][cell]);
        }
    }
    for (int g = 0; g < 8; g++) {
        for (int cell = 0; cell < 4; cell++) {
            assert_int_equal(hr_board_map_cell(2, 2, g, cell), SQUARE[g][cell]);
        }
    }
}

static void check_moves(int width, int height, const int steps[4][2]) {
    for (int g = 0; g < hr_board_symmetries(width, height); g++) {
        for (int cell = 0; cell < width * height; cell++) {
            for (int move = 0; move < 4; move++) {
                const int x = cell % width + steps[move][0];
                const int y = cell / width + steps[move][1];
                if (x >= 0 && x < width && y >= 0 && y < height) {
                    const int *step = steps[hr_board_map_move(steps, g, move)];
                    const int image = hr_board_map_cell(width, height, g, cell);
                    assert_int_equal(hr_board_map_cell(width, height, g, y * width + x), image + step[0] + step[1] * width);
                }
            }
        }
    }
}

/// The image of a neighbouring cell is one image of the move away.
HR_TEST(test_moves_turn_with_the_cells) {
    static const int STEPS[2][4][2] = {{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}, {{0, -1}, {-1, 0}, {1, 0}, {0, 1}}};
    for (int order = 0; order < 2; order++) {
        check_moves(4, 4, STEPS[order]);
        check_moves(3, 3, STEPS[order]);
        check_moves(5, 2, STEPS[order]);
        check_moves(2, 7, STEPS[order]);
    }
}
