// SPDX-License-Identifier: MIT
#include "enumerate/states/state_bins.h"
#include "core/array.h"
#include "core/hash.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { SLAB_BYTES = HR_POOL_SLAB_BYTES, SLAB_CHUNKS = SLAB_BYTES / (int)sizeof(hr_chunk) };

/// Map memory at a multiple of its size. NULL if there is none. The system puts such slabs side by side and joins their mappings,
/// so neither address space nor the number of mappings is wasted.
static void *map_aligned(void) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    char *slab = mmap(NULL, SLAB_BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (slab == MAP_FAILED || (uintptr_t)slab % SLAB_BYTES == 0) {
        return slab == MAP_FAILED ? NULL : slab;
    }
    (void)munmap(slab, SLAB_BYTES);
    char *room = mmap(NULL, 2 * (size_t)SLAB_BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (room == MAP_FAILED) {
        return NULL;
    }
    const size_t skip = (SLAB_BYTES - (uintptr_t)room % SLAB_BYTES) % SLAB_BYTES;
    if (skip > 0) {
        (void)munmap(room, skip);
    }
    (void)munmap(room + skip + SLAB_BYTES, SLAB_BYTES - skip);
    return room + skip;
}

void *hr_slabs_take(hr_slabs *slabs) {
    void *slab = HR_ARRAY_RESERVE(slabs->list, slabs->capacity, slabs->count + 1) ? map_aligned() : NULL;
    if (slab != NULL) {
        (void)madvise(slab, SLAB_BYTES, MADV_HUGEPAGE); // only advice: an error does no harm
        slabs->list[slabs->count++] = slab;
    }
    return slab;
}

void hr_slabs_give_back(hr_slabs *slabs) {
    for (size_t i = 0; i < slabs->count; i++) {
        (void)munmap(slabs->list[i], SLAB_BYTES);
    }
    free(slabs->list);
    *slabs = (hr_slabs){0};
}

static bool take_slab(hr_chunk_pool *pool) {
    const uint64_t held = (uint64_t)pool->chunks_held * sizeof(hr_chunk);
    if (held + SLAB_BYTES > pool->limit) {
        return false;
    }
    void *slab = hr_slabs_take(&pool->slabs);
    if (slab == NULL) {
        return false;
    }
    pool->fresh = slab;
    pool->fresh_count = SLAB_CHUNKS;
    pool->chunks_held += SLAB_CHUNKS;
    return true;
}

static hr_chunk *take_chunk(hr_chunk_pool *pool) {
    hr_chunk *chunk = pool->free;
    if (chunk != NULL) {
        pool->free = chunk->next;
    } else {
        if (pool->fresh_count == 0 && !take_slab(pool)) {
            return NULL;
        }
        chunk = pool->fresh++;
        pool->fresh_count--;
    }
    pool->chunks_used++;
    return chunk;
}

void hr_chunk_pool_destroy(hr_chunk_pool *pool) {
    hr_slabs_give_back(&pool->slabs);
    *pool = (hr_chunk_pool){.words = pool->words};
}

hr_buckets hr_buckets_of(uint32_t rank, uint32_t ranks) {
    const uint64_t buckets = UINT64_C(1) << HR_BUCKET_BITS;
    return (hr_buckets){
        .first = (rank * buckets + ranks - 1) / ranks, // the smallest bucket b with ⌊b·ranks / buckets⌋ = rank
        .next = ((rank + UINT64_C(1)) * buckets + ranks - 1) / ranks,
    };
}

hr_bin_map hr_bin_map_make(uint32_t rank, uint32_t ranks, hr_state key_mask, size_t count) {
    const hr_buckets own = hr_buckets_of(rank, ranks);
    const uint64_t size = (own.next - own.first) << (32 - HR_BUCKET_BITS);
    return (hr_bin_map){
        .key_mask = key_mask,
        .first = (uint32_t)(own.first << (32 - HR_BUCKET_BITS)),
        .scale = size == 0 ? 0 : ((uint64_t)count << 32) / size,
    };
}

bool hr_bin_grow(hr_bin *bin, hr_chunk_pool *pool) {
    hr_chunk *chunk = take_chunk(pool);
    if (chunk == NULL) {
        return false;
    }
    const size_t full = HR_CHUNK_WORDS / pool->words * pool->words;
    if (bin->newest != NULL) {
        bin->newest->used = full;
        bin->full += full;
    }
    chunk->next = bin->newest;
    chunk->used = 0;
    bin->newest = chunk;
    bin->at = chunk->states;
    bin->end = chunk->states + full;
    return true;
}

void hr_bin_drop_newest(hr_bin *bin, hr_chunk_pool *pool) {
    hr_chunk *chunk = bin->newest;
    bin->newest = chunk->next;
    if (bin->newest == NULL) {
        *bin = (hr_bin){0};
    } else {
        bin->full -= bin->newest->used;
        bin->end = bin->newest->states + bin->newest->used;
        bin->at = bin->end;
    }
    chunk->next = pool->free;
    pool->free = chunk;
    pool->chunks_used--;
}

void hr_bin_clear(hr_bin *bin, hr_chunk_pool *pool) {
    while (bin->newest != NULL) {
        hr_bin_drop_newest(bin, pool);
    }
}

hr_status hr_bins_create(size_t count, hr_bins *set, hr_error *error) {
    set->bins = calloc(count, sizeof *set->bins);
    set->count = set->bins == NULL ? 0 : count;
    return set->bins == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for %zu bins", count) : HR_OK;
}

void hr_bins_destroy(hr_bins *set, hr_chunk_pool *pool) {
    for (size_t b = 0; b < set->count; b++) {
        hr_bin_clear(&set->bins[b], pool);
    }
    free(set->bins);
    *set = (hr_bins){0};
}

void hr_bins_append(hr_bins *to, hr_bins *from) {
    for (size_t b = 0; b < to->count; b++) {
        hr_bin *bin = &to->bins[b];
        const hr_bin *more = &from->bins[b];
        if (bin->newest == NULL || more->newest == NULL) {
            *bin = bin->newest == NULL ? *more : *bin;
            continue;
        }
        hr_chunk *oldest = more->newest;
        oldest->used = (size_t)(more->at - oldest->states);
        bin->full += more->full + oldest->used;
        while (oldest->next != NULL) {
            oldest = oldest->next;
        }
        oldest->next = bin->newest->next;
        bin->newest->next = more->newest;
    }
    if (to->count > 0) {
        free(from->bins);
    } else {
        *to = *from;
    }
    *from = (hr_bins){0};
}

/// States with their hashes.
typedef struct batch {
    const hr_state *states;
    const uint64_t *hashes; ///< [n]
    size_t n;
} batch;

HR_INLINE bool add_batch(hr_bins *set, const hr_bin_map *map, hr_chunk_pool *pool, const batch *from, size_t words) {
    for (size_t i = 0; i < from->n; i++) {
        if (!hr_bin_add(&set->bins[hr_bin_of(map, from->hashes[i])], pool, from->states + i * words, words)) {
            return false;
        }
    }
    return true;
}

bool hr_bins_add_hashed(hr_bins *set, const hr_bin_map *map, hr_chunk_pool *pool, const hr_state *states, const uint64_t *hashes,
                        size_t n) {
    const batch from = {.states = states, .hashes = hashes, .n = n};
    return HR_FOR_WORDS(pool->words, add_batch, set, map, pool, &from);
}

bool hr_bins_add(hr_bins *set, const hr_bin_map *map, hr_chunk_pool *pool, const hr_state *states, size_t n) {
    enum { GROUP = 256 };
    uint64_t hashes[GROUP];
    for (size_t done = 0; done < n; done += GROUP) {
        const size_t size = n - done < GROUP ? n - done : GROUP;
        const hr_state *group = states + done * pool->words;
        hr_hash_words(group, pool->words, size, map->key_mask, hashes);
        if (!hr_bins_add_hashed(set, map, pool, group, hashes, size)) {
            return false;
        }
    }
    return true;
}

bool hr_bins_deal(hr_bins *set, size_t count, const hr_bin_map *map, hr_chunk_pool *pool) {
    hr_bins dealt;
    if (hr_bins_create(count, &dealt, NULL) != HR_OK) {
        return false;
    }
    bool complete = true;
    for (size_t b = 0; b < set->count && complete; b++) {
        const hr_bin *bin = &set->bins[b];
        for (const hr_chunk *chunk = bin->newest; chunk != NULL && complete; chunk = chunk->next) {
            complete = hr_bins_add(&dealt, map, pool, chunk->states, hr_bin_chunk_used(bin, chunk, pool->words));
        }
        hr_bin_clear(&set->bins[b], pool);
    }
    hr_bins_destroy(set, pool);
    *set = dealt;
    return complete;
}
