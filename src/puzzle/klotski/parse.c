// SPDX-License-Identifier: MIT
// Reads Klotski states: board letters, CommonCodes, names of openings. The text comes from a user and may be anything.

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/klotski/letters.h"
#include "puzzle/klotski/notation.h"
#include "puzzle/klotski/state.h"

/// A text without the blanks at its ends, and which kinds of characters it has.
typedef struct source_text {
    const char *begin;
    size_t size;
    char cells[HR_KLOTSKI_CELLS_MAX]; ///< the first characters that are cells, not gaps
    size_t cell_count;                ///< the number of all such characters
    bool letters;                     ///< all such characters are board letters
    bool hexadecimal;                 ///< all characters are hexadecimal digits, with no blank between
    bool plain;                       ///< all such characters are printable ASCII
    char quoted[48];                  ///< the beginning of the text, for messages
} source_text;

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// May the character stand between the cells of a board: as a blank, between its rows, or around them in a program's list?
static bool is_gap(char c) { return is_blank(c) || (c != '\0' && strchr("/,;[](){}\"'", c) != NULL); }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

static int hexadecimal_digit(char c) {
    const char l = lower(c);
    return c >= '0' && c <= '9' ? c - '0' : l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

/// Returns the board letter that hr_klotski_format writes for `c`: `c` in its usual case, or '.' for '_'. Returns 0 if `c` is no
/// board letter.
static char board_letter(char c) {
    static const char READ[] = "XxLlRrTtBbOo._";
    static const char WRITTEN[] = "XXLLRRTTBBoo..";
    const char *at = c == '\0' ? NULL : strchr(READ, c);
    return at == NULL ? '\0' : WRITTEN[at - READ];
}

static source_text look_at(const char *text) {
    source_text source = {.letters = true, .hexadecimal = true, .plain = true};
    while (is_blank(*text)) {
        text++;
    }
    source.begin = text;
    source.size = strlen(text);
    while (source.size > 0 && is_blank(text[source.size - 1])) {
        source.size--;
    }
    for (size_t i = 0; i < source.size; i++) {
        const char c = text[i];
        source.hexadecimal &= hexadecimal_digit(c) >= 0;
        if (is_gap(c)) {
            continue;
        }
        source.letters &= board_letter(c) != '\0';
        source.plain &= c > 0x20 && c < 0x7F;
        if (source.cell_count < HR_KLOTSKI_CELLS_MAX) {
            source.cells[source.cell_count] = c;
        }
        source.cell_count++;
    }
    (void)snprintf(source.quoted, sizeof source.quoted, "%.*s", (int)source.size, source.begin);
    return source;
}

static bool is_classical(const hr_klotski_board *board) { return board->width == 4 && board->height == 5; }

static hr_status parse_letters(const hr_klotski_board *board, const source_text *source, hr_state *state, hr_error *error) {
    if (source->cell_count != (size_t)board->cells) {
        return hr_error_set(error, HR_USAGE, "a %dx%d board has %d cells, '%s' has %zu letter%s", board->width, board->height,
                            board->cells, source->quoted, source->cell_count, hr_quantity_plural(source->cell_count));
    }
    char cells[HR_KLOTSKI_CELLS_MAX] = {0};
    int other = -1; // the first cell with another letter
    for (int cell = board->cells - 1; cell >= 0; cell--) {
        cells[cell] = board_letter(source->cells[cell]);
        other = cells[cell] == '\0' ? cell : other;
    }
    if (other < 0) {
        return hr_klotski_state_of_letters(board, cells, state, error);
    }
    bool read = false;
    HR_TRY(hr_klotski_parse_any_letters(board, source->cells, state, &read, error));
    return read ? HR_OK
                : hr_error_set(error, HR_USAGE, "'%c' at %d,%d is not a board letter: use X, L R, T B, o and .",
                               source->cells[other], other % board->width, other / board->width);
}

enum { CODE_DIGITS = 9, CODE_BITS = 36, SHORTEST_CODE = 3 };

static hr_status code_misfit(const source_text *source, const char *why, hr_error *error) {
    return hr_error_set(error, HR_USAGE, "the CommonCode %s does not fit a 4x5 board: %s", source->quoted, why);
}

/// Read a CommonCode. Its first digit is the cell of the 2×2's head. Then come items of two bits, and each goes to the first cell
/// that is still free.
static hr_status parse_code(const hr_klotski_board *board, const source_text *source, hr_state *state, hr_error *error) {
    if (source->cell_count > CODE_DIGITS) {
        return code_misfit(source, "it has more than 9 digits", error);
    }
    if (source->cell_count < SHORTEST_CODE) {
        return hr_error_set(error, HR_USAGE, "'%s' is too short for a CommonCode: write zeros behind it if it is one",
                            source->quoted);
    }
    uint64_t code = 0;
    for (size_t i = 0; i < CODE_DIGITS; i++) {
        code = code << 4 | (i < source->cell_count ? (uint64_t)hexadecimal_digit(source->cells[i]) : 0);
    }
    const int square = (int)(code >> (CODE_BITS - 4));
    if (square % board->width == board->width - 1 || square + board->width >= board->cells) {
        return code_misfit(source, "its 2x2 would leave the board", error);
    }
    hr_state result = HR_KLOTSKI_SQUARE << square;
    const uint32_t pair = 3U << square;
    uint32_t taken = pair | pair << board->width;
    int place = CODE_BITS - 4;
    for (int cell = 0; cell < board->cells; cell++) {
        const uint32_t bit = 1U << cell;
        if ((taken & bit) != 0) {
            continue;
        }
        assert(place >= 2);
        place -= 2;
        const uint64_t item = code >> place & 3;
        uint32_t covered = item == 1 ? bit << 1 & board->not_first : item == 2 ? bit << board->width & board->full : bit;
        if (covered == 0 || (covered & taken) != 0) {
            return code_misfit(source, item == 1 ? "a horizontal has no room" : "a vertical has no room", error);
        }
        taken |= bit | covered;
        result |= ((item & 1) | (item >> 1) << 32) << cell;
    }
    if ((code & ((UINT64_C(1) << place) - 1)) != 0) {
        return code_misfit(source, "there is something left when all cells are filled", error);
    }
    HR_TRY(hr_klotski_validate(board, result, error));
    *state = result;
    return HR_OK;
}

hr_status hr_klotski_parse(const hr_klotski_board *board, const char *text, hr_state *state, hr_error *error) {
    const source_text source = look_at(text);
    if (source.size == 0) {
        return hr_error_set(error, HR_USAGE, "a board is missing: give its %d letters", board->cells);
    }
    if (source.letters && source.cell_count == (size_t)board->cells) { // no name is made of a whole board's letters
        return parse_letters(board, &source, state, error);
    }
    const char *opening = hr_klotski_board_named(source.begin, source.size);
    if (opening != NULL) {
        if (!is_classical(board)) {
            return hr_error_set(error, HR_USAGE, "%s is an opening of the 4x5 board, not of %dx%d", source.quoted, board->width,
                                board->height);
        }
        return hr_klotski_state_of_letters(board, opening, state, error);
    }
    const bool code = source.hexadecimal && (!source.letters || is_classical(board));
    if (code && is_classical(board)) {
        return parse_code(board, &source, state, error);
    }
    if (source.letters || (source.plain && source.cell_count == (size_t)board->cells)) {
        return parse_letters(board, &source, state, error);
    }
    if (code) {
        return hr_error_set(error, HR_USAGE,
                            "'%s' looks like a CommonCode, which only 4x5 boards have: give the %d letters of the board",
                            source.quoted, board->cells);
    }
    const char *near = is_classical(board) ? hr_klotski_name_near(source.begin, source.size) : NULL;
    if (near != NULL) {
        return hr_error_set(error, HR_USAGE, "unknown opening '%s': did you mean %s?", source.quoted, near);
    }
    return hr_error_set(error, HR_USAGE, "unknown opening '%s': give %d board letters%s", source.quoted, board->cells,
                        is_classical(board) ? ", a CommonCode, a ShortCode or the name of an opening" : "");
}
