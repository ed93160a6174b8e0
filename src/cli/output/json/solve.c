// SPDX-License-Identifier: MIT
#include <string.h>

#include "cli/output/json/parts.h"
#include "cli/output/json/positions.h"
#include "cli/output/solve.h"

/// Returns a string of the moves of a solution; NULL: out of memory.
static json_t *moves_of(const hr_solve_report *report, size_t position, const hr_idastar_solution *solution) {
    hr_json_text text;
    if (!hr_json_text_open(&text)) {
        return NULL;
    }
    hr_solve_print_moves(report, position, solution, text.out);
    return hr_json_text_close(&text, true);
}

/// Add a list of the moves of all solutions that have been listed (--list). The first one stays chosen.
static bool put_list(json_t *object, hr_solve_report *report, size_t position, const hr_idastar_solution *solution) {
    json_t *list = json_array();
    bool good = list != NULL;
    for (size_t i = 0; good && hr_solve_choose(report, solution, i); i++) {
        good = json_array_append_new(list, moves_of(report, position, solution)) == 0;
    }
    (void)hr_solve_choose(report, solution, 0);
    return hr_json_put(object, "list", hr_json_finished(list, good)) && good;
}

/// Add the moves one by one with the states that they lead to (--details), and the boards on the way (--draw).
static bool put_steps(json_t *object, const hr_solve_report *report, size_t position, const hr_idastar_solution *solution) {
    const hr_solve_view *view = report->view;
    const uint8_t *path = hr_solve_path(report, solution);
    json_t *steps = json_array();
    json_t *boards = json_array();
    _Alignas(16) unsigned char states[2][HR_IDASTAR_STATE_MAX];
    unsigned char *state = states[0];
    memcpy(state, report->roots + position * report->stride, view->kind->state_bytes);
    char text[HR_STATE_TEXT_MAX];
    view->kind->format(view->board, state, text);
    bool good = steps != NULL && boards != NULL && json_array_append_new(boards, json_string(text)) == 0;
    for (uint32_t i = 0; good && i < solution->length; i++) {
        char move[16];
        view->kind->move(view->board, state, path[i], move);
        json_t *detail = view->kind->detail == NULL ? NULL : json_pack("[i]", view->kind->detail(view->board, state, path[i]));
        unsigned char *next = states[state == states[0]];
        view->domain->apply(view->domain->context, state, path[i], next);
        state = next;
        view->kind->format(view->board, state, text);
        json_t *step = json_object();
        good = hr_json_put(step, "move", json_string(move)) &&
               (view->kind->detail == NULL || hr_json_put(step, view->kind->details, detail)) &&
               hr_json_put(step, "state", json_string(text));
        good = json_array_append_new(steps, hr_json_finished(step, good)) == 0 && good;
        good = good && json_array_append_new(boards, json_string(text)) == 0;
    }
    good = good && (!report->settings->details || hr_json_put(object, "steps", json_incref(steps)));
    good = good && (!report->settings->drawing.draw || hr_json_put(object, "boards", json_incref(boards)));
    json_decref(steps);
    json_decref(boards);
    return good;
}

/// Add the iterations of a position.
static bool put_iterations(json_t *object, const hr_solve_report *report, size_t place) {
    json_t *iterations = json_array();
    bool good = iterations != NULL;
    const hr_iteration *round = NULL;
    while (good && (round = hr_idastar_stream_round(report->stream, place, round)) != NULL) {
        good = json_array_insert_new(iterations, 0, hr_json_iteration(round)) == 0;
    }
    return hr_json_put(object, "iterations", hr_json_finished(iterations, good)) && good;
}

/// Add the result of the search of a solvable position.
static bool put_result(json_t *object, hr_solve_report *report, size_t position) {
    const size_t place = report->place[position];
    const hr_idastar_solution *solution = &report->stream->solutions[place];
    const bool solved = solution->outcome == HR_IDASTAR_SOLVED;
    const char *unsolved = solution->outcome == HR_IDASTAR_LIMIT ? "limit" : "stopped";
    return hr_json_put(object, "outcome", json_string(solved ? "solved" : unsolved)) &&
           hr_json_put(object, "length", solved ? hr_json_count(solution->length) : json_null()) &&
           hr_json_put(object, "lower_bound", hr_json_count(solution->lower_bound)) &&
           hr_json_put(object, "nodes", hr_json_count(solution->nodes)) &&
           hr_json_put(object, "expanded", hr_json_count(solution->expanded)) &&
           hr_json_put(object, "seconds", json_real(solution->seconds)) &&
           (!report->settings->all || hr_json_put(object, "solutions", hr_json_count(solution->solutions))) &&
           (!solved || hr_json_put(object, "moves", moves_of(report, position, solution))) &&
           (!solved || report->settings->list == 0 || put_list(object, report, position, solution)) &&
           put_iterations(object, report, place) &&
           (!solved || !(report->settings->details || report->settings->drawing.draw) ||
            put_steps(object, report, position, solution));
}

static json_t *position_of(hr_solve_report *report, size_t i) {
    char text[HR_STATE_TEXT_MAX];
    report->view->kind->format(report->view->board, report->roots + i * report->stride, text);
    json_t *object = json_object();
    const char *name = report->texts[i].name;
    bool good = hr_json_put(object, "number", hr_json_count(report->texts[i].number)) &&
                (name == NULL || hr_json_put(object, "name", hr_json_given(name))) &&
                hr_json_put(object, "state", json_string(text));
    const size_t place = report->place[i];
    const bool unsolvable = place == SIZE_MAX || report->stream->solutions[place].outcome == HR_IDASTAR_NO_ROUTE;
    good = good && (unsolvable ? hr_json_put(object, "outcome", json_string("unsolvable")) : put_result(object, report, i));
    return hr_json_finished(object, good);
}

hr_status hr_solve_json_begin(hr_solve_report *report, FILE *out, hr_error *error) {
    const hr_solve_view *view = report->view;
    report->json = (hr_json_positions){.out = out, .lines = report->settings->output.format == HR_FORMAT_JSON_LINES};
    json_t *head = json_object();
    const bool good = hr_json_put_head(head, view->puzzle, HR_METRIC_UNIT) && hr_json_put_command(head, report->words) &&
                      hr_json_put(head, "goal", view->goal != NULL ? json_string(view->goal) : json_null()) &&
                      hr_json_put(head, "algorithm", json_string(report->settings->algorithm)) &&
                      hr_json_put(head, "heuristic", json_string(view->heuristic)) &&
                      hr_json_put(head, "ranks", hr_json_count((uint64_t)report->ranks));
    return hr_json_positions_begin(&report->json, hr_json_finished(head, good), error);
}

hr_status hr_solve_json_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error) {
    (void)out; // the report's `json` has it
    return hr_json_positions_add(&report->json, position_of(report, position), error);
}

hr_status hr_solve_json_end(hr_solve_report *report, FILE *talk, hr_error *error) {
    (void)talk;
    json_t *tail = json_object();
    const bool good = hr_json_put(tail, "seconds", json_real(report->seconds));
    return hr_json_positions_end(&report->json, hr_json_finished(tail, good), error);
}
