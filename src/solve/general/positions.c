// SPDX-License-Identifier: MIT
// The positions of any puzzle with packed states.

#include <stdlib.h>
#include <string.h>

#include "core/state.h"
#include "core/try.h"
#include "puzzle/goals.h"
#include "puzzle/words.h"
#include "solve/general/general.h"

static hr_status check(const hr_puzzle_options *options, hr_error *error) {
    (void)options; // hr_puzzle_create checks them
    (void)error;
    return HR_OK;
}

/// A state's successors are searched, not their images, so the puzzle needs no symmetries.
static hr_status make_puzzle(const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error) {
    hr_puzzle_options plain = *options;
    plain.no_symmetry = true;
    HR_TRY(hr_puzzle_create(&plain, puzzle, error));
    HR_TRY(hr_puzzle_check_goal(*puzzle, error));
    const hr_puzzle_info *info = hr_puzzle_describe(*puzzle);
    return info->max_successors <= HR_IDASTAR_FANOUT_MAX
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "idastar takes puzzles of at most %d moves a state, and this one may have %zu",
                              HR_IDASTAR_FANOUT_MAX, info->max_successors);
}

static hr_status create(const hr_puzzle *puzzle, const char *goal, void **made, hr_error *error) {
    (void)goal; // the puzzle has it
    hr_general_board *board = malloc(sizeof *board);
    *made = board;
    HR_TRY_MEMORY(board != NULL, error, "a board");
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    *board = (hr_general_board){.puzzle = puzzle, .words = hr_puzzle_words(puzzle), .fanout = info->max_successors};
    const hr_status status = hr_puzzle_kind_of(info->spec, &board->kind, error);
    if (status != HR_OK) {
        free(board);
        *made = NULL;
    }
    return status;
}

static void unpack(const void *context, const hr_state *packed, void *state) {
    const hr_general_board *board = context;
    memcpy(state, packed, board->words * sizeof *packed);
    memset((hr_state *)state + board->words, 0xFF, board->words * sizeof *packed);
}

static void pack(const void *context, const void *state, hr_state *packed) {
    const hr_general_board *board = context;
    memcpy(packed, state, board->words * sizeof *packed);
}

const hr_position_kind hr_general_positions = {
    .state_bytes = HR_GENERAL_STATE_BYTES,
    .check = check,
    .puzzle = make_puzzle,
    .create = create,
    .unpack = unpack,
    .pack = pack,
};
