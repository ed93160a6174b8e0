// SPDX-License-Identifier: MIT
// Tile states as people write them: W·H numbers in reading order, the blank as 0, _ or . (numbers.h has the forms).

#include <assert.h>
#include <stdio.h>

#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/numbers.h"
#include "puzzle/tile/tile.h"

enum {
    LARGE = 1000000,   ///< stands for this number and all greater ones, which no board has
    DIGITS_SHOWN = 24, ///< most digits of a number that is quoted
};

/// Read the number of a piece, or a sign for the blank, at *text, and set *text to the character behind it. Returns −1 if there is
/// no such number.
static int read_piece(const char **text, bool together) {
    if (together) {
        return hr_numbers_digit(*(*text)++);
    }
    if (**text == '_' || **text == '.') {
        ++*text;
        return hr_numbers_end(**text) ? 0 : -1;
    }
    const char *begin = *text;
    int value = 0;
    for (; **text >= '0' && **text <= '9'; ++*text) {
        value = value < LARGE ? value * 10 + (**text - '0') : LARGE;
    }
    return *text > begin && hr_numbers_end(**text) ? value : -1;
}

hr_status hr_tile_parse_pieces(int width, int height, const char *text, const char *what, uint8_t *pieces, hr_error *error) {
    const int cells = width * height;
    assert(cells <= 64); // the bits of `seen`
    uint64_t seen = 0;
    int n = 0;
    bool together = false;
    HR_TRY(hr_numbers_check_brackets(text, what, error));
    const char *const begin = hr_numbers_begin(width, height, text, &together);
    for (const char *at = begin; *at != '\0'; at = hr_numbers_skip(at)) {
        const int offset = (int)(at - text);
        const int piece = read_piece(&at, together);
        if (piece < 0) {
            return hr_error_set(error, HR_USAGE, "bad %s: no number at character %d; write %d numbers, 0 for the blank", what,
                                offset + 1, cells);
        }
        if (piece >= cells) {
            const int digits = (int)(at - text) - offset;
            return hr_error_set(error, HR_USAGE, "bad %s: tile %.*s%s is not on a board of %d cells; use 0 to %d", what,
                                digits < DIGITS_SHOWN ? digits : DIGITS_SHOWN, text + offset, digits > DIGITS_SHOWN ? "..." : "",
                                cells, cells - 1);
        }
        if ((seen & (UINT64_C(1) << piece)) != 0) {
            return hr_error_set(error, HR_USAGE, "bad %s: %d appears twice; use each of 0 to %d once", what, piece, cells - 1);
        }
        assert(n < cells); // else the pigeonhole principle has reported a duplicate
        seen |= UINT64_C(1) << piece;
        pieces[n++] = (uint8_t)piece;
    }
    if (n != cells) {
        return hr_error_set(error, HR_USAGE, "bad %s: %d number%s for a board of %d cells; use each of 0 to %d once", what, n,
                            hr_quantity_plural((uint64_t)n), cells, cells - 1);
    }
    return together ? HR_OK : hr_numbers_check_rows(width, height, begin, what, error);
}

void hr_tile_write_numbers(const uint8_t *numbers, int cells, char text[HR_STATE_TEXT_MAX]) {
    size_t used = 0;
    for (int c = 0; c < cells; c++) {
        used += (size_t)snprintf(text + used, HR_STATE_TEXT_MAX - used, c == 0 ? "%d" : " %d", numbers[c]);
    }
}
