// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_RECORDS_H
#define HR_IDASTAR_RECORDS_H

// What is known of the positions of a stream. A position that is done has a record, on one rank. Of each other position the records
// tell how far its search has come. Checkpoints keep the records.

#include "run/keeper.h"
#include "solve/stream.h"

/// How far a position's search has come: four numbers. They only grow, so the largest over all ranks is the current one.
enum {
    HR_PROGRESS_BOUND,    ///< `bound` of hr_idastar_progress, or HR_PROGRESS_DONE
    HR_PROGRESS_NODES,    ///< `nodes` of hr_idastar_progress
    HR_PROGRESS_EXPANDED, ///< `expanded` of hr_idastar_progress
    HR_PROGRESS_TIME,     ///< `seconds` of hr_idastar_progress, in nanoseconds
    HR_PROGRESS_WORDS,    ///< how many numbers there are
};

#define HR_PROGRESS_DONE UINT64_MAX ///< the position is done: some rank has its record

typedef struct hr_idastar_records {
    const hr_comm *comm;
    const hr_idastar_positions *positions;
    const hr_idastar_options *options;       ///< a checkpoint's records are checked against `weight` and `complete`
    size_t count;                            ///< number of positions
    uint64_t (*progress)[HR_PROGRESS_WORDS]; ///< [count] how far each position has come
    hr_idastar_begun begun;                  ///< the subtrees of an unfinished iteration that have been searched
    size_t begun_of;                         ///< the position of that iteration, on every rank; meaningless while `begun.done` is 0
    uint64_t *words;                         ///< [capacity] this rank's records, one after the other
    size_t used;                             ///< words in use
    size_t capacity;
    size_t gathered;  ///< words of `words` that rank 0 has got already
    hr_keeper keeper; ///< its progress is `changes`
    uint64_t changed; ///< how many times this rank's records have changed since the stream was opened
    uint64_t changes; ///< sum of `changed` over all ranks, when a checkpoint was last due
} hr_idastar_records;

/// Collective over `comm`. Make the records of a stream; `comm`, `positions` and `options` are borrowed. If the options name a
/// directory and ask to resume, the records are filled from the newest good checkpoint there. HR_USAGE: the directory has
/// checkpoints, but resuming is not asked for. HR_FILE: another run uses the directory, it cannot be written to, or its checkpoints
/// are damaged or of another run. HR_INTERNAL: out of memory, or MPI failed. The caller closes the records in any case.
hr_status hr_idastar_records_open(const hr_comm *comm, const hr_idastar_positions *positions, const hr_idastar_options *options,
                                  hr_idastar_records *records, hr_error *error);

/// Local. Free what the records hold; checkpoints stay on disk.
void hr_idastar_records_close(hr_idastar_records *records);

/// Local. Add the record of a position that is done. HR_INTERNAL: out of memory; the records are unchanged.
hr_status hr_idastar_records_add(hr_idastar_records *records, size_t position, const hr_idastar_result *result, hr_error *error);

/// Local. Note how far the search of a position has come.
void hr_idastar_records_note(hr_idastar_records *records, size_t position, const hr_idastar_progress *progress);

/// Local. Returns how far the search of a position has come, as this rank knows it.
hr_idastar_progress hr_idastar_records_progress(const hr_idastar_records *records, size_t position);

/// Collective. Give every rank the largest of all ranks' numbers in `progress`. HR_INTERNAL: MPI failed.
hr_status hr_idastar_records_share(hr_idastar_records *records, hr_error *error);

/// Local. Returns the number of positions that this rank knows to be done.
size_t hr_idastar_records_done(const hr_idastar_records *records);

/// Local. On rank 0, pass the event to the log, if there is one, with its `seconds` filled in and `step` as its `more`. Elsewhere
/// do nothing.
void hr_idastar_records_tell(const hr_idastar_records *records, hr_event event, const hr_idastar_step *step);

/// Local. Returns the seconds that writing a checkpoint may take; 0 without checkpoints.
double hr_idastar_records_reserve(const hr_idastar_records *records);

/// Collective. Write a checkpoint, unless no rank knows more than the last one. If the disk fails and the run `goes_on`, the log is
/// told and the status is HR_OK. HR_FILE: the disk has failed. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_idastar_records_save(hr_idastar_records *records, bool goes_on, hr_error *error);

/// Collective. Bring the records that rank 0 has not seen into `solutions` and `paths` of *stream there. Positions that are not
/// done have the outcome HR_IDASTAR_STOPPED. HR_INTERNAL: out of memory, or MPI failed.
hr_status hr_idastar_records_gather(hr_idastar_records *records, hr_idastar_stream *stream, hr_error *error);

/// Collective. As hr_idastar_records_gather, and fill in the progress of the positions that are not done. Their `lower_bound` is
/// the bound of their next iteration in q-ths of a move, or 0 if they have not begun.
hr_status hr_idastar_records_collect(hr_idastar_records *records, hr_idastar_stream *stream, hr_error *error);

#endif
