// SPDX-License-Identifier: MIT
#include "puzzle/canvas.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/// The box characters for a corner of cells, by the sum of the lines that meet there: 1 up, 2 down, 4 left, 8 right.
static const char *const CORNERS[16] = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};

enum {
    CELL_COLUMNS = 3, ///< a cell is drawn three characters wide and one line high, about square on a terminal
    GLYPH_BYTES = 3   ///< of a box character in UTF-8
};

static int piece_at(const hr_canvas *canvas, int x, int y) {
    const bool inside = x >= 0 && x < canvas->width && y >= 0 && y < canvas->height;
    return inside ? canvas->piece[y * canvas->width + x] : HR_CANVAS_OUTSIDE;
}

/// Is there a line between cell (x, y − 1) and cell (x, y)?
static bool line_above(const hr_canvas *canvas, int x, int y) {
    const bool open = y == canvas->height && x >= canvas->open_column && x < canvas->open_column + canvas->open_width;
    return piece_at(canvas, x, y - 1) != (open ? HR_CANVAS_EMPTY : piece_at(canvas, x, y));
}

/// Is there a line between cell (x − 1, y) and cell (x, y)?
static bool line_left(const hr_canvas *canvas, int x, int y) { return piece_at(canvas, x - 1, y) != piece_at(canvas, x, y); }

/// Append `count` copies of `glyph`.
static char *put(char *out, const char *glyph, int count) {
    const size_t size = strlen(glyph);
    for (int i = 0; i < count; i++, out += size) {
        memcpy(out, glyph, size);
    }
    return out;
}

size_t hr_canvas_bytes(int width, int height) {
    const size_t line = (size_t)(width + 1) * (CELL_COLUMNS + 1) * GLYPH_BYTES + 1;
    return line * (2 * (size_t)height + 1) + 1;
}

/// Append the line between the cells of row y − 1 and of row y.
static char *put_edge(const hr_canvas *canvas, int y, char *out) {
    for (int x = 0; x <= canvas->width; x++) {
        const int up = line_left(canvas, x, y - 1);
        const int down = line_left(canvas, x, y) << 1;
        const int left = line_above(canvas, x - 1, y) << 2;
        const int right = line_above(canvas, x, y) << 3;
        out = put(out, CORNERS[up | down | left | right], 1);
        out = put(out, x == canvas->width ? "" : right != 0 ? "─" : " ", CELL_COLUMNS);
    }
    return put(out, "\n", 1);
}

/// Append the line with the cells of row y.
static char *put_cells(const hr_canvas *canvas, int y, char *out) {
    for (int x = 0; x <= canvas->width; x++) {
        out = put(out, line_left(canvas, x, y) ? "│" : " ", 1);
        if (x == canvas->width) {
            continue;
        }
        const char letter = canvas->letters == NULL ? '\0' : canvas->letters[y * canvas->width + x];
        const char middle[2] = {letter == '\0' ? ' ' : letter, '\0'};
        out = put(out, " ", 1);
        out = put(out, middle, 1);
        out = put(out, " ", 1);
    }
    return put(out, "\n", 1);
}

void hr_canvas_draw(const hr_canvas *canvas, char text[HR_STATE_DRAWING_MAX]) {
    assert(hr_canvas_bytes(canvas->width, canvas->height) <= HR_STATE_DRAWING_MAX);
    char *out = text;
    for (int y = 0; y <= canvas->height; y++) {
        out = put_edge(canvas, y, out);
        out = y == canvas->height ? out : put_cells(canvas, y, out);
    }
    *out = '\0';
}
