// SPDX-License-Identifier: MIT
// A sink that was saved after any layer and read back goes on to the same table, also where distances begin to need 16 bits.

#include "files/commit.h"
#include "files/opened_table.h"
#include "mpi_test.h"

#include "puzzle/puzzle_ops.h"
#include "run/checkpoint/checkpoint.h"
#include "tabulate/sink/sink.h"

enum { STATES = 20160 }; ///< 8!/2

typedef enum keeping { BY_INDEX, KEYS, KEYS_THEN_INDEX, KEEPINGS } keeping;

/// A made-up space: which layers the states are in.
typedef struct space {
    hr_puzzle *puzzle;
    hr_depth layers;
    keeping how;
    char directory[64];
} space;

/// Every 7th state is reached by nothing.
static hr_depth depth_of(hr_index index, hr_depth layers) {
    return index % 7 == 3 ? HR_DEPTH_UNREACHED : (hr_depth)(index % layers);
}

static void make_puzzle(space *s) {
    s->puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:2x4", .no_symmetry = true});
    hr_puzzle_info *info = &s->puzzle->info; // puzzle_ops.h lets this test change the puzzle's info
    assert_int_equal(info->index_count, STATES);
    info->reachable = s->how == BY_INDEX ? info->reachable : 0;
    info->index_count = s->how == KEYS ? 0 : info->index_count;
}

/// Local. Hand the sink this rank's part of a layer, and count all of it.
static void fill_layer(const space *s, const hr_state_sink *handlers, hr_depth depth, hr_enumeration *result) {
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    const uint64_t rank = (uint64_t)hr_comm_rank(hr_test_world());
    hr_layer layer = {.states = 0};
    for (hr_index i = depth; i < STATES; i += s->layers) {
        hr_state one = 0;
        if (depth_of(i, s->layers) != depth) {
            continue;
        }
        layer.states++;
        if (i / 3 % ranks == rank) {
            hr_puzzle_unindex(s->puzzle, &i, 1, &one);
            assert_int_equal(handlers->on_states(handlers->context, depth, &one, 1, NULL), HR_OK);
        }
    }
    assert_int_equal(hr_enumeration_add(result, &layer, NULL), HR_OK);
    assert_int_equal(handlers->on_layer(handlers->context, depth, NULL), HR_OK);
}

/// Collective. Save the sink and destroy it. Make another one, read it back, and return it.
static hr_table_sink *exchange_sink(const space *s, hr_table_sink *sink, const hr_enumeration *result) {
    hr_checkpoint_store *store = NULL;
    hr_checkpoint_writer *writer = NULL;
    hr_checkpoint_reader *reader = NULL;
    hr_error error = {.text = ""};
    uint64_t written = 0;
    assert_int_equal(hr_checkpoint_open(hr_test_world(), s->directory, "a sink", &store, NULL), HR_OK);
    hr_state_sink handlers = hr_table_sink_handlers(sink);
    uint64_t bytes = handlers.save_bytes(handlers.context);
    assert_int_equal(hr_checkpoint_begin(store, bytes, &writer, NULL), HR_OK);
    const hr_status saved = handlers.save(handlers.context, writer, NULL);
    assert_int_equal(saved, HR_OK);
    assert_int_equal(hr_test_commit(&writer, saved, NULL, 0, &written, NULL), HR_OK);
    assert_int_equal(hr_comm_sum(hr_test_world(), &bytes, 1, NULL), HR_OK);
    assert_in_range(written, bytes, bytes + (64 << 10));
    hr_table_sink_destroy(&sink);
    assert_int_equal(hr_table_sink_create(hr_test_world(), s->puzzle, 0, &sink, NULL), HR_OK);
    handlers = hr_table_sink_handlers(sink);
    assert_int_equal(hr_checkpoint_load(store, 0, &reader, NULL), HR_OK);
    if (handlers.load(handlers.context, reader, result, &error) != HR_OK) {
        fail_msg("%zu of %u layers, way %d: %s", result->layer_count, s->layers, (int)s->how, error.text);
    }
    hr_checkpoint_reader_destroy(&reader);
    hr_checkpoint_close(&store);
    return sink;
}

static void check_table(const space *s, const char *path) {
    hr_table *table = opened_table(path);
    assert_int_equal(hr_table_describe(table)->value_bits, s->layers > 255 ? 16 : 8);
    assert_int_equal(hr_table_describe(table)->encoding, s->how == KEYS ? HR_TABLE_KEYS : HR_TABLE_INDEX);
    for (hr_index i = 0; i < STATES; i++) {
        hr_state state = 0;
        hr_depth distance = 0;
        hr_puzzle_unindex(hr_table_puzzle(table), &i, 1, &state);
        assert_int_equal(hr_table_distance(table, &state, 1, &distance, NULL), HR_OK);
        assert_int_equal(distance, depth_of(i, s->layers));
    }
    hr_table_close(&table);
}

/// Collective. Give a sink all layers, and exchange it after those that `cuts` names.
static void check_space(space *s, const hr_depth *cuts, size_t cut_count) {
    char path[96];
    hr_table_sink *sink = NULL;
    hr_error error = {.text = ""};
    hr_enumeration result = {.layers = NULL, .first_solved = HR_DEPTH_UNREACHED};
    hr_test_make_directory(s->directory);
    (void)snprintf(path, sizeof path, "%s/table", s->directory);
    make_puzzle(s);
    assert_int_equal(hr_table_sink_create(hr_test_world(), s->puzzle, 0, &sink, NULL), HR_OK);
    for (hr_depth depth = 0; depth < s->layers; depth++) {
        const hr_state_sink handlers = hr_table_sink_handlers(sink);
        fill_layer(s, &handlers, depth, &result);
        for (size_t i = 0; i < cut_count; i++) {
            sink = cuts[i] == depth ? exchange_sink(s, sink, &result) : sink;
        }
    }
    HR_TEST_OK(hr_table_sink_write(sink, path, false, &result, NULL, &error), error);
    check_table(s, path);
    hr_enumeration_clear(&result);
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&s->puzzle);
    hr_test_remove_directory(s->directory);
}

HR_TEST(test_a_sink_goes_on_from_any_layer) {
    static const hr_depth few[] = {0, 1, 2, 6, 9};
    static const hr_depth many[] = {0, 27, 253, 254, 255};
    for (keeping how = BY_INDEX; how < KEEPINGS; how++) {
        check_space(&(space){.how = how, .layers = 10}, few, 5);
        for (hr_depth layers = 255; layers <= 257; layers++) {
            check_space(&(space){.how = how, .layers = layers}, many, 5);
        }
    }
}
