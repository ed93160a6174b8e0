// SPDX-License-Identifier: MIT
#include "report/page/inputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "puzzle/lines.h"
#include "puzzle/words.h"
#include "report/page/check.h"
#include "table/format.h"

/// A result or a log of more bytes is refused: browsers would not show its page well.
enum { TEXT_BYTES_MAX = 64 << 20 };

/// The values of a table of at most this many bytes are compared with their checksums. For a larger table that would take too long.
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
    const hr_puzzle *puzzle = hr_table_puzzle(table);
    json_t *hardest = json_array();
    for (size_t i = 0; i < info->hardest_count; i++) {
        if (json_array_append_new(hardest, hr_value_state(puzzle, info->hardest + i * hr_puzzle_words(puzzle))) != 0) {
            json_decref(hardest);
            return NULL;
        }
    }
    return hardest;
}

static json_t *table_source(const hr_puzzle *puzzle) {
    hr_state source[HR_STATE_WORDS_MAX];
    uint64_t cursor = 0;
    const bool single = hr_puzzle_describe(puzzle)->single_source && hr_puzzle_sources(puzzle, &cursor, source, 1) == 1;
    return single ? hr_value_state(puzzle, source) : json_null();
}

/// Put the members that say which puzzle an input is about. Takes `source` over: where it begins.
static bool put_puzzle(const hr_puzzle *puzzle, json_t *source, json_t *data) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    char goal[HR_STATE_TEXT_MAX];
    char drawing[HR_PUZZLE_TEXT_MAX];
    hr_puzzle_goal(puzzle, goal);
    hr_puzzle_drawing(puzzle, drawing);
    const bool named = hr_value_put(data, "puzzle", json_string(info->spec)) &&
                       hr_value_put(data, "metric", json_string(hr_metric_name(info->metric)));
    return hr_value_put(data, "source", source) && named && hr_value_put(data, "goal", json_string(goal)) &&
           (drawing[0] == '\0' || hr_value_put(data, "drawing", json_string(drawing)));
}

/// Returns what the line "name: TITLE" of a drawing says, or null.
static json_t *title_of(const char *text) {
    static const char KEY[] = "name:";
    while (text != NULL && strncmp(text, KEY, strlen(KEY)) != 0) {
        const char *end = strchr(text, '\n');
        text = end == NULL ? NULL : end + 1;
    }
    if (text == NULL) {
        return json_null();
    }
    text += strlen(KEY);
    text += strspn(text, " \t");
    return json_stringn(text, strcspn(text, "\r\n"));
}

hr_status hr_page_input_take(const hr_page_puzzle *what, hr_page_input *input, hr_error *error) {
    json_t *data = json_object();
    *input = (hr_page_input){.kind = "puzzle", .data = data};
    json_t *source = what->start == NULL ? json_null() : hr_value_state(what->puzzle, what->start);
    const bool complete = put_puzzle(what->puzzle, source, data) && hr_value_put(data, "title", title_of(what->text)) &&
                          hr_value_put(data, "command", json_pack("[sss]", "huarong", "report", what->spec));
    return complete ? HR_OK : no_memory(what->spec, error);
}

static hr_status read_table(const char *path, hr_page_input *input, hr_error *error) {
    HR_TRY(hr_table_open(path, &input->table, error));
    const hr_table_info *info = hr_table_describe(input->table);
    if (info->file_bytes <= CHECKED_BYTES_MAX) {
        HR_TRY(hr_table_check(input->table, 0, info->chunk_count, error));
    }
    const hr_puzzle *puzzle = hr_table_puzzle(input->table);
    json_t *data = json_object();
    input->kind = "table";
    input->data = data;
    const bool complete = put_puzzle(puzzle, table_source(puzzle), data) && hr_value_put(data, "layers", table_layers(info)) &&
                          hr_value_put(data, "hardest", table_hardest(input->table)) &&
                          hr_value_put(data, "states", hr_value_count(info->reached)) &&
                          hr_value_put(data, "unreached", hr_value_count(info->entries - info->reached)) &&
                          hr_value_put(data, "file_bytes", hr_value_count(info->file_bytes));
    return complete ? HR_OK : no_memory(path, error);
}

enum { MARKS = 5 }; ///< bytes that `parse` puts around a text: [ " " , ]

/// Read the JSON text `text[0..size)`. *value gets NULL if the text is no JSON, and *found then says why.
///
/// Without memory for a longer token jansson leaves characters out and succeeds. So a string as long as the whole text comes first:
/// if that string is read in full, jansson has room for every other token.
static hr_status parse(const char *path, const char *text, size_t size, json_t **value, json_error_t *found, hr_error *error) {
    char *both = malloc(2 * size + MARKS);
    if (both == NULL) {
        return no_memory(path, error);
    }
    memcpy(both, "[\"", 2);
    memset(both + 2, 'x', size);
    memcpy(both + 2 + size, "\",", 2);
    memcpy(both + 4 + size, text, size);
    both[2 * size + MARKS - 1] = ']';
    errno = 0;
    json_t *pair = json_loadb(both, 2 * size + MARKS, 0, found);
    const bool lacked = pair == NULL && errno == ENOMEM; // jansson's own code for that is set in some cases only
    free(both);
    const bool full = json_string_length(json_array_get(pair, 0)) == size;
    *value = json_array_size(pair) == 2 ? json_incref(json_array_get(pair, 1)) : NULL;
    json_decref(pair);
    if (lacked || (pair != NULL && !full)) {
        json_decref(*value);
        *value = NULL;
        return no_memory(path, error);
    }
    return HR_OK;
}

/// The bytes of a result or a log.
typedef struct text {
    char *bytes;
    size_t size;
    size_t capacity;
} text;

/// The length of the line that begins at `at`, with its end. 0: the line is cut, or there is none.
static size_t line_length(const text *t, size_t at) {
    const char *end = at < t->size ? memchr(t->bytes + at, '\n', t->size - at) : NULL;
    return end == NULL ? 0 : (size_t)(end - (t->bytes + at)) + 1;
}

static bool is_event(const json_t *value) { return text_of(value, "event")[0] != '\0'; }

/// Read lines of JSON, each an event. A last line without its end is left out: the run is still writing it, or was
/// killed before.
static hr_status read_events(const char *path, const text *t, hr_page_input *input, hr_error *error) {
    input->kind = "log";
    input->data = json_array();
    size_t number = 1;
    for (size_t at = 0, length = line_length(t, 0); length > 0; at += length, length = line_length(t, at), number++) {
        json_t *event = NULL;
        json_error_t found;
        HR_TRY(parse(path, t->bytes + at, length, &event, &found, error));
        if (!is_event(event)) {
            json_decref(event);
            return hr_error_set(error, HR_FILE, "%.300s: line %zu is not an event of a log", path, number);
        }
        input->waits = strcmp(text_of(event, "event"), "end") != 0;
        if (json_array_append_new(input->data, event) != 0) {
            return no_memory(path, error);
        }
    }
    return hr_page_check(path, input->kind, input->data, error);
}

/// Find out which command has made a result.
static hr_status name_result(const char *path, hr_page_input *input, hr_error *error) {
    static const struct {
        const char *key;
        const char *kind;
    } KINDS[] = {{"sets", "openings"}, {"algorithm", "solve"}, {"symmetry_order", "enumerate"}, {"encoding", "table"}};
    if (strcmp(text_of(input->data, "program"), "huarong") != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: this JSON is not a result of huarong written with --format json", path);
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

/// Let the input be a log without events, for a run that has not written its first event yet.
static hr_status await(const char *path, hr_page_input *input, hr_error *error) {
    json_decref(input->data);
    *input = (hr_page_input){.kind = "log", .data = json_array(), .waits = true};
    return input->data != NULL ? HR_OK : no_memory(path, error);
}

/// The error for a text that is not JSON. The position in `found` counts from the beginning of the array that `parse` makes; if it
/// is at the array's closing bracket, the text was cut off.
static hr_status not_json(const char *path, size_t size, const json_error_t *found, hr_error *error) {
    return found->position > 0 && (size_t)found->position >= 2 * size + MARKS
               ? hr_error_set(error, HR_FILE, "%.300s: cut off before its JSON ends", path)
               : hr_error_set(error, HR_FILE, "%.300s: line %d is not JSON: %s", path, found->line, found->text);
}

/// A log's first line is an event. A result is one object, on one line or many. If `wait` is true, the first line may be cut.
static hr_status read_text(const char *path, const text *t, bool wait, hr_page_input *input, hr_error *error) {
    json_t *first = NULL;
    json_error_t found;
    HR_TRY(parse(path, t->bytes, line_length(t, 0), &first, &found, error));
    const bool log = is_event(first);
    const bool lines = json_is_object(first) && text_of(first, "program")[0] == '\0' && line_length(t, 0) < t->size;
    json_decref(first);
    if (log) {
        return read_events(path, t, input, error);
    }
    HR_TRY(parse(path, t->bytes, t->size, &input->data, &found, error));
    if (input->data == NULL && wait && line_length(t, 0) == 0) {
        return await(path, input, error);
    }
    if (input->data == NULL && lines) {
        return hr_error_set(error, HR_FILE, "%.300s: JSON Lines, which a page does not show: write the result with --format json",
                            path);
    }
    if (input->data == NULL) {
        return not_json(path, t->size, &found, error);
    }
    HR_TRY(name_result(path, input, error));
    return hr_page_check(path, input->kind, input->data, error);
}

static hr_status unreadable(const char *path, hr_error *error) {
    return hr_error_set(error, HR_FILE, "%.300s: cannot be read: %s", path, strerror(errno));
}

static hr_status too_large(const char *path, hr_error *error) {
    return hr_error_set(error, HR_FILE, "%.300s: too large for a page: a result or a log may have 64 MiB", path);
}

/// Read the rest of the file.
static hr_status read_rest(const char *path, FILE *file, text *t, hr_error *error) {
    size_t got = 0;
    do {
        if (t->size > TEXT_BYTES_MAX) {
            return too_large(path, error);
        }
        if (!HR_ARRAY_RESERVE(t->bytes, t->capacity, t->size + BUFSIZ)) {
            return no_memory(path, error);
        }
        got = fread(t->bytes + t->size, 1, BUFSIZ, file);
        t->size += got;
    } while (got > 0);
    return ferror(file) == 0 ? HR_OK : unreadable(path, error);
}

/// Does the file begin as a table does? `c` is its first byte, which has been read already.
static bool begins_like_a_table(int c, FILE *file) {
    char magic[8] = {(char)c};
    const size_t rest = sizeof magic - 1;
    return fread(magic + 1, 1, rest, file) == rest && memcmp(magic, hr_table_format.magic, sizeof magic) == 0;
}

static hr_status read_open(const char *path, FILE *file, bool wait, hr_page_input *input, hr_error *error) {
    text t = {.size = 0};
    int c = getc(file);
    for (size_t blanks = 0; c == ' ' || (c >= '\t' && c <= '\r'); c = getc(file)) {
        if (++blanks > TEXT_BYTES_MAX) {
            return too_large(path, error);
        }
    }
    if (ferror(file) != 0) {
        return unreadable(path, error);
    }
    if (c == EOF && wait) {
        return await(path, input, error);
    }
    if (c != '{' && c != '[') {
        return begins_like_a_table(c, file)
                   ? read_table(path, input, error)
                   : hr_error_set(error, HR_FILE,
                                  "%.300s: neither a table, a result in JSON nor a log of huarong; a drawing is blocks:FILE", path);
    }
    (void)ungetc(c, file);
    hr_status status = read_rest(path, file, &t, error);
    if (status == HR_OK) {
        status = read_text(path, &t, wait, input, error);
    }
    free(t.bytes);
    return status;
}

hr_status hr_page_input_read(const char *path, bool wait, hr_page_input *input, hr_error *error) {
    *input = (hr_page_input){.kind = NULL};
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return wait && errno == ENOENT ? await(path, input, error) : unreadable(path, error);
    }
    const hr_status status = read_open(path, file, wait, input, error);
    (void)fclose(file);
    return status;
}

void hr_page_input_clear(hr_page_input *input) {
    json_decref(input->data);
    hr_table_close(&input->table);
    *input = (hr_page_input){.kind = NULL};
}
