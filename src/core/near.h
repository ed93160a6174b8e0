// SPDX-License-Identifier: MIT
#ifndef HR_NEAR_H
#define HR_NEAR_H

// How far apart two words are, to say what somebody may have meant.

#include <stddef.h>
#include <stdint.h>

/// Local. The least number of characters to insert, delete or replace to make text[0..size) the word `other` (Levenshtein), where
/// capital letters of ASCII do not matter. Both are UTF-8. SIZE_MAX: one of them has more than 32 characters, or they differ in
/// more than half of the longer one's.
size_t hr_near_edits(const char *text, size_t size, const char *other);

/// The nearest of some words to a text.
typedef struct hr_nearest {
    const char *word; ///< NULL: no word so far was near
    size_t edits;     ///< begins as SIZE_MAX
} hr_nearest;

#define HR_NEAREST_NONE ((hr_nearest){NULL, SIZE_MAX})

/// Local. Make `word` the nearest one if it is nearer to text[0..size). Of equally near words the first one stays.
void hr_nearest_try(hr_nearest *nearest, const char *text, size_t size, const char *word);

#endif
