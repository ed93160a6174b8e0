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

/// Read one of the suffixes K, M, G, T, which are powers of `base`. Without one the scale is 1.
static uint64_t read_scale(const char **text, uint64_t base) {
    static const char SUFFIXES[] = "KMGT";
    uint64_t power = 1;
    for (size_t i = 0; SUFFIXES[i] != '\0'; i++) {
        power *= base;
        if (is_letter(**text, SUFFIXES[i])) {
            (*text)++;
            return power;
        }
    }
    return 1;
}

/// Read a text such as "12" or "1.5G": a number, and a suffix or none (read_scale). Returns false for any other text, for
/// "1.5" without a suffix, and for a number that does not fit.
static bool read_scaled(const char *text, uint64_t base, uint64_t *number) {
    enum { MILLION = 1000000 };
    uint64_t whole = 0;
    uint64_t millionths = 0;
    if (!read_decimal(&text, &whole, &millionths)) {
        return false;
    }
    const uint64_t scale = read_scale(&text, base);
    const uint64_t fraction = scale / MILLION * millionths + scale % MILLION * millionths / MILLION;
    if (*text != '\0' || whole > (UINT64_MAX - fraction) / scale || (scale == 1 && millionths != 0)) {
        return false;
    }
    *number = whole * scale + fraction;
    return true;
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

void hr_value_list_words(const char *words, const char *before, const char *last_gap, char *text, size_t size) {
    size_t used = 0;
    for (const char *word = words; *word != '\0' && used < size;) {
        const size_t length = strcspn(word, " ");
        const bool last = word[length] == '\0';
        const char *gap = word == words ? "" : last ? last_gap : ", ";
        used += (size_t)snprintf(text + used, size - used, "%s%s%.*s", gap, before, (int)length, word);
        word += length + !last;
    }
}

/// Write the names with blanks between them.
static void join_names(const hr_option_names *names, char words[200]) {
    size_t used = 0;
    words[0] = '\0';
    for (size_t i = 0; names->name_of(i).name != NULL && used < 200; i++) {
        used += (size_t)snprintf(words + used, 200 - used, "%s%s", i > 0 ? " " : "", names->name_of(i).name);
    }
}

void hr_value_list_names(const hr_option_names *names, char *text, size_t size) {
    char words[200];
    join_names(names, words);
    hr_value_list_words(words, "", " and ", text, size);
}

/// Read one of `words` as its index.
static hr_status read_word(const hr_option *option, const char *words, const char *text, void *place, hr_error *error) {
    const size_t found = option->optional && *text == '\0' ? (size_t)option->least : hr_value_find_word(words, text);
    if (found == SIZE_MAX) {
        char list[200] = "";
        hr_value_list_words(words, "", " and ", list, sizeof list);
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is none of %s", option->name, text, list);
    }
    const unsigned word = (unsigned)found;
    memcpy(place, &word, sizeof word); // as wide as an enum
    return HR_OK;
}

hr_status hr_value_word(const hr_option *option, const char *text, void *place, hr_error *error) {
    return read_word(option, option->words, text, place, error);
}

hr_status hr_value_name(const hr_option *option, const char *text, void *place, hr_error *error) {
    char words[200];
    join_names(option->names, words);
    return read_word(option, words, text, place, error);
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
    uint64_t number = 0;
    if (!read_scaled(text, 1000, &number) || number == 0) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not a number from 1: write it as 181440, 64k, 10M or 2.5G",
                            option->name, text);
    }
    *(hr_count *)place = number;
    return HR_OK;
}

/// Read a time, which may be 0, in units, such as "90s" and "1h30m": each unit at most once, the largest first; without a unit,
/// seconds.
static bool read_seconds(const char *text, double *seconds) {
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

hr_status hr_value_seconds(const hr_option *option, const char *text, void *place, hr_error *error) {
    double value = 0;
    if (!read_seconds(text, &value) || (value <= 0 && option->least > 0)) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not a time: write it as 90s, 30m or 1h30m, %s", option->name, text,
                            option->least > 0 ? "more than 0" : "or 0 for no wait");
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
