// SPDX-License-Identifier: MIT
#ifndef HR_KLOTSKI_MOVES_H
#define HR_KLOTSKI_MOVES_H

#include <stddef.h>

#include "huarong/puzzle.h"
#include "puzzle/klotski/board.h"

/// Local. All successors of `states[0..n)` in the metric, each state's without repetition, one state after the other. `counts` (may
/// be NULL) gets each state's number. `successors` needs n · hr_klotski_successors_max places. Returns their number.
size_t hr_klotski_expand(const hr_klotski_board *board, hr_metric metric, const hr_state *states, size_t n, hr_state *successors,
                         uint16_t *counts);

/// Local. A bound on one state's successors; at least one place more than they need.
size_t hr_klotski_successors_max(const hr_klotski_board *board, hr_metric metric);

#endif
