// SPDX-License-Identifier: MIT
#ifndef HR_TRANSFERS_H
#define HR_TRANSFERS_H

// Moves words between memory and the files of a spool, in threads of its own, while the caller computes. A transfer belongs to a
// group, and the caller waits for all transfers of a group. Transfers begin in the order in which they were submitted. After the
// first one that fails, the others are not done.

#include "enumerate/scratch/spool.h"

typedef struct hr_transfers hr_transfers;

/// A group of transfers. `open` is the number of its transfers that are not complete. It begins as 0, and only the functions below
/// touch it.
typedef struct hr_transfer_group {
    uint64_t open;
} hr_transfer_group;

typedef enum hr_transfer_kind {
    HR_TRANSFER_READ,  ///< from a file into memory; any place and any number of words
    HR_TRANSFER_WRITE, ///< from memory into a file; whole pages
    HR_TRANSFER_COPY,  ///< from memory to memory
    HR_TRANSFER_FILL,  ///< every word becomes `word`
} hr_transfer_kind;

typedef struct hr_transfer {
    hr_transfer_kind kind;
    hr_spool_place place;   ///< READ, WRITE: where in the files
    uint64_t *memory;       ///< [words] the words in memory
    const uint64_t *source; ///< COPY: [words] the words to copy
    uint64_t word;          ///< FILL: the word
    uint64_t *checksum;     ///< WRITE: gets hr_transfer_checksum of the words; may be NULL
    uint64_t words;
} hr_transfer;

/// Local. The XXH3 of `words[0..n)`; 0 if all of them are 0, so that the checksum of words that were never written is known.
uint64_t hr_transfer_checksum(const uint64_t *words, uint64_t n);

/// Bytes that have been moved.
typedef struct hr_transferred {
    uint64_t read;
    uint64_t written;
} hr_transferred;

/// Local. Start the threads. NULL: out of memory.
hr_transfers *hr_transfers_create(void);
/// Local. Waits for the submitted transfers. NULL-safe; sets *transfers to NULL.
void hr_transfers_destroy(hr_transfers **transfers);

/// Local. Use the files of `spool` from now on. No transfer may be open.
void hr_transfers_use(hr_transfers *transfers, const hr_spool *spool);

/// Local. Submit a transfer, which is copied. Waits while the queue of transfers is full.
void hr_transfers_submit(hr_transfers *transfers, hr_transfer_group *group, const hr_transfer *transfer);

/// Local. Wait until no transfer of the group is open. HR_FILE: some transfer, of any group, has failed. HR_INTERNAL: a transfer
/// has failed for lack of memory.
hr_status hr_transfers_wait(hr_transfers *transfers, hr_transfer_group *group, hr_error *error);

/// Local. The bytes that complete transfers have read and written so far.
hr_transferred hr_transfers_moved(hr_transfers *transfers);

#endif
