// SPDX-License-Identifier: MIT
#ifndef HR_RELAY_H
#define HR_RELAY_H

// An exchange for many ranks, whose memory hardly depends on their number. The ranks stand in rows and columns, and an item takes
// two hops: down or up this rank's column to the row of its owner, then along that row to the owner.
//
//     rank r of P ranks in C columns: row r / C, column r % C          r ──┐
//     the rest of P / C stands behind the last full row, and                │ column
//     belongs to that row, but no item is relayed there              relay ─┴─> owner   row
//
// So a rank has about 2 √P partners, each of which gets a longer message than one of P owners would. The hops are rounds of
// their own: while a round is on its way to the relays, the round before it is on its way to the owners.

#include "comm/exchange/item.h"

typedef struct hr_relay hr_relay;

/// How the ranks stand, and how much of a rank's memory is taken.
typedef struct hr_relay_shape {
    int columns;
    size_t capacity; ///< items of a log, as in hr_hop_plan
} hr_relay_shape;

/// Local. Returns the shape for `ranks` ranks whose buffers take at most `bytes` bytes on each rank, or little more than that if it
/// is too little.
hr_relay_shape hr_relay_choose(int ranks, uint64_t bytes);

/// Local. Returns the bytes of all buffers on each of `ranks` ranks.
uint64_t hr_relay_memory(int ranks, const hr_relay_shape *shape);

/// Local. Returns a relay that has still to join its groups (hr_relay_join). NULL: out of memory.
hr_relay *hr_relay_create(const hr_comm *comm, const hr_relay_shape *shape, hr_records records);

/// Collective. Make the groups of the columns and rows.
hr_status hr_relay_join(hr_relay *relay, hr_error *error);

/// Collective, as hr_hop_destroy. NULL-safe; sets *relay to NULL.
void hr_relay_destroy(hr_relay **relay);

/// Local. Returns the log of the items that wait to be sent.
hr_item_log *hr_relay_log(hr_relay *relay);

/// As hr_exchange_poll, hr_exchange_turn, hr_exchange_finish and hr_exchange_bytes_sent.
hr_status hr_relay_poll(hr_relay *relay, hr_error *error);
hr_status hr_relay_turn(hr_relay *relay, hr_exchange_state mine, const hr_item **items, size_t *n, hr_exchange_state *all,
                        hr_error *error);
hr_status hr_relay_finish(hr_relay *relay, const hr_item **items, size_t *n, hr_error *error);
uint64_t hr_relay_bytes_sent(const hr_relay *relay);

#endif
