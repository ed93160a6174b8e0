// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_LEDGER_H
#define HR_IDASTAR_LEDGER_H

// What is known of the positions of a stream: the records of those that are done, each on the rank that has made it, and how far
// the others have come. Kept in checkpoints.

#include "run/checkpoint/checkpoint.h"
#include "solve/stream.h"

/// How far a position has come: three numbers, of which the largest over all ranks are right.
enum {
    HR_LEDGER_BOUND, ///< as in hr_idastar_progress; HR_LEDGER_DONE: there is a record
    HR_LEDGER_NODES,
    HR_LEDGER_TIME, ///< nanoseconds
    HR_LEDGER_PROGRESS,
};

#define HR_LEDGER_DONE UINT64_MAX

/// What a ledger has to know of the positions, to believe a checkpoint.
typedef struct hr_ledger_positions {
    const hr_idastar_domain *domain;
    const unsigned char *roots; ///< [count] positions, `stride` bytes apart
    size_t stride;
    size_t count;
    hr_idastar_weight weight; ///< as in hr_idastar_options
    bool complete;            ///< the same
} hr_ledger_positions;

typedef struct hr_idastar_ledger {
    const hr_comm *comm;
    const hr_ledger_positions *positions;
    size_t count;                             ///< positions
    uint64_t (*progress)[HR_LEDGER_PROGRESS]; ///< [count]
    hr_idastar_part part;                     ///< of one position's next iteration,
    size_t part_of;                           ///< which is this one, the same on every rank
    uint64_t *words;                          ///< this rank's records, one after the other
    size_t used;                              ///< words
    size_t capacity;                          ///< words
    const hr_idastar_keeping *keeping;        ///< NULL: nothing is kept
    hr_checkpoint_store *store;               ///< NULL: no checkpoints
    bool changed;                             ///< this rank knows more than the last checkpoint
    double last_write;                        ///< when the last checkpoint was complete; the start before the first one
} hr_idastar_ledger;

/// Collective. A ledger for these positions, which it borrows; opens the checkpoints if there are any, and goes on from them if
/// that is wanted. HR_USAGE: there are some, and it is not wanted. HR_FILE: none of them is good, or they are of another run. To be
/// closed in any case.
hr_status hr_idastar_ledger_open(const hr_comm *comm, const hr_ledger_positions *positions, const hr_idastar_keeping *keeping,
                                 hr_idastar_ledger *ledger, hr_error *error);

void hr_idastar_ledger_close(hr_idastar_ledger *ledger);

/// Local. The position is done. HR_INTERNAL: out of memory.
hr_status hr_idastar_ledger_record(hr_idastar_ledger *ledger, size_t position, const hr_idastar_result *result, hr_error *error);

/// Local. The position has come so far.
void hr_idastar_ledger_note(hr_idastar_ledger *ledger, size_t position, const hr_idastar_progress *progress);

/// Local.
hr_idastar_progress hr_idastar_ledger_progress(const hr_idastar_ledger *ledger, size_t position);

/// Collective. Bring every rank's `progress` up to date.
hr_status hr_idastar_ledger_share(hr_idastar_ledger *ledger, hr_error *error);

/// Local. Is it time for a checkpoint, by this rank's clock?
bool hr_idastar_ledger_due(const hr_idastar_ledger *ledger);

/// Local. Positions that are known to be done on this rank.
size_t hr_idastar_ledger_done(const hr_idastar_ledger *ledger);

/// Local. Tell the log, on rank 0; `seconds` is filled in.
void hr_idastar_ledger_tell(const hr_idastar_ledger *ledger, hr_idastar_event event);

/// Local. Seconds that a checkpoint may take.
double hr_idastar_ledger_reserve(const hr_idastar_ledger *ledger);

/// Collective. Write a checkpoint, unless there is nothing new since the last one. If that fails, the log is told, and HR_FILE
/// returned.
hr_status hr_idastar_ledger_save(hr_idastar_ledger *ledger, hr_error *error);

/// Collective. All ranks' records into *stream on rank 0, in order. Of positions that are not done only the progress is known:
/// their outcome is HR_IDASTAR_STOPPED, and lower_bound is the next iteration's bound, 0 if there is none. HR_INTERNAL: out of
/// memory.
hr_status hr_idastar_ledger_collect(const hr_idastar_ledger *ledger, hr_idastar_stream *stream, hr_error *error);

#endif
