// SPDX-License-Identifier: MIT
// Checks, letters, CommonCodes and drawings of Klotski states. Speed does not matter here, so all are plain loops over cells.

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
        return hr_error_set(error, HR_USAGE, "the pieces overlap or leave the board at column %d, row %d", bad % board->width + 1,
                            bad / board->width + 1);
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

/// The box characters for a corner of cells, by the sum of the lines that meet there: 1 up, 2 down, 4 left, 8 right.
static const char *const CORNERS[16] = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};

/// A board and its pieces, for drawing.
typedef struct drawing {
    const hr_klotski_board *board;
    int piece[HR_KLOTSKI_CELLS_MAX]; ///< [cells]: the head of the piece that covers this cell, −1 if the cell is empty
} drawing;

/// Fill `piece` from a valid state.
static void fill_canvas(drawing *canvas, hr_state state) {
    const int width = canvas->board->width;
    char letters[HR_KLOTSKI_CELLS_MAX];
    int bad = 0;
    (void)spell(canvas->board, state, letters, &bad);
    const int square = hr_klotski_square(state);
    for (int cell = 0; cell < canvas->board->cells; cell++) {
        int head = cell;
        switch (letters[cell]) {
        case 'X':
            head = square;
            break;
        case 'R':
            head = cell - 1;
            break;
        case 'B':
            head = cell - width;
            break;
        case '.':
            head = -1;
            break;
        default:
            break;
        }
        canvas->piece[cell] = head;
    }
}

/// The head of the piece at column x, row y: −1 if the cell is empty, −2 outside the board.
static int piece_at(const drawing *canvas, int x, int y) {
    const hr_klotski_board *board = canvas->board;
    const bool inside = x >= 0 && x < board->width && y >= 0 && y < board->height;
    return inside ? canvas->piece[y * board->width + x] : -2;
}

/// Is there a line between cell (x, y − 1) and cell (x, y)? Below the exit, the outside counts as empty.
static bool line_above(const drawing *canvas, int x, int y) {
    const hr_klotski_board *board = canvas->board;
    assert(board->width > 0);
    const int exit_x = board->exit % board->width;
    const bool below_exit =
        y == board->height && board->exit / board->width == board->height - 2 && (x == exit_x || x == exit_x + 1);
    const int lower = below_exit ? -1 : piece_at(canvas, x, y);
    return piece_at(canvas, x, y - 1) != lower;
}

/// Is there a line between cell (x − 1, y) and cell (x, y)?
static bool line_left(const drawing *canvas, int x, int y) { return piece_at(canvas, x - 1, y) != piece_at(canvas, x, y); }

/// Append `count` copies of `glyph`.
static char *put(char *out, const char *glyph, int count) {
    const size_t size = strlen(glyph);
    for (int i = 0; i < count; i++, out += size) {
        memcpy(out, glyph, size);
    }
    return out;
}

enum { CELL_COLUMNS = 3 }; // a cell is drawn three characters wide and one line high, about square on a terminal

void hr_klotski_draw(const hr_klotski_board *board, hr_state state, char text[HR_STATE_DRAWING_MAX]) {
    drawing canvas = {.board = board};
    fill_canvas(&canvas, state);
    char *out = text;
    for (int y = 0; y <= board->height; y++) {
        for (int x = 0; x <= board->width; x++) {
            const int up = line_left(&canvas, x, y - 1);
            const int down = line_left(&canvas, x, y) << 1;
            const int left = line_above(&canvas, x - 1, y) << 2;
            const int right = line_above(&canvas, x, y) << 3;
            out = put(out, CORNERS[up | down | left | right], 1);
            out = put(out, x == board->width ? "" : right != 0 ? "─" : " ", CELL_COLUMNS);
        }
        out = put(out, "\n", 1);
        for (int x = 0; x <= board->width && y < board->height; x++) {
            out = put(out, line_left(&canvas, x, y) ? "│" : " ", 1);
            out = put(out, " ", x == board->width ? 0 : CELL_COLUMNS);
        }
        out = put(out, y == board->height ? "" : "\n", 1);
    }
    *out = '\0';
}
