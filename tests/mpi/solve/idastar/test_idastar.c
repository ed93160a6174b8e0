// SPDX-License-Identifier: MIT
// Parallel IDA* against published node counts, against itself on one rank, and against a slow depth-first search.

#include "mpi_test.h"

#include <unistd.h>

#include "positions.h"
#include "solving/idastar_task.h"

#define ITERATIONS_MAX 32

typedef struct log {
    hr_idastar_iteration iteration[ITERATIONS_MAX];
    size_t count;
} log;

static void keep(const hr_idastar_iteration *iteration, void *context) {
    log *l = context;
    assert_true(l->count < ITERATIONS_MAX);
    l->iteration[l->count++] = *iteration;
}

HR_TEST(test_manhattan_counts_are_the_published_ones) {
    FILE *file = fopen(HR_GOLDEN_DIR "/korf100.csv", "r");
    assert_non_null(file);
    hr_position position;
    int solved = 0;
    while (hr_position_read(file, 16, &position)) {
        const uint64_t nodes = position.number[3]; // manhattan, optimal, published, measured by others
        if (nodes > 1700000) {
            continue;
        }
        task t;
        prepare(&t, 4, 4, KORF_GOAL, position.text);
        hr_idastar_result result;
        solve(hr_test_world(), &t, &(hr_idastar_options){.split_nodes = solved % 2 == 0 ? 1 : 0}, &result);
        assert_int_equal(HR_IDASTAR_SOLVED, result.outcome);
        assert_int_equal(position.number[1], result.length);
        assert_int_equal(result.length, result.lower_bound);
        assert_int_equal(nodes, result.nodes);
        assert_path_solves(&t, &result);
        solved++;
    }
    (void)fclose(file);
    assert_int_equal(10, solved);
}

static void compare_with_one_rank(const task *t, hr_idastar_options options) {
    log alone = {.count = 0};
    log together = {.count = 0};
    hr_idastar_result expected;
    hr_idastar_result result;
    options.iteration = keep;
    options.iteration_context = &alone;
    solve(NULL, t, &options, &expected);
    options.iteration_context = &together;
    options.split_nodes = 1;
    solve(hr_test_world(), t, &options, &result);
    assert_int_equal(expected.outcome, result.outcome);
    assert_int_equal(expected.length, result.length);
    assert_int_equal(expected.lower_bound, result.lower_bound);
    assert_int_equal(expected.nodes, result.nodes);
    assert_int_equal(expected.expanded, result.expanded);
    assert_int_equal(expected.solutions, result.solutions);
    assert_memory_equal(expected.path, result.path, result.length);
    // Times are the mean of the ranks' own, except that with work, which is of all ranks together.
    uint64_t longest = (uint64_t)(result.seconds * 1e9);
    assert_int_equal(hr_comm_max(hr_test_world(), &longest, 1, NULL), HR_OK);
    assert_true(result.split_seconds <= 1.001e-9 * (double)longest + 1e-6);
    assert_true(result.busy_seconds <= result.split_seconds * hr_comm_size(hr_test_world()) * 1.001);
    assert_int_equal(alone.count, together.count);
    for (size_t i = 0; i < alone.count; i++) {
        assert_int_equal(alone.iteration[i].bound, together.iteration[i].bound);
        assert_int_equal(alone.iteration[i].nodes, together.iteration[i].nodes);
        assert_int_equal(alone.iteration[i].expanded, together.iteration[i].expanded);
        assert_true(together.iteration[i].balance <= 1.001);
    }
    assert_path_solves(t, &result);
}

HR_TEST(test_any_number_of_ranks_gives_the_same_path_and_counts) {
    static const char *const TEXT[] = {
        "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", "4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10",
        "4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15", // one move
        "4 1 2 3 5 0 6 7 8 9 10 11 12 13 14 15", // two
    };
    for (size_t i = 0; i < sizeof TEXT / sizeof *TEXT; i++) {
        task t;
        prepare(&t, 4, 4, KORF_GOAL, TEXT[i]);
        compare_with_one_rank(&t, (hr_idastar_options){0});
        compare_with_one_rank(&t, (hr_idastar_options){.complete = true});
        compare_with_one_rank(&t, (hr_idastar_options){.weight = {4, 3}});
    }
}

HR_TEST(test_limits_stop_with_a_proven_bound) {
    task t; // Korf's number 88: 65 moves
    prepare(&t, 4, 4, KORF_GOAL, "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4");
    hr_idastar_result result;
    // In the first iterations, at the edge of the first that is split, and in the middle of larger ones.
    static const hr_count LIMITS[] = {1, 1000, 30000, 400000, 1000000, 3000000, 20000000};
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        solve(hr_test_world(), &t, &(hr_idastar_options){.max_nodes = LIMITS[i]}, &result);
        assert_int_equal(HR_IDASTAR_LIMIT, result.outcome);
        assert_true(result.lower_bound >= 43 && result.lower_bound <= 65);
        // All ranks together: each may go beyond its share by the successors of one node, or stop at a fraction of a node.
        const hr_count ranks = (hr_count)hr_comm_size(hr_test_world());
        assert_in_range(result.nodes, LIMITS[i], LIMITS[i] + 4 * ranks + 4);
    }
    solve(hr_test_world(), &t, &(hr_idastar_options){.max_seconds = 0.2}, &result);
    assert_int_equal(HR_IDASTAR_LIMIT, result.outcome);
    assert_true(result.lower_bound >= 43 && result.lower_bound <= 65);
    // The time of earlier runs counts, too: none is left.
    solve(hr_test_world(), &t, &(hr_idastar_options){.max_seconds = 1000, .from = {.seconds = 1001}}, &result);
    assert_int_equal(HR_IDASTAR_LIMIT, result.outcome);
    assert_true(result.seconds > 1000);
}

HR_TEST(test_a_limit_stops_only_beyond_it) {
    enum { NEAR = 12 };
    task t;
    prepare(&t, 3, 3, "0 1 2 3 4 5 6 7 8", "8 6 7 2 5 4 3 0 1");
    hr_idastar_options options = {.complete = true};
    hr_idastar_result whole;
    hr_idastar_result result;
    solve(hr_test_world(), &t, &options, &whole);
    int limited = 0;
    for (options.max_nodes = whole.nodes - NEAR; options.max_nodes <= whole.nodes; options.max_nodes++) {
        solve(hr_test_world(), &t, &options, &result);
        limited += result.outcome == HR_IDASTAR_LIMIT;
        assert_true(result.outcome == HR_IDASTAR_LIMIT ? result.nodes > options.max_nodes : result.nodes == whole.nodes);
    }
    assert_in_range(limited, NEAR - 4, NEAR); // a node has at most four successors
    assert_int_equal(result.outcome, HR_IDASTAR_SOLVED);
}

HR_TEST(test_a_weighted_solution_is_within_its_bound) {
    FILE *file = fopen(HR_GOLDEN_DIR "/korf100.csv", "r");
    assert_non_null(file);
    hr_position position;
    int count = 0;
    while (hr_position_read(file, 16, &position)) {
        if (position.number[3] > 3000000) {
            continue;
        }
        count++;
        task t;
        prepare(&t, 4, 4, KORF_GOAL, position.text);
        hr_idastar_result result;
        solve(hr_test_world(), &t, &(hr_idastar_options){.weight = {3, 2}, .split_nodes = 1000}, &result);
        assert_int_equal(HR_IDASTAR_SOLVED, result.outcome);
        assert_true(result.lower_bound <= position.number[1]);
        assert_true(result.length >= position.number[1]);
        assert_true(2 * result.length <= 3 * result.lower_bound);
        assert_path_solves(&t, &result);
    }
    assert_true(count > 8);
    (void)fclose(file);
}

/// A domain with the same moves whose search tells of another solution than it has found.
typedef struct lying_domain {
    hr_idastar_domain real;
    int lie;       ///< 1: the last move is another one; 2: the last move is left out; 3: a move too many; 4: the last move is none
    uint32_t more; ///< the heuristic says so many moves more than the real one
} lying_domain;

static size_t real_moves(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    const lying_domain *l = context;
    return l->real.moves(l->real.context, state, moves);
}

static void real_apply(const void *context, const void *state, uint8_t move, void *next) {
    const lying_domain *l = context;
    l->real.apply(l->real.context, state, move, next);
}

static uint32_t real_heuristic(const void *context, const void *state) {
    const lying_domain *l = context;
    return l->real.heuristic(l->real.context, state) + l->more;
}

static bool real_solved(const void *context, const void *state) {
    const lying_domain *l = context;
    return l->real.solved(l->real.context, state);
}

static void lying_search(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    const lying_domain *l = context;
    l->real.search(l->real.context, state, terms, result);
    const size_t last = result->path_length - 1;
    if (result->path_length > 0 && l->lie == 1) {
        result->path[last] ^= 1;
    } else if (result->path_length > 0 && l->lie == 4) {
        result->path[last] = 200;
    }
    result->path_length -= l->lie == 2 && result->path_length > 0;
    result->path_length += l->lie == 3 && result->path_length > 0;
}

/// Collective. Solve the task with this domain, and see whether its lie is caught.
static void expect_lie(const task *t, const lying_domain *l, bool lies) {
    const hr_idastar_domain domain = {.context = l,
                                      .state_bytes = t->domain.state_bytes,
                                      .moves = real_moves,
                                      .apply = real_apply,
                                      .heuristic = real_heuristic,
                                      .solved = real_solved,
                                      .search = lying_search};
    hr_idastar_result result;
    hr_error error = {.text = ""};
    hr_test_begin_leaving();
    const hr_status status = hr_test_solve(hr_test_world(), &domain, &t->root, &(hr_idastar_options){0}, &result, &error);
    hr_test_end_leaving();
    if (status != (lies ? HR_INTERNAL : HR_OK) || (lies && strstr(error.text, "cannot be right") == NULL)) {
        fail_msg("lie %d: status %d, '%s'", l->lie, (int)status, error.text);
    }
}

static bool at_once(void *context) { return true; }

/// With this weight the fourth iteration has 27 million nodes after 22 of the third one.
HR_TEST(test_a_long_iteration_with_a_weight_is_stopped_soon) {
    task t;
    prepare(&t, 4, 4, NULL, "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1");
    const hr_idastar_options options = {.weight = {3, 2}, .stop_wanted = at_once};
    hr_idastar_result result;
    for (int together = 0; together < 2; together++) {
        solve(together != 0 ? hr_test_world() : NULL, &t, &options, &result);
        assert_int_equal(result.outcome, HR_IDASTAR_STOPPED);
        assert_true(result.nodes + result.unfinished < 2000000);
    }
}

HR_TEST(test_a_solution_that_is_none_is_no_result) {
    task t;
    prepare(&t, 3, 3, "0 1 2 3 4 5 6 7 8", "8 6 7 2 5 4 3 0 1");
    for (int lie = 0; lie <= 4; lie++) {
        expect_lie(&t, &(lying_domain){.real = t.domain, .lie = lie}, lie > 0);
    }
}

HR_TEST(test_a_solution_shorter_than_the_bound_is_no_result) {
    task t;
    prepare(&t, 3, 3, "0 1 2 3 4 5 6 7 8", "1 0 2 3 4 5 6 7 8"); // one move from the goal
    expect_lie(&t, &(lying_domain){.real = t.domain}, false);
    expect_lie(&t, &(lying_domain){.real = t.domain, .more = 2}, true);
}

static size_t no_moves(const void *context, const void *state,
                       uint8_t moves[HR_IDASTAR_FANOUT_MAX]) { // NOLINT(readability-non-const-parameter)
    return 0;
}

static uint32_t no_bound(const void *context, const void *state) { return HR_IDASTAR_NO_BOUND; }

/// A position without a move, and one of which the heuristic knows that it has no solution.
HR_TEST(test_a_position_without_a_way_has_no_solution) {
    task t;
    prepare(&t, 3, 3, "0 1 2 3 4 5 6 7 8", "8 6 7 2 5 4 3 0 1");
    for (int i = 0; i < 2; i++) {
        const lying_domain l = {.real = t.domain};
        const hr_idastar_domain domain = {.context = &l,
                                          .state_bytes = t.domain.state_bytes,
                                          .moves = i == 0 ? no_moves : real_moves,
                                          .apply = real_apply,
                                          .heuristic = i == 0 ? real_heuristic : no_bound,
                                          .solved = real_solved};
        hr_idastar_result result;
        assert_int_equal(hr_test_solve(hr_test_world(), &domain, &t.root, &(hr_idastar_options){0}, &result, NULL), HR_OK);
        assert_int_equal(result.outcome, HR_IDASTAR_NO_ROUTE);
        assert_int_equal(result.nodes, 1);
        assert_int_equal(result.length, 0);
        assert_int_equal(result.solutions, 0);
    }
}

static void count_span(const hr_idastar_progress *progress, void *context) { ++*(uint64_t *)context; }

static uint32_t slow_value(const void *context, const void *state) {
    if (hr_comm_rank(hr_test_world()) == 0) {
        (void)usleep(20);
    }
    return hr_tiles_manhattan(((const hr_tiles_manhattan_context *)context)->tiles, state);
}

/// The rest of an iteration with a near limit of nodes is searched by every rank. Though rank 0 is slower, all have the same spans.
HR_TEST(test_ranks_of_different_speed_have_the_same_spans) {
    task t; // Korf's number 73
    prepare(&t, 4, 4, KORF_GOAL, "6 14 10 5 15 8 7 1 3 4 2 0 12 9 11 13");
    uint64_t spans = 0;
    hr_idastar_options options = {
        .max_nodes = 800000, .span = count_span, .span_seconds = 1e-9, .subtrees = 512, .iteration_context = &spans};
    hr_idastar_result result;
    solve(NULL, &t, &options, &result);
    assert_int_equal(HR_IDASTAR_LIMIT, result.outcome);
    assert_true(spans > 0 && result.progress.begun.done > 0);
    t.domain.heuristic = slow_value;
    options.from = result.progress;
    options.max_nodes = result.progress.nodes + result.progress.begun.nodes + 20000;
    options.span_seconds = 0.005;
    spans = 0;
    solve(hr_test_world(), &t, &options, &result);
    assert_int_equal(HR_IDASTAR_LIMIT, result.outcome);
    uint64_t most = spans;
    assert_int_equal(HR_OK, hr_comm_max(hr_test_world(), &most, 1, NULL));
    assert_int_equal(most, spans);
}
