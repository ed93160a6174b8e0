// SPDX-License-Identifier: MIT
// Every item that is sent arrives once, at its owner, however unevenly the items are spread.

#include "mpi_test.h"

#include <mpi.h>

#include "comm/exchange/exchange.h"
#include "core/hash/state.h"

/// What a test run counts of the items that it sends or receives: their number, their sum and the sum of their hashes.
typedef struct tally {
    uint64_t n;
    uint64_t sum;
    uint64_t hashes;
    uint64_t abroad; ///< number of items for other ranks
} tally;

static int asked; ///< times that MPI was asked whether a round has ended

/// Stands before Open MPI's, which stays there as PMPI_Test.
int MPI_Test(MPI_Request *request, int *done, MPI_Status *status) {
    asked++;
    return PMPI_Test(request, done, status);
}

static void count(tally *t, hr_item item) {
    t->n++;
    t->sum += (uint64_t)item;
    t->hashes += hr_hash_state(item);
}

static void take(tally *received, const hr_item *items, size_t n, int rank) {
    for (size_t i = 0; i < n; i++) {
        assert_int_equal((uint64_t)items[i] >> 56, rank); // the owner stands in the top byte
        count(received, items[i]);
    }
}

/// Send `n` items, each to an owner chosen by `choose`, until all ranks are done. The last items are still on their way then.
static void send_all(hr_exchange *exchange, size_t n, int (*choose)(size_t i, int rank, int ranks), tally *sent, tally *received) {
    const hr_comm *world = hr_test_world();
    const int rank = hr_comm_rank(world);
    const int ranks = hr_comm_size(world);
    const hr_item *items = NULL;
    size_t arrived = 0;
    hr_exchange_state all = HR_EXCHANGE_MORE;
    for (size_t i = 0; i < n; i++) {
        if (hr_exchange_room(exchange) == 0) {
            assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_MORE, &items, &arrived, &all, NULL), HR_OK);
            take(received, items, arrived, rank);
        }
        const uint64_t owner = (uint64_t)choose(i, rank, ranks);
        const hr_item item = owner << 56 | (uint64_t)rank << 40 | i;
        hr_outbox *outbox = hr_exchange_outbox(exchange);
        outbox->items[owner * outbox->capacity + outbox->fill[owner]++] = item;
        count(sent, item);
        sent->abroad += (int)owner != rank;
        if (i % 1000 == 0) {
            assert_int_equal(hr_exchange_poll(exchange, NULL), HR_OK);
        }
    }
    for (all = HR_EXCHANGE_MORE; all == HR_EXCHANGE_MORE;) {
        assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_DONE, &items, &arrived, &all, NULL), HR_OK);
        take(received, items, arrived, rank);
    }
    assert_int_equal(all, HR_EXCHANGE_DONE);
}

/// Send `n` items twice, each to an owner chosen by `choose`. Check that what all ranks received is what all ranks sent.
static void run(size_t n, int (*choose)(size_t i, int rank, int ranks)) {
    const hr_comm *world = hr_test_world();
    const int rank = hr_comm_rank(world);
    hr_exchange *exchange = NULL;
    assert_int_equal(hr_exchange_create(world, HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
    tally sent = {0};
    tally received = {0};
    const hr_item *items = NULL;
    size_t arrived = 0;
    hr_exchange_state all = HR_EXCHANGE_MORE;
    for (int pass = 0; pass < 2; pass++) { // the second one ends with a turn, the first one without
        send_all(exchange, n, choose, &sent, &received);
        if (pass == 0) {
            assert_int_equal(hr_exchange_finish(exchange, &items, &arrived, NULL), HR_OK);
        } else {
            assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_DONE, &items, &arrived, &all, NULL), HR_OK);
        }
        take(&received, items, arrived, rank);
    }
    uint64_t sums[6] = {sent.n, sent.sum, sent.hashes, received.n, received.sum, received.hashes};
    assert_int_equal(hr_comm_sum(world, sums, 6, NULL), HR_OK);
    assert_int_equal(hr_exchange_bytes_sent(exchange), sent.abroad * sizeof(hr_item));
    assert_int_equal(sums[0], sums[3]);
    assert_int_equal(sums[1], sums[4]);
    assert_int_equal(sums[2], sums[5]);
    hr_exchange_destroy(&exchange);
    assert_null(exchange);
}

static int scattered(size_t i, int rank, int ranks) { return (int)((i * 2654435761U + (size_t)rank) % (size_t)ranks); }
static int all_to_last(size_t i, int rank, int ranks) { return (void)i, (void)rank, ranks - 1; }
static int all_to_next(size_t i, int rank, int ranks) { return (void)i, (rank + 1) % ranks; }

HR_TEST(test_items_arrive_once_at_their_owners) { run(1500000, scattered); }

HR_TEST(test_one_owner_of_everything_gets_it_all) { run(700000, all_to_last); }

HR_TEST(test_ranks_with_unequal_numbers_of_items_end_together) {
    run((size_t)hr_comm_rank(hr_test_world()) * 900000, all_to_next);
    run(0, scattered);
}

/// The rank `failing` fails in the third turn; the others still have items, or (`rest`) have said that they are done.
static void fail_on(int failing, hr_exchange_state rest) {
    const hr_comm *world = hr_test_world();
    hr_exchange *exchange = NULL;
    assert_int_equal(hr_exchange_create(world, HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
    const bool fails = hr_comm_rank(world) == failing;
    for (int turn = 0; turn <= 2; turn++) {
        const hr_item *items = NULL;
        size_t n = 0;
        hr_exchange_state all = HR_EXCHANGE_DONE;
        hr_outbox *outbox = hr_exchange_outbox(exchange);
        outbox->items[0] = 7;
        outbox->fill[0] = rest == HR_EXCHANGE_MORE;
        const hr_exchange_state mine = !fails ? rest : turn < 2 ? HR_EXCHANGE_MORE : HR_EXCHANGE_FAILED;
        assert_int_equal(hr_exchange_turn(exchange, mine, &items, &n, &all, NULL), HR_OK);
        assert_int_equal(all, turn < 2 ? HR_EXCHANGE_MORE : HR_EXCHANGE_FAILED);
    }
    const hr_item *items = NULL;
    size_t n = 99;
    assert_int_equal(hr_exchange_finish(exchange, &items, &n, NULL), HR_OK);
    assert_int_equal(n, 0); // no round is in flight
    hr_exchange_destroy(&exchange);
}

HR_TEST(test_a_failing_rank_takes_all_out_of_the_phase) {
    for (int failing = 0; failing < hr_comm_size(hr_test_world()); failing++) {
        fail_on(failing, HR_EXCHANGE_MORE);
        fail_on(failing, HR_EXCHANGE_DONE);
    }
}

/// One rank has enough in the first turn, and the others know it from then on. They are done in the third turn, and no item is
/// lost.
HR_TEST(test_a_rank_that_has_enough_asks_the_others_to_end) {
    const hr_comm *world = hr_test_world();
    const uint64_t ranks = (uint64_t)hr_comm_size(world);
    for (int one = 0; one < (int)ranks; one++) {
        hr_exchange *exchange = NULL;
        assert_int_equal(hr_exchange_create(world, HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
        const bool has_enough = hr_comm_rank(world) == one;
        uint64_t received = 0;
        const hr_item *items = NULL;
        size_t n = 0;
        for (int turn = 0; turn <= 2; turn++) {
            hr_outbox *outbox = hr_exchange_outbox(exchange);
            hr_exchange_state all = HR_EXCHANGE_MORE;
            outbox->items[0] = 7;
            outbox->fill[0] = !has_enough;
            const hr_exchange_state mine = has_enough ? HR_EXCHANGE_ENOUGH : turn < 2 ? HR_EXCHANGE_MORE : HR_EXCHANGE_DONE;
            assert_int_equal(hr_exchange_turn(exchange, mine, &items, &n, &all, NULL), HR_OK);
            assert_int_equal(all, turn < 2 && ranks > 1 ? HR_EXCHANGE_ENOUGH : HR_EXCHANGE_DONE);
            received += n;
        }
        assert_int_equal(hr_exchange_finish(exchange, &items, &n, NULL), HR_OK);
        received += n;
        assert_int_equal(hr_comm_sum(world, &received, 1, NULL), HR_OK);
        assert_int_equal(received, 3 * (ranks - 1));
        hr_exchange_destroy(&exchange);
    }
}

/// MPI goes on with the round in flight when it is asked for it. A rank alone has no round in flight.
HR_TEST(test_a_round_in_flight_is_asked_for) {
    const hr_comm *world = hr_test_world();
    hr_exchange *exchange = NULL;
    const hr_item *items = NULL;
    size_t n = 0;
    hr_exchange_state all = HR_EXCHANGE_MORE;
    assert_int_equal(hr_exchange_create(world, HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
    hr_outbox *outbox = hr_exchange_outbox(exchange);
    outbox->items[0] = 7;
    outbox->fill[0] = 1;
    asked = 0;
    assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_MORE, &items, &n, &all, NULL), HR_OK);
    assert_int_equal(hr_exchange_poll(exchange, NULL), HR_OK);
    assert_int_equal(asked, hr_comm_size(world) > 1);
    assert_int_equal(hr_exchange_finish(exchange, &items, &n, NULL), HR_OK);
    assert_int_equal(n, hr_comm_rank(world) == 0 ? hr_comm_size(world) : 0);
    hr_exchange_destroy(&exchange);
}
