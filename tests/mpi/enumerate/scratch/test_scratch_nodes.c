// SPDX-License-Identifier: MIT
// Ranks: 2 3 4
// Searches with bits on disks that each node has for itself: the same layers as with disks that all nodes see, and one end for all
// ranks when a disk fails.
// Long tier: mpi.scratch has the planes on disks that all nodes see.

#include "node_disks.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "published_layers.h"

/// The writes, or the reads, of the failing rank that succeed before one fails. Below 0 none fails.
static atomic_int writes_left = -1, reads_left = -1;

/// Is it a file on a node's disk? The checkpoints are not.
static bool is_scratch(int file) {
    char link[64];
    char path[512];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t n = readlink(link, path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    return strstr(path, "/huarong-") != NULL;
}

// In place of the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    if (atomic_load(&writes_left) >= 0 && is_scratch(file) && atomic_fetch_sub(&writes_left, 1) == 0) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, size, offset);
}

ssize_t pread(int file, void *bytes, size_t size, off_t offset) {
    if (atomic_load(&reads_left) >= 0 && is_scratch(file) && atomic_fetch_sub(&reads_left, 1) == 0) {
        errno = EIO;
        return -1;
    }
    return syscall(SYS_pread64, file, bytes, size, offset);
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

/// The layers are those published, and the bytes that are read, written and sent are those of disks that all nodes see, unless
/// crossing planes lie in memory: then fewer are read and written. Without `bytes` some more may be read and sent, as the rule for
/// slide does for a rank that no longer lists the states of the next layer.
static void check_board(int width, int height, const hr_bits_tuning *tuning, bool bytes) {
    char spec[16];
    hr_count published[HR_PUBLISHED_LAYERS_MAX];
    const size_t layers = hr_published_layers(width, height, hr_metric_name(metric), published);
    (void)snprintf(spec, sizeof spec, "tile:%dx%d", width, height);
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric});
    const hr_enumerate_options apart = options_for(ANY);
    const hr_enumerate_options together = options_for(1);
    hr_enumeration expected;
    hr_enumeration result;
    search_bits(puzzle, &together, tuning, &expected);
    search_bits(puzzle, &apart, tuning, &result);
    assert_same_result(&result, &expected);
    assert_int_equal(result.layer_count, layers);
    for (size_t d = 0; d < layers; d++) {
        assert_int_equal(result.layers[d].states, published[d]);
        assert_true(!bytes || result.layers[d].bytes_sent == expected.layers[d].bytes_sent);
    }
    const bool near = ranks() == NODES || !tuning->copy; // the ranks of a node see each other's memory
    if (!near || (tuning->resident_given && tuning->resident[HR_BITS_CROSSING] == 0)) {
        assert_true(!bytes || result.scratch_read == expected.scratch_read);
        assert_int_equal(result.scratch_written, expected.scratch_written);
    } else { // crossing planes stay in memory
        assert_true(result.scratch_read < expected.scratch_read);
        assert_true(result.scratch_written < expected.scratch_written);
    }
    hr_enumeration_clear(&expected);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    nothing_is_left();
}

HR_TEST_BOTH(test_layers_are_those_published, make_directories, remove_directories) {
    static const hr_bits_tuning TUNINGS[] = {
        {.resident_given = true},
        {.resident_given = true, .resident = {[HR_BITS_CROSSING] = 3, [HR_BITS_INNER] = 2}},
        {.resident_given = true, .resident = {[HR_BITS_CROSSING] = 2}, .copy = true},
        {.resident_given = true, .unlisted = true}, // the last layer is searched for again
        {.resident_given = false},
    };
    for (size_t i = 0; i < sizeof TUNINGS / sizeof TUNINGS[0]; i++) {
        check_board(3, 3, &TUNINGS[i], true);
    }
    check_board(2, 4, &NOTHING, true);
    check_board(2, 5, &(hr_bits_tuning){.resident_given = true, .prefix_given = true, .prefix = 1}, false);
}

/// More nodes than two: each rank is a node.
HR_TEST_BOTH(test_each_rank_may_be_a_node, make_directories, remove_directories) {
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", &whole);
    pretend(ranks());
    hr_enumerate_options options = options_for(0);
    char made[64];
    (void)snprintf(made, sizeof made, "/tmp/hr_test_XXXXXX");
    assert_non_null(mkdtemp(made));
    options.scratch.paths[0] = made;
    hr_enumeration result;
    search_bits(puzzle, &options, &NOTHING, &result);
    assert_same_result(&result, &whole);
    hr_enumeration_clear(&result);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
    barrier();
    assert_int_equal(rmdir(made), 0);
    pretend(NODES);
}

HR_TEST_BOTH(test_a_missing_directory_is_refused_by_all, make_directories, remove_directories) {
    char text[512];
    char host[256] = "";
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", &whole);
    assert_int_equal(gethostname(host, sizeof host - 1), 0);
    for (int node = 0; node < NODES; node++) { // on that of the first rank, or on the other one
        hr_enumerate_options options = options_for(ANY);
        if (rank() % NODES == node) {
            options.scratch.paths[0] = "/proc/none";
        }
        (void)snprintf(text, sizeof text, " %s:/proc/none: %s", host, strerror(ENOENT));
        is_refused(puzzle, &options, text);
        nothing_is_left();
    }
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

/// Whenever the disk of one node fails, all ranks end, with its name, and a later run goes on.
static void check_failures(atomic_int *left, const char *text) {
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:2x4", &whole);
    const hr_enumerate_options options = keeping(options_for(ANY));
    hr_status status = HR_FILE;
    size_t failures = 0;
    for (int calls = 0; status == HR_FILE; calls = calls * 3 + 1) {
        hr_error error = {.text = ""};
        hr_enumeration result;
        atomic_store(left, rank() == 1 ? calls : -1);
        status = run_bits(puzzle, &options, &NOTHING, &result, &error);
        failures += status != HR_OK;
        if (status == HR_OK) {
            assert_same_result(&result, &whole);
        } else if (strstr(error.text, text) == NULL || status != HR_FILE) {
            fail_msg("%s", error.text);
        }
        hr_enumeration_clear(&result);
        atomic_store(left, -1);
    }
    assert_true(failures >= 3);
    nothing_is_left();
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST_BOTH(test_a_disk_that_is_full_ends_all_ranks, make_directories, remove_directories) {
    check_failures(&writes_left, "No space left on device");
}

HR_TEST_BOTH(test_a_disk_that_cannot_be_read_ends_all_ranks, make_directories, remove_directories) {
    check_failures(&reads_left, "Input/output error");
}
