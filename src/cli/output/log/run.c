// SPDX-License-Identifier: MIT
#include "cli/output/log/run.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "cli/output/json/parts.h"
#include "cli/output/log/file.h"
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

hr_status hr_run_log_begin(hr_run_log *log, const char *path, const char *puzzle, const char *engine, hr_error *error) {
    if (path == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_log_file_open(path, &log->file, error));
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
