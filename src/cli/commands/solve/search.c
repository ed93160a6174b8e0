// SPDX-License-Identifier: MIT
// Searches the positions of `huarong solve` by IDA*, or water drops by A*, and prints the results.

#include <inttypes.h>
#include <string.h>

#include "cli/commands/solve/search.h"
#include "cli/commands/solve/solve.h"
#include "cli/interrupt.h"
#include "cli/result.h"
#include "comm/launch.h"
#include "core/hash.h"
#include "core/quantity.h"
#include "core/try.h"
#include "run/stop_reason.h"

enum { IDENTITY_MAX = HR_HEURISTIC_NAME + 1024 };

/// Seconds between two times at which printed results are passed on to readers. Where messages tell of iterations and the launcher
/// wants whole lines, the next message waits until the results have been read.
#define FLUSH_EVERY(set) ((set)->iterations && hr_launch_whole_lines() ? 2.0 : 0.1)

/// Write the text that identifies a run in its checkpoints. Parts that are most likely to differ come first, because messages may
/// show only the beginning.
static void identify(const hr_solve_report *report, hr_idastar_weight weight, char text[IDENTITY_MAX]) {
    const hr_solve_view *view = report->view;
    const hr_solve_settings *set = report->settings;
    uint64_t hash = 0;
    for (size_t i = 0; i < report->count; i++) {
        char state[HR_STATE_TEXT_MAX];
        view->kind->format(view->board, report->roots + i * report->stride, state);
        const uint64_t pair[] = {hash, hr_hash_bytes(state, strlen(state))};
        hash = hr_hash_bytes(pair, sizeof pair);
    }
    char needless[64] = "";
    if (view->domain->needless > 0) {
        (void)snprintf(needless, sizeof needless, " without needless sequences of %u moves", view->domain->needless);
    }
    (void)snprintf(text, IDENTITY_MAX,
                   "solve %.40s by %s%s%s, %zu positions %016" PRIx64 ", weight %" PRIu32 "/%" PRIu32 "%s, limits %" PRIu64
                   " nodes, %g s, goal %.200s",
                   view->puzzle, view->heuristic, set->no_mirror ? " without mirror" : "", needless, report->count, hash,
                   weight.numerator, weight.denominator, set->all || set->complete ? ", complete" : "", set->max_nodes,
                   set->max_seconds, view->goal == NULL ? "-" : view->goal);
}

/// The context of `say_iteration`.
typedef struct talk {
    const hr_program *program;
    const hr_solve_report *report;
} talk;

static void say_iteration(const hr_idastar_iteration *iteration, void *context) {
    const talk *t = context;
    if (!hr_program_speaks(t->program) || t->report->settings->output.quiet) {
        return;
    }
    char nodes[HR_QUANTITY_MAX];
    char rate[HR_QUANTITY_MAX];
    const double seconds = iteration->seconds > 0 ? iteration->seconds : 1e-9;
    hr_meter_end(&t->report->log->meter);
    if (t->report->count > 1) {
        fprintf(stderr, "position %zu, ", hr_solve_log_number(t->report->log, iteration->position));
    }
    fprintf(stderr, "bound %" PRIu32 ": %s node%s, %.3f s, %s nodes/s, balance %.3f, %" PRIu64 " steal%s\n", iteration->bound,
            hr_quantity_count(iteration->nodes, nodes), hr_quantity_plural(iteration->nodes), iteration->seconds,
            hr_quantity_rough((double)iteration->nodes / seconds, rate), iteration->balance, iteration->steals,
            hr_quantity_plural(iteration->steals));
}

/// Local. HR_STOPPED with a text if a limit or a stop ended a search, else HR_OK.
static hr_status judge(const hr_solve_report *report, hr_error *error) {
    const hr_solve_sums *sums = &report->sums;
    if (sums->open == 0) {
        return HR_OK;
    }
    const hr_stop stop = report->log->stop;
    const char *by = stop != HR_STOP_NONE ? hr_stop_text(stop) : sums->stop;
    const hr_solve_settings *set = report->settings;
    const char *resume = stop != HR_STOP_NONE && hr_long_run_can_resume(&set->long_run) ? "; go on with --resume" : "";
    if (report->single) {
        return hr_error_set(error, HR_STOPPED, "stopped %s: every solution has at least %" PRIu32 " move%s%s", by, sums->bound,
                            hr_quantity_plural(sums->bound), resume);
    }
    return hr_error_set(error, HR_STOPPED, "stopped %s, with %zu of %zu positions not solved; their lower bounds are proven%s", by,
                        sums->open, sums->positions, resume);
}

/// The search and the printing of its results.
typedef struct showing {
    hr_program *program;
    hr_solve_report *report;
    hr_idastar_positions *solvable;
    const hr_solve_blocks *blocks;
    FILE *out;         ///< NULL on ranks that do not speak
    size_t shown;      ///< positions printed
    bool flushed;      ///< nothing has been printed since `out` was flushed
    double flushed_at; ///< time of that flush, in seconds since the start of the run
    bool begun;        ///< the output is open, and the other ranks know
    hr_status printed; ///< status of the printing
    hr_error trouble;  ///< the text that goes with `printed`
    hr_status saved;   ///< how the run ended, if its results are printed in any case: HR_OK, HR_STOPPED, HR_USAGE, HR_FILE
    hr_error unsaved;  ///< the text that goes with `saved`
} showing;

/// Local. Print the results of the positions that are not printed yet, up to position `end` − 1 of the block.
static void show_until(showing *s, size_t end) {
    while (s->printed == HR_OK && s->shown < end) {
        s->printed = hr_solve_print_position(s->report, s->shown++, s->out, &s->trouble);
    }
}

/// Local. The `done` of hr_idastar_long_run: print results that have become known, and let readers see them.
static void show_done(const hr_idastar_stream *stream, size_t first, size_t end, void *context) {
    showing *s = context;
    size_t known = s->shown;
    (void)stream;
    (void)first;
    while (known < s->report->count && (s->report->place[known] == SIZE_MAX || s->report->place[known] < end)) {
        known++;
    }
    hr_meter_end(&s->report->log->meter);
    show_until(s, known);
    s->flushed = false;
}

/// Local. The `tick` of hr_idastar_long_run: let readers see what has been printed, and show how far the run has come. If nobody
/// reads any more, ask the run to stop.
static void tick(void *context) {
    showing *s = context;
    const double seconds = hr_comm_seconds() - s->report->log->began;
    if (!s->flushed && seconds >= s->flushed_at + FLUSH_EVERY(s->report->settings)) {
        hr_result_pass_on(s->program, s->out);
        s->flushed = true;
        s->flushed_at = seconds;
    }
    hr_solve_log_show(s->report->log, seconds);
}

/// Collective. Search the solvable positions of a block. Errors of hr_idastar_stream_solve.
static hr_status search(showing *s, hr_idastar_stream *stream, hr_error *error) {
    const hr_solve_report *report = s->report;
    const hr_solve_settings *set = report->settings;
    talk to = {.program = s->program, .report = report};
    char identity[IDENTITY_MAX];
    identify(report, set->weight.numerator > 0 ? set->weight : (hr_idastar_weight){1, 1}, identity);
    const hr_idastar_long_run long_run = {
        .checkpoint = set->long_run.checkpoint,
        .identity = identity,
        .began = report->log->began,
        .max_seconds = set->long_run.max_seconds,
        .stop_wanted = hr_interrupt_wanted,
        .event = hr_solve_log_event,
        .event_context = report->log,
        .rounds = hr_output_is_nested(&set->output),
        .done = report->single ? NULL : show_done,
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
    if (report->log->before == 0) {
        hr_solve_log_heuristic(report->log, report->view->heuristic, hr_comm_seconds() - report->log->began);
    }
    return hr_idastar_stream_solve(s->program->world, s->solvable, &options, stream, error);
}

/// Collective. Search a block of positions. If *known is true afterwards, the results are good, and the rank that speaks has
/// printed them; so it may be after HR_FILE, too, if a checkpoint could not be written. Errors of `search`.
static hr_status search_block(showing *s, bool *known, hr_error *error) {
    hr_solve_report *report = s->report;
    hr_idastar_stream stream = {0};
    s->shown = 0;
    report->stream = &stream;
    const hr_status status = s->solvable->count > 0 ? search(s, &stream, error) : HR_OK;
    report->log->stop = stream.stop;
    hr_meter_end(&report->log->meter);
    *known = status == HR_OK || (status == HR_FILE && stream.count > 0);
    if (*known && hr_program_speaks(s->program)) {
        show_until(s, report->count);
        s->flushed = false;
    }
    hr_idastar_stream_clear(&stream);
    report->stream = NULL;
    return status;
}

/// Collective. Search block after block. *known and errors as for search_block, and errors of reading the next block: HR_STOPPED: a
/// signal has come while positions were awaited. HR_USAGE: a text is no position.
static hr_status search_blocks(showing *s, bool *known, hr_error *error) {
    hr_status status = search_block(s, known, error);
    while (status == HR_OK && s->report->log->stop == HR_STOP_NONE && s->blocks->more(s->blocks->context)) {
        if (s->out != NULL) {
            hr_result_pass_on(s->program, s->out);
        }
        status = s->blocks->next(s->blocks->context, s->program, s->report, s->solvable, error);
        *known = status == HR_STOPPED || status == HR_USAGE;
        status = status == HR_OK ? search_block(s, known, error) : status;
    }
    return status;
}

/// Collective. Search, and print on the rank that speaks, which calls it as a hr_result_printer. The results count even if a
/// checkpoint could not be written, or if a later part of the input is bad.
static hr_status search_and_show(void *context, FILE *out, hr_error *error) {
    showing *s = context;
    hr_solve_report *report = s->report;
    const double started = hr_comm_seconds();
    const bool speaks = hr_program_speaks(s->program);
    bool known = false;
    s->begun = true;
    s->out = out;
    HR_TRY(hr_program_join(s->program, HR_OK, error)); // the rank that speaks may have failed to open its output
    report->ranks = hr_comm_size(s->program->world);
    if (speaks) {
        s->printed = hr_solve_print_begin(report, out, &s->trouble);
    }
    hr_error why = {.text = ""};
    const hr_status status = search_blocks(s, &known, &why);
    hr_solve_log_end(report->log);
    report->seconds = hr_comm_seconds() - started;
    if (speaks && known && s->printed == HR_OK) {
        s->printed = hr_solve_print_end(report, report->settings->output.quiet ? NULL : stderr, &s->trouble);
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
        s->saved = judge(report, &s->unsaved);
    }
    return HR_OK;
}

hr_status hr_solve_search(hr_program *program, hr_solve_report *report, hr_idastar_positions *solvable,
                          const hr_solve_blocks *blocks, hr_error *error) {
    showing s = {.program = program, .report = report, .solvable = solvable, .blocks = blocks};
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
