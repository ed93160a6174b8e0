// SPDX-License-Identifier: MIT
#ifndef HR_MAILBOX_H
#define HR_MAILBOX_H

// Small messages between any two ranks at any time, and *waves*: sums over all ranks that finish once every rank has joined. Work
// stealing and termination detection are made of these.

#include "comm/comm.h"

typedef struct hr_mailbox hr_mailbox;

/// Most values of a wave.
#define HR_MAILBOX_WAVE_MAX 4

/// Collective. A mailbox for messages of at most `message_max` bytes.
hr_status hr_mailbox_create(const hr_comm *comm, size_t message_max, hr_mailbox **mailbox, hr_error *error);

/// Collective. Wait until everything that was sent has arrived, drop it, and free the mailbox. NULL-safe; sets *mailbox to NULL.
hr_status hr_mailbox_destroy(hr_mailbox **mailbox, hr_error *error);

/// Local. Send `bytes[0..size)` to the rank `to`. Never waits; the bytes are copied.
hr_status hr_mailbox_send(hr_mailbox *mailbox, int to, const void *bytes, size_t size, hr_error *error);

/// Local. The next message, if one has come: *received tells, and then *from, `bytes` (room for message_max) and *size are set.
hr_status hr_mailbox_poll(hr_mailbox *mailbox, bool *received, int *from, void *bytes, size_t *size, hr_error *error);

/// Local, though all ranks must start the same waves in the same order. Join the next wave with `values[0..n)`. At most one wave is
/// under way on a rank.
hr_status hr_mailbox_wave_start(hr_mailbox *mailbox, const uint64_t *values, size_t n, hr_error *error);

/// Local. Has every rank joined the wave? Then *done, and `sums[0..n)` are the sums over all ranks, the same everywhere.
hr_status hr_mailbox_wave_test(hr_mailbox *mailbox, bool *done, uint64_t *sums, hr_error *error);

/// Local. Sleep for so many microseconds, so that ranks that share a core get it.
void hr_mailbox_pause(unsigned microseconds);

#endif
