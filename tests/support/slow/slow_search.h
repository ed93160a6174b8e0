// SPDX-License-Identifier: MIT
#ifndef HR_SLOW_SEARCH_H
#define HR_SLOW_SEARCH_H

// The engines' slow, obvious twin: a breadth-first search on one rank that keeps all states it has seen in one sorted array.

#include "huarong/puzzle.h"

enum { HR_SLOW_LAYERS_MAX = 256 };

typedef struct hr_slow_search {
    size_t layer_count;
    hr_count states[HR_SLOW_LAYERS_MAX]; ///< full counts
    hr_count canonical[HR_SLOW_LAYERS_MAX];
    hr_count solved[HR_SLOW_LAYERS_MAX];
    uint64_t fingerprint[HR_SLOW_LAYERS_MAX]; ///< sums of the canonical states' hashes
    hr_state *last;                           ///< the last layer's states, all images, ascending
    size_t last_count;
} hr_slow_search;

/// Local. Search up to and including `max_depth`.
void hr_slow_search_run(const hr_puzzle *puzzle, hr_depth max_depth, hr_slow_search *out);

/// Local. Free what the search holds.
void hr_slow_search_clear(hr_slow_search *search);

#endif
