// SPDX-License-Identifier: MIT
// Ranks: 1 3
// A disk that cannot sync records has lost them: the run says so and keeps their families once more. The disk is this file's: a
// `fsync` that fails empties the file.

#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "mpi_test.h"
#include "openings/openings.h"

static int failures; // calls of fsync on this rank that fail from now on
static bool stops;   // this rank wants to stop when it has kept a family
static int writes;   // calls of pwrite
static ino_t synced; // the directory that this rank has synced last
static bool stopped; // it has said so

static int rank(void) { return hr_comm_rank(hr_test_world()); }
static int ranks(void) { return hr_comm_size(hr_test_world()); }

/// In place of the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
int fsync(int file) {
    struct stat about;
    synced = fstat(file, &about) == 0 && S_ISDIR(about.st_mode) ? about.st_ino : synced;
    if (failures > 0) {
        failures--;
        assert_int_equal(ftruncate(file, 0), 0);
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fsync, file);
}

/// In place of the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    writes++;
    return syscall(SYS_pwrite64, file, bytes, size, offset);
}

/// Identity and family are two writes each.
static bool stop_wanted(void) {
    stopped = stopped || (stops && writes >= 4);
    return stopped;
}

typedef struct events {
    size_t families; ///< searched
    size_t failed;
    size_t checkpoints;
    char why[256];
} events;

static void count_event(const hr_event *event, void *context) {
    events *e = context;
    e->families += event->kind == HR_EVENT_FAMILY;
    e->checkpoints += event->kind == HR_EVENT_CHECKPOINT;
    if (event->kind == HR_EVENT_FAILED) {
        e->failed++;
        (void)snprintf(e->why, sizeof e->why, "%s", event->text);
    }
}

/// Collective. All openings of 4x4, with records in the directory.
static hr_status run(const char *directory, double every, events *seen, hr_openings *openings, hr_error *error) {
    hr_puzzle *puzzle = NULL;
    *seen = (events){.families = 0};
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL,
                                         .sharing = HR_SHARING_NONE, // each rank has several families
                                         .event = count_event,
                                         .event_context = seen,
                                         .stop_wanted = stop_wanted,
                                         .checkpoint = {.directory = directory, .every = every, .resume = true}};
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = "klotski:4x4"}, &puzzle, error), HR_OK);
    writes = 0;
    stopped = false;
    const hr_status status = hr_openings_run(hr_test_world(), puzzle, &options, openings, error);
    hr_puzzle_destroy(&puzzle);
    failures = 0;
    return status;
}

HR_TEST(test_families_of_lost_records_are_kept_again) {
    for (int r = 0; r < ranks(); r++) {
        for (int lost = 1; lost <= 3; lost++) {
            char directory[64];
            events seen;
            hr_openings openings;
            hr_error error = {.text = ""};
            hr_test_make_directory(directory);
            failures = rank() == r ? lost : 0;
            assert_int_equal(run(directory, 1e-9, &seen, &openings, &error), HR_OK);
            const hr_count solvable = openings.total.full.solvable;
            assert_int_equal(openings.unkept, 0);
            hr_openings_clear(&openings);
            if (rank() == 0) {
                assert_true(seen.families > 3 && seen.checkpoints > 0);
                assert_int_equal(seen.failed, lost);
                assert_non_null(strstr(seen.why, "cannot be synced: Input/output error"));
            }
            assert_int_equal(run(directory, 1e-9, &seen, &openings, &error), HR_OK);
            assert_int_equal(openings.total.full.solvable, solvable);
            assert_int_equal(seen.families, 0); // all were found in the records
            hr_openings_clear(&openings);
            hr_test_remove_directory(directory);
        }
    }
}

/// Without that a new file of records may have no name after a power cut.
HR_TEST_IN_DIRECTORY(test_directory_of_a_new_file_is_synced) {
    events seen;
    hr_openings openings;
    struct stat about;
    assert_int_equal(stat(hr_test_directory, &about), 0);
    synced = 0;
    assert_int_equal(run(hr_test_directory, 1e9, &seen, &openings, NULL), HR_OK);
    assert_int_equal(synced, about.st_ino); // every rank has a file
    hr_openings_clear(&openings);
}

HR_TEST(test_families_that_are_lost_at_the_end_are_not_counted_as_kept) {
    for (int r = 0; r < ranks(); r++) {
        char directory[64];
        events seen;
        hr_openings openings;
        hr_test_make_directory(directory);
        failures = rank() == r ? 1 : 0; // the only sync is the last one
        assert_int_equal(run(directory, 1e9, &seen, &openings, NULL), HR_OK);
        const uint64_t unkept = openings.unkept;
        assert_true(unkept > 0);
        hr_openings_clear(&openings);
        assert_int_equal(run(directory, 1e9, &seen, &openings, NULL), HR_OK);
        if (rank() == 0) {
            assert_int_equal(seen.families, unkept);
        }
        assert_int_equal(openings.unkept, 0);
        hr_openings_clear(&openings);
        hr_test_remove_directory(directory);
    }
}

HR_TEST(test_stop_with_lost_records_is_an_error) {
    for (int r = 0; r < ranks(); r++) {
        char directory[64];
        events seen;
        hr_openings openings;
        hr_error error = {.text = ""};
        hr_test_make_directory(directory);
        stops = rank() == r;
        failures = rank() == r ? 1 : 0;
        const hr_status status = run(directory, 1e9, &seen, &openings, &error);
        stops = false;
        assert_int_equal(status, HR_FILE);
        assert_non_null(strstr(error.text, "stopped by a signal"));
        assert_non_null(strstr(error.text, "could not be kept"));
        hr_openings_clear(&openings);
        hr_test_remove_directory(directory);
    }
}
