// SPDX-License-Identifier: MIT
// Breadth-first searches over all ranks that are stopped again and again find what they find undisturbed, whatever is kept of the
// layers. A checkpoint that holds something impossible under right checksums is refused.
// Ranks: 1 3

#include "mpi_test.h"

#include "core/hash/state.h"
#include "files/commit.h"
#include "forge.h"
#include "solve/layers/kept_saver.h"
#include "solve/layers/together.h"
#include "solving/retraced_path.h"

/// Sections of the kept layers.
enum { SHAPE = HR_SINK_SECTION, SOLVED, LAYERS };

/// A position. `moves` is the length that Klotski pages give, and the eight-puzzle's diameter.
typedef struct position {
    hr_puzzle_options options;
    const char *start;
    size_t moves;
} position;

static const position POSITIONS[] = {
    {{.spec = "klotski:4x5"}, "TXXTBXXBTLRTBooBo..o", 116},
    {{.spec = "klotski:4x5", .metric = HR_METRIC_MOVE}, "TXXTBXXBTLRTBooBo..o", 81},
    {{.spec = "tile:3x3"}, "8 6 7 2 5 4 3 0 1", 31},
};
enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

static hr_status search(const position *p, bool all, const hr_enumerate_options *run, hr_path *path, hr_error *error) {
    hr_puzzle *puzzle = made_puzzle(&p->options);
    hr_together_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = &p->options, .all = all};
    hr_state start = made_state(puzzle, p->start);
    task.start = &start;
    const hr_status status = hr_shortest_path_together(&task, run, path, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

/// Collective. Search as far as `most` states, from the checkpoint in the directory on.
static hr_path search_part(const position *p, bool all, const char *directory, hr_count most) {
    const hr_enumerate_options run = {.max_states = most, .checkpoint = {.directory = directory, .every = 1e9, .resume = true}};
    hr_path path;
    hr_error error = {.text = ""};
    HR_TEST_OK(search(p, all, &run, &path, &error), error);
    return path;
}

static void expect_same(const hr_path *path, const hr_path *expected) {
    assert_int_equal(path->outcome, HR_PATH_SOLVED);
    assert_int_equal(path->count, expected->count);
    assert_memory_equal(path->states, expected->states, path->count * sizeof *path->states);
    assert_int_equal(path->solutions, expected->solutions);
    assert_int_equal(path->visited, expected->visited);
    assert_int_equal(path->iteration_count, expected->iteration_count);
    for (size_t i = 0; i < path->iteration_count; i++) {
        assert_int_equal(path->iterations[i].nodes, expected->iterations[i].nodes);
    }
}

static void check_stops(const position *p, bool all) {
    char directory[64];
    hr_path expected;
    hr_test_make_directory(directory);
    assert_int_equal(search(p, all, &(hr_enumerate_options){.memory_limit = 0}, &expected, NULL), HR_OK);
    assert_int_equal(expected.count, p->moves + 1);
    hr_path path;
    hr_depth before = 0;
    size_t stops = 0;
    for (hr_count most = 1;; most *= 4) {
        path = search_part(p, all, directory, most);
        if (path.outcome != HR_PATH_LIMIT) {
            break;
        }
        assert_true(path.bound >= before);
        before = path.bound;
        stops++;
        hr_path_clear(&path);
    }
    assert_true(stops > 5);
    expect_same(&path, &expected);
    hr_path_clear(&path);
    path = search_part(p, all, directory, 0); // the checkpoint has the last layer: only the path is found again
    expect_same(&path, &expected);
    hr_path_clear(&path);
    hr_path_clear(&expected);
    hr_test_remove_directory(directory);
}

HR_TEST(test_a_search_that_was_stopped_finds_the_same_path_and_count) {
    for (size_t i = 0; i < POSITION_COUNT; i++) {
        check_stops(&POSITIONS[i], false);
        check_stops(&POSITIONS[i], true);
    }
}

/// A search of 横刀立马 that keeps few bytes of its layers.
typedef struct frugal {
    hr_puzzle *puzzle;
    hr_puzzle *plain;
    hr_kept_layers kept;
    hr_enumeration result;
} frugal;

/// Collective. Search with the checkpoints of `directory`, and keep at most `budget` bytes of the layers.
static void begin_frugal(frugal *f, const char *directory, uint64_t budget, hr_count most) {
    hr_puzzle_options options = {.spec = "klotski:4x5", .from = "TXXTBXXBTLRTBooBo..o"};
    f->puzzle = made_puzzle(&options);
    options.no_symmetry = true;
    f->plain = made_puzzle(&options);
    hr_kept_layers_begin(&f->kept, 1, budget);
    hr_kept_saver saver = {.comm = hr_test_world(), .puzzle = f->puzzle, .kept = &f->kept};
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED,
                                      .max_states = most,
                                      .until_solved = true,
                                      .checkpoint = {.directory = directory, .every = 1e9, .resume = true},
                                      .sink = hr_kept_saver_sink(&saver)};
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_frontier_enumerate(hr_test_world(), f->puzzle, &run, &f->result, &error), error);
}

static void end_frugal(frugal *f) {
    hr_kept_layers_end(&f->kept);
    hr_enumeration_clear(&f->result);
    hr_puzzle_destroy(&f->puzzle);
    hr_puzzle_destroy(&f->plain);
}

/// Collective. Stop a search with one budget, go on with another one, and find the path. Returns the stride at the end.
static hr_depth retrace_between(uint64_t first, uint64_t second) {
    char directory[64];
    frugal f;
    hr_test_make_directory(directory);
    begin_frugal(&f, directory, first, 10000);
    uint64_t before = f.kept.stride;
    assert_int_equal(hr_comm_max(hr_test_world(), &before, 1, NULL), HR_OK);
    end_frugal(&f);
    begin_frugal(&f, directory, second, 0);
    assert_true(f.kept.stride >= before);
    assert_true(f.kept.bytes <= second || f.kept.bytes <= 64 << 10);
    hr_path path = {.bound = 116, .count = 117};
    path.states = calloc(path.count, sizeof *path.states);
    assert_non_null(path.states);
    const hr_retrace_task task = {.comm = hr_test_world(), .puzzle = f.puzzle, .plain = f.plain, .kept = &f.kept, .node_ranks = 1};
    hr_error error = {.text = ""};
    hr_stop stop = HR_STOP_NONE;
    HR_TEST_OK(hr_retrace(&task, &path, &stop, &error), error);
    assert_int_equal(hr_path_replay(f.plain, &(hr_state){made_source(f.puzzle)}, &path, NULL), HR_OK);
    expect_agreement(&path, 1);
    uint64_t stride = f.kept.stride;
    assert_int_equal(hr_comm_max(hr_test_world(), &stride, 1, NULL), HR_OK);
    free(path.states);
    end_frugal(&f);
    hr_test_remove_directory(directory);
    return (hr_depth)stride;
}

HR_TEST(test_a_run_goes_on_with_fewer_layers_kept) {
    assert_int_equal(retrace_between(UINT64_MAX, UINT64_MAX), 1);
    assert_true(retrace_between(512 << 10, UINT64_MAX) > 1); // what was dropped before the stop does not come back
    assert_true(retrace_between(UINT64_MAX, 2 << 20) > 1);
    assert_true(retrace_between(1 << 20, 512 << 10) > 8);
    assert_true(retrace_between(0, 0) > 64);
    const bool last = hr_comm_rank(hr_test_world()) + 1 == hr_comm_size(hr_test_world());
    assert_int_equal(retrace_between(last ? 0 : UINT64_MAX, UINT64_MAX), 64); // the first part ends with layer 57
}

/// A checkpoint that is written in the middle of a layer holds the complete layers only.
HR_TEST_IN_DIRECTORY(test_an_unfinished_layer_is_not_saved) {
    hr_checkpoint_store *store = NULL;
    hr_checkpoint_writer *writer = NULL;
    hr_checkpoint_reader *reader = NULL;
    hr_kept_layers kept;
    const hr_comm *world = hr_test_world();
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3", .from = "1 2 3 4 5 6 7 0 8"});
    const hr_state source = made_source(puzzle);
    const bool first = hr_comm_rank(world) == 0;
    hr_kept_layers_begin(&kept, 1, UINT64_MAX);
    hr_kept_saver saver = {.comm = world, .puzzle = puzzle, .kept = &kept};
    const hr_state_sink sink = hr_kept_saver_sink(&saver);
    assert_int_equal(sink.on_states(sink.context, 0, &source, first, NULL), HR_OK);
    assert_int_equal(sink.on_layer(sink.context, 0, NULL), HR_OK);
    const uint64_t bytes = sink.save_bytes(sink.context);
    assert_int_equal(sink.on_states(sink.context, 1, &source, 1, NULL), HR_OK);
    sink.on_solved(sink.context, 1, &source);
    assert_int_equal(sink.save_bytes(sink.context), bytes);
    assert_int_equal(hr_checkpoint_open(world, hr_test_directory, "a sink", &store, NULL), HR_OK);
    assert_int_equal(hr_checkpoint_begin(store, bytes, &writer, NULL), HR_OK);
    assert_int_equal(hr_test_commit(&writer, sink.save(sink.context, writer, NULL), NULL, 0, NULL, NULL), HR_OK);
    assert_int_equal(hr_checkpoint_load(store, 0, &reader, NULL), HR_OK);
    hr_layer layer = {.canonical = 1, .fingerprint = hr_hash_state(source)};
    const hr_enumeration result = {.layers = &layer, .layer_count = 1, .first_solved = HR_DEPTH_UNREACHED};
    assert_int_equal(sink.load(sink.context, reader, &result, NULL), HR_OK);
    assert_true(kept.solved[0] == HR_STATE_NONE);
    assert_int_equal(kept.layer_count <= 1, true);
    hr_checkpoint_reader_destroy(&reader);
    hr_checkpoint_close(&store);
    hr_kept_layers_end(&kept);
    hr_puzzle_destroy(&puzzle);
}

// Things that are changed in the first block of a section.

static void other_stride(hr_forge_block *block) { hr_forge_set_word(block, 0, 3); }

static void no_stride(hr_forge_block *block) { hr_forge_set_word(block, 0, 0); }

static void more_than_lost(hr_forge_block *block) { hr_forge_set_word(block, 1, 2); }

static void shape_cut(hr_forge_block *block) { hr_forge_resize(block, 8); }

static void garbage(hr_forge_block *block) {
    hr_forge_set_word(block, 0, UINT64_MAX / 3);
    hr_forge_for_all(block);
}

static const hr_forge_change FORGERIES[] = {
    {"a stride that is no power of two", SHAPE, other_stride},
    {"a stride of 0", SHAPE, no_stride},
    {"a number for yes or no", SHAPE, more_than_lost},
    {"half a shape", SHAPE, shape_cut},
    {"no solved state", SOLVED, hr_forge_elsewhere},
    {"garbage for a solved state", SOLVED, garbage},
    {"a part of a solved state", SOLVED, hr_forge_broken},
    {"a layer less", LAYERS + 7, hr_forge_elsewhere},
    {"garbage for a state", LAYERS + 7, garbage},
    {"a part of a state", LAYERS + 7, hr_forge_broken},
    {"a state less", LAYERS + 7, hr_forge_state_less},
};

static void no_shape(void *context, hr_forge *forged) {
    for (size_t i = 0; i < forged->block_count; i++) {
        forged->blocks[i].section += forged->blocks[i].section == SHAPE ? 1000 : 0;
    }
}

/// A state of another layer, under keys that every rank reads, is not taken for a solved one.
static void unsolved(void *context, hr_forge *forged) {
    hr_forge_block *solved = hr_forge_first(forged, SOLVED);
    memcpy(solved->bytes, hr_forge_first(forged, LAYERS + 7)->bytes, sizeof(hr_state));
    hr_forge_for_all(solved);
}

static void note_refusal(const hr_event *event, void *context) { *(size_t *)context += event->kind == HR_EVENT_REFUSED; }

/// Collective. After the forgery of the newest checkpoint the run refuses it, and finds the same path and count.
static void check_forgery(const char *name, void (*change)(void *context, hr_forge *forged), hr_forge_change block) {
    const position *p = &POSITIONS[2];
    char directory[64];
    size_t refused = 0;
    hr_path expected;
    hr_path path;
    hr_test_make_directory(directory);
    path = search_part(p, true, directory, 1000);
    hr_path_clear(&path);
    expected = search_part(p, true, directory, 0);
    hr_forge_newest(directory, change, &block);
    const hr_enumerate_options run = {
        .checkpoint = {.directory = directory, .every = 1e9, .resume = true}, .event = note_refusal, .event_context = &refused};
    hr_error error = {.text = ""};
    if (search(p, true, &run, &path, &error) != HR_OK) {
        fail_msg("%s: %s", name, error.text);
    }
    if (hr_comm_rank(hr_test_world()) == 0 && refused != 1) {
        fail_msg("%s: refused %zu times", name, refused);
    }
    expect_same(&path, &expected);
    hr_path_clear(&path);
    hr_path_clear(&expected);
    hr_test_remove_directory(directory);
}

HR_TEST(test_forged_checkpoints_are_refused) {
    for (size_t i = 0; i < sizeof FORGERIES / sizeof FORGERIES[0]; i++) {
        check_forgery(FORGERIES[i].name, hr_forge_make_change, FORGERIES[i]);
    }
    check_forgery("no shape", no_shape, (hr_forge_change){.name = NULL});
    check_forgery("a state that is not solved", unsolved, (hr_forge_change){.name = NULL});
}
