// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_SEARCH_H
#define HR_SOLVE_SEARCH_H

// The search for the positions of `huarong solve` by IDA*, and heuristics.

#include "cli/output/log/solve.h"
#include "solve/heuristic.h"
#include "solve/stream_path.h"

/// A block of positions that are to be solved.
typedef struct hr_solve_task {
    const hr_solve_settings *settings;
    hr_solve_log *log; ///< the log of the run
    hr_stream_view view;
    const char *heuristic;       ///< name of the heuristic
    const char *heuristic_tiles; ///< hr_guide.tiles
    const hr_state *starts;      ///< [count] the positions, as states of the view's puzzle
    const unsigned char *roots;  ///< the solvable positions, as states of the search
    size_t solvable;             ///< number of solvable positions
    size_t count;
    const size_t *place;        ///< [count] each position's place in `roots`; SIZE_MAX: it is unsolvable
    const hr_solve_text *texts; ///< [count] their names and numbers in the input
    bool single;                ///< the input is one position
} hr_solve_task;

// guide.c

/// Collective. Fill in `order.cache`, and make the heuristic that `order` names; progress shows which database is being built.
/// `task->settings` is set; `task->log` may be NULL, and then the time limit counts from this call. `node` is the group of the
/// ranks on this node. Statuses and *guide are as for hr_guide_create. After HR_STOPPED `task->log->stop` has the reason; for a
/// signal or the time limit the error names it, too.
hr_status hr_solve_guide(hr_program *program, const hr_solve_task *task, const hr_comm *node, hr_heuristic_order order,
                         hr_guide *guide, hr_error *error);

// search.c

/// Where further blocks of positions come from. Both functions get `context`.
typedef struct hr_solve_blocks {
    bool (*more)(void *context); ///< Local. May another block follow? The same on every rank

    /// Collective. Read the next block: set `starts`, `roots`, `solvable`, `count`, `place` and `texts` of *task, and tell
    /// `task->log`. HR_STOPPED: a signal has come. HR_USAGE: the block is not text, or a text is no position. HR_FILE: the input
    /// cannot be read. HR_INTERNAL: out of memory, or MPI failed.
    hr_status (*next)(void *context, hr_program *program, hr_solve_task *task, hr_error *error);
    void *context;
} hr_solve_blocks;

/// Collective. Solve the positions of the task, then those of further blocks. Print the result of each as soon as it and those
/// before it are known. End `task->log`. HR_STOPPED: a limit or a stop ended a search. HR_USAGE: a later block has a text that is
/// no position, or the search refuses a position or the checkpoints. HR_FILE: the input, a checkpoint or the file of the result
/// failed. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_solve_search(hr_program *program, hr_solve_task *task, const hr_solve_blocks *blocks, hr_error *error);

#endif
