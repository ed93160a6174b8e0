// SPDX-License-Identifier: MIT
// The table of the kinds whose positions IDA* solves.

#include "solve/drops/domain.h"
#include "solve/general/general.h"
#include "solve/position_kind.h"
#include "solve/tiles/tiles.h"

const hr_position_kind *const hr_position_kinds[] = {&hr_tiles_positions, &hr_tiles_slides, &hr_drops_positions,
                                                     &hr_general_positions, NULL};

const hr_position_kind *hr_position_kind_of(const hr_puzzle_kind *kind) {
    for (size_t i = 0; hr_position_kinds[i] != NULL; i++) {
        if (hr_position_kinds[i]->kind == kind) {
            return hr_position_kinds[i];
        }
    }
    return NULL;
}

/// Is the row for this kind of puzzle?
static bool serves(const hr_position_kind *row, const hr_puzzle_kind *kind) {
    return row->kind != NULL ? row->kind == kind : kind->create != NULL;
}

hr_status hr_position_kind_find(const hr_puzzle_kind *kind, const hr_puzzle_options *options, bool asked,
                                const hr_position_kind **found, hr_error *error) {
    hr_status status = HR_USAGE;
    for (size_t i = 0; hr_position_kinds[i] != NULL && status != HR_OK; i++) {
        const hr_position_kind *row = hr_position_kinds[i];
        if (serves(row, kind)) {
            *found = row;
            status = row->kind != NULL || asked
                         ? row->check(options, error)
                         : hr_error_set(error, HR_USAGE, "idastar takes these positions of %s only if it is asked for", kind->name);
        }
    }
    return status;
}

hr_status hr_position_puzzle(const hr_position_kind *kind, const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error) {
    return (kind->puzzle != NULL ? kind->puzzle : hr_puzzle_create)(options, puzzle, error);
}
