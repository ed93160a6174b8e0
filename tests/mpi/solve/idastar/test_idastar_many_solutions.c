// SPDX-License-Identifier: MIT
// A tree in which every span and every rank finds solutions: of all of them the leftmost one is told, and each counts once. And
// packets of work that are too many for one message: each is still on one rank.

#include "mpi_test.h"

#include "solve/idastar/sharing.h"
#include "solving/solve_together.h"
#include "solving/two_moves.h"

// Two moves lead from each node. A node at the depth LENGTH is solved if ONES of the moves to it were 1.
enum { LENGTH = 15, ONES = 7, SOLUTIONS = 6435 }; ///< 15! / (7! · 8!)

typedef struct node {
    uint32_t depth;
    uint32_t ones;
} node;

static node node_of(const void *state) {
    node n;
    memcpy(&n, state, sizeof n);
    return n;
}

static void apply(const void *context, const void *state, uint8_t move, void *next) {
    const node from = node_of(state);
    const node to = {.depth = from.depth + 1, .ones = from.ones + move};
    memcpy(next, &to, sizeof to);
}

static bool solved(const void *context, const void *state) {
    const node n = node_of(state);
    return n.depth == LENGTH && n.ones == ONES;
}

static const hr_idastar_domain TREE = {
    .state_bytes = sizeof(node), .moves = two_moves, .apply = apply, .heuristic = no_estimate, .solved = solved};

/// Nodes of all iterations that generate the levels 1 … b + 1 of the tree, for the bounds b below `LENGTH`, and the root.
static hr_count nodes_before(void) {
    hr_count nodes = 1;
    for (unsigned bound = 0; bound < LENGTH; bound++) {
        nodes += (UINT64_C(1) << (bound + 2)) - 2;
    }
    return nodes;
}

/// Stops a search after so many questions.
static bool count_down(void *context) {
    int *left = context;
    return --*left <= 0;
}

static void ignore(const hr_idastar_progress *progress, void *context) {
    uint64_t *spans = context;
    assert_true(progress->begun.done > 0);
    ++*spans;
}

static void check_result(const hr_idastar_result *result, bool complete) {
    // Every node of the last level that is not solved is expanded, but for those that come after the first solution.
    const hr_count whole = nodes_before() + (UINT64_C(1) << (LENGTH + 1)) - 2 + 2 * ((UINT64_C(1) << LENGTH) - SOLUTIONS);
    assert_int_equal(result->outcome, HR_IDASTAR_SOLVED);
    assert_int_equal(result->length, LENGTH);
    assert_int_equal(result->lower_bound, LENGTH);
    assert_int_equal(result->solutions, complete ? SOLUTIONS : 1);
    for (uint32_t i = 0; i < LENGTH; i++) {
        assert_int_equal(result->path[i], i < LENGTH - ONES ? 0 : 1);
    }
    if (complete) {
        assert_int_equal(result->nodes, whole);
    } else {
        assert_in_range(result->nodes, nodes_before() + 1, whole - 1);
    }
}

/// Collective. Solve in one go, and in spans that are stopped again and again, with all ranks and with one by turns.
static void check_tree(bool complete) {
    const node root = {.depth = 0};
    hr_idastar_result first;
    hr_idastar_result result;
    hr_idastar_options options = {.complete = complete, .split_nodes = 100};
    assert_int_equal(hr_test_solve(NULL, &TREE, &root, &options, &first, NULL), HR_OK);
    check_result(&first, complete);
    assert_int_equal(hr_test_solve(hr_test_world(), &TREE, &root, &options, &result, NULL), HR_OK);
    check_result(&result, complete);
    assert_int_equal(result.nodes, first.nodes);
    uint64_t spans = 0;
    options.span = ignore;
    options.iteration_context = &spans;
    options.span_seconds = 1e-9;
    options.subtrees = 64;
    options.stop_wanted = count_down;
    int stops = 0;
    do {
        int left = 4 << stops;
        options.stop_context = &left;
        const hr_comm *comm = stops % 2 == 0 ? hr_test_world() : NULL;
        assert_int_equal(hr_test_solve(comm, &TREE, &root, &options, &result, NULL), HR_OK);
        options.from = result.progress;
        stops++;
    } while (result.outcome == HR_IDASTAR_STOPPED);
    assert_true(spans > 0);
    check_result(&result, complete);
    assert_int_equal(result.nodes, first.nodes);
}

HR_TEST(test_the_leftmost_of_many_solutions) {
    check_tree(false);
    check_tree(true);
}

enum { PACKETS_MAX = 700 };

/// Packet number i has a path of its own, and a length of its own.
static hr_idastar_packet packet_of(size_t i) {
    hr_idastar_packet packet = {.length = (uint8_t)(i % 5 == 0 ? HR_IDASTAR_PACKET_DEPTH_MAX : 20 + i % 7)};
    for (size_t k = 0; k < packet.length; k++) {
        packet.path[k] = (uint8_t)(i >> (k % 10) & 1U);
    }
    packet.path[0] = (uint8_t)(i / 256);
    packet.path[1] = (uint8_t)(i % 256);
    return packet;
}

static void expect_packet(const hr_idastar_packet *packet, size_t i) {
    const hr_idastar_packet wanted = packet_of(i);
    assert_int_equal(packet->length, wanted.length);
    assert_memory_equal(packet->path, wanted.path, wanted.length);
}

/// Collective. The last rank asks rank 0, which has begun `begun` of `count` packets, and gets the second half of the others, as
/// far as they fit into a message.
static void share_packets(hr_idastar_split *split, size_t begun, size_t count) {
    hr_idastar_packets_clear(&split->waiting.packets);
    split->waiting.next = 0;
    split->wave = (hr_idastar_wave){.sent = 0};
    if (split->rank == 0) {
        for (size_t i = 0; i < count; i++) {
            const hr_idastar_packet packet = packet_of(i);
            assert_int_equal(hr_idastar_packets_add(&split->waiting.packets, &packet, NULL), HR_OK);
        }
        split->waiting.next = begun;
        assert_int_equal(hr_idastar_answer(split, split->size - 1, NULL), HR_OK);
        assert_int_equal(split->wave.sent, 1);
    }
    uint64_t kept[2] = {split->waiting.packets.count, 0};
    if (split->rank == split->size - 1) {
        hr_idastar_message m = {.used = 0};
        bool received = false;
        int from = -1;
        size_t size = 0;
        while (!received) {
            assert_int_equal(hr_mailbox_poll(split->mailbox, &received, &from, &m, &size, NULL), HR_OK);
        }
        assert_int_equal(from, 0);
        assert_in_range(size, sizeof m.header, HR_IDASTAR_MESSAGE_MAX);
        m.used = size - sizeof m.header;
        assert_int_equal(hr_idastar_take_answer(split, &m, NULL), HR_OK);
        assert_int_equal(split->wave.received, 1);
        kept[1] = split->waiting.packets.count;
    }
    kept[0] = split->rank == 0 ? kept[0] : 0;
    assert_int_equal(hr_comm_sum(hr_test_world(), kept, 2, NULL), HR_OK);
    const size_t waiting = count - begun;
    const size_t half = waiting - waiting / 2;
    assert_int_equal(kept[0] + kept[1], count);
    assert_true(kept[1] == half || (kept[1] > 200 && kept[1] < half));
    for (size_t i = 0; i < split->waiting.packets.count; i++) { // those that went are the first of the half
        const size_t number = split->rank == 0 ? (i < count - half ? i : i + kept[1]) : count - half + i;
        expect_packet(&split->waiting.packets.packet[i], number);
    }
}

HR_TEST(test_packets_that_do_not_fit_into_a_message_stay) {
    static const size_t COUNTS[] = {1, 2, 3, 10, 480, 600, PACKETS_MAX};
    hr_idastar_split split = {
        .comm = NULL, .rank = hr_comm_rank(hr_test_world()), .size = hr_comm_size(hr_test_world()), .epoch = 1};
    assert_int_equal(hr_mailbox_create(hr_test_world(), HR_IDASTAR_MESSAGE_MAX, &split.mailbox, NULL), HR_OK);
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0] && split.size > 1; i++) {
        share_packets(&split, 0, COUNTS[i]);
        share_packets(&split, COUNTS[i] / 3, COUNTS[i]);
    }
    hr_idastar_packets_clear(&split.waiting.packets);
    assert_int_equal(hr_mailbox_destroy(&split.mailbox, NULL), HR_OK);
}
