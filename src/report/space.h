// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_SPACE_H
#define HR_REPORT_SPACE_H

// The states that a search finds or a table lists, each once, with their distances.

#include "core/hash/slots.h"
#include "huarong/table.h"

typedef struct hr_space {
    size_t words;        ///< numbers of a state
    size_t limit;        ///< a space with more states is of no use; at most one more is added
    hr_state *states;    ///< [count · words] in the order in which they were added
    hr_depth *distances; ///< [count]
    size_t count;
    size_t state_room;    ///< numbers of states that there is room for
    size_t distance_room; ///< distances that there is room for
    hr_state_slots slots; ///< at least twice as many as states
} hr_space;

/// Local. Make *space an empty one for states of the puzzle. The caller frees what it will hold with hr_space_clear.
void hr_space_begin(hr_space *space, const hr_puzzle *puzzle, size_t limit);

/// Local. Returns a state of the space.
static inline const hr_state *hr_space_state(const hr_space *space, size_t number) { return space->states + number * space->words; }

/// Local. Returns the number of *state, or HR_STATE_SLOTS_NONE.
uint32_t hr_space_find(const hr_space *space, const hr_state *state);

/// Local. Add a state unless it is there or there are too many. HR_INTERNAL: out of memory.
hr_status hr_space_add(hr_space *space, const hr_state *state, hr_depth distance, hr_error *error);

/// Local. Add the states that those of the space reach, nearest first. The distances of the space's states ascend. Stops when there
/// are too many. HR_INTERNAL: out of memory.
hr_status hr_space_spread(hr_space *space, const hr_puzzle *puzzle, hr_error *error);

/// Local. Add the states of a table with their distances; those that have none only if `all` is set. HR_FILE: the table is damaged,
/// HR_INTERNAL: out of memory.
hr_status hr_space_add_table(hr_space *space, const hr_table *table, bool all, hr_error *error);

/// Local. Free what the space holds, and make it an empty one of puzzles of any kind.
void hr_space_clear(hr_space *space);

#endif
