// SPDX-License-Identifier: MIT
// The line engine's checkpoints: a stopped search goes on from each layer, also where the parts and home rows are other ones.
// Checkpoints that no run can have written: mpi.forged_bits.

#include "mpi_test.h"

#include "same_bits.h"

static hr_puzzle *create(const char *spec) { return made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = HR_METRIC_SLIDE}); }

/// What a run with checkpoints was told.
typedef struct told {
    size_t resumed;
} told;

static void note(const hr_event *event, void *context) { ((told *)context)->resumed += event->kind == HR_EVENT_RESUMED; }

static hr_enumerate_options options_of(const char *directory, hr_depth depth, told *t) {
    *t = (told){.resumed = 0};
    return (hr_enumerate_options){.max_depth = depth,
                                  .event = note,
                                  .event_context = t,
                                  .checkpoint = {.directory = directory, .every = 1e9, .resume = directory != NULL}};
}

static bool copy; ///< ranks send each other words as if they were on several nodes

static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, int prefix, hr_enumeration *result) {
    hr_error error = {.text = ""};
    const hr_bits_tuning tuning = {.prefix_given = true, .prefix = prefix, .copy = copy};
    const hr_status status = run_bits(puzzle, options, &tuning, result, &error);
    HR_TEST_OK(status, error);
    return status;
}

static bool is_first(void) { return hr_comm_rank(hr_test_world()) == 0; }

static void go_on(const hr_puzzle *puzzle, hr_depth depth, int before, int after, const hr_enumeration *expected) {
    char directory[64];
    hr_enumeration result;
    told t;
    hr_test_make_directory(directory);
    hr_enumerate_options options = options_of(directory, depth, &t);
    copy = depth % 2 == 1;
    assert_int_equal(search(puzzle, &options, before, &result), HR_OK);
    hr_enumeration_clear(&result);
    options = options_of(directory, HR_DEPTH_UNREACHED, &t);
    copy = depth % 3 == 1;
    assert_int_equal(search(puzzle, &options, after, &result), HR_OK);
    assert_same_result(&result, expected);
    assert_true(!is_first() || t.resumed == 1);
    copy = false;
    hr_enumeration_clear(&result);
    hr_test_remove_directory(directory);
}

HR_TEST(test_search_goes_on_from_each_layer) {
    told t;
    hr_puzzle *puzzle = create("tile:3x3");
    hr_enumeration expected;
    const hr_enumerate_options whole = options_of(NULL, HR_DEPTH_UNREACHED, &t);
    assert_int_equal(search(puzzle, &whole, 0, &expected), HR_OK);
    for (hr_depth depth = 0; depth < expected.layer_count; depth++) {
        go_on(puzzle, depth, (int)(depth & 1U), (int)(depth >> 1 & 1U), &expected);
    }
    hr_enumeration_clear(&expected);
    hr_puzzle_destroy(&puzzle);
}

/// Blocks of 336, 42 and 6 words have other home rows.
HR_TEST(test_search_goes_on_with_other_parts_and_home_rows) {
    told t;
    hr_puzzle *puzzle = create("tile:2x5");
    hr_enumeration expected;
    const hr_enumerate_options whole = options_of(NULL, HR_DEPTH_UNREACHED, &t);
    assert_int_equal(search(puzzle, &whole, 0, &expected), HR_OK);
    for (int before = 0; before < 4; before++) {
        for (int after = 0; after < 4; after++) {
            go_on(puzzle, (hr_depth)(10 + 7 * before), before, after, &expected);
        }
    }
    hr_enumeration_clear(&expected);
    hr_puzzle_destroy(&puzzle);
}
