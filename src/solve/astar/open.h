// SPDX-License-Identifier: MIT
#ifndef HR_OPEN_H
#define HR_OPEN_H

// A rank's states that wait for their expansion, in *buckets*: one for each number of moves g in which a state has been reached and
// each lower bound h. A bucket may hold a state several times, and states that have been reached in fewer moves meanwhile.

#include "enumerate/states/state_bins.h"
#include "solve/astar/domain.h"

/// The buckets of one number of moves.
typedef struct hr_open_row {
    hr_bin *bins;                          ///< [HR_ASTAR_BOUNDS] by bound; NULL: all are empty
    uint64_t filled[HR_ASTAR_BOUNDS / 64]; ///< bit h: bins[h] has chunks
} hr_open_row;

/// Memory for the bins of a row.
enum { HR_OPEN_ROW_BYTES = HR_ASTAR_BOUNDS * sizeof(hr_bin) };

typedef struct hr_open {
    hr_open_row *rows; ///< [row_count] by number of moves
    size_t row_count;
    size_t row_capacity;
    size_t made;        ///< rows that have bins
    hr_chunk_pool pool; ///< the memory of the states in all buckets, and the number of their words
} hr_open;

/// f = q·g + p·h: a state's place in the order of expansion, for a weight p/q.
typedef struct hr_open_order {
    uint32_t p;
    uint32_t q;
} hr_open_order;

/// What is open, as hr_open_survey finds it. Numbers are UINT64_MAX where nothing is open.
typedef struct hr_open_survey {
    uint64_t next;    ///< the smallest g, not below the one asked for, of a bucket with f ≤ the bound asked for
    uint64_t least_f; ///< the smallest f
    uint64_t least;   ///< the smallest g + h
    uint64_t deepest; ///< the greatest g of a bucket with the smallest f
} hr_open_survey;

/// Local. Returns the memory that the first `rows` rows take with their first states, in bytes.
uint64_t hr_open_first_bytes(size_t rows);

/// Local. Returns the memory of all rows and buckets, in bytes.
uint64_t hr_open_bytes(const hr_open *open);

/// Local. Make the row of the states that have been reached in `moves` moves, if it is not there yet. False: out of memory.
bool hr_open_reserve(hr_open *open, uint32_t moves);

/// Local. Give a bucket a further chunk. False: out of memory.
bool hr_open_grow(hr_open *open, hr_open_row *row, unsigned bound);

/// Local. Add a state to a bucket of `row`, which hr_open_reserve has made. False: out of memory.
static inline bool hr_open_add(hr_open *open, hr_open_row *row, unsigned bound, const hr_state *state) {
    hr_bin *bin = &row->bins[bound];
    if (bin->at == bin->end && !hr_open_grow(open, row, bound)) {
        return false;
    }
    hr_words_copy(bin->at, state, open->pool.words);
    bin->at += open->pool.words;
    return true;
}

/// Local. Find the bucket of `moves` moves with the smallest bound that has states, and set *bound. False: there is none, or its f
/// is above `f_bound`.
bool hr_open_find(const hr_open *open, hr_open_order order, uint64_t f_bound, uint32_t moves, unsigned *bound);

/// Local. Copy the states of a bucket's newest chunk to `states`, return the chunk to the pool, and return the number of states: 0
/// if the bucket is empty. hr_open_reserve has made the row.
size_t hr_open_take(hr_open *open, uint32_t moves, unsigned bound, hr_state states[HR_CHUNK_WORDS]);

/// Local. Returns what is open. Of the result `next` looks only at buckets of at least `first` moves whose f is at most `f_bound`,
/// the other members at all buckets.
hr_open_survey hr_open_look(const hr_open *open, hr_open_order order, uint64_t f_bound, uint32_t first);

/// Local. Free all buckets.
void hr_open_end(hr_open *open);

#endif
