// SPDX-License-Identifier: MIT
#include "cli/output/survey.h"

#include <inttypes.h>

#include "core/quantity.h"

hr_status hr_survey_text_position(hr_survey_report *report, const hr_surveyed *position, FILE *out, hr_error *error) {
    (void)report;
    (void)error;
    const hr_survey_row *row = &position->row;
    fprintf(out, "%s\t", position->board);
    if (hr_survey_is_unsolvable(row)) {
        fputs("unsolvable", out);
    } else {
        fprintf(out, "%s%" PRIu32, hr_survey_is_solved(row) ? "" : ">=", hr_survey_bound(row));
    }
    fprintf(out, "\t%s%" PRIu64 "\n", hr_survey_is_whole(row) ? "" : ">=", row->states);
    return HR_OK;
}

void hr_survey_print_sums(const hr_survey_sums *sums, double seconds, FILE *talk) {
    char text[4][HR_QUANTITY_MAX];
    fprintf(talk, "huarong survey: %s position%s, %s move%s, %s state%s in %s\n", hr_quantity_count(sums->positions, text[0]),
            hr_quantity_plural(sums->positions), hr_quantity_count(sums->moves, text[1]), hr_quantity_plural(sums->moves),
            hr_quantity_count(sums->states, text[2]), hr_quantity_plural(sums->states), hr_quantity_seconds(seconds, text[3]));
    if (sums->unsolvable > 0) {
        fprintf(talk, "huarong survey: unsolvable positions: %s\n", hr_quantity_count(sums->unsolvable, text[0]));
    }
}
