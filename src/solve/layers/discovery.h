// SPDX-License-Identifier: MIT
#ifndef HR_DISCOVERY_H
#define HR_DISCOVERY_H

// The states that a breadth-first search on one rank has found. Each state has a number, and a parent, which is the state from
// which it was found. If ways are counted, each state has a number of ways, too. The memory is bounded.

#include <stdbool.h>
#include <stddef.h>

#include "core/hash/slots.h"
#include "solve/path.h"

/// Room for the text of a limit, in bytes.
#define HR_DISCOVERY_LIMIT_MAX 192

/// States in the order of their discovery, and a hash table of their numbers.
typedef struct hr_discovery {
    uint64_t memory_limit; ///< bytes that a node may use; 0: what the node has
    int node_ranks;        ///< ranks that share the node's memory
    hr_count max_states;   ///< no more states are added than this; 0: no limit
    size_t words;          ///< numbers of a state
    bool counts;           ///< ways are counted; to be set before the first state is added

    hr_state *states;                   ///< [capacity · words] `count` of them are in use
    uint32_t *parents;                  ///< [capacity] number of the state from which each state was found
    hr_count *ways;                     ///< [capacity] the states' numbers of ways; NULL unless `counts`
    size_t count;                       ///< number of states found
    size_t capacity;                    ///< states that there is room for
    hr_state_slots slots;               ///< the numbers of the states
    size_t slots_full;                  ///< number of states at which slots are added
    uint64_t resident;                  ///< bytes that the process held at the first look at its memory; 0: not looked yet
    char limit[HR_DISCOVERY_LIMIT_MAX]; ///< the limit that hr_discovery_add has met, as text for people
} hr_discovery;

/// What hr_discovery_find returns for a state that has not been found.
#define HR_DISCOVERY_NONE HR_STATE_SLOTS_NONE

/// Local. Make *discovery an empty one for states of `words` numbers, with these limits.
void hr_discovery_begin(hr_discovery *discovery, size_t words, uint64_t memory_limit, int node_ranks, hr_count max_states);

/// Local. Returns the state with the number `number`.
static inline hr_state *hr_discovery_at(const hr_discovery *discovery, size_t number) {
    return discovery->states + number * discovery->words;
}

/// Local. Add the new state *state, found from the state with the number `parent`. False if a limit is met: `limit` says which,
/// and nothing is added. If ways are counted, the state has none yet.
bool hr_discovery_add(hr_discovery *discovery, const hr_state *state, uint32_t parent);

/// Local. Returns the number of *state, or HR_DISCOVERY_NONE. *discovery must have at least one state.
uint32_t hr_discovery_find(const hr_discovery *discovery, const hr_state *state);

/// Local. Add `ways` to the number of ways of the state with the number `number`, up to HR_WAYS_MAX. Ways are counted.
void hr_discovery_add_ways(hr_discovery *discovery, uint32_t number, hr_count ways);

/// Local. Returns the sum of the ways of the solved states with the numbers from `first` on, up to HR_WAYS_MAX. Ways are counted.
hr_count hr_discovery_solved_ways(const hr_discovery *discovery, const hr_puzzle *puzzle, size_t first);

/// Local. Returns the bytes that the states take.
uint64_t hr_discovery_bytes(const hr_discovery *discovery);

/// Local. Free the states.
void hr_discovery_end(hr_discovery *discovery);

#endif
