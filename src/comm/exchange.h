// SPDX-License-Identifier: MIT
#ifndef HR_EXCHANGE_H
#define HR_EXCHANGE_H

// Sends items as large as a state to their owners, in rounds of bounded size.
//
// Each rank fills one *outbox*, which has a slot for each destination, while the outbox before it is in flight. hr_exchange_turn
// closes a round on all ranks together. The memory of a rank does not depend on the number of items: two outboxes and two inboxes
// of at most HR_EXCHANGE_BYTES each. Each box is larger only where slots of 512 items for all ranks need more. HR_INTERNAL from any
// function: memory or MPI has failed.

#include "comm/comm.h"

enum { HR_EXCHANGE_BYTES = 4 << 20 };

/// What a rank announces when it closes a round.
typedef enum hr_exchange_state {
    HR_EXCHANGE_MORE = 0,   ///< the rank may have more to send
    HR_EXCHANGE_DONE = 1,   ///< the rank has no more to send
    HR_EXCHANGE_FAILED = 2, ///< the rank cannot go on; all ranks are to leave
    HR_EXCHANGE_ENOUGH = 3, ///< the rank has no more to send, and asks the others to begin nothing new
} hr_exchange_state;

/// An item that is sent: a state, or another number of the same size.
typedef hr_state hr_item;

/// The slots that are being filled. Slot r holds `items[r·capacity … r·capacity + fill[r])`.
typedef struct hr_outbox {
    hr_item *items;  ///< [ranks · capacity]
    uint32_t *fill;  ///< [ranks]
    size_t capacity; ///< items per slot
} hr_outbox;

typedef struct hr_exchange hr_exchange;

/// Local. Returns the bytes of all buffers on each of `ranks` ranks.
uint64_t hr_exchange_memory(int ranks);

/// Collective. On error *exchange is NULL.
hr_status hr_exchange_create(const hr_comm *comm, hr_exchange **exchange, hr_error *error);

/// Collective. NULL-safe; sets *exchange to NULL.
void hr_exchange_destroy(hr_exchange **exchange);

/// Local. Returns the outbox to fill now; valid until the next turn.
hr_outbox *hr_exchange_outbox(hr_exchange *exchange);

/// Local. Returns the number of items that still fit into the fullest slot of the outbox.
size_t hr_exchange_room(const hr_exchange *exchange);

/// Local. Let MPI go on with the round in flight. Call a few times in a millisecond between turns.
hr_status hr_exchange_poll(hr_exchange *exchange, hr_error *error);

/// Collective. Finish the round in flight, then send the outbox as the next round. `(*items)[0..*n)` are the items that the
/// finished round brought, valid until the next turn. `mine` is this rank's state. `*all` is HR_EXCHANGE_DONE if no rank has
/// more to send: hr_exchange_finish, or one more turn with empty outboxes, brings the last items. `*all` is HR_EXCHANGE_FAILED if
/// that is the state of any rank: then no round is in flight. Otherwise `*all` is HR_EXCHANGE_ENOUGH if that is the state of any
/// rank, else HR_EXCHANGE_MORE.
hr_status hr_exchange_turn(hr_exchange *exchange, hr_exchange_state mine, const hr_item **items, size_t *n, hr_exchange_state *all,
                           hr_error *error);

/// Collective. Finish the round in flight without a further one, once hr_exchange_turn has said that all ranks are done.
/// `(*items)[0..*n)` are the items that the finished round brought, valid until the next turn.
hr_status hr_exchange_finish(hr_exchange *exchange, const hr_item **items, size_t *n, hr_error *error);

/// Local. Returns the bytes that this rank has sent to other ranks so far.
uint64_t hr_exchange_bytes_sent(const hr_exchange *exchange);

#endif
