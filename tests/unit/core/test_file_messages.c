// SPDX-License-Identifier: MIT
// What is said, word by word, when a file cannot be written. The calls that look at a place are this file's.

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/files/complete.h"
#include "core/files/left_over.h"
#include "unit_test.h"

static int access_fails; ///< errno of every call of access; 0: none
static int access_mode;  ///< what the last call asked for

// In place of the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

int access(const char *path, int mode) {
    access_mode = mode;
    errno = access_fails;
    return access_fails != 0 ? -1 : (int)syscall(SYS_faccessat, AT_FDCWD, path, mode, 0);
}

/// A disk with 3000 KiB, of which 2000 are free, 1000 of them for this user.
int statvfs(const char *path, struct statvfs *space) {
    *space = (struct statvfs){.f_bsize = 4096, .f_frsize = 1024, .f_blocks = 3000, .f_bfree = 2000, .f_bavail = 1000};
    return strcmp(path, "gone") == 0 ? -1 : 0;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

static void expect_probe(const char *path, bool force, const char *text) {
    hr_error error = {.text = ""};
    assert_int_equal(hr_complete_file_probe(path, force, &error), text[0] == '\0' ? HR_OK : HR_FILE);
    assert_string_equal(error.text, text);
}

HR_TEST(test_places_where_nothing_can_be_written) {
    char path[] = "/tmp/hr_messages_XXXXXX";
    char text[200];
    const int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    expect_probe("", false, "cannot write a file with an empty name");
    expect_probe("/dev/null", true, "/dev/null: cannot write there: it exists and is not a regular file");
    expect_probe("/dev", true, "/dev: cannot write there: it exists and is not a regular file");
    expect_probe("/dev/null/file", true, "/dev/null/file: cannot write there: Not a directory");
    expect_probe("/proc/none/file", false, "/proc/none/file: cannot write there: no such directory");
    (void)snprintf(text, sizeof text, "%s already exists: give another name, or --force to replace it", path);
    expect_probe(path, false, text);
    expect_probe(path, true, "");
    assert_int_equal(access_mode, W_OK | X_OK);
    access_fails = EACCES;
    (void)snprintf(text, sizeof text, "%s: cannot write to its directory: Permission denied", path);
    expect_probe(path, true, text);
    access_fails = 0;
    assert_int_equal(unlink(path), 0);
    expect_probe(path, false, "");
}

/// The greatest length leaves room for the ending of a temporary name.
HR_TEST(test_a_name_has_room_for_its_ending) {
    static char path[HR_COMPLETE_NAME_MAX + 1];
    char directory[] = "/tmp/hr_messages_XXXXXX";
    const size_t most = HR_COMPLETE_NAME_MAX - HR_LEFT_OVER_ENDING;
    assert_non_null(mkdtemp(directory));
    memset(path, '/', most);
    memcpy(path, directory, strlen(directory));
    memcpy(path + most - 8, "/hr_long", 8);
    expect_probe(path, false, "");
    hr_complete_file file;
    assert_int_equal(hr_complete_file_create(path, false, &file, NULL), HR_OK);
    assert_string_equal(file.path, path);
    assert_true(hr_left_over_is_partial(file.partial));
    hr_complete_file_remove(&file);
    memcpy(path + most - 8, "//hr_long", 9);
    expect_probe(path, false, "cannot write a file with so long a name");
    assert_int_equal(rmdir(directory), 0);
}

HR_TEST(test_a_full_disk_says_what_is_left) {
    static const struct {
        const char *partial, *text;
        int reason;
    } cases[] = {
        {"there", "a/file: cannot write: the disk is full (1000 KiB left); make room or write elsewhere", ENOSPC},
        {"gone", "a/file: cannot write: No space left on device", ENOSPC},
        {"there", "a/file: cannot write: Disk quota exceeded", EDQUOT},
        {"there", "a/file: cannot write: Input/output error", EIO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_error error = {.text = ""};
        assert_int_equal(hr_complete_file_failed("a/file", cases[i].partial, cases[i].reason, &error), HR_FILE);
        assert_string_equal(error.text, cases[i].text);
    }
}
