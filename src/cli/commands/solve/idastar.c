// SPDX-License-Identifier: MIT
// The solver `idastar`: IDA*, for the kinds of puzzles in the table of position kinds.

#include <stdlib.h>

#include "cli/commands/solve/search.h"
#include "cli/commands/solve/states.h"
#include "core/try.h"

static bool takes(const hr_puzzle_kind *kind) {
    (void)kind;
    return true;
}

/// Find the kind of the positions that the settings name.
static hr_status find_kind(const hr_puzzle_kind *kind, const hr_solve_settings *settings, const hr_position_kind **positions,
                           hr_error *error) {
    hr_puzzle_options options = settings->puzzle.options;
    options.spec = settings->spec;
    return hr_position_kind_find(kind, &options, settings->solver != NULL, positions, error);
}

static hr_status check(const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error) {
    const hr_position_kind *positions = NULL;
    HR_TRY(find_kind(kind, settings, &positions, error));
    return settings->all && positions->left_out != NULL
               ? hr_error_set(error, HR_USAGE, "idastar leaves out %s, so it cannot count with --%s", positions->left_out,
                              settings->list > 0 ? "list" : "all")
               : HR_OK;
}

/// May a position take long enough that large tables are worth building? Then "auto" first tries to do without them.
static bool may_be_hard(const hr_solve_settings *set) {
    enum { MANY_NODES = 1000000000, LONG_SECONDS = 60 };
    return (set->max_nodes == 0 || set->max_nodes >= MANY_NODES) && (set->max_seconds == 0 || set->max_seconds >= LONG_SECONDS);
}

static hr_heuristic_order order_of(const hr_solve_task *task) {
    const hr_solve_settings *set = task->settings;
    return (hr_heuristic_order){
        .kind = task->view.kind,
        .board = task->view.board,
        .name = set->heuristic,
        .no_mirror = set->no_mirror,
        .every_path = set->all || set->complete,
        .positions = task->solvable,
        .roots = may_be_hard(set) && !task->input.more ? task->roots : NULL,
        .memory_limit = set->memory_limit,
    };
}

/// Collective. Make the heuristic, search, and print the result. If no position is solvable, no heuristic is made.
static hr_status search(hr_program *program, hr_solve_task *task, hr_error *error) {
    hr_comm *node = NULL;
    hr_status status = HR_OK;
    task->single = task->input.count == 1 && !task->input.more;
    if (task->solvable > 0 || task->input.more) {
        status = hr_comm_split_node(program->world, &node, error);
        status = status == HR_OK ? hr_solve_guide(program, task, node, order_of(task), &task->guide, error) : status;
    }
    status = status == HR_OK ? hr_solve_search(program, task, error) : status;
    hr_guide_clear(&task->guide);
    hr_comm_destroy(&node);
    return status;
}

/// Collective. Make the puzzle and the board, and read the first positions.
static hr_status prepare(hr_program *program, hr_puzzle_input *asked, hr_puzzle **puzzle, void **board, hr_solve_task *task,
                         hr_error *error) {
    const hr_position_kind *kind = task->view.kind;
    HR_TRY(hr_puzzle_input_read(program, asked, error));
    HR_TRY(hr_position_puzzle(kind, &asked->options, puzzle, error));
    HR_TRY(kind->create(*puzzle, asked->options.goal, board, error));
    task->view = (hr_stream_view){.kind = kind, .board = *board, .puzzle = *puzzle, .domain = &task->guide.domain};
    const hr_heuristic_order order = order_of(task);
    HR_TRY(hr_heuristic_check(&order, error));
    return hr_solve_read_positions(program, task, error);
}

static hr_status run(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *set, hr_error *error) {
    hr_solve_log log;
    hr_solve_task task = {.settings = set, .kind = kind, .log = &log, .guide = {.name = "none"}};
    hr_puzzle_input asked = set->puzzle;
    hr_puzzle *puzzle = NULL;
    void *board = NULL;
    asked.options.spec = set->spec;
    hr_status status = find_kind(kind, set, &task.view.kind, error);
    status = status == HR_OK ? prepare(program, &asked, &puzzle, &board, &task, error) : status;
    if (status == HR_OK) { // every rank has read the same positions
        status = hr_solve_log_begin(&log, program, set, task.place, task.solvable, error);
        if (status == HR_OK) {
            status = search(program, &task, error);
            hr_solve_log_end(&log);
        }
    }
    status = hr_solve_judge_texts(&task.input, status, error);
    hr_solve_task_clear(&task);
    free(board);
    hr_puzzle_destroy(&puzzle);
    hr_puzzle_input_clear(&asked);
    return status;
}

const hr_solver hr_solver_idastar = {
    .name = "idastar",
    .summary = "iterative deepening A*: all, first choice for tile and drops",
    .counts = "node",
    .takes = takes,
    .check = check,
    .run = run,
};
