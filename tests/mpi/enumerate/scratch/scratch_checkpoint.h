// SPDX-License-Identifier: MIT
#ifndef HR_SCRATCH_CHECKPOINT_H
#define HR_SCRATCH_CHECKPOINT_H

// Runs of one engine that keep checkpoints and have a file on a disk. The file is part of the checkpoint. The program that includes
// this header defines make_puzzle and search for its engine.

#include "mpi_test.h"

#include <string.h>
#include <unistd.h>

#include "enumerate/bits/parts.h"
#include "run/enumeration.h"
#include "same_result.h"
#include "scratch_files.h"

enum { PAGE = 4096 };

static char kept[64];    ///< the directory of the checkpoints
static char scratch[64]; ///< the directory of the file on a disk

/// For runs with scratch: what lies in memory may be something else in each run.
static const uint64_t RESIDENT[][HR_PLANES_KINDS] = {
    {0},
    {[HR_PLANES_CROSSING] = 1000},
    {[HR_PLANES_CROSSING] = 3, [HR_PLANES_INNER] = 5},
    {[HR_PLANES_CROSSING] = 1000, [HR_PLANES_INNER] = 1000},
};
enum { RESIDENT_COUNT = sizeof RESIDENT / sizeof RESIDENT[0] };

/// Local. A puzzle that the engine can search.
static hr_puzzle *make_puzzle(const char *spec, const char *from);

/// Collective. Search with the engine; `resident` is one of RESIDENT, or NULL for a run without scratch.
static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const uint64_t *resident,
                        hr_enumeration *result, hr_error *error);

static inline int make_directories(void **state) {
    (void)state;
    hr_test_make_directory(kept);
    hr_test_make_directory(scratch);
    return 0;
}

static inline int remove_directories(void **state) {
    (void)state;
    barrier();
    hr_test_remove_directory(kept);
    hr_test_remove_directory(scratch);
    return 0;
}

/// Stops a run after so many looks, on the last rank.
static long looks_left;
static inline bool stop_wanted(void) { return looks_left-- == 0 && rank() == ranks() - 1; }

/// How many checkpoints the runs could not use.
static size_t refused;
static inline void note(const hr_event *event, void *context) {
    (void)context;
    refused += event->kind == HR_EVENT_REFUSED;
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
    if (search(puzzle, &options, with_scratch ? RESIDENT[2] : NULL, &part, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
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
    if (search(puzzle, &options, resident, &rest, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_same_result(&rest, whole);
    hr_enumeration_clear(&rest);
    assert_int_equal(count_files(scratch), 0);
}

static inline void test_a_file_that_is_not_the_checkpoints_is_refused(void **state) {
    (void)state;
    hr_puzzle *puzzle = make_puzzle("tile:3x3", NULL);
    search_part(puzzle, true, 12);
    char path[512];
    char other[600];
    assert_int_equal(find_files(scratch, path), 1);
    (void)snprintf(other, sizeof other, "%s.other", path);
    is_refused(puzzle, false, " are in scratch files: name their directories by --scratch");
    if (rank() == 0) {
        assert_int_equal(rename(path, other), 0);
    }
    barrier();
    is_refused(puzzle, true, "is in no --scratch DIR");
    if (rank() == 0) {
        assert_int_equal(rename(other, path), 0);
        assert_int_equal(truncate(path, PAGE), 0);
    }
    barrier();
    is_refused(puzzle, true, "another size");
    hr_puzzle_destroy(&puzzle);
}

static inline void test_a_checkpoint_without_scratch_is_refused(void **state) {
    (void)state;
    hr_puzzle *puzzle = make_puzzle("tile:3x3", NULL);
    search_part(puzzle, false, 12);
    is_refused(puzzle, true, "the checkpoint is of a run without --scratch: go on without it");
    hr_puzzle_destroy(&puzzle);
}

/// The states of a limited run's last layer are searched for in other files.
static inline void test_a_second_search_leaves_the_checkpoint_alone(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    hr_enumerate_options options = options_for(true);
    options.max_states = 1000;
    hr_enumeration part;
    hr_error error = {.text = ""};
    assert_int_equal(search(puzzle, &options, RESIDENT[1], &part, &error), HR_OK);
    assert_true(part.stop == HR_STOP_STATES && part.layer_count < whole.layer_count);
    assert_true(rank() != 0 || part.hardest_listed > 0);
    hr_enumeration_clear(&part);
    assert_int_equal(count_files(scratch), 1);
    goes_on(puzzle, RESIDENT[1], &whole);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

#endif
