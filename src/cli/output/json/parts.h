// SPDX-License-Identifier: MIT
#ifndef HR_JSON_PARTS_H
#define HR_JSON_PARTS_H

// What the commands' JSON results are made of. All functions are Local; NULL or false mean that there is no memory left.

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "huarong/puzzle.h"

/// Takes `value` over, whatever becomes of it.
bool hr_json_put(json_t *object, const char *key, json_t *value);

json_t *hr_json_count(uint64_t number);

/// A finished object or array; if it is not complete, NULL and nothing left of it.
json_t *hr_json_finished(json_t *object, bool complete);

/// The keys "state" and "code", null where the puzzle has no code.
bool hr_json_put_state(json_t *object, const hr_puzzle *puzzle, hr_state state);

/// An object with these two keys.
json_t *hr_json_state(const hr_puzzle *puzzle, hr_state state);

/// The one move between two states: "move", "piece", "direction", "from", "to", "tiles" (tiles only), and "state" and "code" after
/// it.
json_t *hr_json_step(const hr_puzzle *puzzle, hr_state from, hr_state to);

/// The program's and the puzzle's part of a result: "program", "version", "puzzle", "metric".
bool hr_json_put_head(json_t *root, const char *spec, hr_metric metric);

/// Write the text of `value` and a newline. The text is made before its first byte is written, so that nothing is written if there
/// is no memory for it (HR_INTERNAL); nor for NULL. Whether the writing succeeded is seen at the stream. `layout` is Jansson's.
hr_status hr_json_print(const json_t *value, size_t layout, FILE *out, hr_error *error);

/// Write a result, if it is complete, and give it back. Whether the writing succeeded is seen at the stream. HR_INTERNAL: it is not
/// complete.
hr_status hr_json_write(json_t *root, bool complete, FILE *out, hr_error *error);

#endif
