// SPDX-License-Identifier: MIT
#ifndef HR_SINK_H
#define HR_SINK_H

// Makes a table of the states that an engine with explicit states finds. The sink takes the canonical states of each layer, stores
// all their images with the depth, and writes the table in the end.
//
// There are two ways to store distances. If the reached states are at least a ninth of the puzzle's indices (for tiles they always
// are), distances are kept by index: one byte each, or two once a distance is above 254. The indices are dealt to the ranks in
// blocks, and a state's depth is sent to the owner of the state's index. Otherwise each rank keeps the states that it was given,
// and the table has keys.

#include "comm/comm.h"
#include "run/enumeration.h"
#include "tabulate/write.h"

typedef struct hr_table_sink hr_table_sink;

/// Collective. Create an empty sink. `memory_limit` is the number of bytes that all ranks of a node together may use; 0 is no limit
/// but the node's. `comm` and `puzzle` are borrowed until hr_table_sink_destroy. HR_STOPPED: the distances do not fit into the
/// memory. HR_INTERNAL: out of memory, or MPI. On error *created is NULL.
hr_status hr_table_sink_create(const hr_comm *comm, const hr_puzzle *puzzle, uint64_t memory_limit, hr_table_sink **created,
                               hr_error *error);

/// How an engine deals a puzzle's indices to the ranks. Index i is number i % unit of a piece, which is number i / unit % pieces of
/// plane i / (unit · pieces). A rank keeps the same pieces of all planes.
typedef struct hr_sink_deal {
    uint64_t unit;         ///< indices of a piece, a multiple of 8
    uint64_t pieces;       ///< pieces of a plane
    uint64_t planes;       ///< `unit · pieces · planes` is the puzzle's number of indices
    const uint32_t *owner; ///< [pieces] the rank that keeps each piece
    const uint32_t *slot;  ///< [pieces] a piece's number among the pieces of its owner
    uint64_t slots;        ///< how many pieces of a plane this rank keeps
} hr_sink_deal;

/// Collective. Create a sink into which an engine writes distances itself, for a puzzle whose every index is a state. The engine
/// calls hr_table_sink_deal before anything else. Otherwise as hr_table_sink_create.
hr_status hr_table_sink_create_dealt(const hr_comm *comm, const hr_puzzle *puzzle, uint64_t memory_limit, hr_table_sink **created,
                                     hr_error *error);

/// Collective. Make memory for the distances that this rank keeps, all of them unknown. The arrays of `deal` are borrowed until
/// nothing but hr_table_sink_destroy is called. HR_STOPPED: the distances do not fit into the memory. HR_INTERNAL: MPI has failed.
hr_status hr_table_sink_deal(hr_table_sink *sink, const hr_sink_deal *deal, hr_error *error);

/// Local. Returns where this rank keeps the distances of its piece number `slot` in plane `plane`, HR_TABLE_UNREACHED_8 if they are
/// unknown; distances are below that. The sink has been dealt.
uint8_t *hr_table_sink_piece(const hr_table_sink *sink, uint64_t slot, uint64_t plane);

/// Local. The functions for the `sink` member of hr_enumerate_options.
hr_state_sink hr_table_sink_handlers(hr_table_sink *sink);

/// Collective. Write the table of a whole space to `path`; `result` is the engine's. HR_USAGE: the run did not reach the end of the
/// space. HR_FILE: as for hr_table_writer_create, or the disk is full or fails. HR_STOPPED: `look` (may be NULL) said so on some
/// rank, or the memory is too small. HR_INTERNAL: the sink's states are not those that the engine counted, or memory or MPI has
/// failed. After HR_STOPPED and HR_FILE the sink still has its states and can be saved.
hr_status hr_table_sink_write(hr_table_sink *sink, const char *path, bool force, const hr_enumeration *result,
                              const hr_stop_look *look, hr_error *error);

/// Collective. NULL-safe; sets *sink to NULL.
void hr_table_sink_destroy(hr_table_sink **sink);

#endif
