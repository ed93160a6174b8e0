// SPDX-License-Identifier: MIT
#ifndef HR_PAGE_SPACE_H
#define HR_PAGE_SPACE_H

// A space small enough to be put into a page, closed under moves, and the states' distances from the solved ones.

#include "report/space.h"

/// A page shows at most this many states. A page with more would be slow.
enum { HR_PAGE_STATES_MAX = 300000 };

/// Local. Find all states that *start reaches. If there are more than HR_PAGE_STATES_MAX, the space is empty. The caller frees the
/// space with hr_space_clear, on error too. HR_INTERNAL: out of memory.
hr_status hr_page_space_around(const hr_puzzle *puzzle, const hr_state *start, hr_space *space, hr_error *error);

/// Local. Find a shortest way from `start` to a solved state, if one is among the HR_PAGE_STATES_MAX states nearest to `start`.
/// *way gets the *length + 1 states from `start` to the solved one, which the caller frees; NULL if there is none, and on error.
/// HR_INTERNAL: out of memory.
hr_status hr_page_space_way(const hr_puzzle *puzzle, const hr_state *start, hr_state **way, size_t *length, hr_error *error);

/// Local. Take all states of a table that have a distance; of a table of openings also those that have none. If there are more than
/// HR_PAGE_STATES_MAX, the space is empty. The caller frees the space with hr_space_clear, on error too. HR_FILE: the table is
/// damaged, HR_INTERNAL: out of memory.
hr_status hr_page_space_of_table(const hr_table *table, hr_space *space, hr_error *error);

/// Local. Write the distance of each state from the nearest solved state, in the metric of `puzzle`, into `distances[0..count)`:
/// HR_DEPTH_UNREACHED where no solved state can be reached. *greatest gets the greatest distance, HR_DEPTH_UNREACHED if the space
/// has no solved state. `puzzle` has no symmetry. HR_INTERNAL: out of memory, or a move leads out of the space.
hr_status hr_page_space_distances(const hr_space *space, const hr_puzzle *puzzle, hr_depth *distances, hr_depth *greatest,
                                  hr_error *error);

#endif
