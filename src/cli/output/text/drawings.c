// SPDX-License-Identifier: MIT
// Boards side by side.

#include <string.h>

#include "cli/output/enumeration.h"

/// Most drawings in one row.
enum { ROW_MAX = 8 };

/// The columns that the first `length` bytes of UTF-8 text take: one for each character.
static int columns_of(const char *text, size_t length) {
    int columns = 0;
    for (size_t i = 0; i < length; i++) {
        columns += ((unsigned char)text[i] & 0xc0U) != 0x80U;
    }
    return columns;
}

/// The columns of the widest line.
static int width_of(const char *drawing) {
    int widest = 0;
    while (*drawing != '\0') {
        const size_t length = strcspn(drawing, "\n");
        const int columns = columns_of(drawing, length);
        widest = columns > widest ? columns : widest;
        drawing += length + (drawing[length] == '\n');
    }
    return widest;
}

static void print_row(char drawings[][HR_STATE_DRAWING_MAX], size_t n, int width, int indent, FILE *out) {
    const char *rest[ROW_MAX];
    for (size_t i = 0; i < n; i++) {
        rest[i] = drawings[i];
    }
    while (*rest[0] != '\0') { // all drawings of a puzzle have the same number of lines
        fprintf(out, "%*s", indent, "");
        for (size_t i = 0; i < n; i++) {
            const size_t length = strcspn(rest[i], "\n");
            const int padding = i + 1 < n ? width + 2 - columns_of(rest[i], length) : 0;
            fprintf(out, "%.*s%*s", (int)length, rest[i], padding, "");
            rest[i] += length + (rest[i][length] == '\n');
        }
        fputc('\n', out);
    }
}

void hr_report_drawings(const hr_puzzle *puzzle, const hr_state *states, size_t n, int indent, int columns, FILE *out) {
    char drawings[ROW_MAX][HR_STATE_DRAWING_MAX];
    size_t done = 0;
    while (done < n) {
        hr_puzzle_draw(puzzle, states[done], drawings[0]);
        const int width = width_of(drawings[0]);
        const int fitting = (columns - indent + 2) / (width + 2);
        size_t row = fitting < 1 ? 1 : fitting > ROW_MAX ? ROW_MAX : (size_t)fitting;
        row = row < n - done ? row : n - done;
        for (size_t i = 1; i < row; i++) {
            hr_puzzle_draw(puzzle, states[done + i], drawings[i]);
        }
        print_row(drawings, row, width, indent, out);
        done += row;
    }
}
