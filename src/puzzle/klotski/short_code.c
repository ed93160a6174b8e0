// SPDX-License-Identifier: MIT
#include <string.h>

#include "puzzle/klotski/notation.h"

static const char DIGITS[] = "123456789ABCDEFGHJKMNPQRSTUVWXYZ";
enum { BASE = sizeof DIGITS - 1 };

void hr_klotski_short_code(hr_index index, char text[HR_SHORT_CODE_DIGITS + 1]) {
    for (int i = HR_SHORT_CODE_DIGITS - 1; i >= 0; i--) {
        text[i] = DIGITS[index % BASE];
        index /= BASE;
    }
    text[HR_SHORT_CODE_DIGITS] = '\0';
}

bool hr_klotski_read_short_code(const char *text, size_t size, hr_index *index) {
    *index = 0;
    for (size_t i = 0; i < size; i++) {
        const char c = (char)(text[i] >= 'a' && text[i] <= 'z' ? text[i] - ('a' - 'A') : text[i]);
        const char *digit = c == '\0' ? NULL : strchr(DIGITS, c);
        if (digit == NULL) {
            return false;
        }
        *index = *index * BASE + (hr_index)(digit - DIGITS);
    }
    return size == HR_SHORT_CODE_DIGITS;
}
