// SPDX-License-Identifier: MIT
// The perfect index of tile states: the blank's place · m!/2 + lexicographic index of the m tiles' sequence among those of its
// parity.
//
// Cells are listed along the board's shorter side: row by row, but column by column where the board is wider than high, so a board
// and its transposed twin have the same indices. The sequence lists the tiles in that order, the blank left out, each by its rank
// among the tiles' homes. Its Lehmer code's last digit is 0 and the last but one follows from the parity, which the blank's place
// decides, so both are left out: m!/2 values remain.

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

/// The number of the tile with this home: its rank in scan order, the blank's home left out.
static inline unsigned number_of(const hr_tile *tile, unsigned home) {
    const unsigned place = tile->scan_place[home];
    return place - (place > tile->scan_place[tile->blank]);
}

/// Parity of the sequence's inversions when the blank is at `place`: a move along the scan's lines changes nothing, a move across
/// takes a tile over all others of a line, one less than the line's length.
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

/// The digit-th Lehmer digit of `*rest`, which it is taken from; the last but one from the parity, the last 0.
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
