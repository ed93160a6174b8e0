// SPDX-License-Identifier: MIT
// A split iteration of IDA* under orders of events that a real network gives once in a long while (support/scheduled_ranks.h).
// Nothing may be lost: an iteration may not end while work is on its way, nor while a rank has found new work after it joined a
// wave.
//
// This is what the sums of one wave miss, and those of two in a row do not:
//
//  1. A sends work to B, which takes long to come. A has no more, joins the first wave, and asks B. B has joined it before.
//  2. B learns that the wave is over and joins the second one. The work comes, then the question, and A gets a part back.
//  3. A learns only now of the first wave's end. When A has done its part, it joins the second wave: one message sent, one
//  received.
//  4. B is still at work, and would give some of it to A, which has left.
//
// So there are long delays, and a rank with work takes long while it has joined a wave that is not over.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "scheduled_ranks.h"
#include "solve/idastar/idastar.h"

// A tree of two levels under the root, whose leaves take their time. They are the packets of the second iteration; the first one
// ends at the root.

enum { FANOUT = 8, LEVELS = 2, BOUND = 10 };

typedef struct node {
    uint32_t level;
    uint32_t number;
} node;

static node node_of(const void *state) {
    node n;
    memcpy(&n, state, sizeof n);
    return n;
}

static size_t list_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    (void)context;
    const size_t n = node_of(state).level < LEVELS ? FANOUT : 0;
    for (size_t i = 0; i < n; i++) {
        moves[i] = (uint8_t)i;
    }
    return n;
}

static void apply(const void *context, const void *state, uint8_t move, void *next) {
    (void)context;
    const node from = node_of(state);
    const node to = {.level = from.level + 1, .number = FANOUT * from.number + move};
    memcpy(next, &to, sizeof to);
}

static uint32_t estimate(const void *context, const void *state) {
    (void)context;
    const uint32_t level = node_of(state).level;
    return level == 0 ? 0 : BOUND - level;
}

static bool is_solved(const void *context, const void *state) {
    (void)context;
    (void)state;
    return false;
}

static uint64_t leaf_nodes(uint32_t number) { return 2100 + hr_scheduled_mix(number) % 8000; } // as many as the engine likes

/// Steps that a leaf takes. The first rank is slow at first, so that the others ask it.
static uint64_t draw_steps(void) {
    bool over = false;
    if (hr_scheduled_wave(&over)) {
        return hr_scheduled_draw(over ? 3 : 1000);
    }
    return hr_scheduled_draw(hr_scheduled_rank() == 0 ? 100 : 3);
}

static void search(const void *context, const void *state, uint32_t g, uint32_t bound, bool complete, hr_idastar_subtree *subtree) {
    const node from = node_of(state);
    uint8_t moves[HR_IDASTAR_FANOUT_MAX];
    const size_t n = list_moves(context, state, moves);
    subtree->nodes += n;
    if (n > 0 && bound < BOUND) {
        subtree->next_bound = BOUND;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        node next;
        apply(context, state, moves[i], &next);
        search(context, &next, g + 1, bound, complete, subtree);
    }
    if (n == 0) {
        hr_scheduled_begin_work();
        subtree->nodes += leaf_nodes(from.number);
        for (uint64_t left = draw_steps(); left > 0; left--) {
            hr_scheduled_step();
        }
    }
}

/// What came of it, by rank.
typedef struct outcome {
    hr_status status;
    hr_idastar_result result;
} outcome;

static void solve(const hr_comm *world, void *context) {
    static const hr_idastar_domain domain = {.state_bytes = sizeof(node),
                                             .moves = list_moves,
                                             .apply = apply,
                                             .heuristic = estimate,
                                             .solved = is_solved,
                                             .search = search};
    static const node root = {.level = 0};
    const hr_idastar_options options = {.split_nodes = 1};
    outcome *own = (outcome *)context + hr_comm_rank(world);
    hr_error error;
    own->status = hr_idastar_solve(world, &domain, &root, &options, &own->result, &error);
}

static void check_schedules(int ranks, uint64_t seeds) {
    // The root, its children in both iterations, their children, and all leaves.
    uint64_t expected = 1 + FANOUT + FANOUT + FANOUT * FANOUT;
    for (uint32_t leaf = 0; leaf < FANOUT * FANOUT; leaf++) {
        expected += leaf_nodes(leaf);
    }
    for (uint64_t seed = 0; seed < seeds; seed++) {
        outcome outcomes[HR_SCHEDULED_RANKS_MAX];
        hr_scheduled_run(ranks, seed, solve, outcomes);
        assert_false(hr_scheduled_handed_on());
        for (int r = 0; r < ranks; r++) {
            const hr_idastar_result *result = &outcomes[r].result;
            if (outcomes[r].status != HR_OK || result->outcome != HR_IDASTAR_NO_ROUTE || result->nodes != expected) {
                fail_msg("%d ranks, seed %d: status %d on rank %d, %lld nodes are missing", ranks, (int)seed,
                         (int)outcomes[r].status, r, (long long)(expected - result->nodes));
            }
        }
    }
}

static void test_two_ranks_lose_no_work(void **state) {
    (void)state;
    check_schedules(2, 100);
}

static void test_three_ranks_lose_no_work(void **state) {
    (void)state;
    check_schedules(3, 50);
}

static void test_four_ranks_lose_no_work(void **state) {
    (void)state;
    check_schedules(4, 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_ranks_lose_no_work),
        cmocka_unit_test(test_three_ranks_lose_no_work),
        cmocka_unit_test(test_four_ranks_lose_no_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
