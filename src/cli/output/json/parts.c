// SPDX-License-Identifier: MIT
#include "cli/output/json/parts.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "huarong/version.h"
#include "puzzle/lines.h"
#include "puzzle/words.h"
#include "report/xml.h"

bool hr_json_put(json_t *object, const char *key, json_t *value) { return json_object_set_new(object, key, value) == 0; }

json_t *hr_json_count(uint64_t number) { return json_integer((json_int_t)number); }

json_t *hr_json_finished(json_t *object, bool complete) {
    if (!complete) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/// Append to a text. Returns 0 if memory is short, which sets the stream's error; the streams of open_memstream do not.
static ssize_t append(void *cookie, const char *bytes, size_t size) {
    hr_json_text *text = cookie;
    if (!HR_ARRAY_RESERVE(text->bytes, text->capacity, text->size + size)) {
        return 0;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    return (ssize_t)size;
}

bool hr_json_text_open(hr_json_text *text) {
    *text = (hr_json_text){0};
    text->out = fopencookie(text, "w", (cookie_io_functions_t){.write = append});
    return text->out != NULL;
}

json_t *hr_json_text_close(hr_json_text *text, bool complete) {
    const bool good = ferror(text->out) == 0;
    json_t *string =
        fclose(text->out) == 0 && good && complete ? json_stringn(text->size > 0 ? text->bytes : "", text->size) : NULL;
    free(text->bytes);
    return string;
}

bool hr_json_put_state(json_t *object, const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters) {
    char text[HR_STATE_TEXT_MAX];
    char code[HR_STATE_TEXT_MAX];
    hr_puzzle_format_with(puzzle, state, letters, text);
    hr_puzzle_code(puzzle, state, code);
    return hr_json_put(object, "state", json_string(text)) &&
           hr_json_put(object, "code", code[0] != '\0' ? json_string(code) : json_null());
}

json_t *hr_json_states(const hr_puzzle *puzzle, const hr_state *states, size_t n) {
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t i = 0; complete && i < n; i++) {
        json_t *object = json_object();
        complete = hr_json_put_state(object, puzzle, states + i * hr_puzzle_words(puzzle), NULL);
        complete = json_array_append_new(array, hr_json_finished(object, complete)) == 0;
    }
    return hr_json_finished(array, complete);
}

json_t *hr_json_counts(const uint64_t *numbers, size_t n) {
    json_t *array = json_array();
    bool complete = array != NULL;
    for (size_t i = 0; complete && i < n; i++) {
        complete = json_array_append_new(array, hr_json_count(numbers[i])) == 0;
    }
    return hr_json_finished(array, complete);
}

static json_t *place(int x, int y) { return json_pack("[ii]", x, y); }

static json_t *tiles_of(const hr_step *step) {
    json_t *tiles = json_array();
    bool complete = tiles != NULL;
    for (int i = 0; complete && i < step->tile_count; i++) {
        complete = json_array_append_new(tiles, json_integer(step->tiles[i])) == 0;
    }
    return hr_json_finished(tiles, complete);
}

json_t *hr_json_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_letters *letters) {
    hr_step step;
    if (hr_puzzle_follow(puzzle, from, to, letters, &step, NULL) != HR_OK) {
        return NULL;
    }
    const char direction[] = {step.direction, '\0'};
    json_t *object = json_object();
    const bool complete =
        hr_json_put(object, "move", json_string(step.text)) && hr_json_put(object, "piece", json_string(step.piece)) &&
        hr_json_put(object, "direction", step.direction != '\0' ? json_string(direction) : json_null()) &&
        hr_json_put(object, "from", place(step.from_x, step.from_y)) && hr_json_put(object, "to", place(step.to_x, step.to_y)) &&
        (step.tile_count == 0 || hr_json_put(object, "tiles", tiles_of(&step))) && hr_json_put_state(object, puzzle, to, letters);
    return hr_json_finished(object, complete);
}

json_t *hr_json_path(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_letters letters) {
    const size_t words = hr_puzzle_words(puzzle);
    json_t *steps = json_array();
    bool complete = steps != NULL;
    for (size_t i = 0; complete && i < n; i++) {
        complete = json_array_append_new(steps, hr_json_step(puzzle, states + i * words, states + (i + 1) * words, &letters)) == 0;
    }
    return hr_json_finished(steps, complete);
}

json_t *hr_json_given(const char *text) {
    char *clean = hr_xml_clean(text);
    json_t *value = clean == NULL ? NULL : json_string(clean);
    free(clean);
    return value;
}

bool hr_json_put_head(json_t *root, const char *spec, hr_metric metric) {
    return hr_json_put(root, "program", json_string("huarong")) && hr_json_put(root, "version", json_string(HR_VERSION)) &&
           hr_json_put(root, "puzzle", hr_json_given(spec)) && hr_json_put(root, "metric", json_string(hr_metric_name(metric)));
}

bool hr_json_put_command(json_t *root, const hr_arguments *words) {
    json_t *array = json_pack("[s]", "huarong");
    bool complete = array != NULL;
    for (size_t i = 0; complete && i < words->count; i++) {
        complete = json_array_append_new(array, hr_json_given(words->texts[i])) == 0;
    }
    return hr_json_put(root, "command", hr_json_finished(array, complete));
}

bool hr_json_put_drawing(json_t *root, const hr_puzzle *puzzle) {
    char text[HR_PUZZLE_TEXT_MAX];
    hr_puzzle_drawing(puzzle, text);
    return text[0] == '\0' || hr_json_put(root, "drawing", json_string(text));
}

hr_status hr_json_print(const json_t *value, size_t layout, FILE *out, hr_error *error) {
    // json_dumps will not do: if it runs out of memory, it leaves keys out and still succeeds.
    const size_t size = json_dumpb(value, NULL, 0, layout);
    char *text = malloc(size + 1);
    if (size == 0 || text == NULL || json_dumpb(value, text, size, layout) != size) {
        free(text);
        return hr_error_set(error, HR_INTERNAL, "out of memory for the JSON result");
    }
    text[size] = '\n';
    (void)fwrite(text, 1, size + 1, out);
    free(text);
    return HR_OK;
}

hr_status hr_json_write(json_t *root, bool complete, FILE *out, hr_error *error) {
    const hr_status status = hr_json_print(complete ? root : NULL, JSON_COMPACT | JSON_REAL_PRECISION(6), out, error);
    json_decref(root);
    return status;
}
