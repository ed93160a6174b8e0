// SPDX-License-Identifier: MIT
// Checkpoints of the plane engine with planes on disks. The files with the planes are part of the checkpoint.

#include "mpi_test.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "enumerate/planes/planes.h"
#include "same_result.h"

static int rank(void) { return hr_comm_rank(hr_test_world()); }

static void barrier(void) { assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK); }

static char kept[64];    ///< the directory of the checkpoints
static char scratch[64]; ///< the directory of the files with the planes

static int make_directories(void **state) {
    (void)state;
    hr_test_make_directory(kept);
    hr_test_make_directory(scratch);
    return 0;
}

static int remove_directories(void **state) {
    (void)state;
    barrier();
    hr_test_remove_directory(kept);
    hr_test_remove_directory(scratch);
    return 0;
}

/// Set `path` to the file with the planes, if there is one. How many files are in the scratch directory?
static size_t find_file(char path[512]) {
    size_t files = 0;
    barrier();
    DIR *directory = opendir(scratch);
    assert_non_null(directory);
    for (const struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        if (entry->d_name[0] != '.') {
            (void)snprintf(path, 512, "%s/%s", scratch, entry->d_name);
            files++;
        }
    }
    (void)closedir(directory);
    barrier();
    return files;
}

/// Stops a run after so many looks, on the last rank.
static long looks_left;
static bool stop_wanted(void) { return looks_left-- == 0 && rank() == hr_comm_size(hr_test_world()) - 1; }

static hr_enumerate_options options_for(bool with_scratch) {
    hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED,
                                    .checkpoint = {.directory = kept, .every = 1e9, .resume = true}};
    if (with_scratch) {
        options.scratch = (hr_scratch_options){.paths = {scratch}, .count = 1};
    }
    return options;
}

static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const hr_planes_tuning *tuning,
                        hr_enumeration *result, hr_error *error) {
    hr_planes_engine *engine = NULL;
    const hr_run_task task = {hr_test_world(), puzzle, options, result};
    hr_status status = hr_planes_create(&task, tuning, &engine, error);
    if (status == HR_OK) {
        status = hr_planes_search(engine, error);
    }
    hr_planes_destroy(&engine);
    return status;
}

static hr_puzzle *create(const char *spec, const char *from, hr_enumeration *whole) {
    hr_puzzle *puzzle = NULL;
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = spec, .from = from}, &puzzle, NULL), HR_OK);
    const hr_enumerate_options in_memory = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(search(puzzle, &in_memory, &(hr_planes_tuning){0}, whole, NULL), HR_OK);
    return puzzle;
}

/// What lies in memory may be something else in each run.
static const hr_planes_tuning TUNINGS[] = {
    {.resident_given = true},
    {.resident_given = true, .resident = {[HR_PLANES_CROSSING] = 1000}},
    {.resident_given = true, .resident = {[HR_PLANES_CROSSING] = 3, [HR_PLANES_INNER] = 5}},
    {.resident_given = true, .resident = {[HR_PLANES_CROSSING] = 1000, [HR_PLANES_INNER] = 1000}},
};
enum { TUNING_COUNT = sizeof TUNINGS / sizeof TUNINGS[0] };

/// Collective. An empty file with this name.
static void leave_file(const char *path) {
    if (rank() == 0) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_int_equal(fclose(file), 0);
    }
    barrier();
}

static void check_stops(const char *spec, const char *from, long step) {
    hr_enumeration whole;
    hr_puzzle *puzzle = create(spec, from, &whole);
    hr_enumerate_options options = options_for(true);
    options.stop_wanted = stop_wanted;
    hr_error error = {.text = ""};
    hr_status status = HR_STOPPED;
    char path[512];
    size_t stops = 0;
    for (long looks = step / hr_comm_size(hr_test_world()); status == HR_STOPPED; looks++) {
        looks_left = looks;
        hr_enumeration part;
        status = search(puzzle, &options, &TUNINGS[stops % TUNING_COUNT], &part, &error);
        if (status == HR_OK) {
            assert_same_result(&part, &whole);
        } else {
            assert_int_equal(status, HR_STOPPED);
            assert_true(find_file(path) <= 1);
            stops++;
        }
        hr_enumeration_clear(&part);
    }
    assert_true(stops >= 3);
    assert_int_equal(find_file(path), 0);
    options.stop_wanted = NULL; // the checkpoint of the whole space needs no files
    leave_file(path);           // as a run that was killed before it removed them
    hr_enumeration again;
    assert_int_equal(search(puzzle, &options, &TUNINGS[0], &again, &error), HR_OK);
    assert_same_result(&again, &whole);
    assert_int_equal(find_file(path), 0);
    hr_enumeration_clear(&again);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

static void test_stopped_again_and_again_gives_the_same(void **state) {
    (void)state;
    check_stops("tile:2x4", NULL, 20);
}

static void test_stopped_from_another_source_gives_the_same(void **state) {
    (void)state;
    check_stops("tile:3x3", "8 6 7 2 5 4 3 0 1", 60);
}

/// Search up to this depth, with a checkpoint.
static void search_part(const hr_puzzle *puzzle, bool with_scratch, hr_depth depth) {
    hr_enumerate_options options = options_for(with_scratch);
    options.max_depth = depth;
    hr_error error = {.text = ""};
    hr_enumeration part;
    if (search(puzzle, &options, &TUNINGS[2], &part, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(part.layer_count, depth + 1);
    hr_enumeration_clear(&part);
}

/// The run that would go on is refused, with this in its message.
static void is_refused(const hr_puzzle *puzzle, bool with_scratch, const char *text) {
    const hr_enumerate_options options = options_for(with_scratch);
    hr_error error = {.text = ""};
    hr_enumeration part;
    assert_int_equal(search(puzzle, &options, with_scratch ? &TUNINGS[0] : &(hr_planes_tuning){0}, &part, &error), HR_FILE);
    if (strstr(error.text, text) == NULL) {
        fail_msg("'%s' without '%s'", error.text, text);
    }
    hr_enumeration_clear(&part);
}

/// The run goes on to its end.
static void goes_on(const hr_puzzle *puzzle, const hr_planes_tuning *tuning, const hr_enumeration *whole) {
    const hr_enumerate_options options = options_for(true);
    hr_error error = {.text = ""};
    hr_enumeration rest;
    if (search(puzzle, &options, tuning, &rest, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_same_result(&rest, whole);
    hr_enumeration_clear(&rest);
    char path[512];
    assert_int_equal(find_file(path), 0);
}

static void test_a_file_that_is_not_the_checkpoints_is_refused(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    search_part(puzzle, true, 12);
    char path[512];
    char other[600];
    assert_int_equal(find_file(path), 1);
    (void)snprintf(other, sizeof other, "%s.other", path);
    is_refused(puzzle, false, "--scratch");
    if (rank() == 0) {
        assert_int_equal(rename(path, other), 0);
    }
    barrier();
    is_refused(puzzle, true, "is in no --scratch DIR");
    if (rank() == 0) {
        assert_int_equal(rename(other, path), 0);
        assert_int_equal(truncate(path, 4096), 0);
    }
    barrier();
    is_refused(puzzle, true, "another size");
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

static void test_lost_states_are_noticed(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    search_part(puzzle, true, 12);
    char path[512];
    assert_int_equal(find_file(path), 1);
    if (rank() == 0) {
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        assert_int_equal(fseek(file, 0, SEEK_END), 0);
        const long size = ftell(file);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(truncate(path, 0), 0);
        assert_int_equal(truncate(path, size), 0);
    }
    barrier();
    is_refused(puzzle, true, "does not hold the states");
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

static void test_a_checkpoint_without_scratch_is_refused(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    hr_enumerate_options options = options_for(false);
    options.max_depth = 12;
    options.checkpoint.every = 0;
    hr_enumeration part;
    assert_int_equal(search(puzzle, &options, &(hr_planes_tuning){0}, &part, NULL), HR_OK);
    hr_enumeration_clear(&part);
    is_refused(puzzle, true, "without --scratch");
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

/// The states of a limited run's last layer are searched for in other files.
static void test_a_second_search_leaves_the_checkpoint_alone(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    hr_enumerate_options options = options_for(true);
    options.max_states = 1000;
    hr_planes_tuning tuning = TUNINGS[1];
    tuning.list_room = 2;
    hr_enumeration part;
    hr_error error = {.text = ""};
    assert_int_equal(search(puzzle, &options, &tuning, &part, &error), HR_OK);
    assert_true(part.stop == HR_STOP_STATES && part.layer_count < whole.layer_count);
    assert_true(rank() != 0 || part.hardest_listed > 0);
    hr_enumeration_clear(&part);
    char path[512];
    assert_int_equal(find_file(path), 1);
    goes_on(puzzle, &tuning, &whole);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

/// Each of the three directories has a file, and the 56 parts do not divide evenly among them. A search goes on whatever comes
/// first.
static void test_directories_may_come_in_another_order(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    char others[2][64];
    hr_test_make_directory(others[0]);
    hr_test_make_directory(others[1]);
    hr_enumerate_options options = options_for(true);
    options.scratch = (hr_scratch_options){.paths = {scratch, others[0], others[1]}, .count = 3};
    options.stop_wanted = stop_wanted;
    looks_left = 60 / hr_comm_size(hr_test_world());
    hr_enumeration part;
    assert_int_equal(search(puzzle, &options, &TUNINGS[0], &part, NULL), HR_STOPPED);
    hr_enumeration_clear(&part);
    options.scratch = (hr_scratch_options){.paths = {others[1], scratch, others[0]}, .count = 3};
    options.stop_wanted = NULL;
    assert_int_equal(search(puzzle, &options, &TUNINGS[0], &part, NULL), HR_OK);
    assert_same_result(&part, &whole);
    hr_enumeration_clear(&part);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
    barrier();
    hr_test_remove_directory(others[0]);
    hr_test_remove_directory(others[1]);
}

#define TEST(NAME) cmocka_unit_test_setup_teardown(NAME, make_directories, remove_directories)
static const struct CMUnitTest tests[] = {
    TEST(test_stopped_again_and_again_gives_the_same),        TEST(test_stopped_from_another_source_gives_the_same),
    TEST(test_a_file_that_is_not_the_checkpoints_is_refused), TEST(test_lost_states_are_noticed),
    TEST(test_a_checkpoint_without_scratch_is_refused),       TEST(test_a_second_search_leaves_the_checkpoint_alone),
    TEST(test_directories_may_come_in_another_order),
};
HR_MPI_TEST_MAIN(tests)
