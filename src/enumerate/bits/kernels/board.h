// SPDX-License-Identifier: MIT
#ifndef HR_BITS_BOARD_H
#define HR_BITS_BOARD_H

// How the states of a W×H tile puzzle are numbered for the engines that search with bits, and what a move does to the numbers.
//
// A state is (blank cell b, sequence σ of the other m = W·H − 1 tiles in reading order). The index of σ is its Lehmer code without
// the last digit, which the parity decides. So each blank cell has m!/2 sequences: one *plane* of bits. A word holds the 5!/2 = 60
// arrangements of the last five tiles (bits 60 … 63 stay 0), so a plane is m!/120 words:
//
//      σ =  first … σ[k] … σ[k+W−1] … σ[m−6] | σ[m−5] … σ[m−1]
//           ─────────── word number ───────── | ─ bit in word ─
//
// A horizontal move keeps σ. A vertical move between cells k and k+W rotates the *window* σ[k … k+W−1] by one. The tiles
// before the window (high digits) and behind it (low digits) stay, so a window with at least five tiles behind it permutes whole
// runs of words. A rotation is a chain of swaps of neighbours. The swap of the first two of the last t tiles
//      t ≥ 7   moves whole words,
//      t = 6   moves 12-bit fields between the six words of a group,
//      t = 5, 4, 3   moves fields of 3, 1, 1 bits within a word (t = 3 depends on the word's parity),
//      t = 2   changes nothing: the two arrangements share a bit, and the plane's parity tells them apart.

#include <stdbool.h>

#include "huarong/puzzle.h"
#include "huarong/status.h"
#include "huarong/types.h"

enum {
    HR_BITS_CELLS_MAX = 16,
    HR_BITS_WIDTH_MAX = 4,    ///< a board that is wider than high is searched transposed
    HR_BITS_TILES_MIN = 6,    ///< six tiles fill a group of six words; smaller boards are left to the frontier engine
    HR_BITS_WORD_STATES = 60, ///< states in a word
    HR_BITS_BLOCK_MAX = 336,  ///< most words in a block: 8!/120
};

/// All 60 states of a word.
#define HR_BITS_WORD_FULL ((UINT64_C(1) << HR_BITS_WORD_STATES) - 1)

/// One window: the vertical move between cells `k` and `k + W`, for all states at once. If the blank goes up, first whole
/// words are permuted (`perm`), then the swaps of `swap6` and `in_words` follow. If the blank goes down, the order is reversed.
typedef struct hr_bits_window {
    int k;        ///< the upper cell, and the place in σ of the window's first tile
    int trailing; ///< m − k: how many tiles the window and the places behind it hold
    int tail;     ///< m − k − W: how many tiles are behind the window
    /// (m − k)!/120: words of a group. A group is the words that agree in the tiles before the window. The rotation is the same in
    /// each group. 0 if a group is smaller than a word.
    uint64_t group_words;
    /// [2][group_words / run] The number of the run in the source group that comes to each run of the target group. perm[1] is for
    /// the blank going down, perm[0] for the blank going up. NULL if no word moves as a whole.
    uint32_t *perm[2];
    uint64_t run;      ///< words that stay together, 0 if no word moves as a whole
    bool swap6;        ///< the rotation contains the swap at t = 6
    unsigned in_words; ///< bit t (5, 4 or 3) is set if the rotation contains the swap at t
} hr_bits_window;

typedef struct hr_bits_board {
    int width;
    int height;
    int cells;
    int tiles;             ///< m = cells − 1
    int goal_blank;        ///< the blank's cell in the goal; for this cell the identity is an even sequence
    uint64_t plane_words;  ///< words of a plane: m!/120
    uint64_t plane_states; ///< states of a plane: m!/2
    uint16_t colour[2];    ///< [colour] the cells of that colour of the chequerboard, as bits; cell 0 has colour 0
    hr_bits_window windows[HR_BITS_CELLS_MAX]; ///< [cells − width] by k
} hr_bits_board;

/// Local. Can a board of this size be numbered without transposing it?
bool hr_bits_board_fits(int width, int height);

/// Local. Fill *board for a size that hr_bits_board_fits accepts. HR_INTERNAL when out of memory; *board is empty then.
hr_status hr_bits_board_create(int width, int height, int goal_blank, hr_bits_board *board, hr_error *error);

/// Local. Fill *board for a tile puzzle whose size or transposed size hr_bits_board_fits accepts. The rows of *board run along
/// the puzzle's shorter side, as in the puzzle's index; with `unturned` the board is not transposed. HR_INTERNAL as for
/// hr_bits_board_create.
hr_status hr_bits_board_of(const hr_puzzle *puzzle, bool unturned, hr_bits_board *board, hr_error *error);

/// Local. Frees the windows and empties *board.
void hr_bits_board_clear(hr_bits_board *board);

/// Local. n! for 0 ≤ n ≤ 20.
uint64_t hr_bits_factorial(int n);

/// Local. The parity of the sequences in the plane of `cell`: 0 even, 1 odd.
static inline unsigned hr_bits_parity(const hr_bits_board *board, int cell) {
    return (unsigned)((board->width - 1) * (cell / board->width - board->goal_blank / board->width)) & 1U;
}

/// Local. Parity of the sum of the first `digits` Lehmer digits of the sequences whose first `digits` tiles have lexicographic
/// number `prefix` among those of `tiles` tiles.
unsigned hr_bits_prefix_parity(int tiles, int digits, uint64_t prefix);

/// Local. The index, within its plane, of `sequence[0..tiles)`, whose values differ from each other.
uint64_t hr_bits_index(int tiles, const uint8_t *sequence);
/// Local. The reverse of hr_bits_index: fill `sequence[0..tiles)` with the values 0 … tiles − 1 in the order that has index
/// `index` in a plane of sequences of parity `parity`.
void hr_bits_unindex(int tiles, uint64_t index, unsigned parity, uint8_t *sequence);

/// Local. The word that holds the bit of the state with index `index` in its plane.
static inline uint64_t hr_bits_word(uint64_t index) { return index / HR_BITS_WORD_STATES; }
/// Local. The number, within its word, of the bit of the state with index `index`.
static inline unsigned hr_bits_bit(uint64_t index) { return (unsigned)(index % HR_BITS_WORD_STATES); }

#endif
