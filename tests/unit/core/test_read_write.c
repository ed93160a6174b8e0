// SPDX-License-Identifier: MIT
// All bytes are read, whatever a call gives, and a file that ends too early is told from a disk that fails. The call that reads is
// this file's. How bytes are written is in test_complete_file.c.

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/files/write.h"
#include "unit_test.h"

static int pread_fails;   ///< the value of errno that the next call fails with, once; 0: none
static size_t pread_most; ///< bytes of a call

/// In place of the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
ssize_t pread(int file, void *bytes, size_t size, off_t offset) {
    if (pread_fails != 0) {
        errno = pread_fails;
        pread_fails = 0;
        return -1;
    }
    return syscall(SYS_pread64, file, bytes, size < pread_most ? size : pread_most, offset);
}

HR_TEST(test_bytes_are_read_whatever_a_call_gives) {
    static const char TEXT[] = "two words, and more";
    char read[32] = "";
    const int file = memfd_create("text", 0);
    assert_true(file >= 0);
    assert_int_equal(hr_write_at(file, TEXT, strlen(TEXT), 0), 0);
    for (pread_most = 1; pread_most < sizeof read; pread_most++) {
        pread_fails = EINTR;
        memset(read, 0, sizeof read);
        assert_int_equal(hr_read_at(file, read, 9, 4), 0);
        assert_string_equal(read, "words, an");
        assert_int_equal(hr_read_at(file, read, 4, strlen(TEXT) - 4), 0);
        assert_memory_equal(read, "more", 4);
        assert_int_equal(hr_read_at(file, read, 5, strlen(TEXT) - 4), HR_READ_ENDED);
        assert_int_equal(hr_read_at(file, read, 1, 100), HR_READ_ENDED);
        assert_int_equal(hr_read_at(file, read, 0, 100), 0);
        pread_fails = EIO;
        assert_int_equal(hr_read_at(file, read, 9, 4), EIO);
    }
    assert_int_equal(close(file), 0);
}
