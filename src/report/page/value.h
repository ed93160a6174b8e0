// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_VALUE_H
#define HR_REPORT_VALUE_H

// JSON values for the page. Running out of memory is noticed at the end: a function that gets NULL passes it on as false.

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "huarong/puzzle.h"

/// Local. Set a member of an object. Takes `value` over. False: `value` or `object` is NULL, or there is no memory.
static inline bool hr_value_put(json_t *object, const char *key, json_t *value) {
    return json_object_set_new(object, key, value) == 0;
}

/// Local. A number without a sign.
static inline json_t *hr_value_count(uint64_t number) { return json_integer((json_int_t)number); }

/// Local. A text, or JSON's null for NULL.
static inline json_t *hr_value_text_or_null(const char *text) { return text == NULL ? json_null() : json_string(text); }

/// Local. The text of a state, as hr_puzzle_format writes it.
static inline json_t *hr_value_state(const hr_puzzle *puzzle, hr_state state) {
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    return json_string(text);
}

#endif
