// SPDX-License-Identifier: MIT
// Files that are complete or absent, and what killed processes leave of them. The calls that the file system may refuse are this
// file's: a test says how they fail.

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/files/complete.h"
#include "core/files/left_over.h"
#include "core/files/write.h"
#include "files/open_files.h"
#include "unit_test.h"

/// What the file system does: 0 is what it always does, anything else the value of errno that a call fails with.
static struct {
    int renameat2_fails;
    int link_fails;
    int flock_fails;
    int fsync_fails;
    int pwrite_fails;    ///< once; EINTR too
    size_t pwrite_most;  ///< bytes of a call; 0: no limit
    long type;           ///< what fstatfs says
    const char *remover; ///< the next file to be locked is removed by somebody just before
} disk;

static char directory[64];
static char path[96];
static int open_files; ///< before the test

// In place of the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

/// Returns −1 with errno if `reason` says so.
static int result(int reason, long done) {
    errno = reason != 0 ? reason : errno;
    return reason != 0 ? -1 : (int)done;
}

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
    const int reason = flags != 0 ? disk.renameat2_fails : 0;
    return result(reason, reason != 0 ? 0 : syscall(SYS_renameat2, from_directory, from, to_directory, to, flags));
}

int link(const char *from, const char *to) {
    return result(disk.link_fails, disk.link_fails != 0 ? 0 : syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int flock(int file, int how) {
    if (disk.remover != NULL) {
        const char *remover = disk.remover;
        disk.remover = NULL;
        hr_left_overs_remove(remover, NULL);
    }
    return result(disk.flock_fails, disk.flock_fails != 0 ? 0 : syscall(SYS_flock, file, how));
}

int fsync(int file) { return result(disk.fsync_fails, disk.fsync_fails != 0 ? 0 : syscall(SYS_fsync, file)); }

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    if (disk.pwrite_fails != 0) {
        errno = disk.pwrite_fails;
        disk.pwrite_fails = 0;
        return -1;
    }
    const size_t some = disk.pwrite_most > 0 && size > disk.pwrite_most ? disk.pwrite_most : size;
    return syscall(SYS_pwrite64, file, bytes, some, offset);
}

int fstatfs(int file, struct statfs *system) {
    const int failed = (int)syscall(SYS_fstatfs, file, system);
    system->f_type = disk.type != 0 ? disk.type : system->f_type;
    return failed;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

static int set_up(void **state) {
    open_files = count_open_files();
    memset(&disk, 0, sizeof disk);
    disk.type = TMPFS_MAGIC; // wherever /tmp is
    (void)snprintf(directory, sizeof directory, "/tmp/hr_test_XXXXXX");
    assert_non_null(mkdtemp(directory));
    (void)snprintf(path, sizeof path, "%s/table", directory);
    return 0;
}

static int tear_down(void **state) {
    assert_int_equal(count_open_files(), open_files);
    return rmdir(directory); // fails if a test has left a file
}

static void put(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void expect(const char *name, const char *text) {
    char found[64] = "";
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    assert_int_equal(fread(found, 1, sizeof found - 1, file), strlen(text));
    assert_int_equal(fclose(file), 0);
    assert_string_equal(found, text);
}

static bool exists(const char *name) { return access(name, F_OK) == 0; }

/// Is `path` with this ending a left-over that a probe removes? Anything that stays is removed then.
static bool is_removed(const char *ending) {
    char name[160];
    (void)snprintf(name, sizeof name, "%s%s", path, ending);
    put(name, "left over");
    assert_int_equal(hr_complete_file_probe(path, false, NULL), HR_OK);
    const bool removed = !exists(name);
    assert_true(removed || unlink(name) == 0);
    return removed;
}

HR_TEST_BETWEEN(test_file_has_its_name_when_it_is_complete, set_up, tear_down) {
    hr_complete_file file;
    hr_error error;
    assert_int_equal(hr_complete_file_create(path, false, &file, &error), HR_OK);
    assert_int_equal(hr_write_at(file.descriptor, "new", 3, 0), 0);
    assert_false(exists(path));
    assert_true(hr_left_over_is_partial(file.partial));
    assert_int_equal(hr_complete_file_name(&file, &error), HR_OK);
    assert_false(exists(file.partial));
    expect(path, "new");
    hr_complete_file_remove(&file); // has no effect
    expect(path, "new");
    assert_int_equal(hr_complete_file_create(path, false, &file, &error), HR_FILE);
    assert_non_null(strstr(error.text, "already exists"));
    assert_int_equal(file.descriptor, -1);
    assert_int_equal(hr_complete_file_create(path, true, &file, &error), HR_OK);
    expect(path, "new");
    hr_complete_file_remove(&file);
    assert_false(exists(file.partial));
    expect(path, "new");
    assert_int_equal(unlink(path), 0);
}

HR_TEST_BETWEEN(test_file_that_appears_meanwhile_is_replaced_only_by_force, set_up, tear_down) {
    static const struct {
        int renameat2_fails;
        int link_fails;
    } systems[] = {{0, 0}, {EINVAL, 0}, {ENOSYS, EPERM}};
    for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
        disk.renameat2_fails = systems[i].renameat2_fails;
        disk.link_fails = systems[i].link_fails;
        for (int force = 0; force < 2; force++) {
            hr_complete_file file;
            hr_error error;
            assert_int_equal(hr_complete_file_create(path, force != 0, &file, &error), HR_OK);
            assert_int_equal(hr_write_at(file.descriptor, "new", 3, 0), 0);
            put(path, "mine");
            assert_int_equal(hr_complete_file_name(&file, &error), force ? HR_OK : HR_FILE);
            expect(path, force ? "new" : "mine");
            assert_true(force || strstr(error.text, "File exists") != NULL);
            hr_complete_file_remove(&file);
            assert_false(exists(file.partial));
            assert_int_equal(unlink(path), 0);
            // Nobody comes between.
            assert_int_equal(hr_complete_file_create(path, force != 0, &file, &error), HR_OK);
            assert_int_equal(hr_complete_file_name(&file, &error), HR_OK);
            expect(path, "");
            assert_false(exists(file.partial));
            assert_int_equal(unlink(path), 0);
        }
    }
}

HR_TEST_BETWEEN(test_what_is_no_file_is_never_replaced, set_up, tear_down) {
    hr_error error;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(hr_complete_file_probe(path, true, &error), HR_FILE);
    assert_non_null(strstr(error.text, "not a regular file"));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(hr_complete_file_probe(path, true, &error), HR_FILE);
    assert_int_equal(rmdir(path), 0);
}

HR_TEST_BETWEEN(test_name_that_cannot_be_synced_is_an_error, set_up, tear_down) {
    static const struct {
        int reason;
        hr_status status;
    } cases[] = {{EIO, HR_FILE},
                 {ENOSPC, HR_FILE},
                 {EDQUOT, HR_FILE},
                 {EINVAL, HR_OK},
                 {ENOTSUP, HR_OK}}; // the last two: there is no such call
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_complete_file file;
        hr_error error;
        assert_int_equal(hr_complete_file_create(path, false, &file, &error), HR_OK);
        disk.fsync_fails = cases[i].reason;
        assert_int_equal(hr_complete_file_name(&file, &error), cases[i].status);
        disk.fsync_fails = 0;
        hr_complete_file_remove(&file);
        assert_int_equal(unlink(path), 0);
    }
}

/// A process that makes a file, fills it a little, and then waits for its end.
static pid_t start_maker(char partial[HR_COMPLETE_NAME_MAX]) {
    int told[2];
    assert_int_equal(pipe(told), 0);
    const pid_t maker = fork();
    assert_true(maker >= 0);
    if (maker == 0) {
        hr_complete_file file;
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that fails does not end it
        const bool made =
            hr_complete_file_create(path, false, &file, NULL) == HR_OK && hr_write_at(file.descriptor, "new", 3, 0) == 0;
        const ssize_t written = made ? write(told[1], file.partial, sizeof file.partial) : -1;
        while (written == sizeof file.partial) {
            (void)pause();
        }
        _exit(EXIT_FAILURE);
    }
    assert_int_equal(close(told[1]), 0);
    assert_int_equal(read(told[0], partial, HR_COMPLETE_NAME_MAX), HR_COMPLETE_NAME_MAX);
    assert_int_equal(close(told[0]), 0);
    return maker;
}

static void end_maker(pid_t maker) {
    int how = 0;
    assert_int_equal(kill(maker, SIGKILL), 0);
    assert_int_equal(waitpid(maker, &how, 0), maker);
    assert_true(WIFSIGNALED(how));
}

HR_TEST_BETWEEN(test_file_of_a_killed_process_is_removed_and_no_other, set_up, tear_down) {
    static const long types[] = {TMPFS_MAGIC, NFS_SUPER_MAGIC, 0x12345678};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        char first[HR_COMPLETE_NAME_MAX];
        char second[HR_COMPLETE_NAME_MAX];
        hr_complete_file file;
        disk.type = types[i]; // a maker on this host is seen everywhere
        const pid_t dead = start_maker(first);
        const pid_t alive = start_maker(second);
        assert_int_equal(hr_complete_file_probe(path, false, NULL), HR_OK);
        assert_true(exists(first) && exists(second));
        end_maker(dead);
        assert_int_equal(hr_complete_file_create(path, false, &file, NULL), HR_OK);
        assert_false(exists(first));
        expect(second, "new");
        assert_int_equal(hr_complete_file_name(&file, NULL), HR_OK);
        end_maker(alive);
        assert_int_equal(hr_complete_file_probe(path, true, NULL), HR_OK);
        assert_false(exists(second));
        assert_int_equal(unlink(path), 0);
    }
}

HR_TEST_BETWEEN(test_file_of_another_host_is_removed_where_its_lock_would_be_seen, set_up, tear_down) {
    static const struct {
        long type;
        bool removed;
    } systems[] = {{TMPFS_MAGIC, true}, {EXT4_SUPER_MAGIC, true},
                   {0x47504653, true},  {NFS_SUPER_MAGIC, false}, // /tmp is not mounted with local_lock=none
                   {0x0BD00BD0, false}, {0x19830326, false}};
    for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
        disk.type = systems[i].type;
        assert_int_equal(is_removed(".01234567-00000000.partial"), systems[i].removed);
    }
    disk.type = TMPFS_MAGIC;
    disk.flock_fails = ENOLCK;
    assert_false(is_removed(".01234567-00000000.partial"));
}

HR_TEST_BETWEEN(test_file_of_a_maker_without_a_lock_is_removed_when_it_is_closed, set_up, tear_down) {
    char name[160];
    assert_true(is_removed(".01234567.partial"));
    disk.type = NFS_SUPER_MAGIC;
    assert_false(is_removed(".01234567.partial"));
    disk.type = TMPFS_MAGIC;
    (void)snprintf(name, sizeof name, "%s.89abcdef.partial", path);
    put(name, "left over");
    for (int how = 0; how < 2; how++) {
        const int other = open(name, how == 0 ? O_RDONLY : O_WRONLY);
        assert_true(other >= 0);
        assert_int_equal(hr_complete_file_probe(path, false, NULL), HR_OK);
        expect(name, "left over");
        assert_int_equal(close(other), 0);
    }
    assert_int_equal(hr_complete_file_probe(path, false, NULL), HR_OK);
    assert_false(exists(name));
}

HR_TEST_BETWEEN(test_files_of_other_names_stay, set_up, tear_down) {
    static const char *const endings[] = {
        ".partial",          "2.01234567.partial",        ".2.01234567.partial",         ".0123456.partial",   ".012345678.partial",
        ".0123456g.partial", ".01234567-0123456.partial", ".01234567-01234567.partial2", ".01234567-01234567", ".01234567"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        assert_false(is_removed(endings[i]));
    }
    char name[160];
    (void)snprintf(name, sizeof name, "%s.01234567.partial", path);
    assert_int_equal(symlink("/dev/null", name), 0);
    assert_int_equal(hr_complete_file_probe(path, false, NULL), HR_OK);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(mkdir(name, 0700), 0);
    assert_int_equal(hr_complete_file_probe(path, false, NULL), HR_OK);
    assert_int_equal(rmdir(name), 0);
    (void)snprintf(name, sizeof name, "%s.01234567-00000000.partial", path); // would need a lock only
    assert_int_equal(mkfifo(name, 0600), 0);
    assert_int_equal(hr_complete_file_probe(path, false, NULL), HR_OK);
    assert_int_equal(unlink(name), 0);
}

HR_TEST_BETWEEN(test_file_that_is_removed_before_it_is_locked_is_made_again, set_up, tear_down) {
    hr_complete_file file;
    disk.remover = path;
    assert_int_equal(hr_complete_file_create(path, false, &file, NULL), HR_OK);
    assert_null(disk.remover);
    assert_true(exists(file.partial));
    assert_int_equal(hr_complete_file_name(&file, NULL), HR_OK);
    expect(path, "");
    assert_int_equal(unlink(path), 0);
}

HR_TEST_BETWEEN(test_bytes_are_written_whatever_a_call_takes, set_up, tear_down) {
    const int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    disk.pwrite_fails = EINTR;
    disk.pwrite_most = 3;
    assert_int_equal(hr_write_at(file, "two words", 9, 2), 0);
    disk.pwrite_most = 0;
    disk.pwrite_fails = ENOSPC;
    assert_int_equal(hr_write_at(file, "x", 1, 100), ENOSPC);
    assert_int_equal(hr_write_at(file, "a ", 2, 0), 0);
    assert_int_equal(close(file), 0);
    expect(path, "a two words");
    assert_int_equal(unlink(path), 0);
}
