// SPDX-License-Identifier: MIT
// Checkpoints of the enumerating engines that hold something impossible under right checksums are refused, and the run goes on
// from the one before.
// Ranks: 1 3

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/hash/state.h"
#include "enumerate/states/state_bins.h"
#include "forged_run.h"

/// Sections: the frontier engine's, the table's.
enum { PREVIOUS = 1, CURRENT = 2, SHAPE = 100, VALUES, FOUND };

static const setting SLIDE = {.puzzle = {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, .depth = 12};
static const setting KLOTSKI = {.puzzle = {.spec = "klotski:4x3"}, .depth = 6};
static const setting FROM = {.puzzle = {.spec = "tile:3x3", .from = "8 6 7 2 5 4 3 0 1"}, .depth = 12};
static const setting INDEX = {.puzzle = {.spec = "tile:3x3"}, .table = true, .depth = 14};
static const setting KEYS = {.puzzle = {.spec = "tile:3x3"}, .table = true, .keys = true, .depth = 14};

static void wrap_the_sum(void *context, hr_forge *forge) {
    *forged_layer(forge, 3, STATES) += UINT64_C(1) << 63;
    *forged_layer(forge, 4, STATES) += UINT64_C(1) << 63;
}

static void no_number(void *context, hr_forge *forge) {
    forge->facts[HR_FACT_SECONDS] = UINT64_MAX; // not a number
}

static void endless_layer(void *context, hr_forge *forge) { *forged_layer(forge, 2, SECONDS) = hr_checkpoint_word(1e300); }

static void too_many_orbits(void *context, hr_forge *forge) {
    *forged_layer(forge, 5, CANONICAL) = *forged_layer(forge, 5, STATES) + 1;
}

static void too_few_orbits(void *context, hr_forge *forge) { *forged_layer(forge, 5, CANONICAL) = 1; }

static void more_solved(void *context, hr_forge *forge) { *forged_layer(forge, 5, SOLVED) = *forged_layer(forge, 5, STATES) + 1; }

static void another_source(void *context, hr_forge *forge) {
    *forged_layer(forge, 0, STATES) += 1;
    *forged_layer(forge, 0, CANONICAL) += 1;
}

static void layers_without_figures(void *context, hr_forge *forge) { forge->facts[0] = UINT64_MAX / HR_LAYER_WORDS; }

static void no_layers(void *context, hr_forge *forge) {
    forge->facts[HR_FACT_LAYERS] = 0;
    forge->fact_count = HR_FACT_HEAD;
}

/// Replace the first state of the last layer, and the layer's fingerprint with it.
static void replace_state(const setting *set, hr_forge *forge, hr_state state) {
    hr_forge_block *block = hr_forge_first(forge, CURRENT);
    const hr_state old = hr_forge_word(block, 0);
    hr_forge_set_word(block, 0, state);
    hr_forge_for_all(block);
    *forged_layer(forge, set->depth, FINGERPRINT) += hr_hash_state(state) - hr_hash_state(old);
}

static void garbage_state(void *context, hr_forge *forge) { replace_state(context, forge, UINT64_C(0x123456789abcdef0)); }

static void empty_state(void *context, hr_forge *forge) { replace_state(context, forge, 0); }

/// An image of the first state instead of the smallest one.
static void other_image(void *context, hr_forge *forge) {
    const setting *set = context;
    hr_puzzle *puzzle = made_puzzle(&set->puzzle);
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_state images[HR_IMAGES_MAX];
        if (forge->blocks[i].section == CURRENT &&
            hr_puzzle_images(puzzle, &(hr_state){hr_forge_word(&forge->blocks[i], 0)}, images) > 1) {
            replace_state(set, forge, images[1]);
            break;
        }
    }
    hr_puzzle_destroy(&puzzle);
}

/// Put a state of the other layer in the place of one in this section, for whatever rank it is.
static void state_of_another_layer(const hr_forge *forge, uint64_t section) {
    hr_forge_block *block = hr_forge_first(forge, section);
    hr_forge_set_word(block, 0, hr_forge_word(hr_forge_first(forge, PREVIOUS + CURRENT - section), 0));
    hr_forge_for_all(block);
}

static void state_of_the_layer_before(void *context, hr_forge *forge) { state_of_another_layer(forge, CURRENT); }

static void state_of_the_last_layer(void *context, hr_forge *forge) { state_of_another_layer(forge, PREVIOUS); }

static void broken_state(void *context, hr_forge *forge) {
    hr_forge_block *block = &forge->blocks[0];
    hr_forge_resize(block, block->size + 3);
}

static void all_keys_and_no_values(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, VALUES, 0);
    hr_forge_for_all(block);
    hr_forge_resize(block, 0);
}

static void keys_beyond_the_table(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, VALUES, 181439);
    hr_forge_resize(block, block->size + 64);
    block->last += 64;
}

static void values_twice(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, VALUES, 181439);
    block->first -= 5;
    block->last -= 5;
}

static void value_beyond_the_layers(void *context, hr_forge *forge) { hr_forge_find(forge, VALUES, 77)->bytes[77] = 200; }

static void another_value(void *context, hr_forge *forge) {
    uint8_t *value = &hr_forge_find(forge, VALUES, 77)->bytes[77];
    *value = *value == 3 ? 4 : 3;
}

static void reached_without_value(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, VALUES, 77);
    size_t at = 0;
    while (block->bytes[at] == 255) {
        at++;
    }
    block->bytes[at] = 255;
}

static void wide_values(void *context, hr_forge *forge) {
    hr_forge_set_word(hr_forge_find(forge, SHAPE, 0), 1, 16);
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_forge_block *block = &forge->blocks[i];
        if (block->section == VALUES) {
            const size_t n = block->size;
            hr_forge_resize(block, 2 * n);
            for (size_t k = n; k-- > 0;) {
                const uint8_t value = block->bytes[k];
                block->bytes[2 * k] = value;
                block->bytes[2 * k + 1] = value == 255 ? 255 : 0;
            }
        }
    }
}

static void index_where_none_is(void *context, hr_forge *forge) {
    hr_forge_set_word(hr_forge_find(forge, SHAPE, 0), 0, 1);
    hr_forge_set_word(hr_forge_find(forge, SHAPE, 0), 1, 8);
}

static void keys_where_an_index_is(void *context, hr_forge *forge) {
    hr_forge_set_word(hr_forge_find(forge, SHAPE, 0), 0, 0);
    hr_forge_set_word(hr_forge_find(forge, SHAPE, 0), 1, 0);
}

static void garbage_key(void *context, hr_forge *forge) {
    hr_forge_set_word(hr_forge_find(forge, FOUND, 7), 1, UINT64_C(0x7777777777777777));
}

static void key_at_another_distance(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, FOUND, 7);
    block->first = 8;
    block->last = 8;
}

static void key_less(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, FOUND, 7);
    hr_forge_resize(block, block->size - sizeof(hr_state));
}

static void broken_key(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, FOUND, 7);
    hr_forge_resize(block, block->size + 4);
}

static const char RECORD[] = "its record of layers makes no sense";
static const char NO_STATES[] = "its states are not the puzzle's";
static const char OTHER_STATES[] = "its table does not have the states of its layers";
static const char OTHER_TABLE[] = "its table does not belong to its layers";

static const forgery FORGERIES[] = {
    {"a sum of states that wraps", &SLIDE, wrap_the_sum, RECORD},
    {"seconds that are no number", &SLIDE, no_number, RECORD},
    {"an endless layer", &SLIDE, endless_layer, RECORD},
    {"more orbits than states", &SLIDE, too_many_orbits, RECORD},
    {"orbits larger than the group", &SLIDE, too_few_orbits, RECORD},
    {"more solved states than states", &SLIDE, more_solved, RECORD},
    {"two sources", &SLIDE, another_source, RECORD},
    {"a number of layers that wraps", &SLIDE, layers_without_figures, RECORD},
    {"no layers", &SLIDE, no_layers, RECORD},
    {"garbage for a state", &SLIDE, garbage_state, NO_STATES},
    {"garbage for a state of a search from another state", &FROM, garbage_state, NO_STATES},
    {"a state of the layer before", &SLIDE, state_of_the_layer_before, "its states are not those of layer 12"},
    {"a state of the last layer", &SLIDE, state_of_the_last_layer, "its states are not those of layer 12"},
    {"no pieces", &KLOTSKI, empty_state, NO_STATES},
    {"garbage for a state", &KLOTSKI, garbage_state, NO_STATES},
    {"a state that is not canonical", &SLIDE, other_image, NO_STATES},
    {"a part of a state", &SLIDE, broken_state, "a block of states ends within a state"},
    {"all keys and no values", &INDEX, all_keys_and_no_values, "its list of blocks makes no sense"},
    {"values beyond the table", &INDEX, keys_beyond_the_table, "its values are of another size"},
    {"values that come twice", &INDEX, values_twice, ""},
    {"a distance beyond the layers", &INDEX, value_beyond_the_layers, "its table has distances beyond its layers"},
    {"another distance", &INDEX, another_value, OTHER_STATES},
    {"a reached state without a distance", &INDEX, reached_without_value, OTHER_STATES},
    {"values of two bytes", &INDEX, wide_values, OTHER_TABLE},
    {"keys instead of an index", &INDEX, keys_where_an_index_is, OTHER_TABLE},
    {"an index that the puzzle has not", &KEYS, index_where_none_is, OTHER_TABLE},
    {"garbage for a key", &KEYS, garbage_key, NO_STATES},
    {"a layer's keys at another distance", &KEYS, key_at_another_distance, OTHER_STATES},
    {"a key less than states", &KEYS, key_less, OTHER_STATES},
    {"a part of a key", &KEYS, broken_key, "a block of states ends within a state"},
};

HR_TEST(test_what_no_run_has_written_is_refused) {
    for (size_t i = 0; i < sizeof FORGERIES / sizeof FORGERIES[0]; i++) {
        check(&FORGERIES[i]);
    }
}

/// By its first and last bucket any number of ranks finds the blocks that hold its states.
static void check_buckets(void *context, hr_forge *forge) {
    size_t *states = context;
    for (size_t i = 0; i < forge->block_count; i++) {
        const hr_forge_block *block = &forge->blocks[i];
        uint64_t first = UINT64_MAX;
        uint64_t last = 0;
        for (size_t k = 0; k < block->size / sizeof(hr_state); k++) {
            const uint64_t bucket = hr_hash_state(hr_forge_word(block, k)) >> (64 - HR_BUCKET_BITS);
            first = bucket < first ? bucket : first;
            last = bucket > last ? bucket : last;
            ++*states;
        }
        assert_int_equal(block->first, first);
        assert_int_equal(block->last, last);
    }
}

HR_TEST_IN_DIRECTORY(test_blocks_say_which_buckets_they_hold) {
    refusal refused = {.count = 0};
    hr_enumeration part = {.layers = NULL};
    size_t states = 0;
    run(&SLIDE, hr_test_directory, SLIDE.depth, &refused, NULL, &part);
    hr_forge_newest(hr_test_directory, check_buckets, &states);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(states, part.layers[SLIDE.depth].canonical + part.layers[SLIDE.depth - 1].canonical);
    }
    hr_enumeration_clear(&part);
}
