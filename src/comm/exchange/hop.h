// SPDX-License-Identifier: MIT
#ifndef HR_HOP_H
#define HR_HOP_H

// One of the two hops of a relayed exchange (relay.h): sends the items of a log to *partners*, each of which takes the items of an
// interval of owners. A message is a sequence of *runs*: the items for one owner, after a head with the owner and their number.
//
// Every receiver says how much it takes before anything is sent. So it needs no more memory than that, whoever sends to it; what
// it does not take stays in the sender's log for a later round. HR_INTERNAL from any function: memory or MPI has failed.

#include "comm/exchange/item.h"

typedef struct hr_hop hr_hop;

/// What a hop is like.
typedef struct hr_hop_plan {
    int ranks;       ///< ranks of the hop's group, this one among them
    int partners;    ///< the first ranks of the group get items, 1 … `ranks`
    uint32_t first;  ///< the least owner of an item
    uint32_t owners; ///< owners `first` … `first + owners − 1`
    uint32_t per; ///< partner p takes the items of `per` owners from first + p · per on; the last one those of all further owners
    size_t capacity; ///< items of the log, and items with heads that a round brings at most; more than a record has
    size_t most;     ///< items of the log that hr_hop_log's callers fill at most, at most `capacity`
    hr_records records;
} hr_hop_plan;

/// Some items for one owner.
typedef struct hr_hop_run {
    const hr_item *items; ///< [n]
    uint32_t owner;
    size_t n;
} hr_hop_run;

/// Local. Returns the bytes of memory that do not depend on the capacity, and adds to *each the bytes for each item of the
/// capacity.
uint64_t hr_hop_bytes(int ranks, uint32_t owners, uint64_t *each);

/// Local. Returns a hop without a group of ranks (hr_hop_join). NULL: out of memory.
hr_hop *hr_hop_create(const hr_hop_plan *plan);

/// Collective over `comm`. Make the groups of the hop: the ranks with the same `group` are together, in their order.
hr_status hr_hop_join(hr_hop *hop, const hr_comm *comm, int group, hr_error *error);

/// Collective over the group. Waits for the round in flight, if there is one, so a rank that has left the others (hr_comm_leave)
/// must not call it. NULL-safe; sets *hop to NULL.
void hr_hop_destroy(hr_hop **hop);

/// Local. Returns the log of the items that wait to be sent.
hr_item_log *hr_hop_log(hr_hop *hop);

/// Collective over the group. Begin a round: send what is in the log, as far as the receivers take it. This rank takes at most
/// `budget` items with heads. No round is in flight.
hr_status hr_hop_launch(hr_hop *hop, size_t budget, hr_error *error);

/// Local. Has the last round sent or brought something, or does something wait to be sent?
bool hr_hop_is_busy(const hr_hop *hop);

/// Local. Let MPI go on with the round in flight.
hr_status hr_hop_poll(hr_hop *hop, hr_error *error);

/// Collective over the group in effect. Finish the round in flight, if there is one.
hr_status hr_hop_finish(hr_hop *hop, hr_error *error);

/// Local. Get the next run that the finished round has brought; *at begins as 0. False: there are no more.
bool hr_hop_next(const hr_hop *hop, size_t *at, hr_hop_run *run);

/// Local. Forget what the finished round has brought.
void hr_hop_forget(hr_hop *hop);

/// Local. Forget what waits to be sent, too.
void hr_hop_clear(hr_hop *hop);

/// Local. Returns the bytes that this rank has sent to other ranks so far.
uint64_t hr_hop_bytes_sent(const hr_hop *hop);

#endif
