// SPDX-License-Identifier: MIT
#ifndef HR_NEAR_H
#define HR_NEAR_H

// How far apart two words are, to say what somebody may have meant.

#include <stddef.h>
#include <stdint.h>

/// Local. Returns the least number of characters to insert, delete or replace to make text[0..size) the word `other` (Levenshtein),
/// where capital letters of ASCII do not matter. Both texts are UTF-8. SIZE_MAX: one text has more than 32 characters, or the
/// number is more than half the characters of the longer text.
size_t hr_near_edits(const char *text, size_t size, const char *other);

/// The nearest of some words to a text.
typedef struct hr_nearest {
    const char *word; ///< NULL: no word so far was near
    size_t edits;     ///< hr_near_edits from the text to `word`; SIZE_MAX if `word` is NULL
} hr_nearest;

#define HR_NEAREST_NONE ((hr_nearest){NULL, SIZE_MAX})

/// Local. Make `word` the nearest one if it is nearer to text[0..size). Of equally near words the first one stays.
void hr_nearest_try(hr_nearest *nearest, const char *text, size_t size, const char *word);

#endif
