// SPDX-License-Identifier: MIT
#ifndef HR_STATE_BINS_H
#define HR_STATE_BINS_H

// Sets of a rank's states, dealt into bins by the states' hashes. A set is an array of bins, and a bin is a list of chunks of 4 KiB
// from one pool. So a set grows without copying, several sets share the memory, and a chunk that one bin gives back serves another.

#include <stdbool.h>

#include "core/state.h"
#include "huarong/status.h"
#include "huarong/types.h"

enum {
    HR_CHUNK_WORDS = 510,             ///< words in a chunk; with its header it fills 4 KiB
    HR_CHUNK_STATES = HR_CHUNK_WORDS, ///< most states in a chunk
    HR_POOL_SLAB_BYTES = 2 << 20,     ///< bytes that the pool takes from the system at a time: one huge page
};

/// Slabs taken from the system.
typedef struct hr_slabs {
    void **list; ///< [count]
    size_t count;
    size_t capacity; ///< number of slabs that `list` has room for
} hr_slabs;

/// Local. Returns HR_POOL_SLAB_BYTES bytes of zeroed memory at a multiple of that size, on a huge page where the system gives one.
/// NULL if there is no memory.
void *hr_slabs_take(hr_slabs *slabs);

/// Local. Give all slabs back to the system.
void hr_slabs_give_back(hr_slabs *slabs);

typedef struct hr_chunk {
    struct hr_chunk *next; ///< the chunk filled before this one, NULL for a bin's first
    size_t used;           ///< words in the chunk; not kept up to date for a bin's newest chunk
    hr_state states[HR_CHUNK_WORDS];
} hr_chunk;

/// Memory for chunks, taken from the system in large slabs, up to a limit that may change.
typedef struct hr_chunk_pool {
    size_t words;       ///< words of a state
    hr_chunk *free;     ///< chunks given back
    hr_chunk *fresh;    ///< the chunks of the newest slab that have never been used
    size_t fresh_count; ///< number of these chunks
    hr_slabs slabs;
    size_t chunks_used; ///< chunks in use
    size_t chunks_held; ///< chunks taken from the system
    uint64_t limit;     ///< bytes that may be taken from the system
} hr_chunk_pool;

typedef struct hr_bin {
    hr_state *at;     ///< where the next state goes, in the newest chunk
    hr_state *end;    ///< end of the newest chunk
    hr_chunk *newest; ///< NULL for an empty bin
    size_t full;      ///< words in the older chunks
} hr_bin;

/// One set of states in `count` bins.
typedef struct hr_bins {
    hr_bin *bins; ///< [count]
    size_t count;
} hr_bins;

/// This rank's range of hashes, and its division into bins. A bin is a range of the hash's upper half.
typedef struct hr_bin_map {
    hr_state key_mask; ///< only the bits of a state's lowest word under this mask are hashed
    uint32_t first;    ///< the upper half of this rank's smallest hash
    uint64_t scale;    ///< bins · 2³² / size of this rank's range
} hr_bin_map;

/// The top bits of a hash choose one of 2^HR_BUCKET_BITS buckets, whatever the number of ranks. A rank owns a run of buckets.
enum { HR_BUCKET_BITS = 20 };

/// Local. The one of `ranks` ranks that owns a state with hash `hash`.
static inline uint32_t hr_hash_owner(uint64_t hash, uint32_t ranks) {
    return (uint32_t)(((hash >> (64 - HR_BUCKET_BITS)) * ranks) >> HR_BUCKET_BITS);
}

/// The buckets `first` … `next` − 1.
typedef struct hr_buckets {
    uint64_t first;
    uint64_t next; ///< `first` if there is none
} hr_buckets;

/// Local. Returns the buckets that the rank `rank` of `ranks` ranks owns.
hr_buckets hr_buckets_of(uint32_t rank, uint32_t ranks);

/// Local. The map of the hashes of `rank` to `count` bins.
hr_bin_map hr_bin_map_make(uint32_t rank, uint32_t ranks, hr_state key_mask, size_t count);

/// Local. The number of the bin for `hash`, which must be in this rank's range.
static inline size_t hr_bin_of(const hr_bin_map *map, uint64_t hash) {
    return (size_t)(((uint32_t)(hash >> 32) - map->first) * map->scale >> 32);
}

/// Local. Number of states in a bin, of `words` words each.
static inline size_t hr_bin_size(const hr_bin *bin, size_t words) {
    return (bin->full + (bin->newest == NULL ? 0 : (size_t)(bin->at - bin->newest->states))) / words;
}

/// Local. Add a chunk to the bin. False if the pool's limit or the system's memory is reached; the bin is unchanged then.
bool hr_bin_grow(hr_bin *bin, hr_chunk_pool *pool);

/// Local. Add a state of `words` words, which is pool->words. A caller that knows the number gives a constant. Returns false where
/// hr_bin_grow would; the bin is unchanged then.
HR_INLINE bool hr_bin_add(hr_bin *bin, hr_chunk_pool *pool, const hr_state *state, size_t words) {
    if (bin->at == bin->end && !hr_bin_grow(bin, pool)) {
        return false;
    }
    hr_words_copy(bin->at, state, words);
    bin->at += words;
    return true;
}

/// Local. Give the newest chunk of a bin back to the pool, and forget its states. The bin must not be empty.
void hr_bin_drop_newest(hr_bin *bin, hr_chunk_pool *pool);

/// Local. Empty the bin, and give its chunks back to the pool.
void hr_bin_clear(hr_bin *bin, hr_chunk_pool *pool);

/// Local. The number of states, of `words` words each, in one of the bin's chunks. To visit all states, start with `bin->newest`,
/// visit this number of states from `chunk->states` on, and go on with `chunk->next`.
static inline size_t hr_bin_chunk_used(const hr_bin *bin, const hr_chunk *chunk, size_t words) {
    return (chunk == bin->newest ? (size_t)(bin->at - chunk->states) : chunk->used) / words;
}

/// Local. Make *set an empty set of `count` bins. HR_INTERNAL when out of memory; *set has no bins then.
hr_status hr_bins_create(size_t count, hr_bins *set, hr_error *error);

/// Local. Give all chunks back to the pool, and free the bins.
void hr_bins_destroy(hr_bins *set, hr_chunk_pool *pool);

/// Local. Add the n states at `states` with the hashes `hashes[0..n)`, all in this rank's range. False as for hr_bin_grow; the set
/// may have some of the states then.
bool hr_bins_add_hashed(hr_bins *set, const hr_bin_map *map, hr_chunk_pool *pool, const hr_state *states, const uint64_t *hashes,
                        size_t n);

/// Local. The same as hr_bins_add_hashed, but computes the hashes.
bool hr_bins_add(hr_bins *set, const hr_bin_map *map, hr_chunk_pool *pool, const hr_state *states, size_t n);

/// Local. Deal the set anew into `count` bins under `map`. False as for hr_bin_grow; the set may have lost states then.
bool hr_bins_deal(hr_bins *set, size_t count, const hr_bin_map *map, hr_chunk_pool *pool);

/// Local. Move all states of `from` to `to`, which is empty or has as many bins. *from has no bins then.
void hr_bins_append(hr_bins *to, hr_bins *from);

/// Local. Free the pool's memory; no set may use it any more.
void hr_chunk_pool_destroy(hr_chunk_pool *pool);

#endif
