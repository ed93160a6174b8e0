// SPDX-License-Identifier: MIT
#include "puzzle/drops/drops.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/numbers.h"

#define FIRST_COLUMN 0x0101010101010101U

hr_status hr_drops_check_size(int width, int height, hr_error *error) {
    if (width < 1 || height < 1 || width > HR_DROPS_SIDE_MAX || height > HR_DROPS_SIDE_MAX) {
        return hr_error_set(error, HR_USAGE, "a drops board of %d by %d cells is not supported; use up to %d by %d", width, height,
                            HR_DROPS_SIDE_MAX, HR_DROPS_SIDE_MAX);
    }
    return HR_OK;
}

hr_status hr_drops_parse(int width, int height, const char *text, hr_drops_board *board, hr_error *error) {
    HR_TRY(hr_drops_check_size(width, height, error));
    *board = (hr_drops_board){.width = (uint8_t)width, .height = (uint8_t)height};
    int n = 0;
    bool together = false;
    HR_TRY(hr_numbers_check_brackets(text, "state", error));
    const char *const begin = hr_numbers_begin(width, height, text, &together);
    for (const char *at = begin; *at != '\0'; at = hr_numbers_skip(at + 1)) {
        if (*at < '0' || *at > '0' + HR_DROPS_FULL || !(together || hr_numbers_end(at[1]))) {
            return hr_error_set(error, HR_USAGE, "bad state: character %d does not begin a number from 0 to %d",
                                (int)(at - text) + 1, HR_DROPS_FULL);
        }
        if (n < width * height) {
            for (unsigned i = 0; i < 3; i++) {
                board->bit[i] |= (hr_drops_cells)((*at - '0') >> i & 1) << hr_drops_place(board, n);
            }
        }
        n++;
    }
    if (n != width * height) {
        return hr_error_set(error, HR_USAGE, "bad state: %d number%s for a board of %d cell%s", n, hr_quantity_plural((uint64_t)n),
                            width * height, hr_quantity_plural((uint64_t)(width * height)));
    }
    return together ? HR_OK : hr_numbers_check_rows(width, height, begin, "state", error);
}

void hr_drops_format(const hr_drops_board *board, char *text, size_t size) {
    size_t used = 0;
    for (int c = 0; c < board->width * board->height && used < size; c++) {
        const char *before = c == 0 ? "" : c % board->width == 0 ? " / " : " ";
        used += (size_t)snprintf(text + used, size - used, "%s%d", before, hr_drops_value(board, hr_drops_place(board, c)));
    }
}

void hr_drops_picture(const hr_drops_board *board, hr_picture *picture) {
    hr_picture_begin(board->width, board->height, picture);
    for (int c = 0; c < board->width * board->height; c++) {
        hr_picture_number(picture, c, hr_drops_value(board, hr_drops_place(board, c)));
    }
}

/// The droplets that reach the edge of a cell in one half-step, by the direction in which they fly: bit c of a set is a droplet
/// that reaches cell c. One bit suffices, because two droplets that fly in the same direction never reach a cell in the same
/// half-step. One of them would come from a burst of the cell before, and the other would have reached that cell one half-step
/// before the burst. The cell was not empty then and would have absorbed the other droplet.
typedef struct droplets {
    hr_drops_cells up;
    hr_drops_cells left;
    hr_drops_cells right;
    hr_drops_cells down;
} droplets;

/// The cells that droplets can reach when they fly to the left, to the right and down. Droplets that fly up and leave the board are
/// shifted out of the set.
typedef struct reach {
    hr_drops_cells left;
    hr_drops_cells right;
    hr_drops_cells down;
} reach;

/// The droplets `from`, one cell further. `board` is the cells that they can reach.
static inline droplets fly(droplets from, reach board) {
    return (droplets){
        .up = from.up >> 8,
        .left = from.left >> 1 & board.left,
        .right = from.right << 1 & board.right,
        .down = from.down << 8 & board.down,
    };
}

/// Add one to each of `cells`. A value of 7 becomes 0, and *eight gets that cell.
static inline void absorb(hr_drops_board *board, hr_drops_cells cells, hr_drops_cells *eight) {
    const hr_drops_cells carry = board->bit[0] & cells;
    board->bit[0] ^= cells;
    const hr_drops_cells second = board->bit[1] & carry;
    board->bit[1] ^= carry;
    *eight |= board->bit[2] & second;
    board->bit[2] ^= second;
}

/// One half-step: the droplets `*flying` reach cells. Cells that are not empty absorb them, and *hit gets these cells. Then
/// `*flying` is the other droplets, one cell further. Cells above 4 burst: they become empty and are returned.
static inline hr_drops_cells advance(hr_drops_board *board, reach within, droplets *flying, hr_drops_cells *hit) {
    const hr_drops_cells filled = hr_drops_filled(board);
    hr_drops_cells eight = 0; // cells that held 4 and have absorbed four droplets
    absorb(board, flying->up & filled, &eight);
    absorb(board, flying->left & filled, &eight);
    absorb(board, flying->right & filled, &eight);
    absorb(board, flying->down & filled, &eight);
    *hit |= (flying->up | flying->left | flying->right | flying->down) & filled;
    *flying =
        fly((droplets){flying->up & ~filled, flying->left & ~filled, flying->right & ~filled, flying->down & ~filled}, within);
    const hr_drops_cells burst = eight | (board->bit[2] & (board->bit[0] | board->bit[1]));
    board->bit[0] &= ~burst;
    board->bit[1] &= ~burst;
    board->bit[2] &= ~burst;
    return burst;
}

hr_drops_cells hr_drops_burst(hr_drops_board *board, unsigned place) {
    assert(hr_drops_value(board, place) == HR_DROPS_FULL);
    const hr_drops_cells row = (1U << board->width) - 1;
    const hr_drops_cells whole = FIRST_COLUMN * row & (~0ULL >> (64 - 8 * board->height));
    const reach within = {.left = whole & ~(FIRST_COLUMN << 7), .right = whole & ~FIRST_COLUMN, .down = whole};
    hr_drops_cells hit = 0;
    hr_drops_cells burst = 1ULL << place;
    board->bit[2] ^= burst;
    droplets now = {0};   // droplets that reach a cell in this half-step
    droplets later = {0}; // droplets that reach a cell in the next half-step
    do {
        const droplets new = fly((droplets){burst, burst, burst, burst}, within);
        now = (droplets){now.up | new.up, now.left | new.left, now.right | new.right, now.down | new.down};
        burst = advance(board, within, &now, &hit);
        const droplets swap = now;
        now = later;
        later = swap;
    } while ((burst | now.up | now.left | now.right | now.down | later.up | later.left | later.right | later.down) != 0 &&
             hr_drops_filled(board) != 0);
    return hit;
}

const hr_puzzle_kind hr_drops_kind = {
    .name = "drops",
    .numbers = true,
    .spaced = true,
    .form = "drops:WxH",
    .example = "drops:6x6",
    .summary = "the water-drop puzzle, for 'huarong solve'",
    .help = "drops:WxH, columns x rows, up to 8x8.\n"
            "\n"
            "A state is the cells' numbers in reading order, 0 to 4, 0 for an empty cell:\n"
            "  0 2 1 / 3 4 3 / 1 0 4\n"
            "A drop adds one to a cell that is not empty. A cell that exceeds 4 bursts: it\n"
            "is empty then, and sends a droplet in each of the four directions, which the\n"
            "first cell on its way that is not empty absorbs. All droplets move in step. The\n"
            "board is solved when it is empty. A move is a drop: column,row, from 0.\n",
};
