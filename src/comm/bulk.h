// SPDX-License-Identifier: MIT
#ifndef HR_BULK_H
#define HR_BULK_H

// Sends large arrays of 64-bit words from one rank's memory into another's, while both ranks compute.
//
// Sender and receiver post the same arrays in the same order, so a message need not say which array it is. A *wave* is the arrays
// that are posted between two waits. Up to HR_BULK_WAVES waves may be in flight. HR_INTERNAL from any function: memory or MPI has
// failed.

#include "comm/comm.h"

enum { HR_BULK_WAVES = 2 };

typedef struct hr_bulk hr_bulk;

/// Collective. On error *out is NULL.
hr_status hr_bulk_create(const hr_comm *comm, hr_bulk **out, hr_error *error);

/// Collective. NULL-safe; sets *bulk to NULL. Nothing may be in flight.
void hr_bulk_destroy(hr_bulk **bulk);

/// Local. Post one array of wave `wave` (0 … HR_BULK_WAVES − 1): receive `words[0..n)` from rank `from`, or send them to rank `to`.
/// The caller leaves the words alone until hr_bulk_wait returns.
hr_status hr_bulk_receive(hr_bulk *bulk, int wave, int from, uint64_t *words, size_t n, hr_error *error);
hr_status hr_bulk_send(hr_bulk *bulk, int wave, int to, const uint64_t *words, size_t n, hr_error *error);

/// Local. Let MPI go on with the arrays in flight. Call about once in a millisecond of computing.
hr_status hr_bulk_poll(hr_bulk *bulk, hr_error *error);

/// Local, but waits for other ranks: until all arrays of wave `wave` have been received or sent.
hr_status hr_bulk_wait(hr_bulk *bulk, int wave, hr_error *error);

/// Local. Returns the bytes that this rank has sent so far.
uint64_t hr_bulk_bytes_sent(const hr_bulk *bulk);

#endif
