// SPDX-License-Identifier: MIT
#include "huarong/status.h"

#include <stdarg.h>
#include <stdio.h>

/// Replace control characters by `?`. A message may quote a file or a user, and must not move the terminal's cursor or begin a
/// line.
static void make_plain(char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ' || *text == '\x7f') {
            *text = '?';
        }
    }
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
