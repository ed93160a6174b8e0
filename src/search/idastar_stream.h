// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_STREAM_H
#define HR_IDASTAR_STREAM_H

// Many positions of one domain. Whole positions are dealt to the ranks; one that turns out to be hard is put off, and then all
// ranks split it. A long stream keeps checkpoints, and goes on from the bounds that it had reached.

#include "enumeration.h"
#include "idastar.h"

/// How a long run is kept, and how it ends before its work is done. All zero: neither.
typedef struct hr_idastar_keeping {
    hr_checkpoint_options checkpoint; ///< `goal` is not looked at
    const char *identity;             ///< puzzle, positions, heuristic, options: the same for a run that goes on
    double began;                     ///< when the run did, on hr_comm_seconds' clock
    double max_seconds;               ///< stop, and have written, within this time since then; 0: no limit
    bool (*stop_wanted)(void);        ///< true on any rank stops all; NULL: never

    /// Called on rank 0 with a line for a person: a checkpoint was refused, or could not be written. May be NULL.
    void (*notice)(const char *text, void *context);
    void *notice_context; ///<
} hr_idastar_keeping;

/// A stored result, without its path, which is `path_at` bytes into the stream's paths.
typedef struct hr_idastar_solution {
    hr_idastar_outcome outcome; ///< HR_IDASTAR_STOPPED: the run stopped before the position was done
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
    hr_stop stop;         ///< HR_STOP_TIME or HR_STOP_SIGNAL if some positions are not done; the same on every rank
    size_t split;         ///< positions that all ranks solved together
    double split_seconds; ///< wall time of their split iterations
    double busy_seconds;  ///< time with work in these, all ranks together
} hr_idastar_stream;

/// Collective. Solve `roots[0..count)`, states of `domain->state_bytes` bytes that lie `stride` bytes apart and are the same on
/// every rank. Limits in `options` are those of one position. With `options->iteration` all ranks solve one position after the
/// other; it is called on every rank. *stream is filled on rank 0 and is to be cleared in any case. The
/// results do not depend on the number of ranks, nor on how often the run was stopped. A stop is no error. HR_USAGE, HR_FILE: about
/// checkpoints; a run that was stopped and could not write one is an error, one that is done is not.
hr_status hr_idastar_stream_solve(const hr_comm *comm, const hr_idastar_domain *domain, const void *roots, size_t stride,
                                  size_t count, const hr_idastar_options *options, hr_idastar_stream *stream, hr_error *error);

void hr_idastar_stream_clear(hr_idastar_stream *stream);

#endif
