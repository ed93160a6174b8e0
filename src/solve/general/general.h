// SPDX-License-Identifier: MIT
#ifndef HR_GENERAL_H
#define HR_GENERAL_H

// IDA* of any puzzle with packed states. A position of the search is such a state and the one before it. A move is the number of a
// successor among those of the state, in the order of hr_puzzle_expand, without the state before and without repetitions.

#include "solve/heuristic.h"
#include "solve/position_kind.h"

/// The positions of any puzzle. A board is a hr_general_board.
extern const hr_position_kind hr_general_positions;

/// The lower bounds that need no databases (solve/bounds.h).
extern const hr_heuristic hr_heuristic_general;

/// What the positions of one puzzle share.
typedef struct hr_general_board {
    const hr_puzzle *puzzle;    ///< without symmetries; borrowed
    const hr_puzzle_kind *kind; ///< the puzzle's kind
    size_t words;               ///< words of a packed state
    size_t fanout;              ///< no state has more successors
} hr_general_board;

/// A state of the search: the packed state, and behind it the one before, which is all ones at the root.
enum { HR_GENERAL_STATE_BYTES = sizeof(hr_state[2 * HR_STATE_WORDS_MAX]) };

#endif
