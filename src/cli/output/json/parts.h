// SPDX-License-Identifier: MIT
#ifndef HR_JSON_PARTS_H
#define HR_JSON_PARTS_H

// Parts of the commands' JSON results. A result of NULL or false means: out of memory.

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli/options/options.h"
#include "huarong/puzzle.h"

/// Local. Add a member to `object`. Takes over `value`, on failure too.
bool hr_json_put(json_t *object, const char *key, json_t *value);

/// Local. Returns `number` as a JSON integer.
json_t *hr_json_count(uint64_t number);

/// Local. Returns what the user has given as a JSON string. A byte that cannot be part of a text (hr_xml_clean) becomes U+FFFD.
json_t *hr_json_given(const char *text);

/// Local. Returns `object`, an object or array, if `complete` is true. Else frees it and returns NULL.
json_t *hr_json_finished(json_t *object, bool complete);

/// A JSON string that is made by printing to `out`.
typedef struct hr_json_text {
    FILE *out; ///< where the string is printed to
    char *bytes;
    size_t size;
    size_t capacity;
} hr_json_text;

/// Local. Begin to print a string. On success hr_json_text_close must follow.
bool hr_json_text_open(hr_json_text *text);

/// Local. Returns the string that has been printed, and frees what hr_json_text_open has made; NULL also if `complete` is false.
json_t *hr_json_text_close(hr_json_text *text, bool complete);

/// Local. Add the keys "state" and "code"; the code is null if the puzzle has none. The state's pieces have `letters`; NULL: those
/// of hr_puzzle_format.
bool hr_json_put_state(json_t *object, const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters);

/// Local. Returns an array of `n` objects with the keys "state" and "code", as hr_json_put_state adds them.
json_t *hr_json_states(const hr_puzzle *puzzle, const hr_state *states, size_t n);

/// Local. Returns an array of `n` numbers.
json_t *hr_json_counts(const uint64_t *numbers, size_t n);

/// Local. Returns an object for the move from *from to *to: "move", "piece", "direction", "from", "to", "tiles" (tile puzzles
/// only), and "state" and "code" of the state after the move. The pieces of *from have `letters`, which become those of the pieces
/// of `to`. NULL also if no single move leads there.
json_t *hr_json_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_letters *letters);

/// Local. Returns an array of `n` objects of hr_json_step, along `states[0 … n]`. The pieces of the first state have `letters`.
json_t *hr_json_path(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_letters letters);

/// Local. Add the keys that begin every result: "program", "version", "puzzle", "metric".
bool hr_json_put_head(json_t *root, const char *spec, hr_metric metric);

/// Local. Add the key "command": an array of the words of the command line, "huarong" first.
bool hr_json_put_command(json_t *root, const hr_arguments *words);

/// Local. Add the key "drawing" for a puzzle that is drawn: the text in one line from which it can be made. Other puzzles get no
/// such key.
bool hr_json_put_drawing(json_t *root, const hr_puzzle *puzzle);

/// Local. Print `value` and a newline to `out`. `layout` are Jansson's flags. HR_INTERNAL: `value` is NULL, or there is no memory
/// for its text; nothing is printed then. The caller checks the stream for write errors.
hr_status hr_json_print(const json_t *value, size_t layout, FILE *out, hr_error *error);

/// Local. Print `root` if `complete` is true, and free it. HR_INTERNAL: `complete` is false, or out of memory. The caller checks
/// the stream for write errors.
hr_status hr_json_write(json_t *root, bool complete, FILE *out, hr_error *error);

#endif
