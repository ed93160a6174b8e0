// SPDX-License-Identifier: MIT
#ifndef HR_BULK_H
#define HR_BULK_H

// Large pieces of 64-bit words between ranks, straight from one's memory into the other's, while both compute.
//
// Sender and receiver name the same pieces in the same order, so nothing but the words travels. A *wave* is what is posted between
// two waits; up to HR_BULK_WAVES may be in flight.

#include "comm/comm.h"

enum { HR_BULK_WAVES = 2 };

typedef struct hr_bulk hr_bulk;

/// Collective. On error *out is NULL.
hr_status hr_bulk_create(const hr_comm *comm, hr_bulk **out, hr_error *error);

/// Collective. NULL-safe; sets *bulk to NULL. Nothing may be in flight.
void hr_bulk_destroy(hr_bulk **bulk);

/// Local. Post a piece of wave `wave` (0 … HR_BULK_WAVES − 1). The memory belongs to the transfer until the wave is waited for.
hr_status hr_bulk_receive(hr_bulk *bulk, int wave, int from, uint64_t *words, size_t n, hr_error *error);
hr_status hr_bulk_send(hr_bulk *bulk, int wave, int to, const uint64_t *words, size_t n, hr_error *error);

/// Local. Let what is in flight progress: call it about every millisecond of computing.
hr_status hr_bulk_poll(hr_bulk *bulk, hr_error *error);

/// Local, but waits for the partners. All pieces of the wave have arrived and have been sent.
hr_status hr_bulk_wait(hr_bulk *bulk, int wave, hr_error *error);

/// Local. Bytes that this rank has sent so far.
uint64_t hr_bulk_bytes_sent(const hr_bulk *bulk);

#endif
