// SPDX-License-Identifier: MIT
#ifndef HR_SLOW_DROPS_H
#define HR_SLOW_DROPS_H

// The slow, obvious twin of the water-drop puzzle's boards. It shares nothing with the fast ones but the greatest value of a cell.

#include <stdbool.h>

#include "made_puzzle.h"
#include "puzzle/drops/drops.h"

enum { SLOW_CELLS_MAX = HR_DROPS_SIDE_MAX * HR_DROPS_SIDE_MAX };

/// A board as the slow twins see it, which share nothing with the fast ones.
typedef struct slow_board {
    int width;
    int height;
    int cell[SLOW_CELLS_MAX];
} slow_board;

static inline slow_board slowly(const hr_drops_board *board) {
    slow_board slow = {.width = board->width, .height = board->height};
    for (int c = 0; c < slow.width * slow.height; c++) {
        slow.cell[c] = hr_drops_value(board, hr_drops_place(board, c));
    }
    return slow;
}

static inline hr_drops_board quickly(const slow_board *slow) {
    hr_drops_board board = {.width = (uint8_t)slow->width, .height = (uint8_t)slow->height};
    for (int c = 0; c < slow->width * slow->height; c++) {
        for (int i = 0; i < 3; i++) {
            board.bit[i] |= (hr_drops_cells)(slow->cell[c] >> i & 1) << hr_drops_place(&board, c);
        }
    }
    return board;
}

/// The packed state of a board, whose text is read and written. Only in programs that have included cmocka.h before.
static inline hr_state slow_state(const hr_puzzle *puzzle, const slow_board *board) {
    char text[HR_STATE_TEXT_MAX];
    char again[HR_STATE_TEXT_MAX];
    const hr_drops_board fast = quickly(board);
    hr_drops_format(&fast, text, sizeof text);
    hr_state state = made_state(puzzle, text);
    assert_int_equal(hr_puzzle_validate(puzzle, &state, NULL), HR_OK);
    hr_puzzle_format(puzzle, &state, again);
    assert_string_equal(text, again);
    return state;
}

/// A picture of time in which every droplet is asked in every half-step.
static inline void slow_drop(slow_board *board, int cell) {
    typedef struct flight {
        int x2, y2; // twice the coordinates, in half cells
        int dx, dy;
        int alive;
    } flight;
    static flight flights[4096];
    int n = 0;
    const int w = board->width;
    const int h = board->height;
    board->cell[cell]++;
    int bursting[SLOW_CELLS_MAX];
    int count = 0;
    if (board->cell[cell] > HR_DROPS_FULL) {
        bursting[count++] = cell;
    }
    while (1) {
        for (int i = 0; i < count; i++) {
            board->cell[bursting[i]] = 0;
            for (int d = 0; d < 4; d++) {
                const int dx = d == 0 ? 1 : d == 1 ? -1 : 0;
                const int dy = d == 2 ? 1 : d == 3 ? -1 : 0;
                flights[n++] = (flight){2 * (bursting[i] % w), 2 * (bursting[i] / w), dx, dy, 1};
            }
        }
        count = 0;
        int alive = 0;
        int hit[SLOW_CELLS_MAX] = {0};
        for (int i = 0; i < n; i++) {
            flight *f = &flights[i];
            if (!f->alive) {
                continue;
            }
            f->x2 += f->dx;
            f->y2 += f->dy;
            alive++;
            const int along = f->dx != 0 ? f->x2 : f->y2;
            if (along % 2 == 0) {
                continue; // in the middle of a cell
            }
            const int x = (f->x2 + f->dx) / 2; // beyond the edge; the coordinate across is even
            const int y = (f->y2 + f->dy) / 2;
            if (f->x2 + f->dx < 0 || f->y2 + f->dy < 0 || x >= w || y >= h) {
                f->alive = 0;
            } else if (board->cell[y * w + x] > 0) {
                hit[y * w + x]++;
                f->alive = 0;
            }
        }
        for (int c = 0; c < w * h; c++) {
            board->cell[c] += hit[c];
            if (board->cell[c] > HR_DROPS_FULL) {
                bursting[count++] = c;
            }
        }
        if (alive == 0 && count == 0) {
            return;
        }
    }
}

static inline bool is_empty(const slow_board *board) {
    for (int c = 0; c < board->width * board->height; c++) {
        if (board->cell[c] > 0) {
            return false;
        }
    }
    return true;
}

static inline slow_board board_with_number(int width, int height, int number) {
    slow_board board = {.width = width, .height = height};
    for (int c = 0; c < width * height; c++, number /= 5) {
        board.cell[c] = number % 5;
    }
    return board;
}

static inline int number_of(const slow_board *board) {
    int number = 0;
    for (int c = board->width * board->height - 1; c >= 0; c--) {
        number = number * 5 + board->cell[c];
    }
    return number;
}

static inline uint64_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return *state >> 33;
}

static inline slow_board random_board(int width, int height, uint64_t *random) {
    slow_board board = {.width = width, .height = height};
    for (int c = 0; c < width * height; c++) {
        board.cell[c] = (int)(next_random(random) % 5);
    }
    return board;
}

#endif
