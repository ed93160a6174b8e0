// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_SEARCH_H
#define HR_SOLVE_SEARCH_H

// The search for the positions of `huarong solve` by IDA*, or of water drops by A*, and its heuristic.

#include "cli/output/solve.h"
#include "solve/heuristic.h"

// guide.c

/// Collective. Fill in `order.cache`, and make the heuristic that `order` names; progress shows which database is being built.
/// `report->settings` is set; `report->log` may be NULL, and then the time limit counts from this call. `node` is the group of the
/// ranks on this node. Statuses and *guide are as for hr_guide_create. After HR_STOPPED `report->log->stop` has the reason; for a
/// signal or the time limit the error names it, too.
hr_status hr_solve_guide(hr_program *program, const hr_solve_report *report, const hr_comm *node, hr_heuristic_order order,
                         hr_guide *guide, hr_error *error);

// search.c

/// Where further blocks of positions come from. Both functions get `context`.
typedef struct hr_solve_blocks {
    bool (*more)(void *context); ///< Local. May another block follow? The same on every rank

    /// Collective. Read the next block: set `roots`, `count`, `place` and `texts` of *report, and *solvable, and tell
    /// `report->log`. HR_STOPPED: a signal has come. HR_USAGE: the block is not text, or a text is no position. HR_FILE: the input
    /// cannot be read. HR_INTERNAL: out of memory, or MPI failed.
    hr_status (*next)(void *context, hr_program *program, hr_solve_report *report, hr_idastar_positions *solvable, hr_error *error);
    void *context;
} hr_solve_blocks;

/// Collective. Solve the solvable positions, then those of further blocks. Print the result of each as soon as it and those before
/// it are known. End `report->log`. On entry `words`, `view`, `settings`, `roots`, `stride`, `count`, `place`, `texts`, `single`
/// and `log` of *report are set; `place` gives indices of `solvable`. HR_STOPPED: a limit or a stop ended a search. HR_USAGE: a
/// later block has a text that is no position, or the search refuses a position or the checkpoints. HR_FILE: the input, a
/// checkpoint or the file of the result failed. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_solve_search(hr_program *program, hr_solve_report *report, hr_idastar_positions *solvable,
                          const hr_solve_blocks *blocks, hr_error *error);

#endif
