// SPDX-License-Identifier: MIT
// The solver `idastar`: IDA*, for the kinds of puzzles in the table of position kinds.

#include <stdlib.h>
#include <string.h>

#include "cli/commands/solve/search.h"
#include "cli/commands/solve/solve.h"
#include "cli/input.h"
#include "core/try.h"
#include "puzzle/size.h"

/// The positions of one command line.
typedef struct task {
    const hr_position_kind *kind;
    void *board;
    hr_solve_input input;
    unsigned char *states;   ///< [input.count] the positions, `kind->state_bytes` bytes each
    unsigned char *solvable; ///< [solvable_count] the solvable positions
    size_t *place;           ///< [input.count] a position's place in `solvable`; SIZE_MAX if it is unsolvable
    size_t solvable_count;
    char goal[HR_STATE_TEXT_MAX];
    const hr_solve_settings *settings;
} task;

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

static hr_heuristic_order order_of(const task *t, const hr_solve_settings *settings) {
    const bool plain = settings->max_nodes == 0 && settings->max_seconds == 0; // then "auto" may try small tables first
    return (hr_heuristic_order){
        .kind = t->kind,
        .board = t->board,
        .name = settings->heuristic,
        .no_mirror = settings->no_mirror,
        .every_path = settings->all || settings->complete,
        .positions = t->solvable_count,
        .roots = plain && !t->input.more ? t->solvable : NULL,
        .memory_limit = settings->memory_limit,
    };
}

/// Check that `text` is a position of the board (hr_position_reader).
static hr_status read_text(void *context, const char *text, hr_error *error) {
    const task *t = context;
    _Alignas(16) unsigned char state[HR_IDASTAR_STATE_MAX];
    return t->kind->parse(t->board, text, state, error);
}

static void free_states(task *t) {
    free(t->states);
    free(t->solvable);
    free(t->place);
    t->states = NULL;
    t->solvable = NULL;
    t->place = NULL;
    t->solvable_count = 0;
}

static hr_status read_states(task *t, hr_error *error) {
    const size_t count = t->input.count;
    const size_t stride = t->kind->state_bytes;
    free_states(t);
    t->states = calloc(count + 1, stride);
    t->solvable = calloc(count + 1, stride);
    t->place = calloc(count + 1, sizeof *t->place);
    if (t->states == NULL || t->solvable == NULL || t->place == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", count);
    }
    for (size_t i = 0; i < count; i++) {
        void *state = t->states + i * stride;
        HR_TRY(t->kind->parse(t->board, t->input.texts[i].text, state, error)); // never fails: the text has been checked
        t->place[i] = SIZE_MAX;
        if (t->kind->solvable == NULL || t->kind->solvable(t->board, state)) {
            t->place[i] = t->solvable_count;
            memcpy(t->solvable + t->solvable_count++ * stride, state, stride);
        }
    }
    return HR_OK;
}

/// Collective. Read a block of positions.
static hr_status read_positions(hr_program *program, task *t, hr_error *error) {
    HR_TRY(hr_solve_read_block(program, t->settings, &t->input, error));
    HR_TRY(hr_solve_check_texts(program, t->settings, &t->input, read_text, t, error));
    return hr_program_join(program, read_states(t, error), error);
}

static bool more(void *context) { return ((const task *)context)->input.more; }

/// Collective. Read the next block into *report and *solvable (`next` of hr_solve_blocks).
static hr_status next(void *context, hr_program *program, hr_solve_report *report, hr_idastar_positions *solvable,
                      hr_error *error) {
    task *t = context;
    const hr_status status = read_positions(program, t, error);
    if (status != HR_OK) {
        report->log->stop = t->input.stop;
        return status;
    }
    report->roots = t->states;
    report->count = t->input.count;
    report->place = t->place;
    report->texts = t->input.texts;
    solvable->roots = t->solvable;
    solvable->count = t->solvable_count;
    hr_solve_log_next(report->log, t->place, t->solvable_count, t->input.before);
    return HR_OK;
}

/// Collective. Make the heuristic, search, and print the result. If no position is solvable, no heuristic is made.
static hr_status search(hr_program *program, const hr_solve_settings *set, task *t, hr_solve_log *log, hr_error *error) {
    hr_guide guide = {.name = "none"};
    const hr_solve_view view = {
        .kind = t->kind,
        .board = t->board,
        .puzzle = set->spec,
        .goal = t->kind->goal != NULL ? t->goal : NULL,
        .heuristic = guide.name,
        .domain = &guide.domain,
    };
    hr_solve_report report = {
        .words = &program->words,
        .view = &view,
        .settings = set,
        .roots = t->states,
        .stride = t->kind->state_bytes,
        .count = t->input.count,
        .place = t->place,
        .texts = t->input.texts,
        .single = t->input.count == 1 && !t->input.more,
        .log = log,
    };
    hr_comm *node = NULL;
    hr_status status = HR_OK;
    if (t->solvable_count > 0 || t->input.more) {
        status = hr_comm_split_node(program->world, &node, error);
        status = status == HR_OK ? hr_solve_guide(program, &report, node, order_of(t, set), &guide, error) : status;
    }
    if (status == HR_OK) {
        hr_idastar_positions solvable = {
            .domain = &guide.domain, .roots = t->solvable, .stride = t->kind->state_bytes, .count = t->solvable_count};
        const hr_solve_blocks blocks = {.more = more, .next = next, .context = t};
        // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): run() frees what `report` borrows
        status = hr_solve_search(program, &report, &solvable, &blocks, error);
    }
    hr_guide_clear(&guide);
    hr_comm_destroy(&node);
    return status;
}

/// Collective. Make the board and read the positions.
static hr_status prepare(hr_program *program, const hr_solve_settings *set, task *t, hr_error *error) {
    int width = 0;
    int height = 0;
    const char *colon = strchr(set->spec, ':');
    HR_TRY(hr_puzzle_read_size(t->kind->kind, colon == NULL ? NULL : colon + 1, &width, &height, error));
    char *goal = NULL;
    hr_status status = hr_input_text(program, set->puzzle.options.goal, &goal, error);
    status = status == HR_OK ? t->kind->create(width, height, goal, &t->board, error) : status;
    free(goal);
    HR_TRY(status);
    const hr_heuristic_order order = order_of(t, set);
    HR_TRY(hr_heuristic_check(&order, error));
    if (t->kind->goal != NULL) {
        t->kind->goal(t->board, t->goal);
    }
    t->settings = set;
    t->input.list = hr_position_list_of(t->kind->kind, width, height);
    return read_positions(program, t, error);
}

static hr_status run(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *set, hr_error *error) {
    task t = {.kind = NULL};
    hr_solve_log log;
    hr_status status = find_kind(kind, set, &t.kind, error);
    status = status == HR_OK ? prepare(program, set, &t, error) : status;
    if (status == HR_OK) { // every rank has read the same positions
        status = hr_solve_log_begin(&log, program, set, t.place, t.solvable_count, error);
        if (status == HR_OK) {
            status = search(program, set, &t, &log, error);
            hr_solve_log_end(&log);
        }
    }
    status = hr_solve_judge_texts(&t.input, status, error);
    hr_solve_input_clear(&t.input);
    free(t.board);
    free_states(&t);
    return status;
}

const hr_solver hr_solver_idastar = {
    .name = "idastar",
    .summary = "by a heuristic on all ranks: tile (in slide 4x4 only), drops",
    .takes = takes,
    .check = check,
    .run = run,
};
