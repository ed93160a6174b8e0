// SPDX-License-Identifier: MIT
// The positions of the water-drop puzzle, read and printed.

#include <stdio.h>
#include <stdlib.h>

#include "core/try.h"
#include "solve/drops/domain.h"
#include "solve/position_kind.h"

typedef struct board {
    int width;
    int height;
} board;

static hr_status check(const hr_puzzle_options *options, hr_error *error) {
    return options->goal == NULL && options->exit == NULL && options->metric == HR_METRIC_UNIT
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "drops boards are solved in the metric unit, without a goal and an exit");
}

static hr_status create(int width, int height, const char *goal, void **made, hr_error *error) {
    (void)goal;
    *made = NULL;
    HR_TRY(hr_drops_check_size(width, height, error));
    board *b = malloc(sizeof *b);
    *made = b;
    if (b == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a board");
    }
    *b = (board){.width = width, .height = height};
    return HR_OK;
}

static hr_status parse(const void *context, const char *text, void *state, hr_error *error) {
    const board *b = context;
    hr_drops_state *s = state;
    *s = (hr_drops_state){.kept = 0};
    return hr_drops_parse(b->width, b->height, text, &s->board, error);
}

/// Every board can be solved, so each cell's value is drawn by itself.
static void draw(const void *context, hr_random *random, void *state) {
    const board *b = context;
    hr_drops_state *s = state;
    *s = (hr_drops_state){.board = {.width = (uint8_t)b->width, .height = (uint8_t)b->height}};
    for (int c = 0; c < b->width * b->height; c++) {
        for (uint64_t value = hr_random_below(random, HR_DROPS_FULL + 1); value > 0; value--) {
            hr_drops_add(&s->board, UINT64_C(1) << hr_drops_place(&s->board, c));
        }
    }
}

static void format(const void *context, const void *state, char text[HR_STATE_TEXT_MAX]) {
    (void)context;
    hr_drops_format(&((const hr_drops_state *)state)->board, text, HR_STATE_TEXT_MAX);
}

static void picture(const void *context, const void *state, hr_picture *picture) {
    (void)context;
    hr_drops_picture(&((const hr_drops_state *)state)->board, picture);
}

static void move_text(const void *context, const void *state, uint8_t move, char text[16]) {
    (void)state;
    const board *b = context;
    (void)snprintf(text, 16, "%d,%d", move % b->width, move / b->width);
}

const hr_position_kind hr_drops_positions = {
    .kind = &hr_drops_kind,
    .state_bytes = sizeof(hr_drops_state),
    .separator = " ",
    .left_out = "some orders of drops",
    .check = check,
    .create = create,
    .parse = parse,
    .random = draw,
    .format = format,
    .picture = picture,
    .move = move_text,
};
