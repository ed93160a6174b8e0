// SPDX-License-Identifier: MIT
#include "cli/output/log/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/try.h"

/// Most bytes of a log's first line.
enum { LINE_MAX_BYTES = 1 << 16 };

/// The beginning of the "start" event, which hr_run_log_begin writes at the beginning of every run, and what stands behind its
/// time.
static const char START[] = "{\"event\":\"start\",\"time\":\"";
static const char BEHIND_TIME[] = "\",\"puzzle\":\"";
enum { START_SIZE = sizeof START - 1, TIME_SIZE = sizeof "2026-01-01T00:00:00Z" - 1, BEHIND_SIZE = sizeof BEHIND_TIME - 1 };

/// Prepare a regular file that is not empty for more lines: end an incomplete line, or remove an incomplete first one, which is all
/// of it that a full disk may have taken. HR_FILE: the file is no log, or cannot be written to.
static hr_status go_on(const char *path, int file, off_t size, hr_error *error) {
    char line[LINE_MAX_BYTES];
    const ssize_t got = pread(file, line, sizeof line, 0);
    const size_t read = got > 0 ? (size_t)got : 0;
    const bool torn = (off_t)read == size && memchr(line, '\n', read) == NULL && line[read - 1] != '}';
    const size_t known = START_SIZE + TIME_SIZE + BEHIND_SIZE;
    const bool is_log = read >= START_SIZE && memcmp(line, START, START_SIZE) == 0 &&
                        (torn || (read > known && memcmp(line + START_SIZE + TIME_SIZE, BEHIND_TIME, BEHIND_SIZE) == 0));
    if (!is_log) {
        return hr_error_set(error, HR_FILE, "%.300s is not a log of huarong: give another name, or remove the file", path);
    }
    char last = '\n';
    const bool done =
        torn ? ftruncate(file, 0) == 0 : pread(file, &last, 1, size - 1) == 1 && (last == '\n' || write(file, "\n", 1) == 1);
    return done ? HR_OK : hr_error_set(error, HR_FILE, "%.300s: the log cannot be written: %s", path, strerror(errno));
}

/// Check that `file` may be a log, and prepare it for more lines. HR_FILE: it may not, or it cannot be written to.
static hr_status check(const char *path, int file, hr_error *error) {
    struct stat about;
    if (fstat(file, &about) != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: the log cannot be written: %s", path, strerror(errno));
    }
    if (S_ISREG(about.st_mode)) {
        return about.st_size > 0 ? go_on(path, file, about.st_size, error) : HR_OK;
    }
    if (!S_ISFIFO(about.st_mode) && !S_ISCHR(about.st_mode)) {
        return hr_error_set(error, HR_FILE, "%.300s: a log cannot be written there: it is not a file", path);
    }
    return HR_OK;
}

hr_status hr_log_file_open(const char *path, FILE **opened, hr_error *error) {
    *opened = NULL;
    struct stat about;
    // A pipe is opened for writing only: the call then waits for the reader.
    const int access = stat(path, &about) == 0 && !S_ISREG(about.st_mode) ? O_WRONLY : O_RDWR;
    const int file = open(path, access | O_APPEND | O_CREAT | O_NOCTTY | O_CLOEXEC, 0666);
    if (file < 0) {
        return hr_error_set(error, HR_FILE, "%.300s: the log cannot be written: %s", path, strerror(errno));
    }
    const hr_status status = check(path, file, error);
    *opened = status == HR_OK ? fdopen(file, "a") : NULL;
    if (*opened == NULL) {
        (void)close(file);
        return status != HR_OK ? status : hr_error_set(error, HR_INTERNAL, "out of memory for the log");
    }
    return HR_OK;
}
