// SPDX-License-Identifier: MIT
#ifndef HR_ROUNDS_H
#define HR_ROUNDS_H

// The iterations of the positions of a stream, and those that each rank has made, on their way to rank 0.

#include "solve/stream.h"

/// Iterations of this rank that rank 0 does not have yet.
typedef struct hr_rounds {
    uint64_t *words; ///< [capacity] the same number of words for each iteration
    size_t used;     ///< words in use
    size_t capacity;
    bool lost; ///< there was no memory for an iteration
} hr_rounds;

/// Local. Add an iteration of a position; `round->previous` does not matter. If memory runs out, the next hr_rounds_gather says so.
void hr_rounds_add(hr_rounds *rounds, size_t position, const hr_iteration *round);

/// Local. Add an iteration of a position to `stream->rounds`, where `stream->solutions` has the position. False: memory ran out.
bool hr_rounds_link(hr_idastar_stream *stream, size_t position, hr_iteration round);

/// Collective. Move the iterations of all ranks into `stream->rounds` on rank 0, where `stream->solutions` must be there already.
/// Between two calls all iterations of one position must have been added on one rank, in their order. HR_INTERNAL: out of memory,
/// or MPI failed.
hr_status hr_rounds_gather(const hr_comm *comm, hr_rounds *rounds, hr_idastar_stream *stream, hr_error *error);

/// Local. Free the memory.
void hr_rounds_clear(hr_rounds *rounds);

#endif
