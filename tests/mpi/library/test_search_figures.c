// SPDX-License-Identifier: MIT
// Every figure that libhuarong-search passes on is that of the engine behind it, and each end has its reason.

#include "mpi_test.h"

#include "enumerate/frontier/frontier.h"
#include "huarong/search/enumerate.h"
#include "huarong/search/openings.h"
#include "huarong/search/ranks.h"
#include "huarong/search/solve.h"
#include "openings/openings.h"

static hr_ranks *make_ranks(void) {
    hr_ranks *ranks = NULL;
    assert_int_equal(hr_ranks_create(MPI_COMM_WORLD, &ranks, NULL), HR_OK);
    return ranks;
}

static bool is_time(double seconds) { return seconds > 0 && seconds < 1000; }

/// Collective. What all ranks had at most a moment ago.
static bool is_peak_of_all(uint64_t bytes) {
    const uint64_t now = hr_test_peak_memory();
    return bytes <= now && bytes > now / 4 * 3;
}

static void listen(const hr_search_layer *layer, void *context) {
    hr_search_layer *heard = context;
    heard[layer->depth] = *layer;
}

static void check_layer(const hr_search_layer *layer, const hr_layer *wanted) {
    assert_int_equal(layer->states, wanted->states);
    assert_int_equal(layer->canonical, wanted->canonical);
    assert_int_equal(layer->solved, wanted->solved);
    assert_true(layer->fingerprint == wanted->fingerprint);
    assert_true(layer->seconds >= 0 && layer->seconds < 1000);
}

/// A source off the goal, so that some layer beyond the first one has solved states.
HR_TEST(test_an_enumeration_has_the_figures_of_its_engine) {
    const hr_puzzle_options options = {.spec = "klotski:4x4", .from = "oXXooXXo........"};
    hr_ranks *ranks = make_ranks();
    hr_puzzle *puzzle = made_puzzle(&options);
    hr_search_layer heard[64] = {{.depth = 0}};
    hr_enumeration wanted;
    hr_search_enumeration *found = NULL;
    assert_int_equal(
        hr_frontier_enumerate(hr_test_world(), puzzle, &(hr_enumerate_options){.max_depth = HR_DEPTH_UNREACHED}, &wanted, NULL),
        HR_OK);
    assert_in_range(wanted.layer_count, 5, 63);
    assert_in_range(wanted.first_solved, 1, 63);
    const hr_search_enumeration_options search = {.puzzle = options, .engine = "frontier", .on_layer = listen, .context = heard};
    assert_int_equal(hr_search_enumerate(ranks, &search, &found, NULL), HR_OK);
    assert_int_equal(found->layer_count, wanted.layer_count);
    for (size_t d = 0; d < found->layer_count; d++) {
        assert_int_equal(found->layers[d].depth, d);
        check_layer(&found->layers[d], &wanted.layers[d]);
        if (hr_comm_rank(hr_test_world()) == 0) {
            assert_int_equal(heard[d].depth, d);
            check_layer(&heard[d], &wanted.layers[d]);
        }
    }
    assert_int_equal(found->states, wanted.states);
    assert_int_equal(found->canonical, wanted.canonical);
    assert_true(found->states > found->canonical);
    assert_int_equal(found->first_solved, wanted.first_solved);
    assert_true(found->whole && !found->table_written);
    assert_string_equal(found->engine, "frontier");
    uint64_t hardest[HR_HARDEST_MAX] = {0};
    memcpy(hardest, wanted.hardest, wanted.hardest_listed * sizeof *hardest);
    uint64_t listed = wanted.hardest_listed;
    assert_int_equal(hr_comm_max(hr_test_world(), &listed, 1, NULL), HR_OK); // rank 0 has them
    assert_int_equal(hr_comm_broadcast(hr_test_world(), hardest, sizeof hardest, NULL), HR_OK);
    assert_int_equal(found->hardest_listed, listed);
    assert_memory_equal(found->hardest, hardest, listed * sizeof *hardest);
    assert_true(is_time(found->seconds) && is_peak_of_all(found->peak_memory));
    hr_search_enumeration_destroy(&found);
    hr_enumeration_clear(&wanted);
    hr_puzzle_destroy(&puzzle);
    hr_ranks_destroy(&ranks);
}

static void check_set(const hr_search_piece_set *set, const hr_openings_set *wanted, size_t distances) {
    assert_int_equal(set->pieces.horizontals, wanted->pieces.horizontals);
    assert_int_equal(set->pieces.verticals, wanted->pieces.verticals);
    assert_int_equal(set->pieces.singles, wanted->pieces.singles);
    assert_int_equal(set->openings, wanted->full.openings);
    assert_int_equal(set->solved, wanted->full.solved);
    assert_int_equal(set->solvable, wanted->full.solvable);
    assert_int_equal(set->components, wanted->full.components);
    assert_int_equal(set->components_solvable, wanted->full.components_solvable);
    assert_int_equal(set->largest_component, wanted->largest_component);
    assert_int_equal(set->max_distance, wanted->max_distance);
    assert_true(set->mean_distance == wanted->mean_distance);
    assert_int_equal(set->hardest_count, wanted->hardest_count);
    assert_int_equal(set->hardest_listed, wanted->hardest_listed);
    assert_memory_equal(set->hardest, wanted->hardest, wanted->hardest_listed * sizeof(hr_state));
    assert_memory_equal(set->histogram, wanted->histogram, distances * sizeof(hr_count));
    assert_true(set->known);
}

HR_TEST(test_openings_have_the_figures_of_their_engine) {
    const hr_puzzle_options options = {.spec = "klotski:4x4", .metric = HR_METRIC_SLIDE};
    hr_ranks *ranks = make_ranks();
    hr_puzzle *puzzle = made_puzzle(&options);
    hr_openings wanted;
    hr_search_openings *found = NULL;
    assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &(hr_openings_options){.filter = HR_OPENINGS_ALL, .components = true},
                                     &wanted, NULL),
                     HR_OK);
    const hr_search_openings_options search = {.puzzle = options, .components = true};
    assert_int_equal(hr_search_all_openings(ranks, &search, &found, NULL), HR_OK);
    assert_int_equal(found->distance_count, wanted.depth_count);
    assert_int_equal(found->set_count, wanted.set_count);
    assert_int_equal(found->families, wanted.family_count);
    assert_int_equal(found->families_done, wanted.family_count);
    assert_false(found->table_written);
    check_set(&found->total, &wanted.total, wanted.depth_count);
    for (size_t i = 0; i < wanted.set_count; i++) {
        check_set(&found->sets[i], &wanted.sets[i], wanted.depth_count);
    }
    assert_true(is_time(found->seconds) && is_peak_of_all(found->peak_memory));
    hr_search_openings_destroy(&found);
    hr_openings_clear(&wanted);
    hr_puzzle_destroy(&puzzle);
    hr_ranks_destroy(&ranks);
}

/// A search that is over before its first family: of each set only the pieces and the number of openings are known.
HR_TEST(test_sets_that_were_not_searched_are_not_known) {
    hr_ranks *ranks = make_ranks();
    hr_search_openings *found = NULL;
    hr_error error = {.text = ""};
    const hr_search_openings_options options = {.puzzle = {.spec = "klotski:4x4"}, .limits = {.max_seconds = 1e-9}};
    assert_int_equal(hr_search_all_openings(ranks, &options, &found, &error), HR_STOPPED);
    assert_non_null(strstr(error.text, "stopped by the time limit after 0 of "));
    assert_non_null(found);
    assert_int_equal(found->end, HR_SEARCH_TIME);
    assert_int_equal(found->families_done, 0);
    assert_true(found->set_count > 0);
    for (size_t i = 0; i < found->set_count; i++) {
        const hr_search_piece_set *set = &found->sets[i];
        assert_true(!set->known && set->histogram == NULL && set->openings > 0);
        assert_int_equal(set->solved + set->solvable + set->components + set->hardest_count + set->hardest_listed, 0);
    }
    hr_search_openings_destroy(&found);
    const hr_search_openings_options small = {.puzzle = {.spec = "klotski:4x4"}, .limits = {.memory = 1000}};
    assert_int_equal(hr_search_all_openings(ranks, &small, &found, &error), HR_STOPPED);
    assert_null(found);
    assert_non_null(strstr(error.text, "only 1000 bytes may be used (memory)"));
    hr_ranks_destroy(&ranks);
}

HR_TEST(test_each_end_has_its_words) {
    static const char *const texts[] = {
        [HR_SEARCH_COMPLETE] = "",
        [HR_SEARCH_DEPTH] = "at the depth asked for",
        [HR_SEARCH_STATES] = "at the number of states asked for",
        [HR_SEARCH_MEMORY] = "at the memory limit",
        [HR_SEARCH_TIME] = "by the time limit",
        [HR_SEARCH_SIGNAL] = "by a signal",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_string_equal(hr_search_end_text((hr_search_end)i), texts[i]);
    }
}

/// Solve a position, and compare what is told of it.
typedef struct question {
    hr_puzzle_options puzzle;
    const char *heuristic;
    const char *position;
    hr_search_limits limits;
    hr_search_solution wanted; ///< outcome, end, length
    hr_depth least_bound;
    hr_depth most_bound;
    hr_count least_nodes;
    hr_count most_nodes; ///< 0: no limit
} question;

#define FAR "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0"
#define ZERO_FIRST "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"

// 23,988 of the states that 横刀立马 reaches are at most 116 moves away. The far position is one of 80 moves; its tiles are 54
// steps from home.
static const question QUESTIONS[] = {
    {{.spec = "klotski"}, NULL, "横刀立马", {0}, {.outcome = HR_SEARCH_SOLVED, .length = 116}, 116, 116, 23988, 23988},
    {{.spec = "klotski"},
     NULL,
     "横刀立马",
     {.max_states = 1000},
     {.outcome = HR_SEARCH_OPEN, .end = HR_SEARCH_STATES},
     5,
     40,
     1000,
     1999},
    {{.spec = "klotski"},
     NULL,
     "横刀立马",
     {.max_seconds = 1e-9},
     {.outcome = HR_SEARCH_OPEN, .end = HR_SEARCH_TIME},
     0,
     116,
     0,
     0},
    {{.spec = "klotski"}, NULL, "横刀立马", {.memory = 1000}, {.outcome = HR_SEARCH_OPEN, .end = HR_SEARCH_MEMORY}, 0, 116, 0, 0},
    {{.spec = "tile:3x3"}, "manhattan", "2 1 3 4 5 6 7 8 0", {0}, {.outcome = HR_SEARCH_UNSOLVABLE}, 0, 0, 0, 1},
    {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE},
     NULL,
     "2 1 3 4 5 6 7 8 0",
     {0},
     {.outcome = HR_SEARCH_UNSOLVABLE},
     0,
     0,
     0,
     0},
    {{.spec = "tile:3x3"}, "manhattan", "1 2 3 4 5 6 7 8 0", {0}, {.outcome = HR_SEARCH_SOLVED}, 0, 0, 1, 1},
    {{.spec = "tile:3x3"},
     "manhattan",
     "8 6 7 2 5 4 3 0 1",
     {0},
     {.outcome = HR_SEARCH_SOLVED, .length = 31},
     31,
     31,
     10000,
     60000},
    {{.spec = "tile:4x4", .goal = ZERO_FIRST},
     "manhattan",
     FAR,
     {.max_states = 50000},
     {.outcome = HR_SEARCH_OPEN, .end = HR_SEARCH_STATES},
     54,
     80,
     50000,
     50100},
    {{.spec = "tile:4x4", .goal = ZERO_FIRST},
     "manhattan",
     FAR,
     {.max_seconds = 1e-9},
     {.outcome = HR_SEARCH_OPEN, .end = HR_SEARCH_TIME},
     54,
     80,
     1,
     0},
};

static void check_question(const hr_ranks *ranks, const question *q) {
    const hr_search_solver_options options = {.puzzle = q->puzzle, .heuristic = q->heuristic};
    hr_search_solver *solver = NULL;
    hr_search_solution *found = NULL;
    hr_error error = {.text = ""};
    const bool open = q->wanted.outcome == HR_SEARCH_OPEN;
    assert_int_equal(hr_search_solver_create(ranks, &options, &solver, &error), HR_OK);
    assert_int_equal(hr_search_solve(solver, q->position, &q->limits, &found, &error), open ? HR_STOPPED : HR_OK);
    assert_int_equal(found->outcome, q->wanted.outcome);
    assert_int_equal(found->end, q->wanted.end);
    assert_int_equal(found->length, q->wanted.length);
    assert_in_range(found->lower_bound, q->least_bound, q->most_bound);
    assert_in_range(found->nodes, q->least_nodes, q->most_nodes > 0 ? q->most_nodes : UINT64_MAX);
    assert_true(is_time(found->seconds));
    if (open) {
        char wanted[200];
        (void)snprintf(wanted, sizeof wanted, "stopped %s: every solution has at least %u move%s", hr_search_end_text(found->end),
                       found->lower_bound, found->lower_bound == 1 ? "" : "s");
        assert_string_equal(error.text, wanted);
    }
    hr_search_solution_destroy(&found);
    assert_null(found);
    hr_search_solver_destroy(&solver);
}

HR_TEST(test_solutions_tell_how_they_ended) {
    hr_ranks *ranks = make_ranks();
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof QUESTIONS[0]; i++) {
        check_question(ranks, &QUESTIONS[i]);
    }
    hr_ranks_destroy(&ranks);
}

static bool at_once(void) { return true; }

static void expect_no_solver(const hr_ranks *ranks, hr_search_solver_options options, hr_status status, const char *text) {
    hr_search_solver *solver = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_search_solver_create(ranks, &options, &solver, &error), status);
    assert_null(solver);
    assert_string_equal(error.text, text);
}

HR_TEST(test_solvers_are_refused_with_the_reason) {
    hr_ranks *ranks = make_ranks();
    expect_no_solver(ranks, (hr_search_solver_options){.puzzle = {.spec = NULL}}, HR_USAGE,
                     "a solver needs a puzzle's spec, and no start: the positions are given later");
    expect_no_solver(ranks, (hr_search_solver_options){.puzzle = {.spec = "klotski:4x5"}, .heuristic = "manhattan"}, HR_USAGE,
                     "klotski is solved breadth first, without a heuristic");
    expect_no_solver(ranks,
                     (hr_search_solver_options){.puzzle = {.spec = "tile:3x3"}, .limits = {.memory = 1000}, .heuristic = "4-4"},
                     HR_STOPPED,
                     "the databases 4-4 would need about 131 KiB, and the node may use 1000 bytes (memory): use heuristic auto, "
                     "which takes what fits");
    expect_no_solver(
        ranks,
        (hr_search_solver_options){.puzzle = {.spec = "tile:4x4"}, .limits = {.stop_wanted = at_once}, .heuristic = "4-4-4-3"},
        HR_STOPPED, "stopped while a pattern database was being built; the next run will build it again");
    expect_no_solver(
        ranks, (hr_search_solver_options){.puzzle = {.spec = "tile:4x4"}, .limits = {.max_seconds = 1e-9}, .heuristic = "4-4-4-3"},
        HR_STOPPED, "stopped while a pattern database was being built; the next run will build it again");
    hr_search_solver *solver = NULL;
    hr_search_solution *found = NULL;
    hr_error error = {.text = ""};
    static const char *const specs[] = {"tile:3x3", "klotski:4x5"};
    for (int i = 0; i < 2; i++) {
        char wanted[100];
        assert_int_equal(hr_search_solver_create(ranks, &(hr_search_solver_options){.puzzle = {.spec = specs[i]}}, &solver, NULL),
                         HR_OK);
        assert_int_equal(hr_search_solve(solver, NULL, NULL, &found, &error), HR_USAGE);
        (void)snprintf(wanted, sizeof wanted, "%.*s has no start of its own: give a position", i == 0 ? 4 : 7, specs[i]);
        assert_string_equal(error.text, wanted);
        hr_search_solver_destroy(&solver);
    }
    hr_ranks_destroy(&ranks);
}
