// SPDX-License-Identifier: MIT
#include "comm/exchange/route.h"

#include <assert.h>

#include "core/try.h"

void hr_route_begin(hr_route *route, hr_exchange *exchange, hr_route_receiver receive, void *context) {
    *route = (hr_route){
        .exchange = exchange,
        .receive = receive,
        .context = context,
        .everyone = HR_EXCHANGE_MORE,
        .trouble = HR_OK,
        .room = 0,
    };
}

/// Collective. Close a round, and hand the items of the round before it to the receiver.
static hr_status turn(hr_route *route, hr_exchange_state mine, hr_error *error) {
    const hr_item *items = NULL;
    size_t n = 0;
    HR_TRY(hr_exchange_turn(route->exchange, mine, &items, &n, &route->everyone, error));
    if (hr_route_is_open(route)) {
        route->trouble = route->receive(route->context, items, n, error);
    }
    route->room = hr_exchange_room(route->exchange);
    return HR_OK;
}

hr_status hr_route_send(hr_route *route, uint32_t owner, const hr_item *items, size_t n, hr_error *error) {
    if (route->room < n) {
        route->room = hr_exchange_room(route->exchange);
    }
    while (route->room < n && hr_route_is_open(route)) {
        HR_TRY(turn(route, HR_EXCHANGE_MORE, error));
    }
    if (!hr_route_is_open(route)) {
        return HR_OK;
    }
    assert(n <= route->room);
    route->room -= n;
    hr_exchange_put(route->exchange, owner, items, n);
    return HR_OK;
}

hr_status hr_route_end(hr_route *route, const hr_comm *comm, hr_status status, hr_error *error) {
    route->trouble = route->trouble == HR_OK ? status : route->trouble;
    while (route->everyone == HR_EXCHANGE_MORE) {
        HR_TRY(turn(route, route->trouble == HR_OK ? HR_EXCHANGE_DONE : HR_EXCHANGE_FAILED, error));
    }
    if (route->everyone == HR_EXCHANGE_DONE) { // receive the items of the last round
        HR_TRY(turn(route, HR_EXCHANGE_DONE, error));
    }
    return hr_comm_agree(comm, route->trouble, error);
}
