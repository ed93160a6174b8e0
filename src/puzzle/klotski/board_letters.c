// SPDX-License-Identifier: MIT
// Reads the board letters that hr_klotski_format writes.

#include "core/try.h"
#include "puzzle/klotski/letters.h"
#include "puzzle/klotski/state.h"

/// The format and the arguments for a cell's place in messages: column and row, from 0.
#define AT "%d,%d"
#define AT_VALUES(board, cell) (cell) % (board)->width, (cell) / (board)->width

/// The other half of a horizontal or vertical, seen from the cell of one half.
typedef struct partner {
    bool inside;       ///< the cell where the other half should be is on the board
    int cell;          ///< the cell where the other half should be
    char letter;       ///< the letter that should be there
    const char *where; ///< where this cell is, for messages: "on its right"
} partner;

/// HR_USAGE unless the other half `other` of the letter at `cell` is in its cell.
static hr_status check_partner(const hr_klotski_board *board, const char *cells, int cell, const partner *other, hr_error *error) {
    if (other->inside && cells[other->cell] == other->letter) {
        return HR_OK;
    }
    return hr_error_set(error, HR_USAGE, "the letters form no pieces: the %c at " AT " has no %c %s", cells[cell],
                        AT_VALUES(board, cell), other->letter, other->where);
}

static hr_status check_dominoes(const hr_klotski_board *board, const char *cells, hr_error *error) {
    const int width = board->width;
    for (int cell = 0; cell < board->cells; cell++) {
        const int x = cell % width;
        switch (cells[cell]) {
        case 'L':
            HR_TRY(check_partner(board, cells, cell, &(partner){x < width - 1, cell + 1, 'R', "on its right"}, error));
            break;
        case 'R':
            HR_TRY(check_partner(board, cells, cell, &(partner){x > 0, cell - 1, 'L', "on its left"}, error));
            break;
        case 'T':
            HR_TRY(
                check_partner(board, cells, cell, &(partner){cell + width < board->cells, cell + width, 'B', "below it"}, error));
            break;
        case 'B':
            HR_TRY(check_partner(board, cells, cell, &(partner){cell >= width, cell - width, 'T', "above it"}, error));
            break;
        default:
            break;
        }
    }
    return HR_OK;
}

static hr_status check_square(const hr_klotski_board *board, const char *cells, int *head, hr_error *error) {
    int count = 0;
    *head = -1;
    for (int cell = 0; cell < board->cells; cell++) {
        if (cells[cell] == 'X') {
            *head = count == 0 ? cell : *head;
            count++;
        }
    }
    if (count == 0) {
        return hr_error_set(error, HR_USAGE, "the board has no 2x2 piece: it needs four X in a square");
    }
    if (count != 4) {
        return hr_error_set(error, HR_USAGE, "the board has %d X: a board has exactly one 2x2 piece of four X", count);
    }
    const int first = *head;
    const int below = first + board->width;
    const bool fits = first % board->width < board->width - 1 && below < board->cells;
    if (!fits || cells[first + 1] != 'X' || cells[below] != 'X' || cells[below + 1] != 'X') {
        return hr_error_set(error, HR_USAGE, "the four X from " AT " on do not form a 2x2 square", AT_VALUES(board, first));
    }
    return HR_OK;
}

hr_status hr_klotski_state_of_letters(const hr_klotski_board *board, const char *cells, hr_state *state, hr_error *error) {
    int square = 0;
    HR_TRY(check_square(board, cells, &square, error));
    HR_TRY(check_dominoes(board, cells, error));
    hr_state result = HR_KLOTSKI_SQUARE << square;
    for (int cell = 0; cell < board->cells; cell++) {
        const uint64_t a = cells[cell] == 'L' || cells[cell] == 'o';
        const uint64_t b = cells[cell] == 'T' || cells[cell] == 'o';
        result |= (a | b << 32) << cell;
    }
    HR_TRY(hr_klotski_validate(board, result, error));
    *state = result;
    return HR_OK;
}
