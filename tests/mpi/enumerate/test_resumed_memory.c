// SPDX-License-Identifier: MIT
// A run that goes on from a checkpoint counts what its sink has read back before it makes a layer.
// Ranks: 1 3

#include "mpi_test.h"

#include <string.h>

#include "enumerate/frontier/frontier.h"

/// A sink that keeps nothing, and takes much memory once it has been read back.
typedef struct heavy_sink {
    bool loaded;
} heavy_sink;

static hr_sink_memory memory(void *context, size_t more) {
    (void)more;
    return (hr_sink_memory){.needed = ((const heavy_sink *)context)->loaded ? UINT64_MAX / 4 : 0};
}

static uint64_t save_bytes(void *context) {
    (void)context;
    return 0;
}

static hr_status save(void *context, hr_checkpoint_writer *writer, hr_error *error) {
    (void)context;
    (void)writer;
    (void)error;
    return HR_OK;
}

static hr_status load(void *context, hr_checkpoint_reader *reader, const hr_enumeration *result, hr_error *error) {
    (void)reader;
    (void)result;
    (void)error;
    ((heavy_sink *)context)->loaded = true;
    return HR_OK;
}

static void test_the_first_layer_leaves_room_for_what_the_sink_has_read(void **state) {
    (void)state;
    char directory[64];
    heavy_sink heavy = {.loaded = false};
    hr_puzzle *puzzle = hr_test_make_puzzle(&(hr_puzzle_options){.spec = "tile:3x4"});
    hr_enumerate_options options = {
        .max_depth = HR_DEPTH_UNREACHED,
        .max_states = 2000000, // a layer takes more than one slab on each of three ranks
        .checkpoint = {.directory = directory, .every = 1e9, .resume = true},
        .sink = {.memory = memory, .save_bytes = save_bytes, .save = save, .load = load, .contents = "nothing", .context = &heavy}};
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_test_make_directory(directory);
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
    hr_test_remove_directory(directory);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_the_first_layer_leaves_room_for_what_the_sink_has_read),
};

HR_MPI_TEST_MAIN(tests)
