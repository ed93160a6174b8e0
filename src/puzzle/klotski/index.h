// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_INDEX_H
#define HR_KLOTSKI_INDEX_H

// The perfect index of all openings of a board: one 2×2, any other pieces, at least two empty cells.
//
// States are ordered by the cell of the 2×2's head, and then by their other items. The items are the pieces and the empty cells in
// order of their first cells, with empty < horizontal < vertical < single. On 4×5 this is the order of the CommonCodes, so there
// the index is the community's ShortCode.
//
// The states of a board that is wider than high are numbered on the transposed board: columns and rows are swapped, and horizontals
// with verticals. Counting keeps a set of covered cells as wide as the board, so the narrow board takes less memory.

#include "huarong/status.h"
#include "puzzle/klotski/board.h"

typedef struct hr_klotski_index hr_klotski_index;

/// Local. Make the index of `board`, which is copied, by counting the arrangements cell by cell. HR_INTERNAL: out of memory; *out
/// is NULL then.
hr_status hr_klotski_index_create(const hr_klotski_board *board, hr_klotski_index **out, hr_error *error);

/// Local. NULL-safe; sets *index to NULL.
void hr_klotski_index_destroy(hr_klotski_index **index);

/// Local. The number of openings, and of indices.
hr_count hr_klotski_index_count(const hr_klotski_index *index);

/// Local. The openings with the 2×2's head at cell `square` have the indices *begin … *end − 1.
void hr_klotski_index_range(const hr_klotski_index *index, int square, hr_index *begin, hr_index *end);

/// Local. Write the indices of the valid states `states[0..n)` into `indices[0..n)`.
void hr_klotski_index_of(const hr_klotski_index *index, const hr_state *states, size_t n, hr_index *indices);

/// Local. Write the states with `indices[0..n)`, each below hr_klotski_index_count, into `states[0..n)`. Consecutive indices are
/// much faster than random ones.
void hr_klotski_index_states(const hr_klotski_index *index, const hr_index *indices, size_t n, hr_state *states);

/// Local. Write the indices of a frame with all its fillings. `frame` is a state without its singles. Its free cells are numbered
/// row by row, and filling f has a single in free cell i if bit i of f is set. `indices[f]` is the index of the frame with filling
/// f, for f = 0 … 2^(free cells) − 1; UINT64_MAX if fewer than two cells stay empty. About two additions for each filling; boards
/// that are wider than high take much longer.
void hr_klotski_index_fillings(const hr_klotski_index *index, hr_state frame, hr_index *indices);

#endif
