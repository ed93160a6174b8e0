// SPDX-License-Identifier: MIT
#include <inttypes.h>

#include "cli/output/csv/rows.h"
#include "cli/output/solve.h"

/// Returns the name of a position's outcome. NULL as `solution`: the position was known to be unsolvable before the search.
static const char *outcome_of(const hr_idastar_solution *solution) {
    if (solution == NULL || solution->outcome == HR_IDASTAR_NO_ROUTE) {
        return "unsolvable";
    }
    return solution->outcome == HR_IDASTAR_SOLVED ? "solved" : solution->outcome == HR_IDASTAR_LIMIT ? "limit" : "stopped";
}

hr_status hr_solve_csv_begin(hr_solve_report *report, FILE *out, hr_error *error) {
    (void)error;
    hr_csv_solve_head(report->settings->all, report->settings->list > 0, out);
    return HR_OK;
}

hr_status hr_solve_csv_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error) {
    (void)error;
    const hr_solve_view *view = report->view;
    const hr_idastar_solution *solution =
        report->place[position] == SIZE_MAX ? NULL : &report->stream->solutions[report->place[position]];
    char state[HR_STATE_TEXT_MAX];
    view->kind->format(view->board, report->roots + position * report->stride, state);
    const bool solvable = solution != NULL && solution->outcome != HR_IDASTAR_NO_ROUTE;
    const bool solved = solvable && solution->outcome == HR_IDASTAR_SOLVED;
    hr_csv_position row = {.name = report->texts[position].name,
                           .number = report->texts[position].number,
                           .state = state,
                           .outcome = outcome_of(solution),
                           .bounded = solvable,
                           .solved = solved,
                           .lower_bound = solvable ? solution->lower_bound : 0,
                           .length = solved ? solution->length : 0,
                           .nodes = solution == NULL ? 0 : solution->nodes,
                           .seconds = solution == NULL ? 0 : solution->seconds,
                           .all = report->settings->all,
                           .solutions = solved ? solution->solutions : 0,
                           .list = report->settings->list > 0};
    for (size_t i = 0; hr_solve_choose(report, solution, i); i++) {
        row.solution = i + 1;
        hr_csv_solve_begin(&row, out);
        if (solved) {
            hr_solve_print_moves(report, position, solution, out);
        }
        hr_csv_solve_end(&row, out);
    }
    return HR_OK;
}
