// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_WAYS_H
#define HR_KLOTSKI_WAYS_H

// The number of ways to fill the rest of a board: the counts behind the Klotski index. For the files of the index only.

#include "puzzle/klotski/board.h"

/// ways[square][cell][empties][covered] is the number of ways to fill the cells from `cell` on. All cells before are filled.
///   square   the 2×2's head, or `cells` if the 2×2 has been placed already
///   cell     0 … cells
///   empties  the empty cells so far: 0, 1, or 2 for two and more
///   covered  bit i, i < width: cell + i is covered by a piece whose head is before `cell`
typedef struct hr_klotski_ways {
    hr_klotski_board board; ///< the board or its transposed board, whichever is not wider than high
    hr_index *begin;        ///< [cells + 1]: begin[c] is the first index with the 2×2's head at cell c or later
    hr_count *ways;         ///< [cells + 1][cells + 1][3][2^width]
} hr_klotski_ways;

enum { HR_EMPTIES_ENOUGH = 2 }; // every opening has at least two empty cells, so no more are counted

/// Local. The offset in `ways->ways` of the 2^width numbers for all values of `covered`.
static inline size_t hr_klotski_ways_at(const hr_klotski_ways *ways, int square, int cell, int empties) {
    return (((size_t)square * (size_t)(ways->board.cells + 1) + (size_t)cell) * (HR_EMPTIES_ENOUGH + 1) + (size_t)empties)
           << ways->board.width;
}

static inline hr_count hr_klotski_ways_on(const hr_klotski_ways *ways, int square, int cell, int empties, uint32_t covered) {
    return ways->ways[hr_klotski_ways_at(ways, square, cell, empties) + covered];
}

/// Local. The value of `empties` after one more empty cell.
static inline int hr_klotski_more(int empties) { return empties < HR_EMPTIES_ENOUGH ? empties + 1 : HR_EMPTIES_ENOUGH; }

/// Local. `covered` at the 2×2's head, after the 2×2 has been placed: the cell to the right and the two cells below are covered.
/// The result has up to width + 2 bits, and fits the index of `ways` after a shift by two cells.
static inline uint32_t hr_klotski_cover_square(int width, uint32_t covered) { return covered | 2U | 3U << width; }

static inline bool hr_klotski_horizontal_fits(const hr_klotski_board *board, int cell, uint32_t covered) {
    return cell % board->width != board->width - 1 && (covered & 2) == 0;
}

static inline bool hr_klotski_vertical_fits(const hr_klotski_board *board, int cell) { return cell + board->width < board->cells; }

/// Local. The number of ways to fill the cells from `cell` on that have a code smaller than `code` at `cell`.
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
