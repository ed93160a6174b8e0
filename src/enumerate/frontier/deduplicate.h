// SPDX-License-Identifier: MIT
#ifndef HR_DEDUPLICATE_H
#define HR_DEDUPLICATE_H

// Delayed duplicate detection, bin by bin: a hash table that fits a cache is filled with the states that are known, then the
// pending ones are looked up, and those that were not there are new. Marks of equal states are united.

#include "enumerate/frontier/state_bins.h"

/// A scratch table, open addressing, reused for every bin.
typedef struct hr_dedup_table {
    hr_state *slots; ///< [capacity]
    size_t capacity; ///<
    uint32_t *fresh; ///< [fresh_capacity] slots of the new states, in the order in which they were found
    size_t fresh_capacity;
} hr_dedup_table;

/// Entries of one bin's table that keep it within a second-level cache of 1 MiB.
enum { HR_DEDUP_ENTRIES = 64 * 1024 };

/// Local. Move to `fresh` those of `pending`'s states that are neither in `known[0..known_count)` nor in `fresh`, each once, and
/// empty `pending`. States are the same if they agree under `key_mask`; those in `fresh` then have the bits of all. NULL is an
/// empty bin in `known`. False when out of memory; `pending` and `fresh` are spoilt then.
bool hr_deduplicate(hr_dedup_table *table, const hr_bin *const *known, size_t known_count, uint64_t key_mask, hr_bin *pending,
                    hr_bin *fresh, hr_chunk_pool *pool);

/// Local. Free the scratch memory.
void hr_dedup_table_clear(hr_dedup_table *table);

#endif
