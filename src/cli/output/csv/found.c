// SPDX-License-Identifier: MIT
#include <inttypes.h>

#include "cli/output/csv/rows.h"
#include "cli/output/found.h"
#include "core/try.h"

hr_status hr_found_csv_begin(hr_found_report *report, FILE *out, hr_error *error) {
    (void)error;
    fprintf(out, "id,state,outcome,length,lower_bound,nodes,seconds,moves%s%s\n", report->all ? ",solutions" : "",
            report->list ? ",solution" : "");
    return HR_OK;
}

/// Print the columns before the moves.
static void print_figures(const hr_found_report *report, const hr_found *found, FILE *out) {
    const hr_path *path = &found->path;
    const char *name = hr_found_name(report, found);
    char state[HR_STATE_TEXT_MAX];
    hr_puzzle_format_with(report->puzzle, found->start, &found->letters, state);
    if (name != NULL) {
        hr_csv_print_quoted(name, out);
    } else {
        fprintf(out, "%zu", found->number);
    }
    fputc(',', out);
    hr_csv_print_quoted(state, out);
    fprintf(out, ",%s,", hr_found_outcome(path->outcome));
    if (path->outcome == HR_PATH_SOLVED) {
        fprintf(out, "%zu", path->count - 1);
    }
    fputc(',', out);
    if (path->outcome != HR_PATH_UNSOLVABLE) {
        fprintf(out, "%" PRIu32, path->bound);
    }
    fprintf(out, ",%" PRIu64 ",%.6f,", path->visited, path->seconds);
}

hr_status hr_found_csv_position(hr_found_report *report, const hr_found *found, FILE *out, hr_error *error) {
    const hr_path *path = &found->path;
    const bool solved = path->outcome == HR_PATH_SOLVED;
    for (size_t i = 0; i <= path->more; i++) {
        const hr_found one = hr_found_solution(report, found, i);
        print_figures(report, found, out);
        fputc('"', out);
        HR_TRY(hr_found_print_moves(report->puzzle, &one, hr_csv_print_doubled, out, error));
        fputc('"', out);
        if (report->all) {
            fprintf(out, solved ? ",%" PRIu64 : ",", path->solutions);
        }
        if (report->list) {
            fprintf(out, solved ? ",%zu" : ",", i + 1);
        }
        fputc('\n', out);
    }
    return HR_OK;
}
