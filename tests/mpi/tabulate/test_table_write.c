// SPDX-License-Identifier: MIT
// The table writer and the sink: the file must be the one that tests/support/table_image.h makes on one process, byte for byte.

#include "files/opened_table.h"
#include "mpi_test.h"

#include "written_table.h"

static void expect_same_bytes(const table_image_plan *plan, bool has_index, bool reach_is_known) {
    table_image image = table_image_make(plan);
    for (int no_symmetry = 0; no_symmetry < 2; no_symmetry++) {
        make_directory();
        hr_error error = {.text = ""};
        HR_TEST_OK(enumerate_to(plan, has_index, reach_is_known, no_symmetry, false, &error), error);
        expect_file(&image);
        remove_directory(true);
    }
    table_image_free(&image);
}

HR_TEST(test_index_table_is_the_same_on_any_number_of_ranks) {
    const table_image_plan plain = TABLE_IMAGE_3X3;
    const table_image_plan slide = {
        .options = {.spec = "tile:2x4", .metric = HR_METRIC_SLIDE, .goal = "1,2,3,4,5,0,6,7", .from = "2 1 4,3 5 _ 6 7"},
        .text = "puzzle tile:2x4\nmetric slide\ngoal 1 2 3 4 5 0 6 7\nfrom 2 1 4 3 5 0 6 7\n",
        .encoding = HR_TABLE_INDEX,
        .value_bits = 8,
        .chunk_bytes = 65536,
    };
    expect_same_bytes(&plain, true, true);
    expect_same_bytes(&slide, true, true);
}

HR_TEST(test_key_table_is_the_same_on_any_number_of_ranks) {
    const table_image_plan plan = TABLE_IMAGE_3X3_KEYS;
    expect_same_bytes(&plan, false, false);
}

HR_TEST(test_keys_become_an_index_when_they_are_many) {
    const table_image_plan plan = TABLE_IMAGE_3X3;
    expect_same_bytes(&plan, true, false);
}

/// Between an engine and a table's sink: from state number `lose` on it holds some back, or gives layers another depth.
typedef struct forgetful_sink {
    hr_state_sink real;
    long lose;        ///< states until one gets lost; negative: none
    long twice;       ///< states until one is given twice; negative: none
    hr_depth swapped; ///< this layer and the next one, which must have different sizes, change places
} forgetful_sink;

static hr_depth passed_depth(const forgetful_sink *sink, hr_depth depth) {
    return depth == sink->swapped ? depth + 1 : depth == sink->swapped + 1 ? depth - 1 : depth;
}

static hr_status pass_states(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    forgetful_sink *sink = context;
    hr_status status = HR_OK;
    for (size_t i = 0; i < n && status == HR_OK; i++) {
        const size_t copies = sink->lose-- == 0 ? 0 : sink->twice-- == 0 ? 2 : 1;
        for (size_t c = 0; c < copies && status == HR_OK; c++) {
            status = sink->real.on_states(sink->real.context, passed_depth(sink, depth), &states[i], 1, error);
        }
    }
    return status;
}

static hr_status pass_layer(void *context, hr_depth depth, hr_error *error) {
    const forgetful_sink *sink = context;
    return sink->real.on_layer(sink->real.context, passed_depth(sink, depth), error);
}

/// A table of 3x3, by index or with keys, of which rank 0's sink has lost something, is not written.
static void expect_refused(bool has_index, forgetful_sink fault) {
    hr_table_sink *sink = NULL;
    hr_enumeration result = {.layers = NULL};
    hr_error error = {.text = ""};
    const hr_puzzle_options options = {.spec = "tile:3x3"};
    hr_puzzle *puzzle = made_puzzle(&options);
    puzzle->info.index_count = has_index ? puzzle->info.index_count : 0;
    puzzle->info.reachable = has_index ? puzzle->info.reachable : 0;
    assert_int_equal(hr_table_sink_create(hr_test_world(), puzzle, 0, &sink, NULL), HR_OK);
    fault.real = hr_table_sink_handlers(sink);
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED,
                                      .sink = {.on_states = pass_states, .on_layer = pass_layer, .context = &fault}};
    make_directory();
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, &error), HR_OK);
    hr_test_begin_leaving();
    const hr_status status = hr_table_sink_write(sink, path, false, &result, NULL, &error);
    if (status != HR_INTERNAL || strstr(error.text, "the table cannot be right") == NULL || strstr(error.text, "181440") == NULL) {
        fail_msg("status %d, '%s'", (int)status, error.text);
    }
    hr_test_end_leaving();
    remove_directory(false);
    hr_enumeration_clear(&result);
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_a_sink_that_lost_something_writes_no_table) {
    const long at = hr_comm_rank(hr_test_world()) == 0 ? 1000 : -1;
    for (int has_index = 0; has_index < 2; has_index++) {
        expect_refused(has_index == 1, (forgetful_sink){.lose = at, .twice = -1, .swapped = HR_DEPTH_UNREACHED - 1});
    }
    expect_refused(true, (forgetful_sink){.lose = -1, .twice = -1, .swapped = 8});
    expect_refused(false, (forgetful_sink){.lose = -1, .twice = at, .swapped = HR_DEPTH_UNREACHED - 1});
}

/// The depth that check_depths gives to the state with this index: every 7th state is reached by nothing.
static hr_depth depth_of(hr_index index, hr_depth layers) {
    return index % 7 == 3 ? HR_DEPTH_UNREACHED : (hr_depth)(index % layers);
}

/// Local. Hand the sink this rank's part of a layer, and count it.
static void fill_layer(const hr_state_sink *handlers, const hr_puzzle *puzzle, hr_depth depth, hr_depth layers,
                       hr_enumeration *result) {
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    const uint64_t rank = (uint64_t)hr_comm_rank(hr_test_world());
    hr_layer layer = {.states = 0};
    for (hr_index i = depth; i < hr_puzzle_describe(puzzle)->index_count; i += layers) {
        hr_state one = 0;
        if (depth_of(i, layers) != depth) {
            continue;
        }
        layer.states++;
        if (i % ranks == rank) {
            hr_puzzle_unindex(puzzle, &i, 1, &one);
            assert_int_equal(handlers->on_states(handlers->context, depth, &one, 1, NULL), HR_OK);
        }
    }
    assert_int_equal(hr_enumeration_add(result, &layer, NULL), HR_OK);
    assert_int_equal(handlers->on_layer(handlers->context, depth, NULL), HR_OK);
}

/// Collective. A sink that is given so many layers, of a puzzle that has 32; by index from the beginning or later on.
static void check_depths(hr_depth layers, bool reach_is_known, unsigned bits) {
    enum { STATES = 181440 };
    const hr_puzzle_options options = {.spec = "tile:3x3", .no_symmetry = true};
    hr_table_sink *sink = NULL;
    hr_puzzle *puzzle = made_puzzle(&options);
    hr_puzzle_info *info = &puzzle->info; // puzzle_ops.h lets this test change the puzzle's info
    info->reachable = reach_is_known ? info->reachable : 0;
    assert_int_equal(hr_table_sink_create(hr_test_world(), puzzle, 0, &sink, NULL), HR_OK);
    const hr_state_sink handlers = hr_table_sink_handlers(sink);
    hr_enumeration result = {.layers = NULL, .first_solved = HR_DEPTH_UNREACHED};
    make_directory();
    for (hr_depth depth = 0; depth < layers; depth++) {
        fill_layer(&handlers, puzzle, depth, layers, &result);
    }
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_table_sink_write(sink, path, false, &result, NULL, &error), error);
    hr_table *table = opened_table(path);
    assert_int_equal(hr_table_describe(table)->value_bits, bits);
    static hr_depth values[STATES];
    assert_int_equal(hr_table_values(table, 0, STATES, values, NULL), HR_OK);
    for (hr_index i = 0; i < STATES; i++) {
        assert_int_equal(values[i], depth_of(i, layers));
    }
    hr_table_close(&table);
    remove_directory(true);
    hr_enumeration_clear(&result);
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_distances_above_254_take_16_bits) {
    check_depths(255, true, 8); // the greatest distance is 254
    check_depths(256, true, 16);
    check_depths(257, true, 16);
    check_depths(256, false, 16);
}

HR_TEST(test_plane_table_is_written_by_parts) {
    const table_image_plan plan = TABLE_IMAGE_3X3_PLANES;
    table_image image = table_image_make(&plan);
    hr_count layers[32];
    for (int d = 0; d < 32; d++) {
        layers[d] = 0;
    }
    for (hr_index i = 0; i < image.states; i++) {
        layers[image.distances[i]]++;
    }
    hr_puzzle *puzzle = made_puzzle(&plan.options);
    size_t listed = 0;
    hr_state *hardest = table_image_reached(&image, puzzle, 31, &listed);
    const hr_table_content content = {
        .puzzle = puzzle,
        .encoding = HR_TABLE_PLANES,
        .value_bits = 1,
        .entries = image.states,
        .layers = layers,
        .layer_count = 32,
        .hardest = hr_comm_rank(hr_test_world()) == 0 ? hardest : NULL,
        .hardest_count = hr_comm_rank(hr_test_world()) == 0 ? listed : 0,
    };
    make_directory();
    hr_table_writer *writer = NULL;
    assert_int_equal(hr_table_writer_create(hr_test_world(), path, false, &content, &writer, NULL), HR_OK);
    const uint64_t chunk = hr_table_writer_chunk_bytes(writer);
    assert_int_equal(chunk, 2688);
    assert_int_equal((image.size - image.payload_offset) % chunk, 0);
    for (uint64_t c = (image.size - image.payload_offset) / chunk; c-- > 0;) { // one chunk after the other, dealt round
        if (c % (uint64_t)hr_comm_size(hr_test_world()) == (uint64_t)hr_comm_rank(hr_test_world())) {
            assert_int_equal(hr_table_writer_put(writer, c * chunk, image.bytes + image.payload_offset + c * chunk, chunk, NULL),
                             HR_OK);
        }
    }
    assert_int_equal(hr_table_writer_finish(&writer, HR_OK, NULL), HR_OK);
    assert_null(writer);
    expect_file(&image);
    remove_directory(true);
    free(hardest);
    hr_puzzle_destroy(&puzzle);
    table_image_free(&image);
}

HR_TEST(test_tables_are_the_same_through_relays) {
    hr_test_through_relays(test_index_table_is_the_same_on_any_number_of_ranks, cmocka_state);
    hr_test_through_relays(test_key_table_is_the_same_on_any_number_of_ranks, cmocka_state);
    hr_test_through_relays(test_keys_become_an_index_when_they_are_many, cmocka_state);
}
