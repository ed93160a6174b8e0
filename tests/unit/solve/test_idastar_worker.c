// SPDX-License-Identifier: MIT
// One rank's part of an iteration of IDA*: which subtrees it leaves to the domain's search, what it gives to a thief, what it
// counts when a solution is known, and packets in messages.

#include "solve/idastar/message.h"
#include "solve/idastar/worker.h"
#include "solving/two_moves.h"
#include "unit_test.h"

/// In a tree without leaves: a state is the first move on the way to it, plus 1; 0 is the root.
static void step(const void *context, const void *state, uint8_t move, void *next) {
    const uint32_t from = *(const uint32_t *)state;
    *(uint32_t *)next = from == 0 ? move + 1U : from;
}

/// A search of a subtree that generates *context nodes, times the number of the state if it is not the root.
static void search(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *subtree) {
    const uint32_t number = *(const uint32_t *)state;
    subtree->nodes += *(const hr_count *)context * (number > 0 ? number : 1);
}

static const uint32_t ROOT = 0;
static const uint8_t NO_MOVES[1];

static hr_idastar_domain make_domain(const hr_count *nodes) {
    return (hr_idastar_domain){.context = nodes,
                               .state_bytes = sizeof ROOT,
                               .moves = two_moves,
                               .apply = step,
                               .heuristic = no_estimate,
                               .solved = is_never_solved,
                               .search = search};
}

static void create(const hr_idastar_domain *domain, hr_idastar_worker *worker, uint32_t bound) {
    assert_int_equal(hr_idastar_worker_create(domain, &ROOT, (hr_idastar_weight){0}, false, worker, NULL), HR_OK);
    hr_idastar_worker_begin(worker, bound);
}

/// Returns the reach after `searches` searches of so many nodes each, 10 moves from the bound, if it was `reach` before.
static uint32_t reach_after(uint32_t reach, hr_count nodes, int searches) {
    const hr_idastar_domain domain = make_domain(&nodes);
    hr_idastar_worker worker;
    create(&domain, &worker, 10);
    worker.tuning.reach = reach;
    for (int i = 0; i < searches; i++) {
        assert_int_equal(hr_idastar_worker_start(&worker, NO_MOVES, 0, NULL, 0, NULL), HR_OK);
        assert_int_equal(hr_idastar_worker_run(&worker, 1, NULL), HR_OK);
        assert_int_equal(worker.stack.used, 0);
    }
    assert_true(worker.nodes == nodes * (hr_count)searches && worker.expanded == 0);
    const uint32_t after = worker.tuning.reach;
    hr_idastar_worker_destroy(&worker);
    return after;
}

/// The domain's searches are to have some 8192 nodes: from a quarter of that to twice as many they stay as they are.
HR_TEST(test_subtrees_of_the_domain_get_the_right_size) {
    assert_int_equal(reach_after(20, 2047, 15), 20); // too early to tell
    assert_int_equal(reach_after(20, 2047, 16), 21);
    assert_int_equal(reach_after(20, 2047, 48), 23);
    assert_int_equal(reach_after(20, 2048, 16), 20);
    assert_int_equal(reach_after(20, 16384, 16), 20);
    assert_int_equal(reach_after(20, 16385, 16), 19);
    assert_int_equal(reach_after(UINT32_MAX, 100, 16), UINT32_MAX);
    // One search that is far too large is enough. Each level about doubles the nodes: 64 times as many are 6 levels.
    assert_int_equal(reach_after(20, 131072, 1), 20);
    assert_int_equal(reach_after(20, 524288, 1), 10 - 4);
    assert_int_equal(reach_after(20, UINT64_C(8192) << 20, 1), 0);
}

/// A rank that has expanded 256 nodes itself leaves larger subtrees to the domain.
HR_TEST(test_reach_grows_where_no_node_is_near_enough) {
    const hr_count nodes = 1;
    const hr_idastar_domain domain = make_domain(&nodes);
    hr_idastar_worker worker;
    create(&domain, &worker, HR_IDASTAR_PATH_MAX - 1);
    worker.tuning.reach = 2;
    assert_int_equal(hr_idastar_worker_start(&worker, NO_MOVES, 0, NULL, 0, NULL), HR_OK);
    for (unsigned i = 1; i <= 512 && worker.path_length + 8 < HR_IDASTAR_PATH_MAX; i++) {
        assert_int_equal(hr_idastar_worker_run(&worker, 1, NULL), HR_OK);
        assert_int_equal(worker.expanded, i);
        assert_int_equal(worker.tuning.reach, 2 + i / 256);
    }
    assert_true(worker.expanded > 256);
    hr_idastar_worker_destroy(&worker);
}

/// Near its limit a rank expands nodes itself, which generates two at a time, unless the limit is rough.
HR_TEST(test_only_a_rough_limit_is_left_to_the_domain) {
    const hr_count nodes = 5000;
    const hr_idastar_domain domain = make_domain(&nodes);
    for (int rough = 0; rough < 2; rough++) {
        hr_idastar_worker worker;
        create(&domain, &worker, 20);
        worker.limit = 100;
        worker.rough = rough != 0;
        assert_int_equal(hr_idastar_worker_start(&worker, NO_MOVES, 0, NULL, 0, NULL), HR_OK);
        assert_int_equal(hr_idastar_worker_run(&worker, 100000, NULL), HR_OK);
        assert_true(hr_idastar_worker_over_limit(&worker));
        assert_int_equal(worker.nodes, rough ? nodes : 102);
        assert_int_equal(worker.expanded, rough ? 0 : 51);
        hr_idastar_worker_destroy(&worker);
    }
}

/// The worker gives the siblings expected[0..count) to a thief, and keeps `left` open nodes.
static void expect_gift(hr_idastar_worker *worker, bool last, size_t count, const uint8_t *expected, size_t left) {
    uint8_t siblings[HR_IDASTAR_FANOUT_MAX];
    size_t length = 77;
    assert_int_equal(hr_idastar_worker_split(worker, last, &length, siblings), count);
    assert_int_equal(worker->stack.used, left);
    if (count > 0) {
        assert_memory_equal(siblings, expected, count);
        assert_int_equal(length, 1);
    }
}

/// A thief gets half of the shallowest open nodes, from the right. The last open node stays, unless all may go.
HR_TEST(test_a_thief_gets_half_of_the_shallowest_nodes) {
    const hr_count nodes = 1;
    const hr_idastar_domain domain = make_domain(&nodes);
    hr_idastar_worker worker;
    create(&domain, &worker, 40);
    worker.tuning.reach = 2;
    const uint8_t path[] = {3};
    const uint8_t siblings[] = {1, 2, 4, 6, 7};
    assert_int_equal(hr_idastar_worker_start(&worker, path, 1, siblings, 5, NULL), HR_OK);
    expect_gift(&worker, false, 2, (const uint8_t[]){6, 7}, 3);
    expect_gift(&worker, false, 1, (const uint8_t[]){4}, 2);
    expect_gift(&worker, false, 1, (const uint8_t[]){2}, 1);
    expect_gift(&worker, false, 0, NULL, 1);
    expect_gift(&worker, true, 1, (const uint8_t[]){1}, 0);
    expect_gift(&worker, true, 0, NULL, 0);
    assert_int_equal(hr_idastar_worker_start(&worker, path, 1, siblings, 5, NULL), HR_OK);
    expect_gift(&worker, true, 3, (const uint8_t[]){4, 6, 7}, 2);
    hr_idastar_worker_drop(&worker);
    assert_int_equal(hr_idastar_worker_start(&worker, path, 1, siblings, 3, NULL), HR_OK);
    assert_int_equal(hr_idastar_worker_run(&worker, 1, NULL), HR_OK); // the first one is expanded, the others stay below
    assert_int_equal(worker.stack.used, 4);
    expect_gift(&worker, false, 1, (const uint8_t[]){4}, 3);
    expect_gift(&worker, false, 1, (const uint8_t[]){2}, 2);
    hr_idastar_worker_destroy(&worker);
}

static void begin_packet(hr_idastar_worker *worker, uint8_t move) {
    assert_int_equal(hr_idastar_worker_start(worker, &move, 1, NULL, 0, NULL), HR_OK);
    assert_int_equal(hr_idastar_worker_run(worker, 1, NULL), HR_OK);
    assert_int_equal(worker->stack.used, 0);
}

/// With a solution the packets that begin before it count, as if one rank had searched from left to right.
HR_TEST(test_packets_to_the_right_of_the_solution_do_not_count) {
    const hr_count nodes = 10;
    const hr_idastar_domain domain = make_domain(&nodes);
    hr_idastar_worker worker;
    create(&domain, &worker, 40);
    begin_packet(&worker, 4);
    begin_packet(&worker, 0);
    begin_packet(&worker, 2);
    assert_int_equal(hr_idastar_worker_counted(&worker).nodes, 50 + 10 + 30);
    assert_false(hr_idastar_worker_needless(&worker, (const uint8_t[]){5}, 1));
    hr_idastar_worker_offer(&worker, (const uint8_t[]){2, 5}, 2, 1);
    hr_idastar_worker_offer(&worker, (const uint8_t[]){2, 5, 0}, 3, 1); // what continues a path lies to its right
    hr_idastar_worker_offer(&worker, (const uint8_t[]){3}, 1, 1);
    assert_true(worker.best.known && worker.best.fresh && worker.best.length == 2 && worker.best.levels == 1);
    assert_int_equal(hr_idastar_worker_counted(&worker).nodes, 10 + 30);
    assert_true(hr_idastar_worker_needless(&worker, (const uint8_t[]){2, 5, 0}, 3));
    assert_false(hr_idastar_worker_needless(&worker, (const uint8_t[]){2, 5}, 2));
    assert_false(hr_idastar_worker_needless(&worker, (const uint8_t[]){2, 4, 9}, 3));
    hr_idastar_worker_offer(&worker, (const uint8_t[]){1, 9}, 2, 0);
    assert_int_equal(worker.best.path[0], 1);
    assert_int_equal(hr_idastar_worker_counted(&worker).nodes, 10);
    worker.complete = true; // then all count
    assert_int_equal(hr_idastar_worker_counted(&worker).nodes, 50 + 10 + 30);
    assert_false(hr_idastar_worker_needless(&worker, (const uint8_t[]){5}, 1));
    hr_idastar_worker_destroy(&worker);
}

HR_TEST(test_a_message_is_filled_to_its_last_byte) {
    enum { LENGTH = 300, SIBLINGS = 5 };
    static hr_idastar_message m;
    uint8_t path[LENGTH];
    for (size_t i = 0; i < LENGTH; i++) {
        path[i] = (uint8_t)(i * 7);
    }
    const hr_idastar_message_packet packet = {.path = path, .length = LENGTH, .siblings = path + 9, .count = SIBLINGS};
    const size_t fitting = sizeof m.body / (3 + LENGTH + SIBLINGS);
    for (size_t i = 0; i < fitting; i++) {
        assert_true(hr_idastar_message_add(&m, &packet));
    }
    const size_t left = sizeof m.body - m.used;
    assert_false(hr_idastar_message_add(&m, &(hr_idastar_message_packet){.path = path, .length = left - 2}));
    assert_true(m.header.count == fitting && m.used == sizeof m.body - left);
    assert_true(hr_idastar_message_add(&m, &(hr_idastar_message_packet){.path = path, .length = left - 3}));
    assert_true(m.header.count == fitting + 1 && hr_idastar_message_size(&m) == HR_IDASTAR_MESSAGE_MAX);
    size_t at = 0;
    for (size_t i = 0; i <= fitting; i++) {
        const hr_idastar_message_packet read = hr_idastar_message_next(&m, &at);
        assert_int_equal(read.length, i < fitting ? LENGTH : left - 3);
        assert_int_equal(read.count, i < fitting ? SIBLINGS : 0);
        assert_memory_equal(read.path, path, read.length);
        if (read.count > 0) {
            assert_memory_equal(read.siblings, path + 9, read.count);
        }
    }
    assert_int_equal(at, sizeof m.body);
}
