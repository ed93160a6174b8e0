// SPDX-License-Identifier: MIT
#include <string.h>

#include "cli/output/json/parts.h"
#include "cli/output/solve.h"

/// Add the moves, details and boards along the solution.
static bool put_path(json_t *object, const hr_solve_report *report, size_t position, const hr_idastar_solution *solution) {
    const hr_solve_view *view = report->view;
    const uint8_t *path = report->stream->paths + solution->path_at;
    json_t *moves = json_array();
    json_t *details = json_array();
    json_t *boards = json_array();
    _Alignas(16) unsigned char states[2][HR_IDASTAR_STATE_MAX];
    unsigned char *state = states[0];
    memcpy(state, report->roots + position * report->stride, view->kind->state_bytes);
    bool good = moves != NULL && details != NULL && boards != NULL;
    for (uint32_t i = 0; good && i <= solution->length; i++) {
        char text[HR_STATE_TEXT_MAX];
        view->kind->format(view->board, state, text);
        good = json_array_append_new(boards, json_string(text)) == 0;
        if (i == solution->length || !good) {
            break;
        }
        view->kind->move(view->board, state, path[i], text);
        good = json_array_append_new(moves, json_string(text)) == 0 &&
               (view->kind->detail == NULL ||
                json_array_append_new(details, hr_json_count((uint64_t)view->kind->detail(view->board, state, path[i]))) == 0);
        unsigned char *next = states[state == states[0]];
        view->domain->apply(view->domain->context, state, path[i], next);
        state = next;
    }
    good = good && hr_json_put(object, "moves", json_incref(moves));
    good = good && (view->kind->details == NULL || hr_json_put(object, view->kind->details, json_incref(details)));
    good = good && (!report->settings->drawing.draw || hr_json_put(object, "boards", json_incref(boards)));
    json_decref(moves);
    json_decref(details);
    json_decref(boards);
    return good;
}

static json_t *position_of(const hr_solve_report *report, size_t i) {
    char text[HR_STATE_TEXT_MAX];
    report->view->kind->format(report->view->board, report->roots + i * report->stride, text);
    json_t *object = json_object();
    const char *name = report->texts[i].name;
    bool good = (name == NULL || hr_json_put(object, "name", json_string(name))) && hr_json_put(object, "state", json_string(text));
    const hr_idastar_solution *solution = report->place[i] == SIZE_MAX ? NULL : &report->stream->solutions[report->place[i]];
    if (solution == NULL || solution->outcome == HR_IDASTAR_NO_ROUTE) {
        good = good && hr_json_put(object, "outcome", json_string("unsolvable"));
    } else {
        const bool solved = solution->outcome == HR_IDASTAR_SOLVED;
        const char *unsolved = solution->outcome == HR_IDASTAR_LIMIT ? "limit" : "stopped";
        good = good && hr_json_put(object, "outcome", json_string(solved ? "solved" : unsolved)) &&
               hr_json_put(object, "length", solved ? hr_json_count(solution->length) : json_null()) &&
               hr_json_put(object, "lower_bound", hr_json_count(solution->lower_bound)) &&
               hr_json_put(object, "nodes", hr_json_count(solution->nodes)) &&
               hr_json_put(object, "seconds", json_real(solution->seconds)) &&
               (!report->settings->all || hr_json_put(object, "solutions", hr_json_count(solution->solutions))) &&
               (!solved || put_path(object, report, i, solution));
    }
    if (!good) {
        json_decref(object);
        return NULL;
    }
    return object;
}

hr_status hr_solve_print_json(const hr_solve_report *report, FILE *out, hr_error *error) {
    json_t *root = json_object();
    json_t *positions = json_array();
    bool good = positions != NULL;
    for (size_t i = 0; good && i < report->count; i++) {
        good = json_array_append_new(positions, position_of(report, i)) == 0;
    }
    const hr_solve_view *view = report->view;
    good = good && hr_json_put_head(root, view->puzzle, HR_METRIC_UNIT) &&
           hr_json_put(root, "goal", view->goal != NULL ? json_string(view->goal) : json_null()) &&
           hr_json_put(root, "algorithm", json_string("idastar")) && hr_json_put(root, "heuristic", json_string(view->heuristic)) &&
           hr_json_put(root, "ranks", hr_json_count((uint64_t)report->ranks)) &&
           hr_json_put(root, "seconds", json_real(report->seconds)) && hr_json_put(root, "positions", json_incref(positions));
    json_decref(positions);
    return hr_json_write(root, good, out, error);
}
