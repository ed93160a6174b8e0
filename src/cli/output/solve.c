// SPDX-License-Identifier: MIT
// Formats of the results of `huarong solve` by IDA*: one row for each.

#include "cli/output/solve.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/interrupt.h"
#include "core/try.h"
#include "run/stop_reason.h"

/// Of a format the functions that print what stands before the results, the result of a position, and what stands after them. A
/// summary for people goes to `talk`, which may be NULL. NULL: nothing stands there.
typedef struct format {
    hr_status (*begin)(hr_solve_report *report, FILE *out, hr_error *error);
    hr_status (*position)(hr_solve_report *report, size_t position, FILE *out, hr_error *error);
    hr_status (*end)(hr_solve_report *report, FILE *talk, hr_error *error);
} format;

static const format FORMATS[HR_FORMATS] = {
    [HR_FORMAT_TEXT] = {NULL, hr_solve_text_position, hr_solve_text_end},
    [HR_FORMAT_JSON] = {hr_solve_json_begin, hr_solve_json_position, hr_solve_json_end},
    [HR_FORMAT_JSON_LINES] = {hr_solve_json_begin, hr_solve_json_position, hr_solve_json_end},
    [HR_FORMAT_CSV] = {hr_solve_csv_begin, hr_solve_csv_position, NULL},
};

static void add_to_sums(hr_solve_report *report, size_t position) {
    hr_solve_sums *sums = &report->sums;
    sums->positions++;
    if (report->place[position] == SIZE_MAX) {
        sums->unsolvable++;
        return;
    }
    const hr_idastar_solution *solution = &report->stream->solutions[report->place[position]];
    sums->nodes += solution->nodes;
    if (solution->outcome == HR_IDASTAR_SOLVED) {
        sums->moves += solution->length;
    } else if (solution->outcome != HR_IDASTAR_NO_ROUTE) {
        sums->open++;
        sums->bound = solution->lower_bound;
        hr_solve_stop_text(report, solution, sums->stop);
    }
}

hr_status hr_solve_print_begin(hr_solve_report *report, FILE *out, hr_error *error) {
    const format *as = &FORMATS[report->settings->output.format];
    return as->begin != NULL ? as->begin(report, out, error) : HR_OK;
}

/// Does a signal or the run's time limit end the search for further solutions?
static bool stops(void *context) {
    const hr_solve_report *report = context;
    return hr_stop_reason(hr_interrupt_wanted, report->log->began, report->settings->long_run.max_seconds, 0) != HR_STOP_NONE;
}

/// List the solutions of a position if that is asked for.
static hr_status list(hr_solve_report *report, size_t position, hr_error *error) {
    const size_t place = report->place[position];
    const bool listed = report->settings->list > 0 && place != SIZE_MAX;
    if (!listed || report->stream->solutions[place].outcome != HR_IDASTAR_SOLVED) {
        return HR_OK;
    }
    const hr_idastar_wanted wanted = {.root = report->roots + position * report->stride,
                                      .length = report->stream->solutions[place].length,
                                      .most = report->settings->list,
                                      .stop_wanted = stops,
                                      .stop_context = report};
    return hr_idastar_list(report->view->domain, &wanted, &report->list, error);
}

hr_status hr_solve_print_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error) {
    add_to_sums(report, position);
    hr_status status = list(report, position, error);
    report->shown = report->list.paths; // the first solution
    if (status == HR_OK) {
        status = FORMATS[report->settings->output.format].position(report, position, out, error);
    }
    free(report->list.paths);
    report->list = (hr_idastar_listed){0};
    report->shown = NULL;
    return status;
}

hr_status hr_solve_print_end(hr_solve_report *report, FILE *talk, hr_error *error) {
    const format *as = &FORMATS[report->settings->output.format];
    return as->end != NULL ? as->end(report, talk, error) : HR_OK;
}
