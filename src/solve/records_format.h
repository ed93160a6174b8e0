// SPDX-License-Identifier: MIT
#ifndef HR_RECORDS_FORMAT_H
#define HR_RECORDS_FORMAT_H

// Inside the records: the sections that they write to a checkpoint. Each section is an array of 64-bit words. `first` and `last` of
// its blocks' keys are 0. Two facts go with them: the number of positions, and HR_RECORDS_VERSION.

#include "solve/records.h"

/// The version of the sections' words. Checkpoints of version 1 have only the number of positions as a fact, and no expanded nodes.
enum { HR_RECORDS_VERSION = 2 };

/// The facts.
enum { HR_RECORDS_FACT_COUNT, HR_RECORDS_FACT_VERSION, HR_RECORDS_FACTS };

enum {
    HR_RECORDS_DONE = 1,      ///< all records, one after the other
    HR_RECORDS_UNDER_WAY = 2, ///< number and progress of each position that has begun and is not done
    HR_RECORDS_BEGUN = 3      ///< the finished beginning of one position's next iteration; missing if there is none
};

/// The words of a record, which is the result of one position. From HR_RECORD_PATH on: the path, one byte a move.
enum {
    HR_RECORD_POSITION,
    HR_RECORD_OUTCOME,
    HR_RECORD_LENGTH,
    HR_RECORD_BOUND,
    HR_RECORD_NODES,
    HR_RECORD_EXPANDED,
    HR_RECORD_SOLUTIONS,
    HR_RECORD_TIME,
    HR_RECORD_PATH,
    HR_RECORD_MAX = HR_RECORD_PATH + HR_IDASTAR_PATH_MAX / 8,
};

/// Words for a position under way: its number, then HR_PROGRESS_WORDS words.
enum { HR_RECORDS_UNDER_WAY_WORDS = 1 + HR_PROGRESS_WORDS };

/// The words of a hr_idastar_begun. From HR_BEGUN_PATH on: the path of its solution, one byte a move.
enum {
    HR_BEGUN_OF, ///< number of the position
    HR_BEGUN_DEPTH,
    HR_BEGUN_DONE,
    HR_BEGUN_NODES,
    HR_BEGUN_EXPANDED,
    HR_BEGUN_SOLUTIONS,
    HR_BEGUN_BOUND,
    HR_BEGUN_TIME,
    HR_BEGUN_LENGTH,
    HR_BEGUN_PATH,
    HR_BEGUN_MAX = HR_BEGUN_PATH + HR_IDASTAR_PATH_MAX / 8,
};

/// Local. Returns the number of words that a path takes.
static inline size_t hr_record_path_words(size_t length) { return (length + 7) / 8; }

/// Local. Returns true if a position with this progress has begun and is not done.
static inline bool hr_record_under_way(const uint64_t progress[HR_PROGRESS_WORDS]) {
    return progress[HR_PROGRESS_BOUND] != 0 && progress[HR_PROGRESS_BOUND] != HR_PROGRESS_DONE;
}

/// Local. Make room for `words` more words of records. HR_INTERNAL: out of memory; the records are unchanged.
hr_status hr_idastar_records_make_room(hr_idastar_records *records, size_t words, hr_error *error);

/// Collective. Fill the records `run` from a checkpoint (`take` of hr_keeper_run): rank 0 gets the records, all ranks get the
/// progress. HR_FILE: the checkpoint cannot be read, or holds values that no run can have written. HR_INTERNAL: out of memory, or
/// MPI failed.
hr_status hr_idastar_records_take(void *run, hr_checkpoint_reader *reader, hr_error *error);

/// Local. Make the records `run` empty again.
void hr_idastar_records_forget(void *run);

#endif
