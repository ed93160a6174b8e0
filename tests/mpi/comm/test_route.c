// SPDX-License-Identifier: MIT
// Items on their way to their owners, when a receiver fails.

#include "comm/exchange/route.h"
#include "mpi_test.h"

enum { ITEMS = 600000 }; ///< more than two boxes of a rank hold, so that some arrive while others are being sent

/// A receiver that has room for so many items, and says so once.
typedef struct room {
    size_t received;
    size_t most;
    bool told;
} room;

static hr_status receive(void *context, const uint64_t *items, size_t n, hr_error *error) {
    room *r = context;
    r->received += n;
    if (r->told || r->received <= r->most) {
        return HR_OK;
    }
    r->told = true;
    return hr_error_set(error, HR_STOPPED, "no room");
}

/// Collective. Every rank sends ITEMS items to the last rank.
static hr_status send_all(room *r, hr_status mine, hr_error *error) {
    const hr_comm *world = hr_test_world();
    hr_exchange *exchange = NULL;
    assert_int_equal(hr_exchange_create(world, HR_RECORDS_OF(1), &exchange, error), HR_OK);
    hr_route route;
    hr_route_begin(&route, exchange, receive, r);
    for (uint64_t i = 0; i < ITEMS; i++) {
        assert_int_equal(hr_route_send(&route, (uint32_t)hr_comm_size(world) - 1, &i, 1, error), HR_OK);
    }
    const hr_status status = hr_route_end(&route, world, mine, error);
    hr_exchange_destroy(&exchange);
    return status;
}

HR_TEST(test_every_rank_learns_of_a_receiver_without_room) {
    const size_t all = ITEMS * (size_t)hr_comm_size(hr_test_world());
    const bool last = hr_comm_rank(hr_test_world()) + 1 == hr_comm_size(hr_test_world());
    hr_error error = {.text = ""};
    room enough = {.most = all};
    assert_int_equal(send_all(&enough, HR_OK, &error), HR_OK);
    assert_int_equal(enough.received, last ? all : 0);
    room little = {.most = ITEMS / 2};
    assert_int_equal(send_all(&little, HR_OK, &error), HR_STOPPED);
    assert_string_equal(error.text, "no room");
}

HR_TEST(test_every_rank_learns_of_it_through_relays) {
    hr_test_through_relays(test_every_rank_learns_of_a_receiver_without_room, cmocka_state);
}
