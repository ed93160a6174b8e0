// SPDX-License-Identifier: MIT
// Are states valid? The rules are those of hr_klotski_validate, by bit operations on all cells at a time.

#include "core/vector.h"
#include "puzzle/klotski/state.h"

/// Add `cells` to `*covered`. Returns those of them that were covered before. Sets of cells have 64 bits here, so that pieces that
/// leave the board at its lower end are seen.
HR_INLINE uint64_t cover(uint64_t *covered, uint64_t cells) {
    const uint64_t twice = *covered & cells;
    *covered |= cells;
    return twice;
}

/// Returns 0 if all of `states[0..n)` are valid. There is no branch on a state, so that a compiler can check several states at a
/// time.
HR_VECTOR_CLONES
static uint64_t klotski_faults(const hr_klotski_board *board, const hr_state *states, size_t n) {
    const uint64_t full = board->full;
    const uint64_t last_column = hr_klotski_first_column(board) * (UINT64_C(1) << (board->width - 1));
    const unsigned width = (unsigned)board->width;
    uint64_t faults = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t a = states[i] & UINT32_MAX;
        const uint64_t b = states[i] >> 32;
        const uint64_t wide = a & ~b;
        const uint64_t tall = b & ~a;
        const uint64_t right = wide << 1 & tall; // the 2×2's upper right cell
        const uint64_t square = right >> 1;
        const uint64_t upright = (tall & ~right) | square; // the heads of verticals and of the 2×2
        uint64_t covered = a | b;
        uint64_t bad = wide & last_column;
        bad |= cover(&covered, wide << 1 & ~right);
        bad |= cover(&covered, upright << width);
        bad |= cover(&covered, right << width);
        bad |= covered & ~full;
        const uint64_t empty = full & ~covered;
        bad |= (square & (square - 1)) | (square == 0); // exactly one 2×2
        bad |= (empty & (empty - 1)) == 0;              // at least two empty cells
        faults |= bad;
    }
    return faults;
}

bool hr_klotski_all_valid(const hr_klotski_board *board, const hr_state *states, size_t n) {
    return klotski_faults(board, states, n) == 0;
}
