// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_BOARD_H
#define HR_PLANES_BOARD_H

// How the plane engine numbers the states of a W×H tile puzzle, and what a move does to the numbers.
//
// A state is (blank cell b, sequence σ of the other m = W·H − 1 tiles in reading order). The index of σ is its Lehmer code, last
// digit left out because the parity decides it: m!/2 sequences for each blank cell, one *plane* of bits. A word holds the 5!/2 = 60
// arrangements of the last five tiles (bits 60 … 63 stay 0), so a plane is m!/120 words:
//
//      σ =  first … σ[k] … σ[k+W−1] … σ[m−6] | σ[m−5] … σ[m−1]
//           ─────────── word number ───────── | ─ bit in word ─
//
// A horizontal move keeps σ. A vertical move between cells k and k+W rotates the *window* σ[k … k+W−1] by one. What precedes the
// window (high digits) and what follows it (low digits) stays, so a window with at least five tiles behind it permutes whole runs
// of words. A rotation is a chain of swaps of neighbours. The swap of the first two of the last t tiles
//      t ≥ 7   moves whole words,
//      t = 6   moves 12-bit fields between the six words of a group,
//      t = 5, 4, 3   moves fields of 3, 1, 1 bits within a word (t = 3 depends on the word's parity),
//      t = 2   changes nothing: the two arrangements share a bit, and the plane's parity tells them apart.

#include <stdbool.h>

#include "huarong/status.h"
#include "huarong/types.h"

enum {
    HR_PLANES_CELLS_MAX = 16,
    HR_PLANES_WIDTH_MAX = 4,    ///< wider boards are searched transposed
    HR_PLANES_TILES_MIN = 6,    ///< fewer tiles do not fill a group of six words: a matter for the frontier engine
    HR_PLANES_WORD_STATES = 60, ///< states in a word
    HR_PLANES_BLOCK_MAX = 336,  ///< most words in a block: 8!/120
};

/// All 60 states of a word.
#define HR_PLANES_WORD_FULL ((UINT64_C(1) << HR_PLANES_WORD_STATES) - 1)

/// One window: the vertical move between cells `k` and `k + W`, for all states at once.
typedef struct hr_planes_window {
    int k;                ///< first tile of the window, and the upper cell
    int trailing;         ///< m − k: the window's tiles and those behind it
    int tail;             ///< m − k − W: the tiles behind it
    uint64_t group_words; ///< (m − k)!/120: the rotation is the same in each such group; 0 if a group is part of a word
    // Where to pull from, in units of runs within the group: for the target below (blank comes down, index 1) and above (index 0).
    uint32_t *perm[2]; ///< [group_words / run], NULL if no word moves as a whole
    uint64_t run;      ///< words that stay together
    // What is left of the rotation once whole words have moved.
    bool swap6;        ///< the swap at t = 6
    unsigned in_words; ///< bit t set for the swaps at t = 5, 4, 3
} hr_planes_window;

typedef struct hr_planes_board {
    int width;
    int height;
    int cells;
    int tiles;             ///< m
    int goal_blank;        ///< the blank's cell where the identity is an even sequence
    uint64_t plane_words;  ///< m!/120
    uint64_t plane_states; ///< m!/2
    uint16_t colour[2];    ///< the cells of each colour of the chequerboard, as bits; cell 0 is in colour[0]
    hr_planes_window windows[HR_PLANES_CELLS_MAX]; ///< by k, cells − width of them
} hr_planes_board;

/// Local. Does the engine take such a board as it is (not transposed)?
bool hr_planes_board_fits(int width, int height);

/// Local. HR_INTERNAL when out of memory; then and after hr_planes_board_clear the board holds nothing.
hr_status hr_planes_board_create(int width, int height, int goal_blank, hr_planes_board *board, hr_error *error);
void hr_planes_board_clear(hr_planes_board *board);

/// Local. n!, n ≤ 20.
uint64_t hr_planes_factorial(int n);

/// Local. Parity of the sequences in a plane: 0 even, 1 odd.
static inline unsigned hr_planes_parity(const hr_planes_board *board, int cell) {
    return (unsigned)((board->width - 1) * (cell / board->width - board->goal_blank / board->width)) & 1U;
}

/// Local. Parity of the sum of the first `digits` Lehmer digits of the sequences whose first `digits` tiles have lexicographic
/// number `prefix` among those of `tiles` tiles.
unsigned hr_planes_prefix_parity(int tiles, int digits, uint64_t prefix);

/// Local. Index of a sequence of `tiles` different values within its plane, and back; `parity` is the plane's.
uint64_t hr_planes_index(int tiles, const uint8_t *sequence);
void hr_planes_unindex(int tiles, uint64_t index, unsigned parity, uint8_t *sequence);

/// Word and bit of an index within a plane.
static inline uint64_t hr_planes_word(uint64_t index) { return index / HR_PLANES_WORD_STATES; }
static inline unsigned hr_planes_bit(uint64_t index) { return (unsigned)(index % HR_PLANES_WORD_STATES); }

#endif
