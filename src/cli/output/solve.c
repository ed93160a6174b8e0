// SPDX-License-Identifier: MIT
#include "cli/output/solve.h"

#include <stdio.h>

#include "cli/output/csv/rows.h"

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

static bool is_json(const hr_solve_settings *settings) { return hr_output_is_json(&settings->output); }

hr_status hr_solve_print_begin(hr_solve_report *report, FILE *out, hr_error *error) {
    if (report->settings->output.format == HR_FORMAT_CSV) {
        hr_csv_solve_head(out);
    }
    return is_json(report->settings) ? hr_solve_json_begin(report, out, error) : HR_OK;
}

hr_status hr_solve_print_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error) {
    add_to_sums(report, position);
    if (is_json(report->settings)) {
        return hr_solve_json_position(report, position, error);
    }
    if (report->settings->output.format == HR_FORMAT_CSV) {
        hr_solve_csv_position(report, position, out);
    } else if (report->single) {
        hr_solve_text_one(report, out);
    } else {
        hr_solve_text_line(report, position, out);
    }
    return HR_OK;
}

hr_status hr_solve_print_end(hr_solve_report *report, FILE *talk, hr_error *error) {
    if (is_json(report->settings)) {
        return hr_solve_json_end(report, error);
    }
    if (talk != NULL && !report->single && report->settings->output.format != HR_FORMAT_CSV) {
        hr_solve_text_summary(report, talk);
    }
    return HR_OK;
}
