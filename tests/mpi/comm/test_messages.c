// SPDX-License-Identifier: MIT
// Messages between single ranks: who gets what, from whom and how much, by mailbox, by bulk and by collection; and what is told of
// the traffic.
// Ranks: 2 3 4

#include <mpi.h>
#include <time.h>

#include "comm/bulk.h"
#include "comm/collect.h"
#include "comm/exchange/exchange.h"
#include "comm/mailbox.h"
#include "mpi_test.h"

static int rank(void) { return hr_comm_rank(hr_test_world()); }
static int ranks(void) { return hr_comm_size(hr_test_world()); }

static const void *outgoing;   ///< the buffer of the last message that MPI was given
static int asked;              ///< times that MPI was asked whether something is complete
static struct timespec paused; ///< how long was slept last

// These stand before Open MPI's, which stay there as PMPI_…, and before the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

// NOLINTNEXTLINE(readability-function-size): MPI's parameters
int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
    outgoing = buffer;
    return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

int MPI_Test(MPI_Request *request, int *done, MPI_Status *status) {
    asked++;
    return PMPI_Test(request, done, status);
}

int nanosleep(const struct timespec *time, struct timespec *left) {
    paused = *time;
    return 0;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

HR_TEST(test_each_message_comes_whole_with_its_sender) {
    enum { MOST = 40 };
    hr_mailbox *mailbox = NULL;
    assert_int_equal(hr_mailbox_create(hr_test_world(), MOST, &mailbox, NULL), HR_OK);
    bool received = true;
    int from = -7;
    size_t size = 99;
    char bytes[MOST] = "as before";
    assert_int_equal(hr_mailbox_poll(mailbox, &received, &from, bytes, &size, NULL), HR_OK);
    assert_true(!received && from == -7 && size == 99);
    assert_string_equal(bytes, "as before");
    uint64_t wait = 0;
    assert_int_equal(hr_comm_sum(hr_test_world(), &wait, 1, NULL), HR_OK); // nothing is sent before all have looked
    for (int to = 0; to < ranks(); to++) {
        for (int i = 0; i < 3; i++) { // the text changes while the messages before it are under way
            (void)snprintf(bytes, sizeof bytes, "%d to %d: %d", rank(), to, i);
            assert_int_equal(hr_mailbox_send(mailbox, to, bytes, i == 2 ? sizeof bytes : strlen(bytes) + 1, NULL), HR_OK);
        }
    }
    int next[64] = {0}; // number of the next message of each rank
    for (int missing = 3 * ranks(); missing > 0; missing -= received) {
        memset(bytes, 'x', sizeof bytes);
        assert_int_equal(hr_mailbox_poll(mailbox, &received, &from, bytes, &size, NULL), HR_OK);
        if (received) {
            char expected[MOST];
            (void)snprintf(expected, sizeof expected, "%d to %d: %d", from, rank(), next[from]);
            assert_string_equal(bytes, expected);
            assert_int_equal(size, next[from]++ == 2 ? sizeof bytes : strlen(expected) + 1);
        }
    }
    assert_int_equal(hr_mailbox_poll(mailbox, &received, &from, bytes, &size, NULL), HR_OK);
    assert_false(received);
    assert_int_equal(hr_mailbox_destroy(&mailbox, NULL), HR_OK);
}

/// Messages to this rank itself, each received before the next one is sent, do not take more and more memory.
HR_TEST(test_places_of_messages_that_have_left_are_used_again) {
    enum { MESSAGES = 20 };
    const void *places[MESSAGES];
    int different = 0;
    hr_mailbox *mailbox = NULL;
    assert_int_equal(hr_mailbox_create(hr_test_world(), 8, &mailbox, NULL), HR_OK);
    for (int i = 0; i < MESSAGES; i++) {
        char bytes[8] = "hello";
        bool received = false;
        int from = 0;
        size_t size = 0;
        assert_int_equal(hr_mailbox_send(mailbox, rank(), bytes, sizeof bytes, NULL), HR_OK);
        bool known = false;
        for (int k = 0; k < different; k++) {
            known = known || places[k] == outgoing;
        }
        places[different] = outgoing;
        different += !known;
        while (!received) {
            assert_int_equal(hr_mailbox_poll(mailbox, &received, &from, bytes, &size, NULL), HR_OK);
        }
    }
    assert_true(different < MESSAGES / 2);
    assert_int_equal(hr_mailbox_destroy(&mailbox, NULL), HR_OK);
}

HR_TEST(test_a_pause_is_in_microseconds) {
    hr_mailbox_pause(2000005);
    assert_int_equal(paused.tv_sec, 2);
    assert_int_equal(paused.tv_nsec, 5000);
}

HR_TEST(test_waves_add_up_one_after_another) {
    hr_mailbox *mailbox = NULL;
    assert_int_equal(hr_mailbox_create(hr_test_world(), 1, &mailbox, NULL), HR_OK);
    for (uint64_t wave = 0; wave < 3; wave++) {
        const size_t n = wave == 1 ? HR_MAILBOX_WAVE_MAX : 2;
        uint64_t values[HR_MAILBOX_WAVE_MAX];
        uint64_t sums[HR_MAILBOX_WAVE_MAX];
        for (size_t i = 0; i < HR_MAILBOX_WAVE_MAX; i++) {
            values[i] = (uint64_t)rank() + 100 * i + wave;
            sums[i] = 7;
        }
        assert_int_equal(hr_mailbox_wave_start(mailbox, values, n, NULL), HR_OK);
        memset(values, 0, sizeof values);
        for (bool done = false; !done;) {
            assert_int_equal(hr_mailbox_wave_test(mailbox, &done, sums, NULL), HR_OK);
            assert_true(done || sums[0] == 7);
        }
        const uint64_t size = (uint64_t)ranks();
        for (size_t i = 0; i < HR_MAILBOX_WAVE_MAX; i++) {
            assert_int_equal(sums[i], i < n ? size * (size - 1) / 2 + size * (100 * i + wave) : 7);
        }
    }
    assert_int_equal(hr_mailbox_destroy(&mailbox, NULL), HR_OK);
}

/// Two waves at once: in wave w each rank sends 1000 · (w + 1) words to the next rank, in two arrays.
HR_TEST(test_arrays_of_two_waves_arrive_and_their_bytes_are_counted) {
    enum { WORDS = 1000, ALL = HR_BULK_WAVES * WORDS };
    hr_bulk *bulk = NULL;
    assert_int_equal(hr_bulk_create(hr_test_world(), &bulk, NULL), HR_OK);
    const int to = (rank() + 1) % ranks();
    const int from = (rank() + ranks() - 1) % ranks();
    uint64_t *sent[HR_BULK_WAVES];
    uint64_t *got[HR_BULK_WAVES];
    for (int w = 0; w < HR_BULK_WAVES; w++) {
        const size_t n = WORDS * (size_t)(w + 1);
        sent[w] = calloc(ALL, sizeof **sent);
        got[w] = calloc(ALL, sizeof **got);
        assert_true(sent[w] != NULL && got[w] != NULL);
        for (size_t i = 0; i < n; i++) {
            sent[w][i] = (uint64_t)rank() << 32 | (uint64_t)w << 20 | i;
        }
        assert_int_equal(hr_bulk_receive(bulk, w, from, got[w], 1, NULL), HR_OK);
        assert_int_equal(hr_bulk_receive(bulk, w, from, got[w] + 1, n - 1, NULL), HR_OK);
        assert_int_equal(hr_bulk_send(bulk, w, to, sent[w], 1, NULL), HR_OK);
        assert_int_equal(hr_bulk_send(bulk, w, to, sent[w] + 1, n - 1, NULL), HR_OK);
        assert_int_equal(hr_bulk_bytes_sent(bulk), w == 0 ? 8 * WORDS : 8 * 3 * WORDS);
    }
    for (int w = HR_BULK_WAVES - 1; w >= 0; w--) {
        assert_int_equal(hr_bulk_poll(bulk, NULL), HR_OK);
        assert_int_equal(hr_bulk_wait(bulk, w, NULL), HR_OK);
        for (size_t i = 0; i < ALL; i++) {
            assert_int_equal(got[w][i], i < WORDS * (size_t)(w + 1) ? (uint64_t)from << 32 | (uint64_t)w << 20 | i : 0);
        }
    }
    for (int w = 0; w < HR_BULK_WAVES; w++) {
        free(sent[w]);
        free(got[w]);
    }
    hr_bulk_destroy(&bulk);
    assert_null(bulk);
}

/// MPI goes on with a wave when it is asked for one of its requests: with the second wave, too, when all of the first were
/// complete.
HR_TEST(test_each_wave_is_asked_for_until_it_is_complete) {
    hr_bulk *bulk = NULL;
    assert_int_equal(hr_bulk_create(hr_test_world(), &bulk, NULL), HR_OK);
    for (uint64_t pass = 0; pass < 2; pass++) {
        const uint64_t sent = pass + 7;
        uint64_t got = 0;
        assert_int_equal(hr_bulk_receive(bulk, 0, rank(), &got, 1, NULL), HR_OK);
        assert_int_equal(hr_bulk_send(bulk, 0, rank(), &sent, 1, NULL), HR_OK);
        asked = 0;
        assert_int_equal(hr_bulk_poll(bulk, NULL), HR_OK);
        assert_true(asked > 0);
        while (asked > 0) {
            asked = 0;
            assert_int_equal(hr_bulk_poll(bulk, NULL), HR_OK);
        }
        assert_int_equal(hr_bulk_wait(bulk, 0, NULL), HR_OK);
        assert_int_equal(got, pass + 7);
    }
    hr_bulk_destroy(&bulk);
}

/// Rank r brings r values, so that rank 0 brings none; then all bring some. The arrays are used for other things meanwhile.
HR_TEST(test_rank_0_collects_the_values_of_all) {
    for (size_t more = 0; more < 2; more++) {
        hr_collect *collect = NULL;
        uint64_t values[64];
        const size_t n = (size_t)rank() + more;
        for (size_t i = 0; i < n; i++) {
            values[i] = 100 * (uint64_t)rank() + i;
        }
        assert_int_equal(hr_collect_begin(hr_test_world(), values, n, &collect, NULL), HR_OK);
        memset(values, 0, sizeof values);
        for (bool done = false; !done;) {
            assert_int_equal(hr_collect_test(collect, more == 1, &done, NULL), HR_OK);
            assert_true(done || more == 0);
        }
        for (int r = 0; r < (rank() == 0 ? ranks() : 0); r++) {
            size_t count = 99;
            const uint64_t *of = hr_collect_values(collect, r, &count);
            assert_int_equal(count, (size_t)r + more);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(of[i], 100 * (size_t)r + i);
            }
        }
        hr_collect_destroy(&collect);
        assert_null(collect);
        uint64_t wait = 0;
        assert_int_equal(hr_comm_sum(hr_test_world(), &wait, 1, NULL), HR_OK); // a group has one collection at a time
    }
}

/// Two outboxes and two inboxes, each with a slot for every rank; on more than 1,024 ranks no more than that.
HR_TEST(test_memory_of_an_exchange_is_what_it_says) {
    const uint64_t most = 4 * (uint64_t)HR_EXCHANGE_BYTES;
    assert_int_equal(hr_exchange_memory(1), most);
    assert_int_equal(hr_exchange_memory(4), most);
    assert_int_equal(hr_exchange_memory(1024), most);
    assert_true(hr_exchange_memory(10000) <= most && hr_exchange_memory(10000) > most - 1024);
    hr_exchange *exchange = NULL;
    assert_int_equal(hr_exchange_create(hr_test_world(), HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
    const size_t room = hr_exchange_room(exchange);
    assert_int_equal(room, HR_EXCHANGE_BYTES / sizeof(hr_item) / (size_t)ranks());
    assert_int_equal(hr_exchange_memory(ranks()), 4 * room * (size_t)ranks() * sizeof(hr_item));
    hr_exchange_outbox(exchange)->fill[ranks() - 1] = 5;
    assert_int_equal(hr_exchange_room(exchange), room - 5);
    assert_int_equal(hr_exchange_capacity(exchange), room);
    const uint32_t last = (uint32_t)ranks() - 1;
    assert_true(hr_exchange_fits(exchange, last, room - 5));
    assert_false(hr_exchange_fits(exchange, last, room - 4));
    assert_int_equal(hr_exchange_fits(exchange, 0, room), last > 0); // the other slots are empty
    assert_int_equal(hr_exchange_bytes_sent(exchange), 0);
    hr_exchange_outbox(exchange)->fill[ranks() - 1] = 0;
    hr_exchange_destroy(&exchange);
}

HR_TEST(test_the_library_is_named_in_one_line) {
    char text[HR_COMM_LIBRARY_MAX];
    hr_comm_library(text);
    int version = 0;
    int minor = 0;
    int patch = 0;
    int end = 0;
    assert_int_equal(sscanf(text, "Open MPI v%d.%d.%d%n", &version, &minor, &patch, &end), 3);
    assert_true(version >= 4 && strspn(text + end, "abcdefghijklmnopqrstuvwxyz0123456789") == strlen(text + end));
}

HR_TEST(test_groups_of_one_node_and_copies_have_all_ranks) {
    int here = 0;
    hr_comm *copy = NULL;
    assert_int_equal(hr_comm_count_node(hr_test_world(), &here, NULL), HR_OK); // the tests' ranks are on one node
    assert_int_equal(here, ranks());
    assert_int_equal(hr_comm_duplicate(hr_test_world(), &copy, NULL), HR_OK);
    assert_int_equal(hr_comm_rank(copy), rank());
    assert_int_equal(hr_comm_size(copy), ranks());
    hr_comm_destroy(&copy);
    assert_int_equal(hr_comm_split_node(hr_test_world(), &copy, NULL), HR_OK);
    assert_int_equal(hr_comm_rank(copy), rank());
    hr_comm_destroy(&copy);
    assert_null(copy);
    hr_comm_destroy(&copy);
}
