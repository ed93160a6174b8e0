// SPDX-License-Identifier: MIT
// Board symmetries of tile puzzles: those that fix the blank's home. Let s(c) be the home of the piece in cell c of state s. A
// symmetry g maps s to the state s' with s'(g(c)) = g(s(c)). It maps the source to itself, so s and s' have the same distance.

#include <stdlib.h>

#include "core/try.h"
#include "puzzle/board_symmetry.h"
#include "puzzle/tile/tile.h"

/// The image of a state by eight look-ups, on boards of any size: bytes beyond the board map to 0.
static inline hr_state image_of(const hr_tile_symmetry *table, hr_state state) {
    return ((table->image[0][state & 255U] | table->image[1][(state >> 8) & 255U]) |
            (table->image[2][(state >> 16) & 255U] | table->image[3][(state >> 24) & 255U])) |
           ((table->image[4][(state >> 32) & 255U] | table->image[5][(state >> 40) & 255U]) |
            (table->image[6][(state >> 48) & 255U] | table->image[7][state >> 56]));
}

static int image_of_cell(const hr_tile *tile, int g, int cell) { return hr_board_map_cell(tile->width, tile->height, g, cell); }

/// Fill the images of all bytes under the symmetry `g`.
static void fill_table(const hr_tile *tile, int g, hr_tile_symmetry *table) {
    for (int b = 0; b < HR_TILE_CELLS_MAX / 2; b++) {
        for (int value = 0; value < 256; value++) {
            hr_state image = 0;
            for (int half = 0; half < 2; half++) {
                const int cell = 2 * b + half;
                const int home = half == 0 ? value & 15 : value >> 4;
                if (cell < tile->cells && home < tile->cells) {
                    image |= (hr_state)image_of_cell(tile, g, home) << (4 * image_of_cell(tile, g, cell));
                }
            }
            table->image[b][value] = image;
        }
    }
}

/// Fill the images of all sets of moves under the symmetry `g`.
static void fill_moves(int g, hr_tile_symmetry *table) {
    static const int STEPS[HR_TILE_MOVES][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}}; // up, down, left, right
    for (unsigned set = 0; set < 1U << HR_TILE_MOVES; set++) {
        unsigned image = 0;
        for (int move = 0; move < HR_TILE_MOVES; move++) {
            image |= ((set >> move) & 1U) << hr_board_map_move(STEPS, g, move);
        }
        table->moves[set] = (uint8_t)image;
    }
}

hr_status hr_tile_find_symmetries(hr_tile *tile, hr_error *error) {
    const int candidates = hr_board_symmetries(tile->width, tile->height);
    tile->symmetries = calloc((size_t)candidates, sizeof *tile->symmetries);
    HR_TRY_MEMORY(tile->symmetries != NULL, error, "a puzzle's symmetries");
    for (int g = 1; g < candidates; g++) {
        if (image_of_cell(tile, g, tile->blank) == tile->blank) {
            fill_moves(g, &tile->symmetries[tile->symmetry_count]);
            fill_table(tile, g, &tile->symmetries[tile->symmetry_count++]);
        }
    }
    return HR_OK;
}

void hr_tile_canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n) {
    const hr_tile *tile = hr_tile_of(puzzle);
    if (tile->symmetry_count == 1) { // a loop of its own for the most frequent case, such as the 15-puzzle
        for (size_t i = 0; i < n; i++) {
            const hr_state image = image_of(tile->symmetries, states[i]);
            states[i] = image < states[i] ? image : states[i];
        }
        return;
    }
    for (size_t i = 0; i < n; i++) {
        hr_state best = states[i];
        for (int g = 0; g < tile->symmetry_count; g++) {
            const hr_state image = image_of(&tile->symmetries[g], states[i]);
            best = image < best ? image : best;
        }
        states[i] = best;
    }
}

void hr_tile_canonicalise_marked(const hr_tile *tile, hr_state *states, const uint8_t *moves, size_t n) {
    if (tile->symmetry_count == 1) {
        const hr_tile_symmetry *symmetry = tile->symmetries;
        for (size_t i = 0; i < n; i++) {
            const hr_state state = states[i];
            const hr_state image = image_of(symmetry, state);
            const hr_state best = image < state ? image : state;
            const uint64_t own = best == state ? moves[i] : 0;
            const uint64_t theirs = best == image ? symmetry->moves[moves[i]] : 0;
            states[i] = (best & HR_TILE_KEY_MASK) | (own | theirs) << HR_TILE_MARK_SHIFT;
        }
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const hr_state state = states[i];
        hr_state best = state;
        unsigned marks = moves[i];
        for (int g = 0; g < tile->symmetry_count; g++) {
            const hr_state image = image_of(&tile->symmetries[g], state);
            const unsigned image_marks = tile->symmetries[g].moves[moves[i]];
            const unsigned kept = image < best ? 0 : marks;
            marks = image <= best ? kept | image_marks : marks;
            best = image < best ? image : best;
        }
        states[i] = (best & HR_TILE_KEY_MASK) | (hr_state)marks << HR_TILE_MARK_SHIFT;
    }
}

void hr_tile_orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) {
    const hr_tile *tile = hr_tile_of(puzzle);
    if (tile->symmetry_count == 1) {
        for (size_t i = 0; i < n; i++) {
            sizes[i] = image_of(tile->symmetries, states[i]) == states[i] ? 1 : 2;
        }
        return;
    }
    const int order = tile->symmetry_count + 1;
    for (size_t i = 0; i < n; i++) {
        int fixing = 1; // symmetries that fix the state; the orbit's size is order / fixing (orbit-stabiliser theorem)
        for (int g = 0; g < tile->symmetry_count; g++) {
            fixing += image_of(&tile->symmetries[g], states[i]) == states[i];
        }
        sizes[i] = (uint8_t)(order / fixing);
    }
}

size_t hr_tile_images(const hr_puzzle *puzzle, const hr_state *state, hr_state *images) {
    const hr_tile *tile = hr_tile_of(puzzle);
    size_t n = 1;
    images[0] = *state;
    for (int g = 0; g < tile->symmetry_count; g++) {
        const hr_state image = image_of(&tile->symmetries[g], *state);
        size_t at = n;
        while (at > 0 && images[at - 1] > image) {
            at--;
        }
        if (at > 0 && images[at - 1] == image) {
            continue;
        }
        for (size_t i = n; i > at; i--) {
            images[i] = images[i - 1];
        }
        images[at] = image;
        n++;
    }
    return n;
}
