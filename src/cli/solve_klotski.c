// SPDX-License-Identifier: MIT
// huarong solve klotski: breadth-first search from each opening.

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "quantity.h"
#include "shortest_path.h"
#include "solve.h"
#include "try.h"

enum { CELLS_MAX = 32 };

/// A piece's move: its kind, and its upper left cell before and after.
typedef struct piece_move {
    const char *kind;
    int from;
    int to;
} piece_move;

/// Find out what moved between two boards: the kind of piece whose heads differ.
static piece_move find_move(const hr_puzzle *puzzle, hr_state before, hr_state after) {
    static const struct {
        char head;
        const char *kind;
    } KINDS[] = {{'X', "2x2"}, {'L', "2x1"}, {'T', "1x2"}, {'o', "1x1"}};
    char a[HR_STATE_TEXT_MAX];
    char b[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, before, a);
    hr_puzzle_format(puzzle, after, b);
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        piece_move move = {.kind = KINDS[k].kind, .from = -1, .to = -1};
        const char *first[2] = {strchr(a, 'X'), strchr(b, 'X')};
        for (int c = 0; a[c] != '\0'; c++) {
            const bool head[2] = {KINDS[k].head == 'X' ? a + c == first[0] : a[c] == KINDS[k].head,
                                  KINDS[k].head == 'X' ? b + c == first[1] : b[c] == KINDS[k].head};
            move.from = head[0] && !head[1] ? c : move.from;
            move.to = head[1] && !head[0] ? c : move.to;
        }
        if (move.from >= 0 && move.to >= 0) {
            return move;
        }
    }
    return (piece_move){.kind = "none"};
}

/// One opening's solution.
typedef struct solution {
    hr_state start;
    hr_state *path;
    size_t count;
    hr_count visited;
} solution;

static void print_text(const hr_puzzle *puzzle, const hr_solve_settings *set, const solution *s, bool many, FILE *out) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, s->start, text);
    if (many) {
        fprintf(out, "%s: ", text);
    }
    if (s->count == 0) {
        char number[HR_QUANTITY_MAX];
        fprintf(out, "unsolvable: none of the %s states that can be reached is solved\n", hr_quantity_count(s->visited, number));
        return;
    }
    const size_t moves = s->count - 1;
    fprintf(out, "%zu %s%s%s\n", moves, hr_metric_name(info->metric), moves == 1 ? " move" : " moves",
            moves == 0 ? ": solved already" : "");
    for (size_t i = 0; i < moves; i++) {
        const piece_move move = find_move(puzzle, s->path[i], s->path[i + 1]);
        fprintf(out, "%4zu  %s  %d,%d -> %d,%d\n", i + 1, move.kind, move.from % info->width, move.from / info->width,
                move.to % info->width, move.to / info->width);
        if (set->boards) {
            char drawing[HR_STATE_DRAWING_MAX];
            hr_puzzle_draw(puzzle, s->path[i + 1], drawing);
            fprintf(out, "%s", drawing);
        }
    }
}

static json_t *describe(const hr_puzzle *puzzle, const hr_solve_settings *set, const solution *s) {
    const int width = hr_puzzle_describe(puzzle)->width;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, s->start, text);
    json_t *moves = json_array();
    json_t *boards = json_array();
    for (size_t i = 0; i < s->count; i++) {
        hr_puzzle_format(puzzle, s->path[i], text);
        (void)json_array_append_new(boards, json_string(text));
        if (i + 1 < s->count) {
            const piece_move move = find_move(puzzle, s->path[i], s->path[i + 1]);
            (void)json_array_append_new(moves, json_pack("{s:s,s:[ii],s:[ii]}", "piece", move.kind, "from", move.from % width,
                                                         move.from / width, "to", move.to % width, move.to / width));
        }
    }
    hr_puzzle_format(puzzle, s->start, text);
    json_t *object = json_pack("{s:s,s:s,s:I,s:o}", "state", text, "outcome", s->count > 0 ? "solved" : "unsolvable", "states",
                               (json_int_t)s->visited, "moves", moves);
    if (s->count > 0) {
        (void)json_object_set_new(object, "length", json_integer((json_int_t)s->count - 1));
    }
    if (set->boards) {
        (void)json_object_set(object, "boards", boards);
    }
    json_decref(boards);
    return object;
}

static hr_status print_json(const hr_puzzle *puzzle, json_t *positions, FILE *out, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    json_t *root = json_pack("{s:s,s:s,s:s,s:s,s:s,s:O}", "program", "huarong", "version", HR_VERSION, "puzzle", info->spec,
                             "metric", hr_metric_name(info->metric), "heuristic", "none", "positions", positions);
    if (root == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the JSON result");
    }
    (void)json_dumpf(root, out, JSON_INDENT(2));
    (void)fputc('\n', out);
    json_decref(root);
    return HR_OK;
}

/// Local.
static hr_status solve_all(const hr_puzzle *puzzle, const hr_solve_settings *set, const hr_solve_input *input, json_t *positions,
                           hr_error *error) {
    for (size_t i = 0; i < input->count; i++) {
        solution s = {.path = NULL};
        hr_error why;
        if (hr_puzzle_parse(puzzle, input->texts[i], &s.start, &why) != HR_OK ||
            hr_puzzle_validate(puzzle, s.start, &why) != HR_OK) {
            return hr_error_set(error, HR_USAGE, "position %zu: %.400s", i + 1, why.text);
        }
        HR_TRY(hr_shortest_path(puzzle, s.start, &s.path, &s.count, &s.visited, error));
        if (set->json) {
            (void)json_array_append_new(positions, describe(puzzle, set, &s));
        } else {
            print_text(puzzle, set, &s, input->count > 1, stdout);
        }
        free(s.path);
    }
    return set->json ? print_json(puzzle, positions, stdout, error) : HR_OK;
}

hr_status hr_solve_klotski(hr_program *program, const hr_solve_settings *settings, hr_error *error) {
    if (settings->long_run.checkpoint.directory != NULL || settings->long_run.max_seconds > 0 || settings->long_run.log != NULL ||
        settings->max_nodes > 0 || settings->max_seconds > 0 || settings->memory_limit > 0 || settings->iterations ||
        settings->complete || settings->no_mirror) {
        return hr_error_set(error, HR_USAGE,
                            "klotski is solved by a search of seconds: leave out limits, checkpoints, --log and --iterations");
    }
    if (settings->puzzle.options.goal != NULL || strcmp(settings->heuristic, "auto") != 0 || settings->weight.numerator != 0 ||
        settings->all) {
        return hr_error_set(error, HR_USAGE, "klotski is solved without --goal, --heuristic, --weight and --all");
    }
    const hr_puzzle_options options = {
        .spec = settings->spec, .metric = settings->puzzle.options.metric, .exit = settings->puzzle.options.exit};
    hr_puzzle *puzzle = NULL;
    hr_solve_input input = {0};
    hr_status status = hr_puzzle_create(&options, &puzzle, error);
    status = status == HR_OK ? hr_solve_read(program, settings, 0, &input, error) : status;
    if (status == HR_OK) {
        json_t *positions = json_array();
        status = hr_program_speaks(program) ? solve_all(puzzle, settings, &input, positions, error) : HR_OK;
        status = hr_program_join(program, status, error);
        json_decref(positions);
    }
    hr_solve_input_clear(&input);
    hr_puzzle_destroy(&puzzle);
    return status;
}
