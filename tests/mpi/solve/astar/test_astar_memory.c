// SPDX-License-Identifier: MIT
// A* in little memory, where long ways need more of it for the rows of open buckets than for states: it stops with what it has
// proven, takes no more than it may, and goes on from its checkpoint.
// Ranks: 1 3

#include "mpi_test.h"

#include "comm/exchange/exchange.h"
#include "core/memory_room.h"
#include "solve/astar/astar.h"
#include "solve/astar/open.h"
#include "solve/astar/search.h"

// A corridor of cells 0 … LENGTH. Only the last one is solved, and the bound of all others is 1, so each move opens a row.

enum { LENGTH = 6000, MORE = 40 << 20 };

static void bound(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    for (size_t i = 0; i < n; i++) {
        bounds[i] = states[i] < LENGTH;
    }
}

static size_t expand(const void *context, const hr_state *states, size_t n, hr_state *successors, uint8_t *bounds) {
    size_t made = 0;
    for (size_t i = 0; i < n; i++) {
        if (states[i] > 0) {
            successors[made++] = states[i] - 1;
        }
        successors[made++] = states[i] + 1;
    }
    bound(context, successors, made, bounds);
    return made;
}

static bool recall(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    if (bounds != NULL) {
        bound(context, states, n, bounds);
    }
    for (size_t i = 0; i < n; i++) {
        if (states[i] > LENGTH) {
            return false;
        }
    }
    return true;
}

static const hr_astar_domain CORRIDOR = {
    .words = 1, .key_mask = UINT64_MAX, .max_successors = 2, .expand = expand, .bound = bound, .recall = recall};

static size_t shown; ///< how often progress has been told on this rank

/// Each cell but the first has two successors, and progress is told as if each rank had done what this one has.
static void check_progress(const hr_astar_progress *progress, void *context) {
    const int64_t more = (int64_t)progress->generated - 2 * (int64_t)progress->expanded;
    assert_true(more <= 1 && more >= -hr_comm_size(hr_test_world()));
    shown++;
}

/// Collective. Search from cell 0 with `more` bytes for the states of each rank, 0: with all memory.
static hr_path search(const char *directory, uint64_t more) {
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    hr_memory_room room;
    hr_memory_room_here((int)ranks, &room);
    uint64_t held = room.resident > HR_MEMORY_ROOM_BASE ? room.resident : HR_MEMORY_ROOM_BASE;
    assert_int_equal(hr_comm_max(hr_test_world(), &held, 1, NULL), HR_OK);
    const hr_astar_options options = {
        .memory_limit = more > 0 ? ranks * (held + more) : 0,
        .progress = check_progress,
        .run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true}, .identity = "a corridor"}};
    hr_path path;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_astar_search(hr_test_world(), &CORRIDOR, &(hr_state){0}, &options, &path, &error), error);
    return path;
}

static void expect_way(const hr_path *path) {
    assert_int_equal(path->outcome, HR_PATH_SOLVED);
    assert_int_equal(path->count, LENGTH + 1);
    for (hr_state cell = 0; cell <= LENGTH; cell++) {
        assert_int_equal(path->states[cell], cell);
    }
}

HR_TEST_IN_DIRECTORY(test_rows_count_towards_the_memory) {
    hr_path path = search(hr_test_directory, MORE);
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    assert_int_equal(path.stop, HR_STOP_MEMORY);
    assert_non_null(strstr(path.limit, "go on with --resume"));
    const hr_depth proven = path.bound;
    assert_in_range(proven, 1000, LENGTH);
    const int ranks = hr_comm_size(hr_test_world());
    const uint64_t exchange = ranks > 1 ? hr_exchange_memory(ranks) : 0; // a rank that is alone sends nothing
    assert_true(path.memory <= (uint64_t)ranks * (MORE - exchange + HR_OPEN_ROW_BYTES));
    assert_true(ranks > 1 || path.memory > MORE - hr_exchange_memory(1) + HR_OPEN_ROW_BYTES);
    hr_path_clear(&path);
    path = search(hr_test_directory, MORE); // the rows of earlier moves are empty, and so are not made again
    assert_true(path.bound > proven);
    hr_path_clear(&path);
    path = search(hr_test_directory, 0);
    expect_way(&path);
    assert_int_equal(shown > 0, hr_comm_rank(hr_test_world()) == 0);
    hr_path_clear(&path);
}

/// The seconds that are kept free for a last checkpoint are those of all states, expanded and open.
HR_TEST_IN_DIRECTORY(test_time_is_left_for_all_states) {
    enum { EXPANDED = 1000, CHUNKS = 500 };
    hr_checkpoint_store *store = NULL;
    hr_astar_options options = {.max_seconds = 1};
    hr_astar a = {.task = {.options = &options, .words = 1}};
    assert_int_equal(hr_checkpoint_open(hr_test_world(), hr_test_directory, "a corridor", &store, NULL), HR_OK);
    hr_closed_begin(&a.states.closed, 0, 1, 1, UINT64_MAX);
    a.states.closed.limit = UINT64_MAX;
    for (hr_state key = 0; key < EXPANDED; key++) {
        assert_int_equal(hr_closed_restore(&a.states.closed, &key, &(uint16_t){7}, 1), 1);
    }
    a.states.open.pool.chunks_used = CHUNKS;
    assert_true(hr_astar_reserve(&a) == 0);
    a.saving.keeper.store = store;
    assert_true(hr_astar_reserve(&a) == hr_checkpoint_plan(store, EXPANDED * UINT64_C(10) + CHUNKS * sizeof(hr_chunk)));
    options.max_seconds = 0;
    assert_true(hr_astar_reserve(&a) == 0);
    hr_closed_end(&a.states.closed);
    hr_checkpoint_close(&store);
}

/// Collective. Save the ends of solutions of different lengths, and check what the checkpoint has.
static void save_ends(size_t words) {
    char directory[64];
    hr_checkpoint_reader *reader = NULL;
    hr_path path = {.outcome = HR_PATH_UNSOLVABLE};
    const hr_astar_options options = {.run = {.checkpoint = {.directory = directory, .every = 1e9}, .identity = "a corridor"}};
    const uint32_t rank = (uint32_t)hr_comm_rank(hr_test_world());
    const uint32_t ranks = (uint32_t)hr_comm_size(hr_test_world());
    hr_test_make_directory(directory);
    hr_astar a = {.task = {.comm = hr_test_world(),
                           .domain = &CORRIDOR,
                           .options = &options,
                           .path = &path,
                           .order = {.p = 1, .q = 1},
                           .words = words},
                  .solution = {.best = UINT64_MAX, .goal = {.moves = 100 - rank, .key = {1000 + rank, 2000 + rank}}},
                  .counts = {.total = {.generated = 5}}};
    hr_closed_begin(&a.states.closed, rank, ranks, words, UINT64_MAX);
    a.states.open.pool.words = words;
    assert_int_equal(hr_astar_open_checkpoints(&a, NULL), HR_OK);
    assert_int_equal(hr_astar_save_last(&a, false, NULL), HR_OK);
    assert_int_equal(hr_checkpoint_load(a.saving.keeper.store, 0, &reader, NULL), HR_OK);
    size_t count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &count);
    assert_true(count > 12);
    assert_int_equal(facts[11], 100 - (ranks - 1));
    assert_int_equal(facts[12], 1000 + ranks - 1);
    assert_int_equal(count, 26 + words - 1); // no levels
    assert_true(words == 1 || facts[26] == 2000 + ranks - 1);
    hr_checkpoint_reader_destroy(&reader);
    hr_closed_end(&a.states.closed);
    hr_keeper_close(&a.saving.keeper);
    hr_test_remove_directory(directory);
}

/// In a bucket that is interrupted the ranks may know solutions of different lengths. A checkpoint has the shortest one and its
/// end, though another rank's end is a smaller state.
HR_TEST(test_the_end_of_the_shortest_solution_is_saved) {
    save_ends(1);
    save_ends(2);
}
