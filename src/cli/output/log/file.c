// SPDX-License-Identifier: MIT
#include "cli/output/log/file.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/try.h"

/// Most bytes of a log's first line.
enum { LINE_MAX_BYTES = 1 << 16 };

/// The beginning of a log's first line. If a disk was full, a log may have only this line, and only a part of it.
static const char START[] = "{\"event\":\"start\",\"time\":\"";

/// Is this line the "start" event, which hr_run_log_begin writes at the beginning of every run?
static bool is_start(const char *line, size_t length) {
    json_t *start = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    const char *event = json_string_value(json_object_get(start, "event"));
    const bool good = event != NULL && strcmp(event, "start") == 0 && json_is_string(json_object_get(start, "time")) &&
                      json_is_string(json_object_get(start, "puzzle")) && json_is_string(json_object_get(start, "engine")) &&
                      json_is_integer(json_object_get(start, "ranks"));
    json_decref(start);
    return good;
}

/// Is the content of `file`, which has `size` bytes, a log? *torn is true if the file has only a part of the first line.
static bool is_log(int file, off_t size, bool *torn) {
    char line[LINE_MAX_BYTES];
    const ssize_t got = pread(file, line, sizeof line, 0);
    const size_t read = got > 0 ? (size_t)got : 0;
    const char *end = memchr(line, '\n', read);
    *torn = end == NULL && (off_t)read == size && read >= sizeof START - 1 && memcmp(line, START, sizeof START - 1) == 0 &&
            !is_start(line, read);
    return *torn || is_start(line, end != NULL ? (size_t)(end - line) : read);
}

/// Prepare a regular file that is not empty for more lines: end an incomplete line, or remove an incomplete first one. HR_FILE: the
/// file is no log, or cannot be written to.
static hr_status go_on(const char *path, int file, off_t size, hr_error *error) {
    bool torn = false;
    if (!is_log(file, size, &torn)) {
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
