// SPDX-License-Identifier: MIT
#include "core/quantity.h"

#include <stdio.h>
#include <string.h>

const char *hr_quantity_count(uint64_t count, char text[HR_QUANTITY_MAX]) {
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    char *end = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            *end++ = ',';
        }
        *end++ = digits[i];
    }
    *end = '\0';
    return text;
}

const char *hr_quantity_plural(uint64_t count) { return count == 1 ? "" : "s"; }

/// Write `number` with three significant digits, or as a whole number if it is larger, and then the unit.
static void print_three(double number, const char *unit, char text[HR_QUANTITY_MAX]) {
    const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
    (void)snprintf(text, HR_QUANTITY_MAX, "%.*f %s", decimals, number, unit);
}

const char *hr_quantity_rough(double number, char text[HR_QUANTITY_MAX]) {
    static const char *const UNITS[] = {"thousand", "million", "billion", "trillion"};
    if (!(number >= 999.5)) {
        (void)snprintf(text, HR_QUANTITY_MAX, "%.0f", number > 0 ? number : 0.0);
        return text;
    }
    size_t unit = 0;
    for (number /= 1000; number >= 999.5 && unit + 1 < sizeof UNITS / sizeof UNITS[0]; unit++) {
        number /= 1000;
    }
    print_three(number < 1e9 ? number : 1e9, UNITS[unit], text);
    return text;
}

const char *hr_quantity_bytes(uint64_t bytes, char text[HR_QUANTITY_MAX]) {
    static const char *const UNITS[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) {
        (void)snprintf(text, HR_QUANTITY_MAX, "%u byte%s", (unsigned)bytes, hr_quantity_plural(bytes));
        return text;
    }
    double number = (double)bytes / 1024;
    size_t unit = 0;
    for (; number >= 1023.5 && unit + 1 < sizeof UNITS / sizeof UNITS[0]; unit++) {
        number /= 1024;
    }
    print_three(number, UNITS[unit], text);
    return text;
}

const char *hr_quantity_seconds(double seconds, char text[HR_QUANTITY_MAX]) {
    if (!(seconds > 0)) {
        seconds = 0;
    }
    const uint64_t whole = seconds < 1e15 ? (uint64_t)(seconds + 0.5) : 1000000000000000;
    if (seconds < 59.95) {
        (void)snprintf(text, HR_QUANTITY_MAX, "%.*f s",
                       seconds < 0.0995  ? 4
                       : seconds < 0.995 ? 3
                       : seconds < 9.995 ? 2
                                         : 1,
                       seconds);
    } else if (whole < 3600) {
        (void)snprintf(text, HR_QUANTITY_MAX, "%u min %02u s", (unsigned)(whole / 60), (unsigned)(whole % 60));
    } else {
        const uint64_t minutes = (whole + 30) / 60;
        (void)snprintf(text, HR_QUANTITY_MAX, "%llu h %02u min", (unsigned long long)(minutes / 60), (unsigned)(minutes % 60));
    }
    return text;
}
