// SPDX-License-Identifier: MIT
#include "cli/output/survey.h"
#include "cli/output/json/parts.h"
#include "run/stop_reason.h"

/// Returns a position's result; NULL: out of memory.
static json_t *describe(const hr_surveyed *position) {
    const hr_survey_row *row = &position->row;
    json_t *object = json_object();
    const bool solvable = !hr_survey_is_unsolvable(row);
    const bool good =
        hr_json_put(object, "number", hr_json_count(position->number)) &&
        hr_json_put(object, "board", hr_json_given(position->board)) &&
        hr_json_put(object, "outcome", json_string(hr_survey_outcome(row))) &&
        (!solvable || hr_json_put(object, "length", hr_survey_is_solved(row) ? hr_json_count(row->first_solved) : json_null())) &&
        (!solvable || hr_json_put(object, "lower_bound", hr_json_count(hr_survey_bound(row)))) &&
        hr_json_put(object, "states", hr_json_count(row->states)) &&
        hr_json_put(object, "complete", json_boolean(hr_survey_is_whole(row))) &&
        hr_json_put(object, "stop", json_string(hr_stop_name(row->stop))) &&
        hr_json_put(object, "depth", row->layers > 0 ? hr_json_count(row->layers - 1) : json_null()) &&
        hr_json_put(object, "seconds", json_real(row->seconds));
    return hr_json_finished(object, good);
}

hr_status hr_survey_json_begin(hr_survey_report *report, FILE *out, hr_error *error) {
    report->json = (hr_json_positions){.out = out, .lines = report->format == HR_FORMAT_JSON_LINES};
    json_t *head = json_object();
    const bool good = hr_json_put_head(head, "blocks", report->metric) && hr_json_put_command(head, report->words) &&
                      hr_json_put(head, "ranks", hr_json_count((uint64_t)report->ranks));
    return hr_json_positions_begin(&report->json, hr_json_finished(head, good), error);
}

hr_status hr_survey_json_position(hr_survey_report *report, const hr_surveyed *position, FILE *out, hr_error *error) {
    (void)out; // the report's `json` has it
    return hr_json_positions_add(&report->json, describe(position), error);
}

hr_status hr_survey_json_end(hr_survey_report *report, FILE *out, hr_error *error) {
    (void)out;
    json_t *tail = json_object();
    const bool good = hr_json_put(tail, "seconds", json_real(report->seconds));
    return hr_json_positions_end(&report->json, hr_json_finished(tail, good), error);
}
