// SPDX-License-Identifier: MIT
// One board, and many boards in rows.

#include "report/draw/svg.h"

#include <string.h>

#include "puzzle/canvas.h"
#include "report/draw/parts.h"
#include "report/xml.h"

enum {
    CELL = HR_DRAW_CELL,
    INSET = 2,           ///< distance from the side of a cell to the piece in it
    FIRST_COLUMNS = 8,   ///< boards in a row of a strip, unless that makes the image wider than IMAGE_COLUMNS
    IMAGE_COLUMNS = 1600 ///< greatest width of a strip's image, unless the options give the number of columns
};

void hr_draw_begin(FILE *out, int width, int height, const hr_svg_options *options) {
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
            width, height, width, height);
    if (options->title != NULL) {
        (void)fputs("<title>", out);
        hr_xml_put(out, options->title);
        (void)fputs("</title>\n", out);
    }
    if (!options->bare) {
        (void)fputs("<style>\n", out);
        hr_svg_style(out, options->theme);
        (void)fputs("</style>\n", out);
    }
}

/// Is the cell (x, y) covered by `piece`? For HR_PICTURE_OUTSIDE: is it outside the board?
static bool is_of(const hr_picture *picture, int x, int y, int piece) {
    return hr_picture_inside(picture, x, y) ? picture->cells[y * picture->width + x] == piece : piece == HR_PICTURE_OUTSIDE;
}

/// Write the lines that mark the exit (`exit`), or the other lines of the frame.
static void put_edges(FILE *out, const hr_picture *picture, bool exit) {
    for (int y = 0; y <= picture->height; y++) {
        for (int x = 0; x <= picture->width; x++) {
            const bool inside = hr_picture_inside(picture, x, y);
            const bool marked[2] = {hr_picture_exit_above(picture, x, y), hr_picture_exit_left(picture, x, y)};
            if (exit ? marked[0] : !marked[0] && inside != hr_picture_inside(picture, x, y - 1)) {
                fprintf(out, "M%d %dh%d", x * CELL, y * CELL, CELL);
            }
            if (exit ? marked[1] : !marked[1] && inside != hr_picture_inside(picture, x - 1, y)) {
                fprintf(out, "M%d %dv%d", x * CELL, y * CELL, CELL);
            }
        }
    }
}

static bool has_exit(const hr_picture *picture) {
    for (int cell = 0; cell < picture->width * picture->height; cell++) {
        if (picture->exit[cell]) {
            return true;
        }
    }
    return false;
}

void hr_draw_ground(FILE *out, const hr_picture *picture, bool all_empty) {
    (void)fputs("<path class=\"hr-frame\" d=\"", out);
    put_edges(out, picture, false);
    (void)fputs("\"/>\n", out);
    for (int cell = 0; cell < picture->width * picture->height; cell++) {
        const int x = cell % picture->width * CELL;
        const int y = cell / picture->width * CELL;
        const int piece = picture->cells[cell];
        if (piece == HR_PICTURE_OUTSIDE) {
            continue;
        }
        fprintf(out, "<rect class=\"hr-cell\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", x, y, CELL, CELL);
        if (piece == HR_PICTURE_EMPTY || all_empty) {
            fprintf(out, "<circle class=\"hr-dot\" cx=\"%d\" cy=\"%d\" r=\"2\"/>\n", x + CELL / 2, y + CELL / 2);
        }
        if (picture->gates[cell] != '\0') {
            const char sign[2] = {picture->gates[cell], '\0'};
            fprintf(out, "<text class=\"hr-gate\" x=\"%d\" y=\"%d\">", x + CELL / 2, y + CELL / 2 + 6);
            hr_xml_put(out, sign);
            (void)fputs("</text>\n", out);
        }
    }
    if (has_exit(picture)) {
        (void)fputs("<path class=\"hr-exit\" d=\"", out);
        put_edges(out, picture, true);
        (void)fputs("\"/>\n", out);
    }
}

/// Write the classes of a piece: `hr-piece`, and the class that gives the piece its colour.
static void put_class(FILE *out, const hr_picture *picture, int piece) {
    const hr_picture_piece *p = &picture->pieces[piece];
    const hr_picture_box *box = &p->box;
    (void)fputs("hr-piece ", out);
    if (p->fixed) {
        (void)fputs("hr-fixed", out);
    } else if (box->cells != box->width * box->height) {
        fprintf(out, "hr-c%d", (unsigned char)p->label[0] % 8);
    } else {
        (void)fputs(box->width > box->height   ? "hr-wide"
                    : box->height > box->width ? "hr-tall"
                    : box->cells > 1           ? "hr-square"
                                               : "hr-one",
                    out);
    }
}

/// Write the part of a piece in the cell (x, y). It reaches those sides of the cell beyond which the piece goes on.
static void put_cell(FILE *out, const hr_picture *picture, int piece, int x, int y) {
    const int left = x * CELL + (is_of(picture, x - 1, y, piece) ? 0 : INSET);
    const int right = (x + 1) * CELL - (is_of(picture, x + 1, y, piece) ? 0 : INSET);
    const int top = y * CELL + (is_of(picture, x, y - 1, piece) ? 0 : INSET);
    const int bottom = (y + 1) * CELL - (is_of(picture, x, y + 1, piece) ? 0 : INSET);
    fprintf(out, "M%d %dH%dV%dH%dz", left, top, right, bottom, left);
}

/// Returns where one end of a side of the outline lies, as an offset along the side. The side is that of the piece's cell `cell`:
/// it runs in the direction `t`, and `n` points away from the piece. `end` is −1 for the end where the side begins, 1 for the
/// other. The outline ends before the cell does at an outer corner, and beyond the cell at an inner one.
static int side_end(const hr_picture *picture, int piece, const int cell[2], const int t[2], const int n[2], int end) {
    const int x = cell[0] + end * t[0];
    const int y = cell[1] + end * t[1];
    const int corner = end < 0 ? 0 : CELL;
    if (!is_of(picture, x, y, piece)) {
        return corner - end * INSET;
    }
    return is_of(picture, x + n[0], y + n[1], piece) ? corner + end * INSET : corner;
}

/// Write those sides of a cell of the piece that belong to the piece's outline.
static void put_sides(FILE *out, const hr_picture *picture, int piece, const int cell[2]) {
    static const int NORMALS[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (int s = 0; s < 4; s++) {
        const int *n = NORMALS[s];
        const int t[2] = {s % 2 == 0, s % 2 == 1};
        if (is_of(picture, cell[0] + n[0], cell[1] + n[1], piece)) {
            continue;
        }
        const int begin = side_end(picture, piece, cell, t, n, -1);
        const int length = side_end(picture, piece, cell, t, n, 1) - begin;
        const int depth = n[0] + n[1] > 0 ? CELL - INSET : INSET;
        fprintf(out, "M%d %d%c%d", cell[0] * CELL + (t[0] != 0 ? begin : depth), cell[1] * CELL + (t[1] != 0 ? begin : depth),
                t[0] != 0 ? 'h' : 'v', length);
    }
}

/// Write the outline of a piece that is no rectangle, as a path of the class `class`.
static void put_outline(FILE *out, const hr_picture *picture, int piece, const char *class) {
    const hr_picture_box *box = &picture->pieces[piece].box;
    fprintf(out, "<path class=\"%s\" d=\"", class);
    for (int i = 0; i < box->width * box->height; i++) {
        const int cell[2] = {box->x + i % box->width, box->y + i / box->width};
        if (is_of(picture, cell[0], cell[1], piece)) {
            put_sides(out, picture, piece, cell);
        }
    }
    (void)fputs("\"/>\n", out);
}

static void put_rectangle(FILE *out, const hr_picture *picture, int piece, const char *class) {
    const hr_picture_box *box = &picture->pieces[piece].box;
    (void)fputs("<rect class=\"", out);
    if (class != NULL) {
        (void)fputs(class, out);
    } else {
        put_class(out, picture, piece);
    }
    fprintf(out, "\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\"/>\n", box->x * CELL + INSET, box->y * CELL + INSET,
            box->width * CELL - 2 * INSET, box->height * CELL - 2 * INSET);
}

/// Write a triangle at the side of the piece to which it has moved, or a disc for a way around a corner. A label of several
/// characters takes the whole width of a cell: there the triangle of a move to the left or right is above the label.
static void put_arrow(FILE *out, const hr_picture *picture, int piece) {
    const hr_picture_box place = hr_picture_label_box(picture, piece);
    const hr_picture_box *box = &place;
    const int x = box->x * CELL;
    const int y = box->y * CELL;
    const int right = x + box->width * CELL;
    const int bottom = y + box->height * CELL;
    const int across = (x + right) / 2;
    const char *label = hr_picture_label(picture, piece);
    const bool full = box->width == 1 && hr_canvas_text_columns(label, strlen(label)) > 1;
    const int along = full ? (y + bottom - CELL) / 2 + 9 : (y + bottom) / 2;
    switch (picture->pieces[piece].arrow) {
    case 'U':
        fprintf(out, "<path class=\"hr-arrow\" d=\"M%d %dl5 5h-10z\"/>\n", across, y + 5);
        break;
    case 'D':
        fprintf(out, "<path class=\"hr-arrow\" d=\"M%d %dl5 -5h-10z\"/>\n", across, bottom - 5);
        break;
    case 'L':
        fprintf(out, "<path class=\"hr-arrow\" d=\"M%d %dl5 5v-10z\"/>\n", x + 5, along);
        break;
    case 'R':
        fprintf(out, "<path class=\"hr-arrow\" d=\"M%d %dl-5 5v-10z\"/>\n", right - 5, along);
        break;
    default:
        fprintf(out, "<circle class=\"hr-arrow\" cx=\"%d\" cy=\"%d\" r=\"4\"/>\n", x + 9, y + 9);
        break;
    }
}

void hr_draw_piece(FILE *out, const hr_picture *picture, int piece) {
    const hr_picture_piece *p = &picture->pieces[piece];
    const bool rectangle = p->box.cells == p->box.width * p->box.height;
    const char *moved = "hr-moved";
    if (rectangle) {
        put_rectangle(out, picture, piece, NULL);
    } else {
        (void)fputs("<path class=\"", out);
        put_class(out, picture, piece);
        (void)fputs(" hr-flat\" d=\"", out);
        for (int i = 0; i < p->box.width * p->box.height; i++) {
            const int x = p->box.x + i % p->box.width;
            const int y = p->box.y + i / p->box.width;
            if (is_of(picture, x, y, piece)) {
                put_cell(out, picture, piece, x, y);
            }
        }
        (void)fputs("\"/>\n", out);
        put_outline(out, picture, piece, "hr-outline");
    }
    if (p->arrow != '\0' && rectangle) {
        put_rectangle(out, picture, piece, moved);
    } else if (p->arrow != '\0') {
        put_outline(out, picture, piece, moved);
    }
    if (p->arrow != '\0') {
        put_arrow(out, picture, piece);
    }
}

void hr_draw_label(FILE *out, const hr_picture *picture, int piece) {
    const char *label = hr_picture_label(picture, piece);
    const hr_picture_box box = hr_picture_label_box(picture, piece);
    if (label[0] == '\0') {
        return;
    }
    const bool narrow = box.width == 1 && hr_canvas_text_columns(label, strlen(label)) > 2;
    fprintf(out, "<text class=\"hr-label%s\" x=\"%d\" y=\"%d\">", narrow ? " hr-narrow" : "", box.x * CELL + box.width * CELL / 2,
            box.y * CELL + box.height * CELL / 2 + 6);
    hr_xml_put(out, label);
    (void)fputs("</text>\n", out);
}

/// Write the board with its top left corner at 0, 0.
static void put_board(FILE *out, const hr_picture *picture) {
    hr_draw_ground(out, picture, false);
    for (int piece = 0; piece < picture->piece_count; piece++) {
        hr_draw_piece(out, picture, piece);
        hr_draw_label(out, picture, piece);
    }
}

/// The width of the widest caption, at about 7 units for each column of text.
static int caption_width(const char *const *captions, size_t count) {
    int widest = 0;
    for (size_t i = 0; captions != NULL && i < count; i++) {
        const int columns = captions[i] == NULL ? 0 : hr_canvas_text_columns(captions[i], strlen(captions[i]));
        widest = 7 * columns > widest ? 7 * columns : widest;
    }
    return widest;
}

void hr_svg_strip(FILE *out, const hr_picture *pictures, const char *const *captions, size_t count, const hr_svg_options *options) {
    const int board = pictures[0].width * CELL;
    const int words = caption_width(captions, count);
    const int width = (words > board ? words : board) + 2 * HR_DRAW_MARGIN;
    const int height = pictures[0].height * CELL + 2 * HR_DRAW_MARGIN + (captions != NULL ? HR_DRAW_CAPTION : 0);
    const int good = IMAGE_COLUMNS / width < 1 ? 1 : IMAGE_COLUMNS / width > FIRST_COLUMNS ? FIRST_COLUMNS : IMAGE_COLUMNS / width;
    const int most = options->columns > 0 ? options->columns : good;
    const int columns = count < (size_t)most ? (int)count : most;
    const int rows = (int)((count + (size_t)columns - 1) / (size_t)columns);
    hr_draw_begin(out, columns * width, rows * height, options);
    for (size_t i = 0; i < count; i++) {
        const int x = (int)(i % (size_t)columns) * width + (width - board) / 2;
        const int y = (int)(i / (size_t)columns) * height + HR_DRAW_MARGIN;
        fprintf(out, "<g transform=\"translate(%d %d)\">\n", x, y);
        put_board(out, &pictures[i]);
        if (captions != NULL && captions[i] != NULL) {
            fprintf(out, "<text class=\"hr-caption\" x=\"%d\" y=\"%d\">", board / 2, pictures[i].height * CELL + 24);
            hr_xml_put(out, captions[i]);
            (void)fputs("</text>\n", out);
        }
        (void)fputs("</g>\n", out);
    }
    (void)fputs("</svg>\n", out);
}
