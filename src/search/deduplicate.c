// SPDX-License-Identifier: MIT
#include "deduplicate.h"

#include <stdlib.h>
#include <string.h>

/// Empty slots, at least one more than `entries`, at a load of at most 4/5. Returns their number, 0 when out of memory.
static size_t prepare(hr_dedup_table *table, size_t entries) {
    const size_t slots = entries + entries / 4 + 16;
    if (slots > table->capacity) {
        free(table->slots);
        table->capacity = 0;
        table->slots = malloc(slots * sizeof *table->slots);
        if (table->slots == NULL) {
            return 0;
        }
        table->capacity = slots;
    }
    memset(table->slots, 0xff, slots * sizeof *table->slots); // HR_STATE_NONE
    return slots;
}

/// The slot where the search for a state starts: from the hash's lower half, since the upper one chose the bin.
static inline size_t home_slot(uint64_t hash, size_t slots) { return (size_t)((hash & UINT32_MAX) * slots >> 32); }

/// Put `state` into the table unless it is there. True if it is new.
static inline bool insert(hr_state *slots, size_t count, hr_state state, uint64_t hash) {
    size_t at = home_slot(hash, count);
    while (slots[at] != HR_STATE_NONE) {
        if (slots[at] == state) {
            return false;
        }
        at = at + 1 == count ? 0 : at + 1;
    }
    slots[at] = state;
    return true;
}

static void insert_all(hr_state *slots, size_t count, const hr_bin *bin) {
    for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
        const size_t used = hr_bin_chunk_used(bin, chunk);
        for (size_t i = 0; i < used; i++) {
            (void)insert(slots, count, chunk->states[i], hr_hash_state(chunk->states[i]));
        }
    }
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
    uint64_t sum = 0;
    while (pending->newest != NULL) {
        // Chunk by chunk, each given back before the next is read: fresh takes over the memory that pending leaves.
        hr_chunk *chunk = pending->newest;
        const size_t used = hr_bin_chunk_used(pending, chunk);
        for (size_t i = 0; i < used; i++) {
            const uint64_t hash = hr_hash_state(chunk->states[i]);
            if (insert(slots, count, chunk->states[i], hash)) {
                if (!hr_bin_add(fresh, pool, chunk->states[i])) {
                    return false;
                }
                sum += hash;
            }
        }
        hr_bin_drop_newest(pending, pool);
    }
    *fingerprint += sum;
    return true;
}

void hr_dedup_table_clear(hr_dedup_table *table) {
    free(table->slots);
    *table = (hr_dedup_table){0};
}
