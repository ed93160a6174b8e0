// SPDX-License-Identifier: MIT
#ifndef HR_DEDUPLICATE_H
#define HR_DEDUPLICATE_H

// Delayed duplicate detection, bin by bin. A hash table that fits into a cache is filled with a bin's known states. Then the
// pending states are looked up, and those that are not in the table are new. A state that is found several times gets the marks of
// all its copies.

#include "enumerate/states/state_bins.h"

/// A hash table with open addressing, reused for every bin.
typedef struct hr_dedup_table {
    hr_state *slots;       ///< [capacity]
    size_t capacity;       ///< words of the slots
    uint32_t *fresh;       ///< [fresh_capacity] slots of the new states, in the order in which the states were found
    size_t fresh_capacity; ///< entries of `fresh`
} hr_dedup_table;

/// A table with this number of words fits into a second-level cache of 1 MiB.
enum { HR_DEDUP_WORDS = 64 * 1024 };

/// The states that candidates are compared with.
typedef struct hr_known_bins {
    const hr_bin *previous; ///< states of the layer before the current one; NULL: none
    const hr_bin *current;  ///< states of the current layer; NULL: none
    hr_state key_mask;      ///< two states are the same if they agree under this mask of the lowest word
} hr_known_bins;

/// Local. Move to `fresh` the states of `pending` that are neither in a bin of `known` nor in `fresh`, each once, and empty
/// `pending`. Of states that are the same, the one in `fresh` gets the bits of
/// both, where there is a mask. False when out of memory, or if the table
/// would need 2³² slots or more; `pending` and `fresh` are spoilt then.
bool hr_deduplicate(hr_dedup_table *table, const hr_known_bins *known, hr_bin *pending, hr_bin *fresh, hr_chunk_pool *pool);

/// What hr_find_common looks for: states that are the same if they agree under `key_mask`.
typedef struct hr_common {
    size_t words;                          ///< words of a state
    hr_state key_mask;                     ///< of the lowest word
    hr_state smallest[HR_STATE_WORDS_MAX]; ///< the smallest one so far, under the mask; HR_STATE_NONE at first
} hr_common;

/// Local. Lower `common->smallest` to that of the states that are in the bin `one` and in one of `others[0..n)`. False when out of
/// memory, or if the table would need 2³² slots or more.
bool hr_find_common(hr_dedup_table *table, const hr_bin *one, const hr_bin *others, size_t n, hr_common *common);

/// Local. Free the scratch memory.
void hr_dedup_table_clear(hr_dedup_table *table);

#endif
