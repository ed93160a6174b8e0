// SPDX-License-Identifier: MIT
// Which states a tile puzzle can have.

#include <stdio.h>

#include "core/vector.h"
#include "puzzle/tile/tile.h"

#define EVERY_CELL UINT64_C(0x1111111111111111)

/// `numbers[0..width · height)` is a goal. If it is one of the two usual goals, 1 2 … 0 and 0 1 2 …, and no state reaches
/// both of them, write the text of the other one; else write the empty string. So a state that cannot reach the first goal reaches
/// the second one.
static void find_other_goal(int width, int height, const uint8_t *numbers, char text[HR_STATE_TEXT_MAX]) {
    const int cells = width * height;
    const int first = numbers[0]; // the number in the first cell: 1 in the goal 1 2 … 0
    bool usual = first <= 1;
    for (int c = 0; c < cells; c++) {
        usual = usual && numbers[c] == (c + first) % cells;
    }
    text[0] = '\0';
    // One goal becomes the other by `cells` − 1 swaps, while the blank goes width + height − 2 steps from corner to corner.
    if (usual && (cells - 1 + width + height - 2) % 2 != 0) {
        uint8_t others[HR_LARGE_CELLS_MAX];
        for (int c = 0; c < cells; c++) {
            others[c] = (uint8_t)((c + 1 - first) % cells);
        }
        hr_tile_write_numbers(others, cells, text);
    }
}

/// Set the error to the reason why `state`, an arrangement of the pieces, is unsolvable.
static hr_status refuse_parity(const hr_puzzle *puzzle, const hr_state *state, hr_error *error) {
    const hr_tile *tile = hr_tile_of(puzzle);
    uint8_t numbers[HR_LARGE_CELLS_MAX];
    char text[HR_STATE_TEXT_MAX];
    char other[HR_STATE_TEXT_MAX];
    hr_tile_decode(tile->cells, (size_t)puzzle->info.state_words, tile->goal, numbers);
    for (int c = 0; c < tile->cells; c++) {
        numbers[c] = tile->label[numbers[c]];
    }
    hr_tile_format(puzzle, state, text);
    find_other_goal(tile->width, tile->height, numbers, other);
    const bool hint = other[0] != '\0';
    return hr_error_set(error, HR_USAGE, "unsolvable: no sequence of moves leads from %s to the goal (odd parity)%s%s%s", text,
                        hint ? ", but one leads to the goal '" : "", other, hint ? "'" : "");
}

/// Does each home stand once in `homes[0..cells)`?
static bool is_arrangement(int cells, const uint8_t homes[HR_LARGE_CELLS_MAX]) {
    uint64_t seen = 0;
    for (int c = 0; c < cells; c++) {
        seen |= UINT64_C(1) << homes[c];
    }
    return seen == (UINT64_C(1) << cells) - 1;
}

hr_status hr_tile_validate(const hr_puzzle *puzzle, const hr_state *state, hr_error *error) {
    const hr_tile *tile = hr_tile_of(puzzle);
    const size_t words = (size_t)puzzle->info.state_words;
    uint8_t homes[HR_LARGE_CELLS_MAX];
    hr_state again[HR_LARGE_WORDS_MAX];
    hr_tile_decode(tile->cells, words, state, homes);
    hr_tile_encode(tile->cells, words, homes, again);
    if (!is_arrangement(tile->cells, homes) || !hr_words_equal(again, state, words)) {
        char what[32] = "these words are";
        if (words == 1) {
            (void)snprintf(what, sizeof what, "%016llx is", (unsigned long long)*state);
        }
        return hr_error_set(error, HR_USAGE, "%s not a state of a tile puzzle with %d cells", what, tile->cells);
    }
    return hr_tile_is_reachable(tile, homes) ? HR_OK : refuse_parity(puzzle, state, error);
}

/// The masks of a board with which states are checked.
typedef struct hr_tile_pattern {
    uint64_t beyond; ///< the nibbles of the cells beyond the board
    uint64_t homes;  ///< the nibbles beyond the board hold the numbers of their cells, the others are 0
    uint64_t blank;  ///< every nibble holds the blank's home
    uint64_t odd;    ///< the highest bit of each nibble whose cell is an odd number of steps away from the blank's home
} hr_tile_pattern;

static hr_tile_pattern pattern_of(const hr_tile *tile) {
    hr_tile_pattern pattern = {.blank = EVERY_CELL * (uint64_t)tile->blank};
    for (int c = 0; c < HR_TILE_CELLS_MAX; c++) {
        if (c >= tile->cells) {
            pattern.beyond |= UINT64_C(15) << (4 * c);
            pattern.homes |= (uint64_t)c << (4 * c);
        }
        const int steps = c % tile->width + c / tile->width + tile->blank % tile->width + tile->blank / tile->width;
        pattern.odd |= (uint64_t)(steps & 1) << (4 * c + 3);
    }
    return pattern;
}

/// Returns 0 if all of `states[0..n)` are valid. There is no branch on a state, so that a compiler can check several states at a
/// time. Cells beyond the board count as pieces at home, which are neither missing nor out of order.
HR_VECTOR_CLONES
static uint64_t tile_faults(const hr_tile_pattern *pattern, const hr_state *states, size_t n) {
    const hr_tile_pattern p = *pattern;
    uint64_t faults = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t all = states[i] | p.homes;
        uint64_t seen = 0;  // the homes so far
        uint64_t above = 0; // bit h: is the number of homes so far that are greater than h odd?
        uint64_t odd = 0;   // bit 0: is the number of pairs in the wrong order odd?
        for (int c = 0; c < HR_TILE_CELLS_MAX; c++) {
            const uint64_t home = all >> (4 * c) & 15;
            const uint64_t bit = UINT64_C(1) << home;
            odd ^= above >> home;
            above ^= bit - 1;
            seen |= bit;
        }
        const uint64_t x = all ^ p.blank;
        const uint64_t blanks = (x - EVERY_CELL) & ~x & EVERY_CELL << 3; // the lowest bit is the blank's (hr_tile_blank_cell)
        odd ^= (blanks & (0 - blanks) & p.odd) != 0;
        faults |= (states[i] & p.beyond) | (seen ^ UINT16_MAX) | (odd & 1);
    }
    return faults;
}

bool hr_tile_all_valid(const hr_puzzle *puzzle, const hr_state *states, size_t n) {
    const hr_tile_pattern pattern = pattern_of(hr_tile_of(puzzle));
    return tile_faults(&pattern, states, n) == 0;
}
