// SPDX-License-Identifier: MIT
#include "cli/options/values.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

/// Read one of the suffixes K, M, G, T, which are powers of `base`, or, if `base` is 1000, an exponent such as e6. Without either
/// *scale is 1. Returns false if the exponent is missing or too large.
static bool read_scale(const char **text, uint64_t base, uint64_t *scale) {
    static const char SUFFIXES[] = "KMGT";
    enum { EXPONENT_MAX = 19 };
    *scale = 1;
    if (base == 1000 && is_letter(**text, 'E')) {
        uint64_t exponent = 0;
        (*text)++;
        if (!read_digits(text, &exponent) || exponent > EXPONENT_MAX) {
            return false;
        }
        for (; exponent > 0; exponent--) {
            *scale *= 10;
        }
        return true;
    }
    uint64_t power = 1;
    for (size_t i = 0; SUFFIXES[i] != '\0'; i++) {
        power *= base;
        if (is_letter(**text, SUFFIXES[i])) {
            (*text)++;
            *scale = power;
            return true;
        }
    }
    return true;
}

/// Read a text such as "12", "1.5G" or "1e6": a number, and a scale or none (read_scale). Returns false for any other text, for
/// "1.5" without a scale, and for a number that does not fit.
static bool read_scaled(const char *text, uint64_t base, uint64_t *number) {
    enum { MILLION = 1000000 };
    uint64_t whole = 0;
    uint64_t millionths = 0;
    uint64_t scale = 1;
    if (!read_decimal(&text, &whole, &millionths) || !read_scale(&text, base, &scale) || *text != '\0') {
        return false;
    }
    const uint64_t fraction = scale / MILLION * millionths + scale % MILLION * millionths / MILLION;
    if (whole > (UINT64_MAX - fraction) / scale || (scale == 1 && millionths != 0)) {
        return false;
    }
    *number = whole * scale + fraction;
    return true;
}

/// Copy a number without the commas between its groups of three digits, as in "1,048,576" and "1,500M". Returns false if a comma is
/// elsewhere, or if the number is longer than `plain` can hold.
static bool drop_commas(const char *text, char plain[32]) {
    const size_t first = strspn(text, "0123456789");
    size_t length = first;
    if (strlen(text) >= 32) {
        return false;
    }
    memcpy(plain, text, first);
    text += first;
    for (; *text == ',' && first > 0 && first <= 3 && strspn(text + 1, "0123456789") == 3; text += 4, length += 3) {
        memcpy(plain + length, text + 1, 3);
    }
    memcpy(plain + length, text, strlen(text) + 1);
    return strchr(text, ',') == NULL;
}

/// Read a size. K, M, G, T are powers of 1024, also if iB follows; KB, MB, GB, TB are powers of 1000, as in dd and truncate.
/// Capital letters do not matter.
static bool read_size(const char *text, uint64_t *bytes) {
    static const char LETTERS[] = "KMGTkmgt";
    const size_t length = strlen(text);
    const bool binary = length > 3 && strcasecmp(text + length - 2, "iB") == 0 && strchr(LETTERS, text[length - 3]) != NULL;
    const bool decimal = length > 2 && is_letter(text[length - 1], 'B') && strchr(LETTERS, text[length - 2]) != NULL;
    char scaled[32];
    const int written = snprintf(scaled, sizeof scaled, "%.*s", (int)(length - (binary ? 2 : decimal ? 1 : 0)), text);
    return written >= 0 && (size_t)written < sizeof scaled && read_scaled(scaled, decimal ? 1000 : 1024, bytes);
}

size_t hr_value_find_word(const char *words, const char *word) {
    const size_t length = strlen(word);
    for (size_t i = 0; *words != '\0'; i++) {
        const size_t own = strcspn(words, " ");
        if (own == length && memcmp(words, word, own) == 0) {
            return i;
        }
        words += own + (words[own] == ' ');
    }
    return SIZE_MAX;
}

void hr_value_list_words(const char *words, char *text, size_t size) {
    const char *last = strrchr(words, ' ');
    size_t used = 0;
    for (; *words != '\0' && used + sizeof " and " < size; words++) {
        used += (size_t)snprintf(text + used, size - used, *words != ' ' ? "%c" : words == last ? " and " : ", ", *words);
    }
}

hr_status hr_value_word(const hr_option *option, const char *text, void *place, hr_error *error) {
    const size_t found = option->optional && *text == '\0' ? (size_t)option->least : hr_value_find_word(option->words, text);
    if (found == SIZE_MAX) {
        char list[200] = "";
        hr_value_list_words(option->words, list, sizeof list);
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is none of %s", option->name, text, list);
    }
    const unsigned word = (unsigned)found;
    memcpy(place, &word, sizeof word); // as wide as an enum
    return HR_OK;
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
    if (!read_size(text, &number)) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not a size: write it as 8G, 512M, 8GiB, 8GB or in bytes",
                            option->name, text);
    }
    if (number == 0) {
        return hr_error_set(error, HR_USAGE, "--%s: a size of zero leaves no room to work: give more, as in 8G or 512M",
                            option->name);
    }
    *(uint64_t *)place = number;
    return HR_OK;
}

hr_status hr_value_count(const hr_option *option, const char *text, void *place, hr_error *error) {
    char plain[32];
    uint64_t number = 0;
    if (!drop_commas(text, plain) || !read_scaled(plain, 1000, &number) || number == 0) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not a number from 1: write it as 181440, 181,440, 10M or 1e7",
                            option->name, text);
    }
    *(hr_count *)place = number;
    return HR_OK;
}

/// Read a time in units, such as "90s" and "1h30m": each unit at most once, the largest first; without a unit, seconds.
static bool read_units(const char *text, double *seconds) {
    static const struct {
        char letter;
        double seconds;
    } UNITS[] = {{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}};
    enum { COUNT = sizeof UNITS / sizeof UNITS[0] };
    *seconds = 0;
    for (size_t next = 0; next == 0 || *text != '\0';) {
        uint64_t whole = 0;
        uint64_t millionths = 0;
        if (!read_decimal(&text, &whole, &millionths)) {
            return false;
        }
        size_t unit = next == 0 && *text == '\0' ? COUNT - 1 : next;
        while (unit < COUNT && *text != '\0' && *text != UNITS[unit].letter) {
            unit++;
        }
        if (unit == COUNT || (*text == '\0' && next > 0)) {
            return false;
        }
        *seconds += ((double)whole + (double)millionths / 1e6) * UNITS[unit].seconds;
        text += *text != '\0';
        next = unit + 1;
    }
    return true;
}

/// Read a time as clocks and Slurm write it: "30:00" (minutes and seconds), "1:30:00", "2-12", "2-12:30", "2-12:30:00" (with days).
static bool read_clock(const char *text, double *seconds) {
    uint64_t parts[3] = {0};
    uint64_t days = 0;
    const char *dash = strchr(text, '-');
    if (dash != NULL && (!read_digits(&text, &days) || text++ != dash)) {
        return false;
    }
    if (!read_digits(&text, &parts[0])) {
        return false;
    }
    size_t count = 1;
    for (; *text == ':' && count < 3; count++) {
        text++;
        if (!read_digits(&text, &parts[count])) {
            return false;
        }
    }
    if (*text != '\0' || (count == 1 && dash == NULL)) {
        return false;
    }
    unsigned unit = dash != NULL || count == 3 ? 3600 : 60; // seconds of the first part
    *seconds = (double)days * 86400;
    for (size_t i = 0; i < count; i++, unit /= 60) {
        if ((i > 0 && parts[i] > 59) || (i == 0 && dash != NULL && parts[i] > 23)) {
            return false;
        }
        *seconds += (double)parts[i] * unit;
    }
    return true;
}

/// Read a time that may be 0.
static bool read_seconds(const char *text, double *seconds) { return read_units(text, seconds) || read_clock(text, seconds); }

hr_status hr_value_seconds(const hr_option *option, const char *text, void *place, hr_error *error) {
    double value = 0;
    if (!read_seconds(text, &value) || value <= 0) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not a time: write it as 90s, 1h30m or 1:30:00, more than 0",
                            option->name, text);
    }
    *(double *)place = value;
    return HR_OK;
}

hr_status hr_value_interval(const hr_option *option, const char *text, void *place, hr_error *error) {
    double value = 0;
    if (!read_seconds(text, &value)) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not a time: write it as 90s, 1h30m or 1:30:00, or 0 for no wait",
                            option->name, text);
    }
    *(double *)place = value;
    return HR_OK;
}

hr_status hr_value_number(const hr_option *option, const char *text, void *place, hr_error *error) {
    const char *rest = text;
    uint64_t value = 0;
    if (!read_digits(&rest, &value) || *rest != '\0' || value < option->least || value > option->most) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not a whole number from %llu to %llu", option->name, text,
                            (unsigned long long)option->least, (unsigned long long)option->most);
    }
    *(uint64_t *)place = value;
    return HR_OK;
}

hr_status hr_value_depth(const hr_option *option, const char *text, void *place, hr_error *error) {
    uint64_t value = 0;
    const char *rest = text;
    if (!read_digits(&rest, &value) || *rest != '\0' || value >= HR_DEPTH_UNREACHED) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not a depth: give a whole number from 0", option->name, text);
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
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not a distance: give one as in 7, or a range as in 10-20",
                            option->name, text);
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
