// SPDX-License-Identifier: MIT
// Configurations of jim'slide and js2 (Jim Leonard): `xsize: n`, `ysize: n`, `wall: (x,y)`, `hwall: y (x1,x2)`, `vwall: x (y1,y2)`,
// `piece: n (0,0) (1,0)`, `lockx: n`, `locky: n`, `put: n (x,y) ['c']`, `win: n (x,y)`, where n = 0 is an empty cell. Keys may have
// capitals. Lines that begin with ! or # are comments. Keys that say how to search (numthreads: and so on) are skipped. `xstep: n
// k` and `ystep: n k` are refused. Pieces of one type are interchangeable; every type with a win has a group of letters of its own.

#include <string.h>
#include <strings.h>

#include "core/try.h"
#include "puzzle/blocks/formats/formats.h"

enum { TYPES_MAX = 64, TYPE_CELLS_MAX = 64, PUTS_MAX = 64 };

typedef struct type {
    long number;
    int count;
    int x[TYPE_CELLS_MAX];
    int y[TYPE_CELLS_MAX];
    bool lock_x;
    bool lock_y;
    bool wins; ///< some win names the type
} type;

typedef struct piece {
    long number;
    int x;
    int y;
    char letter; ///< '\0': not chosen yet
    hr_blocks_spot spot;
} piece;

typedef struct config {
    hr_blocks_source *source;
    long width;
    long height;
    type types[TYPES_MAX];
    int type_count;
    piece puts[PUTS_MAX];
    int put_count;
    piece wins[PUTS_MAX];
    int win_count;
    piece walls[HR_BLOCKS_SIDE_MAX * HR_BLOCKS_SIDE_MAX];
    int wall_count;
} config;

/// A line that is being read.
typedef struct cursor {
    const hr_blocks_source *source;
    const char *line;
    size_t length;
    size_t at;
    int number;
} cursor;

static hr_blocks_spot spot_of(const cursor *c) { return (hr_blocks_spot){c->number, (int)c->at + 1}; }

static char peek(cursor *c) {
    while (c->at < c->length && c->line[c->at] == ' ') {
        c->at++;
    }
    return c->at < c->length && c->line[c->at] != '!' ? c->line[c->at] : '\0';
}

static hr_status read_number(cursor *c, long *number, hr_error *error) {
    const bool negative = peek(c) == '-';
    c->at += negative;
    size_t digits = 0;
    *number = 0;
    for (; c->at < c->length && c->line[c->at] >= '0' && c->line[c->at] <= '9' && digits < 6; c->at++, digits++) {
        *number = *number * 10 + (c->line[c->at] - '0');
    }
    *number = negative ? -*number : *number;
    return digits > 0 ? HR_OK : hr_blocks_bad(c->source->file, spot_of(c), error, "a number is missing");
}

static hr_status expect(cursor *c, char wanted, hr_error *error) {
    if (peek(c) != wanted) {
        return hr_blocks_bad(c->source->file, spot_of(c), error, "'%c' is missing: write a place as (x,y)", wanted);
    }
    c->at++;
    return HR_OK;
}

static hr_status read_pair(cursor *c, int *x, int *y, hr_error *error) {
    long values[2] = {0, 0};
    HR_TRY(expect(c, '(', error));
    HR_TRY(read_number(c, &values[0], error));
    HR_TRY(expect(c, ',', error));
    HR_TRY(read_number(c, &values[1], error));
    *x = (int)values[0];
    *y = (int)values[1];
    return expect(c, ')', error);
}

static type *find_type(config *f, long number) {
    for (int i = 0; i < f->type_count; i++) {
        if (f->types[i].number == number) {
            return &f->types[i];
        }
    }
    if (f->type_count == TYPES_MAX) {
        return NULL;
    }
    f->types[f->type_count] = (type){.number = number};
    return &f->types[f->type_count++];
}

/// Read the number of a type. *t is set to the type with this number, which is added if it is new.
static hr_status read_type(config *f, cursor *c, type **t, hr_error *error) {
    long number = 0;
    HR_TRY(read_number(c, &number, error));
    *t = find_type(f, number);
    return *t != NULL ? HR_OK : hr_blocks_bad(f->source->file, spot_of(c), error, "there are more than %d types", TYPES_MAX);
}

static hr_status read_piece(config *f, cursor *c, hr_error *error) {
    type *t = NULL;
    HR_TRY(read_type(f, c, &t, error));
    if (t->count > 0 || t->number == 0) {
        return hr_blocks_bad(f->source->file, spot_of(c), error,
                             t->number == 0 ? "type 0 is the empty cell" : "the type is defined twice");
    }
    while (peek(c) == '(') {
        if (t->count == TYPE_CELLS_MAX) {
            return hr_blocks_bad(f->source->file, spot_of(c), error, "a piece has at most %d cells", TYPE_CELLS_MAX);
        }
        HR_TRY(read_pair(c, &t->x[t->count], &t->y[t->count], error));
        t->count++;
    }
    return t->count > 0 ? HR_OK : hr_blocks_bad(f->source->file, spot_of(c), error, "the piece has no cells");
}

/// Read "n (x,y) 'c'" into the next entry of `list[0..*count)`.
static hr_status read_put(config *f, cursor *c, piece *list, int *count, hr_error *error) {
    if (*count == PUTS_MAX) {
        return hr_blocks_bad(f->source->file, spot_of(c), error, "there are more than %d pieces", PUTS_MAX);
    }
    (void)peek(c); // the spot is behind blanks
    piece *p = &list[*count];
    *p = (piece){.spot = spot_of(c)};
    HR_TRY(read_number(c, &p->number, error));
    HR_TRY(read_pair(c, &p->x, &p->y, error));
    if (peek(c) == '\'' && c->at + 2 < c->length && hr_blocks_is_letter(c->line[c->at + 1]) && c->line[c->at + 2] == '\'') {
        p->letter = c->line[c->at + 1];
        c->at += 3;
    }
    ++*count;
    return HR_OK;
}

/// Make a wall of a cell. A cell may be named several times, because lines of walls cross.
static hr_status add_wall(config *f, const cursor *c, piece wall, hr_error *error) {
    for (int i = 0; i < f->wall_count; i++) {
        if (f->walls[i].x == wall.x && f->walls[i].y == wall.y) {
            return HR_OK;
        }
    }
    if (f->wall_count == HR_BLOCKS_SIDE_MAX * HR_BLOCKS_SIDE_MAX) {
        return hr_blocks_bad(f->source->file, spot_of(c), error, "there are more walls than cells");
    }
    f->walls[f->wall_count++] = wall;
    return HR_OK;
}

static hr_status read_wall(config *f, cursor *c, hr_error *error) {
    (void)peek(c);
    piece wall = {.spot = spot_of(c)};
    HR_TRY(read_pair(c, &wall.x, &wall.y, error));
    return add_wall(f, c, wall, error);
}

/// Read "y (x1,x2)", a line of walls in the row y, or "x (y1,y2)", one in the column x. The ends may have any order.
static hr_status read_wall_line(config *f, cursor *c, bool is_row, hr_error *error) {
    long across = 0;
    int ends[2] = {0, 0};
    (void)peek(c);
    piece wall = {.spot = spot_of(c)};
    HR_TRY(read_number(c, &across, error));
    HR_TRY(read_pair(c, &ends[0], &ends[1], error));
    const int first = ends[0] < ends[1] ? ends[0] : ends[1];
    const int last = ends[0] < ends[1] ? ends[1] : ends[0];
    for (int at = first; at <= last; at++) {
        wall.x = is_row ? at : (int)across;
        wall.y = is_row ? (int)across : at;
        HR_TRY(add_wall(f, c, wall, error));
    }
    return HR_OK;
}

/// Returns the place of a key in `keys[0..count)`; `count` if the key is not there. Capitals do not matter.
static size_t find_key(const char *const *keys, size_t count, const char *key, size_t length) {
    size_t k = 0;
    while (k < count && (strlen(keys[k]) != length || strncasecmp(keys[k], key, length) != 0)) {
        k++;
    }
    return k;
}

/// Read the value of a key that says how to search or print, or refuse the key.
static hr_status skip_value(const config *f, cursor *c, const char *key, size_t length, hr_error *error) {
    static const char *const SKIPPED[] = {"numthreads", "bigmem",   "smallmem", "diskthreads",  "winonly",      "cachepercent",
                                          "useletters", "hexprint", "nograph",  "noconcurrent", "checkfulltree"};
    static const char *const STEPS[] = {"xstep", "ystep"};
    enum { SKIPPED_COUNT = sizeof SKIPPED / sizeof SKIPPED[0] };
    if (find_key(SKIPPED, SKIPPED_COUNT, key, length) < SKIPPED_COUNT) {
        c->at = c->length;
        return HR_OK;
    }
    c->at = (size_t)(key - c->line);
    const bool steps = find_key(STEPS, 2, key, length) < 2;
    return hr_blocks_bad(f->source->file, spot_of(c), error, "'%.*s:' is not supported%s", (int)(length < 30 ? length : 30), key,
                         steps ? ": here a piece may stop at every cell that it passes" : "");
}

static hr_status read_key(config *f, cursor *c, const char *key, size_t length, hr_error *error) {
    static const char *const KEYS[] = {"xsize", "ysize", "piece", "put", "win", "wall", "hwall", "vwall", "lockx", "locky"};
    const size_t k = find_key(KEYS, sizeof KEYS / sizeof KEYS[0], key, length);
    type *t = NULL;
    switch (k) {
    case 0:
        return read_number(c, &f->width, error);
    case 1:
        return read_number(c, &f->height, error);
    case 2:
        return read_piece(f, c, error);
    case 3:
        return read_put(f, c, f->puts, &f->put_count, error);
    case 4:
        return read_put(f, c, f->wins, &f->win_count, error);
    case 5:
        return read_wall(f, c, error);
    case 6:
    case 7:
        return read_wall_line(f, c, k == 6, error);
    case 8:
    case 9:
        HR_TRY(read_type(f, c, &t, error));
        t->lock_x |= k == 8;
        t->lock_y |= k == 9;
        return HR_OK;
    default:
        return skip_value(f, c, key, length, error);
    }
}

static hr_status read_line(config *f, const hr_blocks_line *line, hr_error *error) {
    cursor c = {.source = f->source, .line = line->text, .length = line->length, .number = line->number};
    const char first = peek(&c);
    if (first == '\0' || first == '#') {
        return HR_OK;
    }
    const char *key = c.line + c.at;
    const char *colon = memchr(key, ':', c.length - c.at);
    if (colon == NULL) {
        return hr_blocks_bad(f->source->file, spot_of(&c), error, "this is not 'key: value'");
    }
    c.at += (size_t)(colon - key) + 1;
    HR_TRY(read_key(f, &c, key, (size_t)(colon - key), error));
    if (peek(&c) == ';') {
        c.at++;
    }
    return peek(&c) == '\0' ? HR_OK : hr_blocks_bad(f->source->file, spot_of(&c), error, "there is something after the value");
}

/// Write `letter` into the cells of a piece of type `t` at (x, y), all of which must be on the board and hold `.`.
static hr_status stamp(const config *f, hr_blocks_drawing *drawing, const type *t, const piece *p, char letter, hr_error *error) {
    for (int i = 0; i < t->count; i++) {
        const int x = p->x + t->x[i];
        const int y = p->y + t->y[i];
        if (x < 0 || y < 0 || x >= drawing->width || y >= drawing->height) {
            return hr_blocks_bad(f->source->file, p->spot, error, "the piece leaves the board at (%d,%d)", x, y);
        }
        if (drawing->cells[y][x] != '.') {
            return hr_blocks_bad(f->source->file, p->spot, error, "the piece overlaps '%c' at (%d,%d)", drawing->cells[y][x], x, y);
        }
        drawing->cells[y][x] = letter;
    }
    return HR_OK;
}

/// Choose a letter that no other piece has. '\0': there are no more letters.
static char free_letter(const config *f) {
    static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$%&()*+,-<=>?@[]^{}~";
    for (const char *letter = LETTERS; *letter != '\0'; letter++) {
        bool taken = false;
        for (int i = 0; i < f->put_count; i++) {
            taken = taken || f->puts[i].letter == *letter;
        }
        if (!taken) {
            return *letter;
        }
    }
    return '\0';
}

static hr_status draw_board(config *f, hr_error *error) {
    hr_blocks_source *source = f->source;
    const hr_blocks_spot top = {1, 1};
    if (f->width < 1 || f->width > HR_BLOCKS_SIDE_MAX || f->height < 1 || f->height > HR_BLOCKS_SIDE_MAX) {
        return hr_blocks_bad(source->file, top, error, "the board is %ld by %ld cells: xsize: and ysize: may be 1 to %d", f->width,
                             f->height, HR_BLOCKS_SIDE_MAX);
    }
    source->start.width = source->goal.width = (int)f->width;
    source->start.height = source->goal.height = (int)f->height;
    for (int y = 0; y < source->start.height; y++) {
        memset(source->start.cells[y], '.', (size_t)f->width);
        memset(source->goal.cells[y], '.', (size_t)f->width);
        source->start.rows[y] = source->goal.rows[y] = top;
    }
    for (int i = 0; i < f->wall_count; i++) {
        const type cell = {.count = 1};
        HR_TRY(stamp(f, &source->start, &cell, &f->walls[i], '#', error));
    }
    return HR_OK;
}

static hr_status put_pieces(config *f, hr_error *error) {
    hr_blocks_source *source = f->source;
    for (int i = 0; i < f->put_count; i++) {
        piece *p = &f->puts[i];
        const type *t = find_type(f, p->number);
        if (t == NULL || t->count == 0) {
            return hr_blocks_bad(source->file, p->spot, error, "type %ld has no 'piece:' line", p->number);
        }
        for (int k = 0; k < i && p->letter != '\0'; k++) {
            p->letter = f->puts[k].letter == p->letter ? '\0' : p->letter;
        }
        p->letter = p->letter == '\0' ? free_letter(f) : p->letter;
        if (p->letter == '\0') {
            return hr_blocks_bad(source->file, p->spot, error, "there are more pieces than letters");
        }
        HR_TRY(stamp(f, &source->start, t, p, p->letter, error));
        hr_blocks_rule *rule = &source->rules[(unsigned char)p->letter];
        rule->spot = p->spot;
        rule->scattered = true;
        rule->fixed = t->lock_x && t->lock_y;
        rule->vertical = t->lock_x && !t->lock_y;
        rule->horizontal = t->lock_y && !t->lock_x;
    }
    return HR_OK;
}

/// Draw a win into the goal with the letter of the `nth` piece of its type, and make all letters of the type alike.
static hr_status draw_win(config *f, const piece *win, int nth, hr_error *error) {
    hr_blocks_source *source = f->source;
    const type empty = {.count = 1};
    if (win->number == 0) {
        return stamp(f, &source->goal, &empty, win, '_', error);
    }
    type *t = find_type(f, win->number);
    const int group = t == NULL || t->wins ? 0 : ++source->alike_count;
    char letter = '\0';
    for (int i = 0; i < f->put_count; i++) {
        if (f->puts[i].number == win->number) {
            hr_blocks_rule *rule = &source->rules[(unsigned char)f->puts[i].letter];
            rule->alike = group > 0 ? group : rule->alike;
            letter = nth-- == 0 ? f->puts[i].letter : letter;
        }
    }
    if (t == NULL || letter == '\0') {
        return hr_blocks_bad(source->file, win->spot, error, "no piece of type %ld is left for this win", win->number);
    }
    t->wins = true;
    return stamp(f, &source->goal, t, win, letter, error);
}

static hr_status draw_wins(config *f, hr_error *error) {
    for (int i = 0; i < f->win_count; i++) {
        int nth = 0;
        for (int k = 0; k < i; k++) {
            nth += f->wins[k].number == f->wins[i].number;
        }
        HR_TRY(draw_win(f, &f->wins[i], nth, error));
    }
    return HR_OK;
}

hr_status hr_blocks_read_js2(const char *text, hr_blocks_source *source, hr_error *error) {
    static const config EMPTY = {.width = 0};
    config f = EMPTY;
    f.source = source;
    hr_blocks_line line = {.number = 0};
    while (hr_blocks_next_line(&text, &line)) {
        HR_TRY(read_line(&f, &line, error));
    }
    HR_TRY(draw_board(&f, error));
    HR_TRY(put_pieces(&f, error));
    return draw_wins(&f, error);
}
