// SPDX-License-Identifier: MIT
#include "cli/options/values.h"

#include <stdbool.h>
#include <string.h>

/// Read decimal digits and move *text behind them. Returns false if there are none or the number does not fit.
static bool read_digits(const char **text, uint64_t *number) {
    const char *start = *text;
    *number = 0;
    for (; **text >= '0' && **text <= '9'; (*text)++) {
        const uint64_t digit = (uint64_t)(**text - '0');
        if (*number > (UINT64_MAX - digit) / 10) {
            return false;
        }
        *number = *number * 10 + digit;
    }
    return *text > start;
}

/// Read "12" or "1.5" as a whole part and up to six decimals in millionths.
static bool read_decimal(const char **text, uint64_t *whole, uint64_t *millionths) {
    *millionths = 0;
    if (!read_digits(text, whole)) {
        return false;
    }
    if (**text != '.') {
        return true;
    }
    (*text)++;
    int decimals = 0;
    for (uint64_t weight = 100000; **text >= '0' && **text <= '9'; (*text)++, decimals++, weight /= 10) {
        *millionths += (uint64_t)(**text - '0') * weight;
    }
    return decimals > 0 && decimals <= 6;
}

static bool is_letter(char c, char capital) { return c == capital || c == capital + ('a' - 'A'); }

/// Read a number with one of the suffixes K, M, G, T, powers of `base`, or none.
static bool read_scaled(const char *text, uint64_t base, const char *unit, uint64_t *number) {
    uint64_t whole = 0;
    uint64_t millionths = 0;
    if (!read_decimal(&text, &whole, &millionths)) {
        return false;
    }
    static const char SUFFIXES[] = "KMGT";
    uint64_t scale = 1;
    for (size_t i = 0; SUFFIXES[i] != '\0'; i++) {
        scale *= base;
        if (is_letter(*text, SUFFIXES[i])) {
            text++;
            text += strcmp(text, unit) == 0 ? strlen(unit) : 0;
            // base 1024 leaves at most 2^40 here, so the product of scale and millionths fits
            const uint64_t fraction = (uint64_t)((double)scale * (double)millionths / 1e6);
            if (*text != '\0' || whole > (UINT64_MAX - fraction) / scale) {
                return false;
            }
            *number = whole * scale + fraction;
            return true;
        }
    }
    *number = whole;
    return *text == '\0' && millionths == 0;
}

hr_status hr_value_flag(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    (void)text;
    (void)error;
    *(bool *)place = true;
    return HR_OK;
}

hr_status hr_value_no_flag(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    (void)text;
    (void)error;
    *(bool *)place = false;
    return HR_OK;
}

hr_status hr_value_text(const hr_option *option, const char *text, void *place, hr_error *error) {
    (void)option;
    (void)error;
    *(const char **)place = text;
    return HR_OK;
}

hr_status hr_value_size(const hr_option *option, const char *text, void *place, hr_error *error) {
    uint64_t number = 0;
    if (!read_scaled(text, 1024, "iB", &number)) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is no size: write it as 8G, 512M or in bytes", option->name, text);
    }
    if (number == 0) {
        return hr_error_set(error, HR_USAGE, "--%s: a size of zero leaves no room to work: give more, as in 8G or 512M",
                            option->name);
    }
    *(uint64_t *)place = number;
    return HR_OK;
}

hr_status hr_value_count(const hr_option *option, const char *text, void *place, hr_error *error) {
    uint64_t number = 0;
    if (!read_scaled(text, 1000, "", &number) || number == 0) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is no number from 1: write it as 181440, 10M or 2.5G", option->name,
                            text);
    }
    *(hr_count *)place = number;
    return HR_OK;
}

/// Read a time that may be 0.
static bool read_seconds(const char *text, double *seconds) {
    uint64_t whole = 0;
    uint64_t millionths = 0;
    const char *rest = text;
    bool good = read_decimal(&rest, &whole, &millionths);
    double scale = 1;
    if (good && *rest != '\0') {
        static const struct {
            char letter;
            double seconds;
        } UNITS[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
        good = false;
        for (size_t i = 0; i < sizeof UNITS / sizeof UNITS[0]; i++) {
            if (rest[0] == UNITS[i].letter && rest[1] == '\0') {
                scale = UNITS[i].seconds;
                good = true;
            }
        }
    }
    *seconds = ((double)whole + (double)millionths / 1e6) * scale;
    return good;
}

hr_status hr_value_seconds(const hr_option *option, const char *text, void *place, hr_error *error) {
    double value = 0;
    if (!read_seconds(text, &value) || value <= 0) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is no time: write it as 90s, 10m or 2h, more than 0", option->name,
                            text);
    }
    *(double *)place = value;
    return HR_OK;
}

hr_status hr_value_interval(const hr_option *option, const char *text, void *place, hr_error *error) {
    double value = 0;
    if (!read_seconds(text, &value)) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is no time: write it as 90s, 10m or 2h, or 0 for no wait", option->name,
                            text);
    }
    *(double *)place = value;
    return HR_OK;
}

hr_status hr_value_number(const hr_option *option, const char *text, void *place, hr_error *error) {
    const char *rest = text;
    uint64_t value = 0;
    if (!read_digits(&rest, &value) || *rest != '\0' || value < option->least || value > option->most) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is no whole number from %llu to %llu", option->name, text,
                            (unsigned long long)option->least, (unsigned long long)option->most);
    }
    *(uint64_t *)place = value;
    return HR_OK;
}

hr_status hr_value_depth(const hr_option *option, const char *text, void *place, hr_error *error) {
    uint64_t value = 0;
    const char *rest = text;
    if (!read_digits(&rest, &value) || *rest != '\0' || value >= HR_DEPTH_UNREACHED) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is no depth: give a whole number from 0", option->name, text);
    }
    *(hr_depth *)place = (hr_depth)value;
    return HR_OK;
}

hr_status hr_value_depths(const hr_option *option, const char *text, void *place, hr_error *error) {
    uint64_t first = 0;
    uint64_t last = 0;
    const char *rest = text;
    bool good = read_digits(&rest, &first);
    last = first;
    if (good && *rest == '-') {
        rest++;
        good = read_digits(&rest, &last);
    }
    if (!good || *rest != '\0' || first > last || last >= HR_DEPTH_UNREACHED) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is no distance: give one as in 7, or a range as in 10-20", option->name,
                            text);
    }
    *(hr_depths *)place = (hr_depths){.nearest = (hr_depth)first, .farthest = (hr_depth)last};
    return HR_OK;
}

hr_status hr_value_pieces(const hr_option *option, const char *text, void *place, hr_error *error) {
    uint64_t numbers[3] = {0, 0, 0};
    const char *rest = text;
    for (int i = 0; i < 3; i++) {
        if (!read_digits(&rest, &numbers[i]) || numbers[i] > 99 || *rest != (i < 2 ? ',' : '\0')) {
            return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not H,V,S: horizontals, verticals and singles, as in 1,4,4",
                                option->name, text);
        }
        rest++;
    }
    *(hr_piece_set *)place = (hr_piece_set){(uint8_t)numbers[0], (uint8_t)numbers[1], (uint8_t)numbers[2]};
    return HR_OK;
}
