// SPDX-License-Identifier: MIT
#ifndef HR_LEDGER_FORMAT_H
#define HR_LEDGER_FORMAT_H

// Inside the ledger: what its sections of a checkpoint hold. All are words of 64 bits, keyed by nothing.

#include "solve/ledger.h"

/// The records, one after the other; of each position under way its number and its progress; what is done of one iteration.
enum { HR_LEDGER_RECORDS = 1, HR_LEDGER_UNDER_WAY = 2, HR_LEDGER_PART = 3 };

/// A record: these words, then the path, eight moves to a word.
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

/// The number of a position under way, then HR_LEDGER_PROGRESS words.
enum { HR_LEDGER_UNDER_WAY_WORDS = 1 + HR_LEDGER_PROGRESS };

/// A part: these words, then the path of the solution, eight moves to a word.
enum {
    HR_PART_OF,
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

/// Words of a path.
static inline size_t hr_ledger_path_words(size_t length) { return (length + 7) / 8; }

/// Has a position with this progress begun, and is not done?
static inline bool hr_ledger_under_way(const uint64_t progress[HR_LEDGER_PROGRESS]) {
    return progress[HR_LEDGER_BOUND] != 0 && progress[HR_LEDGER_BOUND] != HR_LEDGER_DONE;
}

/// Local. Room for so many more words of records. HR_INTERNAL: out of memory.
hr_status hr_idastar_ledger_make_room(hr_idastar_ledger *ledger, size_t words, hr_error *error);

/// Collective. Take one generation of the ledger's checkpoints: its records to rank 0, the progress to all ranks. HR_FILE: it holds
/// what no run can have written. `context` is the ledger.
hr_status hr_idastar_ledger_take(void *context, size_t generation, hr_error *error);

#endif
