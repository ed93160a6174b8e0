// SPDX-License-Identifier: MIT
// The IDA* search of `huarong solve`, for any kind of puzzle.

#include <inttypes.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/output/solve.h"
#include "cli/result.h"
#include "core/hash.h"
#include "core/quantity.h"
#include "core/try.h"
#include "run/stop_reason.h"

enum { IDENTITY_MAX = 1024 };

/// The text that identifies a run. Parts that are most likely to differ come first, because messages may show only the beginning.
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
    (void)snprintf(text, IDENTITY_MAX,
                   "solve %.40s by %.80s%s, %zu positions %016" PRIx64 ", weight %" PRIu32 "/%" PRIu32 "%s, limits %" PRIu64
                   " nodes, %g s, goal %.200s",
                   view->puzzle, view->heuristic, set->no_mirror ? " without mirror" : "", report->count, hash, weight.numerator,
                   weight.denominator, set->all || set->complete ? ", complete" : "", set->max_nodes, set->max_seconds,
                   view->goal == NULL ? "-" : view->goal);
}

/// The context for messages to a person.
typedef struct talk {
    const hr_program *program;
    const hr_solve_report *report;
} talk;

static void say_iteration(const hr_idastar_iteration *iteration, void *context) {
    const talk *t = context;
    if (!hr_program_speaks(t->program)) {
        return;
    }
    char nodes[HR_QUANTITY_MAX];
    char rate[HR_QUANTITY_MAX];
    const double seconds = iteration->seconds > 0 ? iteration->seconds : 1e-9;
    if (t->report->count > 1) {
        fprintf(stderr, "position %zu, ", hr_solve_log_number(t->report->place, iteration->position));
    }
    fprintf(stderr, "bound %" PRIu32 ": %s nodes, %.3f s, %s nodes/s, balance %.3f, %" PRIu64 " steals\n", iteration->bound,
            hr_quantity_count(iteration->nodes, nodes), iteration->seconds,
            hr_quantity_rough((double)iteration->nodes / seconds, rate), iteration->balance, iteration->steals);
}

/// Local. HR_STOPPED with a text if a limit or a stop ended a search, else HR_OK.
static hr_status judge(const hr_solve_report *report, hr_error *error) {
    const hr_idastar_stream *stream = report->stream;
    size_t open = 0;
    uint32_t bound = 0;
    for (size_t i = 0; i < stream->count; i++) {
        const hr_idastar_outcome outcome = stream->solutions[i].outcome;
        if (outcome == HR_IDASTAR_LIMIT || outcome == HR_IDASTAR_STOPPED) {
            open++;
            bound = stream->solutions[i].lower_bound;
        }
    }
    if (open == 0) {
        return HR_OK;
    }
    const char *by = hr_stop_text(stream->stop);
    const char *resume =
        stream->stop != HR_STOP_NONE && report->settings->long_run.checkpoint.directory != NULL ? "; go on with --resume" : "";
    if (report->count == 1) {
        return hr_error_set(error, HR_STOPPED, "stopped %s: every solution has at least %" PRIu32 " moves%s", by, bound, resume);
    }
    return hr_error_set(error, HR_STOPPED, "stopped %s, with %zu of %zu positions not solved; their lower bounds are proven%s", by,
                        open, report->count, resume);
}

/// A hr_result_printer.
static hr_status print_result(void *context, FILE *out, hr_error *error) {
    const hr_solve_report *report = context;
    if (report->settings->output.csv) {
        hr_solve_print_csv(report, out);
        return HR_OK;
    }
    return report->settings->output.json ? hr_solve_print_json(report, out, error)
                                         : hr_solve_print(report, out, report->settings->output.quiet ? NULL : stderr, error);
}

/// Local, on the first rank. Print the result in the form asked for.
static hr_status print(const hr_program *program, hr_solve_report *report, hr_error *error) {
    HR_TRY(hr_result_print(program, print_result, report, error));
    return judge(report, error);
}

/// Collective. Search the solvable positions.
static hr_status search(hr_program *program, hr_solve_report *report, const hr_idastar_positions *solvable,
                        hr_idastar_stream *stream, hr_error *error) {
    const hr_solve_settings *set = report->settings;
    talk to = {.program = program, .report = report};
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
    };
    const hr_idastar_options options = {
        .weight = set->weight,
        .complete = set->all || set->complete,
        .max_nodes = set->max_nodes,
        .max_seconds = set->max_seconds,
        .iteration = set->iterations && !set->output.quiet ? say_iteration : NULL,
        .iteration_context = &to,
        .long_run = &long_run,
    };
    hr_solve_log_heuristic(report->log, report->view->heuristic, hr_comm_seconds() - report->log->began);
    return hr_idastar_stream_solve(program->world, solvable, &options, stream, error);
}

hr_status hr_solve_search(hr_program *program, hr_solve_report *report, const hr_idastar_positions *solvable, hr_error *error) {
    const double started = hr_comm_seconds();
    hr_idastar_stream stream = {0};
    hr_status status = solvable->count > 0 ? search(program, report, solvable, &stream, error) : HR_OK;
    report->log->stop = stream.stop;
    hr_solve_log_end(report->log);
    report->stream = &stream;
    report->ranks = hr_comm_size(program->world);
    report->seconds = hr_comm_seconds() - started;
    if (status == HR_OK) {
        status = hr_program_join(program, hr_program_speaks(program) ? print(program, report, error) : HR_OK, error);
    } else if (status == HR_FILE && stream.count > 0) { // print the results even if the checkpoint could not be written
        (void)print(program, report, NULL);
    }
    hr_idastar_stream_clear(&stream);
    return status;
}
