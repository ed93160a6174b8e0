// SPDX-License-Identifier: MIT
#include "puzzle/board_symmetry.h"

/// Apply symmetry `g` to the vector of *x columns and *y rows.
static void map_vector(int g, int *x, int *y) {
    if ((g & 4) != 0) {
        const int swapped = *x;
        *x = *y;
        *y = swapped;
    }
    *x = (g & 1) != 0 ? -*x : *x;
    *y = (g & 2) != 0 ? -*y : *y;
}

int hr_board_map_cell(int width, int height, int g, int cell) {
    int x = 2 * (cell % width) - (width - 1); // twice the vector from the centre of the board, in whole numbers
    int y = 2 * (cell / width) - (height - 1);
    map_vector(g, &x, &y);
    return (y + height - 1) / 2 * width + (x + width - 1) / 2;
}

int hr_board_map_move(const int steps[4][2], int g, int move) {
    int x = steps[move][0];
    int y = steps[move][1];
    map_vector(g, &x, &y);
    int image = 0;
    while (image < 3 && (steps[image][0] != x || steps[image][1] != y)) {
        image++;
    }
    return image;
}
