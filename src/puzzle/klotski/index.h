// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_INDEX_H
#define HR_KLOTSKI_INDEX_H

// The perfect index of all openings of a board: one 2×2, any other pieces, at least two empty cells.
//
// The order is by the 2×2's head, then by the remaining items (pieces and empty cells) in order of their first cells, with
// empty < horizontal < vertical < single. On 4×5 that is ascending CommonCode, so the index is the community's ShortCode there.
// Boards wider than high are numbered through their transposed board (columns and rows swapped, horizontals and verticals too), so
// that the line of cells the counting has to remember is the shorter one.

#include "huarong/status.h"
#include "puzzle/klotski/board.h"

typedef struct hr_klotski_index hr_klotski_index;

/// Local. Count the arrangements of the board cell by cell, once. HR_INTERNAL when out of memory.
hr_status hr_klotski_index_create(const hr_klotski_board *board, hr_klotski_index **out, hr_error *error);

/// Local. NULL-safe; sets *index to NULL.
void hr_klotski_index_destroy(hr_klotski_index **index);

/// Local. Number of openings.
hr_count hr_klotski_index_count(const hr_klotski_index *index);

/// Local. Openings with the 2×2's head at cell `square` are the indices from *begin to *end − 1.
void hr_klotski_index_range(const hr_klotski_index *index, int square, hr_index *begin, hr_index *end);

/// Local. Indices of the valid states `states[0..n)`.
void hr_klotski_index_of(const hr_klotski_index *index, const hr_state *states, size_t n, hr_index *indices);

/// Local. States of `indices[0..n)`, each below the count. Consecutive indices take a twentieth of the time of random ones.
void hr_klotski_index_states(const hr_klotski_index *index, const hr_index *indices, size_t n, hr_state *states);

/// Local. Indices of a frame (a state's 2×2, horizontals and verticals) with every filling of its free cells by singles: filling f
/// has a single in free cell i, counted row by row, if bit i is set. `indices[0..2^free cells)`; UINT64_MAX where there are fewer
/// than two empty cells. About two additions for each, on boards that are not wider than high.
void hr_klotski_index_fillings(const hr_klotski_index *index, hr_state frame, hr_index *indices);

#endif
