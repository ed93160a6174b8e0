// SPDX-License-Identifier: MIT
#include "cli/output/survey.h"

#include <inttypes.h>

#include "cli/output/csv/rows.h"
#include "cli/output/json/parts.h"
#include "core/quantity.h"
#include "run/stop_reason.h"

static bool is_whole(const hr_survey_row *row) { return row->stop == HR_STOP_NONE; }

static bool is_solved(const hr_survey_row *row) { return row->first_solved != HR_DEPTH_UNREACHED; }

static bool is_unsolvable(const hr_survey_row *row) { return is_whole(row) && !is_solved(row); }

bool hr_survey_is_unbegun(const hr_survey_row *row) { return row->layers == 0 && hr_stop_ends_run(row->stop); }

/// Returns a lower bound on the moves: no solution has fewer.
static hr_depth lower_bound(const hr_survey_row *row) { return is_solved(row) ? row->first_solved : row->layers; }

/// Returns the name of the outcome in JSON and CSV. `solve` uses the same names.
static const char *outcome(const hr_survey_row *row) {
    if (is_solved(row)) {
        return "solved";
    }
    return is_whole(row) ? "unsolvable" : row->stop == HR_STOP_STATES || row->stop == HR_STOP_MEMORY ? "limit" : "stopped";
}

void hr_survey_sum(const hr_survey_row *row, hr_survey_sums *sums) {
    sums->positions++;
    sums->states += row->states;
    sums->moves += is_solved(row) ? row->first_solved : 0;
    sums->unsolvable += is_unsolvable(row);
    if (!is_whole(row)) {
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

void hr_survey_print(const hr_surveyed *position, FILE *out) {
    const hr_survey_row *row = &position->row;
    fprintf(out, "%s\t", position->board);
    if (is_unsolvable(row)) {
        fputs("unsolvable", out);
    } else {
        fprintf(out, "%s%" PRIu32, is_solved(row) ? "" : ">=", lower_bound(row));
    }
    fprintf(out, "\t%s%" PRIu64 "\n", is_whole(row) ? "" : ">=", row->states);
}

void hr_survey_print_csv_head(FILE *out) { fputs("id,board,outcome,length,lower_bound,states,complete,depth,seconds\n", out); }

void hr_survey_print_csv(const hr_surveyed *position, FILE *out) {
    const hr_survey_row *row = &position->row;
    fprintf(out, "%zu,", position->number);
    hr_csv_print_quoted(position->board, out);
    fprintf(out, ",%s,", outcome(row));
    if (is_solved(row)) {
        fprintf(out, "%" PRIu32, row->first_solved);
    }
    fputc(',', out);
    if (!is_unsolvable(row)) {
        fprintf(out, "%" PRIu32, lower_bound(row));
    }
    fprintf(out, ",%" PRIu64 ",%s,", row->states, is_whole(row) ? "true" : "false");
    if (row->layers > 0) {
        fprintf(out, "%" PRIu32, row->layers - 1);
    }
    fprintf(out, ",%.6f\n", row->seconds);
}

json_t *hr_survey_describe(const hr_surveyed *position) {
    const hr_survey_row *row = &position->row;
    json_t *object = json_object();
    const bool solvable = !is_unsolvable(row);
    const bool good =
        hr_json_put(object, "number", hr_json_count(position->number)) &&
        hr_json_put(object, "board", hr_json_given(position->board)) && hr_json_put(object, "outcome", json_string(outcome(row))) &&
        (!solvable || hr_json_put(object, "length", is_solved(row) ? hr_json_count(row->first_solved) : json_null())) &&
        (!solvable || hr_json_put(object, "lower_bound", hr_json_count(lower_bound(row)))) &&
        hr_json_put(object, "states", hr_json_count(row->states)) && hr_json_put(object, "complete", json_boolean(is_whole(row))) &&
        hr_json_put(object, "stop", json_string(hr_stop_name(row->stop))) &&
        hr_json_put(object, "depth", row->layers > 0 ? hr_json_count(row->layers - 1) : json_null()) &&
        hr_json_put(object, "seconds", json_real(row->seconds));
    return hr_json_finished(object, good);
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
