// SPDX-License-Identifier: MIT
// How the bytes of a file that all ranks write get onto the disk: when a rank waits for the disk, and what is asked of NFS. The
// calls of the file system and those of MPI, for one rank, are this file's. What several ranks do together is in
// mpi/comm/test_durable_files.c.

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "comm/files/parallel.h"
#include "comm/mpi_types.h"
#include "files/open_files.h"
#include "unit_test.h"

static struct {
    long type;           ///< what statfs says of the file system
    bool pretends;       ///< writes are only counted
    uint64_t begun;      ///< bytes whose way to the disk was begun
    off_t begun_at;      ///< offset of the last of them
    size_t waits;        ///< times that somebody has waited for the disk
    int fdatasync_fails; ///< the value of errno
} disk;

// In place of the C library's and of MPI's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
    assert_ptr_equal(send, MPI_IN_PLACE);
    return MPI_SUCCESS;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    assert_int_equal(root, 0);
    return MPI_SUCCESS;
}

int statfs(const char *path, struct statfs *system) {
    const int result = (int)syscall(SYS_statfs, path, system);
    system->f_type = disk.type;
    return result;
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    return disk.pretends ? (ssize_t)size : syscall(SYS_pwrite64, file, bytes, size, offset);
}

int sync_file_range(int file, off64_t offset, off64_t size, unsigned flags) {
    assert_true(file >= 0);
    assert_int_equal(flags, SYNC_FILE_RANGE_WRITE);
    disk.begun += (uint64_t)size;
    disk.begun_at = offset;
    return -1; // as where the file system has no such call
}

int fdatasync(int file) {
    assert_true(file >= 0);
    disk.waits++;
    errno = disk.fdatasync_fails;
    return disk.fdatasync_fails != 0 ? -1 : 0;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

static char directory[32];
static char path[48];
static hr_comm_health health;
static hr_comm alone;

static int set_up(void **state) {
    memset(&disk, 0, sizeof disk);
    disk.type = EXT4_SUPER_MAGIC;
    health = (hr_comm_health){.ranks = 1};
    alone = (hr_comm){.size = 1, .health = &health};
    (void)snprintf(directory, sizeof directory, "/tmp/hr_test_XXXXXX");
    assert_non_null(mkdtemp(directory));
    (void)snprintf(path, sizeof path, "%s/table", directory);
    return 0;
}

static int tear_down(void **state) {
    return rmdir(directory); // fails if a file is left
}

static hr_parallel_file *create(void) {
    hr_parallel_file *file = NULL;
    assert_int_equal(hr_parallel_file_create(&alone, path, false, &file, NULL), HR_OK);
    return file;
}

/// Each piece is on its way at once. After 256 MiB the rank waits until they are there, and after the next 256 MiB again.
HR_TEST_BETWEEN(test_a_rank_waits_for_the_disk_after_some_bytes, set_up, tear_down) {
    enum { PIECE = 64 << 20 };
    hr_parallel_file *file = create();
    char *bytes = calloc(1, PIECE); // nobody reads them
    assert_non_null(bytes);
    disk.pretends = true;
    for (uint64_t pieces = 1; pieces <= 9; pieces++) {
        assert_int_equal(hr_parallel_file_write(file, pieces * PIECE, bytes, PIECE, NULL), HR_OK);
        assert_int_equal(disk.begun, pieces * PIECE);
        assert_int_equal(disk.begun_at, pieces * PIECE);
        assert_int_equal(disk.waits, pieces / 4);
    }
    hr_error error = {.text = ""};
    char expected[100];
    disk.fdatasync_fails = EIO;
    for (uint64_t pieces = 10; pieces <= 12; pieces++) {
        assert_int_equal(hr_parallel_file_write(file, 0, bytes, PIECE, &error), pieces < 12 ? HR_OK : HR_FILE);
    }
    (void)snprintf(expected, sizeof expected, "%s: cannot write: Input/output error", path);
    assert_string_equal(error.text, expected);
    free(bytes);
    hr_parallel_file_drop(&file);
    assert_null(file);
}

/// Returns the flags with which the file that grows is open for writing only.
static int flags_of_partial(void) {
    int found = -1;
    for (int file = 3; file < 20; file++) {
        char link[64];
        char name[128] = "";
        (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        const ssize_t length = readlink(link, name, sizeof name - 1);
        const int flags = fcntl(file, F_GETFL);
        if (length > 0 && strncmp(name, path, strlen(path)) == 0 && (flags & O_ACCMODE) == O_WRONLY) {
            assert_int_equal(found, -1);
            found = flags;
        }
    }
    assert_true(found >= 0);
    return found;
}

/// Two clients of NFS that write into one page would overwrite each other's bytes, if each did not write at once.
HR_TEST_BETWEEN(test_writes_to_nfs_are_synchronous, set_up, tear_down) {
    static const struct {
        long type;
        bool at_once;
    } systems[] = {{NFS_SUPER_MAGIC, true}, {EXT4_SUPER_MAGIC, false}};
    for (size_t i = 0; i < 2; i++) {
        disk.type = systems[i].type;
        hr_parallel_file *file = create();
        assert_int_equal((flags_of_partial() & O_DSYNC) != 0, systems[i].at_once);
        hr_parallel_file_drop(&file);
    }
}

/// Finished, dropped, or ended because of a failure elsewhere: only a finished file is there, and no file is open.
HR_TEST_BETWEEN(test_a_file_that_is_not_finished_is_gone, set_up, tear_down) {
    const int before = count_open_files();
    hr_error error = {.text = ""};
    hr_parallel_file *file = create();
    assert_int_equal(hr_parallel_file_finish(&file, hr_error_set(&error, HR_STOPPED, "elsewhere"), &error), HR_STOPPED);
    assert_null(file);
    assert_string_equal(error.text, "elsewhere");
    assert_int_equal(access(path, F_OK), -1);
    file = create();
    hr_parallel_file_drop(&file);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(rmdir(directory), 0); // nothing is left in it
    assert_int_equal(mkdir(directory, 0700), 0);
    file = create();
    assert_int_equal(hr_parallel_file_write(file, 3, "word", 4, NULL), HR_OK);
    assert_int_equal(hr_parallel_file_finish(&file, HR_OK, NULL), HR_OK);
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 7);
    assert_int_equal(count_open_files(), before);
    assert_int_equal(hr_parallel_file_probe(&alone, path, false, &error), HR_FILE);
    assert_int_equal(hr_parallel_file_probe(&alone, path, true, &error), HR_OK);
    assert_int_equal(hr_parallel_file_create(&alone, path, false, &file, &error), HR_FILE);
    assert_null(file);
    assert_int_equal(count_open_files(), before);
    assert_int_equal(unlink(path), 0);
}
