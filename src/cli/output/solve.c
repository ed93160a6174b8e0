// SPDX-License-Identifier: MIT
// Formats of the results of `huarong solve` by IDA*: one row for each.

#include "cli/output/solve.h"

#include <stdio.h>

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

hr_status hr_solve_print_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error) {
    add_to_sums(report, position);
    return FORMATS[report->settings->output.format].position(report, position, out, error);
}

hr_status hr_solve_print_end(hr_solve_report *report, FILE *talk, hr_error *error) {
    const format *as = &FORMATS[report->settings->output.format];
    return as->end != NULL ? as->end(report, talk, error) : HR_OK;
}
