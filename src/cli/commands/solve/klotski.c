// SPDX-License-Identifier: MIT
// huarong solve klotski: breadth-first search from each opening.

#include <stdlib.h>
#include <string.h>

#include "cli/commands/solve/solve.h"
#include "cli/output/enumeration.h"
#include "cli/output/json/parts.h"
#include "core/quantity.h"
#include "core/try.h"
#include "solve/layers/shortest_path.h"

/// One opening's solution.
typedef struct solution {
    hr_state start;
    hr_state *path;
    size_t count;
    hr_count visited;
} solution;

/// A drawing stands below its move.
enum { DRAWING_INDENT = 7, DRAWING_COLUMNS = 79 };

static hr_status print_text(const hr_puzzle *puzzle, const hr_solve_settings *set, const solution *s, bool many, FILE *out,
                            hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, s->start, text);
    if (many) {
        fprintf(out, "%s: ", text);
    }
    if (s->count == 0) {
        char number[HR_QUANTITY_MAX];
        fprintf(out, "unsolvable: none of the %s states that can be reached is solved\n", hr_quantity_count(s->visited, number));
        return HR_OK;
    }
    const size_t moves = s->count - 1;
    fprintf(out, "%zu %s, metric %s%s\n", moves, moves == 1 ? "move" : "moves", hr_metric_name(info->metric),
            moves == 0 ? ": solved already" : "");
    for (size_t i = 0; i < moves; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_step(puzzle, s->path[i], s->path[i + 1], &step, error));
        fprintf(out, "%5zu  %s\n", i + 1, step.text);
        if (set->boards) {
            hr_report_drawings(puzzle, &s->path[i + 1], 1, DRAWING_INDENT, DRAWING_COLUMNS, out);
        }
    }
    return HR_OK;
}

/// NULL: out of memory.
static json_t *describe(const hr_puzzle *puzzle, const hr_solve_settings *set, const solution *s) {
    json_t *moves = json_array();
    json_t *boards = json_array();
    bool good = true;
    for (size_t i = 0; good && i < s->count; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(puzzle, s->path[i], text);
        good = json_array_append_new(boards, json_string(text)) == 0 &&
               (i + 1 == s->count || json_array_append_new(moves, hr_json_step(puzzle, s->path[i], s->path[i + 1])) == 0);
    }
    json_t *object = json_object();
    const bool solved = s->count > 0;
    good = good && hr_json_put_state(object, puzzle, s->start) &&
           hr_json_put(object, "outcome", json_string(solved ? "solved" : "unsolvable")) &&
           (!solved || hr_json_put(object, "length", hr_json_count(s->count - 1))) &&
           hr_json_put(object, "states", hr_json_count(s->visited)) && hr_json_put(object, "moves", json_incref(moves)) &&
           (!set->boards || hr_json_put(object, "boards", json_incref(boards)));
    json_decref(moves);
    json_decref(boards);
    return hr_json_finished(object, good);
}

static hr_status print_json(const hr_puzzle *puzzle, json_t *positions, FILE *out, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    json_t *root = json_object();
    const bool good = hr_json_put_head(root, info->spec, info->metric) && hr_json_put(root, "heuristic", json_string("none")) &&
                      hr_json_put(root, "positions", json_incref(positions));
    return hr_json_write(root, good, out, error);
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
        hr_status status = HR_OK;
        if (!set->json) {
            status = print_text(puzzle, set, &s, input->count > 1, stdout, error);
        } else if (json_array_append_new(positions, describe(puzzle, set, &s)) != 0) {
            status = hr_error_set(error, HR_INTERNAL, "out of memory for the JSON result");
        }
        free(s.path);
        HR_TRY(status);
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
