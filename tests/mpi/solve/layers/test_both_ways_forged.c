// SPDX-License-Identifier: MIT
// Checkpoints of searches from both sides that hold something impossible under right checksums are refused.
// Ranks: 1 3
// Long tier: mpi.forged_astar and mpi.forged_solutions have checkpoints of other searches.

#include "mpi_test.h"

#include "forge.h"
#include "solving/sides_kept.h"

/// Sections: the last two layers of either side, and what is kept of the layers.
enum { START_BEFORE = 1, START_LAST, GOAL_BEFORE, GOAL_LAST, SHAPE = HR_SINK_SECTION, LAYERS = SHAPE + 2 };
#define GOALS (UINT64_C(1) << 40)

/// Facts: the number of layers, and six numbers for each of them.
enum { FACT_LAYERS, FACT_HEAD = 3, LAYER_STATES = 0, LAYER_CANONICAL, LAYER_SOLVED, LAYER_WORDS = 6 };

static const hr_puzzle_options POSITIONS[] = {
    {.spec = "tile:3x3", .from = "8 6 7 2 5 4 3 0 1", .metric = HR_METRIC_SLIDE},
    {.spec = "blocks:start: aabb/cc../.dd.; goal: ..cc/aabb/.dd."},
};
enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

// Things that are changed in the first block of a section.

static void no_stride(hr_forge_block *block) { hr_forge_set_word(block, 0, 0); }

static void garbage(hr_forge_block *block) {
    memset(block->bytes, 0x55, sizeof(hr_state));
    hr_forge_for_all(block);
}

static const hr_forge_change FORGERIES[] = {
    {"no layer before the start's last", START_BEFORE, hr_forge_elsewhere},
    {"a state less of the start", START_LAST, hr_forge_state_less},
    {"garbage on the start's side", START_LAST, garbage},
    {"no layer before the goals' last", GOAL_BEFORE, hr_forge_elsewhere},
    {"a state less of the goals", GOAL_LAST, hr_forge_state_less},
    {"a part of a state", GOAL_LAST, hr_forge_broken},
    {"garbage on the goals' side", GOAL_LAST, garbage},
    {"a layer of the start less", LAYERS + 5, hr_forge_elsewhere},
    {"a layer of the goals less", GOALS + LAYERS + 5, hr_forge_elsewhere},
    {"a state of a kept layer less", GOALS + LAYERS + 5, hr_forge_state_less},
    {"a stride of 0", SHAPE, no_stride},
    {"a stride of 0 of the goals", GOALS + SHAPE, no_stride},
};
enum { FORGERY_COUNT = sizeof FORGERIES / sizeof FORGERIES[0] };

// Things that are changed in the facts.

static void a_layer_more(hr_forge *forged) { forged->facts[FACT_LAYERS]++; }

/// The layers' states stay as many.
static void sides_swapped(hr_forge *forged) {
    uint64_t *layers = forged->facts + FACT_HEAD;
    const size_t last = forged->facts[FACT_LAYERS] - 1;
    uint64_t moved[LAYER_WORDS];
    memcpy(moved, layers + (last - 1) * LAYER_WORDS, sizeof moved);
    memcpy(layers + (last - 1) * LAYER_WORDS, layers + last * LAYER_WORDS, sizeof moved);
    memcpy(layers + last * LAYER_WORDS, moved, sizeof moved);
}

static void no_states(hr_forge *forged) { forged->facts[FACT_HEAD + 2 * LAYER_WORDS + LAYER_CANONICAL] = 0; }

static void two_starts(hr_forge *forged) { forged->facts[FACT_HEAD + LAYER_STATES]++; }

static void solved(hr_forge *forged) { forged->facts[FACT_HEAD + 2 * LAYER_WORDS + LAYER_SOLVED] = 1; }

static void (*const FACTS[])(hr_forge *forged) = {a_layer_more, sides_swapped, no_states, two_starts, solved};
enum { FACT_COUNT = sizeof FACTS / sizeof FACTS[0] };

static void forge(void *context, hr_forge *forged) {
    const size_t number = *(const size_t *)context;
    if (number >= FORGERY_COUNT) {
        FACTS[number - FORGERY_COUNT](forged);
        return;
    }
    hr_forge_change block = FORGERIES[number];
    hr_forge_make_change(&block, forged);
}

/// The run refuses the newest checkpoint, goes on from the one before, and finds the same. If that is forged, too, it ends.
HR_TEST(test_forged_checkpoints_are_refused) {
    const hr_puzzle_options *position = &POSITIONS[0];
    hr_path expected = search_well(position, &(hr_enumerate_options){.memory_limit = 0});
    for (size_t i = 0; i < FORGERY_COUNT + FACT_COUNT; i++) {
        char directory[64];
        told seen = {.written = 0};
        hr_test_make_directory(directory);
        hr_enumerate_options run = kept_in(directory, expected.visited / 2);
        run.event = note;
        run.event_context = &seen;
        hr_path path = search_well(position, &run);
        assert_int_equal(path.outcome, HR_PATH_LIMIT);
        hr_path_clear(&path);
        hr_forge_newest(directory, forge, &i);
        run.max_states = 0;
        path = search_well(position, &run);
        if (hr_comm_rank(hr_test_world()) == 0 && (seen.refused != 1 || seen.resumed != 1)) {
            fail_msg("forgery %zu: refused %zu times, gone on %zu times", i, seen.refused, seen.resumed);
        }
        expect_same(&path, &expected);
        hr_path_clear(&path);
        hr_test_remove_directory(directory);
    }
    hr_path_clear(&expected);
}

HR_TEST_IN_DIRECTORY(test_a_run_ends_if_all_its_checkpoints_are_forged) {
    size_t number = FORGERY_COUNT + 2;
    hr_enumerate_options run = kept_in(hr_test_directory, 200);
    hr_path path = search_well(&POSITIONS[0], &run);
    hr_path_clear(&path);
    hr_forge_newest(hr_test_directory, forge, &number);
    number++;
    hr_forge_newest(hr_test_directory, forge, &number);
    hr_error error = {.text = ""};
    assert_int_equal(search(&POSITIONS[0], NULL, &run, &path, &error), HR_FILE);
    assert_non_null(strstr(error.text, "damaged"));
    hr_path_clear(&path);
}

/// So the run had dropped layers for lack of memory: only every second layer is read back, and the path is as long.
static void every_second_layer(void *context, hr_forge *forged) {
    for (size_t i = 0; i < forged->block_count; i++) {
        const uint64_t section = forged->blocks[i].section % GOALS;
        if (section == SHAPE) {
            hr_forge_set_word(&forged->blocks[i], 0, 2);
        } else if (section >= LAYERS && (section - LAYERS) % 2 == 1) {
            forged->blocks[i].section = 50;
        }
    }
}

HR_TEST(test_dropped_layers_are_not_needed) {
    for (size_t p = 0; p < POSITION_COUNT; p++) {
        char directory[64];
        told seen = {.written = 0};
        hr_test_make_directory(directory);
        hr_enumerate_options run = kept_in(directory, 0);
        hr_path expected = search_well(&POSITIONS[p], &run);
        hr_forge_newest(directory, every_second_layer, NULL);
        run.event = note;
        run.event_context = &seen;
        hr_path path = search_well(&POSITIONS[p], &run);
        assert_int_equal(seen.refused, 0);
        assert_int_equal(path.outcome, expected.outcome);
        assert_int_equal(path.count, expected.count);
        hr_path_clear(&path);
        hr_path_clear(&expected);
        hr_test_remove_directory(directory);
    }
}
