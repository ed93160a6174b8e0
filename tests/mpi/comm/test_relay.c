// SPDX-License-Identifier: MIT
// Exchanges that are relayed, as on more than a thousand ranks: every record that is put in arrives once, whole, at its owner, in
// any shape of rows and columns, and however small the logs are.
// Ranks: 3 4 7

#include "mpi_test.h"

#include <mpi.h>

#include "comm/exchange/exchange.h"
#include "comm/exchange/relay.h"
#include "core/hash/state.h"

/// Where the parts of a record's first item stand. The items after it are the first one plus their numbers.
enum { OWNER = 56, SOURCE = 48, LENGTH = 40 };

/// What a test run counts of the records that it sends or receives.
typedef struct tally {
    uint64_t records;
    uint64_t items;
    uint64_t hashes;
    uint64_t abroad; ///< items for other ranks
} tally;

static int open_rounds; ///< rounds of hops that MPI has begun, and whose end it has not told
static int asked;       ///< times that MPI was asked whether a round has ended

// These stand before Open MPI's, which stay there as PMPI_….
// NOLINTNEXTLINE(readability-function-size): MPI's parameters
int MPI_Ialltoallv(const void *send, const int *send_counts, const int *send_offsets, MPI_Datatype send_type, void *receive,
                   const int *receive_counts, const int *receive_offsets, MPI_Datatype receive_type, MPI_Comm comm,
                   MPI_Request *request) {
    open_rounds++;
    return PMPI_Ialltoallv(send, send_counts, send_offsets, send_type, receive, receive_counts, receive_offsets, receive_type, comm,
                           request);
}

int MPI_Test(MPI_Request *request, int *done, MPI_Status *status) {
    const bool begun = *request != MPI_REQUEST_NULL;
    asked++;
    const int result = PMPI_Test(request, done, status);
    open_rounds -= begun && *done != 0;
    return result;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    open_rounds -= *request != MPI_REQUEST_NULL;
    return PMPI_Wait(request, status);
}

typedef uint32_t (*chooser)(size_t i, uint32_t rank, uint32_t ranks);

static uint32_t rank(void) { return (uint32_t)hr_comm_rank(hr_test_world()); }
static uint32_t ranks(void) { return (uint32_t)hr_comm_size(hr_test_world()); }

static size_t length_of(hr_item head) { return (size_t)((uint64_t)head >> LENGTH & 255U); }

static void count(tally *t, const hr_item *items, size_t n) {
    t->records++;
    t->items += n;
    for (size_t i = 0; i < n; i++) {
        t->hashes += hr_hash_state(items[i]);
    }
}

static void take(tally *received, const hr_item *items, size_t n) {
    for (size_t at = 0; at < n;) {
        const size_t length = length_of(items[at]);
        assert_int_equal((uint64_t)items[at] >> OWNER, rank());
        assert_true(length > 0 && at + length <= n);
        for (size_t i = 0; i < length; i++) {
            assert_true(items[at + i] == items[at] + i);
        }
        count(received, items + at, length);
        at += length;
    }
}

/// Send `n` records of 1 to `longest` items, each to an owner chosen by `choose`, and take what comes.
static void send_all(hr_exchange *exchange, size_t n, size_t longest, chooser choose, tally *sent, tally *received) {
    const hr_item *items = NULL;
    size_t arrived = 0;
    hr_exchange_state all = HR_EXCHANGE_MORE;
    for (size_t i = 0; i < n; i++) {
        const uint64_t owner = choose(i, rank(), ranks());
        const size_t length = 1 + i % longest;
        hr_item record[HR_EXCHANGE_RECORD_MAX];
        for (size_t k = 0; k < length; k++) {
            record[k] = (owner << OWNER | (uint64_t)rank() << SOURCE | (uint64_t)length << LENGTH | i << 8) + k;
        }
        while (!hr_exchange_fits(exchange, (uint32_t)owner, length)) {
            assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_MORE, &items, &arrived, &all, NULL), HR_OK);
            take(received, items, arrived);
        }
        hr_exchange_put(exchange, (uint32_t)owner, record, length);
        count(sent, record, length);
        sent->abroad += owner != rank() ? length : 0;
        if (i % 1000 == 0) {
            assert_int_equal(hr_exchange_poll(exchange, NULL), HR_OK);
        }
    }
    for (all = HR_EXCHANGE_MORE; all == HR_EXCHANGE_MORE;) {
        assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_DONE, &items, &arrived, &all, NULL), HR_OK);
        take(received, items, arrived);
    }
    assert_int_equal(all, HR_EXCHANGE_DONE);
}

/// Send `n` records twice in exchanges of this shape. Check that what all ranks received is what all ranks sent.
static void run(int columns, size_t capacity, size_t n, size_t longest, chooser choose) {
    hr_exchange_force_relays(hr_test_world(), columns, capacity);
    hr_exchange *exchange = NULL;
    assert_int_equal(hr_exchange_create(hr_test_world(), ((hr_records){.length = length_of}), &exchange, NULL), HR_OK);
    assert_null(hr_exchange_outbox(exchange));
    assert_true(hr_exchange_capacity(exchange) == hr_exchange_room(exchange) && hr_exchange_room(exchange) <= capacity);
    tally sent = {0};
    tally received = {0};
    const hr_item *items = NULL;
    size_t arrived = 0;
    hr_exchange_state all = HR_EXCHANGE_MORE;
    for (int pass = 0; pass < 2; pass++) { // the second one ends with a turn, the first one without
        send_all(exchange, n, longest, choose, &sent, &received);
        if (pass == 0) {
            assert_int_equal(hr_exchange_finish(exchange, &items, &arrived, NULL), HR_OK);
        } else {
            assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_DONE, &items, &arrived, &all, NULL), HR_OK);
            assert_int_equal(all, HR_EXCHANGE_DONE);
        }
        take(&received, items, arrived);
        if (pass == 0) {
            assert_int_equal(hr_exchange_finish(exchange, &items, &arrived, NULL), HR_OK);
            assert_int_equal(arrived, 0);
        }
    }
    uint64_t sums[] = {sent.records,   sent.items,      sent.hashes, received.records,
                       received.items, received.hashes, sent.abroad, hr_exchange_bytes_sent(exchange)};
    assert_int_equal(hr_comm_sum(hr_test_world(), sums, 8, NULL), HR_OK);
    assert_int_equal(sums[0], sums[3]);
    assert_int_equal(sums[1], sums[4]);
    assert_int_equal(sums[2], sums[5]);
    assert_true(sums[7] >= sums[6] * sizeof(hr_item) && (sums[6] > 0 || sums[7] == 0));
    assert_int_equal(open_rounds, 2); // of the last turn, in both hops
    hr_exchange_destroy(&exchange);
    assert_int_equal(open_rounds, 0);
    hr_exchange_force_relays(hr_test_world(), 0, 0);
}

/// Collective. Returns the bytes that all ranks have sent after a record of `length` items from the first rank to `owner`.
static uint64_t bytes_after_record(hr_exchange *exchange, uint32_t owner, size_t length) {
    const hr_item *items = NULL;
    size_t n = 0;
    hr_exchange_state all = HR_EXCHANGE_MORE;
    if (rank() == 0) {
        const hr_item record[HR_EXCHANGE_RECORD_MAX] = {0};
        hr_exchange_put(exchange, owner, record, length);
    }
    while (all == HR_EXCHANGE_MORE) {
        assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_DONE, &items, &n, &all, NULL), HR_OK);
    }
    assert_int_equal(hr_exchange_finish(exchange, &items, &n, NULL), HR_OK);
    uint64_t bytes = hr_exchange_bytes_sent(exchange);
    assert_int_equal(hr_comm_sum(hr_test_world(), &bytes, 1, NULL), HR_OK);
    return bytes;
}

/// A head goes before the items in each hop to another rank. What stays on a rank is not sent.
HR_TEST(test_bytes_of_each_hop_are_counted) {
    for (uint32_t columns = 1; columns <= ranks(); columns += ranks() > 8 ? 5 : 1) {
        hr_exchange *exchange = NULL;
        uint64_t bytes = 0;
        hr_exchange_force_relays(hr_test_world(), (int)columns, 100);
        assert_int_equal(hr_exchange_create(hr_test_world(), HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
        for (uint32_t owner = 0; owner < ranks(); owner++) {
            const uint32_t last = ranks() / columns - 1; // the last row, which has what is left, too
            const uint32_t row = owner / columns < last ? owner / columns : last;
            const size_t hops = (size_t)(row > 0) + (owner != row * columns); // first to the rank in the first rank's column
            bytes += hops * (1 + owner + 3) * sizeof(hr_item);
            assert_int_equal(bytes_after_record(exchange, owner, owner + 3), bytes);
        }
        hr_exchange_destroy(&exchange);
    }
    hr_exchange_force_relays(hr_test_world(), 0, 0);
}

static uint32_t scattered(size_t i, uint32_t rank, uint32_t ranks) { return (uint32_t)((i * 2654435761U + rank) % ranks); }
static uint32_t all_to_last(size_t i, uint32_t rank, uint32_t ranks) { return (void)i, (void)rank, ranks - 1; }
static uint32_t all_to_first(size_t i, uint32_t rank, uint32_t ranks) { return (void)i, (void)rank, (void)ranks, 0; }
static uint32_t all_to_next(size_t i, uint32_t rank, uint32_t ranks) { return (void)i, (rank + 1) % ranks; }

HR_TEST(test_records_arrive_once_in_every_shape) {
    for (int columns = 1; columns <= (int)ranks(); columns += ranks() > 8 ? 5 : 1) { // 16 ranks: 1, 6, 11 and 16 columns
        run(columns, 4096, 20000 / ranks(), 1, scattered);
        run(columns, 100, 1000 / ranks(), 17, scattered);
        run(columns, 100, 1000 / ranks(), 17, all_to_next);
    }
}

HR_TEST(test_logs_that_are_full_wait_for_their_receiver) {
    for (int columns = 1; columns <= (int)ranks(); columns += ranks() > 8 ? 5 : 1) {
        run(columns, 40, 300 / ranks(), 17, all_to_last); // a log has room for two long records
        run(columns, 40, 600 / ranks(), 1, all_to_first);
        run(columns, 40, 20 * (size_t)rank(), 9, all_to_next);
    }
    run(1, 4096, 0, 1, scattered);
}

HR_TEST(test_many_items_go_through_large_logs) {
    const hr_relay_shape shape = hr_relay_choose((int)ranks(), UINT64_C(4) * HR_EXCHANGE_BYTES);
    run(shape.columns, shape.capacity, 800000 / ranks(), 1, scattered);
    run(shape.columns, shape.capacity, 400000 / ranks(), 3, all_to_last);
}

/// The rank `failing` fails in the third turn.
static void fail_on(uint32_t failing, hr_exchange_state rest) {
    hr_exchange *exchange = NULL;
    const hr_item *items = NULL;
    size_t n = 0;
    hr_exchange_state all = HR_EXCHANGE_DONE;
    assert_int_equal(hr_exchange_create(hr_test_world(), HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
    for (int turn = 0; turn <= 2; turn++) {
        const hr_item item = 7;
        hr_exchange_put(exchange, 0, &item, 1);
        const hr_exchange_state mine = rank() != failing ? rest : turn < 2 ? HR_EXCHANGE_MORE : HR_EXCHANGE_FAILED;
        assert_int_equal(hr_exchange_turn(exchange, mine, &items, &n, &all, NULL), HR_OK);
        assert_int_equal(all, turn < 2 ? HR_EXCHANGE_MORE : HR_EXCHANGE_FAILED);
    }
    n = 99;
    assert_int_equal(hr_exchange_finish(exchange, &items, &n, NULL), HR_OK);
    assert_int_equal(n, 0); // no round is in flight, and nothing waits
    assert_int_equal(hr_exchange_room(exchange), hr_exchange_capacity(exchange));
    hr_exchange_destroy(&exchange);
}

HR_TEST(test_a_failing_rank_takes_all_out_of_the_phase) {
    hr_exchange_force_relays(hr_test_world(), ranks() > 1 ? 2 : 1, 64);
    for (uint32_t failing = 0; failing < ranks(); failing++) {
        fail_on(failing, HR_EXCHANGE_MORE);
        fail_on(failing, HR_EXCHANGE_DONE);
    }
    hr_exchange_force_relays(hr_test_world(), 0, 0);
}

/// One rank has enough from the first turn on, and the others know it. No item is lost.
HR_TEST(test_a_rank_that_has_enough_asks_the_others_to_end) {
    hr_exchange_force_relays(hr_test_world(), ranks() > 1 ? 2 : 1, 64);
    for (uint32_t one = 0; one < ranks(); one++) {
        hr_exchange *exchange = NULL;
        assert_int_equal(hr_exchange_create(hr_test_world(), HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
        uint64_t received = 0;
        const hr_item *items = NULL;
        size_t n = 0;
        hr_exchange_state all = HR_EXCHANGE_MORE;
        for (int turn = 0; turn <= 2; turn++) {
            const hr_item item = 7;
            if (rank() != one) {
                hr_exchange_put(exchange, 0, &item, 1);
            }
            const hr_exchange_state mine = rank() == one ? HR_EXCHANGE_ENOUGH : turn < 2 ? HR_EXCHANGE_MORE : HR_EXCHANGE_DONE;
            assert_int_equal(hr_exchange_turn(exchange, mine, &items, &n, &all, NULL), HR_OK);
            assert_int_equal(all, ranks() > 1 ? HR_EXCHANGE_ENOUGH : HR_EXCHANGE_DONE); // the last items are not yet relayed
            received += n;
        }
        while (all != HR_EXCHANGE_DONE) {
            assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_DONE, &items, &n, &all, NULL), HR_OK);
            received += n;
        }
        assert_int_equal(hr_exchange_finish(exchange, &items, &n, NULL), HR_OK);
        received += n;
        assert_int_equal(hr_comm_sum(hr_test_world(), &received, 1, NULL), HR_OK);
        assert_int_equal(received, 3 * (ranks() - 1));
        hr_exchange_destroy(&exchange);
    }
    hr_exchange_force_relays(hr_test_world(), 0, 0);
}

/// All ranks but the first have as many items for the first one as their logs hold, turn after turn. Each gets its turn.
HR_TEST(test_every_sender_gets_its_turn) {
    enum { TURNS = 8 };
    uint64_t from[64] = {0};
    uint64_t total = 0;
    hr_exchange *exchange = NULL;
    const hr_item *items = NULL;
    size_t n = 0;
    hr_exchange_state all = HR_EXCHANGE_MORE;
    hr_exchange_force_relays(hr_test_world(), 1, 64);
    assert_int_equal(hr_exchange_create(hr_test_world(), HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
    for (uint32_t turn = 0; turn < TURNS * ranks(); turn++) {
        const hr_item item = rank();
        while (rank() > 0 && hr_exchange_fits(exchange, 0, 1)) {
            hr_exchange_put(exchange, 0, &item, 1);
        }
        assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_MORE, &items, &n, &all, NULL), HR_OK);
        for (size_t i = 0; i < n; i++, total++) {
            from[(uint64_t)items[i]]++;
        }
    }
    for (uint32_t r = 1; r < ranks() && rank() == 0; r++) {
        assert_true(from[r] > total / 3 / (ranks() - 1));
    }
    while (all != HR_EXCHANGE_DONE) {
        assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_DONE, &items, &n, &all, NULL), HR_OK);
    }
    hr_exchange_destroy(&exchange);
    hr_exchange_force_relays(hr_test_world(), 0, 0);
}

/// MPI goes on with the rounds of both hops when it is asked for them.
HR_TEST(test_rounds_of_both_hops_are_asked_for) {
    hr_exchange *exchange = NULL;
    const hr_item *items = NULL;
    size_t n = 0;
    hr_exchange_state all = HR_EXCHANGE_MORE;
    hr_exchange_force_relays(hr_test_world(), ranks() > 1 ? 2 : 1, 64);
    assert_int_equal(hr_exchange_create(hr_test_world(), HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
    assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_MORE, &items, &n, &all, NULL), HR_OK);
    asked = 0;
    assert_int_equal(hr_exchange_poll(exchange, NULL), HR_OK);
    assert_int_equal(asked, 2);
    hr_exchange_destroy(&exchange);
    hr_exchange_force_relays(hr_test_world(), 0, 0);
}

/// An item of the logs takes three places and an owner in each hop, and a place in the inbox. An owner of a hop takes the head of a
/// run and a number, and a rank of a hop six numbers. 100 rows of 100 ranks: 10,000 owners in one hop, and 100 in the other.
HR_TEST(test_memory_of_each_part_is_told) {
    const hr_relay_shape shapes[] = {{.columns = 100, .capacity = 0}, {.columns = 100, .capacity = 1000}};
    const uint64_t fixed = hr_relay_memory(10000, &shapes[0]);
    assert_int_equal(fixed, 10100 * (sizeof(hr_item) + sizeof(uint32_t)) + (uint64_t)200 * 6 * sizeof(int));
    assert_int_equal(hr_relay_memory(10000, &shapes[1]) - fixed, 1000 * (7 * sizeof(hr_item) + 2 * sizeof(uint32_t)));
}

/// A rank needs no more memory among 10,000 than among 1,024, and few more partners than twice the root.
HR_TEST(test_the_shape_for_many_ranks_fits_into_the_memory) {
    static const struct {
        int ranks;
        int columns;
    } cases[] = {{1025, 41}, {4096, 64}, {10000, 100}, {10007, 115}, {10112, 128}, {100000, 369}};
    const uint64_t most = UINT64_C(4) * HR_EXCHANGE_BYTES;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_relay_shape shape = hr_relay_choose(cases[i].ranks, most);
        assert_int_equal(shape.columns, cases[i].columns);
        assert_true(hr_relay_memory(cases[i].ranks, &shape) <= most);
        assert_true(hr_relay_memory(cases[i].ranks, &shape) > most - 100);
        assert_true(shape.capacity > 100000);
    }
    assert_int_equal(hr_relay_choose(10000, 1000).capacity, 4096);
}
