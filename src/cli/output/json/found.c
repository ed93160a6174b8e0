// SPDX-License-Identifier: MIT
#include "cli/output/found.h"
#include "cli/output/json/parts.h"
#include "puzzle/words.h"

/// Returns a string of the solution's moves; NULL: out of memory.
static json_t *moves_of(const hr_puzzle *puzzle, const hr_found *found) {
    hr_json_text text;
    if (!hr_json_text_open(&text)) {
        return NULL;
    }
    const hr_status status = hr_found_print_moves(puzzle, found, NULL, text.out, NULL);
    return hr_json_text_close(&text, status == HR_OK);
}

/// Add a list of the moves of all solutions that have been listed (--list).
static bool put_list(json_t *object, const hr_found_report *report, const hr_found *found) {
    json_t *list = json_array();
    bool good = list != NULL;
    for (size_t i = 0; good && i <= found->path.more; i++) {
        const hr_found one = hr_found_solution(report, found, i);
        good = json_array_append_new(list, moves_of(report->puzzle, &one)) == 0;
    }
    return hr_json_put(object, "list", hr_json_finished(list, good)) && good;
}

/// Returns an array of the boards on the way; NULL: out of memory.
static json_t *boards_of(const hr_puzzle *puzzle, const hr_found *found) {
    hr_letters letters = found->letters;
    const size_t words = hr_puzzle_words(puzzle);
    json_t *boards = json_array();
    bool good = boards != NULL;
    for (size_t i = 0; good && i < found->path.count; i++) {
        const hr_state *at = found->path.states + i * words;
        char text[HR_STATE_TEXT_MAX];
        hr_step step;
        good = i == 0 || hr_puzzle_follow(puzzle, at - words, at, &letters, &step, NULL) == HR_OK;
        hr_puzzle_format_with(puzzle, at, &letters, text);
        good = good && json_array_append_new(boards, json_string(text)) == 0;
    }
    return hr_json_finished(boards, good);
}

/// Add the moves one by one (--details), and the boards on the way (--draw).
static bool put_steps(json_t *object, const hr_found_report *report, const hr_found *found) {
    const hr_path *path = &found->path;
    return (!report->details ||
            hr_json_put(object, "steps", hr_json_path(report->puzzle, path->states, path->count - 1, found->letters))) &&
           (!report->drawing->draw || hr_json_put(object, "boards", boards_of(report->puzzle, found)));
}

/// Add the figures that only A* has.
static bool put_best_first(json_t *object, const hr_path *path) {
    return path->memory == 0 || (hr_json_put(object, "reopened", hr_json_count(path->reopened)) &&
                                 hr_json_put(object, "memory", hr_json_count(path->memory)));
}

/// Returns the object of an iteration; NULL: out of memory.
static json_t *iteration_of(const hr_iteration *iteration) {
    json_t *object = json_object();
    const bool good = hr_json_put(object, "bound", hr_json_count(iteration->bound)) &&
                      hr_json_put(object, "nodes", hr_json_count(iteration->nodes)) &&
                      hr_json_put(object, "expanded", hr_json_count(iteration->expanded)) &&
                      hr_json_put(object, "seconds", json_real(iteration->seconds)) &&
                      (iteration->finished || hr_json_put(object, "finished", json_false()));
    return hr_json_finished(object, good);
}

/// Add the iterations (--details).
static bool put_iterations(json_t *object, const hr_path *path) {
    json_t *iterations = json_array();
    bool good = iterations != NULL;
    for (size_t i = 0; good && i < path->iteration_count; i++) {
        good = json_array_append_new(iterations, iteration_of(&path->iterations[i])) == 0;
    }
    return hr_json_put(object, "iterations", hr_json_finished(iterations, good)) && good;
}

static json_t *describe(const hr_found_report *report, const hr_found *found) {
    const hr_path *path = &found->path;
    json_t *object = json_object();
    const bool solved = path->outcome == HR_PATH_SOLVED;
    const bool solvable = path->outcome != HR_PATH_UNSOLVABLE;
    const char *name = hr_found_name(report, found);
    const bool good = hr_json_put(object, "number", hr_json_count(found->number)) &&
                      (name == NULL || hr_json_put(object, "name", hr_json_given(name))) &&
                      hr_json_put_state(object, report->puzzle, found->start, &found->letters) &&
                      hr_json_put(object, "outcome", json_string(hr_found_outcome(path->outcome))) &&
                      (!solvable || hr_json_put(object, "length", solved ? hr_json_count(path->count - 1) : json_null())) &&
                      (!solvable || hr_json_put(object, "lower_bound", hr_json_count(path->bound))) &&
                      hr_json_put(object, "nodes", hr_json_count(path->visited)) &&
                      (!hr_found_knows_expanded(path) || hr_json_put(object, "expanded", hr_json_count(path->expanded))) &&
                      put_best_first(object, path) && (!path->both_ways || hr_json_put(object, "bidirectional", json_true())) &&
                      hr_json_put(object, "seconds", json_real(path->seconds)) &&
                      (!solved || !report->all || hr_json_put(object, "solutions", hr_json_count(path->solutions))) &&
                      (!solved || hr_json_put(object, "moves", moves_of(report->puzzle, found))) &&
                      (!solved || !report->list || put_list(object, report, found)) &&
                      (!report->details || put_iterations(object, path)) && (!solved || put_steps(object, report, found));
    return hr_json_finished(object, good);
}

hr_status hr_found_json_begin(hr_found_report *report, FILE *out, hr_error *error) {
    report->json = (hr_json_positions){.out = out, .lines = report->format == HR_FORMAT_JSON_LINES};
    const hr_puzzle_info *info = hr_puzzle_describe(report->puzzle);
    char goal[HR_STATE_TEXT_MAX];
    hr_puzzle_goal(report->puzzle, goal);
    json_t *head = json_object();
    const bool good = hr_json_put_head(head, info->spec, info->metric) && hr_json_put_command(head, report->words) &&
                      hr_json_put_drawing(head, report->puzzle) &&
                      hr_json_put(head, "goal", goal[0] != '\0' ? json_string(goal) : json_null()) &&
                      hr_json_put(head, "algorithm", json_string(report->algorithm)) &&
                      hr_json_put(head, "heuristic", json_string(report->heuristic)) &&
                      (report->heuristic_tiles == NULL || report->heuristic_tiles[0] == '\0' ||
                       hr_json_put(head, "heuristic_tiles", json_string(report->heuristic_tiles))) &&
                      hr_json_put(head, "ranks", hr_json_count((uint64_t)report->ranks));
    return hr_json_positions_begin(&report->json, hr_json_finished(head, good), error);
}

hr_status hr_found_json_position(hr_found_report *report, const hr_found *found, FILE *out, hr_error *error) {
    (void)out; // the report's `json` has it
    return hr_json_positions_add(&report->json, describe(report, found), error);
}

hr_status hr_found_json_end(hr_found_report *report, FILE *out, hr_error *error) {
    (void)out;
    json_t *tail = json_object();
    const bool good = hr_json_put(tail, "seconds", json_real(report->seconds));
    return hr_json_positions_end(&report->json, hr_json_finished(tail, good), error);
}
