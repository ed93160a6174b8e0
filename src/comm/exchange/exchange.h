// SPDX-License-Identifier: MIT
#ifndef HR_EXCHANGE_H
#define HR_EXCHANGE_H

// Sends items, words of 64 bits, to their owners, in rounds of bounded size.
//
// Each rank puts items in while the round before is in flight. hr_exchange_turn closes a round on all ranks together. The memory of
// a rank depends neither on the number of items nor, but for a few bytes a rank, on the number of ranks: four boxes of
// HR_EXCHANGE_BYTES each.
//
//     direct     up to HR_EXCHANGE_DIRECT_MAX ranks: an *outbox* has a slot for each destination; a full slot ends a round
//     relayed    more ranks: a *log* takes items for any destinations, and they arrive by way of other ranks (relay.h); a full
//                log ends a round, and may be full still after it
//
// HR_INTERNAL from any function: memory or MPI has failed.

#include "comm/exchange/item.h"

enum {
    HR_EXCHANGE_BYTES = 4 << 20,
    HR_EXCHANGE_DIRECT_MAX = 1024, ///< ranks
    HR_EXCHANGE_RECORD_MAX = 32,   ///< items
};

/// The slots of a direct exchange that are being filled. Slot r holds `items[r·capacity … r·capacity + fill[r])`.
typedef struct hr_outbox {
    hr_item *items;  ///< [ranks · capacity]
    uint32_t *fill;  ///< [ranks]
    size_t capacity; ///< items per slot
} hr_outbox;

typedef struct hr_exchange hr_exchange;

/// Local. Returns the bytes of all buffers on each of `ranks` ranks.
uint64_t hr_exchange_memory(int ranks);

/// Local, for tests, the same on all ranks. All exchanges of the job that are created from now on are relayed, with logs of
/// `capacity` items and with the ranks in `columns` columns. 0 columns: as usual again.
void hr_exchange_force_relays(const hr_comm *comm, int columns, size_t capacity);

/// Collective. `records` tells the length of the records that are put in, at most HR_EXCHANGE_RECORD_MAX items. On error *exchange
/// is NULL.
hr_status hr_exchange_create(const hr_comm *comm, hr_records records, hr_exchange **exchange, hr_error *error);

/// Collective. NULL-safe; sets *exchange to NULL.
void hr_exchange_destroy(hr_exchange **exchange);

/// Local. Returns the outbox of a direct exchange to fill now, valid until the next turn. NULL: the exchange is relayed.
hr_outbox *hr_exchange_outbox(hr_exchange *exchange);

/// Local. Returns the log of a relayed exchange to fill. NULL: the exchange is direct.
hr_item_log *hr_exchange_log(hr_exchange *exchange);

/// Local. Put the record `items[0..n)` in for the rank `owner`. It must fit (hr_exchange_fits, hr_exchange_room).
void hr_exchange_put(hr_exchange *exchange, uint32_t owner, const hr_item *items, size_t n);

/// Local. Is there room for `n` more items for the rank `owner`? If not, take turns until there is.
bool hr_exchange_fits(const hr_exchange *exchange, uint32_t owner, size_t n);

/// Local. Returns the number of items for which there is room, whoever owns them. More than one turn may be needed until there is
/// some.
size_t hr_exchange_room(const hr_exchange *exchange);

/// Local. Returns the greatest number that hr_exchange_room can return.
size_t hr_exchange_capacity(const hr_exchange *exchange);

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

/// Local. Returns the bytes that this rank has sent to other ranks so far, relayed ones included.
uint64_t hr_exchange_bytes_sent(const hr_exchange *exchange);

#endif
