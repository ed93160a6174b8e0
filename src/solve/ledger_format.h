// SPDX-License-Identifier: MIT
#ifndef HR_LEDGER_FORMAT_H
#define HR_LEDGER_FORMAT_H

// Inside the ledger: the sections that it writes to a checkpoint. Each section is an array of 64-bit words, and all its blocks have
// the keys 0.

#include "solve/ledger.h"

enum {
    HR_LEDGER_RECORDS = 1,   ///< all records, one after the other
    HR_LEDGER_UNDER_WAY = 2, ///< number and progress of each position that has begun and is not done
    HR_LEDGER_PART = 3       ///< the finished beginning of one position's next iteration; missing if there is none
};

/// The words of a record, which is the result of one position. From HR_RECORD_PATH on: the path, one byte a move.
enum {
    HR_RECORD_POSITION,
    HR_RECORD_OUTCOME,
    HR_RECORD_LENGTH,
    HR_RECORD_BOUND,
    HR_RECORD_NODES,
    HR_RECORD_SOLUTIONS,
    HR_RECORD_TIME,
    HR_RECORD_PATH,
    HR_RECORD_MAX = HR_RECORD_PATH + HR_IDASTAR_PATH_MAX / 8,
};

/// Words for a position under way: its number, then HR_LEDGER_PROGRESS words.
enum { HR_LEDGER_UNDER_WAY_WORDS = 1 + HR_LEDGER_PROGRESS };

/// The words of a hr_idastar_part. From HR_PART_PATH on: the path of its solution, one byte a move.
enum {
    HR_PART_OF, ///< number of the position
    HR_PART_DEPTH,
    HR_PART_DONE,
    HR_PART_NODES,
    HR_PART_SOLUTIONS,
    HR_PART_BOUND,
    HR_PART_TIME,
    HR_PART_LENGTH,
    HR_PART_PATH,
    HR_PART_MAX = HR_PART_PATH + HR_IDASTAR_PATH_MAX / 8,
};

/// Local. Returns the number of words that a path takes.
static inline size_t hr_ledger_path_words(size_t length) { return (length + 7) / 8; }

/// Local. Returns true if a position with this progress has begun and is not done.
static inline bool hr_ledger_under_way(const uint64_t progress[HR_LEDGER_PROGRESS]) {
    return progress[HR_LEDGER_BOUND] != 0 && progress[HR_LEDGER_BOUND] != HR_LEDGER_DONE;
}

/// Local. Make room for `words` more words of records. HR_INTERNAL: out of memory; the ledger is unchanged.
hr_status hr_idastar_ledger_make_room(hr_idastar_ledger *ledger, size_t words, hr_error *error);

/// Collective. Fill the ledger `context` from one generation of its checkpoints: rank 0 gets the records, all ranks get the
/// progress. HR_FILE: the checkpoint cannot be read, or holds values that no run can have written. HR_INTERNAL: out of memory, or
/// MPI failed. On an error the ledger's contents are unspecified; another generation can be taken.
hr_status hr_idastar_ledger_take(void *context, size_t generation, hr_error *error);

#endif
