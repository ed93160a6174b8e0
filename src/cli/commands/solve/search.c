// SPDX-License-Identifier: MIT
// Searches the positions of `huarong solve` by IDA*, and prints the results.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/solve/search.h"
#include "cli/commands/solve/states.h"
#include "cli/interrupt.h"
#include "cli/result.h"
#include "comm/launch.h"
#include "core/hash.h"
#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/lines.h"
#include "puzzle/words.h"
#include "run/stop_reason.h"
#include "solve/idastar/list_paths.h"

enum { IDENTITY_MAX = HR_HEURISTIC_NAME + HR_PUZZLE_IDENTITY_MAX + 1024 };

/// Seconds between two times at which printed results are passed on to readers. Where messages tell of iterations and the launcher
/// wants whole lines, the next message waits until the results have been read.
#define FLUSH_EVERY(set) ((set)->iterations && hr_launch_whole_lines() ? 2.0 : 0.1)

/// Local. Free what belongs to the block.
static void free_block(hr_solve_task *task) {
    free(task->starts);
    free(task->roots);
    free(task->place);
    task->starts = NULL;
    task->roots = NULL;
    task->place = NULL;
    task->solvable = 0;
}

/// Local. Make states of the texts of the block, and roots of those that are solvable.
static hr_status make_block(hr_solve_task *task, hr_error *error) {
    const hr_stream_view *view = &task->view;
    const size_t count = task->input.count;
    const size_t words = hr_puzzle_words(view->puzzle);
    free_block(task);
    task->starts = calloc(count + 1, words * sizeof *task->starts);
    task->roots = calloc(count + 1, view->kind->state_bytes);
    task->place = calloc(count + 1, sizeof *task->place);
    if (task->starts == NULL || task->roots == NULL || task->place == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", count);
    }
    for (size_t i = 0; i < count; i++) {
        hr_state *start = task->starts + i * words;
        HR_TRY(hr_puzzle_parse(view->puzzle, task->input.texts[i].text, start, error)); // never fails: the text has been checked
        task->place[i] = SIZE_MAX;
        if (hr_puzzle_validate(view->puzzle, start, NULL) == HR_OK) {
            task->place[i] = task->solvable;
            view->kind->unpack(view->board, start, task->roots + task->solvable++ * view->kind->state_bytes);
        }
    }
    return HR_OK;
}

hr_status hr_solve_read_positions(hr_program *program, hr_solve_task *task, hr_error *error) {
    HR_TRY(hr_solve_read_states(program, task->kind, task->settings, task->view.puzzle, &task->input, error));
    return hr_program_join(program, make_block(task, error), error);
}

void hr_solve_task_clear(hr_solve_task *task) {
    hr_solve_input_clear(&task->input);
    free_block(task);
}

/// Write the text that identifies a run in its checkpoints. Parts that are most likely to differ come first, because messages may
/// show only the beginning.
static void identify(const hr_solve_task *task, hr_idastar_weight weight, char text[IDENTITY_MAX]) {
    const hr_puzzle *puzzle = task->view.puzzle;
    const hr_solve_settings *set = task->settings;
    uint64_t hash = 0;
    for (size_t i = 0; i < task->input.count; i++) {
        char state[HR_STATE_TEXT_MAX];
        hr_puzzle_format(puzzle, task->starts + i * hr_puzzle_words(puzzle), state);
        const uint64_t pair[] = {hash, hr_hash_bytes(state, strlen(state))};
        hash = hr_hash_bytes(pair, sizeof pair);
    }
    char needless[64] = "";
    if (task->view.domain->needless > 0) {
        (void)snprintf(needless, sizeof needless, " without needless sequences of %u moves", task->view.domain->needless);
    }
    char goal[HR_STATE_TEXT_MAX];
    char of[HR_PUZZLE_IDENTITY_MAX] = "";
    hr_puzzle_goal(puzzle, goal);
    if (task->view.kind->kind == NULL) { // a file may hold the puzzle
        hr_puzzle_identity(puzzle, of);
    }
    (void)snprintf(text, IDENTITY_MAX,
                   "solve %.40s by %s%s%s, %zu positions %016" PRIx64 ", weight %" PRIu32 "/%" PRIu32 "%s, limits %" PRIu64
                   " nodes, %g s, goal %.200s%s%s",
                   set->spec, task->guide.name, set->no_mirror ? " without mirror" : "", needless, task->input.count, hash,
                   weight.numerator, weight.denominator, set->all || set->complete ? ", complete" : "", set->max_nodes,
                   set->max_seconds, goal[0] == '\0' ? "-" : goal, of[0] == '\0' ? "" : ", of ", of);
}

/// The context of `say_iteration`.
typedef struct talk {
    const hr_program *program;
    const hr_solve_task *task;
} talk;

static void say_iteration(const hr_idastar_iteration *iteration, void *context) {
    const talk *t = context;
    if (!hr_program_speaks(t->program) || t->task->settings->output.quiet) {
        return;
    }
    char nodes[HR_QUANTITY_MAX];
    char rate[HR_QUANTITY_MAX];
    const double seconds = iteration->seconds > 0 ? iteration->seconds : 1e-9;
    hr_meter_end(&t->task->log->meter);
    if (t->task->input.count > 1) {
        fprintf(stderr, "position %zu, ", hr_solve_log_number(t->task->log, iteration->position));
    }
    fprintf(stderr, "bound %" PRIu32 ": %s node%s, %.3f s, %s nodes/s, balance %.3f, %" PRIu64 " steal%s\n", iteration->bound,
            hr_quantity_count(iteration->nodes, nodes), hr_quantity_plural(iteration->nodes), iteration->seconds,
            hr_quantity_rough((double)iteration->nodes / seconds, rate), iteration->balance, iteration->steals,
            hr_quantity_plural(iteration->steals));
}

/// The search and the printing of its results.
typedef struct showing {
    hr_program *program;
    hr_solve_task *task;
    const hr_idastar_stream *stream; ///< of the present block; NULL: the block has no solvable position
    hr_found_report report;          ///< what is printed
    FILE *out;                       ///< NULL on ranks that do not speak
    size_t shown;                    ///< positions printed
    bool flushed;                    ///< nothing has been printed since `out` was flushed
    double flushed_at;               ///< time of that flush, in seconds since the start of the run
    bool begun;                      ///< the output is open, and the other ranks know
    hr_status printed;               ///< status of the printing
    hr_error trouble;                ///< the text that goes with `printed`
    hr_status saved;  ///< how the run ended, if its results are printed in any case: HR_OK, HR_STOPPED, HR_USAGE, HR_FILE
    hr_error unsaved; ///< the text that goes with `saved`
} showing;

/// Write what ended the search of a position before it was solved: "at 1,000,000 nodes (--position-nodes)", "by a signal".
static void write_limit(const hr_solve_task *task, bool lacked_memory, hr_path *path) {
    const hr_solve_settings *set = task->settings;
    char number[HR_QUANTITY_MAX];
    if (path->outcome == HR_PATH_STOPPED) {
        (void)snprintf(path->limit, sizeof path->limit, "%s", hr_stop_text(task->log->stop));
    } else if (lacked_memory) {
        (void)snprintf(path->limit, sizeof path->limit, "for lack of memory");
    } else if (set->max_nodes > 0 && path->visited >= set->max_nodes) {
        (void)snprintf(path->limit, sizeof path->limit, "at %s node%s (--position-nodes)",
                       hr_quantity_count(set->max_nodes, number), hr_quantity_plural(set->max_nodes));
    } else if (set->max_seconds > 0 && path->seconds >= set->max_seconds) {
        (void)snprintf(path->limit, sizeof path->limit, "at %s (--position-time)", hr_quantity_seconds(set->max_seconds, number));
    } else {
        (void)snprintf(path->limit, sizeof path->limit, "at a limit");
    }
}

/// Does a signal or the run's time limit end the search for further solutions?
static bool stops(void *context) {
    const hr_solve_task *task = context;
    return hr_stop_reason(hr_interrupt_wanted, task->log->began, task->settings->long_run.max_seconds, 0) != HR_STOP_NONE;
}

/// Give the path the solutions that --list asks for.
static hr_status list_solutions(hr_solve_task *task, const void *root, hr_path *path, hr_error *error) {
    const hr_idastar_wanted wanted = {.root = root,
                                      .length = (uint32_t)path->count - 1,
                                      .most = task->settings->list,
                                      .stop_wanted = stops,
                                      .stop_context = task};
    hr_idastar_listed listed = {.paths = NULL};
    hr_status status = hr_idastar_list(task->view.domain, &wanted, &listed, error);
    status = status == HR_OK ? hr_stream_path_list(&task->view, root, listed.paths, listed.count, path, error) : status;
    free(listed.paths);
    return status;
}

/// Make the path of a position that has been searched.
static hr_status make_path(showing *s, size_t place, hr_path *path, hr_error *error) {
    hr_solve_task *task = s->task;
    const void *root = task->roots + place * task->view.kind->state_bytes;
    HR_TRY(hr_stream_path(&task->view, s->stream, place, root, path, error));
    if (path->outcome == HR_PATH_LIMIT || path->outcome == HR_PATH_STOPPED) {
        write_limit(task, s->stream->solutions[place].lacked_memory, path);
    }
    return path->outcome == HR_PATH_SOLVED && task->settings->list > 0 ? list_solutions(task, root, path, error) : HR_OK;
}

/// Local. Print the result of a position of the block.
static hr_status show_position(showing *s, size_t position, hr_error *error) {
    const hr_solve_task *task = s->task;
    const hr_puzzle *puzzle = task->view.puzzle;
    hr_found found = {.name = task->input.texts[position].name,
                      .number = task->input.texts[position].number,
                      .start = task->starts + position * hr_puzzle_words(puzzle),
                      .path = {.outcome = HR_PATH_UNSOLVABLE}};
    hr_puzzle_take_letters(puzzle, found.start, NULL, &found.letters);
    hr_status status = HR_OK;
    if (task->place[position] == SIZE_MAX) {
        (void)hr_puzzle_validate(puzzle, found.start, &found.unsolvable);
    } else {
        status = make_path(s, task->place[position], &found.path, error);
    }
    status = status == HR_OK ? hr_found_print(&s->report, &found, s->out, error) : status;
    hr_path_clear(&found.path);
    return status;
}

/// Local. Print the results of the positions that are not printed yet, up to position `end` − 1 of the block.
static void show_until(showing *s, size_t end) {
    while (s->printed == HR_OK && s->shown < end) {
        s->printed = show_position(s, s->shown++, &s->trouble);
    }
}

/// Local. The `done` of hr_idastar_long_run: print results that have become known, and let readers see them.
static void show_done(const hr_idastar_stream *stream, size_t first, size_t end, void *context) {
    showing *s = context;
    const hr_solve_task *task = s->task;
    size_t known = s->shown;
    (void)stream;
    (void)first;
    while (known < task->input.count && (task->place[known] == SIZE_MAX || task->place[known] < end)) {
        known++;
    }
    hr_meter_end(&task->log->meter);
    show_until(s, known);
    s->flushed = false;
}

/// Local. The `tick` of hr_idastar_long_run: let readers see what has been printed, and show how far the run has come. If nobody
/// reads any more, ask the run to stop.
static void tick(void *context) {
    showing *s = context;
    const double seconds = hr_comm_seconds() - s->task->log->began;
    if (!s->flushed && seconds >= s->flushed_at + FLUSH_EVERY(s->task->settings)) {
        hr_result_pass_on(s->program, s->out);
        s->flushed = true;
        s->flushed_at = seconds;
    }
    hr_solve_log_show(s->task->log, seconds);
}

/// Collective. Search the solvable positions of a block. Errors of hr_idastar_stream_solve.
static hr_status search(showing *s, hr_idastar_stream *stream, hr_error *error) {
    const hr_solve_task *task = s->task;
    const hr_solve_settings *set = task->settings;
    const hr_idastar_positions positions = {
        .domain = task->view.domain,
        .roots = task->roots,
        .stride = task->view.kind->state_bytes,
        .count = task->solvable,
        .lower_bound = task->guide.lower_bound,
    };
    talk to = {.program = s->program, .task = task};
    char identity[IDENTITY_MAX];
    identify(task, set->weight.numerator > 0 ? set->weight : (hr_idastar_weight){1, 1}, identity);
    const hr_idastar_long_run long_run = {
        .checkpoint = set->long_run.checkpoint,
        .identity = identity,
        .began = task->log->began,
        .max_seconds = set->long_run.max_seconds,
        .stop_wanted = hr_interrupt_wanted,
        .event = hr_solve_log_event,
        .event_context = task->log,
        .rounds = set->details,
        .done = task->single ? NULL : show_done,
        .tick = tick,
        .done_context = s,
    };
    const hr_idastar_options options = {
        .weight = set->weight,
        .complete = set->all || set->complete,
        .max_nodes = set->max_nodes,
        .max_seconds = set->max_seconds,
        .iteration = set->iterations ? say_iteration : NULL,
        .iteration_context = &to,
        .long_run = &long_run,
    };
    if (task->log->before == 0) {
        hr_solve_log_heuristic(task->log, task->guide.name, hr_comm_seconds() - task->log->began);
    }
    return hr_idastar_stream_solve(s->program->world, &positions, &options, stream, error);
}

/// Collective. Search a block of positions. If *known is true afterwards, the results are good, and the rank that speaks has
/// printed them; so it may be after HR_FILE, too, if a checkpoint could not be written. Errors of `search`.
static hr_status search_block(showing *s, bool *known, hr_error *error) {
    hr_solve_task *task = s->task;
    hr_idastar_stream stream = {0};
    s->shown = 0;
    s->stream = &stream;
    const hr_status status = task->solvable > 0 ? search(s, &stream, error) : HR_OK;
    task->log->stop = stream.stop;
    hr_meter_end(&task->log->meter);
    *known = status == HR_OK || (status == HR_FILE && stream.count > 0);
    if (*known && hr_program_speaks(s->program)) {
        show_until(s, task->input.count);
        s->flushed = false;
    }
    hr_idastar_stream_clear(&stream);
    s->stream = NULL;
    return status;
}

/// Collective. Search block after block. *known and errors as for search_block, and errors of reading the next block: HR_STOPPED: a
/// signal has come while positions were awaited. HR_USAGE: a text is no position.
static hr_status search_blocks(showing *s, bool *known, hr_error *error) {
    hr_status status = search_block(s, known, error);
    hr_solve_task *task = s->task;
    while (status == HR_OK && task->log->stop == HR_STOP_NONE && task->input.more) {
        if (s->out != NULL) {
            hr_result_pass_on(s->program, s->out);
        }
        status = hr_solve_read_positions(s->program, task, error);
        *known = status == HR_STOPPED || status == HR_USAGE;
        if (status == HR_OK) {
            hr_solve_log_next(task->log, task->place, task->solvable, task->input.before);
            status = search_block(s, known, error);
        } else {
            task->log->stop = task->input.stop;
        }
    }
    return status;
}

/// Collective. Search, and print on the rank that speaks, which calls it as a hr_result_printer. The results count even if a
/// checkpoint could not be written, or if a later part of the input is bad.
static hr_status search_and_show(void *context, FILE *out, hr_error *error) {
    showing *s = context;
    hr_solve_task *task = s->task;
    const double started = hr_comm_seconds();
    const bool speaks = hr_program_speaks(s->program);
    bool known = false;
    s->begun = true;
    s->out = out;
    HR_TRY(hr_program_join(s->program, HR_OK, error)); // the rank that speaks may have failed to open its output
    if (speaks) {
        s->printed = hr_found_begin(&s->report, out, &s->trouble);
    }
    hr_error why = {.text = ""};
    const hr_status status = search_blocks(s, &known, &why);
    hr_solve_log_end(task->log);
    s->report.seconds = hr_comm_seconds() - started;
    if (speaks && known && s->printed == HR_OK) {
        s->printed = hr_found_end(&s->report, out, &s->trouble);
        hr_solve_print_notes(&s->report, task->settings, stderr);
    }
    if (speaks && known && s->printed != HR_OK) {
        return hr_error_set(error, s->printed, "%s", s->trouble.text);
    }
    if (status != HR_OK && !(speaks && known)) {
        return hr_error_set(error, status, "%s", why.text);
    }
    s->saved = status;
    s->unsaved = why;
    if (status == HR_OK && speaks) {
        const bool resumable = task->log->stop != HR_STOP_NONE && hr_long_run_can_resume(&task->settings->long_run);
        s->saved = hr_found_judge(&s->report, resumable, &s->unsaved);
    }
    return HR_OK;
}

hr_status hr_solve_search(hr_program *program, hr_solve_task *task, hr_error *error) {
    showing s = {.program = program, .task = task};
    s.report = hr_solve_report(program, task->settings, task->view.puzzle, task->guide.name, !task->single);
    s.report.heuristic_tiles = task->guide.tiles;
    hr_status status =
        hr_program_speaks(program) ? hr_result_print(program, search_and_show, &s, error) : search_and_show(&s, NULL, error);
    if (!s.begun) {
        status = hr_program_join(program, status, error);
    }
    if (status == HR_OK && s.saved != HR_OK && error != NULL) {
        *error = s.unsaved;
    }
    return hr_program_join(program, status == HR_OK ? s.saved : status, error);
}
