// SPDX-License-Identifier: MIT
#ifndef HR_ASTAR_DOMAIN_H
#define HR_ASTAR_DOMAIN_H

// What A* needs to know of a puzzle: its states, their successors, and a lower bound on the moves to a solved state. Each move can
// be undone by a move. All functions are Local, and take arrays.

#include "core/state.h"
#include "solve/bounds.h"

enum {
    HR_ASTAR_WORDS_MAX = 6, ///< most words of a state: those that fit into a line of the table of expanded states
    HR_ASTAR_BOUNDS = 256,  ///< a bound is below this number
};

typedef struct hr_astar_domain {
    const void *context;   ///< first argument of each function
    size_t words;          ///< words of a state, at most HR_ASTAR_WORDS_MAX
    hr_state key_mask;     ///< the bits of a state's lowest word that are of its *key*, which identifies it, as are all bits of the
                           ///< other words; the other bits hold marks (hr_puzzle_expand_marked)
    size_t max_successors; ///< no state has more successors

    /// Write the successors of `states[0..n)`, n ≤ HR_BATCH, to `successors`, the bound of each to `bounds`, and return their
    /// number. Both have room for n · max_successors. A state whose marks are 0 has all its successors. A bound is never too large,
    /// and is 0 for solved states only. It may rise or fall by more than one from a state to its successor.
    size_t (*expand)(const void *context, const hr_state *states, size_t n, hr_state *successors, uint8_t *bounds);

    /// Write the bounds of `states[0..n)`, n ≤ HR_BATCH, which have no marks, to `bounds`.
    void (*bound)(const void *context, const hr_state *states, size_t n, uint8_t *bounds);

    /// Can a search have made the states `states[0..n)`, n · words ≤ HR_BATCH, which may have marks? If so, write the bounds of the
    /// states without their marks to `bounds`, unless it is NULL. For states that come from a checkpoint or go back into their
    /// buckets.
    bool (*recall)(const void *context, const hr_state *states, size_t n, uint8_t *bounds);
} hr_astar_domain;

/// Local. Write the key of the state to `key`, which may be `state`.
static inline void hr_astar_key(const hr_astar_domain *domain, const hr_state *state, hr_state *key) {
    key[0] = state[0] & domain->key_mask;
    hr_words_copy(key + 1, state + 1, domain->words - 1);
}

#endif
