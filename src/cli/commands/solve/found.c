// SPDX-License-Identifier: MIT
#include "cli/commands/solve/found.h"

#include <inttypes.h>

#include "cli/output/csv/rows.h"
#include "cli/output/json/parts.h"
#include "cli/output/states.h"
#include "core/quantity.h"
#include "core/try.h"

/// Indent of drawings, which are printed below the moves.
enum { DRAWING_INDENT = 2 };

hr_status hr_found_print(const hr_found_view *view, const hr_found *found, FILE *out, hr_error *error) {
    const hr_puzzle *puzzle = view->puzzle;
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_path *path = &found->path;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, found->start, text);
    if (view->named) {
        fprintf(out, "%s: ", found->name != NULL ? found->name : text);
    }
    char number[HR_QUANTITY_MAX];
    hr_quantity_count(path->visited, number);
    if (found->unsolvable.text[0] != '\0') {
        fprintf(out, "%s\n", found->unsolvable.text);
        return HR_OK;
    }
    if (path->outcome == HR_PATH_UNSOLVABLE) {
        fprintf(out, "unsolvable: there is no solution, none of the %s states that can be reached is solved\n", number);
        return HR_OK;
    }
    if (path->outcome != HR_PATH_SOLVED) {
        fprintf(out, "at least %" PRIu32 " %s, metric %s: stopped %s after %s states\n", path->bound,
                path->bound == 1 ? "move" : "moves", hr_metric_name(info->metric), path->limit, number);
        return HR_OK;
    }
    const size_t moves = path->count - 1;
    fprintf(out, "%zu %s, metric %s%s\n", moves, moves == 1 ? "move" : "moves", hr_metric_name(info->metric),
            moves == 0 ? ": solved already" : "");
    for (size_t i = 0; i < moves; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_step(puzzle, path->states[i], path->states[i + 1], &step, error));
        fprintf(out, "%5zu  %s\n", i + 1, step.text);
    }
    hr_states_draw_path(puzzle, path->states, path->count, view->drawing, DRAWING_INDENT, out);
    return HR_OK;
}

static const char *outcome_name(hr_path_outcome outcome) {
    static const char *const NAMES[] = {
        [HR_PATH_SOLVED] = "solved", [HR_PATH_UNSOLVABLE] = "unsolvable", [HR_PATH_LIMIT] = "limit", [HR_PATH_STOPPED] = "stopped"};
    return NAMES[outcome];
}

hr_status hr_found_print_csv(const hr_found_view *view, const hr_found *found, FILE *out, hr_error *error) {
    const hr_path *path = &found->path;
    char state[HR_STATE_TEXT_MAX];
    hr_puzzle_format(view->puzzle, found->start, state);
    const hr_csv_position row = {.name = found->name,
                                 .number = found->number,
                                 .state = state,
                                 .outcome = outcome_name(path->outcome),
                                 .bounded = path->outcome != HR_PATH_UNSOLVABLE,
                                 .solved = path->outcome == HR_PATH_SOLVED,
                                 .lower_bound = path->bound,
                                 .length = path->count > 0 ? path->count - 1 : 0,
                                 .nodes = path->visited,
                                 .seconds = path->seconds};
    hr_csv_solve_begin(&row, out);
    fputc('"', out);
    for (size_t i = 0; i + 1 < path->count; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_step(view->puzzle, path->states[i], path->states[i + 1], &step, error));
        fprintf(out, "%s%s", i > 0 ? "; " : "", step.text);
    }
    fputs("\"\n", out);
    return HR_OK;
}

json_t *hr_found_describe(const hr_found_view *view, const hr_found *found) {
    const hr_path *path = &found->path;
    json_t *moves = json_array();
    json_t *boards = json_array();
    bool good = true;
    for (size_t i = 0; good && i < path->count; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(view->puzzle, path->states[i], text);
        good = json_array_append_new(boards, json_string(text)) == 0 &&
               (i + 1 == path->count ||
                json_array_append_new(moves, hr_json_step(view->puzzle, path->states[i], path->states[i + 1])) == 0);
    }
    json_t *object = json_object();
    const bool solved = path->outcome == HR_PATH_SOLVED;
    const bool solvable = path->outcome != HR_PATH_UNSOLVABLE;
    good = good && (found->name == NULL || hr_json_put(object, "name", json_string(found->name))) &&
           hr_json_put_state(object, view->puzzle, found->start) &&
           hr_json_put(object, "outcome", json_string(outcome_name(path->outcome))) &&
           (!solvable || hr_json_put(object, "length", solved ? hr_json_count(path->count - 1) : json_null())) &&
           (!solvable || hr_json_put(object, "lower_bound", hr_json_count(path->bound))) &&
           hr_json_put(object, "states", hr_json_count(path->visited)) &&
           hr_json_put(object, "seconds", json_real(path->seconds)) && hr_json_put(object, "moves", json_incref(moves)) &&
           (!view->drawing->draw || hr_json_put(object, "boards", json_incref(boards)));
    json_decref(moves);
    json_decref(boards);
    return hr_json_finished(object, good);
}

hr_status hr_found_print_json(const hr_puzzle *puzzle, json_t *positions, FILE *out, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    json_t *root = json_object();
    const bool good = hr_json_put_head(root, info->spec, info->metric) && hr_json_put_drawing(root, puzzle) &&
                      hr_json_put(root, "algorithm", json_string("layers")) &&
                      hr_json_put(root, "heuristic", json_string("none")) && hr_json_put(root, "positions", json_incref(positions));
    return hr_json_write(root, good, out, error);
}
