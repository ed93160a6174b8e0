// SPDX-License-Identifier: MIT
#ifndef HR_PLANES_TABLE_H
#define HR_PLANES_TABLE_H

// Plane tables (one bit a state) and the plane engine: writing what it found, and proving what another run wrote.

#include "enumerate/planes/planes.h"
#include "huarong/table.h"

/// Collective. Write the distances of a finished search of the whole space, made with tuning.distances; `result` is the search's.
/// HR_FILE as for hr_table_writer_create; HR_USAGE if the search did not reach the end of the space; HR_STOPPED when `look` (may be
/// NULL) says so on any rank.
hr_status hr_planes_write_table(const hr_planes_engine *engine, const hr_enumeration *result, const char *path, bool force,
                                const hr_stop_look *look, hr_error *error);

/// Collective. Search anew and compare every state's bit with the table's as the state appears. Fills result->states; `found` are
/// the layers, which the caller clears. `memory_limit` is as in hr_enumerate_options. HR_CHECK names a state whose value is wrong.
hr_status hr_planes_verify_table(const hr_comm *comm, const hr_table *table, const hr_puzzle *puzzle, uint64_t memory_limit,
                                 hr_enumeration *found, hr_error *error);

#endif
