// SPDX-License-Identifier: MIT
// Successors of tile states. Moving the blank from p to q swaps two nibbles; the tile's nibble is found at q.

#include "tile.h"

static inline hr_state swap_blank(hr_state state, unsigned blank, int p, int q) {
    const uint64_t difference = hr_tile_at(state, q) ^ blank;
    return state ^ (difference << (4 * p)) ^ (difference << (4 * q));
}

size_t hr_tile_expand_unit(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const hr_tile *tile = hr_tile_of(puzzle);
    const unsigned blank = (unsigned)tile->blank;
    hr_state *out = successors;
    for (size_t i = 0; i < n; i++) {
        const hr_state state = states[i];
        const int p = hr_tile_blank_cell(tile, state);
        const uint8_t *const q = tile->neighbours[p];
        // Always four: those beyond the count are overwritten by the next state's. No branch to mispredict.
        out[0] = swap_blank(state, blank, p, q[0]);
        out[1] = swap_blank(state, blank, p, q[1]);
        out[2] = swap_blank(state, blank, p, q[2]);
        out[3] = swap_blank(state, blank, p, q[3]);
        out += tile->neighbour_count[p];
    }
    if (counts != NULL) {
        for (size_t i = 0; i < n; i++) {
            counts[i] = tile->neighbour_count[hr_tile_blank_cell(tile, states[i])];
        }
    }
    return (size_t)(out - successors);
}

/// The states on the blank's way from `p` over `steps` cells in steps of `stride`.
static hr_state *slide(hr_state state, unsigned blank, int p, int stride, int steps, hr_state *out) {
    for (int s = 0; s < steps; s++, p += stride) {
        state = swap_blank(state, blank, p, p + stride);
        *out++ = state;
    }
    return out;
}

size_t hr_tile_expand_slide(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const hr_tile *tile = hr_tile_of(puzzle);
    const unsigned blank = (unsigned)tile->blank;
    const int w = tile->width;
    const int h = tile->height;
    hr_state *out = successors;
    for (size_t i = 0; i < n; i++) {
        const int p = hr_tile_blank_cell(tile, states[i]);
        const int x = p % w;
        const int y = p / w;
        out = slide(states[i], blank, p, -w, y, out);
        out = slide(states[i], blank, p, w, h - 1 - y, out);
        out = slide(states[i], blank, p, -1, x, out);
        out = slide(states[i], blank, p, 1, w - 1 - x, out);
        if (counts != NULL) {
            counts[i] = (uint16_t)(w + h - 2);
        }
    }
    return (size_t)(out - successors);
}
