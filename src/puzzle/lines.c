// SPDX-License-Identifier: MIT
#include "puzzle/lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/hash.h"
#include "core/state.h"
#include "core/try.h"
#include "puzzle/puzzle_ops.h"

/// Texts with fewer characters are part of an identity as they are. A longer goal is cut: the hash of the drawing tells it apart.
enum { SHORT_TEXT = 128 };

/// The keys, in the order of the lines.
typedef enum { KEY_PUZZLE, KEY_METRIC, KEY_TEXT, KEY_GOAL, KEY_FROM, KEY_EXIT, KEY_COUNT } line_key;
static const char *const KEYS[KEY_COUNT] = {"puzzle", "metric", "text", "goal", "from", "exit"};

/// The options from which the puzzle was made.
static hr_puzzle_texts texts_of(const hr_puzzle *puzzle) {
    hr_puzzle_texts texts = {.goal = ""};
    if (puzzle->ops->options != NULL) {
        puzzle->ops->options(puzzle, &texts);
    }
    return texts;
}

hr_status hr_puzzle_write_lines(const hr_puzzle *puzzle, size_t size, char *text, size_t *length, hr_error *error) {
    const hr_puzzle_texts texts = texts_of(puzzle);
    const char *const values[KEY_COUNT] = {
        [KEY_PUZZLE] = puzzle->info.spec, [KEY_METRIC] = hr_metric_name(puzzle->info.metric),
        [KEY_TEXT] = texts.text,          [KEY_GOAL] = texts.goal,
        [KEY_FROM] = texts.from,          [KEY_EXIT] = texts.exit,
    };
    memset(text, 0, size);
    *length = 0;
    for (int key = 0; key < KEY_COUNT; key++) {
        if (values[key][0] == '\0') {
            continue;
        }
        const size_t room = size - *length;
        const int needed = snprintf(text + *length, room, "%s %s\n", KEYS[key], values[key]);
        if (needed < 0 || (size_t)needed >= room) {
            return hr_error_set(error, HR_USAGE, "the puzzle's %s is too long to be kept in a file", KEYS[key]);
        }
        *length += (size_t)needed;
    }
    return HR_OK;
}

/// If the line at `*at` begins with `key`, return its value, replace the line end by a zero, and set `*at` to the next line.
/// Otherwise return NULL and change nothing. The text ends at `end`.
static char *take_line(char **at, char *end, line_key key) {
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

hr_status hr_puzzle_read_lines(char *text, size_t length, hr_puzzle_options *options, hr_error *error) {
    char *at = text;
    char *const end = text + length;
    const char *values[KEY_COUNT];
    for (int key = 0; key < KEY_COUNT; key++) {
        values[key] = take_line(&at, end, (line_key)key);
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
    options->text = values[KEY_TEXT];
    options->goal = values[KEY_GOAL];
    options->from = values[KEY_FROM];
    options->exit = values[KEY_EXIT];
    options->no_symmetry = true;
    return HR_OK;
}

void hr_puzzle_drawing(const hr_puzzle *puzzle, char text[HR_PUZZLE_TEXT_MAX]) {
    const hr_puzzle_texts texts = texts_of(puzzle);
    memcpy(text, texts.text, sizeof texts.text);
}

/// Replace a text that is too long for its part of an identity by its hash.
static void shorten(char text[HR_STATE_TEXT_MAX]) {
    if (strlen(text) >= SHORT_TEXT) {
        (void)snprintf(text, HR_STATE_TEXT_MAX, "%016" PRIx64, hr_hash_bytes(text, strlen(text)));
    }
}

void hr_puzzle_identity(const hr_puzzle *puzzle, char text[HR_PUZZLE_IDENTITY_MAX]) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    char source[HR_STATE_TEXT_MAX] = "all solved";
    char goal[HR_STATE_TEXT_MAX];
    if (info->single_source) {
        uint64_t cursor = 0;
        hr_state state[HR_STATE_WORDS_MAX];
        (void)hr_puzzle_sources(puzzle, &cursor, state, 1);
        hr_puzzle_format(puzzle, state, source);
    }
    hr_puzzle_goal(puzzle, goal);
    shorten(source);
    const hr_puzzle_texts texts = texts_of(puzzle);
    char hash[32] = "";
    if (texts.text[0] != '\0') { // the text may be longer than a line of a checkpoint
        (void)snprintf(hash, sizeof hash, ", text %016" PRIx64, hr_hash_bytes(texts.text, strlen(texts.text)));
    }
    (void)snprintf(text, HR_PUZZLE_IDENTITY_MAX, "%s%s, metric %s, from %s, goal %.*s, symmetry %d", info->spec, hash,
                   hr_metric_name(info->metric), source, SHORT_TEXT - 1, goal, info->symmetry_order);
}
