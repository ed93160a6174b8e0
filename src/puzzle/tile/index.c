// SPDX-License-Identifier: MIT
// The perfect index of tile states: (the blank's place) · m!/2 + (the lexicographic index of the m tiles' sequence among the
// sequences of its parity).
//
// The places number the cells along the board's shorter side: row by row, or column by column if the board is wider than high. So a
// board and its transposed twin have the same indices. The sequence lists the tiles in order of their places, without the blank. A
// tile is listed as a number 0 … m − 1, its home's place when the blank's home is left out. The last digit of the sequence's Lehmer
// code is 0. The last but one follows from the sequence's parity, which depends on the blank's place. Both digits are left out of
// the index, so m!/2 values remain.

#include "puzzle/tile/tile.h"

void hr_tile_prepare_index(hr_tile *tile) {
    tile->half_factorial[0] = 1;
    tile->half_factorial[1] = 1;
    tile->half_factorial[2] = 1;
    for (int i = 3; i <= HR_TILE_CELLS_MAX; i++) {
        tile->half_factorial[i] = tile->half_factorial[i - 1] * (hr_count)i;
    }
    const bool wide = tile->width > tile->height;
    for (int place = 0; place < tile->cells; place++) {
        const int cell = wide ? place % tile->height * tile->width + place / tile->height : place;
        tile->scan[place] = (uint8_t)cell;
        tile->scan_place[cell] = (uint8_t)place;
    }
}

/// The number 0 … m − 1 of the tile with this home: the home's place when the blank's home is left out.
static inline unsigned number_of(const hr_tile *tile, unsigned home) {
    const unsigned place = tile->scan_place[home];
    return place - (place > tile->scan_place[tile->blank]);
}

/// Parity of the sequence's inversions when the blank is at `place`. The places fill the board line by line. A move of the blank
/// within a line does not change the sequence. A move to the next line takes one tile past (length of a line − 1) other tiles.
static unsigned sequence_parity(const hr_tile *tile, int place) {
    const int line = tile->width > tile->height ? tile->height : tile->width;
    const int lines = place / line - tile->scan_place[tile->blank] / line;
    return (unsigned)(lines * (line - 1)) & 1U;
}

void hr_tile_index(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices) {
    const hr_tile *tile = hr_tile_of(puzzle);
    const int m = tile->cells - 1;
    for (size_t i = 0; i < n; i++) {
        const int blank_place = tile->scan_place[hr_tile_blank_cell(tile, states[i])];
        unsigned unused = (1U << m) - 1U;
        hr_index index = (hr_index)blank_place * tile->half_factorial[m];
        for (int digit = 0; digit < m - 2; digit++) {
            const int place = digit + (digit >= blank_place);
            const unsigned bit = 1U << number_of(tile, hr_tile_at(states[i], tile->scan[place]));
            index += (hr_index)__builtin_popcount(unused & (bit - 1U)) * tile->half_factorial[m - 1 - digit];
            unused ^= bit;
        }
        indices[i] = index;
    }
}

/// Digit number `digit` of the m digits of the Lehmer code, taken out of the index `*rest`. The last two digits are not in the
/// index. The last digit is 0. The last but one is the parity of `inversions`, which is the sum of the digits so far and of the
/// sequence's parity.
static unsigned next_digit(const hr_tile *tile, int m, int digit, hr_index *rest, unsigned inversions) {
    if (digit >= m - 2) {
        return digit == m - 2 ? inversions & 1U : 0;
    }
    const hr_count weight = tile->half_factorial[m - 1 - digit];
    const unsigned value = (unsigned)(*rest / weight);
    *rest %= weight;
    return value;
}

void hr_tile_unindex(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states) {
    const hr_tile *tile = hr_tile_of(puzzle);
    const int m = tile->cells - 1;
    const int blank_home_place = tile->scan_place[tile->blank];
    for (size_t i = 0; i < n; i++) {
        const int blank_place = (int)(indices[i] / tile->half_factorial[m]);
        hr_index rest = indices[i] % tile->half_factorial[m];
        unsigned unused = (1U << m) - 1U;
        unsigned inversions = sequence_parity(tile, blank_place);
        hr_state state = (hr_state)tile->blank << (4 * tile->scan[blank_place]);
        for (int digit = 0; digit < m; digit++) {
            const unsigned value = next_digit(tile, m, digit, &rest, inversions);
            inversions += value;
            unsigned left = unused;
            for (unsigned k = 0; k < value; k++) {
                left &= left - 1U;
            }
            const int number = __builtin_ctz(left);
            unused ^= 1U << number;
            const int cell = tile->scan[digit + (digit >= blank_place)];
            state |= (hr_state)tile->scan[number + (number >= blank_home_place)] << (4 * cell);
        }
        states[i] = state;
    }
}
