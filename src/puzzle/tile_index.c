// SPDX-License-Identifier: MIT
// The perfect index of tile states: blank cell · m!/2 + lexicographic index of the m tiles' sequence among those of its parity.
//
// The sequence lists the tiles in reading order, the blank left out, each by its rank among the tiles' homes. Its Lehmer code's
// last digit is 0 and the last but one follows from the parity, which the blank's cell decides, so both are left out: m!/2 values
// remain.

#include "tile.h"

void hr_tile_prepare_index(hr_tile *tile) {
    tile->half_factorial[0] = 1;
    tile->half_factorial[1] = 1;
    tile->half_factorial[2] = 1;
    for (int i = 3; i <= HR_TILE_CELLS_MAX; i++) {
        tile->half_factorial[i] = tile->half_factorial[i - 1] * (hr_count)i;
    }
}

/// Parity of the sequence's inversions when the blank is in `cell`: a vertical move takes a tile over W−1 others, a horizontal one
/// over none.
static unsigned sequence_parity(const hr_tile *tile, int cell) {
    const int rows = cell / tile->width - tile->blank / tile->width;
    return (unsigned)(rows * (tile->width - 1)) & 1U;
}

void hr_tile_index(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices) {
    const hr_tile *tile = hr_tile_of(puzzle);
    const int m = tile->cells - 1;
    for (size_t i = 0; i < n; i++) {
        const int blank_cell = hr_tile_blank_cell(tile, states[i]);
        unsigned unused = (1U << m) - 1U;
        hr_index index = (hr_index)blank_cell * tile->half_factorial[m];
        int place = 0;
        for (int c = 0; place < m - 2; c++) {
            if (c == blank_cell) {
                continue;
            }
            const unsigned home = hr_tile_at(states[i], c);
            const unsigned number = home - (home > (unsigned)tile->blank);
            const unsigned bit = 1U << number;
            index += (hr_index)__builtin_popcount(unused & (bit - 1U)) * tile->half_factorial[m - 1 - place];
            unused ^= bit;
            place++;
        }
        indices[i] = index;
    }
}

void hr_tile_unindex(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states) {
    const hr_tile *tile = hr_tile_of(puzzle);
    const int m = tile->cells - 1;
    for (size_t i = 0; i < n; i++) {
        const int blank_cell = (int)(indices[i] / tile->half_factorial[m]);
        hr_index rest = indices[i] % tile->half_factorial[m];
        unsigned unused = (1U << m) - 1U;
        unsigned inversions = sequence_parity(tile, blank_cell);
        hr_state state = (hr_state)tile->blank << (4 * blank_cell);
        for (int place = 0; place < m; place++) {
            unsigned digit = 0;
            if (place < m - 2) {
                digit = (unsigned)(rest / tile->half_factorial[m - 1 - place]);
                rest %= tile->half_factorial[m - 1 - place];
                inversions += digit;
            } else if (place == m - 2) {
                digit = inversions & 1U;
            }
            unsigned left = unused;
            for (unsigned k = 0; k < digit; k++) {
                left &= left - 1U;
            }
            const unsigned number = (unsigned)__builtin_ctz(left);
            unused ^= 1U << number;
            const unsigned home = number + (number >= (unsigned)tile->blank);
            const int cell = place + (place >= blank_cell);
            state |= (hr_state)home << (4 * cell);
        }
        states[i] = state;
    }
}
