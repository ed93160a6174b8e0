// SPDX-License-Identifier: MIT
// Checkpoints of the enumerating engines that hold something impossible under right checksums are refused, and the run goes on
// from the one before.
// Ranks: 1 3

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "enumerate/states/state_bins.h"
#include "forged_run.h"

/// The facts of a checkpoint: the number of layers, the seconds, the layout, then each layer's figures.
enum { FACT_SECONDS = 1, FACT_HEAD = 3, LAYER_WORDS = 6 };
enum { STATES, CANONICAL, SOLVED, FINGERPRINT, SECONDS };

/// Sections: the frontier engine's, the plane engine's, the table's.
enum { PREVIOUS = 1, CURRENT = 2, REACHED = 1, SECOND = 2, SMALLEST = 3, INDICES = 4, OTHER = 50, SHAPE = 100, VALUES, FOUND };

static uint64_t *layer_fact(const hr_forge *forge, size_t depth, int fact) {
    return &forge->facts[FACT_HEAD + depth * LAYER_WORDS + (size_t)fact];
}

static const setting SLIDE = {.puzzle = {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, .depth = 12};
static const setting KLOTSKI = {.puzzle = {.spec = "klotski:4x3"}, .depth = 6};
static const setting PLANES = {.puzzle = {.spec = "tile:2x4"}, .planes = true, .depth = 14};
static const setting INDEX = {.puzzle = {.spec = "tile:3x3"}, .table = true, .depth = 14};
static const setting KEYS = {.puzzle = {.spec = "tile:3x3"}, .table = true, .keys = true, .depth = 14};

static void wrap_the_sum(void *context, hr_forge *forge) {
    (void)context;
    *layer_fact(forge, 3, STATES) += UINT64_C(1) << 63;
    *layer_fact(forge, 4, STATES) += UINT64_C(1) << 63;
}

static void no_number(void *context, hr_forge *forge) {
    (void)context;
    forge->facts[FACT_SECONDS] = UINT64_MAX; // not a number
}

static void endless_layer(void *context, hr_forge *forge) {
    (void)context;
    *layer_fact(forge, 2, SECONDS) = hr_checkpoint_word(1e300);
}

static void negative_layer(void *context, hr_forge *forge) {
    (void)context;
    *layer_fact(forge, 2, SECONDS) = hr_checkpoint_word(-1);
}

static void too_many_orbits(void *context, hr_forge *forge) {
    (void)context;
    *layer_fact(forge, 5, CANONICAL) = *layer_fact(forge, 5, STATES) + 1;
}

static void too_few_orbits(void *context, hr_forge *forge) {
    (void)context;
    *layer_fact(forge, 5, CANONICAL) = 1;
}

static void more_solved(void *context, hr_forge *forge) {
    (void)context;
    *layer_fact(forge, 5, SOLVED) = *layer_fact(forge, 5, STATES) + 1;
}

static void another_source(void *context, hr_forge *forge) {
    (void)context;
    *layer_fact(forge, 0, STATES) += 1;
    *layer_fact(forge, 0, CANONICAL) += 1;
}

static void layers_without_figures(void *context, hr_forge *forge) {
    (void)context;
    forge->facts[0] = UINT64_MAX / LAYER_WORDS;
}

/// Replace the first state of the last layer, and the layer's fingerprint with it.
static void replace_state(const setting *set, hr_forge *forge, hr_state state) {
    hr_forge_block *block = NULL;
    for (size_t i = 0; block == NULL; i++) {
        block = forge->blocks[i].section == CURRENT ? &forge->blocks[i] : NULL;
    }
    const hr_state old = hr_forge_word(block, 0);
    hr_forge_set_word(block, 0, state);
    block->first = 0; // for whatever rank it is
    block->last = UINT64_MAX;
    *layer_fact(forge, set->depth, FINGERPRINT) += hr_hash_state(state) - hr_hash_state(old);
}

static void garbage_state(void *context, hr_forge *forge) { replace_state(context, forge, UINT64_C(0x123456789abcdef0)); }

static void empty_state(void *context, hr_forge *forge) { replace_state(context, forge, 0); }

/// An image of the first state instead of the smallest one.
static void other_image(void *context, hr_forge *forge) {
    const setting *set = context;
    hr_puzzle *puzzle = NULL;
    assert_int_equal(hr_puzzle_create(&set->puzzle, &puzzle, NULL), HR_OK);
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_state images[HR_IMAGES_MAX];
        if (forge->blocks[i].section == CURRENT && hr_puzzle_images(puzzle, hr_forge_word(&forge->blocks[i], 0), images) > 1) {
            replace_state(set, forge, images[1]);
            break;
        }
    }
    hr_puzzle_destroy(&puzzle);
}

static void broken_state(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_block *block = &forge->blocks[0];
    hr_forge_resize(block, block->size + 3);
}

static void set_bit(hr_forge_block *block, uint64_t key, int bit) {
    const size_t at = (size_t)(key - block->first);
    hr_forge_set_word(block, at, hr_forge_word(block, at) | UINT64_C(1) << bit);
}

/// A bit that no state has, in both planes of a cell of the colour that comes next: of that colour there may be more states than
/// the record says.
static void unused_bit(void *context, hr_forge *forge) {
    (void)context;
    const uint64_t plane_words = 42; // 7!/120; cell 1 is next to be reached after an even layer, the blank starts in cell 7
    set_bit(hr_forge_find(forge, REACHED, plane_words), plane_words, 63);
    set_bit(hr_forge_find(forge, SECOND, plane_words), plane_words, 63);
}

static void foreign_second(void *context, hr_forge *forge) {
    (void)context;
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_forge_block *second = &forge->blocks[i];
        for (uint64_t key = second->first; second->section == SECOND && key <= second->last; key++) {
            const hr_forge_block *reached = hr_forge_find(forge, REACHED, key);
            const uint64_t free = ~hr_forge_word(reached, key - reached->first) & ((UINT64_C(1) << 60) - 1);
            if (free != 0) {
                set_bit(second, key, __builtin_ctzll(free));
                return;
            }
        }
    }
    fail_msg("all states are reached");
}

/// Let the last layer's list be of `noted` states, of which `count` are there, without indices.
static hr_forge_block *set_list(hr_forge *forge, uint64_t noted, size_t count) {
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_forge_block *block = &forge->blocks[i];
        block->section = block->first == 0 && block->section == INDICES ? OTHER : block->section; // of each rank
    }
    return hr_forge_list(forge, SMALLEST, noted, count);
}

static void less_listed(void *context, hr_forge *forge) {
    (void)context;
    (void)set_list(forge, 3, 0);
}

static void more_noted(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_block *block = hr_forge_find(forge, SMALLEST, 0);
    hr_forge_set_word(block, 0, hr_forge_word(block, 0) + 100000);
}

/// List this state of tile:2x4.
static void list_state(hr_forge *forge, const char *text) {
    hr_puzzle *puzzle = NULL;
    hr_state state = 0;
    assert_int_equal(hr_puzzle_create(&PLANES.puzzle, &puzzle, NULL), HR_OK);
    assert_int_equal(hr_puzzle_parse(puzzle, text, &state, NULL), HR_OK);
    hr_forge_set_word(set_list(forge, 1, 1), 1, state);
    hr_puzzle_destroy(&puzzle);
}

/// A state of the space's last layer, with the blank on a cell of the right colour.
static void unreached_state(void *context, hr_forge *forge) {
    (void)context;
    list_state(forge, "0 7 6 5 3 4 1 2");
}

/// A state of layer 1: layer 14 is even.
static void state_of_the_other_colour(void *context, hr_forge *forge) {
    (void)context;
    list_state(forge, "1 2 3 4 5 6 0 7");
}

static void all_keys_and_no_values(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_block *block = hr_forge_find(forge, VALUES, 0);
    block->first = 0;
    block->last = UINT64_MAX;
    hr_forge_resize(block, 0);
}

static void keys_beyond_the_table(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_block *block = hr_forge_find(forge, VALUES, 181439);
    hr_forge_resize(block, block->size + 64);
    block->last += 64;
}

static void values_twice(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_block *block = hr_forge_find(forge, VALUES, 181439);
    block->first -= 5;
    block->last -= 5;
}

static void value_beyond_the_layers(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_find(forge, VALUES, 77)->bytes[77] = 200;
}

static void another_value(void *context, hr_forge *forge) {
    (void)context;
    uint8_t *value = &hr_forge_find(forge, VALUES, 77)->bytes[77];
    *value = *value == 3 ? 4 : 3;
}

static void reached_without_value(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_block *block = hr_forge_find(forge, VALUES, 77);
    size_t at = 0;
    while (block->bytes[at] == 255) {
        at++;
    }
    block->bytes[at] = 255;
}

static void wide_values(void *context, hr_forge *forge) {
    (void)context;
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
    (void)context;
    hr_forge_set_word(hr_forge_find(forge, SHAPE, 0), 0, 1);
    hr_forge_set_word(hr_forge_find(forge, SHAPE, 0), 1, 8);
}

static void keys_where_an_index_is(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_set_word(hr_forge_find(forge, SHAPE, 0), 0, 0);
    hr_forge_set_word(hr_forge_find(forge, SHAPE, 0), 1, 0);
}

static void garbage_key(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_set_word(hr_forge_find(forge, FOUND, 7), 1, UINT64_C(0x7777777777777777));
}

static void key_at_another_distance(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_block *block = hr_forge_find(forge, FOUND, 7);
    block->first = 8;
    block->last = 8;
}

static void key_less(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_block *block = hr_forge_find(forge, FOUND, 7);
    hr_forge_resize(block, block->size - sizeof(hr_state));
}

static void broken_key(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_block *block = hr_forge_find(forge, FOUND, 7);
    hr_forge_resize(block, block->size + 4);
}

static const forgery FORGERIES[] = {
    {"a sum of states that wraps", &SLIDE, wrap_the_sum},
    {"seconds that are no number", &SLIDE, no_number},
    {"an endless layer", &SLIDE, endless_layer},
    {"a layer that ended before it began", &PLANES, negative_layer},
    {"more orbits than states", &SLIDE, too_many_orbits},
    {"orbits larger than the group", &SLIDE, too_few_orbits},
    {"more solved states than states", &SLIDE, more_solved},
    {"two sources", &SLIDE, another_source},
    {"a number of layers that wraps", &SLIDE, layers_without_figures},
    {"garbage for a state", &SLIDE, garbage_state},
    {"no pieces", &KLOTSKI, empty_state},
    {"garbage for a state", &KLOTSKI, garbage_state},
    {"a state that is not canonical", &SLIDE, other_image},
    {"a part of a state", &SLIDE, broken_state},
    {"bits that no state has", &PLANES, unused_bit},
    {"a distance of what is not reached", &PLANES, foreign_second},
    {"a list that is too short", &PLANES, less_listed},
    {"more noted states than the layer has", &PLANES, more_noted},
    {"a listed state that is not reached", &PLANES, unreached_state},
    {"a listed state of another layer", &PLANES, state_of_the_other_colour},
    {"all keys and no values", &INDEX, all_keys_and_no_values},
    {"values beyond the table", &INDEX, keys_beyond_the_table},
    {"values that come twice", &INDEX, values_twice},
    {"a distance beyond the layers", &INDEX, value_beyond_the_layers},
    {"another distance", &INDEX, another_value},
    {"a reached state without a distance", &INDEX, reached_without_value},
    {"values of two bytes", &INDEX, wide_values},
    {"keys instead of an index", &INDEX, keys_where_an_index_is},
    {"an index that the puzzle has not", &KEYS, index_where_none_is},
    {"garbage for a key", &KEYS, garbage_key},
    {"a layer's keys at another distance", &KEYS, key_at_another_distance},
    {"a key less than states", &KEYS, key_less},
    {"a part of a key", &KEYS, broken_key},
};

static void test_what_no_run_has_written_is_refused(void **state) {
    (void)state;
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

static void test_blocks_say_which_buckets_they_hold(void **state) {
    (void)state;
    char directory[64];
    refusal refused = {.count = 0};
    hr_enumeration part = {.layers = NULL};
    size_t states = 0;
    hr_test_make_directory(directory);
    run(&SLIDE, directory, SLIDE.depth, &refused, NULL, &part);
    hr_forge_newest(directory, check_buckets, &states);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(states, part.layers[SLIDE.depth].canonical + part.layers[SLIDE.depth - 1].canonical);
    }
    hr_enumeration_clear(&part);
    hr_test_remove_directory(directory);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_blocks_say_which_buckets_they_hold),
    cmocka_unit_test(test_what_no_run_has_written_is_refused),
};
HR_MPI_TEST_MAIN(tests)
