// SPDX-License-Identifier: MIT
#include "cli/output/log/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/output/json/parts.h"
#include "core/quantity.h"
#include "core/try.h"
#include "run/stop_reason.h"

/// Returns a new object for a line: the event's name and the time. NULL: out of memory.
static json_t *make_line(const char *event) {
    char text[32] = "";
    const time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL) {
        (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    return json_pack("{s:s, s:s}", "event", event, "time", text);
}

/// Say that the log ends here, and close it. The run goes on.
static void give_up(hr_run_log *log, const char *reason) {
    hr_meter_end(log->meter);
    fprintf(stderr, "%s: the log cannot be written any more: %s\n", log->meter->prefix, reason);
    (void)fclose(log->file);
    log->file = NULL;
}

void hr_run_log_write(hr_run_log *log, const char *event, json_t *common, json_t *members) {
    if (log->file != NULL) {
        json_t *line = make_line(event);
        errno = ENOMEM;
        const bool whole = json_object_update(line, common) == 0 && json_object_update(line, members) == 0;
        const bool written =
            whole && hr_json_print(line, JSON_COMPACT | JSON_REAL_PRECISION(6), log->file, NULL) == HR_OK && fflush(log->file) == 0;
        if (!written) {
            give_up(log, strerror(errno));
        }
        json_decref(line);
    }
    json_decref(common);
    json_decref(members);
}

json_t *hr_run_log_join(json_t *members, json_t *more) {
    const bool whole = json_object_update(members, more) == 0;
    json_decref(more);
    return hr_json_finished(members, whole);
}

void hr_run_log_event(hr_run_log *log, const hr_event *event, json_t *members) {
    static const char *const NAMES[] = {
        [HR_EVENT_HEURISTIC] = "heuristic", [HR_EVENT_LAYER] = "layer",       [HR_EVENT_FAMILY] = "family",
        [HR_EVENT_ITERATION] = "iteration", [HR_EVENT_POSITION] = "position", [HR_EVENT_POSITIONS] = "positions",
        [HR_EVENT_RESUMED] = "resumed",     [HR_EVENT_REFUSED] = "refused",   [HR_EVENT_CHECKPOINT] = "checkpoint",
        [HR_EVENT_FAILED] = "failed"};
    const bool trouble = event->kind == HR_EVENT_REFUSED || event->kind == HR_EVENT_FAILED;
    const bool sized = event->kind == HR_EVENT_CHECKPOINT || (event->kind == HR_EVENT_RESUMED && event->bytes > 0);
    json_t *bytes = sized ? json_integer((json_int_t)event->bytes) : NULL;
    hr_run_log_write(log, NAMES[event->kind],
                     json_pack("{s:f, s:f, s:o*, s:o*}", "seconds", event->seconds, "duration", event->duration, "bytes", bytes,
                               "reason", trouble ? hr_json_given(event->text) : NULL),
                     members);
}

bool hr_run_log_begin_message(const hr_run_log *log, const hr_event *event) {
    const bool told = event->kind == HR_EVENT_REFUSED || event->kind == HR_EVENT_FAILED ||
                      (event->kind == HR_EVENT_RESUMED && log->meter->out != NULL);
    if (told) {
        hr_meter_end(log->meter);
        fprintf(stderr, "%s: ", log->meter->prefix);
    }
    return told;
}

void hr_run_log_say(const hr_run_log *log, const hr_event *event, const char *where, const char *place) {
    char size[HR_QUANTITY_MAX];
    char time[HR_QUANTITY_MAX];
    if (!hr_run_log_begin_message(log, event)) {
        return;
    }
    if (event->kind == HR_EVENT_RESUMED) {
        fprintf(stderr, "going on %s %s; the checkpoint of %s was read in %s\n", where, place,
                hr_quantity_bytes(event->bytes, size), hr_quantity_seconds(event->duration, time));
    } else if (event->kind == HR_EVENT_REFUSED) {
        fprintf(stderr, "refused: %s\n", event->text);
    } else {
        fprintf(stderr, "no checkpoint of %s, the run goes on: %s\n", place, event->text);
    }
}

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

/// Open `path` for the lines of a run. The file may be missing or empty, a log of huarong, a pipe or a device: no other file, such
/// as a table, is damaged by mistake. If an earlier run left an incomplete line, this line is ended first; an incomplete first line
/// is removed. HR_FILE: the file is anything else (it is unchanged then), or cannot be written to. HR_INTERNAL: out of memory. On
/// error *opened is NULL.
static hr_status open_file(const char *path, FILE **opened, hr_error *error) {
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

hr_status hr_run_log_begin(hr_run_log *log, const char *path, const char *puzzle, const char *engine, hr_error *error) {
    if (path == NULL) {
        return HR_OK;
    }
    HR_TRY(open_file(path, &log->file, error));
    json_t *memory = log->memory_known ? json_pack("{s:I, s:s}", "node_limit", (json_int_t)log->memory.bytes, "node_limit_source",
                                                   log->memory.source)
                                       : json_object();
    hr_run_log_write(log, "start",
                     json_pack("{s:o, s:s, s:i}", "puzzle", hr_json_given(puzzle), "engine", engine, "ranks", log->ranks), memory);
    return HR_OK;
}

void hr_run_log_end(hr_run_log *log, hr_stop stop, json_t *members) {
    hr_run_log_write(log, "end", json_pack("{s:s}", "stop", hr_stop_name(stop)), members);
    if (log->file != NULL) {
        (void)fclose(log->file);
        log->file = NULL;
    }
}
