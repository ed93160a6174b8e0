// SPDX-License-Identifier: MIT
#include "puzzle/size.h"

#include <stdio.h>
#include <string.h>

/// Read a text such as "4x5" into sides[0..2). False for any other text.
static bool read_sides(const char *at, int sides[2]) {
    bool good = true;
    for (int side = 0; side < 2 && good; side++) {
        int digits = 0;
        sides[side] = 0;
        for (; *at >= '0' && *at <= '9' && digits < 3; at++, digits++) {
            sides[side] = sides[side] * 10 + (*at - '0');
        }
        good = digits > 0 && digits <= 2 && sides[side] > 0 && *at == (side == 0 ? 'x' : '\0');
        at += good;
    }
    return good;
}

/// Is the text a size with another sign between its numbers, such as "4X5", "4*5" or "4×5"? Then write the size into `meant`.
static bool is_other_sign(const char *text, char meant[8]) {
    static const char *const SIGNS[] = {"X", "*", "\xC3\x97"};
    const size_t width = strspn(text, "0123456789");
    int sides[2];
    for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++) {
        const size_t length = strlen(SIGNS[i]);
        if (width <= 2 && strncmp(text + width, SIGNS[i], length) == 0 && strlen(text + width + length) <= 2) {
            (void)snprintf(meant, 8, "%.*sx%s", (int)width, text, text + width + length);
            return read_sides(meant, sides);
        }
    }
    return false;
}

hr_status hr_puzzle_read_size(const hr_puzzle_kind *kind, const char *board, int *width, int *height, hr_error *error) {
    int sides[2] = {0, 0};
    char meant[8];
    const bool good = read_sides(board == NULL ? "" : board, sides);
    *width = sides[0];
    *height = sides[1];
    if (!good && board != NULL && is_other_sign(board, meant)) {
        return hr_error_set(error, HR_USAGE, "bad board in '%s:%s': did you mean %s:%s?", kind->name, board, kind->name, meant);
    }
    return good ? HR_OK
                : hr_error_set(error, HR_USAGE, "bad board in '%s%s%.60s': write %s, columns x rows, as in %s", kind->name,
                               board == NULL ? "" : ":", board == NULL ? "" : board, kind->form, kind->example);
}
