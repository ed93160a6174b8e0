// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "solve_report.h"

/// Takes `value` over. False if there is no memory for it.
static bool put(json_t *object, const char *key, json_t *value) { return json_object_set_new(object, key, value) == 0; }

static json_t *count(uint64_t number) { return json_integer((json_int_t)number); }

/// Moves, details and boards along the solution.
static bool put_path(json_t *object, const hr_solve_report *report, size_t position, const hr_idastar_solution *solution) {
    const hr_solve_view *view = report->view;
    const uint8_t *path = report->stream->paths + solution->path_at;
    json_t *moves = json_array();
    json_t *details = json_array();
    json_t *boards = json_array();
    _Alignas(16) unsigned char states[2][HR_IDASTAR_STATE_MAX];
    unsigned char *state = states[0];
    memcpy(state, report->roots + position * report->stride, view->domain->state_bytes);
    bool good = moves != NULL && details != NULL && boards != NULL;
    for (uint32_t i = 0; good && i <= solution->length; i++) {
        char text[HR_STATE_TEXT_MAX];
        view->format(view->context, state, text);
        good = json_array_append_new(boards, json_string(text)) == 0;
        if (i == solution->length || !good) {
            break;
        }
        view->move(view->context, state, path[i], text);
        good = json_array_append_new(moves, json_string(text)) == 0 &&
               (view->detail == NULL ||
                json_array_append_new(details, count((uint64_t)view->detail(view->context, state, path[i]))) == 0);
        unsigned char *next = states[state == states[0]];
        view->domain->apply(view->domain->context, state, path[i], next);
        state = next;
    }
    good = good && put(object, "moves", json_incref(moves));
    good = good && (view->details == NULL || put(object, view->details, json_incref(details)));
    good = good && (!report->settings->boards || put(object, "boards", json_incref(boards)));
    json_decref(moves);
    json_decref(details);
    json_decref(boards);
    return good;
}

static json_t *position_of(const hr_solve_report *report, size_t i) {
    char text[HR_STATE_TEXT_MAX];
    report->view->format(report->view->context, report->roots + i * report->stride, text);
    json_t *object = json_object();
    bool good = put(object, "state", json_string(text));
    const hr_idastar_solution *solution = report->place[i] == SIZE_MAX ? NULL : &report->stream->solutions[report->place[i]];
    if (solution == NULL || solution->outcome == HR_IDASTAR_NO_ROUTE) {
        good = good && put(object, "outcome", json_string("unsolvable"));
    } else {
        const bool solved = solution->outcome == HR_IDASTAR_SOLVED;
        const char *unsolved = solution->outcome == HR_IDASTAR_LIMIT ? "limit" : "stopped";
        good = good && put(object, "outcome", json_string(solved ? "solved" : unsolved)) &&
               put(object, "length", solved ? count(solution->length) : json_null()) &&
               put(object, "lower_bound", count(solution->lower_bound)) && put(object, "nodes", count(solution->nodes)) &&
               put(object, "seconds", json_real(solution->seconds)) &&
               (!report->settings->all || put(object, "solutions", count(solution->solutions))) &&
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
    good = good && put(root, "program", json_string("huarong")) && put(root, "version", json_string(HR_VERSION)) &&
           put(root, "puzzle", json_string(view->puzzle)) && put(root, "metric", json_string("unit")) &&
           put(root, "goal", view->goal != NULL ? json_string(view->goal) : json_null()) &&
           put(root, "heuristic", json_string(view->heuristic)) && put(root, "ranks", count((uint64_t)report->ranks)) &&
           put(root, "seconds", json_real(report->seconds)) && put(root, "positions", json_incref(positions));
    if (good) { // a failed write is left to whoever checks the stream
        (void)json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        (void)fputc('\n', out);
    }
    json_decref(positions);
    json_decref(root);
    return good ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for the JSON result");
}
