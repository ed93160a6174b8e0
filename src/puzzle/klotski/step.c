// SPDX-License-Identifier: MIT
// Describes a move of a Klotski puzzle for people, and counts the pieces of states.

#include <assert.h>
#include <stdio.h>

#include "puzzle/klotski/board.h"
#include "puzzle/klotski/parts.h"
#include "puzzle/puzzle_ops.h"

static uint32_t all_cells(const hr_puzzle_info *info) { return (uint32_t)((UINT64_C(1) << (info->width * info->height)) - 1); }

/// The number of the only cell in `heads`.
static int cell_of(uint32_t heads) { return __builtin_ctz(heads); }

static bool is_one_bit(uint32_t heads) { return heads != 0 && (heads & (heads - 1)) == 0; }

/// Is `to` a successor of `from`?
static bool is_successor(const hr_puzzle *puzzle, hr_state from, hr_state to) {
    enum { SUCCESSORS_MAX = 256 }; // a board of 32 cells has fewer: see hr_klotski_successors_max
    hr_state successors[SUCCESSORS_MAX];
    assert(puzzle->info.max_successors <= SUCCESSORS_MAX);
    const size_t n = puzzle->ops->expand(puzzle, &from, 1, successors, NULL);
    for (size_t i = 0; i < n; i++) {
        if (successors[i] == to) {
            return true;
        }
    }
    return false;
}

hr_status hr_klotski_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error) {
    const hr_puzzle_info *info = &puzzle->info;
    const hr_klotski_pieces before = hr_klotski_split(*from, info->width, all_cells(info));
    const hr_klotski_pieces after = hr_klotski_split(*to, info->width, all_cells(info));
    const struct {
        const char *piece;
        uint32_t before;
        uint32_t after;
    } kinds[] = {
        {"2x2", before.square, after.square},
        {"horizontal", before.horizontals, after.horizontals},
        {"vertical", before.verticals, after.verticals},
        {"single", before.singles, after.singles},
    };
    *step = (hr_step){.piece = NULL};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const uint32_t gone = kinds[k].before & ~kinds[k].after;
        const uint32_t come = kinds[k].after & ~kinds[k].before;
        if (gone == 0 && come == 0) {
            continue;
        }
        if (step->piece != NULL || !is_one_bit(gone) || !is_one_bit(come)) {
            return hr_error_set(error, HR_USAGE, "the two states are not one move apart");
        }
        step->piece = kinds[k].piece;
        step->from_x = cell_of(gone) % info->width;
        step->from_y = cell_of(gone) / info->width;
        step->to_x = cell_of(come) % info->width;
        step->to_y = cell_of(come) / info->width;
    }
    if (step->piece == NULL) {
        return hr_error_set(error, HR_USAGE, "the two states are the same");
    }
    if (!is_successor(puzzle, *from, *to)) {
        return hr_error_set(error, HR_USAGE,
                            "the two states are not one move apart: the way of the piece is not free, or too long");
    }
    step->direction = hr_step_direction(step);
    (void)snprintf(step->text, sizeof step->text, "%s from %d,%d to %d,%d", step->piece, step->from_x, step->from_y, step->to_x,
                   step->to_y);
    return HR_OK;
}

void hr_klotski_piece_sets(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_piece_set *sets) {
    const int width = puzzle->info.width;
    const uint32_t full = all_cells(&puzzle->info);
    for (size_t i = 0; i < n; i++) {
        const hr_klotski_pieces pieces = hr_klotski_split(states[i], width, full);
        sets[i] = (hr_piece_set){
            .horizontals = (uint8_t)__builtin_popcount(pieces.horizontals),
            .verticals = (uint8_t)__builtin_popcount(pieces.verticals),
            .singles = (uint8_t)__builtin_popcount(pieces.singles),
        };
    }
}
