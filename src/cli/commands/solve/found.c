// SPDX-License-Identifier: MIT
#include "cli/commands/solve/found.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "cli/output/csv/rows.h"
#include "cli/output/json/parts.h"
#include "cli/output/states.h"
#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/kinds.h"

/// Indent of drawings, which are printed below the moves.
enum { DRAWING_INDENT = 2 };

/// Returns what stands before the number of solutions where it stands for greater numbers, too.
static const char *at_least(const hr_path *path) { return path->solutions == HR_WAYS_MAX ? ">=" : ""; }

hr_status hr_found_print(const hr_found_view *view, const hr_found *found, FILE *out, hr_error *error) {
    const hr_puzzle *puzzle = view->puzzle;
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_path *path = &found->path;
    char number[HR_QUANTITY_MAX];
    hr_quantity_count(path->visited, number);
    if (found->unsolvable.text[0] != '\0') {
        fprintf(out, "%s\n", found->unsolvable.text);
        return HR_OK;
    }
    if (path->outcome == HR_PATH_UNSOLVABLE && path->visited == 1) {
        fputs("unsolvable: there is no solution, and no move is possible\n", out);
        return HR_OK;
    }
    if (path->outcome == HR_PATH_UNSOLVABLE) {
        fprintf(out, "unsolvable: there is no solution, none of the %s states that can be reached is solved\n", number);
        return HR_OK;
    }
    if (path->outcome != HR_PATH_SOLVED) {
        fprintf(out, "at least %" PRIu32 " move%s, metric %s: stopped %s after %s state%s\n", path->bound,
                hr_quantity_plural(path->bound), hr_metric_name(info->metric), path->limit, number,
                hr_quantity_plural(path->visited));
        return HR_OK;
    }
    const size_t moves = path->count - 1;
    fprintf(out, "%zu move%s, metric %s%s", moves, hr_quantity_plural(moves), hr_metric_name(info->metric),
            moves == 0 ? ": solved already" : "");
    if (view->weight.numerator > 0 && moves > 0) {
        fprintf(out, ", the shortest solution has at least %" PRIu32 " (weight %" PRIu32 "/%" PRIu32 ")", path->bound,
                view->weight.numerator, view->weight.denominator);
    }
    if (view->all) {
        fprintf(out, ", %s%s shortest solution%s", at_least(path), hr_quantity_count(path->solutions, number),
                hr_quantity_plural(path->solutions));
    }
    fputc('\n', out);
    for (size_t i = 0; i < moves; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_step(puzzle, path->states[i], path->states[i + 1], &step, error));
        fprintf(out, "%5zu  %s\n", i + 1, step.text);
    }
    hr_states_draw_path(puzzle, path->states, path->count, view->drawing, DRAWING_INDENT, out);
    return HR_OK;
}

void hr_found_hint_at_metrics(const hr_puzzle *puzzle, FILE *talk) {
    const char *note = hr_states_metric_note(puzzle);
    fprintf(talk, "huarong solve: metric unit%s; with slide or move a longer way counts once\n",
            *note != '\0' ? note : " (each cell counts)");
}

const char *hr_found_outcome(hr_path_outcome outcome) {
    static const char *const NAMES[] = {
        [HR_PATH_SOLVED] = "solved", [HR_PATH_UNSOLVABLE] = "unsolvable", [HR_PATH_LIMIT] = "limit", [HR_PATH_STOPPED] = "stopped"};
    return NAMES[outcome];
}

/// Print the moves of a path in one line.
static hr_status print_moves(const hr_puzzle *puzzle, const hr_path *path, FILE *out, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_puzzle_kind *kind = NULL;
    HR_TRY(hr_puzzle_kind_of(info->spec, &kind, error));
    const char *separator = kind->letters && info->metric == HR_METRIC_UNIT ? "" : "; ";
    for (size_t i = 0; i + 1 < path->count; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_step(puzzle, path->states[i], path->states[i + 1], &step, error));
        fprintf(out, "%s%s", i > 0 ? separator : "", step.text);
    }
    return HR_OK;
}

/// Print the name of a position; if it has none, its text as given or else its number.
static void print_name(const hr_found *found, FILE *out) {
    static const char SPACE[] = " \t\r\n";
    const char *text = found->name != NULL ? found->name : found->given;
    if (text == NULL) {
        fprintf(out, "%zu", found->number);
        return;
    }
    text += strspn(text, SPACE);
    size_t length = strlen(text);
    while (length > 0 && strchr(SPACE, text[length - 1]) != NULL) {
        length--;
    }
    for (size_t i = 0; i < length; i++) { // tabs separate columns
        fputc(strchr(SPACE, text[i]) != NULL ? ' ' : text[i], out);
    }
}

hr_status hr_found_print_line(const hr_found_view *view, const hr_found *found, FILE *out, hr_error *error) {
    const hr_path *path = &found->path;
    print_name(found, out);
    if (path->outcome == HR_PATH_UNSOLVABLE) {
        fputs("\tunsolvable\n", out);
        return HR_OK;
    }
    if (path->outcome != HR_PATH_SOLVED) {
        fprintf(out, "\t>=%" PRIu32 "\n", path->bound);
        return HR_OK;
    }
    fprintf(out, "\t%zu\t", path->count - 1);
    if (view->all) {
        fprintf(out, "%s%" PRIu64 "\t", at_least(path), path->solutions);
    }
    HR_TRY(print_moves(view->puzzle, path, out, error));
    fputc('\n', out);
    hr_states_draw_path(view->puzzle, path->states, path->count, view->drawing, DRAWING_INDENT, out);
    return HR_OK;
}

void hr_found_sum(const hr_found *found, hr_found_sums *sums) {
    const hr_path *path = &found->path;
    sums->positions++;
    sums->states += path->visited;
    sums->moves += path->count > 0 ? path->count - 1 : 0;
    if (path->outcome == HR_PATH_UNSOLVABLE && sums->unsolvable++ == 0) {
        sums->why = found->unsolvable;
    }
    if (path->outcome == HR_PATH_LIMIT || path->outcome == HR_PATH_STOPPED) {
        sums->open++;
        sums->last = *path;
        sums->last.states = NULL;
        sums->last.iterations = NULL;
    }
}

hr_status hr_found_judge(const hr_found_sums *sums, bool several, bool resumable, hr_error *error) {
    if (sums->open == 0) {
        return HR_OK;
    }
    const bool said = sums->last.stop == HR_STOP_MEMORY; // that text names the checkpoint, or says that there is none
    const char *resume = resumable && !said ? "; go on with --resume" : "";
    return !several
               ? hr_error_set(error, HR_STOPPED, "stopped %s: every solution has at least %" PRIu32 " move%s%s", sums->last.limit,
                              sums->last.bound, hr_quantity_plural(sums->last.bound), resume)
               : hr_error_set(error, HR_STOPPED,
                              "stopped %s, with %" PRIu64 " of %" PRIu64 " positions not solved; their lower bounds are proven",
                              sums->last.limit, sums->open, sums->positions);
}

void hr_found_print_sums(const hr_found_view *view, const hr_found_sums *sums, double seconds, FILE *talk) {
    char text[4][HR_QUANTITY_MAX];
    fprintf(talk, "huarong solve: %s position%s, %s move%s, %s state%s in %s (%s)\n", hr_quantity_count(sums->positions, text[0]),
            hr_quantity_plural(sums->positions), hr_quantity_count(sums->moves, text[1]), hr_quantity_plural(sums->moves),
            hr_quantity_count(sums->states, text[2]), hr_quantity_plural(sums->states), hr_quantity_seconds(seconds, text[3]),
            view->algorithm);
    if (sums->unsolvable > 0) {
        static const char PREFIX[] = "unsolvable: ";
        const char *why = sums->why.text;
        why += strncmp(why, PREFIX, strlen(PREFIX)) == 0 ? strlen(PREFIX) : 0;
        fprintf(talk, "huarong solve: unsolvable positions: %s%s%s\n", hr_quantity_count(sums->unsolvable, text[0]),
                why[0] != '\0' ? "; the first: " : "", why);
    }
}

/// Move *text to its next letter or digit. Returns it in lower case; '\0': there is none.
static int next_letter(const char **text) {
    while (**text != '\0' && isalnum((unsigned char)**text) == 0) {
        (*text)++;
    }
    return tolower((unsigned char)*(*text));
}

/// Returns the name of a position in CSV and JSON, whose state has its letters; NULL: none. The name or code by which a position
/// was given is its name if it has no other.
static const char *name_of(const hr_found_view *view, const hr_found *found) {
    if (found->name != NULL || found->given == NULL) {
        return found->name;
    }
    char state[HR_STATE_TEXT_MAX];
    hr_puzzle_format(view->puzzle, found->start, state);
    const char *letters = state;
    const char *given = found->given;
    while (next_letter(&given) == next_letter(&letters) && *letters != '\0') {
        given++;
        letters++;
    }
    return *given == *letters ? NULL : found->given;
}

hr_status hr_found_print_csv(const hr_found_view *view, const hr_found *found, FILE *out, hr_error *error) {
    const hr_path *path = &found->path;
    char state[HR_STATE_TEXT_MAX];
    hr_puzzle_format(view->puzzle, found->start, state);
    const hr_csv_position row = {.name = name_of(view, found),
                                 .number = found->number,
                                 .state = state,
                                 .outcome = hr_found_outcome(path->outcome),
                                 .bounded = path->outcome != HR_PATH_UNSOLVABLE,
                                 .solved = path->outcome == HR_PATH_SOLVED,
                                 .lower_bound = path->bound,
                                 .length = path->count > 0 ? path->count - 1 : 0,
                                 .nodes = path->visited,
                                 .seconds = path->seconds};
    hr_csv_solve_begin(&row, out);
    fputc('"', out);
    HR_TRY(print_moves(view->puzzle, path, out, error));
    fputs("\"\n", out);
    return HR_OK;
}

/// Returns a string of the path's moves; NULL: out of memory.
static json_t *moves_of(const hr_puzzle *puzzle, const hr_path *path) {
    hr_json_text text;
    if (!hr_json_text_open(&text)) {
        return NULL;
    }
    const hr_status status = print_moves(puzzle, path, text.out, NULL);
    return hr_json_text_close(&text, status == HR_OK);
}

/// Add the moves one by one (--details), and the boards on the way (--draw).
static bool put_steps(json_t *object, const hr_found_view *view, const hr_path *path) {
    json_t *steps = json_array();
    json_t *boards = json_array();
    bool good = true;
    for (size_t i = 0; good && i < path->count; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(view->puzzle, path->states[i], text);
        good = json_array_append_new(boards, json_string(text)) == 0 &&
               (i + 1 == path->count ||
                json_array_append_new(steps, hr_json_step(view->puzzle, path->states[i], path->states[i + 1])) == 0);
    }
    good = good && (!view->details || hr_json_put(object, "steps", json_incref(steps))) &&
           (!view->drawing->draw || hr_json_put(object, "boards", json_incref(boards)));
    json_decref(steps);
    json_decref(boards);
    return good;
}

/// Add the figures that only a best-first search has.
static bool put_best_first(json_t *object, const hr_path *path) {
    return path->expanded == 0 || (hr_json_put(object, "expanded", hr_json_count(path->expanded)) &&
                                   hr_json_put(object, "reopened", hr_json_count(path->reopened)) &&
                                   hr_json_put(object, "memory", hr_json_count(path->memory)));
}

/// Add the iterations (--details): the levels of A*, or the layers of a breadth-first search.
static bool put_iterations(json_t *object, const hr_path *path) {
    json_t *iterations = json_array();
    bool good = iterations != NULL;
    for (size_t i = 0; good && i < path->iteration_count; i++) {
        good = json_array_append_new(iterations, hr_json_iteration(&path->iterations[i])) == 0;
    }
    return hr_json_put(object, "iterations", hr_json_finished(iterations, good)) && good;
}

json_t *hr_found_describe(const hr_found_view *view, const hr_found *found) {
    const hr_path *path = &found->path;
    json_t *object = json_object();
    const bool solved = path->outcome == HR_PATH_SOLVED;
    const bool solvable = path->outcome != HR_PATH_UNSOLVABLE;
    const char *name = name_of(view, found);
    const bool good =
        hr_json_put(object, "number", hr_json_count(found->number)) &&
        (name == NULL || hr_json_put(object, "name", json_string(name))) && hr_json_put_state(object, view->puzzle, found->start) &&
        hr_json_put(object, "outcome", json_string(hr_found_outcome(path->outcome))) &&
        (!solvable || hr_json_put(object, "length", solved ? hr_json_count(path->count - 1) : json_null())) &&
        (!solvable || hr_json_put(object, "lower_bound", hr_json_count(path->bound))) &&
        hr_json_put(object, "nodes", hr_json_count(path->visited)) && hr_json_put(object, "states", hr_json_count(path->visited)) &&
        put_best_first(object, path) && (!path->both_ways || hr_json_put(object, "bidirectional", json_true())) &&
        hr_json_put(object, "seconds", json_real(path->seconds)) &&
        (!solved || !view->all || hr_json_put(object, "solutions", hr_json_count(path->solutions))) &&
        (!solved || hr_json_put(object, "moves", moves_of(view->puzzle, path))) &&
        (!view->details || found->unsolvable.text[0] != '\0' || put_iterations(object, path)) &&
        (!solved || put_steps(object, view, path));
    return hr_json_finished(object, good);
}

hr_status hr_found_json_begin(const hr_found_view *view, int ranks, hr_json_positions *json, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(view->puzzle);
    char goal[HR_STATE_TEXT_MAX];
    hr_puzzle_goal(view->puzzle, goal);
    json_t *head = json_object();
    const bool good = hr_json_put_head(head, info->spec, info->metric) && hr_json_put_command(head, view->words) &&
                      hr_json_put_drawing(head, view->puzzle) && hr_json_put(head, "goal", json_string(goal)) &&
                      hr_json_put(head, "algorithm", json_string(view->algorithm)) &&
                      hr_json_put(head, "heuristic", json_string(view->heuristic)) &&
                      hr_json_put(head, "ranks", hr_json_count((uint64_t)ranks));
    return hr_json_positions_begin(json, hr_json_finished(head, good), error);
}
