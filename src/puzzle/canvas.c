// SPDX-License-Identifier: MIT
#include "puzzle/canvas.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/// A corner or an edge is chosen by the sum of the lines that meet there: 1 up, 2 down, 4 left, 8 right.
enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, ACROSS = LEFT | RIGHT, ALONG = UP | DOWN };

static const char *const CORNERS[16] = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};

/// Corners where the lines to the left and right mark the exit; then corners where the lines up and down do.
static const char *const DOUBLE_ACROSS[16] = {
    [0] = "╌", [ACROSS] = "═", [ACROSS | UP] = "╧", [ACROSS | DOWN] = "╤", [ACROSS | ALONG] = "╪"};
static const char *const DOUBLE_ALONG[16] = {
    [0] = "┆", [ALONG] = "║", [ALONG | LEFT] = "╢", [ALONG | RIGHT] = "╟", [ALONG | ACROSS] = "╫"};

enum {
    CELL_COLUMNS = 3, ///< a cell is drawn at least three characters wide and one line high, about square on a terminal
    GLYPH_BYTES = 4,  ///< most bytes of a character in UTF-8
    SPOTS_MAX = HR_PICTURE_SIDE_MAX * (HR_PICTURE_LABEL_BYTES + 2) + 1,
};

/// What a spot shows, which decides its colour.
typedef enum paint { PAINT_NONE, PAINT_EMPTY, PAINT_EXIT, PAINT_SQUARE, PAINT_WIDE, PAINT_TALL, PAINT_MOVED } paint;
static const char *const COLOURS[] = {"", "\033[2m", "\033[1;32m", "\033[1;31m", "\033[1;34m", "\033[1;36m", "\033[7m"};

/// One column of a line of the drawing. A character that takes two columns is followed by a spot without bytes.
typedef struct spot {
    char bytes[GLYPH_BYTES + 1];
    uint8_t paint;
} spot;

/// A line of the drawing that is being made.
typedef struct row {
    const hr_picture *picture;
    const hr_canvas_style *style;
    int pitch; ///< columns from one cell to the next
    int line;
    spot spots[SPOTS_MAX]; ///< [width · pitch + 1]
} row;

int hr_canvas_text_columns(const char *text, size_t length) {
    int columns = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)text[i];
        columns += byte >= 0xe3 ? 2 : (byte & 0xc0) != 0x80 ? 1 : 0;
    }
    return columns;
}

static int label_columns(const hr_picture *picture, int piece) {
    const char *label = hr_picture_label(picture, piece);
    return hr_canvas_text_columns(label, strlen(label));
}

/// The columns of a cell without its edges: there is room for the label of a piece that is one cell wide, and for an arrow beside
/// the label where the piece is one cell high.
static int cell_columns(const hr_picture *picture) {
    int widest = CELL_COLUMNS;
    for (int i = 0; i < picture->piece_count; i++) {
        const hr_picture_box *box = &picture->pieces[i].box;
        const int columns = label_columns(picture, i);
        const int needed = columns + (box->height == 1 && columns > 1 ? 2 : 0);
        widest = box->width == 1 && needed > widest ? needed : widest;
    }
    return widest;
}

int hr_canvas_columns(const hr_picture *picture) { return picture->width * (cell_columns(picture) + 1) + 1; }

int hr_canvas_lines(const hr_picture *picture) { return 2 * picture->height + 1; }

static int piece_at(const hr_picture *picture, int x, int y) {
    return hr_picture_inside(picture, x, y) ? picture->cells[y * picture->width + x] : HR_PICTURE_OUTSIDE;
}

/// Is there a line between cell (x, y − 1) and cell (x, y)?
static bool line_above(const hr_picture *picture, int x, int y) { return piece_at(picture, x, y - 1) != piece_at(picture, x, y); }

/// Is there a line between cell (x − 1, y) and cell (x, y)?
static bool line_left(const hr_picture *picture, int x, int y) { return piece_at(picture, x - 1, y) != piece_at(picture, x, y); }

/// Is the exit marked between cell (x, y − 1) and cell (x, y)? The exit's outline does not cut a piece.
static bool exit_above(const hr_picture *picture, int x, int y) {
    return hr_picture_exit_above(picture, x, y) && (line_above(picture, x, y) || piece_at(picture, x, y) < 0);
}

/// Is the exit marked between cell (x − 1, y) and cell (x, y)?
static bool exit_left(const hr_picture *picture, int x, int y) {
    return hr_picture_exit_left(picture, x, y) && (line_left(picture, x, y) || piece_at(picture, x, y) < 0);
}

static void put(spot *at, const char *glyph, paint colour) {
    const size_t size = strlen(glyph);
    assert(size <= GLYPH_BYTES);
    memcpy(at->bytes, glyph, size + 1);
    at->paint = (uint8_t)colour;
}

/// The spot that is `column` columns on the right of the left edge of cell column x.
static spot *spot_at(row *r, int x, int column) { return &r->spots[(size_t)x * (size_t)r->pitch + (size_t)column]; }

static paint paint_inside(const hr_picture *picture, int piece) {
    return piece >= 0 && picture->pieces[piece].arrow != '\0' ? PAINT_MOVED : PAINT_NONE;
}

/// Put the glyph of the corner above and left of cell (x, y).
static void put_corner(row *r, int x, int y) {
    const hr_picture *picture = r->picture;
    const int lines = (line_left(picture, x, y - 1) ? UP : 0) | (line_left(picture, x, y) ? DOWN : 0) |
                      (line_above(picture, x - 1, y) ? LEFT : 0) | (line_above(picture, x, y) ? RIGHT : 0);
    const bool across = exit_above(picture, x - 1, y) && exit_above(picture, x, y);
    const bool along = exit_left(picture, x, y - 1) && exit_left(picture, x, y);
    const char *glyph = across ? DOUBLE_ACROSS[lines] : along ? DOUBLE_ALONG[lines] : NULL;
    const paint colour = glyph != NULL ? PAINT_EXIT : lines == 0 ? paint_inside(picture, piece_at(picture, x, y)) : PAINT_NONE;
    if (r->style->ascii) {
        glyph = lines != 0 && lines != ACROSS && lines != ALONG ? "+"
                : across                                        ? "="
                : along                                         ? ":"
                : lines == 0                                    ? " "
                : lines == ACROSS                               ? "-"
                                                                : "|";
    }
    put(spot_at(r, x, 0), glyph != NULL ? glyph : CORNERS[lines], colour);
}

/// Put the line between the cells of row y − 1 and of row y.
static void put_edges(row *r, int y) {
    const hr_picture *picture = r->picture;
    for (int x = 0; x <= picture->width; x++) {
        put_corner(r, x, y);
        const bool line = x < picture->width && line_above(picture, x, y);
        const bool twice = x < picture->width && exit_above(picture, x, y);
        const char *glyph = twice ? (r->style->ascii ? "=" : line ? "═" : "╌") : !line ? " " : r->style->ascii ? "-" : "─";
        const paint colour = twice ? PAINT_EXIT : line ? PAINT_NONE : paint_inside(picture, piece_at(picture, x, y));
        for (int i = 1; x < picture->width && i < r->pitch; i++) {
            put(spot_at(r, x, i), glyph, colour);
        }
    }
}

/// Put the line that goes through the cells of row y.
static void put_cells(row *r, int y) {
    const hr_picture *picture = r->picture;
    for (int x = 0; x <= picture->width; x++) {
        const bool line = line_left(picture, x, y);
        const bool twice = exit_left(picture, x, y);
        const int piece = piece_at(picture, x, y);
        const char *glyph = twice ? (r->style->ascii ? ":" : line ? "║" : "┆") : !line ? " " : r->style->ascii ? "|" : "│";
        put(spot_at(r, x, 0), glyph, twice ? PAINT_EXIT : line ? PAINT_NONE : paint_inside(picture, piece));
        for (int i = 1; x < picture->width && i < r->pitch; i++) {
            put(spot_at(r, x, i), " ", paint_inside(picture, piece));
        }
        if (piece == HR_PICTURE_EMPTY) {
            const char gate[2] = {picture->gates[y * picture->width + x], '\0'};
            put(spot_at(r, x, (r->pitch + 1) / 2), gate[0] != '\0' ? gate : r->style->ascii ? "." : "·", PAINT_EMPTY);
        }
    }
}

static paint paint_of(const hr_picture_piece *piece) {
    const hr_picture_box *box = &piece->box;
    return piece->arrow != '\0'       ? PAINT_MOVED
           : box->width > box->height ? PAINT_WIDE
           : box->height > box->width ? PAINT_TALL
           : box->cells > 1           ? PAINT_SQUARE
                                      : PAINT_NONE;
}

/// Put a text in UTF-8 into the spots from `at` on.
static void put_text(row *r, int at, const char *text, paint colour) {
    while (*text != '\0') {
        char glyph[GLYPH_BYTES + 1];
        size_t size = 1;
        while (((unsigned char)text[size] & 0xc0) == 0x80) {
            size++;
        }
        assert(size <= GLYPH_BYTES);
        memcpy(glyph, text, size);
        glyph[size] = '\0';
        put(&r->spots[at], glyph, colour);
        if (hr_canvas_text_columns(text, size) == 2) {
            put(&r->spots[at + 1], "", colour);
            at++;
        }
        at++;
        text += size;
    }
}

static const char *arrow_glyph(char arrow, bool ascii) {
    switch (arrow) {
    case 'U':
        return ascii ? "^" : "↑";
    case 'D':
        return ascii ? "v" : "↓";
    case 'L':
        return ascii ? "<" : "←";
    case 'R':
        return ascii ? ">" : "→";
    default:
        return "*";
    }
}

/// Put the parts of the piece's label and of its arrow that are in this line.
static void put_label(row *r, int number) {
    const hr_picture_piece *piece = &r->picture->pieces[number];
    const hr_picture_box box = hr_picture_label_box(r->picture, number);
    const int begin = box.x * r->pitch + 1;
    const int room = box.width * r->pitch - 1;
    const int line = 2 * box.y + box.height; // the middle line of the box
    if (r->line == line) {
        const char *label = hr_picture_label(r->picture, number);
        put_text(r, begin + (room - label_columns(r->picture, number) + 1) / 2, label, paint_of(piece));
    }
    if (piece->arrow != '\0' && box.height > 1 && r->line == line - 1) {
        put_text(r, begin + room / 2, arrow_glyph(piece->arrow, r->style->ascii), PAINT_MOVED);
    }
    if (piece->arrow != '\0' && box.height == 1 && r->line == line) {
        put_text(r, begin, arrow_glyph(piece->arrow, r->style->ascii), PAINT_MOVED);
    }
}

/// Join the first `count` spots of the line to a text with the escape sequences of their colours. Returns the number of its bytes.
static size_t join(const row *r, int count, char text[HR_CANVAS_LINE_MAX]) {
    size_t used = 0;
    int colour = PAINT_NONE;
    for (int i = 0; i <= count; i++) {
        const int next = i < count && r->style->colour ? r->spots[i].paint : PAINT_NONE;
        if (next != colour) {
            used += (size_t)snprintf(text + used, HR_CANVAS_LINE_MAX - used, "%s%s", colour != PAINT_NONE ? "\033[0m" : "",
                                     COLOURS[next]);
            colour = next;
        }
        if (i < count) {
            used += (size_t)snprintf(text + used, HR_CANVAS_LINE_MAX - used, "%s", r->spots[i].bytes);
        }
        assert(used < HR_CANVAS_LINE_MAX);
    }
    return used;
}

size_t hr_canvas_line(const hr_picture *picture, const hr_canvas_style *style, int line, char text[HR_CANVAS_LINE_MAX]) {
    row r = {.picture = picture, .style = style, .pitch = cell_columns(picture) + 1, .line = line};
    if (line % 2 == 0) {
        put_edges(&r, line / 2);
    } else {
        put_cells(&r, line / 2);
    }
    for (int i = 0; i < picture->piece_count; i++) {
        put_label(&r, i);
    }
    return join(&r, picture->width * r.pitch + 1, text);
}

bool hr_canvas_draw(const hr_picture *picture, const hr_canvas_style *style, char *text, size_t room) {
    for (int line = 0; line < hr_canvas_lines(picture); line++) {
        char bytes[HR_CANVAS_LINE_MAX];
        const size_t size = hr_canvas_line(picture, style, line, bytes);
        if (size + 2 > room) {
            return false;
        }
        memcpy(text, bytes, size);
        text[size] = '\n';
        text += size + 1;
        room -= size + 1;
    }
    *text = '\0';
    return true;
}

void hr_canvas_spell(const hr_picture *picture, char text[HR_STATE_DRAWING_MAX]) {
    for (int cell = 0; cell < picture->width * picture->height; cell++) {
        const int piece = picture->cells[cell];
        const char gate = picture->gates[cell];
        *text++ = (char)(piece == HR_PICTURE_OUTSIDE ? '#'
                         : piece >= 0                ? picture->pieces[piece].label[0]
                         : gate != '\0'              ? gate
                                                     : '.');
        if (cell % picture->width == picture->width - 1) {
            *text++ = '\n';
        }
    }
    *text = '\0';
}
