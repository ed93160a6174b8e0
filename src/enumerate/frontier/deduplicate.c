// SPDX-License-Identifier: MIT
#include "enumerate/frontier/deduplicate.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/hash.h"

enum {
    HUGE_PAGE = 2 << 20,
    GROUP = 64, ///< states looked up together: slots are fetched into the cache while further hashes are made
};

/// The hash table of the bin in work.
typedef struct lookup {
    hr_state *slots; ///< [count]
    size_t count;    ///< slots in use for this bin
    hr_state key_mask;
    uint32_t *fresh; ///< [found] the slots of new states
    size_t found;    ///< new states found so far
} lookup;

/// Make room for `slots` slots and `fresh` new states. False when out of memory.
static bool reserve(hr_dedup_table *table, size_t slots, size_t fresh) {
    if (slots > table->capacity) {
        const size_t pages = (slots * sizeof *table->slots + HUGE_PAGE - 1) / HUGE_PAGE;
        free(table->slots);
        table->capacity = 0;
        table->slots = aligned_alloc(HUGE_PAGE, pages * HUGE_PAGE);
        if (table->slots == NULL) {
            return false;
        }
        (void)madvise(table->slots, pages * HUGE_PAGE, MADV_HUGEPAGE); // look-ups are random, so large pages help
        table->capacity = pages * HUGE_PAGE / sizeof *table->slots;
    }
    if (fresh > table->fresh_capacity) {
        free(table->fresh);
        table->fresh_capacity = 0;
        table->fresh = malloc(fresh * sizeof *table->fresh);
        if (table->fresh == NULL) {
            return false;
        }
        table->fresh_capacity = fresh;
    }
    return true;
}

/// The slot where the search for a state starts. The hash's lower half chooses it, because the upper half chose the bin.
static inline size_t home_slot(uint64_t hash, size_t slots) { return (size_t)((hash & UINT32_MAX) * slots >> 32); }

/// Hash `states[0..n)`, n ≤ GROUP, and fetch the slots where their searches start.
static inline void start(const lookup *l, const hr_state *states, size_t n, size_t *homes) {
    uint64_t hashes[GROUP];
    hr_hash_states(states, n, l->key_mask, hashes);
    for (size_t i = 0; i < n; i++) {
        homes[i] = home_slot(hashes[i], l->count);
        __builtin_prefetch(&l->slots[homes[i]], 1);
    }
}

/// The slot that holds `state`, or the empty one where it belongs, when the search starts at `at`.
static inline size_t find_slot(const lookup *l, hr_state state, size_t at) {
    // `&` instead of `&&` makes one branch of the two conditions. It is seldom taken.
    while ((((l->slots[at] ^ state) & l->key_mask) != 0) & (l->slots[at] != HR_STATE_NONE)) {
        at = at + 1 == l->count ? 0 : at + 1;
    }
    return at;
}

/// Put the states of a known bin into the table. NULL is an empty bin.
static void insert_known(const lookup *l, const hr_bin *bin) {
    size_t homes[GROUP];
    for (const hr_chunk *chunk = bin == NULL ? NULL : bin->newest; chunk != NULL; chunk = chunk->next) {
        const size_t used = hr_bin_chunk_used(bin, chunk);
        for (size_t done = 0; done < used; done += GROUP) {
            const hr_state *states = chunk->states + done;
            const size_t n = used - done < GROUP ? used - done : GROUP;
            start(l, states, n, homes);
            for (size_t i = 0; i < n; i++) {
                l->slots[find_slot(l, states[i], homes[i])] = states[i];
            }
        }
    }
}

/// Put `states[0..n)`, n ≤ GROUP, into the table, and list the slots of those that were not there. There is no branch on whether a
/// state is new, because no processor can predict it.
static void insert_candidates(lookup *l, const hr_state *states, size_t n) {
    size_t homes[GROUP];
    start(l, states, n, homes);
    for (size_t i = 0; i < n; i++) {
        const size_t at = find_slot(l, states[i], homes[i]);
        const hr_state there = l->slots[at];
        const hr_state is_new = there == HR_STATE_NONE;
        l->slots[at] = (there & (is_new - 1)) | states[i];
        l->fresh[l->found] = (uint32_t)at;
        l->found += (size_t)is_new;
    }
}

/// Put all states of a bin into the table as candidates. Each chunk is given back to the pool before the next one is read.
static void drain(lookup *l, hr_bin *bin, hr_chunk_pool *pool) {
    while (bin->newest != NULL) {
        const hr_chunk *chunk = bin->newest;
        const size_t used = hr_bin_chunk_used(bin, chunk);
        for (size_t done = 0; done < used; done += GROUP) {
            insert_candidates(l, chunk->states + done, used - done < GROUP ? used - done : GROUP);
        }
        hr_bin_drop_newest(bin, pool);
    }
}

/// Fill the empty bin `fresh` with the new states. False when out of memory.
static bool collect(const lookup *l, hr_bin *fresh, hr_chunk_pool *pool) {
    for (size_t i = 0; i < l->found; i++) {
        if (!hr_bin_add(fresh, pool, l->slots[l->fresh[i]])) {
            return false;
        }
    }
    return true;
}

static size_t size_of(const hr_bin *bin) { return bin == NULL ? 0 : hr_bin_size(bin); }

bool hr_deduplicate(hr_dedup_table *table, const hr_known_bins *known, hr_bin *pending, hr_bin *fresh, hr_chunk_pool *pool) {
    const size_t candidates = hr_bin_size(pending) + hr_bin_size(fresh);
    const size_t entries = candidates + size_of(known->previous) + size_of(known->current);
    const size_t slots = entries + entries / 4 + 16; // at most 4/5 are filled; an empty slot ends every search
    if (slots > UINT32_MAX ||
        !reserve(table, slots, candidates + 1)) { // + 1: a slot that is not new is listed behind the last new one, and overwritten
        return false;
    }
    lookup l = {.slots = table->slots, .count = slots, .key_mask = known->key_mask, .fresh = table->fresh};
    memset(l.slots, 0xff, slots * sizeof *l.slots); // HR_STATE_NONE
    insert_known(&l, known->previous);
    insert_known(&l, known->current);
    drain(&l, fresh, pool);
    drain(&l, pending, pool);
    return collect(&l, fresh, pool);
}

/// The smallest state & key_mask of *smallest and of `states[0..n)`, n ≤ GROUP, as far as they are in the table.
static hr_state smallest_there(const lookup *l, const hr_state *states, size_t n, hr_state smallest) {
    size_t homes[GROUP];
    start(l, states, n, homes);
    for (size_t i = 0; i < n; i++) {
        const hr_state key = states[i] & l->key_mask;
        const bool there = l->slots[find_slot(l, states[i], homes[i])] != HR_STATE_NONE;
        smallest = there && key < smallest ? key : smallest;
    }
    return smallest;
}

bool hr_find_common(hr_dedup_table *table, hr_state key_mask, const hr_bin *one, const hr_bin *others, size_t n,
                    hr_state *smallest) {
    const size_t entries = hr_bin_size(one);
    const size_t slots = entries + entries / 4 + 16;
    if (slots > UINT32_MAX || !reserve(table, slots, 1)) {
        return false;
    }
    const lookup l = {.slots = table->slots, .count = slots, .key_mask = key_mask};
    memset(l.slots, 0xff, slots * sizeof *l.slots); // HR_STATE_NONE
    insert_known(&l, one);
    for (size_t b = 0; b < n; b++) {
        for (const hr_chunk *chunk = others[b].newest; chunk != NULL; chunk = chunk->next) {
            const size_t used = hr_bin_chunk_used(&others[b], chunk);
            for (size_t done = 0; done < used; done += GROUP) {
                *smallest = smallest_there(&l, chunk->states + done, used - done < GROUP ? used - done : GROUP, *smallest);
            }
        }
    }
    return true;
}

void hr_dedup_table_clear(hr_dedup_table *table) {
    free(table->slots);
    free(table->fresh);
    *table = (hr_dedup_table){0};
}
