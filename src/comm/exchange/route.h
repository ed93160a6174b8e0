// SPDX-License-Identifier: MIT
#ifndef HR_ROUTE_H
#define HR_ROUTE_H

// Sends items to their owners while the ranks do nothing else: begin, send …, end. The rounds of an hr_exchange carry the items.

#include "comm/exchange/exchange.h"

/// Local. Takes `items[0..n)`, which have arrived. Items of one hr_route_send stand one after the other.
typedef hr_status (*hr_route_receiver)(void *context, const hr_item *items, size_t n, hr_error *error);

typedef struct hr_route {
    hr_exchange *exchange;
    hr_route_receiver receive;
    void *context;
    hr_exchange_state everyone; ///< the combined state of all ranks in the last round
    hr_status trouble;          ///< HR_OK, or why this rank cannot go on
    size_t room;                ///< at least this many items still fit into every slot
} hr_route;

/// Local. Begin a route on `exchange`, which has no round in flight. `receive` gets `context` and the items that arrive.
void hr_route_begin(hr_route *route, hr_exchange *exchange, hr_route_receiver receive, void *context);

/// Local. Should this rank send more? False after a failure on this rank or another.
static inline bool hr_route_is_open(const hr_route *route) {
    return route->trouble == HR_OK && route->everyone != HR_EXCHANGE_FAILED;
}

/// Local, but waits for the other ranks when a slot is full: each of them must send more, too, or end the route. Send `items[0..n)`
/// to rank `owner`. HR_INTERNAL: MPI has failed. After any other failure nothing is sent, hr_route_is_open is false, and
/// hr_route_end returns the status.
hr_status hr_route_send(hr_route *route, uint32_t owner, const hr_item *items, size_t n, hr_error *error);

/// Collective. Deliver all items; `status` is how sending ended on this rank. HR_OK if all ranks came with HR_OK and no receiver
/// failed, else the agreed error.
hr_status hr_route_end(hr_route *route, const hr_comm *comm, hr_status status, hr_error *error);

#endif
