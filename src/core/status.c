// SPDX-License-Identifier: MIT
#include "huarong/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/// Returns the number of bytes at `text` that belong to one character in UTF-8. *whole: they are all of it.
static size_t character_size(const char *text, bool *whole) {
    const unsigned char lead = (unsigned char)*text;
    const size_t size = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    size_t found = 1;
    while (found < size && ((unsigned char)text[found] & 0xc0) == 0x80) {
        found++;
    }
    *whole = found == size;
    return found;
}

/// Leave out characters that have been cut, and replace control characters by `?`. A message may quote a file or a user, and must
/// not move the terminal's cursor or begin a line. A single byte behind ASCII may belong to a name in another encoding, and stays.
static void make_plain(char *text) {
    char *to = text;
    bool behind_long = false; // behind a whole character of several bytes
    while (*text != '\0') {
        bool whole = false;
        const size_t size = character_size(text, &whole);
        const bool control = size == 1 && ((unsigned char)*text < ' ' || *text == '\x7f');
        if (whole || (size == 1 && !behind_long && text[1] != '\0')) {
            memmove(to, control ? "?" : text, size);
            to += size;
        }
        behind_long = whole && size > 1;
        text += size;
    }
    *to = '\0';
}

hr_status hr_error_set(hr_error *error, hr_status status, const char *format, ...) {
    if (error != NULL) {
        error->status = status;
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        make_plain(error->text);
    }
    return status;
}
