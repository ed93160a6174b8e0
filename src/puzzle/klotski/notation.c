// SPDX-License-Identifier: MIT
// States of the 4×5 board as names and codes.

#include "puzzle/klotski/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "puzzle/klotski/state.h"

static bool is_classical(const hr_klotski_board *board) { return board->width == 4 && board->height == 5; }

static void write_short(const hr_klotski_index *index, hr_state state, char text[HR_STATE_TEXT_MAX]) {
    hr_index number = 0;
    hr_klotski_index_of(index, &state, 1, &number);
    hr_klotski_short_code(number, text);
}

bool hr_klotski_notate(const hr_klotski_board *board, const hr_klotski_index *index, hr_state state, hr_notation notation,
                       char text[HR_STATE_TEXT_MAX]) {
    char letters[HR_STATE_TEXT_MAX];
    if (!is_classical(board)) {
        return false;
    }
    switch (notation) {
    case HR_NOTATION_COMMON:
        hr_klotski_code(board, state, text);
        return true;
    case HR_NOTATION_COMMON_CUT:
        hr_klotski_code(board, state, text); // what is shorter than three digits is not read
        for (size_t size = strlen(text); size > 3 && text[size - 1] == '0'; size--) {
            text[size - 1] = '\0';
        }
        return true;
    case HR_NOTATION_SHORT:
        write_short(index, state, text);
        return true;
    default:
        hr_klotski_format(board, state, letters);
        const char *name = hr_klotski_name_of(letters, notation);
        (void)snprintf(text, HR_STATE_TEXT_MAX, "%s", name == NULL ? "-" : name);
        return true;
    }
}

/// Skip the blanks before the text, and set `size` to the number of characters up to the last one that is not blank.
static const char *trim(const char *text, size_t *size) {
    static const char BLANKS[] = " \t\n\v\f\r";
    text += strspn(text, BLANKS);
    *size = strlen(text);
    while (*size > 0 && strchr(BLANKS, text[*size - 1]) != NULL) {
        --*size;
    }
    return text;
}

/// Read the opening with the ShortCode text[0..size). HR_USAGE: it is no ShortCode, or the board is not 4×5.
static hr_status read_short(const hr_klotski_board *board, const hr_klotski_index *index, const char *text, size_t size,
                            hr_state *state, hr_error *error) {
    hr_index number = 0;
    if (!is_classical(board)) {
        return hr_error_set(error, HR_USAGE, "only 4x5 boards have a ShortCode");
    }
    if (!hr_klotski_read_short_code(text, size, &number)) {
        return hr_error_set(error, HR_USAGE,
                            "'%.40s' is not a ShortCode: write five of the characters 1 to 9 and A to Z without I, L and O", text);
    }
    if (number >= hr_klotski_index_count(index)) {
        char last[HR_SHORT_CODE_DIGITS + 1];
        hr_klotski_short_code(hr_klotski_index_count(index) - 1, last);
        return hr_error_set(error, HR_USAGE, "there is no ShortCode %.5s: the last one is %s", text, last);
    }
    hr_klotski_index_states(index, &number, 1, state);
    return HR_OK;
}

static bool is_short_code(const char *text, size_t size) {
    hr_index number = 0;
    return hr_klotski_read_short_code(text, size, &number) && strspn(text, "0123456789ABCDEFabcdef") < size &&
           (strpbrk(text, "abcdefghijklmnopqrstuvwxyz") == NULL || hr_klotski_board_named(text, size) == NULL);
}

hr_status hr_klotski_read(const hr_klotski_board *board, const hr_klotski_index *index, const char *text, hr_state *state,
                          hr_error *error) {
    size_t size = 0;
    const char *code = trim(text, &size);
    return is_classical(board) && is_short_code(code, size) ? read_short(board, index, code, size, state, error)
                                                            : hr_klotski_parse(board, text, state, error);
}

hr_status hr_klotski_read_notation(const hr_klotski_board *board, const hr_klotski_index *index, const char *text,
                                   hr_notation notation, hr_state *state, hr_error *error) {
    size_t size = 0;
    text = trim(text, &size);
    if (notation == HR_NOTATION_SHORT) {
        return read_short(board, index, text, size, state, error);
    }
    const bool name = hr_klotski_board_named(text, size) != NULL;
    bool code = size > 0;
    for (size_t i = 0; i < size; i++) {
        code = code && isxdigit((unsigned char)text[i]) != 0;
    }
    const bool common = notation == HR_NOTATION_COMMON || notation == HR_NOTATION_COMMON_CUT;
    if (common ? !code : !name) {
        return hr_error_set(error, HR_USAGE, common ? "'%.60s' is not a CommonCode" : "no opening has the name '%.60s'", text);
    }
    return hr_klotski_parse(board, text, state, error);
}
