// SPDX-License-Identifier: MIT
// Boards of water drops as states of a puzzle, to be read, drawn at random and shown. A state has three words: word i has the cells
// whose value has bit i set, as in hr_drops_board. Moves cannot be undone, so no engine searches these states.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/drops/drops.h"
#include "puzzle/puzzle_ops.h"
#include "puzzle/size.h"

static hr_drops_board board_of(const hr_puzzle *puzzle, const hr_state *state) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    return (hr_drops_board){.bit = {state[0], state[1], state[2]}, .width = (uint8_t)info->width, .height = (uint8_t)info->height};
}

static void destroy(hr_puzzle *puzzle) { free(puzzle); }

static void mark_solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) {
    (void)puzzle;
    for (size_t i = 0; i < n; i++, states += HR_DROPS_WORDS) {
        solved[i] = (states[0] | states[1] | states[2]) == 0;
    }
}

/// Every board can be solved, so each cell's value is drawn by itself.
static void draw_state(const hr_puzzle *puzzle, hr_random *random, hr_state *state) {
    hr_drops_board board = board_of(puzzle, (hr_state[HR_DROPS_WORDS]){0});
    for (int c = 0; c < board.width * board.height; c++) {
        for (uint64_t value = hr_random_below(random, HR_DROPS_FULL + 1); value > 0; value--) {
            hr_drops_add(&board, UINT64_C(1) << hr_drops_place(&board, c));
        }
    }
    memcpy(state, board.bit, sizeof board.bit);
}

static hr_status parse_state(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    hr_drops_board board;
    HR_TRY(hr_drops_parse(info->width, info->height, text, &board, error));
    memcpy(state, board.bit, sizeof board.bit);
    return HR_OK;
}

static void format_state(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    const hr_drops_board board = board_of(puzzle, state);
    hr_drops_format(&board, text, HR_STATE_TEXT_MAX);
}

static void describe_picture(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture) {
    const hr_drops_board board = board_of(puzzle, state);
    hr_drops_picture(&board, picture);
}

/// Find the first cell whose drop makes *to of *from.
static hr_status find_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error) {
    const hr_drops_board before = board_of(puzzle, from);
    for (int c = 0; c < before.width * before.height; c++) {
        hr_drops_board board = before;
        const unsigned place = hr_drops_place(&board, c);
        const int value = hr_drops_value(&board, place);
        if (value == HR_DROPS_FULL) {
            (void)hr_drops_burst(&board, place);
        } else if (value > 0) {
            hr_drops_add(&board, UINT64_C(1) << place);
        }
        if (value > 0 && memcmp(board.bit, to, sizeof board.bit) == 0) {
            const int x = c % board.width;
            const int y = c / board.width;
            *step = (hr_step){.piece = "drop", .from_x = x, .from_y = y, .to_x = x, .to_y = y};
            (void)snprintf(step->text, sizeof step->text, "%d,%d", x, y);
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "the two states are not one drop apart");
}

static const hr_puzzle_ops OPS = {
    .destroy = destroy,
    .solved = mark_solved,
    .random = draw_state,
    .parse = parse_state,
    .format = format_state,
    .picture = describe_picture,
    .step = find_step,
};

hr_status hr_drops_puzzle(const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error) {
    const char *colon = strchr(options->spec, ':');
    int width = 0;
    int height = 0;
    *puzzle = NULL;
    HR_TRY(hr_puzzle_read_size(&hr_drops_kind, colon == NULL ? NULL : colon + 1, &width, &height, error));
    HR_TRY(hr_drops_check_size(width, height, error));
    hr_puzzle *made = calloc(1, sizeof *made);
    HR_TRY_MEMORY(made != NULL, error, "a puzzle");
    (void)snprintf(made->spec, sizeof made->spec, "%s:%dx%d", hr_drops_kind.name, width, height);
    made->ops = &OPS;
    made->info = (hr_puzzle_info){.spec = made->spec,
                                  .kind = hr_drops_kind.name,
                                  .width = width,
                                  .height = height,
                                  .symmetry_order = 1,
                                  .state_words = HR_DROPS_WORDS,
                                  .key_mask = UINT64_MAX};
    *puzzle = made;
    return HR_OK;
}
