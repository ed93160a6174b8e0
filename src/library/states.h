// SPDX-License-Identifier: MIT
#ifndef HR_LIBRARY_STATES_H
#define HR_LIBRARY_STATES_H

// What by_astar.c and by_layers.c have in common: they make the puzzle, read the start, and turn the path that they find into an
// answer.

#include "comm/comm.h"
#include "library/answer.h"
#include "puzzle/kinds.h"
#include "solve/path.h"

typedef struct hr_library_states {
    const hr_comm *comm;
    const hr_puzzle_kind *kind;
    hr_puzzle_options options; ///< what `puzzle` was made from
    hr_puzzle *puzzle;
} hr_library_states;

/// A position that is to be solved.
typedef struct hr_library_start {
    hr_state state[HR_STATE_WORDS_MAX];
    hr_letters letters; ///< of its pieces
} hr_library_start;

/// Collective. Make the puzzle. HR_USAGE: there is no such puzzle. HR_INTERNAL: memory or MPI has failed. The caller ends *states
/// in any case.
hr_status hr_library_states_begin(const hr_comm *comm, const hr_puzzle_options *options, hr_library_states *states,
                                  hr_error *error);

/// Local. Set *start to the position with the text `position`, or to the puzzle's own start if `position` is NULL. HR_USAGE: the
/// text is no position, or the puzzle has no start.
hr_status hr_library_states_start(const hr_library_states *states, const char *position, hr_library_start *start, hr_error *error);

/// Collective. On rank 0, fill in the answer from the path of a search from `start`; `end` says why it has ended if it has found
/// nothing. HR_INTERNAL: memory or MPI has failed.
hr_status hr_library_states_answer(const hr_library_states *states, const hr_library_start *start, const hr_path *path,
                                   hr_search_end end, hr_library_answer *answer, hr_error *error);

/// Local. Free the puzzle.
void hr_library_states_end(hr_library_states *states);

#endif
