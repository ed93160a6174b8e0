// SPDX-License-Identifier: MIT
#include "cli/output/found.h"

#include <inttypes.h>
#include <string.h>

#include "cli/output/states.h"
#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"

/// Indent of drawings, which are printed below the moves.
enum { DRAWING_INDENT = 2 };

/// Returns ">=" if the number of solutions has reached the greatest that can be counted, so that there may be more; else "".
static const char *at_least(const hr_path *path) { return path->solutions == HR_WAYS_MAX ? ">=" : ""; }

static const hr_puzzle_kind *kind_of(const hr_puzzle *puzzle) {
    const hr_puzzle_kind *kind = NULL;
    (void)hr_puzzle_kind_of(hr_puzzle_describe(puzzle)->spec, &kind, NULL); // never fails: the puzzle has been made
    return kind;
}

/// Are the moves of the only position printed in a line? Where positions are numbers, the moves are short; else each has its own
/// line.
static bool is_in_a_line(const hr_found_report *report) { return kind_of(report->puzzle)->numbers; }

/// Print the name of the metric after a length. Where moves are in a line, people expect the metric unit.
static void print_metric(const hr_found_report *report, FILE *out) {
    const hr_metric metric = hr_puzzle_describe(report->puzzle)->metric;
    if (!is_in_a_line(report) || metric != HR_METRIC_UNIT) {
        fprintf(out, ", metric %s", hr_metric_name(metric));
    }
}

/// Returns the name of the heuristic, or of the algorithm if there is no heuristic.
static const char *method_of(const hr_found_report *report) {
    return strcmp(report->heuristic, "none") == 0 ? report->algorithm : report->heuristic;
}

/// Print why the only position is not solved.
static void print_unsolved(const hr_found_report *report, const hr_found *found, FILE *out) {
    const hr_path *path = &found->path;
    char number[HR_QUANTITY_MAX];
    hr_quantity_count(path->visited, number);
    if (found->unsolvable.text[0] != '\0') {
        fprintf(out, "%s\n", found->unsolvable.text);
    } else if (path->outcome == HR_PATH_UNSOLVABLE && path->visited == 1) {
        fputs("unsolvable: there is no solution, and no move is possible\n", out);
    } else if (path->outcome == HR_PATH_UNSOLVABLE) {
        fprintf(out, "unsolvable: there is no solution, none of the %s states that can be reached is solved\n", number);
    } else if (path->bound == 0) {
        fprintf(out, "stopped %s before the search\n", path->limit);
    } else {
        fprintf(out, "at least %" PRIu32 " move%s", path->bound, hr_quantity_plural(path->bound));
        print_metric(report, out);
        fprintf(out, ": stopped %s after %s %s%s\n", path->limit, number, report->counted, hr_quantity_plural(path->visited));
    }
}

/// Draw the boards of the solution.
static void draw_boards(const hr_found_report *report, const hr_found *found, FILE *out) {
    const hr_states_way way = {report->puzzle, found->path.states, found->path.count, &found->letters, .alone = false};
    hr_states_draw_way(&way, report->drawing, DRAWING_INDENT, out);
}

static void print_plain(const char *text, FILE *out) { fputs(text, out); }

/// Print a move of tiles, which is given as one of the blank.
static void print_turned(const char *text, FILE *out) {
    hr_step step;
    (void)snprintf(step.text, sizeof step.text, "%s", text);
    hr_states_turn_ways(step.text);
    fputs(step.text, out);
}

hr_found hr_found_solution(const hr_found_report *report, const hr_found *found, size_t number) {
    hr_found one = *found;
    one.path.more = 0;
    if (number > 0) {
        one.path.states += number * one.path.count * hr_puzzle_words(report->puzzle);
    }
    return one;
}

hr_status hr_found_print_moves(const hr_puzzle *puzzle, const hr_found *found, void (*print)(const char *text, FILE *out),
                               FILE *out, hr_error *error) {
    const hr_path *path = &found->path;
    hr_letters letters = found->letters;
    const size_t words = hr_puzzle_words(puzzle);
    print = print != NULL ? print : print_plain;
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_puzzle_kind *kind = kind_of(puzzle);
    const char *separator = kind->letters && info->metric == HR_METRIC_UNIT ? "" : kind->spaced ? " " : "; ";
    for (size_t i = 0; i + 1 < path->count; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_follow(puzzle, path->states + i * words, path->states + (i + 1) * words, &letters, &step, error));
        print(i > 0 ? separator : "", out);
        print(step.text, out);
    }
    return HR_OK;
}

/// Print the moves of the first solution, a line for each, and its boards.
static hr_status print_list(const hr_found_report *report, const hr_found *found, FILE *out, hr_error *error) {
    const hr_puzzle *puzzle = report->puzzle;
    hr_letters letters = found->letters;
    const size_t words = hr_puzzle_words(puzzle);
    const hr_state *at = found->path.states;
    for (size_t i = 1; i < found->path.count; i++, at += words) {
        hr_step step;
        HR_TRY(hr_puzzle_follow(puzzle, at, at + words, &letters, &step, error));
        if (report->tiles) {
            hr_states_turn_ways(step.text);
        }
        fprintf(out, "%5zu  %s\n", i, step.text);
    }
    draw_boards(report, found, out);
    return HR_OK;
}

/// Print the number of the tile of each move of the first solution, where a move is one of one tile.
static hr_status print_tiles(const hr_found_report *report, const hr_found *found, FILE *out, hr_error *error) {
    const hr_puzzle *puzzle = report->puzzle;
    const size_t words = hr_puzzle_words(puzzle);
    const hr_state *at = found->path.states;
    for (size_t i = 1; i < found->path.count; i++, at += words) {
        hr_step step;
        HR_TRY(hr_puzzle_step(puzzle, at, at + words, &step, error));
        if (step.tile_count == 0) {
            return HR_OK;
        }
        fprintf(out, "%s%d", i == 1 ? "tiles      " : " ", step.tiles[0]);
    }
    fputc('\n', out);
    return HR_OK;
}

/// Print the moves of the first solution in a line.
static hr_status print_in_a_line(const hr_found_report *report, const hr_found *found, FILE *out, hr_error *error) {
    fputs("moves      ", out);
    HR_TRY(hr_found_print_moves(report->puzzle, found, report->tiles ? print_turned : NULL, out, error));
    fputc('\n', out);
    return hr_puzzle_describe(report->puzzle)->metric == HR_METRIC_UNIT ? print_tiles(report, found, out, error) : HR_OK;
}

/// Print how long the only solution is, and what is known of others.
static void print_length(const hr_found_report *report, const hr_path *path, FILE *out) {
    char number[HR_QUANTITY_MAX];
    const size_t moves = path->count - 1;
    fprintf(out, "%zu move%s", moves, hr_quantity_plural(moves));
    print_metric(report, out);
    if (moves == 0) {
        fputs(": solved already", out);
    } else if (report->weight.numerator > 0 && path->bound < moves) {
        fprintf(out, ", the shortest solution has at least %" PRIu32 " (weight %" PRIu32 "/%" PRIu32 ")", path->bound,
                report->weight.numerator, report->weight.denominator);
    }
    if (report->all) {
        fprintf(out, ", %s%s shortest solution%s", at_least(path), hr_quantity_count(path->solutions, number),
                hr_quantity_plural(path->solutions));
    }
    if (report->checked > 0 && path->bound == moves) {
        hr_states_print_difference(report->checked, moves, out);
    }
    fputc('\n', out);
}

/// Print what the search of the only position took.
static void print_search(const hr_found_report *report, const hr_path *path, FILE *out) {
    char number[HR_QUANTITY_MAX];
    char time[HR_QUANTITY_MAX];
    fprintf(out, "search     %s %s%s, %s, %s\n", hr_quantity_count(path->visited, number), report->counted,
            hr_quantity_plural(path->visited), hr_quantity_seconds(path->seconds, time), method_of(report));
}

/// Print the result of the only position.
static hr_status print_one(const hr_found_report *report, const hr_found *found, FILE *out, hr_error *error) {
    const hr_path *path = &found->path;
    const bool in_a_line = is_in_a_line(report);
    if (path->outcome != HR_PATH_SOLVED) {
        print_unsolved(report, found, out);
        return HR_OK;
    }
    print_length(report, path, out);
    for (size_t i = 0; i <= path->more; i++) {
        const hr_found one = hr_found_solution(report, found, i);
        if (report->list && !in_a_line) {
            fprintf(out, "solution %zu\n", i + 1);
        }
        if (!in_a_line) {
            HR_TRY(print_list(report, &one, out, error));
        } else if (path->count > 1) {
            HR_TRY(print_in_a_line(report, &one, out, error));
        }
    }
    if (in_a_line && path->count > 1) {
        print_search(report, path, out);
    }
    for (size_t i = 0; in_a_line && i <= path->more; i++) {
        const hr_found one = hr_found_solution(report, found, i);
        draw_boards(report, &one, out);
    }
    return HR_OK;
}

/// Print the name of a position; if it has none, its text as given or else its number.
static void print_name(const hr_found *found, FILE *out) {
    static const char SPACES[] = " \t\r\n";
    const char *text = found->name != NULL ? found->name : found->given;
    if (text == NULL) {
        fprintf(out, "%zu", found->number);
        return;
    }
    text += strspn(text, SPACES);
    size_t length = strlen(text);
    while (length > 0 && strchr(SPACES, text[length - 1]) != NULL) {
        length--;
    }
    for (size_t i = 0; i < length; i++) { // tabs separate columns
        fputc(strchr(SPACES, text[i]) != NULL ? ' ' : text[i], out);
    }
}

/// Print the first solution of one of several positions as a line, and its boards.
static hr_status print_line(const hr_found_report *report, const hr_found *found, FILE *out, hr_error *error) {
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
    if (report->all) {
        fprintf(out, "%s%" PRIu64 "\t", at_least(path), path->solutions);
    }
    HR_TRY(hr_found_print_moves(report->puzzle, found, report->tiles ? print_turned : NULL, out, error));
    fputc('\n', out);
    draw_boards(report, found, out);
    return HR_OK;
}

hr_status hr_found_text_position(hr_found_report *report, const hr_found *found, FILE *out, hr_error *error) {
    if (!report->several) {
        return print_one(report, found, out, error);
    }
    for (size_t i = 0; i <= found->path.more; i++) {
        const hr_found one = hr_found_solution(report, found, i);
        HR_TRY(print_line(report, &one, out, error));
    }
    return HR_OK;
}

void hr_found_print_sums(const hr_found_report *report, FILE *talk) {
    const hr_found_sums *sums = &report->sums;
    char text[4][HR_QUANTITY_MAX];
    fprintf(talk, "huarong solve: %s position%s, %s move%s, %s %s%s in %s (%s)\n", hr_quantity_count(sums->positions, text[0]),
            hr_quantity_plural(sums->positions), hr_quantity_count(sums->moves, text[1]), hr_quantity_plural(sums->moves),
            hr_quantity_count(sums->nodes, text[2]), report->counted, hr_quantity_plural(sums->nodes),
            hr_quantity_seconds(report->seconds, text[3]), method_of(report));
    if (sums->unsolvable > 0) {
        static const char PREFIX[] = "unsolvable: ";
        const char *why = sums->why.text;
        why += strncmp(why, PREFIX, strlen(PREFIX)) == 0 ? strlen(PREFIX) : 0;
        fprintf(talk, "huarong solve: unsolvable positions: %s%s%s\n", hr_quantity_count(sums->unsolvable, text[0]),
                why[0] != '\0' ? "; the first: " : "", why);
    }
}

void hr_found_hint_at_metrics(const hr_puzzle *puzzle, FILE *talk) {
    const char *note = hr_states_metric_note(puzzle);
    fprintf(talk, "huarong solve: metric unit%s; with slide or move a longer way counts once\n",
            *note != '\0' ? note : " (each cell counts)");
}
