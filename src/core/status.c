// SPDX-License-Identifier: MIT
#include "huarong/status.h"

#include <stdarg.h>
#include <stdio.h>

hr_status hr_error_set(hr_error *error, hr_status status, const char *format, ...) {
    if (error != NULL) {
        error->status = status;
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return status;
}
