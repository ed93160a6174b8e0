// SPDX-License-Identifier: MIT
// Checks, letters, CommonCodes and pictures of Klotski states. Speed does not matter here, so all are plain loops over cells.

#include "puzzle/klotski/state.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { CODE_EMPTY, CODE_HORIZONTAL, CODE_VERTICAL, CODE_SINGLE };

static unsigned code_at(hr_state state, int cell) {
    return (unsigned)(state >> cell & 1) | (unsigned)(state >> (cell + 32) & 1) << 1;
}

/// Write the letter of each cell into `letters[0..cells)`. Returns false if pieces overlap or leave the board; *bad is then the
/// first such cell, and the letters from there on mean nothing.
static bool spell(const hr_klotski_board *board, hr_state state, char letters[HR_KLOTSKI_CELLS_MAX], int *bad) {
    static const char FIRST[4] = {'.', 'L', 'T', 'o'};
    const int width = board->width;
    memset(letters, 0, HR_KLOTSKI_CELLS_MAX);
    for (int cell = 0; cell < board->cells; cell++) {
        const unsigned code = code_at(state, cell);
        *bad = cell;
        if (letters[cell] != 0) {
            const bool mark =
                letters[cell] == 'X' && code == CODE_VERTICAL && cell % width > 0 && code_at(state, cell - 1) == CODE_HORIZONTAL;
            if (code != 0 && !mark) {
                return false;
            }
            continue;
        }
        const bool wide = code == CODE_HORIZONTAL;
        const bool square = wide && cell % width < width - 1 && code_at(state, cell + 1) == CODE_VERTICAL;
        const bool tall = code == CODE_VERTICAL || square;
        if ((wide && (cell % width == width - 1 || letters[cell + 1] != 0)) || (tall && cell + width >= board->cells)) {
            return false;
        }
        letters[cell] = square ? 'X' : FIRST[code];
        if (wide) {
            letters[cell + 1] = square ? 'X' : 'R';
        }
        if (tall) {
            letters[cell + width] = square ? 'X' : 'B';
        }
        if (square) {
            letters[cell + width + 1] = 'X';
        }
    }
    return true;
}

static int count_letter(const hr_klotski_board *board, const char letters[HR_KLOTSKI_CELLS_MAX], char letter) {
    int count = 0;
    for (int cell = 0; cell < board->cells; cell++) {
        count += letters[cell] == letter;
    }
    return count;
}

hr_status hr_klotski_validate(const hr_klotski_board *board, hr_state state, hr_error *error) {
    char letters[HR_KLOTSKI_CELLS_MAX];
    int bad = 0;
    if ((state & ~HR_KLOTSKI_CELL(board->full)) != 0) {
        return hr_error_set(error, HR_USAGE, "the state has pieces outside the %dx%d board", board->width, board->height);
    }
    if (!spell(board, state, letters, &bad)) {
        return hr_error_set(error, HR_USAGE, "the pieces overlap or leave the board at %d,%d", bad % board->width,
                            bad / board->width);
    }
    const int squares = count_letter(board, letters, 'X') / 4;
    if (squares != 1) {
        return hr_error_set(error, HR_USAGE, "there must be exactly one 2x2 piece (X); this board has %d", squares);
    }
    const int empty = count_letter(board, letters, '.');
    if (empty < 2) {
        return hr_error_set(error, HR_USAGE, "there must be at least two empty cells (.); this board has %d", empty);
    }
    return HR_OK;
}

void hr_klotski_format(const hr_klotski_board *board, hr_state state, char text[HR_STATE_TEXT_MAX]) {
    char letters[HR_KLOTSKI_CELLS_MAX];
    int bad = 0;
    (void)spell(board, state, letters, &bad);
    memcpy(text, letters, (size_t)board->cells);
    text[board->cells] = '\0';
}

void hr_klotski_code(const hr_klotski_board *board, hr_state state, char text[HR_STATE_TEXT_MAX]) {
    text[0] = '\0';
    char letters[HR_KLOTSKI_CELLS_MAX];
    int bad = 0;
    if (board->width != 4 || board->height != 5 || !spell(board, state, letters, &bad)) {
        return;
    }
    uint64_t code = (uint64_t)hr_klotski_square(state) << 32;
    int place = 32;
    for (int cell = 0; cell < board->cells; cell++) {
        if (strchr("XRB", letters[cell]) == NULL) {
            place -= 2;
            code |= (uint64_t)code_at(state, cell) << place;
        }
    }
    (void)snprintf(text, HR_STATE_TEXT_MAX, "%09llX", (unsigned long long)code);
}

void hr_klotski_picture(const hr_klotski_board *board, hr_state state, hr_picture *picture) {
    const int width = board->width;
    char letters[HR_KLOTSKI_CELLS_MAX];
    int bad = 0;
    (void)spell(board, state, letters, &bad);
    hr_picture_begin(width, board->height, picture);
    for (int cell = 0; cell < board->cells; cell++) {
        static const char HEADS[] = "XLTo";
        static const char *const LABELS[] = {"2x2", "H", "V", "S"};
        static const int WIDTHS[] = {2, 2, 1, 1};
        static const int HEIGHTS[] = {2, 1, 2, 1};
        const char *head = letters[cell] == '.' ? NULL : strchr(HEADS, letters[cell]);
        if (head == NULL || picture->cells[cell] != HR_PICTURE_EMPTY) {
            continue;
        }
        const int piece = hr_picture_add(picture, LABELS[head - HEADS]);
        for (int i = 0; i < WIDTHS[head - HEADS] * HEIGHTS[head - HEADS]; i++) {
            const int x = i % WIDTHS[head - HEADS];
            hr_picture_cover(picture, piece, cell + i / WIDTHS[head - HEADS] * width + x);
        }
    }
    for (int i = 0; i < 4; i++) {
        picture->exit[board->exit + i / 2 * width + i % 2] = true;
    }
}
