// SPDX-License-Identifier: MIT
#include "puzzle/numbers.h"

#include <stdlib.h>
#include <string.h>

static const char SEPARATORS[] = " \t\r\n,;/[](){}";

bool hr_numbers_end(char c) { return strchr(SEPARATORS, c) != NULL; } // also before '\0'

const char *hr_numbers_skip(const char *at) {
    at += strspn(at, SEPARATORS);
    while (*at == '#') {
        at += strcspn(at, "\n");
        at += strspn(at, SEPARATORS);
    }
    return at;
}

hr_status hr_numbers_check_brackets(const char *text, const char *what, hr_error *error) {
    static const char PAIRS[] = "[](){}";
    char open[8]; // the outer ones of more are forgotten
    size_t depth = 0;
    for (const char *at = text; *(at += strcspn(at, "[](){}#")) != '\0';) {
        const char *pair = strchr(PAIRS, *at);
        if (pair != NULL && (pair - PAIRS) % 2 == 0) {
            open[depth++ % sizeof open] = *at;
        } else if (pair != NULL && depth > 0 && open[--depth % sizeof open] != pair[-1]) {
            return hr_error_set(error, HR_USAGE, "bad %s: the bracket %c at character %d closes a %c", what, *at,
                                (int)(at - text) + 1, open[depth % sizeof open]);
        }
        at += pair != NULL ? 1 : strcspn(at, "\n"); // behind # there is a comment
    }
    return HR_OK;
}

/// Returns the number of rows that one of `ends` ends. *length is the length of each, or 0 if they differ.
static size_t count_rows(const char *at, const char *ends, size_t *length) {
    size_t rows = 0;
    size_t numbers = 0;
    *length = 0;
    while (*at != '\0') {
        const bool word = strchr(SEPARATORS, *at) == NULL;
        numbers += word && *at != '#';
        at += *at == '#' ? strcspn(at, "\n") : word ? strcspn(at, SEPARATORS) : 1; // behind # there is a comment
        if (numbers > 0 && (*at == '\0' || strchr(ends, *at) != NULL)) {
            *length = rows == 0 || *length == numbers ? numbers : 0;
            rows++;
            numbers = 0;
        }
    }
    return rows;
}

hr_status hr_numbers_check_rows(int width, int height, const char *begin, const char *what, hr_error *error) {
    size_t length = 0;
    size_t rows = count_rows(begin, "[](){}", &length);
    bool other = rows > 1 && length != (size_t)width && length != 1; // brackets may be around each number, too
    if (rows == 1 && width != height) {
        rows = count_rows(begin, "\n/;", &length);
        other = rows == (size_t)width && length == (size_t)height;
    }
    return !other
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "bad %s: it has %zu rows, but not %d of %d numbers each", what, rows, height, width);
}

int hr_numbers_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'Z' ? c - 'A' + 10
           : c >= 'a' && c <= 'z' ? c - 'a' + 10
           : c == '_' || c == '.' ? 0
                                  : -1;
}

/// Returns the number of words. *length is the length of each, or 0 if they differ.
static size_t count_words(const char *at, size_t *length) {
    size_t words = 0;
    *length = 0;
    for (at = hr_numbers_skip(at); *at != '\0'; at = hr_numbers_skip(at), words++) {
        const size_t size = strcspn(at, SEPARATORS);
        *length = words == 0 || *length == size ? size : 0;
        at += size;
    }
    return words;
}

/// Does the line up to `end` hold only the board's size: the side of a square, or both sides in either order?
static bool is_size(int width, int height, const char *at, const char *end) {
    long sides[2] = {0, 0};
    int count = 0;
    for (at = hr_numbers_skip(at); at < end; at = hr_numbers_skip(at), count++) {
        char *behind = NULL;
        const long side = strtol(at, &behind, 10);
        if (count == 2 || behind == at || !hr_numbers_end(*behind)) {
            return false;
        }
        sides[count] = side;
        at = behind;
    }
    return count == 1 ? width == height && sides[0] == width
                      : count == 2 && ((sides[0] == width && sides[1] == height) || (sides[0] == height && sides[1] == width));
}

const char *hr_numbers_begin(int width, int height, const char *text, bool *together) {
    const size_t cells = (size_t)width * (size_t)height;
    const char *begin = hr_numbers_skip(text);
    const char *end = strchr(begin, '\n');
    size_t length = 0;
    size_t words = count_words(begin, &length);
    if (words != cells && end != NULL && is_size(width, height, begin, end)) {
        begin = hr_numbers_skip(end);
        words = count_words(begin, &length);
    }
    *together = words != cells && (words == 1 || words == (size_t)height) && words * length == cells;
    return begin;
}
