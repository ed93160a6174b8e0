// SPDX-License-Identifier: MIT
// The puzzle text in a table's head: lines "key value", from which the puzzle is made again.

#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/klotski/parts.h"
#include "table/layout.h"

/// The keys in their order in the text.
typedef enum { KEY_PUZZLE, KEY_METRIC, KEY_GOAL, KEY_FROM, KEY_EXIT, KEY_COUNT } text_key;
static const char *const KEYS[KEY_COUNT] = {"puzzle", "metric", "goal", "from", "exit"};

static hr_status add_line(char text[HR_TABLE_TEXT_MAX], size_t *length, text_key key, const char *value, hr_error *error) {
    const size_t room = HR_TABLE_TEXT_MAX - *length;
    const int needed = snprintf(text + *length, room, "%s %s\n", KEYS[key], value);
    if (needed < 0 || (size_t)needed >= room || strchr(value, '\n') != NULL) {
        return hr_error_set(error, HR_USAGE, "the puzzle's %s does not fit into a table's head", KEYS[key]);
    }
    *length += (size_t)needed;
    return HR_OK;
}

/// A state's text as the puzzle itself writes it, however the user wrote it.
static hr_status add_state(char text[HR_TABLE_TEXT_MAX], size_t *length, text_key key, const char *value, const hr_puzzle *puzzle,
                           hr_error *error) {
    if (value == NULL) {
        return HR_OK;
    }
    hr_state state = 0;
    char normalised[HR_STATE_TEXT_MAX];
    HR_TRY(hr_puzzle_parse(puzzle, value, &state, error));
    hr_puzzle_format(puzzle, state, normalised);
    return add_line(text, length, key, normalised, error);
}

hr_status hr_table_text_write(const hr_puzzle_options *options, const hr_puzzle *puzzle, char text[HR_TABLE_TEXT_MAX],
                              size_t *length, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    memset(text, 0, HR_TABLE_TEXT_MAX);
    *length = 0;
    HR_TRY(add_line(text, length, KEY_PUZZLE, info->spec, error));
    HR_TRY(add_line(text, length, KEY_METRIC, hr_metric_name(info->metric), error));
    HR_TRY(add_state(text, length, KEY_GOAL, options->goal, puzzle, error));
    HR_TRY(add_state(text, length, KEY_FROM, options->from, puzzle, error));
    char exit[HR_KLOTSKI_EXIT_MAX];
    bool usual = true;
    return !hr_klotski_exit(puzzle, exit, &usual) || usual ? HR_OK : add_line(text, length, KEY_EXIT, exit, error);
}

/// The value of `key` if the line at *at is its line; *at moves on behind it. NULL otherwise. The line end becomes a zero.
static char *take_line(char **at, char *end, text_key key) {
    const size_t key_length = strlen(KEYS[key]);
    char *line_end = memchr(*at, '\n', (size_t)(end - *at));
    if (line_end == NULL || (size_t)(line_end - *at) <= key_length || memcmp(*at, KEYS[key], key_length) != 0 ||
        (*at)[key_length] != ' ') {
        return NULL;
    }
    char *value = *at + key_length + 1;
    *line_end = '\0';
    *at = line_end + 1;
    return value;
}

hr_status hr_table_text_read(char *text, size_t length, hr_puzzle_options *options, hr_error *error) {
    char *at = text;
    char *const end = text + length;
    const char *values[KEY_COUNT];
    for (int key = 0; key < KEY_COUNT; key++) {
        values[key] = take_line(&at, end, (text_key)key);
    }
    bool clean = values[KEY_PUZZLE] != NULL && values[KEY_METRIC] != NULL;
    for (; at < end; at++) {
        clean = clean && *at == '\0';
    }
    memset(options, 0, sizeof *options);
    if (!clean || hr_metric_parse(values[KEY_METRIC], &options->metric, error) != HR_OK) {
        return hr_error_set(error, HR_FILE, "the table's puzzle text cannot be read: it was written by another program");
    }
    options->spec = values[KEY_PUZZLE];
    options->goal = values[KEY_GOAL];
    options->from = values[KEY_FROM];
    options->exit = values[KEY_EXIT];
    options->no_symmetry = true;
    return HR_OK;
}
