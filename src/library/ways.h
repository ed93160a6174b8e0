// SPDX-License-Identifier: MIT
#ifndef HR_LIBRARY_WAYS_H
#define HR_LIBRARY_WAYS_H

// The ways in which hr_search_solve solves positions.

#include "comm/comm.h"
#include "library/answer.h"
#include "puzzle/kinds.h"

/// One position to solve.
typedef struct hr_library_question {
    const char *position; ///< the position's text; NULL: the puzzle's own start
    hr_search_limits limits;
} hr_library_question;

/// A way to solve positions.
typedef struct hr_library_way {
    const char *name; ///< the algorithm's name, as of `huarong solve --algorithm`

    /// Local. HR_USAGE, with the reason, if this way cannot solve positions of the puzzle.
    hr_status (*check)(const hr_puzzle_kind *kind, const hr_search_solver_options *options, hr_error *error);

    /// Collective. Make what the searches need. The caller destroys *made in any case. Errors as for hr_search_solver_create.
    hr_status (*create)(const hr_comm *comm, const hr_search_solver_options *options, void **made, hr_error *error);

    /// Local. Write the method in a few words.
    void (*describe)(const void *made, char *text, size_t size);

    /// Collective. Solve a position. The answer is on rank 0; the caller frees the answer's text in any case. A search that a limit
    /// ends is HR_OK. HR_USAGE: the text is no position, or the puzzle has no start of its own. HR_INTERNAL: memory or MPI has
    /// failed.
    hr_status (*solve)(void *made, const hr_library_question *question, hr_library_answer *answer, hr_error *error);

    /// Collective. Free what `create` has made, which may be NULL.
    void (*destroy)(void *made);
} hr_library_way;

/// Solves positions by IDA*, for the kinds of puzzles in the table of position kinds.
extern const hr_library_way hr_library_by_idastar;

/// Solves positions breadth first, for every puzzle with packed states.
extern const hr_library_way hr_library_by_layers;

/// Solves positions by A*, for every puzzle with packed states whose moves can be undone.
extern const hr_library_way hr_library_by_astar;

#endif
