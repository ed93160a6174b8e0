// SPDX-License-Identifier: MIT
#include "solve/astar/open.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"

uint64_t hr_open_first_bytes(size_t rows) {
    return HR_POOL_SLAB_BYTES + (uint64_t)rows * HR_OPEN_ROW_BYTES + (uint64_t)hr_array_capacity(0, rows) * sizeof(hr_open_row);
}

uint64_t hr_open_bytes(const hr_open *open) {
    return (uint64_t)open->pool.chunks_held * sizeof(hr_chunk) + (uint64_t)open->made * HR_OPEN_ROW_BYTES +
           (uint64_t)open->row_capacity * sizeof *open->rows;
}

bool hr_open_reserve(hr_open *open, uint32_t moves) {
    if (!HR_ARRAY_RESERVE(open->rows, open->row_capacity, (size_t)moves + 1)) {
        return false;
    }
    while (open->row_count <= moves) {
        open->rows[open->row_count++] = (hr_open_row){.bins = NULL};
    }
    hr_open_row *row = &open->rows[moves];
    if (row->bins == NULL) {
        row->bins = calloc(HR_ASTAR_BOUNDS, sizeof *row->bins);
        open->made += row->bins != NULL;
    }
    return row->bins != NULL;
}

bool hr_open_grow(hr_open *open, hr_open_row *row, unsigned bound) {
    row->filled[bound / 64] |= UINT64_C(1) << bound % 64;
    return hr_bin_grow(&row->bins[bound], &open->pool);
}

/// Returns the smallest bound from `first` on whose bucket has chunks, HR_ASTAR_BOUNDS if there is none.
static unsigned next_filled(const hr_open_row *row, unsigned first) {
    for (unsigned word = first / 64; word < HR_ASTAR_BOUNDS / 64; word++) {
        const uint64_t left = word == first / 64 ? row->filled[word] & (~UINT64_C(0) << first % 64) : row->filled[word];
        if (left != 0) {
            return word * 64 + (unsigned)__builtin_ctzll(left);
        }
    }
    return HR_ASTAR_BOUNDS;
}

bool hr_open_find(const hr_open *open, hr_open_order order, uint64_t f_bound, uint32_t moves, unsigned *bound) {
    if (moves >= open->row_count) {
        return false;
    }
    *bound = next_filled(&open->rows[moves], 0);
    return *bound < HR_ASTAR_BOUNDS && (uint64_t)order.q * moves + (uint64_t)order.p * *bound <= f_bound;
}

size_t hr_open_take(hr_open *open, uint32_t moves, unsigned bound, hr_state states[HR_CHUNK_WORDS]) {
    hr_open_row *row = &open->rows[moves];
    hr_bin *bin = &row->bins[bound];
    const size_t n = bin->newest == NULL ? 0 : hr_bin_chunk_used(bin, bin->newest, open->pool.words);
    if (n > 0) {
        memcpy(states, bin->newest->states, n * open->pool.words * sizeof *states);
    }
    if (bin->newest != NULL) {
        hr_bin_drop_newest(bin, &open->pool);
    }
    if (bin->newest == NULL) {
        row->filled[bound / 64] &= ~(UINT64_C(1) << bound % 64);
    }
    return n;
}

hr_open_survey hr_open_look(const hr_open *open, hr_open_order order, uint64_t f_bound, uint32_t first) {
    hr_open_survey found = {.next = UINT64_MAX, .least_f = UINT64_MAX, .least = UINT64_MAX, .deepest = UINT64_MAX};
    for (size_t g = 0; g < open->row_count; g++) {
        const unsigned h = next_filled(&open->rows[g], 0);
        if (h == HR_ASTAR_BOUNDS) {
            continue;
        }
        const uint64_t f = (uint64_t)order.q * g + (uint64_t)order.p * h;
        found.deepest = f <= found.least_f ? g : found.deepest;
        found.least_f = f < found.least_f ? f : found.least_f;
        found.least = g + h < found.least ? g + h : found.least;
        if (found.next == UINT64_MAX && g >= first && f <= f_bound) {
            found.next = g;
        }
    }
    return found;
}

void hr_open_end(hr_open *open) {
    for (size_t g = 0; g < open->row_count; g++) {
        free(open->rows[g].bins);
    }
    free(open->rows);
    hr_chunk_pool_destroy(&open->pool);
    *open = (hr_open){.pool.words = open->pool.words};
}
