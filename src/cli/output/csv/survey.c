// SPDX-License-Identifier: MIT
#include <inttypes.h>

#include "cli/output/csv/rows.h"
#include "cli/output/survey.h"

hr_status hr_survey_csv_begin(hr_survey_report *report, FILE *out, hr_error *error) {
    (void)report;
    (void)error;
    fputs("id,board,outcome,length,lower_bound,states,complete,depth,seconds\n", out);
    return HR_OK;
}

hr_status hr_survey_csv_position(hr_survey_report *report, const hr_surveyed *position, FILE *out, hr_error *error) {
    (void)report;
    (void)error;
    const hr_survey_row *row = &position->row;
    fprintf(out, "%zu,", position->number);
    hr_csv_print_quoted(position->board, out);
    fprintf(out, ",%s,", hr_survey_outcome(row));
    if (hr_survey_is_solved(row)) {
        fprintf(out, "%" PRIu32, row->first_solved);
    }
    fputc(',', out);
    if (!hr_survey_is_unsolvable(row)) {
        fprintf(out, "%" PRIu32, hr_survey_bound(row));
    }
    fprintf(out, ",%" PRIu64 ",%s,", row->states, hr_survey_is_whole(row) ? "true" : "false");
    if (row->layers > 0) {
        fprintf(out, "%" PRIu32, row->layers - 1);
    }
    fprintf(out, ",%.6f\n", row->seconds);
    return HR_OK;
}
