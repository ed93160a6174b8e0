// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_STREAM_H
#define HR_IDASTAR_STREAM_H

// Solves many positions of one domain. First the ranks solve whole positions, each rank its own. A position that turns out to be
// hard is put off until all ranks solve it together. A long stream can write checkpoints; a resumed one goes on with each position
// where the newest checkpoint says that its search was.

#include "run/enumeration.h"
#include "solve/idastar/idastar.h"
#include "solve/path.h"

/// The part of an hr_event that only solving positions has: `more` of the event points to it. Capitals are the kinds of events
/// (HR_EVENT_…) that set a member.
typedef struct hr_idastar_step {
    size_t done;                           ///< positions that have a result
    hr_count nodes;                        ///< ITERATION, POSITION, POSITIONS: nodes of the positions that this run has finished
    size_t position;                       ///< ITERATION, POSITION: number of the position in the stream, from 0
    const hr_idastar_iteration *iteration; ///< ITERATION
    const hr_idastar_result *result;       ///< POSITION
} hr_idastar_step;

struct hr_idastar_stream;

/// How a long run keeps checkpoints and a log, and what ends it early. All zero: no checkpoints, no log, no early end.
typedef struct hr_idastar_long_run {
    hr_checkpoint_options checkpoint; ///< `goal` is not used
    const char *identity;             ///< text for puzzle, positions, heuristic and options; a resumed run must have the same
    double began;                     ///< when the run began, on the clock of hr_comm_seconds
    double max_seconds;               ///< the run stops and has written its checkpoint this long after `began`; 0: no limit
    bool (*stop_wanted)(void);        ///< true on any rank stops all ranks; NULL: never

    hr_event_handler event; ///< NULL on all ranks or on none
    void *event_context;

    bool rounds; ///< record the iterations of each position that this run makes, in `rounds` of the stream

    /// Called on rank 0 as soon as the positions from number `first` to `end` − 1 have results in *stream, and all before them.
    /// NULL on all ranks or on none.
    void (*done)(const struct hr_idastar_stream *stream, size_t first, size_t end, void *context);
    void (*tick)(void *context); ///< called now and then on rank 0 while it searches; NULL: never
    void *done_context;          ///< for `done` and `tick`
} hr_idastar_long_run;

/// The result of one position.
typedef struct hr_idastar_solution {
    hr_idastar_outcome outcome; ///< HR_IDASTAR_STOPPED: the run stopped before the position was done
    uint32_t length;
    uint32_t lower_bound;
    hr_count nodes;
    hr_count expanded;
    hr_count solutions;
    bool lacked_memory; ///< HR_IDASTAR_LIMIT: the search has met its limit of memory, which only A* has
    double seconds;     ///< time spent on the position, by the clock of the rank that keeps its record
    size_t path_at;     ///< index in the stream's `paths` at which the path of `length` moves begins
    size_t rounds;      ///< 1 + index of the position's last iteration in the stream's `rounds`; 0: none is known
} hr_idastar_solution;

/// The positions of a stream, the same on every rank.
typedef struct hr_idastar_positions {
    const hr_idastar_domain *domain;
    const void *roots; ///< [count] states of `domain->state_bytes` bytes, `stride` bytes apart
    size_t stride;
    size_t count;
    uint32_t lower_bound; ///< each position needs so many moves at least, so searches without a weight begin there; 0: not known
} hr_idastar_positions;

/// Local. Returns the state of a position.
static inline const void *hr_idastar_root(const hr_idastar_positions *positions, size_t position) {
    return (const unsigned char *)positions->roots + position * positions->stride;
}

typedef struct hr_idastar_stream {
    hr_idastar_solution *solutions; ///< [count], in the order of the positions
    size_t count;
    uint8_t *paths; ///< the moves of all solutions, one path after the other
    size_t path_bytes;
    size_t path_capacity;
    hr_iteration *rounds; ///< [round_count] iterations, each with a link to the one before it
    size_t round_count;
    size_t round_capacity;
    hr_stop stop; ///< why positions are left undone: HR_STOP_TIME or HR_STOP_SIGNAL, else HR_STOP_NONE; the same on every rank
    size_t split; ///< number of positions that all ranks solved together
    double split_seconds; ///< wall time of the split iterations
    double busy_seconds;  ///< time with work in split iterations, added up over all ranks
} hr_idastar_stream;

/// Collective over `comm`. Solve positions. The limits in `options` hold for each position by itself. If `options->iteration` is
/// set, all ranks solve one position after the other, and it is called on every rank. The solutions are filled in on rank 0; the
/// caller clears *stream in any case. But for times, the results of searches that no limit ends depend neither on the number of
/// ranks nor on how often the run was stopped. A stop is no error. HR_USAGE: the directory has checkpoints, but resuming is not
/// asked for. HR_FILE: another run uses the directory, it cannot be written to, no checkpoint can be resumed, or the run was
/// stopped and could not write one; in the last case *stream has the results so far. A failure to write checkpoints of a run that
/// solves all positions is no error. HR_INTERNAL: MPI failed, memory ran out, or a solution failed its proof or has
/// HR_IDASTAR_PATH_MAX moves or more.
hr_status hr_idastar_stream_solve(const hr_comm *comm, const hr_idastar_positions *positions, const hr_idastar_options *options,
                                  hr_idastar_stream *stream, hr_error *error);

/// Local, on rank 0. Of the iterations of a position that the stream knows, the one before `after`; the last one if that is NULL.
/// NULL: there is none.
const hr_iteration *hr_idastar_stream_round(const hr_idastar_stream *stream, size_t position, const hr_iteration *after);

/// Local. Free what *stream holds.
void hr_idastar_stream_clear(hr_idastar_stream *stream);

#endif
