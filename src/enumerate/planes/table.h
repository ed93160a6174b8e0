// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_TABLE_H
#define HR_PLANES_TABLE_H

// Plane tables (one bit a state): writing one from a search of the plane engine, and proving one by a new search.

#include "enumerate/planes/planes.h"
#include "huarong/table.h"

/// Collective. Write a table of the distances that `engine` has found in a search of the whole space with tuning.distances.
/// `result` is that search's result. HR_FILE as for hr_table_writer_create, or if the disk is full or fails. HR_USAGE if `result`
/// does not hold every state. HR_STOPPED when `look` (may be NULL) returns a reason to stop on any rank. HR_INTERNAL: memory or MPI
/// has failed.
hr_status hr_planes_write_table(const hr_planes_engine *engine, const hr_enumeration *result, const char *path, bool force,
                                const hr_stop_look *look, hr_error *error);

/// Collective. Search `puzzle` anew. When a state is found at distance d, compare the state's bit in the table with whether ⌊d/2⌋
/// is odd. Fills *found, the result of the new search, which the caller clears with hr_enumeration_clear whatever is returned.
/// `memory_limit` is as in hr_enumerate_options. HR_CHECK: a value is wrong; the text names its state. Other errors as for
/// hr_planes_create and hr_planes_search.
hr_status hr_planes_verify_table(const hr_comm *comm, const hr_table *table, const hr_puzzle *puzzle, uint64_t memory_limit,
                                 hr_enumeration *found, hr_error *error);

#endif
