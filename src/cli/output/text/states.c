// SPDX-License-Identifier: MIT
// States as lines of text, and drawn side by side.

#include <string.h>

#include "cli/output/states.h"

/// Most drawings in one row.
enum { ROW_MAX = 8 };

hr_state hr_states_first_source(const hr_puzzle *puzzle) {
    uint64_t cursor = 0;
    hr_state source = HR_STATE_NONE;
    (void)hr_puzzle_sources(puzzle, &cursor, &source, 1);
    return source;
}

void hr_states_source_text(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    if (hr_puzzle_describe(puzzle)->single_source) {
        hr_puzzle_format(puzzle, hr_states_first_source(puzzle), text);
    } else {
        (void)snprintf(text, HR_STATE_TEXT_MAX, "solved");
    }
}

void hr_states_print(const hr_puzzle *puzzle, hr_state state, int indent, FILE *out) {
    char text[HR_STATE_TEXT_MAX];
    char code[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, state, text);
    hr_puzzle_code(puzzle, state, code);
    fprintf(out, "%*s%s%s%s\n", indent, "", text, code[0] != '\0' ? "  " : "", code);
}

int hr_states_columns(const char *text, size_t length) {
    int columns = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)text[i];
        columns += byte >= 0xe3 ? 2 : (byte & 0xc0) != 0x80 ? 1 : 0;
    }
    return columns;
}

/// The columns of the widest line.
static int width_of(const char *drawing) {
    int widest = 0;
    while (*drawing != '\0') {
        const size_t length = strcspn(drawing, "\n");
        const int columns = hr_states_columns(drawing, length);
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
            const int padding = i + 1 < n ? width + 2 - hr_states_columns(rest[i], length) : 0;
            fprintf(out, "%.*s%*s", (int)length, rest[i], padding, "");
            rest[i] += length + (rest[i][length] == '\n');
        }
        fputc('\n', out);
    }
}

void hr_states_draw(const hr_puzzle *puzzle, const hr_state *states, size_t n, int indent, int columns, FILE *out) {
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
