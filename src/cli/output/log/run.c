// SPDX-License-Identifier: MIT
#include "cli/output/log/run.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "cli/output/json/parts.h"
#include "cli/output/log/file.h"
#include "core/quantity.h"
#include "core/try.h"

/// Add a member to a line and take over its value. If there is no memory, the line is cleared, so that it is not written.
static void put(json_t *line, const char *key, json_t *value) {
    if (json_object_set_new(line, key, value) != 0) {
        (void)json_object_clear(line);
    }
}

static bool is_whole(const json_t *line) { return json_object_get(line, "event") != NULL; }

json_t *hr_run_log_line(const char *event) {
    char text[32] = "";
    const time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL) {
        (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    json_t *line = json_object();
    put(line, "event", json_string(event));
    put(line, "time", json_string(text));
    return line;
}

static void put_number(json_t *line, const char *key, uint64_t number) { put(line, key, json_integer((json_int_t)number)); }

static void put_seconds(json_t *line, const char *key, double seconds) { put(line, key, json_real(seconds)); }

static void put_text(json_t *line, const char *key, const char *text) { put(line, key, json_string(text)); }

void hr_run_log_add(json_t *line, json_t *members) {
    if (json_object_update(line, members) != 0) {
        (void)json_object_clear(line);
    }
    json_decref(members);
}

void hr_run_log_write(hr_run_log *log, json_t *line) {
    errno = ENOMEM;
    const bool written = is_whole(line) && hr_json_print(line, JSON_COMPACT | JSON_REAL_PRECISION(6), log->file, NULL) == HR_OK &&
                         fflush(log->file) == 0;
    if (!written) {
        const char *reason = strerror(errno);
        hr_meter_end(log->meter);
        fprintf(stderr, "%s: the log cannot be written any more: %s\n", log->meter->prefix, reason);
        (void)fclose(log->file);
        log->file = NULL;
    }
    json_decref(line);
}

hr_status hr_run_log_begin(hr_run_log *log, const char *path, const char *puzzle, const char *engine, hr_error *error) {
    if (path == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_log_file_open(path, &log->file, error));
    json_t *line = hr_run_log_line("start");
    put_text(line, "puzzle", puzzle);
    put_text(line, "engine", engine);
    put_number(line, "ranks", (uint64_t)log->ranks);
    if (log->memory_known) {
        put_number(line, "node_limit", log->memory.bytes);
        put_text(line, "node_limit_source", log->memory.source);
    }
    hr_run_log_write(log, line);
    return HR_OK;
}

static void write_layer(hr_run_log *log, const hr_event *event) {
    const hr_enumeration *run = event->enumeration;
    const hr_layer *layer = &run->layers[run->layer_count - 1];
    json_t *line = hr_run_log_line("layer");
    put_number(line, "depth", run->layer_count - 1);
    put_seconds(line, "seconds", event->seconds);
    put_seconds(line, "duration", event->duration);
    put_number(line, "states", layer->states);
    put_number(line, "canonical", layer->canonical);
    put_number(line, "total", run->states);
    put_seconds(line, "states_per_second", event->duration > 0 ? (double)layer->states / event->duration : 0);
    put_number(line, "bytes_sent", layer->bytes_sent);
    put_number(line, "memory", event->memory);
    put_seconds(line, "balance",
                layer->canonical == 0 ? 1 : (double)event->busiest * (double)log->ranks / (double)layer->canonical);
    hr_run_log_write(log, line);
}

static void write_other(hr_run_log *log, const char *name, const hr_event *event) {
    json_t *line = hr_run_log_line(name);
    if (event->enumeration->layer_count > 0) {
        put_number(line, "depth", event->enumeration->layer_count - 1);
    }
    put_seconds(line, "seconds", event->seconds);
    put_seconds(line, "duration", event->duration);
    if (event->kind == HR_EVENT_CHECKPOINT) {
        put_seconds(line, "stalled", event->stalled);
    }
    if (event->text != NULL) {
        put_text(line, "reason", event->text);
    } else {
        put_number(line, "bytes", event->bytes);
    }
    hr_run_log_write(log, line);
}

/// Print the message for an event to standard error.
static void say(const hr_run_log *log, const hr_event *event) {
    char size[HR_QUANTITY_MAX];
    char time[HR_QUANTITY_MAX];
    if (event->kind == HR_EVENT_LAYER || event->kind == HR_EVENT_CHECKPOINT ||
        (log->meter->out == NULL && event->kind == HR_EVENT_RESUMED)) {
        return;
    }
    hr_meter_end(log->meter);
    fprintf(stderr, "%s: ", log->meter->prefix);
    if (event->kind == HR_EVENT_RESUMED) {
        fprintf(stderr, "going on after layer %zu; the checkpoint of %s was read in %s\n", event->enumeration->layer_count - 1,
                hr_quantity_bytes(event->bytes, size), hr_quantity_seconds(event->duration, time));
    } else if (event->kind == HR_EVENT_REFUSED) {
        fprintf(stderr, "refused: %s\n", event->text);
    } else {
        fprintf(stderr, "no checkpoint of layer %zu, the run goes on: %s\n", event->enumeration->layer_count - 1, event->text);
    }
}

void hr_run_log_event(const hr_event *event, void *context) {
    static const char *const NAMES[] = {[HR_EVENT_LAYER] = "layer",
                                        [HR_EVENT_RESUMED] = "resumed",
                                        [HR_EVENT_REFUSED] = "refused",
                                        [HR_EVENT_CHECKPOINT] = "checkpoint",
                                        [HR_EVENT_FAILED] = "failed"};
    hr_run_log *log = context;
    say(log, event);
    if (log->file == NULL) {
        return;
    }
    if (event->kind == HR_EVENT_LAYER) {
        write_layer(log, event);
    } else {
        write_other(log, NAMES[event->kind], event);
    }
}

void hr_run_log_close(hr_run_log *log, json_t *line) {
    hr_run_log_write(log, line);
    if (log->file != NULL) {
        (void)fclose(log->file);
        log->file = NULL;
    }
}

void hr_run_log_end(hr_run_log *log, const hr_enumeration *result, const char *stop) {
    if (log->file == NULL) {
        return;
    }
    json_t *line = hr_run_log_line("end");
    put_text(line, "stop", stop);
    put_number(line, "layers", result->layer_count);
    put_number(line, "total", result->states);
    put_seconds(line, "seconds", result->seconds);
    put_number(line, "memory", result->peak_memory);
    hr_run_log_close(log, line);
}
