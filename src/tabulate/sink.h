// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_SINK_H
#define HR_TABLE_SINK_H

// From an engine with explicit states to a table: takes the canonical states of each layer, stores all their images with the depth,
// and writes the table in the end. States that the engine finds by the hash of their owner go to the owner of their index.
//
// Where the reached states are at least a ninth of the puzzle's indices (all of them for tiles), distances are kept by index, one
// byte each, dealt to the ranks in blocks; else the states themselves are kept, 8 bytes each, and the table has keys.

#include "run/enumeration.h"
#include "tabulate/write.h"

typedef struct hr_table_sink hr_table_sink;

/// Collective. `memory_limit` is what all ranks of a node may use, 0: what there is. All
/// pointers but `path` are borrowed until hr_table_sink_destroy. On error *created is NULL. HR_STOPPED: the distances do not fit
/// into the memory. HR_INTERNAL: out of memory.
hr_status hr_table_sink_create(const hr_comm *comm, const hr_puzzle *puzzle, uint64_t memory_limit, hr_table_sink **created,
                               hr_error *error);

/// Local. What goes into hr_enumerate_options.
hr_state_sink hr_table_sink_handlers(hr_table_sink *sink);

/// Collective. Write the table of a whole space; `result` is the engine's. HR_USAGE if the run did not reach the end of the space;
/// HR_FILE as for hr_table_writer_create; HR_STOPPED when `look` (may be NULL) says so on any rank, or when the memory does not do.
/// Afterwards the sink can be saved or destroyed.
hr_status hr_table_sink_write(hr_table_sink *sink, const char *path, bool force, const hr_enumeration *result,
                              const hr_stop_look *look, hr_error *error);

/// Collective. NULL-safe; sets *sink to NULL.
void hr_table_sink_destroy(hr_table_sink **sink);

#endif
