// SPDX-License-Identifier: MIT
// Scratch files by themselves: their names at each moment, who may use them, which are taken, and what is said of a disk that
// fails.

#include "mpi_test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "core/files/left_over.h"
#include "enumerate/scratch/transfers.h"

static bool sync_fails; ///< also that of a directory
static bool no_direct;  ///< files cannot be opened past the page cache
static bool on_network; ///< all file systems are those of a server
static int syncs;       ///< calls of fdatasync so far
static ino_t synced;    ///< the directory that this rank has synced last
static int removals;    ///< so often another run removes a file of this rank before it is locked

// In place of the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

int fdatasync(int file) {
    syncs++;
    errno = EIO;
    return sync_fails ? -1 : 0;
}

int fsync(int file) {
    struct stat about;
    synced = fstat(file, &about) == 0 && S_ISDIR(about.st_mode) ? about.st_ino : 0;
    errno = EIO;
    return sync_fails && synced != 0 ? -1 : 0;
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    const int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (no_direct && (flags & O_DIRECT) != 0 && file >= 0) { // too late, as some file systems do
        (void)close(file);
        errno = EINVAL;
        return -1;
    }
    return file;
}

int statfs(const char *path, struct statfs *system) {
    const int failed = (int)syscall(SYS_statfs, path, system);
    system->f_type = on_network ? NFS_SUPER_MAGIC : system->f_type;
    return failed;
}

int flock(int file, int how) {
    if (removals > 0 && how == LOCK_EX) {
        char link[64];
        char path[256] = "";
        removals--;
        (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        assert_true(readlink(link, path, sizeof path - 1) > 0 && unlink(path) == 0);
    }
    return (int)syscall(SYS_flock, file, how);
}

static int no_room; ///< why no room can be reserved, 0 if it can

int fallocate(int file, int mode, off_t offset, off_t size) {
    errno = no_room;
    return no_room != 0 ? -1 : 0;
}

/// A disk with 3000 KiB, of which 2000 are free, 1000 of them for this user.
int fstatvfs(int file, struct statvfs *space) {
    *space = (struct statvfs){.f_bsize = 4096, .f_frsize = 1024, .f_blocks = 3000, .f_bfree = 2000, .f_bavail = 1000};
    return 0;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

enum { BYTES = 2 * HR_SPOOL_PAGE, NUMBER = 0xabc };

static int rank(void) { return hr_comm_rank(hr_test_world()); }
static void barrier(void) { assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK); }

static char directory[64];
static const char *const DIRECTORIES[] = {directory};
static const hr_spool_order ORDER = {.directories = DIRECTORIES, .count = 1, .file_bytes = BYTES, .number = NUMBER};

/// Collective. Is the file with the lasting name there?
static bool is_named(void) {
    char path[128];
    struct stat about;
    (void)snprintf(path, sizeof path, "%s/huarong-%016x-0.planes", directory, NUMBER);
    barrier();
    const bool named = stat(path, &about) == 0;
    assert_true(!named || about.st_size == BYTES);
    barrier();
    return named;
}

static void nothing_left(void) {
    barrier();
    assert_true(rank() > 0 || rmdir(directory) == 0);
    barrier();
}

/// Collective. Create the file, and give it its name if it is to last.
static hr_spool *create(bool named) {
    hr_spool *spool = NULL;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_spool_create(hr_test_world(), &ORDER, &spool, &error), error);
    if (named && rank() == 0) {
        assert_int_equal(hr_spool_name(spool, NUMBER, &error), HR_OK);
    }
    return spool;
}

HR_TEST(test_only_files_with_names_last) {
    hr_test_make_directory(directory);
    hr_spool *spool = create(false);
    assert_false(is_named());
    hr_spool_destroy(&spool, false);
    assert_null(spool);
    nothing_left();
    hr_test_make_directory(directory);
    spool = create(true);
    assert_true(is_named());
    hr_spool_destroy(&spool, false);
    assert_true(is_named());
    spool = create(false); // removes what an earlier run has left under the name
    assert_false(is_named());
    hr_spool_destroy(&spool, false);
    spool = create(true);
    hr_spool_destroy(&spool, true);
    assert_false(is_named());
    nothing_left();
}

/// Also the last of the files of a run that had more directories.
HR_TEST(test_files_of_a_killed_run_are_removed) {
    char ending[HR_LEFT_OVER_ENDING];
    char paths[2][128];
    hr_test_make_directory(directory);
    hr_left_over_ending(ending);
    (void)snprintf(paths[0], sizeof paths[0], "%s/huarong-scratch-0%s", directory, ending);
    (void)snprintf(paths[1], sizeof paths[1], "%s/huarong-%016x-%d.planes", directory, NUMBER, HR_SPOOL_FILES_MAX - 1);
    for (int i = 0; i < 2 && rank() == 0; i++) {
        const int file = open(paths[i], O_CREAT | O_EXCL | O_WRONLY, 0600); // nobody holds a lock on it
        assert_true(file >= 0 && close(file) == 0);
    }
    barrier();
    hr_spool *spool = create(false);
    hr_spool_destroy(&spool, true);
    nothing_left();
}

/// Two runs that begin in one directory: each removes what nobody has locked.
HR_TEST(test_a_file_that_another_run_has_removed_is_created_again) {
    hr_test_make_directory(directory);
    removals = rank() == 0 ? 3 : 0;
    hr_spool *spool = create(true);
    assert_int_equal(removals, 0);
    assert_true(is_named());
    hr_spool_destroy(&spool, true);
    removals = rank() == 0 ? 1000 : 0;
    hr_error error = {.text = ""};
    assert_int_equal(hr_spool_create(hr_test_world(), &ORDER, &spool, &error), HR_FILE);
    assert_non_null(strstr(error.text, "No such file or directory"));
    removals = 0;
    hr_test_remove_directory(directory);
}

/// Collective. The files are not taken, for this reason.
static void expect_refused(const hr_spool_order *order, const char *text) {
    hr_spool *spool = NULL;
    hr_error error = {.text = ""};
    char expected[256];
    (void)snprintf(expected, sizeof expected, text, directory);
    assert_int_equal(hr_spool_open(hr_test_world(), order, &spool, &error), HR_FILE);
    assert_null(spool);
    assert_string_equal(error.text, expected);
}

HR_TEST(test_files_that_cannot_be_taken) {
    hr_test_make_directory(directory);
    expect_refused(&ORDER, "the checkpoint's scratch file huarong-0000000000000abc-0.planes is in no --scratch DIR%.0s");
    hr_spool *spool = create(true);
    hr_spool *again = NULL;
    expect_refused(&ORDER, "the scratch file %s/huarong-0000000000000abc-0.planes is in use by another run");
    hr_spool_destroy(&spool, false);
    barrier();
    hr_spool_order larger = ORDER;
    larger.file_bytes += HR_SPOOL_PAGE;
    expect_refused(&larger,
                   "the scratch file %s/huarong-0000000000000abc-0.planes is not that of the checkpoint: it has another size");
    assert_int_equal(hr_spool_open(hr_test_world(), &ORDER, &again, NULL), HR_OK);
    hr_spool_destroy(&again, true);
    assert_false(is_named());
    hr_test_remove_directory(directory);
    hr_error error = {.text = ""};
    char expected[256];
    barrier();
    assert_int_equal(hr_spool_create(hr_test_world(), &ORDER, &spool, &error), HR_FILE);
    (void)snprintf(expected, sizeof expected, "cannot write to the directory %s: No such file or directory", directory);
    assert_string_equal(error.text, expected);
}

/// A transfer that fails is told with the file that it was for, of files in several directories.
HR_TEST(test_failing_transfers_are_told_with_the_file) {
    char second[64];
    hr_test_make_directory(directory);
    hr_test_make_directory(second);
    const char *const directories[] = {directory, second};
    const hr_spool_order order = {.directories = directories, .count = 2, .file_bytes = BYTES};
    static _Alignas(HR_SPOOL_PAGE) uint64_t page[HR_SPOOL_PAGE / sizeof(uint64_t)];
    for (size_t file = 0; file < 2; file++) {
        hr_spool *spool = NULL;
        hr_transfer_group group = {0};
        hr_error error = {.text = ""};
        const hr_transfer behind_end = {
            .kind = HR_TRANSFER_READ, .place = {file, BYTES}, .memory = page, .words = HR_SPOOL_PAGE / sizeof page[0]};
        assert_int_equal(hr_spool_create(hr_test_world(), &order, &spool, &error), HR_OK);
        hr_transfers *transfers = hr_transfers_create();
        assert_non_null(transfers);
        hr_transfers_use(transfers, spool);
        hr_transfers_submit(transfers, &group, &behind_end);
        assert_int_equal(hr_transfers_wait(transfers, &group, &error), HR_FILE);
        assert_non_null(strstr(error.text, directories[file]));
        hr_transfer other = behind_end; // is not done any more
        other.place = (hr_spool_place){1 - file, 0};
        hr_transfers_submit(transfers, &group, &other);
        assert_int_equal(hr_transfers_wait(transfers, &group, &error), HR_FILE);
        assert_non_null(strstr(error.text, directories[file])); // the first one that has failed
        hr_transfers_destroy(&transfers);
        hr_spool_destroy(&spool, true);
    }
    barrier();
    hr_test_remove_directory(directory);
    hr_test_remove_directory(second);
}

/// All files are on their disks, and all names in their directories, before a checkpoint names them.
HR_TEST(test_each_file_and_each_name_is_synced) {
    char second[64];
    hr_spool *spool = NULL;
    hr_test_make_directory(directory);
    hr_test_make_directory(second);
    const char *const directories[] = {second, directory};
    const hr_spool_order order = {.directories = directories, .count = 2, .file_bytes = BYTES, .number = NUMBER};
    struct stat about;
    assert_int_equal(stat(directory, &about), 0);
    assert_int_equal(hr_spool_create(hr_test_world(), &order, &spool, NULL), HR_OK);
    syncs = 0;
    assert_int_equal(hr_spool_sync(spool, NULL), HR_OK);
    assert_int_equal(syncs, 2);
    synced = 0;
    if (rank() == 0) {
        assert_int_equal(hr_spool_name(spool, NUMBER, NULL), HR_OK);
        assert_int_equal(synced, about.st_ino);
        synced = 0;
        assert_int_equal(hr_spool_name(spool, NUMBER, NULL), HR_OK); // the files have their names
        assert_int_equal(synced, 0);
    }
    barrier();
    hr_spool_destroy(&spool, true);
    barrier();
    hr_test_remove_directory(directory);
    hr_test_remove_directory(second);
}

HR_TEST(test_failing_disks_are_told_with_the_file) {
    static const struct {
        int reason;
        const char *text;
    } cases[] = {
        {ENOSPC,
         "cannot write the scratch file %s/huarong-0000000000000abc-0.planes: No space left on device, 1000 KiB free there"},
        {EDQUOT, "cannot write the scratch file %s/huarong-0000000000000abc-0.planes: Disk quota exceeded, 1000 KiB free there"},
        {EIO, "the scratch file %s/huarong-0000000000000abc-0.planes fails: Input/output error"},
        {0,
         "the scratch file %s/huarong-0000000000000abc-0.planes is damaged: it does not hold the states that the checkpoint left "
         "there"},
    };
    hr_test_make_directory(directory);
    hr_spool *spool = create(false);
    hr_error error = {.text = ""};
    if (rank() == 0) { // the name may be lost, and the file is removed with the others
        sync_fails = true;
        assert_int_equal(hr_spool_name(spool, NUMBER, &error), HR_FILE);
        sync_fails = false;
        assert_non_null(strstr(error.text, "/huarong-0000000000000abc-0.planes fails: Input/output error"));
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0] && rank() == 0; i++) { // which knows the names
        char expected[256];
        const int reason = cases[i].reason;
        assert_int_equal(reason != 0 ? hr_spool_failed(spool, 0, reason, &error) : hr_spool_damaged(spool, 0, &error), HR_FILE);
        (void)snprintf(expected, sizeof expected, cases[i].text, directory);
        assert_string_equal(error.text, expected);
    }
    assert_int_equal(hr_spool_sync(spool, &error), HR_OK);
    sync_fails = true;
    assert_int_equal(hr_spool_sync(spool, &error), HR_FILE);
    sync_fails = false;
    assert_non_null(strstr(error.text, "Input/output error"));
    hr_spool_destroy(&spool, false);
    nothing_left();
}

/// Collective. Create a file that cannot be opened past the page cache, on a server or not.
static void expect_through_cache(bool network, bool refused) {
    hr_spool *spool = NULL;
    hr_error error = {.text = ""};
    on_network = network;
    no_direct = true;
    assert_int_equal(hr_spool_create(hr_test_world(), &ORDER, &spool, &error), refused ? HR_FILE : HR_OK);
    no_direct = false;
    on_network = false;
    assert_int_equal(strstr(error.text, "nodes cannot share it") != NULL, refused);
    hr_spool_destroy(&spool, true);
    barrier();
}

/// What another node has written may be older in a node's cache, so only ranks of one node share files that must go through it.
HR_TEST(test_nodes_share_no_files_through_their_caches) {
    hr_test_make_directory(directory);
    expect_through_cache(true, false);
    assert_int_equal(setenv("HUARONG_PRETEND_NODES", "2", 1), 0);
    expect_through_cache(true, hr_comm_size(hr_test_world()) > 1);
    expect_through_cache(false, false);
    assert_int_equal(unsetenv("HUARONG_PRETEND_NODES"), 0);
    nothing_left();
}

/// A disk that cannot keep room is used without, one that has none is told before anything is written.
HR_TEST(test_room_is_kept_where_a_disk_can) {
    static const struct {
        int reason;
        hr_status status;
    } cases[] = {{0, HR_OK}, {EOPNOTSUPP, HR_OK}, {ENOSYS, HR_OK}, {ENOSPC, HR_FILE}, {EDQUOT, HR_FILE}, {EIO, HR_FILE}};
    hr_test_make_directory(directory);
    hr_spool *spool = create(true);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_error error = {.text = ""};
        no_room = cases[i].reason;
        const hr_status status = hr_spool_reserve(spool, (hr_spool_place){0, 0}, BYTES, &error);
        no_room = 0;
        assert_int_equal(status, cases[i].status);
        assert_true(status == HR_OK || strstr(error.text, strerror(cases[i].reason)) != NULL);
    }
    hr_spool_destroy(&spool, true);
    hr_test_remove_directory(directory);
}
