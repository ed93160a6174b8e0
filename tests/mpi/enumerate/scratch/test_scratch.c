// SPDX-License-Identifier: MIT
// Searches with bits on disks: the same result as in memory, whatever lies on the disks.

#include "mpi_test.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "published_layers.h"
#include "same_bits.h"
#include "scratch_directories.h"

/// Bytes that this rank has moved to and from files on the directories' device, and its calls that have read there.
static atomic_ullong bytes_written, bytes_read, reads;
static dev_t device; ///< where the files in `directories` are

/// Does the search use the file? MPI has files of its own.
static bool is_scratch(int file) {
    struct stat about;
    return fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_dev == device;
}

// In place of the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    const ssize_t done = syscall(SYS_pwrite64, file, bytes, size, offset);
    if (is_scratch(file)) {
        atomic_fetch_add(&bytes_written, done > 0 ? (unsigned long long)done : 0);
    }
    return done;
}

ssize_t pread(int file, void *bytes, size_t size, off_t offset) {
    const ssize_t done = syscall(SYS_pread64, file, bytes, size, offset);
    if (is_scratch(file)) {
        atomic_fetch_add(&bytes_read, done > 0 ? (unsigned long long)done : 0);
        atomic_fetch_add(&reads, 1);
    }
    return done;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

static void forget_moved(void) {
    atomic_store(&bytes_written, 0);
    atomic_store(&bytes_read, 0);
    atomic_store(&reads, 0);
}

/// Collective. The result tells the bytes that all ranks together have moved since forget_moved. Reads are of whole pages: each can
/// have up to two pages more than the engine wanted. Returns the least number of bytes that the engine can have wanted.
static uint64_t check_moved(const hr_enumeration *result) {
    const uint64_t page = 4096;
    uint64_t moved[] = {atomic_load(&bytes_written), atomic_load(&bytes_read), atomic_load(&reads)};
    assert_int_equal(hr_comm_sum(hr_test_world(), moved, 3, NULL), HR_OK);
    const uint64_t least = moved[1] < 2 * page * moved[2] ? 0 : moved[1] - 2 * page * moved[2];
    assert_int_equal(result->scratch_written, moved[0]);
    assert_in_range(result->scratch_read, least, moved[1]);
    return least;
}

static hr_metric metric; ///< of the test's puzzles

static hr_puzzle *create(const char *spec, const char *from) {
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .from = from, .metric = metric});
}

/// Search up to layer `depth` in memory and with these tunings on disks.
static void compare(hr_puzzle *puzzle, hr_depth depth, const hr_bits_tuning *tunings, size_t count) {
    hr_enumeration expected;
    hr_enumerate_options in_memory = options_for(0);
    in_memory.max_depth = depth;
    search_bits(puzzle, &in_memory, &(hr_bits_tuning){0}, &expected);
    for (size_t i = 0; i < count; i++) {
        hr_enumeration result;
        hr_enumerate_options options = options_for(1 + i % 2);
        options.max_depth = depth;
        forget_moved();
        search_bits(puzzle, &options, &tunings[i], &result);
        assert_same_result(&result, &expected);
        (void)check_moved(&result);
        hr_enumeration_clear(&result);
    }
    assert_int_equal(expected.scratch_written + expected.scratch_read, 0);
    hr_enumeration_clear(&expected);
    hr_puzzle_destroy(&puzzle);
    assert_int_equal(count_files(directories[0]) + count_files(directories[1]), 0);
}

/// The device of the files in the first directory. That of the directory itself may be another one.
static dev_t device_of_files(void) {
    char path[128];
    struct stat about;
    (void)snprintf(path, sizeof path, "%s/XXXXXX", directories[0]);
    const int file = mkstemp(path);
    assert_true(file >= 0 && fstat(file, &about) == 0 && close(file) == 0);
    assert_int_equal(unlink(path), 0);
    return about.st_dev;
}

/// Rank 0 makes the directories here, apart from the files of MPI in /tmp, and all ranks know their names.
static int make_directories_here(void **state) {
    metric = metric_of(state);
    for (int i = 0; i < 2; i++) {
        (void)snprintf(directories[i], sizeof directories[i], "scratch_test_XXXXXX");
        if (rank() == 0) {
            assert_non_null(mkdtemp(directories[i]));
        }
        assert_int_equal(hr_comm_broadcast(hr_test_world(), directories[i], sizeof directories[i], NULL), HR_OK);
    }
    device = device_of_files();
    return 0;
}

HR_TEST_BOTH(test_result_does_not_depend_on_what_lies_on_disks, make_directories_here, remove_directories) {
    static const hr_bits_tuning TUNINGS[] = {
        {.resident_given = true}, // nothing in memory
        {.resident_given = true, .resident = {[HR_BITS_CROSSING] = 1000}},
        {.resident_given = true, .resident = {[HR_BITS_CROSSING] = 3, [HR_BITS_INNER] = 2}},
        {.resident_given = true, .resident = {[HR_BITS_INNER] = 1000}},
        {.resident_given = true, .resident = {[HR_BITS_CROSSING] = 2}, .copy = true},
        {.resident_given = true, .unlisted = true}, // the last layer is searched for again
        {.resident_given = false},
    };
    compare(create("tile:2x4", NULL), HR_DEPTH_UNREACHED, TUNINGS, sizeof TUNINGS / sizeof TUNINGS[0]);
    compare(create("tile:3x3", NULL), HR_DEPTH_UNREACHED, TUNINGS, hr_test_of_tier(1, sizeof TUNINGS / sizeof TUNINGS[0]));
    compare(create("tile:3x3", "8 6 7 2 5 4 3 0 1"), HR_DEPTH_UNREACHED, TUNINGS, 1);
    compare(create("tile:4x2", NULL), HR_DEPTH_UNREACHED, TUNINGS, 1);
}

/// Parts of every size, among them those into which words cross by several windows of a column.
HR_TEST_BOTH(test_result_does_not_depend_on_parts, make_directories_here, remove_directories) {
    static const hr_bits_tuning TUNINGS[] = {
        {.resident_given = true, .prefix_given = true, .prefix = 0},
        {.resident_given = true, .prefix_given = true, .prefix = 1, .resident = {[HR_BITS_INNER] = 1}},
    };
    static const hr_bits_tuning SMALL[] = {
        {.resident_given = true, .prefix_given = true, .prefix = 2},
        {.resident_given = true, .prefix_given = true, .prefix = 3},
        {.resident_given = true, .prefix_given = true, .prefix = 3, .resident = {[HR_BITS_CROSSING] = 5}},
    };
    compare(create("tile:2x5", NULL), HR_DEPTH_UNREACHED, TUNINGS, sizeof TUNINGS / sizeof TUNINGS[0]);
    compare(create("tile:2x5", NULL), 13, SMALL, sizeof SMALL / sizeof SMALL[0]);
}

HR_TEST_BOTH(test_segments_are_skipped_without_loss, make_directories_here, remove_directories) {
    static const hr_bits_tuning TUNINGS[] = {
        {.resident_given = true, .prefix_given = true, .prefix = 1, .segment_units = 1},
        {.resident_given = true, .prefix_given = true, .prefix = 0, .segment_units = 2},
    };
    hr_count published[HR_PUBLISHED_LAYERS_MAX];
    const size_t layers = hr_published_layers(2, 6, hr_metric_name(metric), published);
    uint64_t least = 0;
    hr_puzzle *puzzle = create("tile:2x6", NULL);
    const size_t first = hr_test_of_tier(metric == HR_METRIC_SLIDE, 0); // in the short tier each metric has one of them
    for (size_t i = first; i < hr_test_of_tier(first + 1, sizeof TUNINGS / sizeof TUNINGS[0]); i++) {
        hr_enumeration result;
        const hr_enumerate_options options = options_for(1);
        forget_moved();
        search_bits(puzzle, &options, &TUNINGS[i], &result);
        least += check_moved(&result);
        assert_int_equal(result.layer_count, layers);
        for (size_t d = 0; d < layers; d++) {
            assert_int_equal(result.layers[d].states, published[d]);
        }
        hr_enumeration_clear(&result);
    }
    assert_true(least > 0); // some reads are long enough to show that the bytes read are not told as too few
    hr_puzzle_destroy(&puzzle);
}

/// A search that is repeated for the states of its last layer writes its bytes twice, and reads more than one that has listed them.
HR_TEST_BOTH(test_the_bytes_of_a_repeated_search_are_told, make_directories_here, remove_directories) {
    hr_puzzle *puzzle = create("tile:3x3", NULL);
    const hr_enumerate_options options = options_for(1);
    hr_enumeration results[2];
    for (int again = 0; again < 2; again++) {
        const hr_bits_tuning tuning = {.resident_given = true, .unlisted = again == 1};
        search_bits(puzzle, &options, &tuning, &results[again]);
    }
    assert_true(results[1].scratch_read > results[0].scratch_read);
    assert_int_equal(results[1].scratch_written, 2 * results[0].scratch_written);
    hr_enumeration_clear(&results[0]);
    hr_enumeration_clear(&results[1]);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST_BOTH(test_limits_stop_early_with_exact_layers, make_directories_here, remove_directories) {
    static const hr_bits_tuning TUNINGS[] = {{.resident_given = true}, {.resident_given = true}}; // one directory, and two
    for (hr_depth depth = 0; depth <= 20; depth += 20) {
        compare(create("tile:3x3", NULL), depth, TUNINGS, 2);
    }
}

HR_TEST_BOTH(test_what_scratch_cannot_do_is_refused, make_directories_here, remove_directories) {
    hr_puzzle *puzzle = create("tile:3x3", NULL);
    hr_enumerate_options options = options_for(1);
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_table_order order = {.path = "never.table"};
    const hr_bits_tuning table = {.order = &order};
    assert_int_equal(run_bits(puzzle, &options, &table, &result, &error), HR_USAGE);
    assert_non_null(strstr(error.text, "--table"));
    options.memory_limit = 1 << 20;
    const hr_bits_tuning usual = {.prefix = 0};
    assert_int_equal(run_bits(puzzle, &options, &usual, &result, &error), HR_STOPPED);
    assert_non_null(strstr(error.text, "--memory"));
    hr_puzzle_destroy(&puzzle);
}
