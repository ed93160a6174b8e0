// SPDX-License-Identifier: MIT
// Successors and images of large tile states, in batches.
//
// A move of the blank from cell p to cell q changes the fields of both cells by the same XOR. A symmetry maps a move of a state to
// a move of the state's image. So canonical successors are made by moves of the state and of its images side by side: the images
// are made once for all successors of a state.

#include <stdlib.h>

#include "core/sorting.h"
#include "core/try.h"
#include "puzzle/board_symmetry.h"
#include "puzzle/tile/large.h"

// The inline functions below get the number of words as a constant.
#define FOR_WORDS(puzzle, function, ...)                                                                                           \
    ((puzzle)->info.state_words == 2   ? function(__VA_ARGS__, 2)                                                                  \
     : (puzzle)->info.state_words == 3 ? function(__VA_ARGS__, 3)                                                                  \
                                       : function(__VA_ARGS__, 4))

/// A word with the lowest bit of each field.
HR_INLINE hr_state lowest_bits(size_t words) { return words == 4 ? UINT64_C(0x0041041041041041) : UINT64_C(0x0084210842108421); }

/// The home of the piece in the last cell.
HR_INLINE unsigned last_home(const hr_large *large, const hr_state *state, size_t words) {
    const unsigned bits = hr_tile_bits(words);
    const unsigned half = bits * hr_tile_fields(words) / 2;
    hr_state x = 0;
    for (size_t w = 0; w < words; w++) {
        x ^= state[w];
    }
    x ^= x >> half;
    unsigned home = large->all;
    for (unsigned at = 0; at < half; at += bits) {
        home ^= (unsigned)(x >> at);
    }
    return home & ((1U << bits) - 1U);
}

/// The blank's cell.
HR_INLINE int blank_cell(const hr_large *large, const hr_state *state, size_t words) {
    const hr_state ones = lowest_bits(words);
    for (size_t w = 0; w < words; w++) {
        const hr_state x = state[w] ^ ones * (hr_state)large->tile.blank;
        const hr_state zeros = (x - ones) & ~x & large->highest[w]; // borrows can only fake zero fields above the lowest
        if (zeros != 0) {
            return (int)(w * hr_tile_fields(words)) + __builtin_ctzll(zeros) / (int)hr_tile_bits(words);
        }
    }
    return large->tile.cells - 1;
}

/// The home of the piece in `cell`.
HR_INLINE unsigned home_at(const hr_large *large, const hr_state *state, int cell, size_t words) {
    if (cell == large->tile.cells - 1) {
        return last_home(large, state, words);
    }
    return (unsigned)(state[large->word[cell]] >> large->shift[cell]) & ((1U << hr_tile_bits(words)) - 1U);
}

/// Write the image of a state into *image.
HR_INLINE void map_state(const hr_large *large, const hr_large_symmetry *symmetry, const hr_state *state, hr_state *image,
                         size_t words) {
    const unsigned bits = hr_tile_bits(words);
    const unsigned fields = hr_tile_fields(words);
    const size_t homes = (size_t)1 << bits;
    const hr_state *row = symmetry->images + words * fields * homes * words + last_home(large, state, words) * words;
    hr_words_copy(image, row, words);
    row = symmetry->images;
    for (size_t w = 0; w < words; w++) {
        for (unsigned f = 0; f < fields; f++, row += homes * words) {
            const hr_state *part = row + (state[w] >> (f * bits) & (homes - 1)) * words;
            for (size_t i = 0; i < words; i++) {
                image[i] |= part[i];
            }
        }
    }
}

/// A state under one symmetry, while the blank moves.
typedef struct view {
    hr_state state[HR_LARGE_WORDS_MAX];
    const uint8_t *cell; ///< the image of each cell and home
    const uint8_t *move; ///< the image of each move
} view;

/// What expand_words makes.
typedef struct expansion {
    const hr_large *large;
    int views;   ///< 1 to make the successors as they are; 1 + all symmetries to make their canonical forms
    bool slides; ///< the blank goes any number of cells
    bool marks;  ///< the successors get marks
} expansion;

/// Write the least of the views' states into *least, and return the images of the move that undoes `move` in all views that have
/// this state.
HR_INLINE unsigned least_of(const hr_state *states, const view *views, int count, int move, hr_state *least, size_t words) {
    unsigned marks = 1U << (views[0].move[move] ^ 1);
    hr_words_copy(least, states, words);
    for (int v = 1; v < count; v++) {
        const hr_state *other = states + (size_t)v * words;
        const int order = hr_state_compare(other, least, words);
        const unsigned mark = 1U << (views[v].move[move] ^ 1);
        marks = order < 0 ? mark : order == 0 ? marks | mark : marks;
        hr_words_copy(least, order < 0 ? other : least, words);
    }
    return marks;
}

/// Write the successors of a state, whose views are given, after moves of the blank from cell p by `move`. Returns their number.
HR_INLINE size_t move_blank(const expansion *how, const view *views, int p, int move, hr_state *out, size_t words) {
    const hr_large *large = how->large;
    hr_state moved[HR_IMAGES_MAX * HR_LARGE_WORDS_MAX];
    for (int v = 0; v < how->views; v++) {
        hr_words_copy(moved + (size_t)v * words, views[v].state, words);
    }
    const int steps = how->slides || large->reach[p][move] == 0 ? large->reach[p][move] : 1;
    for (int s = 0; s < steps; s++, p += large->stride[move]) {
        const unsigned home = home_at(large, views[0].state, p + large->stride[move], words);
        for (int v = 0; v < how->views; v++) {
            const hr_state *pair = large->pair[views[v].cell[p]][views[v].move[move]];
            const hr_state difference = views[v].cell[home] ^ (hr_state)large->tile.blank;
            for (size_t w = 0; w < words; w++) {
                moved[(size_t)v * words + w] ^= difference * pair[w];
            }
        }
        const unsigned marks = least_of(moved, views, how->views, move, out, words);
        out[0] |= how->marks ? (hr_state)marks << HR_TILE_MARK_SHIFT : 0;
        out += words;
    }
    return (size_t)steps;
}

HR_INLINE size_t expand_words(expansion how, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts,
                              size_t words) {
    static const uint8_t SAME[HR_LARGE_CELLS_MAX] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,
                                                     18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35};
    const hr_large *large = how.large;
    view views[HR_IMAGES_MAX] = {{.cell = SAME, .move = SAME}};
    for (int v = 1; v < how.views; v++) {
        views[v].cell = large->symmetries[v - 1].cell;
        views[v].move = large->symmetries[v - 1].move;
    }
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t before = found;
        const unsigned barred = (unsigned)(states[i * words] >> HR_TILE_MARK_SHIFT);
        hr_words_copy(views[0].state, states + i * words, words);
        views[0].state[0] &= HR_TILE_KEY_MASK;
        for (int v = 1; v < how.views; v++) {
            map_state(large, &large->symmetries[v - 1], views[0].state, views[v].state, words);
        }
        const int p = blank_cell(large, views[0].state, words);
        for (int move = 0; move < HR_TILE_MOVES; move++) {
            if ((barred >> move & 1U) == 0) {
                found += move_blank(&how, views, p, move, successors + found * words, words);
            }
        }
        if (counts != NULL) {
            counts[i] = (uint16_t)(found - before);
        }
    }
    return found;
}

size_t hr_large_expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const expansion how = {.large = hr_large_of(puzzle), .views = 1, .slides = puzzle->info.metric == HR_METRIC_SLIDE};
    return FOR_WORDS(puzzle, expand_words, how, states, n, successors, counts);
}

size_t hr_large_expand_marked(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors) {
    const hr_large *large = hr_large_of(puzzle);
    const bool slides = puzzle->info.metric == HR_METRIC_SLIDE;
    const expansion how = {.large = large, .views = 1 + large->tile.symmetry_count, .slides = slides, .marks = !slides};
    return FOR_WORDS(puzzle, expand_words, how, states, n, successors, NULL);
}

void hr_large_unmark(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states) {
    const size_t words = (size_t)puzzle->info.state_words;
    for (size_t i = 0; i < n; i++) {
        hr_words_copy(states + i * words, marked + i * words, words);
        states[i * words] &= HR_TILE_KEY_MASK;
    }
}

/// Fill the images of all homes in all cells.
static hr_status fill_images(const hr_large *large, hr_large_symmetry *symmetry, hr_error *error) {
    const size_t words = (size_t)large->tile.base.info.state_words;
    const size_t homes = (size_t)1 << hr_tile_bits(words);
    const size_t rows = words * hr_tile_fields(words);
    symmetry->images = calloc((rows + 1) * homes * words, sizeof *symmetry->images);
    HR_TRY_MEMORY(symmetry->images != NULL, error, "a puzzle's symmetries");
    for (int cell = 0; cell < large->tile.cells; cell++) {
        const int to = symmetry->cell[cell];
        const size_t row = cell == large->tile.cells - 1 ? rows : (size_t)cell;
        for (int home = 0; home < large->tile.cells && to < large->tile.cells - 1; home++) {
            symmetry->images[(row * homes + (size_t)home) * words + large->word[to]] = (hr_state)symmetry->cell[home]
                                                                                       << large->shift[to];
        }
    }
    return HR_OK;
}

hr_status hr_large_find_symmetries(hr_large *large, hr_error *error) {
    static const int STEPS[HR_TILE_MOVES][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}}; // up, down, left, right
    hr_status status = HR_OK;
    for (int g = 1; g < hr_board_symmetries(large->tile.width, large->tile.height) && status == HR_OK; g++) {
        if (hr_board_map_cell(large->tile.width, large->tile.height, g, large->tile.blank) != large->tile.blank) {
            continue;
        }
        hr_large_symmetry *symmetry = &large->symmetries[large->tile.symmetry_count++];
        for (int cell = 0; cell < large->tile.cells; cell++) {
            symmetry->cell[cell] = (uint8_t)hr_board_map_cell(large->tile.width, large->tile.height, g, cell);
        }
        for (int move = 0; move < HR_TILE_MOVES; move++) {
            symmetry->move[move] = (uint8_t)hr_board_map_move(STEPS, g, move);
        }
        status = fill_images(large, symmetry, error);
    }
    return status;
}

HR_INLINE int canonicalise_words(const hr_large *large, hr_state *states, size_t n, size_t words) {
    for (size_t i = 0; i < n; i++) {
        hr_state state[HR_LARGE_WORDS_MAX];
        hr_state image[HR_LARGE_WORDS_MAX];
        hr_state *const least = states + i * words;
        hr_words_copy(state, least, words);
        for (int g = 0; g < large->tile.symmetry_count; g++) {
            map_state(large, &large->symmetries[g], state, image, words);
            hr_words_copy(least, hr_state_compare(image, least, words) < 0 ? image : least, words);
        }
    }
    return 0;
}

void hr_large_canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n) {
    (void)FOR_WORDS(puzzle, canonicalise_words, hr_large_of(puzzle), states, n);
}

/// The orbit's size is the group's order divided by the number of symmetries that fix the state (orbit-stabiliser theorem).
HR_INLINE int count_images(const hr_large *large, const hr_state *states, size_t n, uint8_t *sizes, size_t words) {
    for (size_t i = 0; i < n; i++) {
        int fixing = 1;
        for (int g = 0; g < large->tile.symmetry_count; g++) {
            hr_state image[HR_LARGE_WORDS_MAX];
            map_state(large, &large->symmetries[g], states + i * words, image, words);
            fixing += hr_words_equal(image, states + i * words, words);
        }
        sizes[i] = (uint8_t)((large->tile.symmetry_count + 1) / fixing);
    }
    return 0;
}

void hr_large_orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) {
    (void)FOR_WORDS(puzzle, count_images, hr_large_of(puzzle), states, n, sizes);
}

size_t hr_large_images(const hr_puzzle *puzzle, const hr_state *state, hr_state *images) {
    const hr_large *large = hr_large_of(puzzle);
    const size_t words = (size_t)puzzle->info.state_words;
    hr_words_copy(images, state, words);
    for (int g = 0; g < large->tile.symmetry_count; g++) {
        FOR_WORDS(puzzle, map_state, large, &large->symmetries[g], state, images + (size_t)(g + 1) * words);
    }
    return hr_sort_distinct(images, (size_t)large->tile.symmetry_count + 1, words);
}
