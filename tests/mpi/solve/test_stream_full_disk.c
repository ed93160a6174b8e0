// SPDX-License-Identifier: MIT
// Ranks: 1 3
// A stream of positions whose checkpoints cannot be written. The disk is this file's: `pwrite` finds it full on one rank.

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "mpi_test.h"
#include "positions.h"
#include "solving/tiles_stream.h"

enum { POSITIONS = 8 };

static bool disk_is_full; // on this rank
static int looks;         // times that the search has asked this rank whether it wants to stop; the question has no context
static int looks_until;   // it wants to stop from then on; 0: never

/// In place of the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    if (disk_is_full) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, size, offset);
}

static bool stop_wanted(void) { return ++looks == looks_until; }

/// The first of Korf's positions that take less than so many nodes.
static void prepare(tiles_stream *t) {
    hr_position found[POSITIONS];
    const char *texts[POSITIONS];
    FILE *file = fopen(HR_GOLDEN_DIR "/korf100.csv", "r");
    assert_non_null(file);
    for (size_t count = 0; count < POSITIONS;) {
        assert_true(hr_position_read(file, 16, &found[count]));
        texts[count] = found[count].text;
        count += found[count].number[3] < 2500000;
    }
    assert_int_equal(fclose(file), 0);
    prepare_stream(t, 4, KORF_GOAL, texts, POSITIONS);
}

static double every = 1e9; // seconds from a checkpoint to the next

static hr_status solve(const tiles_stream *t, const char *directory, hr_idastar_stream *stream, hr_error *error) {
    const hr_idastar_long_run long_run = {
        .checkpoint = {.directory = directory, .every = every, .resume = true}, .identity = "eight", .stop_wanted = stop_wanted};
    return hr_idastar_stream_solve(hr_test_world(), &t->positions, &(hr_idastar_options){.long_run = &long_run}, stream, error);
}

static size_t count_solved(const hr_idastar_stream *stream) {
    size_t solved = 0;
    for (size_t i = 0; i < stream->count; i++) {
        solved += stream->solutions[i].outcome == HR_IDASTAR_SOLVED;
    }
    return solved;
}

static void expect_complete_stream(void) {
    tiles_stream t;
    hr_error error = {.text = ""};
    hr_idastar_stream stream;
    prepare(&t);
    looks = 0;
    disk_is_full = true;
    const hr_status status = solve(&t, hr_test_directory, &stream, &error);
    disk_is_full = false;
    assert_int_equal(status, HR_OK);
    assert_int_equal(stream.stop, HR_STOP_NONE);
    if (hr_comm_rank(hr_test_world()) == 0) {
        assert_int_equal(count_solved(&stream), POSITIONS);
    }
    hr_idastar_stream_clear(&stream);
}

/// A checkpoint that cannot be written on the way is no reason to stop, either.
HR_TEST_IN_DIRECTORY(test_stream_goes_on_without_checkpoints_on_the_way) {
    every = 0;
    expect_complete_stream();
    every = 1e9;
}

/// Counts the looks for the next test.
HR_TEST_IN_DIRECTORY(test_solved_stream_without_a_checkpoint_is_complete) { expect_complete_stream(); }

/// Each rank stops after half of the looks that the whole stream has taken.
HR_TEST_IN_DIRECTORY(test_stop_without_a_checkpoint_is_an_error) {
    tiles_stream t;
    prepare(&t);
    looks_until = looks / 2;
    const int last = hr_comm_size(hr_test_world()) - 1; // in the short tier on this rank alone
    for (int full = (int)hr_test_of_tier((size_t)last, 0); full <= last; full++) {
        hr_error error = {.text = ""};
        hr_idastar_stream stream;
        looks = 0;
        disk_is_full = hr_comm_rank(hr_test_world()) == full;
        const hr_status status = solve(&t, hr_test_directory, &stream, &error);
        disk_is_full = false;
        assert_int_equal(status, HR_FILE);
        assert_non_null(strstr(error.text, "the disk is full"));
        assert_int_equal(stream.stop, HR_STOP_SIGNAL);
        if (hr_comm_rank(hr_test_world()) == 0) { // what was solved is there all the same
            assert_int_equal(stream.count, POSITIONS);
            assert_in_range(count_solved(&stream), 1, POSITIONS - 1);
        }
        hr_idastar_stream_clear(&stream);
    }
    looks_until = 0;
}
