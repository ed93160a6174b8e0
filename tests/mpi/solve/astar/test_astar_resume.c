// SPDX-License-Identifier: MIT
// A* that is stopped again and again, or interrupted in the middle of buckets, finds the path and the counts of an undisturbed
// search. A checkpoint that holds something impossible under right checksums is refused.
// Ranks: 1 3

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "forge.h"
#include "solve/astar/puzzle_search.h"
#include "solving/iterations.h"
#include "solving/ragged_bounds.h"

enum { CLOSED = 1, OPEN = 2 }; ///< sections

/// A position. `moves` is the length that Klotski pages give, or the eight-puzzle's diameter; 0: not known from elsewhere.
typedef struct position {
    hr_puzzle_options options;
    const char *start;
    bool ragged; ///< with the inconsistent bound, else with the one that knows only whether a state is solved
    uint32_t numerator;
    uint32_t denominator;
    size_t moves;
} position;

static const position POSITIONS[] = {
    {{.spec = "klotski:4x5"}, "TXXTBXXBTLRTBooBo..o", false, 1, 1, 116},
    {{.spec = "klotski:4x5", .metric = HR_METRIC_MOVE}, "TXXTBXXBTLRTBooBo..o", false, 1, 1, 81},
    {{.spec = "tile:3x3"}, "8 6 7 2 5 4 3 0 1", false, 1, 1, 31},
    {{.spec = "tile:3x3"}, "8 6 7 2 5 4 3 0 1", true, 1, 1, 31},
    {{.spec = "tile:3x3"}, "8 6 7 2 5 4 3 0 1", true, 3, 2, 0},
    {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, "8 6 7 2 5 4 3 0 1", true, 1, 1, 0},
    {{.spec = "klotski:3x4"}, "XXoXXooo....", true, 7, 4, 0},
    {{.spec = "tile:3x3"}, "5 6 0 7 4 3 2 1 8", false, 1, 1, 0}, // the bucket that finds the solution has thousands of states
};
enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

static hr_status search(const position *p, const hr_astar_options *options, hr_path *path, hr_error *error) {
    hr_puzzle *puzzle = hr_test_make_puzzle(&p->options);
    uint8_t *distances = p->ragged ? find_distances(puzzle) : NULL;
    const hr_puzzle_search task = {.puzzle = puzzle,
                                   .bounds = p->ragged ? ragged_bounds(puzzle, distances) : hr_bounds_none(puzzle),
                                   .bounds_name = p->ragged ? "ragged" : "none"};
    hr_astar_options weighted = *options;
    weighted.numerator = p->numerator;
    weighted.denominator = p->denominator;
    hr_state start = 0;
    assert_int_equal(hr_puzzle_parse(puzzle, p->start, &start, NULL), HR_OK);
    const hr_status status = hr_puzzle_search_run(hr_test_world(), &task, start, &weighted, path, error);
    free(distances);
    hr_puzzle_destroy(&puzzle);
    return status;
}

static hr_path search_well(const position *p, const hr_astar_options *options) {
    hr_path path;
    hr_error error = {.text = ""};
    if (search(p, options, &path, &error) != HR_OK) {
        fail_msg("%s: %s", p->options.spec, error.text);
    }
    expect_iterations(&path, p->numerator > p->denominator);
    return path;
}

/// Collective. Search as far as `most` states, from the checkpoint in the directory on.
static hr_path search_part(const position *p, const char *directory, double every, hr_count most) {
    const hr_astar_options options = {.max_nodes = most,
                                      .run = {.checkpoint = {.directory = directory, .every = every, .resume = true}}};
    return search_well(p, &options);
}

static void expect_same(const hr_path *path, const hr_path *expected) {
    assert_int_equal(path->outcome, HR_PATH_SOLVED);
    assert_int_equal(path->count, expected->count);
    assert_memory_equal(path->states, expected->states, path->count * sizeof *path->states);
    assert_int_equal(path->bound, expected->bound);
    assert_int_equal(path->visited, expected->visited);
    assert_int_equal(path->expanded, expected->expanded);
    assert_int_equal(path->reopened, expected->reopened);
    assert_int_equal(path->iteration_count, expected->iteration_count);
    for (size_t i = 0; i < path->iteration_count; i++) {
        assert_int_equal(path->iterations[i].bound, expected->iterations[i].bound);
        assert_int_equal(path->iterations[i].nodes, expected->iterations[i].nodes);
        assert_int_equal(path->iterations[i].expanded, expected->iterations[i].expanded);
    }
}

static hr_path search_undisturbed(const position *p) {
    hr_path path = search_well(p, &(hr_astar_options){0});
    assert_int_equal(path.outcome, HR_PATH_SOLVED);
    assert_true(p->moves == 0 || path.count == p->moves + 1);
    return path;
}

static void check_stops(const position *p) {
    char directory[64];
    hr_test_make_directory(directory);
    hr_path expected = search_undisturbed(p);
    hr_path path;
    hr_depth before = 0;
    size_t stops = 0;
    for (hr_count most = 2;; most *= 2) {
        path = search_part(p, directory, 1e9, most < expected.visited * 3 / 4 ? most : 0);
        if (path.outcome != HR_PATH_LIMIT) {
            break;
        }
        assert_true(path.bound >= before);
        assert_true(path.visited >= most);
        before = path.bound;
        stops++;
        hr_path_clear(&path);
    }
    assert_true(stops > 3);
    expect_same(&path, &expected);
    hr_path_clear(&path);
    path = search_part(p, directory, 1e9, 0); // the checkpoint has the solution: only the path is found again
    expect_same(&path, &expected);
    hr_path_clear(&path);
    hr_path_clear(&expected);
    hr_test_remove_directory(directory);
}

static void test_a_search_that_was_stopped_finds_the_same_path_and_counts(void **state) {
    (void)state;
    for (size_t i = 0; i < POSITION_COUNT; i++) {
        check_stops(&POSITIONS[i]);
    }
}

static size_t written; // checkpoints that the running search has written, on rank 0
static size_t stop_after;

static void count_written(const hr_event *event, void *context) {
    (void)context;
    written += event->kind == HR_EVENT_CHECKPOINT;
}

static bool wants_stop(void) { return written >= stop_after; }

/// A checkpoint that is due interrupts the bucket in work; a signal that only one rank gets stops all of them.
static void check_interruptions(const position *p, double every) {
    char directory[64];
    size_t stops = 0;
    hr_test_make_directory(directory);
    hr_path expected = search_undisturbed(p);
    hr_path path;
    for (;; stops++) {
        const hr_astar_options options = {
            .stop_wanted = wants_stop,
            .run = {.checkpoint = {.directory = directory, .every = every, .resume = true}, .event = count_written}};
        written = 0;
        stop_after = hr_comm_rank(hr_test_world()) == 0 ? 7 : 1000000;
        path = search_well(p, &options);
        if (path.outcome != HR_PATH_STOPPED) {
            break;
        }
        assert_int_equal(path.stop, HR_STOP_SIGNAL);
        hr_path_clear(&path);
    }
    assert_true(stops > 3);
    expect_same(&path, &expected);
    hr_path_clear(&path);
    hr_path_clear(&expected);
    hr_test_remove_directory(directory);
}

static void test_interrupted_buckets_are_finished(void **state) {
    (void)state;
    check_interruptions(&POSITIONS[1], 1e-9);
    check_interruptions(&POSITIONS[1], 0);
    check_interruptions(&POSITIONS[4], 1e-9);
    check_interruptions(&POSITIONS[5], 1e-9);
    check_interruptions(&POSITIONS[7], 1e-9);
}

/// A search that lacks memory goes on with more of it, as if nothing had happened.
static void test_a_search_that_lacked_memory_goes_on(void **state) {
    (void)state;
    const position p = {{.spec = "tile:3x4"}, "2 6 4 1 3 11 7 9 5 10 8 0", false, 1, 1, 20}; // 20: by IDA*
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    char directory[64];
    hr_test_make_directory(directory);
    hr_path expected = search_undisturbed(&p);
    hr_path path;
    size_t stops = 0;
    bool kept = false;
    hr_count before = 0;
    for (uint64_t limit = 32 << 20;; limit += 1 << 20, hr_path_clear(&path)) {
        const hr_astar_options options = {.memory_limit = ranks * limit,
                                          .run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true}}};
        path = search_well(&p, &options);
        if (path.outcome == HR_PATH_SOLVED) {
            break;
        }
        assert_int_equal(path.stop, HR_STOP_MEMORY);
        assert_non_null(strstr(path.limit, kept || path.visited > 1 ? "go on with --resume" : "the"));
        kept = strstr(path.limit, "there is no checkpoint") == NULL;
        assert_true(path.visited >= before);
        stops += path.visited > before + 1000;
        before = path.visited;
        assert_true(limit < (uint64_t)1 << 30);
    }
    assert_true(stops > 0);
    expect_same(&path, &expected);
    hr_path_clear(&path);
    hr_path_clear(&expected);
    hr_test_remove_directory(directory);
}

/// States have so many successors that the memory ends while successors arrive. None of them is lost.
static void test_successors_beyond_the_memory_are_saved(void **state) {
    (void)state;
    const position p = {{.spec = "klotski:4x8", .metric = HR_METRIC_MOVE}, "XXTTXXBBLRTTLRBBTTooBBooLRoo.oo.", false, 1, 1, 0};
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    hr_count before = 1000;
    char directory[64];
    hr_test_make_directory(directory);
    for (uint64_t more = 48 << 20; more <= 96 << 20; more += 16 << 20) {
        hr_memory_room room;
        hr_memory_room_here((int)ranks, &room); // it grows from search to search
        uint64_t held = room.resident > HR_MEMORY_ROOM_BASE ? room.resident : HR_MEMORY_ROOM_BASE;
        assert_int_equal(hr_comm_max(hr_test_world(), &held, 1, NULL), HR_OK);
        const hr_astar_options options = {.memory_limit = ranks * (held + more),
                                          .run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true}}};
        hr_path path = search_well(&p, &options);
        assert_int_equal(path.stop, HR_STOP_MEMORY);
        assert_non_null(strstr(path.limit, "go on with --resume"));
        assert_true(path.visited > before);
        before = path.visited;
        hr_path_clear(&path);
    }
    hr_test_remove_directory(directory);
}

/// Searches without a solution, and of what is solved, keep checkpoints, too. The 2x2 cannot get out of its corner.
static void test_solved_and_unsolvable_positions_go_on(void **state) {
    (void)state;
    const position cases[] = {{{.spec = "tile:3x3"}, "1 2 3 4 5 6 7 8 0", false, 1, 1, 0},
                              {{.spec = "klotski:3x4"}, "XXTXXBLR..LR", false, 1, 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char directory[64];
        hr_test_make_directory(directory);
        for (int again = 0; again < 3; again++) {
            hr_path path = search_part(&cases[i], directory, 1e9, 0);
            assert_int_equal(path.outcome, i == 0 ? HR_PATH_SOLVED : HR_PATH_UNSOLVABLE);
            assert_int_equal(path.count, i == 0);
            hr_path_clear(&path);
        }
        hr_test_remove_directory(directory);
    }
}

static void test_a_checkpoint_of_another_search_is_refused(void **state) {
    (void)state;
    const position *p = &POSITIONS[3];
    char directory[64];
    hr_test_make_directory(directory);
    hr_path path = search_part(p, directory, 1e9, 100);
    hr_path_clear(&path);
    position others[] = {*p, *p, *p, *p};
    others[0].options.metric = HR_METRIC_SLIDE;
    others[1].start = "8 6 7 2 5 4 3 1 0";
    others[2].ragged = false;
    others[3].numerator = 2;
    hr_astar_options options = {.run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true}}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        hr_error error = {.text = ""};
        assert_int_equal(search(&others[i], &options, &path, &error), HR_FILE);
        assert_non_null(strstr(error.text, "another run"));
        hr_path_clear(&path);
    }
    options.run.checkpoint.resume = false;
    assert_int_equal(search(p, &options, &path, NULL), HR_USAGE);
    hr_path_clear(&path);
    hr_test_remove_directory(directory);
}

// Things that are changed in a checkpoint.

enum { FACT_COUNT = 26 }; ///< facts before those of the levels

/// Give a fact another value.
typedef struct other_fact {
    size_t number;
    uint64_t value;
} other_fact;

static const other_fact OTHER_FACTS[] = {
    {0, 2},                   // another version
    {1, 1},                   // another mask of keys
    {2, UINT64_MAX},          // f
    {3, UINT64_MAX},          // the bucket's f
    {3, 1},                   // the bucket's f, so small that the bucket would never be finished
    {4, UINT16_MAX},          // moves
    {4, UINT64_MAX},          // moves
    {5, UINT64_MAX},          // where the sweep began
    {6, 0},                   // a step that never gets anywhere
    {7, UINT64_MAX},          // states before the sweep
    {8, 2},                   // no answer to yes or no
    {9, 3},                   // no answer to yes or no
    {10, UINT16_MAX},         // too long a solution
    {11, 5},                  // a solution without its end
    {12, 0},                  // an end without a solution
    {13, UINT64_MAX},         // bound
    {14, 0},                  // expanded
    {15, 0},                  // generated
    {16, UINT64_MAX},         // reopened
    {17, 1},                  // what the levels have
    {18, UINT64_MAX},         // what the levels have
    {19, UINT64_MAX},         // seconds that are no number
    {20, UINT64_MAX},         // seconds that are no number
    {21, 1},                  // expanded states
    {22, 1},                  // their fingerprint
    {23, 1},                  // open states
    {24, 1},                  // their fingerprint
    {25, 0},                  // no levels
    {25, UINT64_MAX},         // too many levels
    {FACT_COUNT, UINT64_MAX}, // f of a level
    {FACT_COUNT + 1, 7},      // generated states of a level
    {FACT_COUNT + 2, 0},      // expanded states of a level
    {FACT_COUNT + 3, UINT64_MAX},
};

static void forge_fact(void *context, hr_forge *forged) {
    const other_fact *other = context;
    assert_true(other->number < forged->fact_count);
    assert_true(forged->facts[other->number] != other->value);
    forged->facts[other->number] = other->value;
}

static void fewer_facts(void *context, hr_forge *forged) {
    (void)context;
    forged->fact_count = 5;
}

/// A solution whose end is not solved: the start.
static void unsolved(void *context, hr_forge *forged) {
    (void)context;
    forged->facts[11] = 40;
    forged->facts[12] = hr_forge_word(&forged->blocks[0], 0);
}

static void elsewhere(hr_forge_block *block) { block->section = 50; }

static void broken(hr_forge_block *block) { hr_forge_resize(block, block->size + 4); }

static void empty(hr_forge_block *block) { hr_forge_resize(block, 0); }

static void a_closed_state_less(hr_forge_block *block) { hr_forge_resize(block, block->size - 10); }

static void an_open_state_less(hr_forge_block *block) { hr_forge_resize(block, block->size - 8); }

static void for_all(hr_forge_block *block) {
    block->first = 0;
    block->last = UINT64_MAX;
}

static void garbage(hr_forge_block *block) {
    hr_forge_set_word(block, 1, UINT64_MAX / 3);
    for_all(block); // any rank may own it
}

static void many_moves(hr_forge_block *block) {
    memset(block->bytes + block->size - 2, 255, 2);
    for_all(block);
}

static void other_moves(hr_forge_block *block) { block->bytes[block->size - 2] ^= 1; }

static void twice(hr_forge_block *block) {
    hr_forge_set_word(block, 1, hr_forge_word(block, 0));
    for_all(block);
}

static void solved(hr_forge_block *block) { hr_forge_set_word(block, 0, hr_forge_word(block, 0) & ~(uint64_t)255); }

static void dead(hr_forge_block *block) { hr_forge_set_word(block, 0, hr_forge_word(block, 0) | 255); }

static void far(hr_forge_block *block) { hr_forge_set_word(block, 0, UINT64_MAX << 8 | 1); }

static void other_g(hr_forge_block *block) { hr_forge_set_word(block, 0, hr_forge_word(block, 0) + 256); }

typedef struct other_block {
    const char *name;
    uint64_t section;
    void (*change)(hr_forge_block *block);
} other_block;

static const other_block OTHER_BLOCKS[] = {
    {"a block of expanded states less", CLOSED, elsewhere},
    {"half an expanded state", CLOSED, broken},
    {"an expanded state less", CLOSED, a_closed_state_less},
    {"garbage for an expanded state", CLOSED, garbage},
    {"too many moves", CLOSED, many_moves},
    {"other moves", CLOSED, other_moves},
    {"a state twice", CLOSED, twice},
    {"a bucket less", OPEN, elsewhere},
    {"half an open state", OPEN, broken},
    {"a block without a bucket", OPEN, empty},
    {"an open state less", OPEN, an_open_state_less},
    {"garbage for an open state", OPEN, garbage},
    {"solved states that wait", OPEN, solved},
    {"dead states that wait", OPEN, dead},
    {"a bucket too far", OPEN, far},
    {"another number of moves", OPEN, other_g},
};

static void forge_block(void *context, hr_forge *forged) {
    const other_block *other = context;
    for (size_t i = 0; i < forged->block_count; i++) {
        if (forged->blocks[i].section == other->section) {
            other->change(&forged->blocks[i]);
            return;
        }
    }
    fail_msg("%s: no such block", other->name);
}

/// The states of a bucket are in that of another bound, and the fingerprint is right.
static void other_bound(void *context, hr_forge *forged) {
    (void)context;
    for (size_t i = 0; i < forged->block_count; i++) {
        hr_forge_block *block = &forged->blocks[i];
        if (block->section == OPEN) {
            hr_forge_set_word(block, 0, hr_forge_word(block, 0) + 64);
            for (size_t at = 1; at < block->size / sizeof(uint64_t); at++) {
                forged->facts[24] += hr_hash_state(hr_forge_word(block, at)) * 64;
            }
            return;
        }
    }
}

static void note_refusal(const hr_event *event, void *context) { *(size_t *)context += event->kind == HR_EVENT_REFUSED; }

static const position *const FORGED = &POSITIONS[2]; ///< whose checkpoints are forged

/// Collective. After the forgery the search refuses the newest checkpoint, goes on from the one before, and finds the same path.
static void check_forgery(const char *name, void (*change)(void *context, hr_forge *forged), const void *context,
                          const hr_path *expected) {
    char directory[64];
    size_t refused = 0;
    const position *p = FORGED;
    hr_test_make_directory(directory);
    hr_path path = search_part(p, directory, 1e9, 100);
    hr_path_clear(&path);
    path = search_part(p, directory, 1e9, 3000);
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    hr_path_clear(&path);
    union {
        const void *constant;
        void *plain;
    } borrowed = {.constant = context};
    hr_forge_newest(directory, change, borrowed.plain);
    const hr_astar_options options = {.run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true},
                                              .event = note_refusal,
                                              .event_context = &refused}};
    path = search_well(p, &options);
    if (hr_comm_rank(hr_test_world()) == 0 && refused != 1) {
        fail_msg("%s: refused %zu times", name, refused);
    }
    expect_same(&path, expected);
    hr_path_clear(&path);
    hr_test_remove_directory(directory);
}

static void test_forged_checkpoints_are_refused(void **state) {
    (void)state;
    hr_path expected = search_undisturbed(FORGED);
    for (size_t i = 0; i < sizeof OTHER_FACTS / sizeof OTHER_FACTS[0]; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "fact %zu", OTHER_FACTS[i].number);
        check_forgery(name, forge_fact, &OTHER_FACTS[i], &expected);
    }
    for (size_t i = 0; i < sizeof OTHER_BLOCKS / sizeof OTHER_BLOCKS[0]; i++) {
        check_forgery(OTHER_BLOCKS[i].name, forge_block, &OTHER_BLOCKS[i], &expected);
    }
    check_forgery("few facts", fewer_facts, NULL, &expected);
    check_forgery("an unsolved end", unsolved, NULL, &expected);
    check_forgery("another bound than the puzzle's", other_bound, NULL, &expected);
    hr_path_clear(&expected);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_search_that_was_stopped_finds_the_same_path_and_counts),
    cmocka_unit_test(test_interrupted_buckets_are_finished),
    cmocka_unit_test(test_a_search_that_lacked_memory_goes_on),
    cmocka_unit_test(test_successors_beyond_the_memory_are_saved),
    cmocka_unit_test(test_solved_and_unsolvable_positions_go_on),
    cmocka_unit_test(test_a_checkpoint_of_another_search_is_refused),
    cmocka_unit_test(test_forged_checkpoints_are_refused),
};

HR_MPI_TEST_MAIN(tests)
