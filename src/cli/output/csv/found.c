// SPDX-License-Identifier: MIT
#include <ctype.h>

#include "cli/output/csv/rows.h"
#include "cli/output/found.h"
#include "core/try.h"

const char *hr_found_outcome(hr_path_outcome outcome) {
    static const char *const NAMES[] = {
        [HR_PATH_SOLVED] = "solved", [HR_PATH_UNSOLVABLE] = "unsolvable", [HR_PATH_LIMIT] = "limit", [HR_PATH_STOPPED] = "stopped"};
    return NAMES[outcome];
}

/// Move *text to its next letter or digit. Returns it in lower case; '\0': there is none.
static int next_letter(const char **text) {
    while (**text != '\0' && isalnum((unsigned char)**text) == 0) {
        (*text)++;
    }
    return tolower((unsigned char)*(*text));
}

const char *hr_found_name(const hr_found_report *report, const hr_found *found) {
    if (found->name != NULL || found->given == NULL) {
        return found->name;
    }
    char state[HR_STATE_TEXT_MAX];
    hr_puzzle_format_with(report->puzzle, found->start, &found->letters, state);
    const char *letters = state;
    const char *given = found->given;
    while (next_letter(&given) == next_letter(&letters) && *letters != '\0') {
        given++;
        letters++;
    }
    return *given == *letters ? NULL : found->given;
}

hr_status hr_found_csv_begin(hr_found_report *report, FILE *out, hr_error *error) {
    (void)error;
    hr_csv_solve_head(report->all, report->list, out);
    return HR_OK;
}

hr_status hr_found_csv_position(hr_found_report *report, const hr_found *found, FILE *out, hr_error *error) {
    const hr_path *path = &found->path;
    char state[HR_STATE_TEXT_MAX];
    hr_puzzle_format_with(report->puzzle, found->start, &found->letters, state);
    hr_csv_position row = {.name = hr_found_name(report, found),
                           .number = found->number,
                           .state = state,
                           .outcome = hr_found_outcome(path->outcome),
                           .bounded = path->outcome != HR_PATH_UNSOLVABLE,
                           .solved = path->outcome == HR_PATH_SOLVED,
                           .lower_bound = path->bound,
                           .length = path->count > 0 ? path->count - 1 : 0,
                           .nodes = path->visited,
                           .seconds = path->seconds,
                           .all = report->all,
                           .solutions = path->solutions,
                           .list = report->list};
    for (size_t i = 0; i <= path->more; i++) {
        const hr_found one = hr_found_solution(report, found, i);
        row.solution = i + 1;
        hr_csv_solve_begin(&row, out);
        HR_TRY(hr_found_print_moves(report->puzzle, &one, hr_csv_print_doubled, out, error));
        hr_csv_solve_end(&row, out);
    }
    return HR_OK;
}
