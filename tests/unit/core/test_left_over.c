// SPDX-License-Identifier: MIT
// Whether a lock of another host would be seen, which the file system that a file is on and its options say. What the system tells
// of them is this file's.

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "core/files/left_over.h"
#include "files/open_files.h"
#include "unit_test.h"

static long file_system;     ///< what fstatfs says; 0: nothing
static char options_of[128]; ///< what /proc/self/mountinfo has
static const char *boot_id;  ///< what the kernel's boot_id has; NULL: it cannot be read
static int interrupted;      ///< so many of the next calls of flock are interrupted by a signal

// In place of the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

FILE *fopen(const char *path, const char *mode) {
    const char *text = strcmp(path, "/proc/self/mountinfo") == 0 ? options_of : boot_id;
    const int file = text == NULL ? -1 : memfd_create("text", 0);
    if (file < 0) {
        return NULL;
    }
    assert_int_equal(pwrite(file, text, strlen(text), 0), strlen(text));
    return fdopen(file, mode);
}

int flock(int file, int how) {
    if (interrupted > 0) {
        interrupted--;
        errno = EINTR;
        return -1;
    }
    return (int)syscall(SYS_flock, file, how);
}

int fstatfs(int file, struct statfs *system) {
    system->f_type = file_system;
    return file_system == 0 ? -1 : 0;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

HR_TEST(test_options_of_a_mount_are_found) {
    char text[] = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,flock\n"
                  "97 22 0:52 / /home rw,nosuid shared:50 master:3 - nfs4 server:/home rw,vers=4.2,local_lock=none,addr=10.0.0.1\n"
                  "98 22 0:53 / /a\\040b rw - lustre 10.0.0.2@tcp:/scratch rw,localflock\n"
                  "99 22 10:52 / /far rw - nfs server:/far rw,local_lock=all\n";
    static const struct {
        unsigned major;
        unsigned minor;
        const char *option;
        bool found;
    } cases[] = {{0, 52, "local_lock=none", true},
                 {0, 52, "local_lock", false},
                 {0, 52, "local_lock=all", false},
                 {0, 53, "localflock", true},
                 {0, 53, "flock", false},
                 {10, 52, "local_lock=all", true},
                 {8, 1, "flock", true},
                 {0, 5, "rw", false},
                 {0, 52, "nosuid", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FILE *mounts = fmemopen(text, sizeof text - 1, "r");
        assert_non_null(mounts);
        assert_int_equal(hr_left_over_has_option(mounts, cases[i].major, cases[i].minor, cases[i].option), cases[i].found);
        assert_int_equal(fclose(mounts), 0);
    }
}

/// Is a file of this name removed from a directory whose file system has these options?
static bool is_removed(const char *name, const char *options) {
    char path[] = "/tmp/hr_test_XXXXXX";
    struct stat about;
    const int before = count_open_files();
    assert_non_null(mkdtemp(path));
    const int directory = open(path, O_RDONLY | O_DIRECTORY);
    const int file = openat(directory, name, O_WRONLY | O_CREAT, 0600);
    assert_true(directory >= 0 && file >= 0 && fstat(file, &about) == 0 && close(file) == 0);
    (void)snprintf(options_of, sizeof options_of, "97 22 %u:%u / /home rw - kind server:/home %s\n", major(about.st_dev),
                   minor(about.st_dev), options);
    hr_left_over_remove(directory, name);
    const bool removed = unlinkat(directory, name, 0) != 0;
    assert_int_equal(count_open_files(), before + 1); // with the directory
    assert_true(close(directory) == 0 && rmdir(path) == 0);
    return removed;
}

/// The file is of another kernel than this one, which is told first.
HR_TEST(test_a_file_of_another_host_stays_where_its_lock_might_not_be_seen) {
    static const char ANY[] = "rw";
    static const struct {
        long type;
        const char *options;
        bool removed;
    } systems[] = {
        {EXT4_SUPER_MAGIC, ANY, true},
        {XFS_SUPER_MAGIC, ANY, true},
        {BTRFS_SUPER_MAGIC, ANY, true},
        {F2FS_SUPER_MAGIC, ANY, true},
        {TMPFS_MAGIC, ANY, true},
        {RAMFS_MAGIC, ANY, true},
        {OVERLAYFS_SUPER_MAGIC, ANY, true},
        {0x2FC12FC1, ANY, true}, // ZFS
        {0x47504653, ANY, true}, // GPFS
        {0x00C36400, ANY, true}, // Ceph
        {NFS_SUPER_MAGIC, "rw,local_lock=none", true},
        {NFS_SUPER_MAGIC, "rw,local_lock=posix", true},
        {NFS_SUPER_MAGIC, "rw,local_lock=flock", false},
        {NFS_SUPER_MAGIC, "rw,local_lock=all", false},
        {0x0BD00BD0, "rw,flock", true}, // Lustre
        {0x0BD00BD0, "rw,localflock", false},
        {0x19830326, ANY, false}, // BeeGFS
        {0, ANY, false},
    };
    boot_id = "a kernel\n";
    for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
        file_system = systems[i].type;
        assert_int_equal(is_removed("table.01234567-00000000.partial", systems[i].options), systems[i].removed);
    }
    file_system = 0x47504653; // a maker without a lock may be on another host
    assert_false(is_removed("table.01234567.partial", ANY));
    file_system = XFS_SUPER_MAGIC;
    assert_true(is_removed("table.01234567.partial", ANY));
}

/// Without a number for the kernel, no file is known to be of this one.
HR_TEST(test_a_kernel_that_does_not_tell_its_number) {
    static const char *const unreadable[] = {NULL, ""};
    char ending[HR_LEFT_OVER_ENDING];
    char own[64];
    file_system = 0x19830326; // BeeGFS
    boot_id = "a kernel\n";
    hr_left_over_ending(ending);
    (void)snprintf(own, sizeof own, "table%s", ending);
    assert_true(is_removed(own, "rw"));
    for (size_t i = 0; i < sizeof unreadable / sizeof unreadable[0]; i++) {
        boot_id = unreadable[i];
        hr_left_over_ending(ending);
        assert_string_equal(ending + strlen(".01234567"), "-00000000.partial");
        assert_false(is_removed(own, "rw"));
        (void)snprintf(own, sizeof own, "table%s", ending);
        assert_false(is_removed(own, "rw"));
    }
}

/// Two files that a process makes at about the same time have names of their own.
HR_TEST(test_no_two_endings_are_the_same) {
    char endings[2][HR_LEFT_OVER_ENDING];
    boot_id = "a kernel\n";
    hr_left_over_ending(endings[0]);
    hr_left_over_ending(endings[1]);
    assert_string_not_equal(endings[0], endings[1]);
}

/// A signal while a lock is awaited does not leave the file without its lock.
HR_TEST(test_a_lock_is_taken_whatever_signals_come) {
    char path[] = "/tmp/hr_test_XXXXXX";
    const int file = mkstemp(path);
    const int other = open(path, O_RDWR);
    assert_true(file >= 0 && other >= 0);
    interrupted = 2;
    assert_true(hr_left_over_lock(file, path));
    assert_int_equal(interrupted, 0);
    assert_int_equal(flock(other, LOCK_EX | LOCK_NB), -1);
    assert_int_equal(errno, EWOULDBLOCK);
    assert_true(close(file) == 0 && close(other) == 0 && unlink(path) == 0);
}
