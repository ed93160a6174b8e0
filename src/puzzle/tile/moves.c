// SPDX-License-Identifier: MIT
// Successors of tile states. A move of the blank from cell p to cell q swaps the nibbles of p and q.

#include "puzzle/tile/tile.h"

/// The state in which the blank, whose home is `blank`, has moved from cell p to cell q.
static inline hr_state swap_blank(hr_state state, unsigned blank, int p, int q) {
    const uint64_t difference = hr_tile_at(state, q) ^ blank;
    return state ^ (difference << (4 * p)) ^ (difference << (4 * q));
}

size_t hr_tile_expand_unit(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const hr_tile *tile = hr_tile_of(puzzle);
    const unsigned blank = (unsigned)tile->blank;
    hr_state *out = successors;
    for (size_t i = 0; i < n; i++) {
        const int p = hr_tile_blank_cell(tile, states[i]);
        // The state of an impossible move is written, too, but the next one is written over it. So no branch is needed.
        for (int move = 0; move < HR_TILE_MOVES; move++) {
            *out = swap_blank(states[i], blank, p, tile->beside[p][move]);
            out += (tile->moves[p] >> move) & 1;
        }
        if (counts != NULL) {
            counts[i] = (uint16_t)__builtin_popcount(tile->moves[p]);
        }
    }
    return (size_t)(out - successors);
}

/// The state without its marks. Cell 15's nibble, where the marks are, is the XOR of the other 15 nibbles: a state of 16 cells has
/// each home once, and 0 ^ 1 ^ … ^ 15 = 0. On smaller boards cell 15's nibble is 0.
static inline hr_state unmark(const hr_tile *tile, hr_state marked) {
    const uint64_t key = marked & HR_TILE_KEY_MASK;
    uint64_t x = key ^ (key >> 32);
    x ^= x >> 16;
    x ^= x >> 8;
    x ^= x >> 4;
    return tile->cells == HR_TILE_CELLS_MAX ? key | x << HR_TILE_MARK_SHIFT : key;
}

void hr_tile_unmark(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states) {
    const hr_tile *tile = hr_tile_of(puzzle);
    for (size_t i = 0; i < n; i++) {
        states[i] = unmark(tile, marked[i]);
    }
}

size_t hr_tile_expand_marked(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors) {
    enum { GROUP = 128 };
    const hr_tile *tile = hr_tile_of(puzzle);
    const unsigned blank = (unsigned)tile->blank;
    uint8_t back[GROUP * HR_TILE_MOVES];
    hr_state *out = successors;
    for (size_t done = 0; done < n; done += GROUP) {
        const size_t end = n - done < GROUP ? n : done + GROUP;
        size_t found = 0;
        for (size_t i = done; i < end; i++) {
            const hr_state state = unmark(tile, states[i]);
            const int p = hr_tile_blank_cell(tile, state);
            const unsigned moves = tile->moves[p] & ~(unsigned)(states[i] >> HR_TILE_MARK_SHIFT);
            for (int move = 0; move < HR_TILE_MOVES; move++) {
                out[found] = swap_blank(state, blank, p, tile->beside[p][move]);
                back[found] = (uint8_t)(1U << (move ^ 1)); // the move that undoes this one
                found += (moves >> move) & 1;
            }
        }
        hr_tile_canonicalise_marked(tile, out, back, found);
        out += found;
    }
    return (size_t)(out - successors);
}

/// Append the states in which the blank has moved 1, 2, … `steps` cells from cell p, each `stride` after the one before.
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
