// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_STREAM_H
#define HR_IDASTAR_STREAM_H

// Many positions of one domain. Whole positions are dealt to the ranks; one that turns out to be hard is put off, and then all
// ranks split it.

#include "idastar.h"

/// A stored result, without its path, which is `path_at` bytes into the stream's paths.
typedef struct hr_idastar_solution {
    hr_idastar_outcome outcome;
    uint32_t length;
    uint32_t lower_bound;
    hr_count nodes;
    hr_count solutions;
    double seconds; ///< on the rank that solved it
    size_t path_at;
} hr_idastar_solution;

typedef struct hr_idastar_stream {
    hr_idastar_solution *solutions; ///< [count], in the order of the positions
    size_t count;
    uint8_t *paths;
    size_t split;         ///< positions that all ranks solved together
    double split_seconds; ///< wall time of their split iterations
    double busy_seconds;  ///< time spent searching in these, all ranks together
} hr_idastar_stream;

/// Collective. Solve `roots[0..count)`, states of `domain->state_bytes` bytes that lie `stride` bytes apart and are the same on
/// every rank. Limits in `options` are those of one position. *stream is filled on rank 0 (empty elsewhere) and is to be cleared in
/// any case. The results do not depend on the number of ranks.
hr_status hr_idastar_stream_solve(const hr_comm *comm, const hr_idastar_domain *domain, const void *roots, size_t stride,
                                  size_t count, const hr_idastar_options *options, hr_idastar_stream *stream, hr_error *error);

void hr_idastar_stream_clear(hr_idastar_stream *stream);

#endif
