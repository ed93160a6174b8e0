// SPDX-License-Identifier: MIT
// The solver `idastar`: IDA*, for the kinds of puzzles in the table of position kinds.

#include <stdlib.h>
#include <string.h>

#include "cli/commands/solve/search.h"
#include "cli/commands/solve/states.h"
#include "core/try.h"
#include "puzzle/words.h"

/// The positions of one command line.
typedef struct reading {
    const hr_solve_settings *settings;
    const hr_position_kind *kind;
    hr_puzzle_input asked;
    hr_puzzle *puzzle; ///< the puzzle whose states the positions are to people
    void *board;
    hr_solve_input input;
    hr_state *starts;        ///< [input.count · words] the positions, as states of `puzzle`
    unsigned char *solvable; ///< [solvable_count] the solvable positions, `kind->state_bytes` bytes each
    size_t *place;           ///< [input.count] a position's place in `solvable`; SIZE_MAX if it is unsolvable
    size_t solvable_count;
} reading;

static bool takes(const hr_puzzle_kind *kind) { return hr_position_kind_of(kind) != NULL; }

/// Find the kind of the positions that the settings name.
static hr_status find_kind(const hr_puzzle_kind *kind, const hr_solve_settings *settings, const hr_position_kind **positions,
                           hr_error *error) {
    hr_puzzle_options options = settings->puzzle.options;
    options.spec = settings->spec;
    return hr_position_kind_find(kind, &options, positions, error);
}

static hr_status check(const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error) {
    const hr_position_kind *positions = NULL;
    HR_TRY(find_kind(kind, settings, &positions, error));
    return settings->all && positions->left_out != NULL
               ? hr_error_set(error, HR_USAGE, "idastar leaves out %s, so it cannot count with --%s", positions->left_out,
                              settings->list > 0 ? "list" : "all")
               : HR_OK;
}

static hr_heuristic_order order_of(const reading *r) {
    const hr_solve_settings *set = r->settings;
    const bool plain = set->max_nodes == 0 && set->max_seconds == 0; // then "auto" may try small tables first
    return (hr_heuristic_order){
        .kind = r->kind,
        .board = r->board,
        .name = set->heuristic,
        .no_mirror = set->no_mirror,
        .every_path = set->all || set->complete,
        .positions = r->solvable_count,
        .roots = plain && !r->input.more ? r->solvable : NULL,
        .memory_limit = set->memory_limit,
    };
}

static void free_states(reading *r) {
    free(r->starts);
    free(r->solvable);
    free(r->place);
    r->starts = NULL;
    r->solvable = NULL;
    r->place = NULL;
    r->solvable_count = 0;
}

static hr_status read_states(reading *r, hr_error *error) {
    const size_t count = r->input.count;
    const size_t words = hr_puzzle_words(r->puzzle);
    free_states(r);
    r->starts = calloc(count + 1, words * sizeof *r->starts);
    r->solvable = calloc(count + 1, r->kind->state_bytes);
    r->place = calloc(count + 1, sizeof *r->place);
    if (r->starts == NULL || r->solvable == NULL || r->place == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", count);
    }
    for (size_t i = 0; i < count; i++) {
        hr_state *start = r->starts + i * words;
        HR_TRY(hr_puzzle_parse(r->puzzle, r->input.texts[i].text, start, error)); // never fails: the text has been checked
        r->place[i] = SIZE_MAX;
        if (hr_puzzle_validate(r->puzzle, start, NULL) == HR_OK) {
            r->place[i] = r->solvable_count;
            r->kind->unpack(r->board, start, r->solvable + r->solvable_count++ * r->kind->state_bytes);
        }
    }
    return HR_OK;
}

/// Collective. Read a block of positions.
static hr_status read_positions(hr_program *program, reading *r, hr_error *error) {
    HR_TRY(hr_solve_read_states(program, r->kind->kind, r->settings, r->puzzle, &r->input, error));
    return hr_program_join(program, read_states(r, error), error);
}

static bool more(void *context) { return ((const reading *)context)->input.more; }

/// Set what the task has of the present block.
static void take_block(const reading *r, hr_solve_task *task) {
    task->starts = r->starts;
    task->roots = r->solvable;
    task->solvable = r->solvable_count;
    task->count = r->input.count;
    task->place = r->place;
    task->texts = r->input.texts;
}

/// Collective. Read the next block (`next` of hr_solve_blocks).
static hr_status next(void *context, hr_program *program, hr_solve_task *task, hr_error *error) {
    reading *r = context;
    const hr_status status = read_positions(program, r, error);
    if (status != HR_OK) {
        task->log->stop = r->input.stop;
        return status;
    }
    take_block(r, task);
    hr_solve_log_next(task->log, r->place, r->solvable_count, r->input.before);
    return HR_OK;
}

/// Collective. Make the heuristic, search, and print the result. If no position is solvable, no heuristic is made.
static hr_status search(hr_program *program, reading *r, hr_solve_log *log, hr_error *error) {
    hr_guide guide = {.name = "none"};
    hr_solve_task task = {.settings = r->settings,
                          .log = log,
                          .view = {.kind = r->kind, .board = r->board, .puzzle = r->puzzle, .domain = &guide.domain},
                          .heuristic = guide.name,
                          .heuristic_tiles = guide.tiles,
                          .single = r->input.count == 1 && !r->input.more};
    hr_comm *node = NULL;
    hr_status status = HR_OK;
    take_block(r, &task);
    if (r->solvable_count > 0 || r->input.more) {
        status = hr_comm_split_node(program->world, &node, error);
        status = status == HR_OK ? hr_solve_guide(program, &task, node, order_of(r), &guide, error) : status;
    }
    if (status == HR_OK) {
        const hr_solve_blocks blocks = {.more = more, .next = next, .context = r};
        // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): run() frees what `task` borrows
        status = hr_solve_search(program, &task, &blocks, error);
    }
    hr_guide_clear(&guide);
    hr_comm_destroy(&node);
    return status;
}

/// Collective. Make the puzzle and the board, and read the positions.
static hr_status prepare(hr_program *program, reading *r, hr_error *error) {
    HR_TRY(hr_puzzle_input_read(program, &r->asked, error));
    HR_TRY(hr_position_puzzle(r->kind, &r->asked.options, &r->puzzle, error));
    HR_TRY(hr_position_board(r->kind, &r->asked.options, r->puzzle, &r->board, error));
    const hr_heuristic_order order = order_of(r);
    HR_TRY(hr_heuristic_check(&order, error));
    return read_positions(program, r, error);
}

static hr_status run(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *set, hr_error *error) {
    reading r = {.settings = set, .asked = set->puzzle};
    hr_solve_log log;
    r.asked.options.spec = set->spec;
    hr_status status = find_kind(kind, set, &r.kind, error);
    status = status == HR_OK ? prepare(program, &r, error) : status;
    if (status == HR_OK) { // every rank has read the same positions
        status = hr_solve_log_begin(&log, program, set, r.place, r.solvable_count, error);
        if (status == HR_OK) {
            status = search(program, &r, &log, error);
            hr_solve_log_end(&log);
        }
    }
    status = hr_solve_judge_texts(&r.input, status, error);
    hr_solve_input_clear(&r.input);
    free(r.board);
    free_states(&r);
    hr_puzzle_destroy(&r.puzzle);
    hr_puzzle_input_clear(&r.asked);
    return status;
}

const hr_solver hr_solver_idastar = {
    .name = "idastar",
    .summary = "iterative deepening A*: tile (in slide 4x4 only), drops",
    .counts = "node",
    .takes = takes,
    .check = check,
    .run = run,
};
