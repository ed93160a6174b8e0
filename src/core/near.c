// SPDX-License-Identifier: MIT
#include "core/near.h"

#include <stdint.h>
#include <string.h>

enum { CHARACTERS_MAX = 32 };

/// The characters of a text. A character's code is its bytes as one number, with capital letters of ASCII as small ones.
typedef struct word {
    uint32_t codes[CHARACTERS_MAX];
    size_t count; ///< more than CHARACTERS_MAX if the text has more characters than `codes` has room for
} characters;

static characters split(const char *text, size_t size) {
    characters w = {.count = 0};
    for (size_t i = 0; i < size && w.count <= CHARACTERS_MAX; i++) {
        const unsigned char c = (unsigned char)text[i];
        if ((c & 0xC0) == 0x80 && w.count > 0) { // a further byte of the same character
            w.codes[w.count - 1] = w.codes[w.count - 1] << 8 | c;
        } else if (w.count < CHARACTERS_MAX) {
            w.codes[w.count++] = c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
        } else {
            w.count++;
        }
    }
    return w;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

size_t hr_near_edits(const char *text, size_t size, const char *other) {
    const characters a = split(text, size);
    const characters b = split(other, strlen(other));
    if (a.count > CHARACTERS_MAX || b.count > CHARACTERS_MAX) {
        return SIZE_MAX;
    }
    size_t row[CHARACTERS_MAX + 1]; // row[k]: the edits from the characters of `a` so far to the first k of `b`
    for (size_t k = 0; k <= b.count; k++) {
        row[k] = k;
    }
    for (size_t i = 0; i < a.count; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t k = 1; k <= b.count; k++) {
            const size_t replaced = diagonal + (a.codes[i] != b.codes[k - 1]);
            diagonal = row[k];
            row[k] = least(replaced, least(row[k], row[k - 1]) + 1);
        }
    }
    const size_t longer = a.count > b.count ? a.count : b.count;
    return 2 * row[b.count] > longer ? SIZE_MAX : row[b.count];
}

void hr_nearest_try(hr_nearest *nearest, const char *text, size_t size, const char *word) {
    const size_t edits = hr_near_edits(text, size, word);
    if (edits < nearest->edits) {
        *nearest = (hr_nearest){word, edits};
    }
}
