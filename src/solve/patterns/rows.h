// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_ROWS_H
#define HR_PATTERN_ROWS_H

// The arrangements of a pattern as rows and columns, for building its database.
//
// A node of the search is an arrangement of the pattern's tiles, together with the connected region of the other cells that the
// blank is in. Moving the blank inside its region costs nothing. Moving a pattern tile into a cell of the region costs one; the
// blank is then in the region of the cell that the tile has left.
//
// There is one *row* for each set of occupied cells, and in it one *column* for each of the k! orders of the tiles on these cells.
// All arrangements of a row have the same regions and the same moves. A *plane* here is the set of orders, one bit each, that have
// been reached with the blank in one region of a row. A move takes one plane to another by a fixed permutation of the orders, which
// is the identity if the tile passes no other tile.

#include "solve/patterns/orders.h"

/// A move of one tile from the row `from` into another row, which it *fills*.
typedef struct hr_pattern_edge {
    uint32_t from;     ///< number of the row before the move
    uint8_t before;    ///< place of the tile among the occupied cells in `from`
    uint8_t after;     ///< place of the tile among the occupied cells in the filled row
    uint8_t region;    ///< region of `from` that the blank must be in
    uint8_t to_region; ///< region of the filled row that the blank is in afterwards
} hr_pattern_edge;

/// All rows of a pattern with their regions, and the moves that fill this rank's rows.
typedef struct hr_pattern_rows {
    hr_pattern pattern;
    hr_tiles tiles; ///< the board, for its `neighbour`
    int cells;
    int k;
    uint32_t rows;
    hr_pattern_orders orders; ///< the columns, in the order of their bits
    /// [n][i] the number of sets of i out of n cells.
    uint64_t binomial[HR_TILES_CELLS_MAX + 1][HR_PATTERN_TILES_MAX + 2];
    uint32_t *set;          ///< [rows] the occupied cells, one bit each
    uint8_t (*region)[13];  ///< [rows] region of each cell, in 4 bits
    uint32_t *first_plane;  ///< [rows + 1] number of the row's first plane; a row has one plane for each region
    hr_pattern_edge *edges; ///< the moves that fill this rank's rows, one row after the other
    size_t *first_edge;     ///< [this rank's rows + 1] index of the first edge of each of this rank's rows
} hr_pattern_rows;

/// Local. Make rows and orders; the caller has set `b->pattern` and `b->tiles`. HR_INTERNAL: out of memory. The caller releases *b
/// in any case.
hr_status hr_pattern_rows_prepare(hr_pattern_rows *b, hr_error *error);

/// Local. List the edges of this rank's rows. Of P ranks in `node`, rank r has the rows r, r + P, r + 2P, … HR_INTERNAL: out of
/// memory.
hr_status hr_pattern_rows_list_edges(hr_pattern_rows *b, const hr_comm *node, hr_error *error);

/// Local. Free what hr_pattern_rows_prepare and hr_pattern_rows_list_edges have made.
void hr_pattern_rows_release(hr_pattern_rows *b);

/// Local. Returns the row of a set of cells, which is its number among all sets of as many cells. They are in descending
/// lexicographic order of their cells: the set of the last cells is row 0, and tiles that move in the board's last rows change the
/// number least.
uint32_t hr_pattern_row_of(const hr_pattern_rows *b, uint32_t set);

/// Local. Returns the region of a cell that is not in the row's set.
unsigned hr_pattern_region_at(const hr_pattern_rows *b, uint32_t row, int cell);

/// Local. Returns the row's main region: the one with the most cells, of several such the first.
unsigned hr_pattern_main_region(const hr_pattern_rows *b, uint32_t row);

/// Local. Returns the parity of the sum of row + column over the occupied cells. Each move changes it, so a row is reached only by
/// even layers or only by odd ones.
unsigned hr_pattern_colour_of(const hr_pattern_rows *b, uint32_t row);

#endif
