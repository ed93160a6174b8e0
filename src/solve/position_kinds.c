// SPDX-License-Identifier: MIT
// The table of the kinds whose positions IDA* solves.

#include "solve/drops/domain.h"
#include "solve/position_kind.h"
#include "solve/tiles/tiles.h"

const hr_position_kind *const hr_position_kinds[] = {&hr_tiles_positions, &hr_tiles_slides, &hr_drops_positions, NULL};

const hr_position_kind *hr_position_kind_of(const hr_puzzle_kind *kind) {
    for (size_t i = 0; hr_position_kinds[i] != NULL; i++) {
        if (hr_position_kinds[i]->kind == kind) {
            return hr_position_kinds[i];
        }
    }
    return NULL;
}

hr_status hr_position_kind_find(const hr_puzzle_kind *kind, const hr_puzzle_options *options, const hr_position_kind **found,
                                hr_error *error) {
    hr_status status = hr_error_set(error, HR_USAGE, "IDA* does not solve %s", kind->name);
    for (size_t i = 0; hr_position_kinds[i] != NULL && status != HR_OK; i++) {
        if (hr_position_kinds[i]->kind == kind) {
            *found = hr_position_kinds[i];
            status = (*found)->check(options, error);
        }
    }
    return status;
}

hr_status hr_position_puzzle(const hr_position_kind *kind, const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error) {
    return (kind->puzzle != NULL ? kind->puzzle : hr_puzzle_create)(options, puzzle, error);
}

hr_status hr_position_board(const hr_position_kind *kind, const hr_puzzle_options *options, const hr_puzzle *puzzle, void **board,
                            hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    return kind->create(info->width, info->height, options->goal, board, error);
}
