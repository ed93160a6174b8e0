// SPDX-License-Identifier: MIT
// huarong solve drops:WxH

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/output/solve.h"
#include "core/try.h"
#include "solve/drops/domain.h"

static void move_text(const void *context, const void *state, uint8_t move, char text[16]) {
    (void)context;
    const hr_drops_state *s = state;
    (void)snprintf(text, 16, "(%d,%d)", move / s->board.width + 1, move % s->board.width + 1);
}

static void format(const void *context, const void *state, char text[HR_STATE_TEXT_MAX]) {
    (void)context;
    hr_drops_format(&((const hr_drops_state *)state)->board, text, HR_STATE_TEXT_MAX);
}

static void draw(const void *context, const void *state, FILE *out) {
    (void)context;
    const hr_drops_board *board = &((const hr_drops_state *)state)->board;
    for (int c = 0; c < board->width * board->height; c++) {
        const int value = hr_drops_value(board, hr_drops_place(board, c));
        const char sign = value == 0 ? '.' : (char)('0' + value);
        fprintf(out, " %c%s", sign, c % board->width == board->width - 1 ? "\n" : "");
    }
}

/// Local. Read the positions' texts into states.
static hr_status read_states(const hr_solve_input *input, int width, int height, hr_drops_state **states, size_t **place,
                             hr_error *error) {
    *states = calloc(input->count, sizeof **states);
    *place = calloc(input->count, sizeof **place);
    if (*states == NULL || *place == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", input->count);
    }
    for (size_t i = 0; i < input->count; i++) {
        hr_error why;
        (*place)[i] = i;
        if (hr_drops_parse(width, height, input->texts[i], &(*states)[i].board, &why) != HR_OK) {
            return hr_error_set(error, HR_USAGE, "position %zu: %.400s", i + 1, why.text);
        }
    }
    return HR_OK;
}

/// Collective. Search, print the result, and return HR_STOPPED if a limit or a stop ended a search.
static hr_status search(hr_program *program, const hr_solve_settings *set, const hr_drops_state *states, const size_t *place,
                        size_t count, hr_error *error) {
    hr_solve_log log;
    HR_TRY(hr_solve_log_begin(&log, program, set, place, count, hr_comm_seconds(), error));
    hr_idastar_domain domain;
    hr_drops_domain(&domain);
    const hr_solve_view view = {
        .domain = &domain,
        .puzzle = set->spec,
        .heuristic = "drops",
        .separator = " ",
        .move = move_text,
        .format = format,
        .draw = draw,
    };
    hr_solve_report report = {
        .view = &view,
        .settings = set,
        .roots = (const unsigned char *)states,
        .stride = sizeof *states,
        .count = count,
        .place = place,
        .log = &log,
    };
    return hr_solve_search(program, &report, states, count, error);
}

hr_status hr_solve_drops(hr_program *program, const hr_solve_settings *settings, int width, int height, hr_error *error) {
    if (settings->puzzle.options.goal != NULL || settings->puzzle.options.exit != NULL || settings->puzzle.metric_given ||
        strcmp(settings->heuristic, "auto") != 0 || settings->memory_limit > 0) {
        return hr_error_set(error, HR_USAGE, "drops boards are solved without --goal, --exit, --metric, --heuristic and --memory");
    }
    hr_solve_input input = {0};
    hr_drops_state *states = NULL;
    size_t *place = NULL;
    hr_status status = hr_solve_read(program, settings, (size_t)width * (size_t)height, &input, error);
    status = status == HR_OK ? read_states(&input, width, height, &states, &place, error) : status;
    if (status == HR_OK) {    // every rank has read the same positions
        hr_interrupt_begin(); // not earlier, so that a signal ends a program that waits for input
        status = search(program, settings, states, place, input.count, error);
    }
    hr_solve_input_clear(&input);
    free(states);
    free(place);
    return status;
}
