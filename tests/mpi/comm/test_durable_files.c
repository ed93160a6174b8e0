// SPDX-License-Identifier: MIT
// Ranks: 1 2 3
// Files that are complete or absent, watched at each call that changes the disk. The calls are this file's: they look at what is
// there before they go on, note what is not on the disk yet, fail as a test wants it, or let somebody else come first.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "comm/files/parallel.h"
#include "files/commit.h"
#include "mpi_test.h"
#include "run/checkpoint/checkpoint.h"

enum { RANKS_MAX = 8, WORDS = 1000 };

/// What all ranks see of each other: one page of memory that belongs to all.
typedef struct shared {
    atomic_int unsynced[RANKS_MAX]; ///< writes of a rank since its last fsync
    atomic_int synced[RANKS_MAX];   ///< its calls of fsync
} shared;

static struct {
    shared *all;
    const char *directory; ///< of checkpoints, rank 0 counts what is complete there at each call; NULL: it does not
    size_t fewest;         ///< complete generations that it has seen
    size_t looks;          ///< times that it has looked
    const char *intruder;  ///< rank 0: somebody else makes this file just before a file gets its name
    size_t names;          ///< files that got a name
    ino_t directories;     ///< sum of the numbers of the directories that this rank has synced
    bool unsynced;         ///< one got it before everything was on the disk
    bool fsync_fails;      ///< on this rank
    bool close_fails;      ///< on this rank, once, for a regular file
} disk;

static int rank(void) { return hr_comm_rank(hr_test_world()); }
static int ranks(void) { return hr_comm_size(hr_test_world()); }

/// Generations that are complete.
static size_t count_complete(const char *directory) {
    size_t count = 0;
    DIR *opened = opendir(directory);
    assert_non_null(opened);
    for (const struct dirent *entry = readdir(opened); entry != NULL; entry = readdir(opened)) {
        count += strncmp(entry->d_name, "checkpoint-", 11) == 0 &&
                 strspn(entry->d_name + 11, "0123456789") == strlen(entry->d_name) - 11;
    }
    (void)closedir(opened);
    return count;
}

static void look(void) {
    if (disk.directory != NULL && rank() == 0) {
        const size_t count = count_complete(disk.directory);
        disk.fewest = count < disk.fewest ? count : disk.fewest;
        disk.looks++;
    }
}

// In place of the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    look();
    if (disk.all != NULL) {
        atomic_fetch_add(&disk.all->unsynced[rank()], 1);
    }
    return syscall(SYS_pwrite64, file, bytes, size, offset);
}

int fsync(int file) {
    struct stat about;
    look();
    disk.directories += fstat(file, &about) == 0 && S_ISDIR(about.st_mode) ? about.st_ino : 0;
    if (disk.fsync_fails) {
        errno = EIO;
        return -1;
    }
    if (disk.all != NULL) {
        if (rank() > 0) {
            (void)usleep(20000); // whoever does not wait for the other ranks comes first
        }
        atomic_store(&disk.all->unsynced[rank()], 0);
        atomic_fetch_add(&disk.all->synced[rank()], 1);
    }
    return (int)syscall(SYS_fsync, file);
}

int close(int file) {
    struct stat about;
    const bool fails = disk.close_fails && fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    const int result = (int)syscall(SYS_close, file);
    if (fails) {
        disk.close_fails = false;
        errno = EDQUOT; // where a network file system says so as late as that
        return -1;
    }
    return result;
}

/// A file is about to get its name.
static void before_name(void) {
    look();
    if (disk.intruder != NULL) {
        FILE *file = fopen(disk.intruder, "w");
        assert_non_null(file);
        assert_true(fputs("mine", file) >= 0);
        assert_int_equal(fclose(file), 0);
    }
    for (int r = 0; r < ranks() && disk.all != NULL; r++) {
        disk.unsynced = disk.unsynced || atomic_load(&disk.all->unsynced[r]) > 0 || atomic_load(&disk.all->synced[r]) == 0;
    }
    disk.names++;
}

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
    before_name();
    const int result = (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
    look();
    return result;
}

int rename(const char *from, const char *to) {
    before_name();
    const int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    look();
    return result;
}

int unlink(const char *path) {
    look();
    const int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    look();
    return result;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

static void barrier(void) { assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK); }

/// Collective. All ranks see the same page from now on.
static void share_page(void) {
    char directory[64];
    char path[96];
    hr_test_make_directory(directory);
    (void)snprintf(path, sizeof path, "%s/page", directory);
    const int file = open(path, O_RDWR | O_CREAT, 0600);
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, sizeof(shared)), 0);
    shared *all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert_ptr_not_equal(all, MAP_FAILED);
    assert_int_equal(close(file), 0);
    hr_test_remove_directory(directory);
    disk.all = all;
    disk.names = 0;
    disk.unsynced = false;
    barrier();
}

static void drop_page(void) {
    barrier();
    assert_int_equal(munmap(disk.all, sizeof *disk.all), 0);
    disk.all = NULL;
}

static hr_checkpoint_store *open_store(char directory[64]) {
    hr_checkpoint_store *store = NULL;
    hr_error error = {.text = ""};
    hr_test_make_directory(directory);
    HR_TEST_OK(hr_checkpoint_open(hr_test_world(), directory, "a run", &store, &error), error);
    return store;
}

/// Collective. One block of each rank.
static hr_status write_generation(hr_checkpoint_store *store, hr_error *error) {
    uint64_t words[WORDS] = {0};
    hr_checkpoint_writer *writer = NULL;
    const hr_status status = hr_checkpoint_begin(store, sizeof words, &writer, error);
    if (status != HR_OK) {
        return status;
    }
    const uint64_t key = (uint64_t)rank();
    const hr_status put = hr_checkpoint_put(writer, (hr_checkpoint_keys){1, key, key}, words, sizeof words, error);
    return hr_test_commit(&writer, put, words, 1, NULL, error);
}

HR_TEST(test_two_complete_generations_are_there_at_every_moment) {
    char directory[64];
    hr_error error;
    hr_checkpoint_store *store = open_store(directory);
    assert_int_equal(write_generation(store, &error), HR_OK);
    assert_int_equal(write_generation(store, &error), HR_OK);
    disk.directory = directory;
    disk.fewest = SIZE_MAX;
    disk.looks = 0;
    for (int g = 3; g <= 5; g++) {
        disk.fsync_fails = g == 4 && rank() == ranks() - 1; // nothing is lost by a generation that fails either
        assert_int_equal(write_generation(store, &error), g == 4 ? HR_FILE : HR_OK);
        disk.fsync_fails = false;
    }
    disk.directory = NULL;
    if (rank() == 0) {
        assert_true(disk.looks > 20);
        assert_int_equal(disk.fewest, HR_CHECKPOINT_KEPT);
        assert_int_equal(count_complete(directory), HR_CHECKPOINT_KEPT);
    }
    hr_checkpoint_close(&store);
    hr_test_remove_directory(directory);
}

HR_TEST(test_generation_gets_its_name_when_every_rank_has_synced) {
    char directory[64];
    hr_checkpoint_store *store = open_store(directory);
    for (int g = 1; g <= 3; g++) {
        share_page();
        assert_int_equal(write_generation(store, NULL), HR_OK);
        if (rank() == 0) {
            assert_int_equal(disk.names, 1);
            assert_false(disk.unsynced);
        }
        drop_page();
    }
    hr_checkpoint_close(&store);
    hr_test_remove_directory(directory);
}

HR_TEST(test_directory_that_was_made_is_synced_to_its_parent) {
    char parent[64];
    char directory[96];
    struct stat about;
    hr_checkpoint_store *store = NULL;
    hr_test_make_directory(parent);
    (void)snprintf(directory, sizeof directory, "%s/kept", parent);
    assert_int_equal(stat(parent, &about), 0);
    disk.directories = 0;
    assert_int_equal(hr_checkpoint_open(hr_test_world(), directory, "a run", &store, NULL), HR_OK);
    assert_int_equal(disk.directories, rank() == 0 ? about.st_ino : 0);
    hr_checkpoint_close(&store);
    barrier();
    hr_test_remove_directory(directory);
    hr_test_remove_directory(parent);
}

HR_TEST(test_generation_that_a_rank_cannot_sync_is_none) {
    char directory[64];
    hr_error error = {.text = ""};
    hr_checkpoint_store *store = open_store(directory);
    assert_int_equal(write_generation(store, &error), HR_OK);
    for (int r = 0; r < ranks(); r++) {
        disk.fsync_fails = rank() == r;
        assert_int_equal(write_generation(store, &error), HR_FILE);
        disk.fsync_fails = false;
        assert_non_null(strstr(error.text, "Input/output error"));
        assert_int_equal(count_complete(directory), 1);
        barrier();
        hr_checkpoint_writer *writer = NULL; // nor one that a rank cannot close
        assert_int_equal(hr_checkpoint_begin(store, 0, &writer, &error), HR_OK);
        disk.close_fails = rank() == r;
        assert_int_equal(hr_test_commit(&writer, HR_OK, NULL, 0, NULL, &error), HR_FILE);
        assert_false(disk.close_fails);
        assert_non_null(strstr(error.text, "quota"));
        assert_int_equal(count_complete(directory), 1);
        barrier();
    }
    hr_checkpoint_close(&store);
    hr_test_remove_directory(directory);
}

HR_TEST_IN_DIRECTORY(test_file_gets_its_name_when_every_rank_has_synced) {
    char path[96];
    hr_error error;
    hr_parallel_file *file = NULL;
    (void)snprintf(path, sizeof path, "%s/table", hr_test_directory);
    share_page();
    assert_int_equal(hr_parallel_file_create(hr_test_world(), path, false, &file, &error), HR_OK);
    const uint64_t word = (uint64_t)rank();
    const hr_status status = hr_parallel_file_write(file, word * sizeof word, &word, sizeof word, &error);
    assert_int_equal(hr_parallel_file_finish(&file, status, &error), HR_OK);
    if (rank() == 0) {
        assert_int_equal(disk.names, 1);
        assert_false(disk.unsynced);
    }
    drop_page();
}

HR_TEST_IN_DIRECTORY(test_file_that_a_rank_cannot_close_is_none) {
    char path[96];
    hr_error error = {.text = ""};
    hr_parallel_file *file = NULL;
    (void)snprintf(path, sizeof path, "%s/table", hr_test_directory);
    assert_int_equal(hr_parallel_file_create(hr_test_world(), path, false, &file, &error), HR_OK);
    disk.close_fails = rank() == ranks() - 1;
    assert_int_equal(hr_parallel_file_finish(&file, HR_OK, &error), HR_FILE);
    assert_false(disk.close_fails);
    assert_non_null(strstr(error.text, "quota"));
    assert_non_null(strstr(error.text, path)); // rank 0 has told the others the name
    assert_int_equal(access(path, F_OK), -1);
}

HR_TEST_IN_DIRECTORY(test_probe_removes_what_nobody_writes) {
    char path[96];
    char left_over[128];
    hr_error error;
    hr_parallel_file *file = NULL;
    (void)snprintf(path, sizeof path, "%s/table", hr_test_directory);
    (void)snprintf(left_over, sizeof left_over, "%s.01234567-01234567.partial", path);
    assert_int_equal(hr_parallel_file_create(hr_test_world(), path, false, &file, &error), HR_OK);
    if (rank() == 0) {
        FILE *made = fopen(left_over, "w");
        assert_non_null(made);
        assert_int_equal(fclose(made), 0);
    }
    assert_int_equal(hr_parallel_file_probe(hr_test_world(), path, false, &error), HR_OK);
    assert_int_equal(access(left_over, F_OK), -1);
    assert_int_equal(hr_parallel_file_finish(&file, HR_OK, &error), HR_OK); // its own file is still there
    assert_int_equal(access(path, F_OK), 0);
}

/// Collective. Write a file of a word from each rank; somebody else makes one of that name just before the end.
static hr_status write_beside_intruder(const char *path, bool force, hr_error *error) {
    hr_parallel_file *file = NULL;
    assert_int_equal(hr_parallel_file_create(hr_test_world(), path, force, &file, error), HR_OK);
    const uint64_t word = (uint64_t)rank();
    const hr_status status = hr_parallel_file_write(file, word * sizeof word, &word, sizeof word, error);
    disk.intruder = path;
    const hr_status finished = hr_parallel_file_finish(&file, status, error);
    disk.intruder = NULL;
    return finished;
}

HR_TEST(test_file_that_somebody_makes_meanwhile_stays) {
    char directory[64];
    char path[96];
    char text[64] = "";
    hr_error error = {.text = ""};
    hr_test_make_directory(directory);
    (void)snprintf(path, sizeof path, "%s/table", directory);
    assert_int_equal(write_beside_intruder(path, false, &error), HR_FILE);
    assert_non_null(strstr(error.text, "File exists"));
    if (rank() == 0) {
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        assert_int_equal(fread(text, 1, sizeof text, file), 4);
        assert_int_equal(fclose(file), 0);
        assert_string_equal(text, "mine");
    }
    barrier();
    assert_int_equal(write_beside_intruder(path, true, &error), HR_OK);
    if (rank() == 0) {
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        assert_int_equal(fread(text, 1, sizeof text, file), sizeof(uint64_t) * (size_t)ranks());
        assert_int_equal(fclose(file), 0);
        assert_int_equal(unlink(path), 0);
        assert_int_equal(rmdir(directory), 0); // nothing half-written is left
    }
    barrier();
}
