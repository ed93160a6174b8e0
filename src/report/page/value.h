// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_VALUE_H
#define HR_REPORT_VALUE_H

// Makes JSON values for the page. A function that makes a value returns NULL if it is out of memory, and hr_value_put returns false
// for that value. So a caller asks only once, at the end, whether there was enough memory.

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "huarong/puzzle.h"

/// Local. Set a member of an object. Takes `value` over. False: `value` or `object` is NULL, or there is no memory.
static inline bool hr_value_put(json_t *object, const char *key, json_t *value) {
    return json_object_set_new(object, key, value) == 0;
}

/// Local. Returns `number` as a JSON integer.
static inline json_t *hr_value_count(uint64_t number) { return json_integer((json_int_t)number); }

/// Local. Returns the text of a state, as hr_puzzle_format writes it, as a JSON string.
static inline json_t *hr_value_state(const hr_puzzle *puzzle, const hr_state *state) {
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    return json_string(text);
}

#endif
