// SPDX-License-Identifier: MIT
#ifndef HR_MAILBOX_H
#define HR_MAILBOX_H

// Small messages between any two ranks at any time, and *waves*. A wave is a sum over all ranks that is ready once every rank has
// joined. Work stealing and termination detection are made of these. HR_INTERNAL from any function: memory or MPI has failed.

#include "comm/comm.h"

typedef struct hr_mailbox hr_mailbox;

/// A wave has at most this many values.
#define HR_MAILBOX_WAVE_MAX 4

/// Collective. Create a mailbox for messages of at most `message_max` bytes. On error *mailbox is NULL.
hr_status hr_mailbox_create(const hr_comm *comm, size_t message_max, hr_mailbox **mailbox, hr_error *error);

/// Collective. Wait until every message has arrived, drop the messages that nobody has polled, and free the mailbox. NULL-safe;
/// sets *mailbox to NULL.
hr_status hr_mailbox_destroy(hr_mailbox **mailbox, hr_error *error);

/// Local. Send a copy of `bytes[0..size)` to the rank `to`, without waiting. `size` is at most message_max.
hr_status hr_mailbox_send(hr_mailbox *mailbox, int to, const void *bytes, size_t size, hr_error *error);

/// Local. Receive the next message if one has come; *received says whether one has. The message is `bytes[0..*size)`, sent by rank
/// *from; `bytes` has room for message_max bytes. If no message has come, `bytes`, *size and *from are unchanged.
hr_status hr_mailbox_poll(hr_mailbox *mailbox, bool *received, int *from, void *bytes, size_t *size, hr_error *error);

/// Local, but all ranks must join the same waves in the same order. Join the next wave with `values[0..n)`, n ≤
/// HR_MAILBOX_WAVE_MAX. A rank can take part in one wave at a time.
hr_status hr_mailbox_wave_start(hr_mailbox *mailbox, const uint64_t *values, size_t n, hr_error *error);

/// Local. *done says whether every rank has joined the wave. If so, `sums[0..n)` are the sums over all ranks, the same on every
/// rank.
hr_status hr_mailbox_wave_test(hr_mailbox *mailbox, bool *done, uint64_t *sums, hr_error *error);

/// Local. Sleep for `microseconds`, so that other ranks on the same core can run.
void hr_mailbox_pause(unsigned microseconds);

#endif
