// SPDX-License-Identifier: MIT
#include "deduplicate.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

/// Empty slots, at least one more than `entries`, at a load of at most 4/5. Returns their number, 0 when out of memory.
static size_t prepare(hr_dedup_table *table, size_t entries) {
    const size_t slots = entries + entries / 4 + 16;
    if (slots > table->capacity) {
        free(table->slots);
        table->capacity = 0;
        const size_t pages = (slots * sizeof *table->slots + HUGE_PAGE - 1) / HUGE_PAGE;
        table->slots = aligned_alloc(HUGE_PAGE, pages * HUGE_PAGE);
        if (table->slots == NULL) {
            return 0;
        }
        (void)madvise(table->slots, pages * HUGE_PAGE, MADV_HUGEPAGE); // random look-ups: the fewer pages the better
        table->capacity = pages * HUGE_PAGE / sizeof *table->slots;
    }
    memset(table->slots, 0xff, slots * sizeof *table->slots); // HR_STATE_NONE
    return slots;
}

/// The slot where the search for a state starts: from the hash's lower half, since the upper one chose the bin.
static inline size_t home_slot(uint64_t hash, size_t slots) { return (size_t)((hash & UINT32_MAX) * slots >> 32); }

/// The slot that holds `state`, or the empty one where it belongs, when the search starts at `at`.
static inline size_t find_slot(const hr_state *slots, size_t count, hr_state state, size_t at) {
    while ((slots[at] != state) & (slots[at] != HR_STATE_NONE)) { // one branch, seldom taken
        at = at + 1 == count ? 0 : at + 1;
    }
    return at;
}

/// States looked up together: their slots are fetched while the hashes of the others are made.
enum { GROUP = 64 };

/// Hash `states[0..n)`, n ≤ GROUP, and fetch the slots where their searches start.
static inline void start(const hr_state *slots, size_t count, const hr_state *states, size_t n, uint64_t *hashes, size_t *homes) {
    hr_hash_states(states, n, hashes);
    for (size_t i = 0; i < n; i++) {
        homes[i] = home_slot(hashes[i], count);
        __builtin_prefetch(&slots[homes[i]], 1);
    }
}

static void insert_all(hr_state *slots, size_t count, const hr_bin *bin) {
    uint64_t hashes[GROUP];
    size_t homes[GROUP];
    for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
        const size_t used = hr_bin_chunk_used(bin, chunk);
        for (size_t done = 0; done < used; done += GROUP) {
            const hr_state *states = chunk->states + done;
            const size_t n = used - done < GROUP ? used - done : GROUP;
            start(slots, count, states, n, hashes, homes);
            for (size_t i = 0; i < n; i++) {
                slots[find_slot(slots, count, states[i], homes[i])] = states[i];
            }
        }
    }
}

/// Put `states[0..n)`, n ≤ GROUP, into the table, and those that were not there behind `out`, which has room for all. Returns the
/// new end. Whether a state is new is as good as random, so nothing branches on it.
static hr_state *insert_new(hr_state *slots, size_t count, const hr_state *states, size_t n, hr_state *out, uint64_t *fingerprint) {
    uint64_t hashes[GROUP];
    size_t homes[GROUP];
    start(slots, count, states, n, hashes, homes);
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const hr_state state = states[i];
        const size_t at = find_slot(slots, count, state, homes[i]);
        const uint64_t is_new = slots[at] == HR_STATE_NONE;
        slots[at] = state;
        *out = state;
        out += is_new;
        sum += hashes[i] & (0 - is_new);
    }
    *fingerprint += sum;
    return out;
}

bool hr_deduplicate(hr_dedup_table *table, const hr_bin *const *known, size_t known_count, hr_bin *pending, hr_bin *fresh,
                    hr_chunk_pool *pool, uint64_t *fingerprint) {
    size_t entries = hr_bin_size(pending) + hr_bin_size(fresh);
    for (size_t k = 0; k < known_count; k++) {
        entries += known[k] == NULL ? 0 : hr_bin_size(known[k]);
    }
    const size_t count = prepare(table, entries);
    if (count == 0) {
        return false;
    }
    hr_state *const slots = table->slots;
    for (size_t k = 0; k < known_count; k++) {
        if (known[k] != NULL) {
            insert_all(slots, count, known[k]);
        }
    }
    insert_all(slots, count, fresh);
    while (pending->newest != NULL) {
        // Chunk by chunk, each given back before the next is read: fresh takes over the memory that pending leaves.
        const hr_chunk *chunk = pending->newest;
        const size_t used = hr_bin_chunk_used(pending, chunk);
        for (size_t done = 0; done < used;) {
            if (fresh->at == fresh->end && !hr_bin_grow(fresh, pool)) {
                return false;
            }
            const size_t room = (size_t)(fresh->end - fresh->at);
            const size_t left = used - done < GROUP ? used - done : GROUP;
            const size_t n = left < room ? left : room;
            fresh->at = insert_new(slots, count, chunk->states + done, n, fresh->at, fingerprint);
            done += n;
        }
        hr_bin_drop_newest(pending, pool);
    }
    return true;
}

void hr_dedup_table_clear(hr_dedup_table *table) {
    free(table->slots);
    *table = (hr_dedup_table){0};
}
