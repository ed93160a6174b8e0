// SPDX-License-Identifier: MIT
// Formats of the results of `huarong survey`: one row for each.

#include "cli/output/survey.h"

#include <inttypes.h>

#include "core/quantity.h"
#include "run/stop_reason.h"

/// Of a format the functions that print what stands before the results, a position's result, and what stands after them. NULL:
/// nothing stands there.
typedef struct format {
    hr_status (*begin)(hr_survey_report *report, FILE *out, hr_error *error);
    hr_status (*position)(hr_survey_report *report, const hr_surveyed *position, FILE *out, hr_error *error);
    hr_status (*end)(hr_survey_report *report, FILE *out, hr_error *error);
} format;

static const format FORMATS[HR_FORMATS] = {
    [HR_FORMAT_TEXT] = {NULL, hr_survey_text_position, NULL},
    [HR_FORMAT_JSON] = {hr_survey_json_begin, hr_survey_json_position, hr_survey_json_end},
    [HR_FORMAT_JSON_LINES] = {hr_survey_json_begin, hr_survey_json_position, hr_survey_json_end},
    [HR_FORMAT_CSV] = {hr_survey_csv_begin, hr_survey_csv_position, NULL},
};

bool hr_survey_is_unbegun(const hr_survey_row *row) { return row->layers == 0 && hr_stop_ends_run(row->stop); }

void hr_survey_sum(const hr_survey_row *row, hr_survey_sums *sums) {
    sums->positions++;
    sums->states += row->states;
    sums->moves += hr_survey_is_solved(row) ? row->first_solved : 0;
    sums->unsolvable += hr_survey_is_unsolvable(row);
    if (!hr_survey_is_whole(row) && row->stop != HR_STOP_SOLVED) {
        sums->open++;
        sums->stop = row->stop;
    }
}

hr_status hr_survey_judge(const hr_survey_sums *sums, hr_error *error) {
    return sums->open == 0 ? HR_OK
                           : hr_error_set(error, HR_STOPPED,
                                          "stopped %s, with %" PRIu64 " of %" PRIu64
                                          " positions not searched to the end; their numbers are lower bounds",
                                          hr_stop_text(sums->stop), sums->open, sums->positions);
}

hr_status hr_survey_begin(hr_survey_report *report, FILE *out, hr_error *error) {
    const format *as = &FORMATS[report->format];
    return as->begin != NULL ? as->begin(report, out, error) : HR_OK;
}

hr_status hr_survey_print(hr_survey_report *report, const hr_surveyed *position, FILE *out, hr_error *error) {
    return FORMATS[report->format].position(report, position, out, error);
}

hr_status hr_survey_end(hr_survey_report *report, FILE *out, hr_error *error) {
    const format *as = &FORMATS[report->format];
    return as->end != NULL ? as->end(report, out, error) : HR_OK;
}
