// SPDX-License-Identifier: MIT
// Boards that are a grid of characters and nothing else: levels of GNOME Klotski, and Rush Hour boards.

#include <string.h>

#include "core/try.h"
#include "puzzle/blocks/formats/formats.h"

/// Is this line the size "6,9" that GNOME's source has before a level?
static bool is_size(const hr_blocks_line *line) {
    size_t digits = 0;
    size_t commas = 0;
    for (size_t i = 0; i < line->length; i++) {
        digits += line->text[i] >= '0' && line->text[i] <= '9';
        commas += line->text[i] == ',';
    }
    return commas == 1 && digits + 1 == line->length && digits >= 2;
}

/// A letter for each character that the program's own format uses for something else, and that a GNOME level may use for a piece.
typedef struct renaming {
    char letters[HR_BLOCKS_LETTERS]; ///< [character] the letter, 0 where there is none
} renaming;

/// Find letters that the level does not use. Where none is left, the character is no letter.
static renaming rename_signs(const hr_blocks_drawing *drawing) {
    static const char SIGNS[] = {'/', ':', ';', '_', '|'};
    renaming found = {{0}};
    bool used[HR_BLOCKS_LETTERS] = {['*'] = true, ['-'] = true};
    for (int y = 0; y < drawing->height; y++) {
        for (int x = 0; x < drawing->width; x++) {
            used[(unsigned char)drawing->cells[y][x] % HR_BLOCKS_LETTERS] = true;
        }
    }
    for (size_t i = 0; i < sizeof SIGNS; i++) {
        int letter = HR_BLOCKS_LETTERS - 1;
        while (letter > ' ' && (used[letter] || !hr_blocks_is_letter((char)letter))) {
            letter--;
        }
        if (used[(int)SIGNS[i]] && letter > ' ') {
            used[letter] = true;
            found.letters[(int)SIGNS[i]] = (char)letter;
        }
    }
    return found;
}

/// Translate the sign of a GNOME level in row y and column x to that of the program's own format. A cell of the goal becomes '*' in
/// the goal's drawing. HR_USAGE: the sign has no meaning.
static hr_status translate(hr_blocks_source *source, const renaming *renamed, int y, int x, hr_error *error) {
    char *cell = &source->start.cells[y][x];
    char *goal = &source->goal.cells[y][x];
    *goal = '.';
    switch (*cell) {
    case ' ':
    case '\0':
        *cell = '.';
        return HR_OK;
    case '.':
        *goal = '*';
        source->rules['*'].aim = HR_BLOCKS_INSIDE;
        return HR_OK;
    case '#':
    case '-':
        return HR_OK;
    default:
        break;
    }
    const hr_blocks_spot spot = hr_blocks_spot_at(&source->start, y, x);
    if ((unsigned char)*cell < HR_BLOCKS_LETTERS && renamed->letters[(unsigned char)*cell] != 0) {
        *cell = renamed->letters[(unsigned char)*cell];
    }
    return hr_blocks_is_letter(*cell) ? HR_OK
                                      : hr_blocks_bad(source->file, spot, error, "the byte 0x%02x cannot be the letter of a piece",
                                                      (unsigned)(unsigned char)*cell);
}

hr_status hr_blocks_read_gnome(const char *text, hr_blocks_source *source, hr_error *error) {
    hr_blocks_line line = {.number = 0};
    while (hr_blocks_next_line(&text, &line)) {
        if (line.length == 0 || (source->start.height == 0 && is_size(&line))) {
            continue;
        }
        const bool framed = line.length >= 2 && line.text[0] == '|' && line.text[line.length - 1] == '|';
        const hr_blocks_spot spot = {line.number, framed ? 2 : 1};
        HR_TRY(hr_blocks_add_row(source->file, &source->start, line.text + framed, line.length - (framed ? 2U : 0U), spot, error));
    }
    source->goal.width = source->start.width;
    source->goal.height = source->start.height;
    memcpy(source->goal.rows, source->start.rows, sizeof source->goal.rows);
    const renaming renamed = rename_signs(&source->start);
    for (int y = 0; y < source->start.height; y++) {
        for (int x = 0; x < source->start.width; x++) {
            HR_TRY(translate(source, &renamed, y, x, error));
        }
    }
    source->gate_count = 1;
    source->gates[0] = '-';
    source->passes[0]['*'] = true;
    source->rules['*'].spot = (hr_blocks_spot){1, 1};
    return HR_OK;
}

/// Translate the signs of a Rush Hour board to those of the program's own format. HR_USAGE: a sign has no meaning.
static hr_status translate_rush(hr_blocks_source *source, hr_error *error) {
    for (int y = 0; y < source->start.height; y++) {
        for (int x = 0; x < source->start.width; x++) {
            char *cell = &source->start.cells[y][x];
            const hr_blocks_spot spot = hr_blocks_spot_at(&source->start, y, x);
            if (strchr("o.-xr", *cell) == NULL && (*cell < 'A' || *cell > 'Z')) {
                return hr_blocks_bad(source->file, spot, error,
                                     "'%c' is not a cell of a Rush Hour board: use o, . or - for empty, x for a wall, A to Z for "
                                     "cars; a drawing begins with 'start:'",
                                     *cell);
            }
            *cell = (char)(*cell == 'o' || *cell == '-' ? '.' : *cell == 'x' ? '#' : *cell);
        }
    }
    return HR_OK;
}

/// Lock each car to its axis: the row or the column that has two of its cells. HR_USAGE: a car has no axis, or two.
static hr_status lock_cars(hr_blocks_source *source, hr_error *error) {
    for (int y = 0; y < source->start.height; y++) {
        for (int x = 0; x < source->start.width; x++) {
            const char c = source->start.cells[y][x];
            hr_blocks_rule *rule = &source->rules[(unsigned char)c];
            if (c != '.' && c != '#') {
                rule->horizontal |= x > 0 && source->start.cells[y][x - 1] == c;
                rule->vertical |= y > 0 && source->start.cells[y - 1][x] == c;
                rule->spot = hr_blocks_spot_at(&source->start, y, x);
            }
        }
    }
    for (int c = 0; c < HR_BLOCKS_LETTERS; c++) {
        const hr_blocks_rule *rule = &source->rules[c];
        if (rule->spot.line > 0 && rule->horizontal == rule->vertical) {
            return hr_blocks_bad(source->file, rule->spot, error, "the car '%c' is not two or more cells in a line", c);
        }
    }
    return HR_OK;
}

/// Set *red to the car A, X or r that lies in a row, of several to the one in the row of the exit: the middle row, or the upper one
/// of two. '\0': there is none. HR_USAGE: there are two.
static hr_status find_red_car(const hr_blocks_source *source, const char *exit_row, char *red, hr_error *error) {
    *red = '\0';
    for (int anywhere = 0; anywhere < 2 && *red == '\0'; anywhere++) {
        for (const char *c = "AXr"; *c != '\0'; c++) {
            const hr_blocks_rule *rule = &source->rules[(unsigned char)*c];
            if (!rule->horizontal || (anywhere == 0 && memchr(exit_row, *c, (size_t)source->start.width) == NULL)) {
                continue;
            }
            if (*red != '\0') {
                return hr_blocks_bad(source->file, rule->spot, error,
                                     "the car that leaves may be %c or %c: give one of them another letter", *red, *c);
            }
            *red = *c;
        }
    }
    return HR_OK;
}

/// Let the red car leave to the right. HR_USAGE: there is none, or another car may be meant.
static hr_status release_red_car(hr_blocks_source *source, hr_error *error) {
    const char *exit_row = source->start.cells[(source->start.height - 1) / 2];
    char red = '\0';
    HR_TRY(find_red_car(source, exit_row, &red, error));
    if (red == '\0') {
        return hr_blocks_bad(source->file, source->start.rows[0], error,
                             "the board has no car A, X or r that lies in a row: this is the car that leaves");
    }
    for (int x = 1; x < source->start.width && memchr(exit_row, red, (size_t)source->start.width) == NULL; x++) {
        if (exit_row[x] == exit_row[x - 1] && exit_row[x] != '.' && exit_row[x] != '#') {
            return hr_blocks_bad(source->file, source->rules[(unsigned char)exit_row[x]].spot, error,
                                 "the car that leaves may be %c, or %c in the row of the exit: call it A, and no other car", red,
                                 exit_row[x]);
        }
    }
    source->rules[(unsigned char)red].exit = 'R';
    return HR_OK;
}

static hr_status finish_rush(hr_blocks_source *source, hr_error *error) {
    HR_TRY(translate_rush(source, error));
    HR_TRY(lock_cars(source, error));
    return release_red_car(source, error);
}

hr_status hr_blocks_read_rush(const char *board, hr_blocks_spot spot, hr_blocks_source *source, hr_error *error) {
    const size_t length = strcspn(board, " ,;\"\r\n");         // columns of a line may follow
    const size_t between = memchr(board, '/', length) != NULL; // characters between two rows
    size_t side = 1;
    while (side * (side + between) < length + between) {
        side++;
    }
    bool square = side * (side + between) == length + between;
    for (size_t y = 1; y < side && square && between > 0; y++) {
        square = board[y * (side + 1) - 1] == '/';
    }
    if (!square) {
        return hr_blocks_bad(source->file, spot, error,
                             "a Rush Hour board is square, with 36 characters, 25 or 49, this one has %zu", length);
    }
    const size_t more = length + strspn(board + length, " ,;\"0123456789\r\n");
    if (board[more] != '\0') {
        spot.column += (int)more;
        return hr_blocks_bad(source->file, spot, error, "'%.20s' behind the board: only numbers may stand there", board + more);
    }
    for (size_t y = 0; y < side; y++) {
        HR_TRY(hr_blocks_add_row(source->file, &source->start, board + y * (side + between), side, spot, error));
        spot.column += (int)(side + between);
    }
    return finish_rush(source, error);
}

/// Says that the board at `spot` is not the only one.
static hr_status refuse_several(const hr_blocks_source *source, hr_blocks_spot spot, hr_error *error) {
    return hr_blocks_bad(source->file, spot, error,
                         "a file holds one Rush Hour board: write each of several boards in one line, for 'huarong survey'");
}

hr_status hr_blocks_read_rush_rows(const char *text, hr_blocks_source *source, hr_error *error) {
    hr_blocks_drawing *start = &source->start;
    hr_blocks_line line = {.number = 0};
    bool equal = true; // all rows are equally long
    while (hr_blocks_next_line(&text, &line)) {
        char row[HR_BLOCKS_SIDE_MAX + 1];
        size_t length = 0;
        const size_t end = hr_blocks_is_comment(line.text) ? 0 : line.length;
        for (size_t i = 0; i < end && length < sizeof row; i++) {
            row[length] = line.text[i];
            length += line.text[i] != ' ';
        }
        if (length > HR_BLOCKS_SIDE_MAX) { // a whole board in this line, and there are more lines
            return refuse_several(source, (hr_blocks_spot){line.number, 1}, error);
        }
        if (length > 0) {
            equal = equal && (start->height == 0 || (int)length == start->width);
            HR_TRY(hr_blocks_add_row(source->file, start, row, length, (hr_blocks_spot){line.number, 1}, error));
        }
    }
    if (equal && start->height > start->width && start->height % start->width == 0) {
        return refuse_several(source, start->rows[start->width], error);
    }
    if (!equal || start->width != start->height || start->height == 0) {
        return hr_blocks_bad(source->file, start->height > 0 ? start->rows[0] : (hr_blocks_spot){1, 1}, error,
                             "this is neither a drawing, which begins with 'start:', nor a level of GNOME Klotski, which has a "
                             "piece '*', nor a Rush Hour board, which is square");
    }
    return finish_rush(source, error);
}
