// SPDX-License-Identifier: MIT
#include "puzzle/klotski/rows.h"
#include "core/inline.h"
#include "core/try.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH_MAX = 5, // the board of hr_klotski_ways is not wider than high, and has at most 32 cells
    HEIGHT_MAX = HR_KLOTSKI_CELLS_MAX / 2,
    NO_PATTERN = UINT16_MAX,
};

// A row's pattern has 3 · width bits: first whether each cell is covered from above or belongs to the 2×2, then the cells' bits of
// A, then their bits of B. The 2×2's own codes are left out. Only the patterns that can occur have numbers.

struct hr_klotski_rows {
    const hr_klotski_ways *ways;
    uint16_t *numbers; ///< [2^(3 · width)]: the number of each pattern, or NO_PATTERN
    size_t count;      ///< patterns that can occur
    hr_count *sums;    ///< the memory into which `parts` points
    /// parts[row][the 2×2's head][empty cells above · count + the pattern's number]: the number that the row adds to the index.
    hr_count *parts[HEIGHT_MAX][HR_KLOTSKI_CELLS_MAX];
};

/// Can a row have the pattern with these cells covered and these bits of A and B?
static bool occurs(int width, uint32_t covered, uint32_t a, uint32_t b) {
    uint32_t taken = covered;
    for (int x = 0; x < width; x++) {
        const bool head = ((a | b) >> x & 1) != 0;
        if (head && (taken >> x & 1) != 0) {
            return false;
        }
        if (head && (b >> x & 1) == 0) { // a horizontal
            if (x == width - 1 || (taken >> (x + 1) & 1) != 0) {
                return false;
            }
            taken |= 2U << x;
        }
    }
    return true;
}

/// Number the patterns that can occur.
static hr_status number_patterns(hr_klotski_rows *rows, hr_error *error) {
    const int width = rows->ways->board.width;
    const uint32_t mask = (1U << width) - 1;
    const uint32_t all = 1U << (3 * width);
    rows->numbers = malloc(all * sizeof *rows->numbers);
    HR_TRY_MEMORY(rows->numbers != NULL, error, "a Klotski index");
    for (uint32_t pattern = 0; pattern < all; pattern++) {
        const bool possible = occurs(width, pattern & mask, pattern >> width & mask, pattern >> (2 * width));
        rows->numbers[pattern] = possible ? (uint16_t)rows->count++ : NO_PATTERN;
    }
    return HR_OK;
}

/// The number that row `row` with this pattern adds to the index. `square` is the 2×2's head, in this row or below, or `cells` if
/// the 2×2 begins above. `empties` is the number of empty cells in the rows above.
static hr_count sum_row(const hr_klotski_ways *ways, int row, int square, int empties, uint32_t pattern) {
    const hr_klotski_board *board = &ways->board;
    const int width = board->width;
    const int head = square;
    uint32_t covered = pattern & ((1U << width) - 1);
    if (head / width == row) {
        covered &= ~(3U << head % width);
    }
    hr_count sum = 0;
    for (int x = 0; x < width; x++, covered >>= 1) {
        const int cell = row * width + x;
        if ((covered & 1) != 0) {
            continue;
        }
        if (cell == head) {
            covered = hr_klotski_cover_square(width, covered);
            square = board->cells;
            continue;
        }
        const unsigned code = (pattern >> (width + x) & 1) | (pattern >> (2 * width + x) & 1) << 1;
        sum += hr_klotski_smaller_ways(ways, square, cell, empties, covered, code);
        empties = code == 0 ? hr_klotski_more(empties) : empties;
        covered |= code == 1 ? 2U : code == 2 ? 1U << width : 0;
    }
    return sum;
}

/// Fill one part: the numbers for all patterns and numbers of empty cells above. No vertical begins in the last row.
static void fill_part(const hr_klotski_rows *rows, hr_count *part, int row, int square) {
    const int width = rows->ways->board.width;
    const uint32_t all = 1U << (3 * width);
    const bool last = row == rows->ways->board.height - 1;
    for (int empties = 0; empties <= HR_EMPTIES_ENOUGH; empties++) {
        for (uint32_t pattern = 0; pattern < all; pattern++) {
            const uint32_t verticals = pattern >> (2 * width) & ~(pattern >> width);
            if (rows->numbers[pattern] != NO_PATTERN && !(last && verticals != 0)) {
                part[(size_t)empties * rows->count + rows->numbers[pattern]] = sum_row(rows->ways, row, square, empties, pattern);
            }
        }
    }
}

/// Fill the parts of each row: one for each place of the 2×2's head in the row or below, and one for all places above.
static hr_status fill_parts(hr_klotski_rows *rows, hr_error *error) {
    const hr_klotski_board *board = &rows->ways->board;
    const int width = board->width;
    const size_t size = rows->count * (HR_EMPTIES_ENOUGH + 1);
    size_t parts = 0;
    for (int row = 0; row < board->height; row++) {
        parts += (size_t)(1 + (board->height - 1 - row) * (width - 1));
    }
    assert(parts * size > 0);
    rows->sums = calloc(parts * size, sizeof *rows->sums);
    HR_TRY_MEMORY(rows->sums != NULL, error, "a Klotski index");
    hr_count *next = rows->sums;
    for (int row = 0; row < board->height; row++) {
        hr_count *const above = next;
        next += size;
        fill_part(rows, above, row, board->cells);
        for (int square = 0; square < board->cells - width; square++) {
            if (square / width < row) {
                rows->parts[row][square] = above;
            } else if (square % width < width - 1) {
                rows->parts[row][square] = next;
                fill_part(rows, next, row, square);
                next += size;
            }
        }
    }
    assert(next == rows->sums + parts * size);
    return HR_OK;
}

hr_status hr_klotski_rows_create(const hr_klotski_ways *ways, hr_klotski_rows **out, hr_error *error) {
    assert(ways->board.width <= WIDTH_MAX);
    *out = NULL;
    hr_klotski_rows *rows = calloc(1, sizeof *rows);
    HR_TRY_MEMORY(rows != NULL, error, "a Klotski index");
    rows->ways = ways;
    hr_status status = number_patterns(rows, error);
    status = status == HR_OK ? fill_parts(rows, error) : status;
    if (status != HR_OK) {
        hr_klotski_rows_destroy(&rows);
        return status;
    }
    *out = rows;
    return HR_OK;
}

void hr_klotski_rows_destroy(hr_klotski_rows **rows) {
    if (*rows != NULL) {
        free((*rows)->numbers);
        free((*rows)->sums);
        free(*rows);
        *rows = NULL;
    }
}

/// The index of `state`.
HR_INLINE hr_index sum_rows(const hr_klotski_rows *rows, hr_state state, int width, int height, uint32_t full) {
    const hr_klotski_pieces pieces = hr_klotski_split(state, width, full);
    const uint32_t square = pieces.square | pieces.square << 1;
    const uint32_t a = (uint32_t)state & ~pieces.square;
    const uint32_t b = (uint32_t)(state >> 32) & ~square;
    const uint32_t covered = square | (pieces.verticals | square) << width;
    const uint32_t mask = (1U << width) - 1;
    const int head = __builtin_ctz(pieces.square);
    hr_index sum = rows->ways->begin[head];
    for (int row = 0; row < height; row++) {
        const int shift = row * width;
        const uint32_t above = pieces.empty & ((1U << shift) - 1);
        const size_t empties = (size_t)(above != 0) + (size_t)((above & (above - 1)) != 0);
        const uint32_t pattern = (covered >> shift & mask) | (a >> shift & mask) << width | (b >> shift & mask) << (2 * width);
        sum += rows->parts[row][head][empties * rows->count + rows->numbers[pattern]];
    }
    return sum;
}

void hr_klotski_rows_sum(const hr_klotski_rows *rows, const hr_state *states, size_t n, hr_index *indices) {
    const hr_klotski_board *board = &rows->ways->board;
    if (board->width == 4 && board->height == 5) { // with constants for the usual board, the compiler makes faster code
        for (size_t i = 0; i < n; i++) {
            indices[i] = sum_rows(rows, states[i], 4, 5, board->full);
        }
        return;
    }
    for (size_t i = 0; i < n; i++) {
        indices[i] = sum_rows(rows, states[i], board->width, board->height, board->full);
    }
}
