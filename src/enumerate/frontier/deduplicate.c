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
    hr_state *slots; ///< [count] states; an empty slot holds HR_STATE_NONE
    size_t count;    ///< slots in use for this bin
    size_t words;    ///< words of a state
    hr_state key_mask;
    uint32_t *fresh; ///< [found] the slots of new states
    size_t found;    ///< new states found so far
} lookup;

/// Make room for slots of `words` words in all and for `fresh` new states. False when out of memory.
static bool reserve(hr_dedup_table *table, size_t words, size_t fresh) {
    if (words > table->capacity) {
        const size_t pages = (words * sizeof *table->slots + HUGE_PAGE - 1) / HUGE_PAGE;
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

/// Hash the n states at `states`, n ≤ GROUP, and fetch the slots where their searches start.
HR_INLINE void start(const lookup *l, const hr_state *states, size_t n, size_t *homes, size_t words) {
    uint64_t hashes[GROUP];
    hr_hash_words(states, words, n, l->key_mask, hashes);
    for (size_t i = 0; i < n; i++) {
        homes[i] = home_slot(hashes[i], l->count);
        __builtin_prefetch(&l->slots[homes[i] * words], 1);
    }
}

/// Is the slot empty, or does it hold the state?
HR_INLINE bool suits(const hr_state *slot, const hr_state *state, hr_state key_mask, size_t words) {
    if (words == 1) { // `|` instead of `||` makes one branch of the two conditions. It is seldom taken.
        return (((slot[0] ^ state[0]) & key_mask) == 0) | (slot[0] == HR_STATE_NONE);
    }
    const bool same = ((slot[0] ^ state[0]) & key_mask) == 0 && hr_words_equal(slot + 1, state + 1, words - 1);
    return same || hr_words_none(slot, words);
}

/// The slot that holds `state`, or the empty one where it belongs, when the search starts at `at`.
HR_INLINE size_t find_slot(const lookup *l, const hr_state *state, size_t at, size_t words) {
    while (!suits(l->slots + at * words, state, l->key_mask, words)) {
        at = at + 1 == l->count ? 0 : at + 1;
    }
    return at;
}

/// Put the n states at `states`, n ≤ GROUP, which are known, into the table.
HR_INLINE void insert_known_group(const lookup *l, const hr_state *states, size_t n, size_t words) {
    size_t homes[GROUP];
    start(l, states, n, homes, words);
    for (size_t i = 0; i < n; i++) {
        const hr_state *state = states + i * words;
        hr_words_copy(l->slots + find_slot(l, state, homes[i], words) * words, state, words);
    }
}

/// Put the n states at `states`, n ≤ GROUP, into the table, and list the slots of those that were not there. There is no branch on
/// whether a state is new, because no processor can predict it. With a mask a state in the table gets the bits of all its copies.
HR_INLINE void insert_candidates(lookup *l, const hr_state *states, size_t n, size_t words) {
    size_t homes[GROUP];
    start(l, states, n, homes, words);
    for (size_t i = 0; i < n; i++) {
        const hr_state *state = states + i * words;
        const size_t at = find_slot(l, state, homes[i], words);
        hr_state *slot = l->slots + at * words;
        const hr_state is_new = hr_words_none(slot, words);
        slot[0] = (slot[0] & (is_new - 1)) | state[0];
        hr_words_copy(slot + 1, state + 1, words - 1);
        l->fresh[l->found] = (uint32_t)at;
        l->found += (size_t)is_new;
    }
}

/// Put the states of a known bin into the table. NULL is an empty bin.
HR_INLINE void insert_known(const lookup *l, const hr_bin *bin, size_t words) {
    for (const hr_chunk *chunk = bin == NULL ? NULL : bin->newest; chunk != NULL; chunk = chunk->next) {
        const size_t used = hr_bin_chunk_used(bin, chunk, words);
        for (size_t done = 0; done < used; done += GROUP) {
            insert_known_group(l, chunk->states + done * words, used - done < GROUP ? used - done : GROUP, words);
        }
    }
}

/// Put all states of a bin into the table as candidates. Each chunk is given back to the pool before the next one is read.
HR_INLINE void drain(lookup *l, hr_bin *bin, hr_chunk_pool *pool, size_t words) {
    while (bin->newest != NULL) {
        const hr_chunk *chunk = bin->newest;
        const size_t used = hr_bin_chunk_used(bin, chunk, words);
        for (size_t done = 0; done < used; done += GROUP) {
            insert_candidates(l, chunk->states + done * words, used - done < GROUP ? used - done : GROUP, words);
        }
        hr_bin_drop_newest(bin, pool);
    }
}

/// Fill the empty bin `fresh` with the new states. False when out of memory.
HR_INLINE bool collect(const lookup *l, hr_bin *fresh, hr_chunk_pool *pool, size_t words) {
    for (size_t i = 0; i < l->found; i++) {
        if (!hr_bin_add(fresh, pool, l->slots + l->fresh[i] * words, words)) {
            return false;
        }
    }
    return true;
}

static size_t size_of(const hr_bin *bin, size_t words) { return bin == NULL ? 0 : hr_bin_size(bin, words); }

/// The bins that are worked on together.
typedef struct bins_in_work {
    const hr_known_bins *known;
    hr_bin *pending;
    hr_bin *fresh;
    hr_chunk_pool *pool;
} bins_in_work;

/// Remove the duplicates by the table, which is empty.
HR_INLINE bool remove_duplicates(lookup *l, const bins_in_work *bins, size_t words) {
    insert_known(l, bins->known->previous, words);
    insert_known(l, bins->known->current, words);
    drain(l, bins->fresh, bins->pool, words);
    drain(l, bins->pending, bins->pool, words);
    return collect(l, bins->fresh, bins->pool, words);
}

bool hr_deduplicate(hr_dedup_table *table, const hr_known_bins *known, hr_bin *pending, hr_bin *fresh, hr_chunk_pool *pool) {
    const size_t words = pool->words;
    const size_t candidates = hr_bin_size(pending, words) + hr_bin_size(fresh, words);
    const size_t entries = candidates + size_of(known->previous, words) + size_of(known->current, words);
    const size_t slots = entries + entries / 4 + 16; // at most 4/5 are filled; an empty slot ends every search
    if (slots > UINT32_MAX ||
        !reserve(table, slots * words,
                 candidates + 1)) { // + 1: a slot that is not new is listed behind the last new one, and overwritten
        return false;
    }
    lookup l = {.slots = table->slots, .count = slots, .words = words, .key_mask = known->key_mask, .fresh = table->fresh};
    memset(l.slots, 0xff, slots * words * sizeof *l.slots); // HR_STATE_NONE
    const bins_in_work bins = {.known = known, .pending = pending, .fresh = fresh, .pool = pool};
    return HR_FOR_WORDS(words, remove_duplicates, &l, &bins);
}

/// Lower `common->smallest` to that of those of the n states at `states`, n ≤ GROUP, that are in the table.
static void find_in_table(const lookup *l, const hr_state *states, size_t n, hr_common *common) {
    const size_t words = l->words;
    size_t homes[GROUP];
    start(l, states, n, homes, words);
    for (size_t i = 0; i < n; i++) {
        hr_state key[HR_STATE_WORDS_MAX];
        hr_words_copy(key, states + i * words, words);
        key[0] &= l->key_mask;
        const bool there = !hr_words_none(l->slots + find_slot(l, states + i * words, homes[i], words) * words, words);
        if (there && hr_state_compare(key, common->smallest, words) < 0) {
            hr_words_copy(common->smallest, key, words);
        }
    }
}

bool hr_find_common(hr_dedup_table *table, const hr_bin *one, const hr_bin *others, size_t n, hr_common *common) {
    const size_t words = common->words;
    const size_t entries = hr_bin_size(one, words);
    const size_t slots = entries + entries / 4 + 16;
    if (slots > UINT32_MAX || !reserve(table, slots * words, 1)) {
        return false;
    }
    const lookup l = {.slots = table->slots, .count = slots, .words = words, .key_mask = common->key_mask};
    memset(l.slots, 0xff, slots * words * sizeof *l.slots); // HR_STATE_NONE
    insert_known(&l, one, words);
    for (size_t b = 0; b < n; b++) {
        for (const hr_chunk *chunk = others[b].newest; chunk != NULL; chunk = chunk->next) {
            const size_t used = hr_bin_chunk_used(&others[b], chunk, words);
            for (size_t done = 0; done < used; done += GROUP) {
                find_in_table(&l, chunk->states + done * words, used - done < GROUP ? used - done : GROUP, common);
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
