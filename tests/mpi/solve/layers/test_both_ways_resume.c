// SPDX-License-Identifier: MIT
// Searches from both sides that are stopped again and again find what they find undisturbed, and refuse checkpoints of other
// searches.
// Ranks: 1 2 3

#include "mpi_test.h"

#include "solving/sides_kept.h"

static const hr_puzzle_options POSITIONS[] = {
    {.spec = "blocks:start: aabb/cc../.dd.; goal: ..cc/aabb/.dd."},
    {.spec = "blocks:start: abc/de.; goal: eda/b.c", .metric = HR_METRIC_MOVE},
    {.spec = "blocks:start: aab./c...; goal: ..aa/....; inside: a"}, // 15 solved states
    {.spec = "blocks:start: ab/..; goal: ba/..; horizontal: ab"},    // no solution
    {.spec = "tile:3x3", .from = "8 6 7 2 5 4 3 0 1"},
    {.spec = "tile:3x3", .from = "8 6 7 2 5 4 3 0 1", .metric = HR_METRIC_SLIDE},
    {.spec = "tile:3x3", .from = "8 0 6 5 4 7 2 3 1", .goal = "1 2 3 4 0 5 6 7 8"}, // eight symmetries
};
enum { TILES = 4, POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

HR_TEST(test_a_search_that_is_stopped_after_every_layer_finds_the_same) {
    for (size_t p = 0; p < POSITION_COUNT; p++) {
        char directory[64];
        hr_test_make_directory(directory);
        hr_path expected = search_well(&POSITIONS[p], &(hr_enumerate_options){.memory_limit = 0});
        assert_true(p < TILES || expected.count > 20);
        hr_enumerate_options run = kept_in(directory, 1);
        hr_path path = search_well(&POSITIONS[p], &run);
        size_t stops = 0;
        for (; path.outcome == HR_PATH_LIMIT; stops++) {
            const hr_depth before = path.bound;
            run.max_states = path.visited + 1;
            hr_path_clear(&path);
            path = search_well(&POSITIONS[p], &run);
            assert_true(path.bound > before || path.outcome != HR_PATH_LIMIT);
        }
        expect_same(&path, &expected);
        assert_int_equal(stops, path.outcome == HR_PATH_UNSOLVABLE ? path.iteration_count + 1 : path.iteration_count);
        hr_path_clear(&path);
        run.max_states = 0;
        path = search_well(&POSITIONS[p], &run); // the checkpoint has the last layers: only the path is found again
        expect_same(&path, &expected);
        hr_path_clear(&path);
        hr_path_clear(&expected);
        hr_test_remove_directory(directory);
    }
}

static int looks; // the wish to stop has no context

static bool stops_in_the_middle(void) {
    looks--;
    return looks < 0;
}

/// A stop in the middle of a layer leaves the layers that are complete.
HR_TEST_IN_DIRECTORY(test_a_stop_within_a_layer_leaves_a_checkpoint) {
    const hr_puzzle_options *position = &POSITIONS[TILES + 1];
    hr_path expected = search_well(position, &(hr_enumerate_options){.memory_limit = 0});
    hr_enumerate_options run = kept_in(hr_test_directory, 0);
    run.stop_wanted = stops_in_the_middle;
    hr_path path = {.outcome = HR_PATH_STOPPED};
    hr_depth before = 0;
    size_t stops = 0;
    for (int room = 3; path.outcome == HR_PATH_STOPPED; room += 2) {
        hr_path_clear(&path);
        looks = room;
        path = search_well(position, &run);
        assert_true(path.bound >= before);
        before = path.bound;
        stops++;
    }
    assert_true(stops > 2);
    expect_same(&path, &expected);
    hr_path_clear(&path);
    hr_path_clear(&expected);
}

/// The log hears of a failed checkpoint only where the search goes on, or has come to its result.
HR_TEST_IN_DIRECTORY(test_a_full_disk_ends_a_search_only_if_it_is_stopped) {
    told seen = {.written = 0};
    hr_enumerate_options run = kept_in(hr_test_directory, 0);
    run.checkpoint.every = 0;
    run.event = note;
    run.event_context = &seen;
    hr_path expected = search_well(&POSITIONS[0], &(hr_enumerate_options){.memory_limit = 0});
    const uint64_t limit = hr_test_limit_files(8);
    hr_path path = search_well(&POSITIONS[0], &run);
    expect_same(&path, &expected);
    assert_int_equal(seen.written, 0);
    assert_int_equal(seen.failed, hr_comm_rank(hr_test_world()) == 0 ? expected.count + 1 : 0); // as often as it would be written
    hr_path_clear(&path);
    seen.failed = 0;
    run.checkpoint.every = 1e9;
    run.stop_wanted = stops_in_the_middle;
    looks = 10; // enough for some layers
    hr_error error = {.text = ""};
    assert_int_equal(search(&POSITIONS[0], NULL, &run, &path, &error), HR_FILE);
    assert_int_equal(seen.failed, 0);
    assert_int_not_equal(error.text[0], '\0');
    (void)hr_test_limit_files(limit);
    hr_path_clear(&path);
    hr_path_clear(&expected);
}

/// A search that lacks memory for its first layer has no checkpoint to go on from, and says so.
HR_TEST_IN_DIRECTORY(test_a_search_without_a_checkpoint_names_none) {
    hr_enumerate_options run = kept_in(hr_test_directory, 0);
    run.memory_limit = 1;
    hr_path path = search_well(&POSITIONS[0], &run);
    assert_int_equal(path.stop, HR_STOP_MEMORY);
    assert_non_null(strstr(path.limit, "; there is no checkpoint"));
    hr_path_clear(&path);
}

/// The states of a checkpoint do not fit into the memory: it stays, and what it has proven is told.
HR_TEST_IN_DIRECTORY(test_a_checkpoint_that_does_not_fit_into_memory_keeps_its_bound) {
    told seen = {.written = 0};
    hr_enumerate_options run = kept_in(hr_test_directory, 0);
    run.event = note;
    run.event_context = &seen;
    hr_path expected = search_well(&POSITIONS[0], &run);
    const size_t written = seen.written;
    assert_int_equal(seen.layers, hr_comm_rank(hr_test_world()) == 0 ? expected.count : 0);
    run.memory_limit = 1;
    hr_path path = search_well(&POSITIONS[0], &run);
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    assert_int_equal(path.stop, HR_STOP_MEMORY);
    assert_int_equal(path.bound, expected.bound);
    assert_non_null(strstr(path.limit, "do not fit into the memory"));
    assert_non_null(strstr(path.limit, "go on with --resume"));
    assert_int_equal(seen.written, written);
    hr_path_clear(&path);
    run.memory_limit = 0;
    path = search_well(&POSITIONS[0], &run);
    expect_same(&path, &expected);
    hr_path_clear(&path);
    hr_path_clear(&expected);
}

/// The start alone is the first layer.
HR_TEST_IN_DIRECTORY(test_a_checkpoint_of_one_layer_is_named_as_one) {
    hr_enumerate_options run = kept_in(hr_test_directory, 1);
    hr_path path = search_well(&POSITIONS[0], &run);
    assert_int_equal(path.visited, 1);
    hr_path_clear(&path);
    run.max_states = 0;
    run.memory_limit = 1;
    path = search_well(&POSITIONS[0], &run);
    assert_non_null(strstr(path.limit, " is of 1 layer of both sides: go on with --resume"));
    hr_path_clear(&path);
}
