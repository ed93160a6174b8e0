// SPDX-License-Identifier: MIT
#ifndef HR_STATE_BINS_H
#define HR_STATE_BINS_H

// A rank's states, dealt into bins by their hashes: a set is an array of bins, a bin a list of chunks of 4 KiB from one pool. So a
// set grows without copying, several sets share the memory, and what one bin gives back the next one takes.

#include <stdbool.h>

#include "core/hash.h"
#include "huarong/status.h"
#include "huarong/types.h"

enum {
    HR_CHUNK_STATES = 510,         ///< states in a chunk; with its header it fills 4 KiB
    HR_POOL_PIECE_BYTES = 2 << 20, ///< what the pool takes from the system at a time: one huge page
};

typedef struct hr_chunk {
    struct hr_chunk *next; ///< the chunk filled before this one, NULL for a bin's first
    size_t used;           ///< states in it; kept up to date for all but a bin's newest chunk
    hr_state states[HR_CHUNK_STATES];
} hr_chunk;

/// Memory for chunks, taken from the system in large pieces, up to a limit that may change.
typedef struct hr_chunk_pool {
    hr_chunk *free;     ///< chunks given back
    hr_chunk *fresh;    ///< chunks of the newest piece never used so far
    size_t fresh_count; ///<
    void **pieces;      ///< [piece_count], for the end
    size_t piece_count; ///<
    size_t chunks_used; ///< chunks in use
    size_t chunks_held; ///< chunks taken from the system
    uint64_t limit;     ///< bytes that may be taken from the system
} hr_chunk_pool;

typedef struct hr_bin {
    hr_state *at;     ///< where the next state goes, in the newest chunk
    hr_state *end;    ///< that chunk's end
    hr_chunk *newest; ///< NULL for an empty bin
    size_t full;      ///< states in the older chunks
} hr_bin;

/// One set of states in `count` bins.
typedef struct hr_bins {
    hr_bin *bins; ///< [count]
    size_t count;
} hr_bins;

/// Which part of the hashes' range is this rank's, and how it falls into bins. Bins are ranges of the hash's upper half.
typedef struct hr_bin_map {
    uint64_t key_mask; ///< a state's hash is that of its bits under this mask
    uint32_t first;    ///< this rank's smallest upper half
    uint64_t scale;    ///< bins · 2³² / size of this rank's range
} hr_bin_map;

/// Hash values fall into 2^HR_BUCKET_BITS buckets by their top bits, the same for every number of ranks; a rank owns a run of them.
enum { HR_BUCKET_BITS = 20 };

/// Local. The rank that owns a state with this hash.
static inline uint32_t hr_hash_owner(uint64_t hash, uint32_t ranks) {
    return (uint32_t)(((hash >> (64 - HR_BUCKET_BITS)) * ranks) >> HR_BUCKET_BITS);
}

/// Local. The map of `rank`'s hashes to `count` bins.
hr_bin_map hr_bin_map_make(uint32_t rank, uint32_t ranks, uint64_t key_mask, size_t count);

/// Local. The bin of one of this rank's hashes.
static inline size_t hr_bin_of(const hr_bin_map *map, uint64_t hash) {
    return (size_t)(((uint32_t)(hash >> 32) - map->first) * map->scale >> 32);
}

/// Local. Number of states in a bin.
static inline size_t hr_bin_size(const hr_bin *bin) {
    return bin->full + (bin->newest == NULL ? 0 : (size_t)(bin->at - bin->newest->states));
}

/// Local. Add a chunk to the bin. False if the pool's limit or the system's memory is reached; the bin is as before then.
bool hr_bin_grow(hr_bin *bin, hr_chunk_pool *pool);

/// Local. Add a state. False as for hr_bin_grow.
static inline bool hr_bin_add(hr_bin *bin, hr_chunk_pool *pool, hr_state state) {
    if (bin->at == bin->end && !hr_bin_grow(bin, pool)) {
        return false;
    }
    *bin->at++ = state;
    return true;
}

/// Local. Give the newest chunk of a bin that is not empty back, with its states.
void hr_bin_drop_newest(hr_bin *bin, hr_chunk_pool *pool);

/// Local. Give the bin's chunks back.
void hr_bin_clear(hr_bin *bin, hr_chunk_pool *pool);

/// Walk over a bin's chunks: start with `bin->newest` and the states `chunk->states[0 … hr_bin_chunk_used)`, go on with
/// chunk->next.
static inline size_t hr_bin_chunk_used(const hr_bin *bin, const hr_chunk *chunk) {
    return chunk == bin->newest ? (size_t)(bin->at - chunk->states) : chunk->used;
}

/// Local. An empty set of `count` bins. HR_INTERNAL when out of memory.
hr_status hr_bins_create(size_t count, hr_bins *set, hr_error *error);

/// Local. Give all chunks and the bins back.
void hr_bins_destroy(hr_bins *set, hr_chunk_pool *pool);

/// Local. Add `states[0..n)`, all this rank's, with their hashes. False as for hr_bin_grow; some states are in then.
bool hr_bins_add_hashed(hr_bins *set, const hr_bin_map *map, hr_chunk_pool *pool, const hr_state *states, const uint64_t *hashes,
                        size_t n);

/// Local. The same where the hashes are not at hand.
bool hr_bins_add(hr_bins *set, const hr_bin_map *map, hr_chunk_pool *pool, const hr_state *states, size_t n);

/// Local. Deal the set anew into `count` bins under `map`. False as for hr_bin_grow; the set is spoilt then.
bool hr_bins_deal(hr_bins *set, size_t count, const hr_bin_map *map, hr_chunk_pool *pool);

/// Local. Free the pool's memory; no set may use it any more.
void hr_chunk_pool_destroy(hr_chunk_pool *pool);

#endif
