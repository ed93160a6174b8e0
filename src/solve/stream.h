// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_STREAM_H
#define HR_IDASTAR_STREAM_H

// Many positions of one domain. Whole positions are dealt to the ranks; one that turns out to be hard is put off, and then all
// ranks split it. A long stream keeps checkpoints, and goes on from the bounds that it had reached.

#include "run/enumeration.h"
#include "solve/idastar/idastar.h"

typedef enum hr_idastar_event_kind {
    HR_IDASTAR_RESUMED,    ///< the run goes on from a checkpoint
    HR_IDASTAR_REFUSED,    ///< a checkpoint is of no use, for the reason in `text`
    HR_IDASTAR_FAILED,     ///< no checkpoint could be written, for the reason in `text`; the run goes on
    HR_IDASTAR_CHECKPOINT, ///< one was written
    HR_IDASTAR_ITERATED,   ///< all ranks together have finished an iteration
    HR_IDASTAR_POSITION,   ///< all ranks together have finished a position
    HR_IDASTAR_MET,        ///< the ranks, each with positions of its own, have heard of each other
} hr_idastar_event_kind;

/// What a run's log may tell. What does not go with the kind is zero.
typedef struct hr_idastar_event {
    hr_idastar_event_kind kind;
    double seconds;                        ///< since the run began
    double duration;                       ///< of the iteration, of the position's search, of reading or writing a checkpoint
    size_t done;                           ///< positions that have a result
    hr_count nodes;                        ///< ITERATED, POSITION, MET: generated for those that this run has finished
    size_t position;                       ///< ITERATED, POSITION: of the stream, from 0
    const hr_idastar_iteration *iteration; ///< ITERATED
    const hr_idastar_result *result;       ///< POSITION
    uint64_t bytes;                        ///< CHECKPOINT: its size
    const char *text;                      ///< REFUSED, FAILED
} hr_idastar_event;

/// How a long run is kept, and how it ends before its work is done. All zero: neither.
typedef struct hr_idastar_keeping {
    hr_checkpoint_options checkpoint; ///< `goal` is not looked at
    const char *identity;             ///< puzzle, positions, heuristic, options: the same for a run that goes on
    double began;                     ///< when the run did, on hr_comm_seconds' clock
    double max_seconds;               ///< stop, and have written, within this time since then; 0: no limit
    bool (*stop_wanted)(void);        ///< true on any rank stops all; NULL: never

    /// Called on rank 0 when something has happened. NULL on all ranks or on none.
    void (*event)(const hr_idastar_event *event, void *context);
    void *event_context; ///<
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
/// checkpoints; a run that was stopped and could not write one is an error, but *stream has what it has found; one that is done is
/// none.
hr_status hr_idastar_stream_solve(const hr_comm *comm, const hr_idastar_domain *domain, const void *roots, size_t stride,
                                  size_t count, const hr_idastar_options *options, hr_idastar_stream *stream, hr_error *error);

void hr_idastar_stream_clear(hr_idastar_stream *stream);

#endif
