// SPDX-License-Identifier: MIT
#ifndef HR_SCRATCH_CHECKPOINT_H
#define HR_SCRATCH_CHECKPOINT_H

// Searches with bits that keep checkpoints and have a file on a disk. The file is part of the checkpoint.

#include <string.h>
#include <unistd.h>

#include "same_bits.h"
#include "scratch_files.h"

enum { PAGE = 4096 };

static char kept[64];    ///< the directory of the checkpoints
static char scratch[64]; ///< the directory of the file on a disk

/// For runs with scratch: what lies in memory may be something else in each run.
static const uint64_t RESIDENT[][HR_BITS_KINDS] = {
    {0},
    {[HR_BITS_CROSSING] = 1000},
    {[HR_BITS_CROSSING] = 3, [HR_BITS_INNER] = 5},
    {[HR_BITS_CROSSING] = 1000, [HR_BITS_INNER] = 1000},
};
enum { RESIDENT_COUNT = sizeof RESIDENT / sizeof RESIDENT[0] };

static bool unlisted;    ///< runs with scratch do not list the states of layers
static hr_metric metric; ///< of the test's puzzles

/// Collective. Search; `resident` is one of RESIDENT, or NULL for a run without scratch.
static inline hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const uint64_t *resident,
                               hr_enumeration *result, hr_error *error) {
    hr_bits_tuning tuning = {.resident_given = resident != NULL, .unlisted = resident != NULL && unlisted};
    if (resident != NULL) {
        memcpy(tuning.resident, resident, sizeof tuning.resident);
    }
    return run_bits(puzzle, options, &tuning, result, error);
}

static inline hr_puzzle *make_puzzle(const char *spec, const char *from) {
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .from = from, .metric = metric});
}

static inline int make_directories(void **state) {
    metric = metric_of(state);
    hr_test_make_directory(kept);
    hr_test_make_directory(scratch);
    return 0;
}

static inline int remove_directories(void **state) {
    barrier();
    hr_test_remove_directory(kept);
    hr_test_remove_directory(scratch);
    return 0;
}

/// Stops a run after so many looks, on the last rank.
static long looks_left;
static bool stop_wanted(void) { return looks_left-- == 0 && rank() == ranks() - 1; }

/// How many checkpoints the runs could not use.
static size_t refused;
static char why[512]; ///< what the last refusal has said
static inline void note(const hr_event *event, void *context) {
    if (event->kind == HR_EVENT_REFUSED) {
        refused++;
        (void)snprintf(why, sizeof why, "%s", event->text);
    }
}

static inline hr_enumerate_options options_for(bool with_scratch) {
    hr_enumerate_options options = {
        .max_depth = HR_DEPTH_UNREACHED, .event = note, .checkpoint = {.directory = kept, .every = 1e9, .resume = true}};
    if (with_scratch) {
        options.scratch = (hr_scratch_options){.paths = {scratch}, .count = 1};
    }
    return options;
}

/// Make a puzzle, and search its whole space in memory.
static inline hr_puzzle *create(const char *spec, const char *from, hr_enumeration *whole) {
    hr_puzzle *puzzle = make_puzzle(spec, from);
    const hr_enumerate_options in_memory = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(search(puzzle, &in_memory, NULL, whole, NULL), HR_OK);
    return puzzle;
}

/// Collective. An empty file with this name.
static inline void leave_file(const char *path) {
    if (rank() == 0) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_int_equal(fclose(file), 0);
    }
    barrier();
}

/// Stop a run again and again, each time after more looks: from `step` looks of all ranks together on.
static inline void check_stops(const char *spec, const char *from, long step) {
    hr_enumeration whole;
    hr_puzzle *puzzle = create(spec, from, &whole);
    hr_enumerate_options options = options_for(true);
    options.stop_wanted = stop_wanted;
    hr_error error = {.text = ""};
    hr_status status = HR_STOPPED;
    char path[512];
    size_t stops = 0;
    refused = 0;
    for (long looks = step / ranks(); status == HR_STOPPED; looks++) {
        looks_left = looks;
        hr_enumeration part;
        status = search(puzzle, &options, RESIDENT[stops % RESIDENT_COUNT], &part, &error);
        if (status == HR_OK) {
            assert_same_result(&part, &whole);
        } else {
            assert_int_equal(status, HR_STOPPED);
            assert_true(find_files(scratch, path) <= 1);
            stops++;
        }
        hr_enumeration_clear(&part);
    }
    assert_true(stops >= 3 && refused == 0);
    assert_int_equal(count_files(scratch), 0);
    options.stop_wanted = NULL; // the checkpoint of the whole space needs no files
    leave_file(path);           // as a run that was killed before it removed them
    hr_enumeration again;
    assert_int_equal(search(puzzle, &options, RESIDENT[0], &again, &error), HR_OK);
    assert_same_result(&again, &whole);
    assert_int_equal(count_files(scratch), 0);
    hr_enumeration_clear(&again);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

/// Search up to this depth, with a checkpoint after each layer.
static inline void search_part(const hr_puzzle *puzzle, bool with_scratch, hr_depth depth) {
    hr_enumerate_options options = options_for(with_scratch);
    options.max_depth = depth;
    options.checkpoint.every = 0;
    hr_error error = {.text = ""};
    hr_enumeration part;
    HR_TEST_OK(search(puzzle, &options, with_scratch ? RESIDENT[2] : NULL, &part, &error), error);
    assert_int_equal(part.layer_count, depth + 1);
    hr_enumeration_clear(&part);
}

/// The run that would go on is refused, with this in its message.
static inline void is_refused(const hr_puzzle *puzzle, bool with_scratch, const char *text) {
    const hr_enumerate_options options = options_for(with_scratch);
    hr_error error = {.text = ""};
    hr_enumeration part;
    assert_int_equal(search(puzzle, &options, with_scratch ? RESIDENT[0] : NULL, &part, &error), HR_FILE);
    if (strstr(error.text, text) == NULL) {
        fail_msg("'%s' without '%s'", error.text, text);
    }
    hr_enumeration_clear(&part);
}

/// The run goes on to its end.
static inline void goes_on(const hr_puzzle *puzzle, const uint64_t *resident, const hr_enumeration *whole) {
    const hr_enumerate_options options = options_for(true);
    hr_error error = {.text = ""};
    hr_enumeration rest;
    HR_TEST_OK(search(puzzle, &options, resident, &rest, &error), error);
    assert_same_result(&rest, whole);
    hr_enumeration_clear(&rest);
    assert_int_equal(count_files(scratch), 0);
}

#endif
