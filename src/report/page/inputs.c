// SPDX-License-Identifier: MIT
#include "report/page/inputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/try.h"

/// A result or a log of more bytes would make a page that no browser likes.
enum { TEXT_BYTES_MAX = 64 << 20 };

/// The values of a table of at most this many bytes are compared with their checksums, which takes milliseconds.
enum { CHECKED_BYTES_MAX = 64 << 20 };

static hr_status no_memory(const char *path, hr_error *error) {
    return hr_error_set(error, HR_INTERNAL, "%.300s: out of memory to read it", path);
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

/// The layers as numbers of states.
static json_t *table_layers(const hr_table_info *info) {
    json_t *layers = json_array();
    for (hr_depth d = 0; d <= info->max_distance; d++) {
        if (json_array_append_new(layers, hr_value_count(info->layers[d])) != 0) {
            json_decref(layers);
            return NULL;
        }
    }
    return layers;
}

static json_t *table_hardest(const hr_table *table) {
    const hr_table_info *info = hr_table_describe(table);
    json_t *hardest = json_array();
    for (size_t i = 0; i < info->hardest_count; i++) {
        if (json_array_append_new(hardest, hr_value_state(hr_table_puzzle(table), info->hardest[i])) != 0) {
            json_decref(hardest);
            return NULL;
        }
    }
    return hardest;
}

static json_t *table_source(const hr_puzzle *puzzle) {
    hr_state source = 0;
    uint64_t cursor = 0;
    const bool single = hr_puzzle_describe(puzzle)->single_source && hr_puzzle_sources(puzzle, &cursor, &source, 1) == 1;
    return single ? hr_value_state(puzzle, source) : json_null();
}

static hr_status read_table(const char *path, hr_page_input *input, hr_error *error) {
    HR_TRY(hr_table_open(path, &input->table, error));
    const hr_table_info *info = hr_table_describe(input->table);
    if (info->file_bytes <= CHECKED_BYTES_MAX) {
        HR_TRY(hr_table_check(input->table, 0, info->chunk_count, error));
    }
    const hr_puzzle *puzzle = hr_table_puzzle(input->table);
    char goal[HR_STATE_TEXT_MAX];
    hr_puzzle_goal(puzzle, goal);
    json_t *data = json_object();
    input->kind = "table";
    input->data = data;
    const bool complete = hr_value_put(data, "puzzle", json_string(info->options.spec)) &&
                          hr_value_put(data, "metric", json_string(hr_metric_name(info->options.metric))) &&
                          hr_value_put(data, "source", table_source(puzzle)) && hr_value_put(data, "goal", json_string(goal)) &&
                          hr_value_put(data, "layers", table_layers(info)) &&
                          hr_value_put(data, "hardest", table_hardest(input->table)) &&
                          hr_value_put(data, "states", hr_value_count(info->reached)) &&
                          hr_value_put(data, "unreached", hr_value_count(info->entries - info->reached)) &&
                          hr_value_put(data, "file_bytes", hr_value_count(info->file_bytes));
    return complete ? HR_OK : no_memory(path, error);
}

/// Read lines of JSON, the first of which has been read. The last line may be cut.
static hr_status read_events(const char *path, FILE *file, json_t *first, hr_page_input *input, hr_error *error) {
    char *line = NULL;
    size_t room = 0;
    size_t number = 1;
    json_t *event = first;
    hr_status status = HR_OK;
    input->kind = "log";
    input->data = json_array();
    while (status == HR_OK) {
        if (!json_is_object(event) || text_of(event, "event")[0] == '\0') {
            status = hr_error_set(error, HR_FILE, "%.300s: line %zu is no event of a log", path, number);
            json_decref(event);
        } else {
            input->waits = strcmp(text_of(event, "event"), "end") != 0;
            status = json_array_append_new(input->data, event) == 0 ? HR_OK : no_memory(path, error);
        }
        const ssize_t length = status == HR_OK ? getline(&line, &room, file) : -1;
        if (length < 0 || line[length - 1] != '\n') {
            break; // the run is writing the last line, or was killed while it did
        }
        event = json_loadb(line, (size_t)length, 0, NULL);
        number++;
    }
    free(line);
    if (status == HR_OK && ferror(file) != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot be read: %s", path, strerror(errno));
    }
    return status;
}

/// Find out which command has made a result.
static hr_status name_result(const char *path, hr_page_input *input, hr_error *error) {
    static const struct {
        const char *key;
        const char *kind;
    } KINDS[] = {{"sets", "openings"}, {"positions", "solve"}, {"engine", "enumerate"}, {"encoding", "table"}};
    if (strcmp(text_of(input->data, "program"), "huarong") != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: this JSON is not a result of huarong", path);
    }
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0] && input->kind == NULL; i++) {
        if (json_object_get(input->data, KINDS[i].key) != NULL) {
            input->kind = KINDS[i].kind;
        }
    }
    return input->kind != NULL
               ? HR_OK
               : hr_error_set(error, HR_FILE,
                              "%.300s: not a result that a page shows: take the JSON of enumerate, openings, solve or "
                              "info",
                              path);
}

static hr_status read_result(const char *path, FILE *file, hr_page_input *input, hr_error *error) {
    json_error_t found;
    rewind(file);
    input->data = json_loadf(file, 0, &found);
    if (input->data == NULL && json_error_code(&found) == json_error_out_of_memory) {
        return no_memory(path, error);
    }
    if (input->data == NULL) {
        return hr_error_set(error, HR_FILE, "%.300s: line %d is no JSON: %s", path, found.line, found.text);
    }
    return name_result(path, input, error);
}

static hr_status read_text(const char *path, FILE *file, hr_page_input *input, hr_error *error) {
    char *line = NULL;
    size_t room = 0;
    rewind(file);
    const ssize_t length = getline(&line, &room, file);
    json_t *first = length > 0 ? json_loadb(line, (size_t)length, 0, NULL) : NULL;
    free(line);
    if (text_of(first, "event")[0] == '\0') {
        json_decref(first);
        return read_result(path, file, input, error);
    }
    return read_events(path, file, first, input, error);
}

static hr_status read_open(const char *path, FILE *file, hr_page_input *input, hr_error *error) {
    struct stat about;
    int c = getc(file);
    if (fstat(fileno(file), &about) != 0 || ferror(file) != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot be read: %s", path, strerror(errno));
    }
    while (c == ' ' || (c >= '\t' && c <= '\r')) {
        c = getc(file);
    }
    if (c != '{' && c != '[') {
        return read_table(path, input, error);
    }
    if (about.st_size > TEXT_BYTES_MAX) {
        return hr_error_set(error, HR_FILE, "%.300s: too large for a page: a result or a log may have 64 MiB", path);
    }
    return read_text(path, file, input, error);
}

hr_status hr_page_input_read(const char *path, hr_page_input *input, hr_error *error) {
    *input = (hr_page_input){.kind = NULL};
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot be read: %s", path, strerror(errno));
    }
    const hr_status status = read_open(path, file, input, error);
    (void)fclose(file);
    return status;
}

void hr_page_input_clear(hr_page_input *input) {
    json_decref(input->data);
    hr_table_close(&input->table);
    *input = (hr_page_input){.kind = NULL};
}
