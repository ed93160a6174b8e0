// SPDX-License-Identifier: MIT
// A run that goes on from a checkpoint counts what its sink has read back before it makes a layer, and reads its own states into as
// many bins as the next layer wants.
// Ranks: 1 3
// Long tier: mpi.frontier_limits is about the memory of a layer, too.

#include "mpi_test.h"

#include <string.h>

#include "empty_sink.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/frontier/state.h"

/// A sink that keeps nothing, and takes much memory once it has been read back.
typedef struct heavy_sink {
    bool loaded;
} heavy_sink;

static hr_sink_memory memory(void *context, size_t more) {
    return (hr_sink_memory){.needed = ((const heavy_sink *)context)->loaded ? UINT64_MAX / 4 : 0};
}

static hr_status load(void *context, hr_checkpoint_reader *reader, const hr_enumeration *result, hr_error *error) {
    ((heavy_sink *)context)->loaded = true;
    return HR_OK;
}

HR_TEST_IN_DIRECTORY(test_the_first_layer_leaves_room_for_what_the_sink_has_read) {
    heavy_sink heavy = {.loaded = false};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x4"});
    hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED,
                                    .max_states = 2000000, // a layer takes more than one slab on each of three ranks
                                    .checkpoint = {.directory = hr_test_directory, .every = 1e9, .resume = true},
                                    .sink = {.memory = memory,
                                             .save_bytes = hr_test_save_no_bytes,
                                             .save = hr_test_save_nothing,
                                             .load = load,
                                             .contents = "nothing",
                                             .context = &heavy}};
    hr_enumeration result;
    hr_error error = {.text = ""};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &result, &error), HR_OK);
    assert_int_equal(result.stop, HR_STOP_STATES);
    const size_t layers = result.layer_count;
    hr_enumeration_clear(&result);
    options.max_states = 0;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &result, &error), HR_STOPPED);
    assert_true(heavy.loaded);
    assert_int_equal(result.stop, HR_STOP_MEMORY);
    assert_int_equal(result.layer_count, layers);
    assert_non_null(strstr(error.text, "would need about"));
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

static void expect_small_bins(const hr_bins *set, size_t count, size_t size) {
    size_t states = 0;
    assert_int_equal(set->count, count);
    for (size_t b = 0; b < set->count; b++) {
        assert_true(hr_bin_size(&set->bins[b], 1) < HR_DEDUP_WORDS);
        states += hr_bin_size(&set->bins[b], 1);
    }
    assert_int_equal(states, size);
}

static void expect_states_in_small_bins(hr_metric metric) {
    char directory[64];
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x4", .metric = metric});
    hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED,
                                    .max_states = 2000000,
                                    .checkpoint = {.directory = directory, .every = 1e9, .resume = true}};
    hr_enumeration result;
    hr_frontier f;
    hr_test_make_directory(directory);
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &result, NULL), HR_OK);
    hr_enumeration_clear(&result);
    options.max_states = 0;
    assert_int_equal(hr_frontier_create(&f, hr_test_world(), puzzle, &options, &result, NULL), HR_OK);
    assert_int_equal(hr_run_watch_restore(&f.watch, NULL), HR_OK);
    assert_true(f.sets.current_size > HR_DEDUP_WORDS); // they need several bins
    const size_t bins = f.sets.bin_count;
    expect_small_bins(&f.sets.previous, bins, f.task.marked ? 0 : f.sets.previous_size);
    expect_small_bins(&f.sets.current, bins, f.sets.current_size);
    assert_int_equal(hr_frontier_make_layer(&f, NULL), HR_OK);
    assert_int_equal(f.sets.bin_count, bins); // nothing was dealt anew
    hr_frontier_destroy(&f);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(directory);
}

/// One bin for all states would need a hash table for all of them, or as much memory again when it is dealt.
HR_TEST(test_states_are_read_into_small_bins) {
    expect_states_in_small_bins(HR_METRIC_UNIT); // states carry marks, and one layer is read
    expect_states_in_small_bins(HR_METRIC_SLIDE);
}

/// The bytes that the search foresees for its next layer's states.
static double foreseen(hr_frontier *f) {
    f->memory.base_bytes = 0; // a process that has read a checkpoint holds a little more
    return (double)hr_frontier_foresee(f);
}

/// A bin's states are in order in a checkpoint, and in a run they are not.
HR_TEST_IN_DIRECTORY(test_a_resumed_run_foresees_what_the_run_did) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:4x4"});
    hr_enumerate_options options = {.max_depth = 22, .checkpoint = {.directory = hr_test_directory, .every = 1e9}};
    hr_enumeration results[2];
    hr_frontier run;
    hr_frontier resumed;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &results[1], NULL), HR_OK);
    hr_enumeration_clear(&results[1]);
    options.checkpoint.resume = true;
    assert_int_equal(hr_frontier_create(&resumed, hr_test_world(), puzzle, &options, &results[1], NULL), HR_OK);
    assert_int_equal(hr_run_watch_restore(&resumed.watch, NULL), HR_OK);
    options.checkpoint = (hr_checkpoint_options){.directory = NULL};
    assert_int_equal(hr_frontier_create(&run, hr_test_world(), puzzle, &options, &results[0], NULL), HR_OK);
    while (results[0].layer_count < results[1].layer_count) {
        assert_int_equal(hr_frontier_make_layer(&run, NULL), HR_OK);
    }
    const double ratio = foreseen(&resumed) / foreseen(&run);
    assert_true(ratio > 0.97 && ratio < 1.03);
    hr_frontier_destroy(&run);
    hr_frontier_destroy(&resumed);
    hr_enumeration_clear(&results[0]);
    hr_enumeration_clear(&results[1]);
    hr_puzzle_destroy(&puzzle);
}
