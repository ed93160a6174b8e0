// SPDX-License-Identifier: MIT
#include "cli/output/solve.h"

#include <inttypes.h>
#include <string.h>

#include "cli/output/boards.h"
#include "cli/output/states.h"
#include "core/quantity.h"
#include "run/stop_reason.h"

enum { DRAWING_INDENT = 2 };

/// A walk along a solution.
typedef struct walk {
    const hr_solve_view *view;
    const uint8_t *path;
    uint32_t length;
    uint32_t at;
    unsigned char *state; ///< the state before move `at`
    _Alignas(16) unsigned char states[2][HR_IDASTAR_STATE_MAX];
} walk;

static void start_walk(walk *w, const hr_solve_report *report, size_t position, const hr_idastar_solution *solution) {
    w->view = report->view;
    w->path = hr_solve_path(report, solution);
    w->length = solution->length;
    w->at = 0;
    w->state = w->states[0];
    memcpy(w->state, report->roots + position * report->stride, report->view->kind->state_bytes);
}

static void step(walk *w) {
    unsigned char *next = w->states[w->state == w->states[0]];
    w->view->domain->apply(w->view->domain->context, w->state, w->path[w->at++], next);
    w->state = next;
}

void hr_solve_stop_text(const hr_solve_report *report, const hr_idastar_solution *solution, char text[HR_SOLVE_STOP_MAX]) {
    const hr_solve_settings *set = report->settings;
    char number[HR_QUANTITY_MAX];
    if (solution->outcome != HR_IDASTAR_LIMIT) {
        (void)snprintf(text, HR_SOLVE_STOP_MAX, "%s", hr_stop_text(report->log->stop));
    } else if (solution->lacked_memory) {
        (void)snprintf(text, HR_SOLVE_STOP_MAX, "for lack of memory");
    } else if (set->max_nodes > 0 && solution->nodes >= set->max_nodes) {
        (void)snprintf(text, HR_SOLVE_STOP_MAX, "at %s node%s (--position-nodes)", hr_quantity_count(set->max_nodes, number),
                       hr_quantity_plural(set->max_nodes));
    } else if (set->max_seconds > 0 && solution->seconds >= set->max_seconds) {
        (void)snprintf(text, HR_SOLVE_STOP_MAX, "at %s (--position-time)", hr_quantity_seconds(set->max_seconds, number));
    } else {
        (void)snprintf(text, HR_SOLVE_STOP_MAX, "at a limit");
    }
}

bool hr_solve_choose(hr_solve_report *report, const hr_idastar_solution *solution, size_t number) {
    report->shown = solution != NULL && report->list.count > 0 ? report->list.paths + number * solution->length : NULL;
    return number == 0 || number < report->list.count;
}

const uint8_t *hr_solve_path(const hr_solve_report *report, const hr_idastar_solution *solution) {
    return report->shown != NULL ? report->shown : report->stream->paths + solution->path_at;
}

void hr_solve_print_moves(const hr_solve_report *report, size_t position, const hr_idastar_solution *solution, FILE *out) {
    walk w;
    start_walk(&w, report, position, solution);
    while (w.at < w.length) {
        char text[16];
        w.view->kind->move(w.view->board, w.state, w.path[w.at], text);
        if (report->settings->moves_of == HR_MOVES_OF_TILE) {
            hr_states_turn_ways(text);
        }
        fprintf(out, "%s%s", w.at > 0 ? w.view->kind->separator : "", text);
        step(&w);
    }
}

static void print_details(const hr_solve_report *report, size_t position, const hr_idastar_solution *solution, FILE *out) {
    walk w;
    start_walk(&w, report, position, solution);
    while (w.at < w.length) {
        fprintf(out, "%s%d", w.at > 0 ? " " : "", w.view->kind->detail(w.view->board, w.state, w.path[w.at]));
        step(&w);
    }
}

static void print_boards(const hr_solve_report *report, size_t position, const hr_idastar_solution *solution, FILE *out) {
    walk w;
    hr_boards boards;
    start_walk(&w, report, position, solution);
    hr_boards_begin(&boards, &report->settings->drawing, w.view->kind->kind, DRAWING_INDENT, out);
    for (;;) {
        char caption[HR_BOARDS_CAPTION_MAX] = "start";
        hr_picture picture;
        w.view->kind->picture(w.view->board, w.state, &picture);
        if (w.at > 0) {
            (void)snprintf(caption, sizeof caption, "%" PRIu32, w.at);
        }
        (w.at == 0 ? hr_boards_add : hr_boards_move)(&boards, &picture, caption);
        if (w.at == w.length) {
            break;
        }
        step(&w);
    }
    hr_boards_end(&boards);
}

static void print_length(const hr_solve_report *report, const hr_idastar_solution *solution, FILE *out) {
    const char *moves = solution->length == 1 ? "move" : "moves";
    if (solution->outcome == HR_IDASTAR_NO_ROUTE) {
        fprintf(out, "unsolvable: no sequence of moves leads to the goal\n");
    } else if (solution->outcome != HR_IDASTAR_SOLVED) {
        char stop[HR_SOLVE_STOP_MAX];
        hr_solve_stop_text(report, solution, stop);
        fprintf(out, "at least %" PRIu32 " move%s: stopped %s\n", solution->lower_bound, hr_quantity_plural(solution->lower_bound),
                stop);
    } else if (solution->length == 0) {
        fprintf(out, "0 moves: solved already\n");
    } else if (solution->lower_bound < solution->length) {
        const hr_idastar_weight weight = report->settings->weight;
        fprintf(out, "%" PRIu32 " %s, the shortest solution has at least %" PRIu32 " (weight %" PRIu32 "/%" PRIu32 ")\n",
                solution->length, moves, solution->lower_bound, weight.numerator, weight.denominator);
    } else {
        const bool slides = report->settings->puzzle.options.metric == HR_METRIC_SLIDE;
        fprintf(out, "%" PRIu32 " %s%s", solution->length, moves, slides ? ", metric slide" : "");
        if (report->settings->checked > 0) {
            hr_states_print_difference(report->settings->checked, solution->length, out);
        }
        fputc('\n', out);
    }
}

/// Write the usual goal that unsolvable positions reach; the empty string if there is none.
static void find_other_goal(const hr_solve_view *view, char goal[HR_STATE_TEXT_MAX]) {
    goal[0] = '\0';
    if (view->kind->other_goal != NULL) {
        view->kind->other_goal(view->board, goal);
    }
}

/// Print the reason why a position is unsolvable, and another goal that it reaches, if there is a usual one.
static void print_unsolvable(const hr_solve_view *view, FILE *out) {
    char goal[HR_STATE_TEXT_MAX];
    find_other_goal(view, goal);
    const bool hint = goal[0] != '\0';
    fprintf(out, "unsolvable: %s%s%s%s\n", view->kind->unsolvable, hint ? ", but the position reaches --goal '" : "", goal,
            hint ? "'" : "");
}

/// Print the moves of the solutions of a single position.
static void print_solutions(hr_solve_report *report, const hr_idastar_solution *solution, FILE *out) {
    for (size_t i = 0; hr_solve_choose(report, solution, i); i++) {
        fprintf(out, "moves      ");
        hr_solve_print_moves(report, 0, solution, out);
        if (report->view->kind->details != NULL) {
            fprintf(out, "\n%-10s ", report->view->kind->details);
            print_details(report, 0, solution, out);
        }
        fprintf(out, "\n");
    }
}

/// Print the result of a single position, in several lines.
static void print_one(hr_solve_report *report, FILE *out) {
    if (report->place[0] == SIZE_MAX) {
        print_unsolvable(report->view, out);
        return;
    }
    const hr_idastar_solution *solution = &report->stream->solutions[report->place[0]];
    print_length(report, solution, out);
    if (solution->length > 0) {
        print_solutions(report, solution, out);
    }
    if (report->settings->all && solution->outcome == HR_IDASTAR_SOLVED) {
        char number[HR_QUANTITY_MAX];
        fprintf(out, "solutions  %s\n", hr_quantity_count(solution->solutions, number));
    }
    if (solution->length > 0 || solution->outcome != HR_IDASTAR_SOLVED) {
        char nodes[HR_QUANTITY_MAX];
        char seconds[HR_QUANTITY_MAX];
        fprintf(out, "search     %s node%s, %s, %s\n", hr_quantity_count(solution->nodes, nodes),
                hr_quantity_plural(solution->nodes), hr_quantity_seconds(solution->seconds, seconds), report->view->heuristic);
    }
    for (size_t i = 0; report->settings->drawing.draw && hr_solve_choose(report, solution, i); i++) {
        print_boards(report, 0, solution, out);
    }
}

/// Print the chosen solution of one of many positions, in one line.
static void print_line(const hr_solve_report *report, size_t position, FILE *out) {
    const hr_solve_text *text = &report->texts[position];
    if (text->name != NULL) {
        fprintf(out, "%s\t", text->name);
    } else {
        fprintf(out, "%zu\t", text->number);
    }
    if (report->place[position] == SIZE_MAX) {
        fprintf(out, "unsolvable\n");
        return;
    }
    const hr_idastar_solution *solution = &report->stream->solutions[report->place[position]];
    if (solution->outcome != HR_IDASTAR_SOLVED) {
        fprintf(out, solution->outcome == HR_IDASTAR_NO_ROUTE ? "unsolvable\n" : ">=%" PRIu32 "\n", solution->lower_bound);
        return;
    }
    fprintf(out, "%" PRIu32 "\t", solution->length);
    if (report->settings->all) {
        fprintf(out, "%" PRIu64 "\t", solution->solutions);
    }
    hr_solve_print_moves(report, position, solution, out);
    fprintf(out, "\n");
    if (report->settings->drawing.draw) {
        print_boards(report, position, solution, out);
    }
}

hr_status hr_solve_text_position(hr_solve_report *report, size_t position, FILE *out, hr_error *error) {
    (void)error;
    if (report->single) {
        print_one(report, out);
        return HR_OK;
    }
    const size_t place = report->place[position];
    const hr_idastar_solution *solution = place == SIZE_MAX ? NULL : &report->stream->solutions[place];
    for (size_t i = 0; hr_solve_choose(report, solution, i); i++) {
        print_line(report, position, out);
    }
    return HR_OK;
}

hr_status hr_solve_text_end(hr_solve_report *report, FILE *talk, hr_error *error) {
    (void)error;
    if (talk == NULL || report->single) {
        return HR_OK;
    }
    const hr_solve_sums *sums = &report->sums;
    char text[4][HR_QUANTITY_MAX];
    fprintf(talk, "huarong solve: %s position%s, %s move%s, %s node%s in %s (%s)\n", hr_quantity_count(sums->positions, text[0]),
            hr_quantity_plural(sums->positions), hr_quantity_count(sums->moves, text[1]), hr_quantity_plural(sums->moves),
            hr_quantity_count(sums->nodes, text[2]), hr_quantity_plural(sums->nodes), hr_quantity_seconds(report->seconds, text[3]),
            report->view->heuristic);
    char goal[HR_STATE_TEXT_MAX];
    find_other_goal(report->view, goal);
    if (sums->unsolvable > 0 && goal[0] != '\0') {
        fprintf(talk, "huarong solve: unsolvable positions: %s (%s, but --goal '%s' is reached)\n",
                hr_quantity_count(sums->unsolvable, text[0]), report->view->kind->unsolvable, goal);
    }
    return HR_OK;
}
