// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_SPACE_H
#define HR_REPORT_SPACE_H

// A set of states small enough to be put into a page, closed under moves, and the states' distances from the solved ones.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "huarong/table.h"

/// A space has at most this many states. A page with more would be slow.
enum { HR_SPACE_MAX = 300000 };

typedef struct hr_space {
    size_t words;     ///< numbers of a state
    hr_state *states; ///< [count · words] in the order in which they were found
    size_t count;     ///< 0 if there are too many states
    size_t capacity;  ///< numbers of states that there is room for
    uint32_t *slots;  ///< hash table: the number of a state plus 1, or 0
} hr_space;

/// Local. Returns a state of the space.
static inline const hr_state *hr_space_state(const hr_space *space, size_t number) { return space->states + number * space->words; }

/// Local. Find all states that *start reaches. If there are more than HR_SPACE_MAX, the space is empty. The caller frees the
/// space with hr_space_clear, on error too. HR_INTERNAL: out of memory.
hr_status hr_space_around(const hr_puzzle *puzzle, const hr_state *start, hr_space *space, hr_error *error);

/// Local. Find a shortest way from `start` to a solved state, if one is among the HR_SPACE_MAX states nearest to `start`. *way gets
/// the *length + 1 states from `start` to the solved one, which the caller frees; NULL if there is none, and on error.
/// HR_INTERNAL: out of memory.
hr_status hr_space_way(const hr_puzzle *puzzle, const hr_state *start, hr_state **way, size_t *length, hr_error *error);

/// Local. Take all states of a table that have a distance; of a table of openings also those that have none. If there are more than
/// HR_SPACE_MAX, the space is empty. The caller frees the space with hr_space_clear, on error too. HR_FILE: the table is damaged,
/// HR_INTERNAL: out of memory.
hr_status hr_space_of_table(const hr_table *table, hr_space *space, hr_error *error);

/// Local. Write the distance of each state from the nearest solved state, in the metric of `puzzle`, into `distances[0..count)`:
/// HR_DEPTH_UNREACHED where no solved state can be reached. *greatest gets the greatest distance, HR_DEPTH_UNREACHED if the space
/// has no solved state. `puzzle` has no symmetry. HR_INTERNAL: out of memory, or a move leads out of the space.
hr_status hr_space_distances(const hr_space *space, const hr_puzzle *puzzle, hr_depth *distances, hr_depth *greatest,
                             hr_error *error);

/// Local. Free what the space holds.
void hr_space_clear(hr_space *space);

#endif
