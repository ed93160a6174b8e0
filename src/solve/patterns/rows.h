// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_ROWS_H
#define HR_PATTERN_ROWS_H

// The arrangements of a pattern as rows and columns, for building its database.
//
// A node of the search is an arrangement of the pattern's tiles and the connected region of the other cells that the blank is in;
// moving the blank inside a region costs nothing, a move of a pattern tile into a cell of the region costs one and leaves the blank
// in the region of the cell that it left. Arrangements are kept as rows: one row for each set of occupied cells, in it one column
// for each of the k! orders of the tiles on these cells. All arrangements of a row have the same regions and the same moves. So the
// orders that have been reached with the blank in one region of a row are a set of bits, a *plane*, and a move takes plane to plane
// by one fixed permutation of the orders (none, if the tile passes no other one).

#include "solve/patterns/orders.h"

/// A move of one tile, seen from the row that it fills.
typedef struct hr_pattern_edge {
    uint32_t from;     ///< row
    uint8_t before;    ///< place of the tile among the occupied cells in `from`
    uint8_t after;     ///< the same in the filled row
    uint8_t region;    ///< region of `from` that the blank must be in
    uint8_t to_region; ///< region of the filled row that it is in afterwards
} hr_pattern_edge;

/// The rows.
typedef struct hr_pattern_rows {
    hr_pattern pattern;
    hr_tiles tiles; ///< for its neighbours
    int cells;
    int k;
    uint32_t rows;
    hr_pattern_orders orders; ///< the columns, in the order of their bits
    uint64_t binomial[HR_TILES_CELLS_MAX + 1][HR_PATTERN_TILES_MAX + 2];
    uint32_t *set;          ///< [rows] occupied cells as bits
    uint8_t (*region)[13];  ///< [rows] region of each cell, 4 bits each
    uint32_t *first_plane;  ///< [rows + 1] number of the row's first plane, one for each region
    hr_pattern_edge *edges; ///< of this rank's rows
    size_t *first_edge;     ///< where those of its i-th row begin
} hr_pattern_rows;

/// Local. Rows and orders of `rows->pattern`; `rows->tiles` is set. HR_INTERNAL: out of memory.
hr_status hr_pattern_rows_prepare(hr_pattern_rows *b, hr_error *error);

/// Local. The edges of the rows of one rank, every size-th one. HR_INTERNAL: out of memory.
hr_status hr_pattern_rows_list_edges(hr_pattern_rows *b, const hr_comm *node, hr_error *error);

/// Local. Free what the two have made.
void hr_pattern_rows_release(hr_pattern_rows *b);

/// Local. The row of a set of cells: its rank in colexicographic order.
uint32_t hr_pattern_row_of(const hr_pattern_rows *b, uint32_t set);

/// Local. The region of a cell that is not in the row's set.
unsigned hr_pattern_region_at(const hr_pattern_rows *b, uint32_t row, int cell);

/// Local. Parity of the occupied cells' colours: which layers reach the row.
unsigned hr_pattern_colour_of(const hr_pattern_rows *b, uint32_t row);

#endif
