// SPDX-License-Identifier: MIT
#ifndef HR_HASH_SLOTS_H
#define HR_HASH_SLOTS_H

// A hash table of states that its owner keeps in an array, state after state. The number of a state is its place in this array.

#include <stdbool.h>

#include "core/state.h"

typedef struct hr_state_slots {
    size_t words;      ///< numbers of a state
    uint32_t *numbers; ///< [count] open addressing by hash: the number of a state plus 1, or 0 for a free slot
    size_t count;      ///< a power of two, more than there are states; 0 at first
} hr_state_slots;

/// What hr_state_slots_find returns for a state that is not in the table.
#define HR_STATE_SLOTS_NONE UINT32_MAX

/// Local. Returns the number of *state, or HR_STATE_SLOTS_NONE. `states` is the owner's array. There is at least one slot.
uint32_t hr_state_slots_find(const hr_state_slots *slots, const hr_state *states, const hr_state *state);

/// Local. Enter the state with the number `number`, which is not in the table. There is a free slot beside the one that it takes.
void hr_state_slots_enter(hr_state_slots *slots, const hr_state *states, uint32_t number);

/// Local. Make `count` slots, a power of two, and enter the states with the numbers from 0 to `entered` − 1. False: out of memory,
/// and nothing is changed.
bool hr_state_slots_make(hr_state_slots *slots, size_t count, const hr_state *states, size_t entered);

#endif
