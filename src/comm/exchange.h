// SPDX-License-Identifier: MIT
#ifndef HR_EXCHANGE_H
#define HR_EXCHANGE_H

// Items of 64 bits on their way to their owners, in rounds of bounded size.
//
// Each rank fills one *outbox*, a slot per destination, while the previous one is in flight. hr_exchange_turn closes a round on all
// ranks together. Memory per rank: two outboxes and two inboxes of at most HR_EXCHANGE_BYTES each (more only where a slot of 512
// items for each rank needs more), whatever the items' number and however unevenly they are spread.

#include "comm/comm.h"

enum { HR_EXCHANGE_BYTES = 4 << 20 };

/// What a rank says of itself when it closes a round.
typedef enum hr_exchange_state {
    HR_EXCHANGE_MORE = 0,   ///< it may have more to send
    HR_EXCHANGE_DONE = 1,   ///< this was its last item
    HR_EXCHANGE_FAILED = 2, ///< it cannot go on; all ranks are to leave
} hr_exchange_state;

/// The slots that are being filled. Slot r holds `items[r·capacity … r·capacity + fill[r])`.
typedef struct hr_outbox {
    uint64_t *items; ///< [ranks · capacity]
    uint32_t *fill;  ///< [ranks]
    size_t capacity; ///< items per slot
} hr_outbox;

typedef struct hr_exchange hr_exchange;

/// Local. Bytes of all buffers on one of so many ranks.
uint64_t hr_exchange_memory(int ranks);

/// Collective. On error *exchange is NULL.
hr_status hr_exchange_create(const hr_comm *comm, hr_exchange **exchange, hr_error *error);

/// Collective. NULL-safe; sets *exchange to NULL.
void hr_exchange_destroy(hr_exchange **exchange);

/// Local. The outbox to fill now; valid until the next turn.
hr_outbox *hr_exchange_outbox(hr_exchange *exchange);

/// Local. Items that the fullest slot still takes.
size_t hr_exchange_room(const hr_exchange *exchange);

/// Local. Let messages in flight progress: call it a few times a millisecond between turns.
hr_status hr_exchange_poll(hr_exchange *exchange, hr_error *error);

/// Collective. Finish the round in flight, then send what the outbox holds. `*items` is what the finished round brought, `*n`
/// items, valid until the next turn. When all ranks came with HR_EXCHANGE_DONE, `*all` is that, and one more turn (with empty
/// outboxes) brings the last items; *all is HR_EXCHANGE_FAILED as soon as one rank said so, and nothing is in flight any more.
hr_status hr_exchange_turn(hr_exchange *exchange, hr_exchange_state mine, const uint64_t **items, size_t *n, hr_exchange_state *all,
                           hr_error *error);

/// Local. Bytes that this rank has sent to other ranks so far.
uint64_t hr_exchange_bytes_sent(const hr_exchange *exchange);

#endif
