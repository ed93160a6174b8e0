// SPDX-License-Identifier: MIT
// A* over states of two words, which support/programs/only_wide.c gives every drawn puzzle: known lengths, stops and checkpoints.
// `huarong help blocks` lists the numbers of moves.
// Ranks: 1 2 3 4

#include "mpi_test.h"

#include "forge.h"
#include "resumed_search.h"

static const position WIDE[] = {
    {{.spec = "blocks:red-donkey", .no_symmetry = true}, NULL, false, 1, 1, 116},
    {{.spec = "blocks:pennant", .metric = HR_METRIC_SLIDE, .no_symmetry = true}, NULL, false, 1, 1, 63},
    {{.spec = "blocks:bone", .metric = HR_METRIC_MOVE, .no_symmetry = true}, NULL, false, 1, 1, 14},
};
enum { WIDE_COUNT = sizeof WIDE / sizeof WIDE[0] };

HR_TEST(test_paths_are_as_short_as_known) {
    for (size_t i = 0; i < WIDE_COUNT; i++) {
        hr_path path = search_undisturbed(&WIDE[i]);
        assert_int_equal(state_words, 2);
        hr_path_clear(&path);
    }
}

HR_TEST(test_paths_are_the_same_through_relays) { hr_test_through_relays(test_paths_are_as_short_as_known, cmocka_state); }

HR_TEST(test_stopped_searches_and_interrupted_buckets_are_finished) {
    check_stops(&WIDE[1]);
    check_interruptions(&WIDE[1], 1e-9);
}

enum { FACT_FOUND = 11, FACT_COUNT = 26 }; ///< the further words of the end are behind the head of the facts

/// An end without a solution, of which the lowest word says that there is none.
static void forge_end(void *context, hr_forge *forged) {
    assert_true(forged->facts[FACT_FOUND] == UINT64_MAX && forged->facts[FACT_COUNT] == UINT64_MAX);
    forged->facts[FACT_COUNT] = 5;
}

/// A block of states of two words that ends with half of one. Its key or mark of a bucket, 8 bytes, is left out of the count.
static void forge_half_a_state(void *context, hr_forge *forged) {
    const uint64_t *section = context;
    hr_forge_block *block = hr_forge_first(forged, *section);
    hr_forge_resize(block, block->size - (*section == 1 ? 10 : 8));
}

static void note_refusal(const hr_event *event, void *context) { *(size_t *)context += event->kind == HR_EVENT_REFUSED; }

/// Collective. After the forgery the search refuses the newest checkpoint, and goes on from the one before.
static void check_forgery(void (*change)(void *context, hr_forge *forged), void *context) {
    char directory[64];
    size_t refused = 0;
    hr_test_make_directory(directory);
    hr_path expected = search_undisturbed(&WIDE[1]);
    for (hr_count most = 100; most <= 3000; most *= 30) {
        hr_path path = search_part(&WIDE[1], directory, 1e9, most);
        assert_int_equal(path.outcome, HR_PATH_LIMIT);
        hr_path_clear(&path);
    }
    hr_forge_newest(directory, change, context);
    const hr_astar_options options = {.run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true},
                                              .event = note_refusal,
                                              .event_context = &refused}};
    hr_path path = search_well(&WIDE[1], &options);
    assert_int_equal(refused, hr_comm_rank(hr_test_world()) == 0);
    expect_same(&path, &expected);
    hr_path_clear(&path);
    hr_path_clear(&expected);
    hr_test_remove_directory(directory);
}

HR_TEST(test_checkpoints_with_parts_of_states_are_refused) {
    uint64_t sections[] = {1, 2};
    check_forgery(forge_end, NULL);
    check_forgery(forge_half_a_state, &sections[0]);
    check_forgery(forge_half_a_state, &sections[1]);
}
