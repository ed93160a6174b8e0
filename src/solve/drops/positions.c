// SPDX-License-Identifier: MIT
// The positions of the water-drop puzzle.

#include <stdlib.h>
#include <string.h>

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

static hr_status create(const hr_puzzle *puzzle, const char *goal, void **made, hr_error *error) {
    (void)goal;
    board *b = malloc(sizeof *b);
    *made = b;
    HR_TRY_MEMORY(b != NULL, error, "a board");
    *b = (board){.width = hr_puzzle_describe(puzzle)->width, .height = hr_puzzle_describe(puzzle)->height};
    return HR_OK;
}

static void unpack(const void *context, const hr_state *packed, void *state) {
    const board *b = context;
    hr_drops_state *s = state;
    *s = (hr_drops_state){.board = {.width = (uint8_t)b->width, .height = (uint8_t)b->height}};
    memcpy(s->board.bit, packed, sizeof s->board.bit);
}

static void pack(const void *context, const void *state, hr_state *packed) {
    (void)context;
    const hr_drops_state *s = state;
    memcpy(packed, s->board.bit, sizeof s->board.bit);
}

const hr_position_kind hr_drops_positions = {
    .kind = &hr_drops_kind,
    .state_bytes = sizeof(hr_drops_state),
    .left_out = "some orders of drops",
    .check = check,
    .puzzle = hr_drops_puzzle,
    .create = create,
    .unpack = unpack,
    .pack = pack,
};
