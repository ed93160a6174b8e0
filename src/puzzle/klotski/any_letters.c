// SPDX-License-Identifier: MIT
// Boards in letters or digits that somebody has chosen: each stands for one piece, or for all pieces of one shape.
//
//     AXXB     2113     VXXV
//     AXXB     2113     VXXV
//     CEED     4665     VHHV
//     CFGD     4775     VSSV
//     H..I     7007     S..S

#include <string.h>

#include "core/try.h"
#include "puzzle/klotski/letters.h"

enum {
    SHARED_MAX = 4, ///< with so few letters each may stand for a shape, else only those whose cells are not one piece
    SHARES = 3,     ///< shapes of which there may be several pieces
};

/// The shapes, by the letters of their cells.
static const struct {
    int width, height;
    const char *letters;
} SHAPES[SHARES + 1] = {{1, 1, "o"}, {2, 1, "LR"}, {1, 2, "TB"}, {2, 2, "XXXX"}};

/// The cells of each letter of a board.
typedef struct spelling {
    const hr_klotski_board *board;
    int letters;
    uint32_t cells[HR_KLOTSKI_CELLS_MAX]; ///< [letters]
    int shared[SHARED_MAX];               ///< letters that may stand for several pieces
    int shared_count;
} spelling;

/// Cut the cells into pieces of the shape, and write their letters into `out`. Returns the number of pieces, 0 if it cannot be
/// done.
static int cut_pieces(const hr_klotski_board *board, uint32_t cells, int shape, char *out) {
    int pieces = 0;
    for (; cells != 0; pieces++) {
        const int head = __builtin_ctz(cells);
        if (head % board->width + SHAPES[shape].width > board->width) {
            return 0;
        }
        for (int i = 0; SHAPES[shape].letters[i] != '\0'; i++) {
            const int cell = head + i / SHAPES[shape].width * board->width + i % SHAPES[shape].width;
            if (cell >= board->cells || (cells >> cell & 1U) == 0) {
                return 0;
            }
            cells &= ~(1U << cell);
            out[cell] = SHAPES[shape].letters[i];
        }
    }
    return pieces;
}

/// Write the one piece that the cells are into `out`. Returns its shape, −1 if they are not one piece.
static int write_one(const hr_klotski_board *board, uint32_t cells, char *out) {
    for (int shape = SHARES; shape >= 0; shape--) {
        if (cut_pieces(board, cells, shape, out) == 1) {
            return shape;
        }
    }
    return -1;
}

/// Collect the cells of each letter. False: no reading is possible.
static bool collect_letters(const hr_klotski_board *board, const char *cells, spelling *s) {
    const char *empty =
        memchr(cells, '.', (size_t)board->cells) != NULL || memchr(cells, '_', (size_t)board->cells) != NULL ? "._" : "0";
    char seen[HR_KLOTSKI_CELLS_MAX + 1] = "";
    char scratch[HR_KLOTSKI_CELLS_MAX];
    *s = (spelling){.board = board};
    for (int cell = 0; cell < board->cells; cell++) {
        if (strchr(empty, cells[cell]) == NULL) {
            const char *known = strchr(seen, cells[cell]);
            const int letter = known != NULL ? (int)(known - seen) : s->letters++;
            seen[letter] = cells[cell];
            s->cells[letter] |= 1U << cell;
        }
    }
    const bool all = s->letters <= SHARED_MAX;
    for (int letter = 0; letter < s->letters; letter++) {
        if (all || write_one(board, s->cells[letter], scratch) < 0) {
            if (s->shared_count == SHARED_MAX) {
                return false;
            }
            s->shared[s->shared_count++] = letter;
        }
    }
    return true;
}

/// Write the board in which letter `several[k]` stands for several pieces of shape k (−1: none does), and each other letter for one
/// piece. A shape with such a letter has no other. False: there is no such board.
static bool write_board(const spelling *s, const int several[SHARES], char out[HR_KLOTSKI_CELLS_MAX]) {
    memset(out, '.', HR_KLOTSKI_CELLS_MAX);
    for (int letter = 0; letter < s->letters; letter++) {
        int shape = -1;
        int times = 0;
        for (int k = 0; k < SHARES; k++) {
            shape = several[k] == letter ? k : shape;
            times += several[k] == letter;
        }
        if (times > 1 || (times == 1 && cut_pieces(s->board, s->cells[letter], shape, out) < 2)) {
            return false;
        }
        const int one = times == 1 ? SHARES : write_one(s->board, s->cells[letter], out);
        if (one < 0 || (one < SHARES && several[one] >= 0)) {
            return false;
        }
    }
    return true;
}

hr_status hr_klotski_parse_any_letters(const hr_klotski_board *board, const char *cells, hr_state *state, bool *read,
                                       hr_error *error) {
    spelling s;
    hr_state found = 0;
    char first[HR_KLOTSKI_CELLS_MAX];
    char out[HR_KLOTSKI_CELLS_MAX];
    *read = false;
    const int choices = collect_letters(board, cells, &s) ? s.shared_count + 1 : 0;
    for (int i = 0; i < choices * choices * choices; i++) {
        const int pick[SHARES] = {i % choices, i / choices % choices, i / choices / choices};
        int several[SHARES];
        for (int k = 0; k < SHARES; k++) {
            several[k] = pick[k] == 0 ? -1 : s.shared[pick[k] - 1];
        }
        if (!write_board(&s, several, out) || hr_klotski_state_of_letters(board, out, &found, NULL) != HR_OK) {
            continue;
        }
        if (*read && found != *state) {
            return hr_error_set(error, HR_USAGE, "the letters can mean %.*s or %.*s: write X, L R, T B, o and .", board->cells,
                                first, board->cells, out);
        }
        *read = true;
        *state = found;
        memcpy(first, out, sizeof first);
    }
    return HR_OK;
}
