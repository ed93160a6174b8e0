// SPDX-License-Identifier: MIT
#include "core/files/write.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

int hr_write_at(int file, const void *bytes, size_t size, uint64_t offset) {
    const char *from = bytes;
    while (size > 0) {
        const ssize_t written = pwrite(file, from, size, (off_t)offset);
        if (written == 0) {
            return EIO;
        }
        if (written < 0 && errno != EINTR) {
            return errno;
        }
        const size_t done = written < 0 ? 0 : (size_t)written;
        from += done;
        offset += done;
        size -= done;
    }
    return 0;
}

int hr_read_at(int file, void *bytes, size_t size, uint64_t offset) {
    char *to = bytes;
    while (size > 0) {
        const ssize_t got = pread(file, to, size, (off_t)offset);
        if (got == 0) {
            return HR_READ_ENDED;
        }
        if (got < 0 && errno != EINTR) {
            return errno;
        }
        const size_t done = got < 0 ? 0 : (size_t)got;
        to += done;
        offset += done;
        size -= done;
    }
    return 0;
}

int hr_sync_directory_of(const char *path) {
    char copy[PATH_MAX];
    (void)snprintf(copy, sizeof copy, "%s", path);
    const int directory = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) {
        return 0; // the directory may be writable but not readable
    }
    const int reason = fsync(directory) == 0 ? 0 : errno;
    (void)close(directory);
    return reason == EIO || reason == ENOSPC || reason == EDQUOT ? reason : 0;
}
