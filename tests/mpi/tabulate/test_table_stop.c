// SPDX-License-Identifier: MIT
// Ranks: 1 2 3
// A table that is not to be written to its end, and the memory that its end takes.

#include <unistd.h>

#include "core/array.h"
#include "enumerate/frontier/frontier.h"
#include "mpi_test.h"
#include "puzzle/puzzle_ops.h"
#include "tabulate/sink/state.h"
#include "tabulate/write.h"

static int rank(void) { return hr_comm_rank(hr_test_world()); }
static int ranks(void) { return hr_comm_size(hr_test_world()); }

static hr_puzzle *make_puzzle(void) { return made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"}); }

static hr_status wants_to_stop(void *context, uint64_t written, hr_error *error) {
    return *(const bool *)context ? hr_error_set(error, HR_STOPPED, "planned") : HR_OK;
}

HR_TEST_IN_DIRECTORY(test_wish_to_stop_is_heard_before_each_piece) {
    char path[96];
    hr_error error = {.text = ""};
    hr_puzzle *puzzle = make_puzzle();
    bool stops = false;
    const hr_stop_look look = {.look = wants_to_stop, .context = &stops};
    const hr_count layers[2] = {1, hr_puzzle_describe(puzzle)->index_count - 1};
    const hr_table_content content = {.puzzle = puzzle,
                                      .encoding = HR_TABLE_INDEX,
                                      .value_bits = 8,
                                      .entries = layers[0] + layers[1],
                                      .layers = layers,
                                      .layer_count = 2,
                                      .hardest = NULL, // no state is listed
                                      .look = &look};
    (void)snprintf(path, sizeof path, "%s/table", hr_test_directory);
    hr_table_writer *writer = NULL;
    HR_TEST_OK(hr_table_writer_create(hr_test_world(), path, false, &content, &writer, &error), error);
    stops = rank() == ranks() - 1;
    const size_t chunk = (size_t)hr_table_writer_chunk_bytes(writer);
    uint8_t *values = calloc(1, chunk);
    assert_non_null(values);
    const hr_status status = hr_table_writer_put(writer, 0, values, chunk, &error);
    assert_int_equal(status, stops ? HR_STOPPED : HR_OK);
    free(values);
    assert_int_equal(hr_table_writer_finish(&writer, status, &error), HR_STOPPED);
    assert_string_equal(error.text, "planned");
    assert_int_equal(access(path, F_OK), -1);
    hr_puzzle_destroy(&puzzle);
}

/// Collective. Bytes that all ranks say the table's end will take.
static uint64_t foreseen(hr_table_sink *sink) {
    const hr_state_sink handlers = hr_table_sink_handlers(sink);
    uint64_t bytes = handlers.memory(handlers.context, 0).finish;
    assert_int_equal(hr_comm_sum(hr_test_world(), &bytes, 1, NULL), HR_OK);
    return bytes;
}

/// To be sorted, each state is there twice, with its distance: as it was found, and where the table has it.
HR_TEST(test_sorting_of_keys_is_foreseen) {
    hr_puzzle *puzzle = make_puzzle();
    puzzle->info.index_count = 0; // puzzle_ops.h lets this test change the puzzle's info
    puzzle->info.reachable = 0;
    hr_table_sink *sink = NULL;
    hr_enumeration result = {.layers = NULL};
    assert_int_equal(hr_table_sink_create(hr_test_world(), puzzle, 0, &sink, NULL), HR_OK);
    const uint64_t empty = foreseen(sink);
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .sink = hr_table_sink_handlers(sink)};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, NULL), HR_OK);
    assert_true(foreseen(sink) - empty >= 4 * sizeof(uint64_t) * result.states);
    hr_enumeration_clear(&result);
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
}

/// What the sink's memory is to be, besides the list of `more` states that are on their way and the messages.
static void check_memory(hr_table_sink *sink, size_t more, uint64_t needed, uint64_t finish) {
    const hr_state_sink handlers = hr_table_sink_handlers(sink);
    const hr_sink_memory memory = handlers.memory(handlers.context, more);
    const uint64_t rest = hr_array_capacity(0, more) * sizeof(hr_state) + (ranks() == 1 ? 0 : hr_exchange_memory(ranks()));
    assert_int_equal(memory.needed, needed + rest);
    assert_int_equal(memory.finish, finish + rest);
}

/// The 181440 distances are dealt in blocks of 65536, a byte each. From the depth on whose successors a byte cannot hold there is
/// room for two bytes more, until they are there.
HR_TEST(test_memory_of_distances_is_foreseen_to_the_byte) {
    static const uint64_t shares[3][3] = {{181440}, {65536, 115904}, {65536, 65536, 50368}};
    const uint64_t own = shares[ranks() - 1][rank()];
    hr_puzzle *puzzle = make_puzzle();
    hr_table_sink *sink = NULL;
    assert_int_equal(hr_table_sink_create(hr_test_world(), puzzle, 0, &sink, NULL), HR_OK);
    const hr_state_sink handlers = hr_table_sink_handlers(sink);
    check_memory(sink, 0, own, own);
    check_memory(sink, 1000, own, own);
    for (hr_depth depth = 253; depth <= 256; depth++) {
        const uint64_t bytes = depth == 253 ? own : depth == 254 ? 3 * own : 2 * own;
        assert_int_equal(handlers.on_layer(handlers.context, depth, NULL), HR_OK);
        check_memory(sink, 1000, bytes, bytes);
    }
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
}
