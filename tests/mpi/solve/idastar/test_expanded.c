// SPDX-License-Identifier: MIT
// The nodes that IDA* generates and expands, iteration by iteration, against a slow search that only recurses, and sums of them
// where a limit ends the search.

#include <string.h>

#include "solve/drops/domain.h"
#include "solving/read_tiles.h"
#include "solving/solve_together.h"
#include "solving/tiles_bench.h"

enum { ITERATIONS_MAX = 256 };

/// What a run has told of its iterations.
typedef struct told {
    hr_idastar_iteration iteration[ITERATIONS_MAX];
    size_t count;
    size_t spans;
} told;

static void keep_iteration(const hr_idastar_iteration *iteration, void *context) {
    told *t = context;
    assert_in_range(t->count, 0, ITERATIONS_MAX - 1);
    t->iteration[t->count++] = *iteration;
}

static void count_span(const hr_idastar_progress *progress, void *context) {
    told *t = context;
    assert_true(progress->begun.expanded <= progress->begun.nodes + 1);
    t->spans++;
}

/// One iteration of the slow search. A node is counted where it is entered, by the node before it on the path.
typedef struct slow {
    const hr_idastar_domain *domain;
    uint32_t p;
    uint32_t q;
    uint32_t bound;
    uint32_t next_bound;
    bool complete;
    hr_count generated;
    hr_count expanded;
    hr_count solutions;
} slow;

/// Search below a state that is not solved. Returns true to stop.
static bool search_below(slow *s, const void *state, uint32_t g) {
    const hr_idastar_domain *domain = s->domain;
    uint8_t moves[HR_IDASTAR_FANOUT_MAX];
    const size_t n = domain->moves(domain->context, state, moves);
    for (size_t i = 0; i < n; i++) {
        _Alignas(16) unsigned char next[HR_IDASTAR_STATE_MAX];
        domain->apply(domain->context, state, moves[i], next);
        s->generated++;
        const uint32_t f = s->q * (g + 1) + s->p * domain->heuristic(domain->context, next);
        if (f > s->bound) {
            s->next_bound = f < s->next_bound ? f : s->next_bound;
        } else if (domain->solved(domain->context, next)) {
            s->solutions++;
            if (!s->complete) {
                return true;
            }
        } else {
            s->expanded++;
            if (search_below(s, next, g + 1)) {
                return true;
            }
        }
    }
    return false;
}

/// Compare the iterations and the result of a search from the beginning to its end with those of the slow one.
static void expect_slow(const hr_idastar_domain *domain, const void *root, const hr_idastar_options *options, const told *t,
                        const hr_idastar_result *result) {
    const bool weighted = options->weight.numerator > 0;
    const uint32_t p = weighted ? options->weight.numerator : 1;
    slow s = {.domain = domain, .p = p, .q = weighted ? options->weight.denominator : 1, .complete = options->complete};
    hr_count nodes = 1;
    hr_count expanded = 0;
    s.next_bound = p * domain->heuristic(domain->context, root);
    for (size_t i = 0; s.solutions == 0; i++) {
        s.bound = s.next_bound;
        s.next_bound = HR_IDASTAR_NO_BOUND;
        s.generated = 0;
        s.expanded = 1; // the root
        (void)search_below(&s, root, 0);
        assert_in_range(i + 1, 1, t->count);
        assert_int_equal(t->iteration[i].bound, s.bound);
        assert_int_equal(t->iteration[i].nodes, s.generated);
        assert_int_equal(t->iteration[i].expanded, s.expanded);
        nodes += s.generated;
        expanded += s.expanded;
        assert_int_equal(t->iteration[i].next.nodes, nodes);
        assert_int_equal(t->iteration[i].next.expanded, expanded);
        assert_true(s.solutions == 0 || i + 1 == t->count);
    }
    assert_int_equal(result->nodes, nodes);
    assert_int_equal(result->expanded, expanded);
    assert_int_equal(result->solutions, s.solutions);
}

static size_t spans; ///< finished in all searches so far; searches of few nodes have none

/// Collective. Solve `root` on all ranks together, as a whole and in spans, and on one rank. Compare each search with the slow one.
static void check(const hr_idastar_domain *domain, const void *root, hr_idastar_options options) {
    options.iteration = keep_iteration;
    options.span_seconds = 1e-9;
    options.subtrees = 8;
    for (int way = 0; way < 4; way++) {
        told t = {.count = 0};
        hr_idastar_result result;
        hr_error error = {.text = ""};
        options.iteration_context = &t;
        options.split_nodes = way / 2 == 0 ? 1 : 0;
        options.span = way % 2 == 0 ? NULL : count_span;
        const hr_status status = hr_test_solve(way / 2 == 0 ? hr_test_world() : NULL, domain, root, &options, &result, &error);
        assert_string_equal(error.text, "");
        assert_int_equal(status, HR_OK);
        assert_int_equal(result.outcome, HR_IDASTAR_SOLVED);
        spans += t.spans;
        expect_slow(domain, root, &options, &t, &result);
    }
}

static void check_all_options(const hr_idastar_domain *domain, const void *root) {
    check(domain, root, (hr_idastar_options){.complete = false});
    check(domain, root, (hr_idastar_options){.complete = true});
    check(domain, root, (hr_idastar_options){.weight = {5, 4}});
}

HR_TEST(test_tiles_count_as_the_slow_search_does) {
    static const struct {
        int width, height;
        const char *heuristic;
        const char *position;
    } CASES[] = {
        {4, 4, "manhattan", "5 6 1 3 2 9 7 4 0 14 10 12 13 8 11 15"},
        {3, 3, "manhattan", "8 6 7 2 5 4 3 0 1"},
        {4, 3, "conflict", "2 5 3 7 1 10 0 9 4 8 11 6"},
        {3, 3, "walking", "8 6 7 2 5 4 3 0 1"},
        {3, 3, "4-4", "8 6 7 2 5 4 3 0 1"},
        {4, 3, "4-4-3", "2 5 3 7 1 10 0 9 4 8 11 6"},
        {3, 3, "+4-4+3-5", "8 6 7 2 5 4 3 0 1"},
        {4, 3, "+4-4-3", "2 5 3 7 1 10 0 9 4 8 11 6"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        bench b;
        hr_tiles_state root;
        print_message("%dx%d, %s\n", CASES[i].width, CASES[i].height, CASES[i].heuristic);
        open_bench(&b, CASES[i].width, CASES[i].height, NULL, CASES[i].heuristic, NULL);
        assert_int_equal(read_tiles(&b.tiles, CASES[i].position, &root, NULL), HR_OK);
        check_all_options(&b.guide.domain, &root);
        close_bench(&b);
    }
    assert_true(spans > 0);
}

HR_TEST(test_drops_count_as_the_slow_search_does) {
    hr_idastar_domain domain;
    hr_drops_domain(&domain);
    static const char *const BOARDS[] = {"1 0 2 / 3 2 1 / 2 3 1", "2 2 1 / 1 2 0 / 2 0 3"};
    for (size_t i = 0; i < sizeof BOARDS / sizeof *BOARDS; i++) {
        hr_drops_state root = {.kept = 0};
        assert_int_equal(hr_drops_parse(3, 3, BOARDS[i], &root.board, NULL), HR_OK);
        check_all_options(&domain, &root);
    }
}

/// What a limit leaves: the finished iterations are those of a search without one, and the unfinished one is part of the sums.
HR_TEST(test_sums_fit_together_after_a_limit) {
    bench b;
    hr_tiles_state root;
    open_bench(&b, 4, 4, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "manhattan", NULL);
    assert_int_equal(read_tiles(&b.tiles, "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4", &root, NULL), HR_OK);
    static const hr_count LIMITS[] = {1, 1000, 30000, 400000, 3000000};
    told whole = {.count = 0};
    for (size_t i = sizeof LIMITS / sizeof *LIMITS; i-- > 0;) { // the largest one first
        told t = {.count = 0};
        hr_idastar_result result;
        const hr_idastar_options options = {.max_nodes = LIMITS[i], .iteration = keep_iteration, .iteration_context = &t};
        assert_int_equal(hr_test_solve(hr_test_world(), &b.guide.domain, &root, &options, &result, NULL), HR_OK);
        assert_int_equal(result.outcome, HR_IDASTAR_LIMIT);
        whole = whole.count == 0 ? t : whole;
        hr_count nodes = 1;
        hr_count expanded = 0;
        for (size_t k = 0; k < t.count; k++) {
            assert_int_equal(t.iteration[k].expanded, whole.iteration[k].expanded);
            nodes += t.iteration[k].nodes;
            expanded += t.iteration[k].expanded;
        }
        assert_int_equal(result.progress.nodes, nodes);
        assert_int_equal(result.progress.expanded, expanded);
        assert_int_equal(result.nodes, nodes + result.unfinished);
        assert_int_equal(result.expanded, expanded + result.unfinished_expanded);
        assert_in_range(result.unfinished_expanded, 1, result.unfinished);
        assert_true(3 * result.unfinished_expanded + 4 >= result.unfinished); // at most three successors, of the root four
    }
    assert_true(whole.count > 3);
    close_bench(&b);
}
