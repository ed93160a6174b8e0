// SPDX-License-Identifier: MIT
// Which heuristic "auto" takes, of a table of heuristics made for this test: the best one that fits, and large tables only for
// positions that are not easy without them.
// Ranks: 2

#include "mpi_test.h"

#include "solve/heuristic.h"
#include "solve/stream.h"

#define LARGE ((uint64_t)1 << 28) // tables of more bytes are built only if a trial has found the positions hard

static const hr_puzzle_kind MADE = {.name = "made"};
static const hr_puzzle_kind OTHER = {.name = "other"};

/// A chain of two moves to the goal. The first iteration, in which the goal is out of reach, takes `millions` of nodes.
typedef struct chain {
    uint32_t millions;
    uint32_t depth;
} chain;

static const hr_position_kind KIND = {.kind = &MADE, .state_bytes = sizeof(chain)};
static const hr_position_kind OTHER_KIND = {.kind = &OTHER, .state_bytes = sizeof(chain)};

static size_t one_move(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    moves[0] = 0;
    return ((const chain *)state)->depth < 2 ? 1 : 0;
}

static void step(const void *context, const void *state, uint8_t move, void *next) {
    chain *to = next;
    *to = *(const chain *)state;
    to->depth++;
}

static uint32_t estimate(const void *context, const void *state) { return ((const chain *)state)->depth < 2 ? 1 : 0; }

static bool is_goal(const void *context, const void *state) { return ((const chain *)state)->depth == 2; }

static void search(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *subtree) {
    const chain *from = state;
    if (terms.bound < 2) {
        subtree->nodes += from->millions * UINT64_C(1000000);
        subtree->next_bound = 2;
        return;
    }
    subtree->nodes += 2;
    subtree->solutions++;
    subtree->path_length = 2 - from->depth;
    memset(subtree->path, 0, subtree->path_length);
}

static int made; ///< heuristics that were made

static hr_status make(const hr_heuristic_order *order, const char *name, const hr_comm *node, void **tables,
                      hr_idastar_domain *domain, hr_error *error) {
    made++;
    *tables = NULL;
    *domain = (hr_idastar_domain){
        .state_bytes = sizeof(chain), .moves = one_move, .apply = step, .heuristic = estimate, .solved = is_goal, .search = search};
    return HR_OK;
}

static bool has_tables(const char *name) { return strcmp(name, "3") == 0 || strcmp(name, "2") == 0 || strcmp(name, "1") == 0; }

static uint64_t bytes_of(const void *board, const char *name) {
    return name[0] == '3' ? LARGE + 1000 : name[0] == '2' ? LARGE + 1 : LARGE;
}

static size_t propose(const hr_heuristic_order *order, char names[HR_HEURISTIC_PROPOSALS][HR_HEURISTIC_NAME]) {
    (void)strcpy(names[0], "3");
    (void)strcpy(names[1], "2");
    (void)strcpy(names[2], "1");
    return 3;
}

static bool cached; ///< rank 0's cache has all tables; that of other ranks does not count

static bool is_cached(const hr_heuristic_order *order, const char *name) { return cached && hr_comm_rank(hr_test_world()) == 0; }

static const hr_heuristic PLAIN = {.name = "plain", .kind = &KIND, .automatic = true, .create = make};
static const hr_heuristic FOREIGN = {.name = "foreign", .kind = &OTHER_KIND, .automatic = true, .create = make};
static const hr_heuristic TABLES = {.name = "1-3",
                                    .kind = &KIND,
                                    .automatic = true,
                                    .is_named = has_tables,
                                    .memory = bytes_of,
                                    .propose = propose,
                                    .is_cached = is_cached,
                                    .create = make};
static const hr_heuristic MANUAL = {.name = "manual", .kind = &KIND, .mirrors = true, .create = make};
const hr_heuristic *const hr_heuristics[] = {&PLAIN, &FOREIGN, &TABLES, &MANUAL, NULL};

static const hr_pattern_cache NO_CACHE;

static void note(const char *text, void *context) { (void)snprintf((char *)context + strlen(context), 500, "%s; ", text); }

/// The order's heuristic is `expected`, `told` is said, and so many heuristics are made on the way.
static void expect(hr_heuristic_order order, const char *expected, const char *told, int creations) {
    char text[2000] = "";
    hr_guide guide;
    hr_error error = {.text = ""};
    order.kind = &KIND;
    order.cache = &NO_CACHE;
    order.tell = note;
    order.tell_context = text;
    made = 0;
    HR_TEST_OK(hr_guide_create(hr_test_world(), hr_test_world(), &order, &guide, &error), error);
    assert_string_equal(guide.name, expected);
    assert_string_equal(text, told);
    assert_int_equal(made, creations);
    assert_true(creations > 1 || guide.lower_bound == 0); // easy positions are searched from the beginning
    hr_guide_clear(&guide);
}

HR_TEST(test_the_best_heuristic_that_fits_is_taken) {
    const hr_heuristic_order order = {.name = "auto", .positions = 1};
    expect(order, "3", "with the heuristic 3; ", 1);
#define LACKS(name) "the databases " name " would need about 256 MiB, and the node may use 256 MiB (--memory); "
    expect((hr_heuristic_order){.name = "auto", .memory_limit = LARGE + 1000}, "3", "with the heuristic 3; ", 1);
    expect((hr_heuristic_order){.name = "auto", .memory_limit = LARGE + 999}, "2", LACKS("3") "with the heuristic 2; ", 1);
    expect((hr_heuristic_order){.name = "auto", .memory_limit = LARGE}, "1", LACKS("3") LACKS("2") "with the heuristic 1; ", 1);
    expect((hr_heuristic_order){.name = "auto", .memory_limit = LARGE - 1}, "plain",
           LACKS("3") LACKS("2") LACKS("1") "with the heuristic plain; ", 1);
    expect((hr_heuristic_order){.name = "manual"}, "manual", "with the heuristic manual; ", 1);
}

/// A trial with `n` positions that take so many million nodes each finds them easy or not.
static void expect_trial(size_t n, uint32_t millions, bool easy) {
    static chain roots[99];
    for (size_t i = 0; i < n; i++) {
        roots[i] = (chain){.millions = millions};
    }
    expect((hr_heuristic_order){.name = "auto", .positions = n, .roots = roots}, easy ? "1" : "3",
           easy ? "the positions are easy without the databases 3; with the heuristic 1; " : "with the heuristic 3; ",
           easy ? 1 : 2); // one for the trial
}

/// The search of a hard position begins at the bound that the trial has proven: 2 moves. Of several positions no bound is kept, as
/// it would depend on the number of ranks.
HR_TEST(test_the_search_goes_on_from_the_proven_bound) {
    static const chain roots[2] = {{.millions = 101}, {.millions = 101}};
    for (size_t positions = 1; positions <= 2; positions++) {
        const hr_heuristic_order order = {
            .kind = &KIND, .name = "auto", .positions = positions, .roots = roots, .cache = &NO_CACHE};
        hr_guide guide;
        hr_error error = {.text = ""};
        HR_TEST_OK(hr_guide_create(hr_test_world(), hr_test_world(), &order, &guide, &error), error);
        assert_int_equal(guide.lower_bound, positions == 1 ? 2 : 0);
        hr_idastar_stream stream = {.count = 0};
        const hr_idastar_long_run run = {.identity = "trial"};
        const hr_idastar_positions stated = {
            .domain = &guide.domain, .roots = roots, .stride = sizeof(chain), .count = 1, .lower_bound = guide.lower_bound};
        HR_TEST_OK(hr_idastar_stream_solve(hr_test_world(), &stated, &(hr_idastar_options){.long_run = &run}, &stream, &error),
                   error);
        if (hr_comm_rank(hr_test_world()) == 0) {
            assert_int_equal(stream.solutions[0].length, 2);
            assert_int_equal(stream.solutions[0].nodes, positions == 1 ? 3 : 101000003);
        }
        hr_idastar_stream_clear(&stream);
        hr_guide_clear(&guide);
    }
}

/// The positions of a trial have 100 million nodes together, on any number of ranks. The trial is with "1", whose tables are not
/// large.
HR_TEST(test_easy_positions_get_no_large_tables) {
    expect_trial(1, 99, true);
    expect_trial(1, 101, false);
    expect_trial(2, 49, true);
    expect_trial(2, 51, false);
    expect_trial(99, 1, true);
    expect_trial(51, 2, false);
    cached = true; // then nothing has to be built
    static const chain easy = {.millions = 1};
    expect((hr_heuristic_order){.name = "auto", .positions = 1, .roots = &easy}, "3", "with the heuristic 3; ", 1);
    cached = false;
}

static void expect_refusal(hr_heuristic_order order, hr_status status, const char *text) {
    hr_guide guide;
    hr_error error = {.text = ""};
    order.kind = &KIND;
    order.cache = &NO_CACHE;
    assert_int_equal(hr_guide_create(hr_test_world(), hr_test_world(), &order, &guide, &error), status);
    assert_string_equal(error.text, text);
    hr_guide_clear(&guide);
}

/// unit.partitions has what is refused before anything is made.
HR_TEST(test_what_does_not_suit_is_refused) {
    expect_refusal((hr_heuristic_order){.name = "2", .memory_limit = LARGE}, HR_STOPPED,
                   "the databases 2 would need about 256 MiB, and the node may use 256 MiB (--memory): use --heuristic auto, which "
                   "takes what fits");
    expect_refusal((hr_heuristic_order){.name = "1", .memory_limit = LARGE / 4 * 3}, HR_STOPPED,
                   "the databases 1 would need about 256 MiB, and the node may use 192 MiB (--memory): use --heuristic auto, which "
                   "takes what fits");
    expect_refusal((hr_heuristic_order){.name = "foreign"}, HR_USAGE,
                   "unknown heuristic 'foreign' for made: use one of auto, plain, 1-3, manual");
}
