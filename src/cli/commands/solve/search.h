// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_SEARCH_H
#define HR_SOLVE_SEARCH_H

// The search for the positions of `huarong solve` by IDA*, and heuristics.

#include "cli/commands/solve/solve.h"
#include "cli/output/log/solve.h"
#include "solve/heuristic.h"
#include "solve/stream_path.h"

/// The positions that are to be solved, of which a block has been read.
typedef struct hr_solve_task {
    const hr_solve_settings *settings;
    const hr_puzzle_kind *kind; ///< the puzzle's kind
    hr_solve_log *log;          ///< the log of the run
    hr_stream_view view;
    hr_guide guide; ///< the heuristic
    hr_solve_input input;
    bool single;          ///< the input is one position
    hr_state *starts;     ///< [input.count · words] the positions, as states of the view's puzzle
    unsigned char *roots; ///< [solvable · state_bytes] the solvable positions, as states of the search
    size_t solvable;      ///< number of solvable positions
    size_t *place;        ///< [input.count] each position's place in `roots`; SIZE_MAX: it is unsolvable
} hr_solve_task;

// guide.c

/// Collective. Fill in `order.cache`, and make the heuristic that `order` names; progress shows which database is being built.
/// `task->settings` is set; `task->log` may be NULL, and then the time limit counts from this call. `node` is the group of the
/// ranks on this node. Statuses and *guide are as for hr_guide_create. After HR_STOPPED `task->log->stop` has the reason; for a
/// signal or the time limit the error names it, too.
hr_status hr_solve_guide(hr_program *program, const hr_solve_task *task, const hr_comm *node, hr_heuristic_order order,
                         hr_guide *guide, hr_error *error);

// search.c

/// Collective. Read the next block of positions. HR_STOPPED: a signal has come. HR_USAGE: the block is not text, or a text is no
/// position. HR_FILE: the input cannot be read. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_solve_read_positions(hr_program *program, hr_solve_task *task, hr_error *error);

/// Collective. Solve the positions of the block that has been read, then those of further blocks. Print the result of each as soon
/// as it and those before it are known. End `task->log`. HR_STOPPED: a limit or a stop ended a search. HR_USAGE: a later block has
/// a text that is no position, or the search refuses a position or the checkpoints. HR_FILE: the input, a checkpoint or the file of
/// the result failed. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_solve_search(hr_program *program, hr_solve_task *task, hr_error *error);

/// Local. Free the input and the block.
void hr_solve_task_clear(hr_solve_task *task);

#endif
