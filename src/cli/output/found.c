// SPDX-License-Identifier: MIT
// Formats of the results of `huarong solve`: one row for each.

#include "cli/output/found.h"

#include <inttypes.h>

#include "core/quantity.h"

/// Of a format the functions that print what stands before the results, a position's result, and what stands after them. NULL:
/// nothing stands there.
typedef struct format {
    hr_status (*begin)(hr_found_report *report, FILE *out, hr_error *error);
    hr_status (*position)(hr_found_report *report, const hr_found *found, FILE *out, hr_error *error);
    hr_status (*end)(hr_found_report *report, FILE *out, hr_error *error);
} format;

static const format FORMATS[HR_FORMATS] = {
    [HR_FORMAT_TEXT] = {NULL, hr_found_text_position, NULL},
    [HR_FORMAT_JSON] = {hr_found_json_begin, hr_found_json_position, hr_found_json_end},
    [HR_FORMAT_JSON_LINES] = {hr_found_json_begin, hr_found_json_position, hr_found_json_end},
    [HR_FORMAT_CSV] = {hr_found_csv_begin, hr_found_csv_position, NULL},
};

static void add_to_sums(const hr_found *found, hr_found_sums *sums) {
    const hr_path *path = &found->path;
    sums->positions++;
    sums->nodes += path->visited;
    sums->moves += path->count > 0 ? path->count - 1 : 0;
    sums->moved = sums->moved || path->count > 2;
    if (path->outcome == HR_PATH_UNSOLVABLE && sums->unsolvable++ == 0) {
        sums->why = found->unsolvable;
    }
    if (path->outcome == HR_PATH_LIMIT || path->outcome == HR_PATH_STOPPED) {
        if (sums->open++ == 0 || path->outcome == HR_PATH_STOPPED || sums->last.outcome == HR_PATH_LIMIT) {
            sums->last = *path;
            sums->last.states = NULL;
            sums->last.iterations = NULL;
        }
    }
}

hr_status hr_found_begin(hr_found_report *report, FILE *out, hr_error *error) {
    const format *as = &FORMATS[report->format];
    return as->begin != NULL ? as->begin(report, out, error) : HR_OK;
}

hr_status hr_found_print(hr_found_report *report, const hr_found *found, FILE *out, hr_error *error) {
    add_to_sums(found, &report->sums);
    return FORMATS[report->format].position(report, found, out, error);
}

hr_status hr_found_end(hr_found_report *report, FILE *out, hr_error *error) {
    const format *as = &FORMATS[report->format];
    return as->end != NULL ? as->end(report, out, error) : HR_OK;
}

hr_status hr_found_judge(const hr_found_report *report, bool resumable, hr_error *error) {
    const hr_found_sums *sums = &report->sums;
    if (sums->open == 0) {
        return HR_OK;
    }
    const bool said = sums->last.stop == HR_STOP_MEMORY; // that text names the checkpoint, or says that there is none
    const char *resume = resumable && !said ? "; go on with --resume" : "";
    if (!report->several && sums->last.bound == 0) {
        return hr_error_set(error, HR_STOPPED, "stopped %s before the search%s", sums->last.limit, resume);
    }
    return !report->several
               ? hr_error_set(error, HR_STOPPED, "stopped %s: every solution has at least %" PRIu32 " move%s%s", sums->last.limit,
                              sums->last.bound, hr_quantity_plural(sums->last.bound), resume)
               : hr_error_set(error, HR_STOPPED,
                              "stopped %s, with %" PRIu64 " of %" PRIu64 " positions not solved; their lower bounds are proven%s",
                              sums->last.limit, sums->open, sums->positions, resume);
}
