// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_WAYS_H
#define HR_KLOTSKI_WAYS_H

// Inside the index: how many ways there are to go on from a cell.

#include "puzzle/klotski/board.h"

/// ways[square][cell][empties][covered] is the number of ways to fill the cells from `cell` on, where
///   square   the 2×2's head; `cells` stands for: it has been placed already (its cells then are just covered ones)
///   cell     0 … cells; all cells before it are filled
///   empties  empty cells so far, 0, 1 or 2 for two and more
///   covered  bit i: cell + i is covered by a piece that came before, i < width
typedef struct hr_klotski_ways {
    hr_klotski_board board; ///< as counted: not wider than high
    hr_index *begin;        ///< [cells + 1] first index by the 2×2's head
    hr_count *ways;         ///< [cells + 1][cells + 1][3][2^width]
} hr_klotski_ways;

enum { HR_EMPTIES_ENOUGH = 2 }; // empty cells that every opening has

/// Local. Where the numbers for all `covered` begin.
static inline size_t hr_klotski_ways_at(const hr_klotski_ways *ways, int square, int cell, int empties) {
    return (((size_t)square * (size_t)(ways->board.cells + 1) + (size_t)cell) * (HR_EMPTIES_ENOUGH + 1) + (size_t)empties)
           << ways->board.width;
}

static inline hr_count hr_klotski_ways_on(const hr_klotski_ways *ways, int square, int cell, int empties, uint32_t covered) {
    return ways->ways[hr_klotski_ways_at(ways, square, cell, empties) + covered];
}

/// Local. One empty cell more.
static inline int hr_klotski_more(int empties) { return empties < HR_EMPTIES_ENOUGH ? empties + 1 : HR_EMPTIES_ENOUGH; }

/// Local. `covered` at the 2×2's head when it has been placed. Two cells on, the line of cells ends where the 2×2 does.
static inline uint32_t hr_klotski_cover_square(int width, uint32_t covered) { return covered | 2U | 3U << width; }

static inline bool hr_klotski_horizontal_fits(const hr_klotski_board *board, int cell, uint32_t covered) {
    return cell % board->width != board->width - 1 && (covered & 2) == 0;
}

static inline bool hr_klotski_vertical_fits(const hr_klotski_board *board, int cell) { return cell + board->width < board->cells; }

/// Local. The ways that have a smaller code at `cell` than this one.
static inline hr_count hr_klotski_smaller_ways(const hr_klotski_ways *ways, int square, int cell, int empties, uint32_t covered,
                                               unsigned code) {
    hr_count sum = code > 0 ? hr_klotski_ways_on(ways, square, cell + 1, hr_klotski_more(empties), covered >> 1) : 0;
    if (code > 1 && hr_klotski_horizontal_fits(&ways->board, cell, covered)) {
        sum += hr_klotski_ways_on(ways, square, cell + 1, empties, (covered | 2) >> 1);
    }
    if (code > 2 && hr_klotski_vertical_fits(&ways->board, cell)) {
        sum += hr_klotski_ways_on(ways, square, cell + 1, empties, (covered | 1U << ways->board.width) >> 1);
    }
    return sum;
}

#endif
