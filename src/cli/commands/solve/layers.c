// SPDX-License-Identifier: MIT
// Breadth-first search as a solver, for every kind of puzzle that has 64-bit states.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/solve/solve.h"
#include "cli/interrupt.h"
#include "cli/output/json/parts.h"
#include "cli/output/progress.h"
#include "cli/output/solve.h"
#include "cli/output/states.h"
#include "cli/result.h"
#include "core/quantity.h"
#include "core/try.h"
#include "run/stop_reason.h"
#include "solve/layers/shortest_path.h"

/// One position and the result of its search.
typedef struct solution {
    hr_state start;
    hr_path path;
    hr_error unsolvable; ///< says why the puzzle cannot have the state `start`; empty if it can
} solution;

/// The positions of one command line and the state of their search.
typedef struct task {
    const hr_puzzle *puzzle;
    const hr_solve_settings *settings;
    const hr_solve_input *input;
    hr_meter meter;
    size_t at;         ///< the number of the position that is being searched
    double run_began;  ///< start of the run, in hr_comm_seconds
    double began;      ///< start of the search of position `at`, in hr_comm_seconds
    hr_stop stop;      ///< why the run stopped; HR_STOP_NONE while it goes on
    bool late;         ///< --max-seconds ended the position's search
    size_t open;       ///< number of positions that a limit or a stop left unsolved
    hr_depth bound;    ///< the proven lower bound of the last unsolved position
    char limit[192];   ///< the limit or stop that ended the search of the last unsolved position
    json_t *positions; ///< JSON results of the positions searched so far
} task;

/// Indent of drawings, which are printed below the moves.
enum { DRAWING_INDENT = 2 };

static hr_status print_text(const task *t, const solution *s, FILE *out, hr_error *error) {
    const hr_puzzle *puzzle = t->puzzle;
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_path *path = &s->path;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, s->start, text);
    if (t->input->count > 1) {
        fprintf(out, "%s: ", text);
    }
    char number[HR_QUANTITY_MAX];
    hr_quantity_count(path->visited, number);
    if (s->unsolvable.text[0] != '\0') {
        fprintf(out, "%s\n", s->unsolvable.text);
        return HR_OK;
    }
    if (path->outcome == HR_PATH_UNSOLVABLE) {
        fprintf(out, "unsolvable: there is no solution, none of the %s states that can be reached is solved\n", number);
        return HR_OK;
    }
    if (path->outcome != HR_PATH_SOLVED) {
        fprintf(out, "at least %" PRIu32 " %s, metric %s: stopped %s after %s states\n", path->bound,
                path->bound == 1 ? "move" : "moves", hr_metric_name(info->metric), t->limit, number);
        return HR_OK;
    }
    const size_t moves = path->count - 1;
    fprintf(out, "%zu %s, metric %s%s\n", moves, moves == 1 ? "move" : "moves", hr_metric_name(info->metric),
            moves == 0 ? ": solved already" : "");
    for (size_t i = 0; i < moves; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_step(puzzle, path->states[i], path->states[i + 1], &step, error));
        fprintf(out, "%5zu  %s\n", i + 1, step.text);
    }
    hr_states_draw_path(puzzle, path->states, path->count, &t->settings->drawing, DRAWING_INDENT, out);
    return HR_OK;
}

static const char *outcome_name(hr_path_outcome outcome) {
    static const char *const NAMES[] = {
        [HR_PATH_SOLVED] = "solved", [HR_PATH_UNSOLVABLE] = "unsolvable", [HR_PATH_LIMIT] = "limit", [HR_PATH_STOPPED] = "stopped"};
    return NAMES[outcome];
}

/// The JSON result of one position; NULL: out of memory.
static json_t *describe(const task *t, const solution *s) {
    const hr_path *path = &s->path;
    json_t *moves = json_array();
    json_t *boards = json_array();
    bool good = true;
    for (size_t i = 0; good && i < path->count; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(t->puzzle, path->states[i], text);
        good = json_array_append_new(boards, json_string(text)) == 0 &&
               (i + 1 == path->count ||
                json_array_append_new(moves, hr_json_step(t->puzzle, path->states[i], path->states[i + 1])) == 0);
    }
    json_t *object = json_object();
    const bool solved = path->outcome == HR_PATH_SOLVED;
    const bool solvable = path->outcome != HR_PATH_UNSOLVABLE;
    good = good && hr_json_put_state(object, t->puzzle, s->start) &&
           hr_json_put(object, "outcome", json_string(outcome_name(path->outcome))) &&
           (!solvable || hr_json_put(object, "length", solved ? hr_json_count(path->count - 1) : json_null())) &&
           (!solvable || hr_json_put(object, "lower_bound", hr_json_count(path->bound))) &&
           hr_json_put(object, "states", hr_json_count(path->visited)) && hr_json_put(object, "moves", json_incref(moves)) &&
           (!t->settings->drawing.draw || hr_json_put(object, "boards", json_incref(boards)));
    json_decref(moves);
    json_decref(boards);
    return hr_json_finished(object, good);
}

static hr_status print_json(const hr_puzzle *puzzle, json_t *positions, FILE *out, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    json_t *root = json_object();
    const bool good = hr_json_put_head(root, info->spec, info->metric) && hr_json_put(root, "heuristic", json_string("none")) &&
                      hr_json_put(root, "positions", json_incref(positions));
    return hr_json_write(root, good, out, error);
}

static void show_progress(task *t, const hr_path_progress *progress, double seconds) {
    if (!hr_meter_due(&t->meter, seconds)) {
        return;
    }
    char line[HR_METER_LINE_MAX];
    char text[3][HR_QUANTITY_MAX];
    (void)snprintf(line, sizeof line, "move %" PRIu32 " %2d%%  %s states  %s  %s", progress->depth + 1,
                   (int)(100 * progress->layer_done), hr_quantity_count(progress->visited, text[0]),
                   hr_quantity_bytes(progress->memory, text[1]), hr_quantity_seconds(seconds, text[2]));
    if (t->meter.live && t->meter.columns <= HR_METER_LINE_MAX) {
        line[t->meter.columns - 1] = '\0';
    }
    hr_meter_say(&t->meter, seconds, line);
}

static bool goes_on(void *context, const hr_path_progress *progress) {
    task *t = context;
    const double now = hr_comm_seconds();
    show_progress(t, progress, now - t->run_began);
    t->stop = hr_stop_reason(hr_interrupt_wanted, t->run_began, t->settings->long_run.max_seconds, 0);
    t->late = t->settings->max_seconds > 0 && now - t->began >= t->settings->max_seconds;
    return t->stop == HR_STOP_NONE && !t->late;
}

/// Record that a limit or a stop left a position unsolved.
static void note_open(task *t, hr_path *path) {
    if (t->stop == HR_STOP_NONE) {
        path->outcome = HR_PATH_LIMIT; // --max-seconds stopped the search, but is a limit of this position only
    }
    (void)snprintf(t->limit, sizeof t->limit, "%s",
                   t->stop != HR_STOP_NONE ? hr_stop_text(t->stop)
                   : t->late               ? "at a limit (--max-seconds)"
                                           : path->limit);
    t->open++;
    t->bound = path->bound;
}

/// Local. Search one position and print or collect its result. After the run was stopped, positions are not searched.
static hr_status solve_one(task *t, solution *s, FILE *out, hr_error *error) {
    hr_error why;
    if (hr_puzzle_parse(t->puzzle, t->input->texts[t->at], &s->start, &why) != HR_OK) {
        return hr_error_set(error, HR_USAGE, "position %zu: %.400s", t->at + 1, why.text);
    }
    const hr_path_options options = {
        .memory_limit = t->settings->memory_limit, .max_states = t->settings->max_nodes, .goes_on = goes_on, .context = t};
    t->began = hr_comm_seconds();
    t->late = false;
    if (hr_puzzle_validate(t->puzzle, s->start, &s->unsolvable) == HR_OK) {
        HR_TRY(hr_shortest_path(t->puzzle, s->start, &options, &s->path, error));
    }
    hr_meter_end(&t->meter);
    if (s->path.outcome == HR_PATH_LIMIT || s->path.outcome == HR_PATH_STOPPED) {
        note_open(t, &s->path);
    }
    if (!t->settings->output.json) {
        return print_text(t, s, out, error);
    }
    return json_array_append_new(t->positions, describe(t, s)) == 0
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL, "out of memory for the JSON result");
}

/// Local. HR_STOPPED if a limit or a stop ended a search; the error gives the proven bound.
static hr_status judge(const task *t, hr_error *error) {
    if (t->open == 0) {
        return HR_OK;
    }
    return t->input->count == 1
               ? hr_error_set(error, HR_STOPPED, "stopped %s: every solution has at least %" PRIu32 " moves", t->limit, t->bound)
               : hr_error_set(error, HR_STOPPED, "stopped %s, with %zu of %zu positions not solved; their lower bounds are proven",
                              t->limit, t->open, t->input->count);
}

/// A hr_result_printer: search all positions.
static hr_status solve_all(void *context, FILE *out, hr_error *error) {
    task *t = context;
    for (t->at = 0; t->at < t->input->count; t->at++) {
        solution s = {.path = {.outcome = HR_PATH_UNSOLVABLE}};
        const hr_status status = solve_one(t, &s, out, error);
        hr_path_clear(&s.path);
        HR_TRY(status);
    }
    return t->settings->output.json ? print_json(t->puzzle, t->positions, out, error) : HR_OK;
}

static bool takes(const hr_puzzle_kind *kind) { return kind->create != NULL; }

static hr_status check(const hr_puzzle_kind *kind, const hr_solve_settings *set, hr_error *error) {
    const struct {
        bool given;
        const char *name;
    } options[] = {
        {set->long_run.checkpoint.directory != NULL, "--checkpoint"},
        {set->long_run.log != NULL, "--log"},
        {set->iterations, "--iterations"},
        {set->complete, "--complete"},
        {set->no_mirror, "--no-mirror"},
        {strcmp(set->heuristic, "auto") != 0, "--heuristic"},
        {set->weight.numerator != 0, "--weight"},
        {set->all, "--all"},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (options[i].given) {
            return hr_error_set(error, HR_USAGE, "%s is solved by one breadth-first search: leave out %s", kind->name,
                                options[i].name);
        }
    }
    return HR_OK;
}

/// Collective. The first rank searches, the others wait for it.
static hr_status search(hr_program *program, const hr_puzzle *puzzle, const hr_solve_settings *set, const hr_solve_input *input,
                        hr_error *error) {
    task t = {.puzzle = puzzle, .settings = set, .input = input, .run_began = hr_comm_seconds()};
    hr_meter_init(&t.meter, set->output.quiet ? HR_PROGRESS_NEVER : HR_PROGRESS_AUTO, stderr, "huarong solve", 1, 0);
    hr_run_log log = {.meter = &t.meter, .ranks = 1};
    HR_TRY(hr_long_run_note_memory(program, set->memory_limit, &log, error));
    t.positions = json_array();
    hr_interrupt_begin(); // not earlier, so that a signal ends a program that waits for input
    hr_status status = hr_result_print(program, solve_all, &t, error);
    status = hr_program_join(program, status == HR_OK ? judge(&t, error) : status, error);
    json_decref(t.positions);
    return status;
}

/// Local. Take the puzzle's own start as the only position.
static hr_status take_start(const hr_puzzle *puzzle, hr_solve_input *input, hr_error *error) {
    uint64_t cursor = 0;
    hr_state start = HR_STATE_NONE;
    input->bytes = malloc(HR_STATE_TEXT_MAX);
    if (input->bytes == NULL || hr_puzzle_sources(puzzle, &cursor, &start, 1) != 1) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a position");
    }
    hr_puzzle_format(puzzle, start, input->bytes);
    return hr_solve_split(input, 0, error);
}

/// Collective. Read the positions. A puzzle that has a start needs none.
static hr_status read_positions(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings,
                                const hr_puzzle *puzzle, hr_solve_input *input, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    if (kind->has_start && settings->file == NULL && settings->arguments.count == 0) {
        return hr_program_join(program, take_start(puzzle, input, error), error);
    }
    return hr_solve_read(program, settings, kind->numbers ? (size_t)(info->width * info->height) : 0, input, error);
}

static hr_status run(hr_program *program, const hr_puzzle_kind *kind, const hr_solve_settings *settings, hr_error *error) {
    hr_puzzle *puzzle = NULL;
    hr_solve_input input = {0};
    hr_puzzle_input asked = settings->puzzle;
    asked.options.spec = settings->spec;
    hr_status status = hr_puzzle_input_create(program, &asked, &puzzle, error);
    status = status == HR_OK ? read_positions(program, kind, settings, puzzle, &input, error) : status;
    status = status == HR_OK ? search(program, puzzle, settings, &input, error) : status;
    hr_solve_input_clear(&input);
    hr_puzzle_destroy(&puzzle);
    hr_puzzle_input_clear(&asked);
    return status;
}

const hr_solver hr_solver_layers = {
    .name = "layers",
    .summary = "breadth first on one rank, all states in memory: all but drops",
    .takes = takes,
    .check = check,
    .run = run,
};
