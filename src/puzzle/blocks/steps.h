// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_STEPS_H
#define HR_BLOCKS_STEPS_H

// Successors in the metrics `unit` and `slide` from tables. Where the pieces of a kind are says which moves they could make if no
// other kind were there, which cells these moves need, and how they change the state. So for each kind the table has a *row* for
// each index, of as many moves as any of its rows needs. All moves of a row are tried without a branch, and eight at a time where
// the processor has AVX-512. A kind that would need too large a table has none, and its pieces are moved one by one.

#include "puzzle/blocks/board.h"

/// The width of rows is a multiple of it where the processor tries that many moves at a time.
enum { HR_BLOCKS_ROW_STEP = 8 };

/// Local. Fill the tables of moves for `metric`, once for each board, and set `successors_max`. Boards whose states are packed by
/// order, and all boards in the metric `move`, have no such tables. HR_INTERNAL: out of memory.
hr_status hr_blocks_make_steps(hr_blocks_board *board, hr_metric metric, hr_error *error);

/// Local. Can this processor try eight moves at a time?
bool hr_blocks_has_vectors(void);

/// Local. hr_blocks_expand for a board with has_rows, on such a processor.
size_t hr_blocks_expand_by_vectors(const hr_blocks_board *board, hr_metric metric, const hr_state *states, size_t n,
                                   hr_state *successors, uint16_t *counts);

/// A cell that no board with tables has. It counts as covered, so that a move that needs it is never made.
#define HR_BLOCKS_GUARD hr_set_of(HR_BLOCKS_CELLS_MAX - 1)

#endif
