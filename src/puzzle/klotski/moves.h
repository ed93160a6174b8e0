// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_MOVES_H
#define HR_KLOTSKI_MOVES_H

// Successors of Klotski states.

#include <stddef.h>

#include "huarong/puzzle.h"
#include "puzzle/klotski/board.h"

/// Local. Write all successors of `states[0..n)` in `metric` into `successors`, in order of the states, and return their number. No
/// successor of a state is written twice. `successors` must have room for n · hr_klotski_successors_max states. If `counts` is not
/// NULL, `counts[0..n)` gets the number of successors of each state.
size_t hr_klotski_expand(const hr_klotski_board *board, hr_metric metric, const hr_state *states, size_t n, hr_state *successors,
                         uint16_t *counts);

/// Local. More than the number of successors of any state in `metric`: hr_klotski_expand may write one place more than it uses.
size_t hr_klotski_successors_max(const hr_klotski_board *board, hr_metric metric);

#endif
