// SPDX-License-Identifier: MIT
#ifndef HR_ROUTE_H
#define HR_ROUTE_H

// Items to their owners, when all ranks do nothing else meanwhile: hr_exchange's rounds behind begin, send, end.

#include "comm/exchange.h"

/// Local. Takes what has arrived: `items[0..n)`, groups that were sent together stay together.
typedef hr_status (*hr_route_receiver)(void *context, const uint64_t *items, size_t n, hr_error *error);

typedef struct hr_route {
    hr_exchange *exchange;
    hr_route_receiver receive;
    void *context;
    hr_exchange_state everyone; ///< what the last round said of all ranks
    hr_status trouble;          ///< why this rank cannot go on
    size_t room;                ///< items that every slot still takes, at least
} hr_route;

/// Local. Begin on an exchange with no round in flight.
void hr_route_begin(hr_route *route, hr_exchange *exchange, hr_route_receiver receive, void *context);

/// Local. Is it of use to send more? Not after a failure here or elsewhere.
static inline bool hr_route_is_open(const hr_route *route) {
    return route->trouble == HR_OK && route->everyone != HR_EXCHANGE_FAILED;
}

/// Collective in effect: closes a round when a slot is full. Send `items[0..n)` to rank `owner`. HR_INTERNAL: MPI; other failures
/// show in hr_route_is_open and at the end.
hr_status hr_route_send(hr_route *route, uint32_t owner, const uint64_t *items, size_t n, hr_error *error);

/// Collective. `status` is this rank's so far. Deliver everything, then leave together: HR_OK if all ranks fared well.
hr_status hr_route_end(hr_route *route, const hr_comm *comm, hr_status status, hr_error *error);

#endif
