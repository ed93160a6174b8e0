// SPDX-License-Identifier: MIT
// What all readers of a puzzle's text need.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "puzzle/blocks/formats/formats.h"

hr_status hr_blocks_bad(const char *file, hr_blocks_spot spot, hr_error *error, const char *format, ...) {
    char text[320];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return hr_error_set(error, HR_USAGE, "%.120s:%d:%d: %s", file, spot.line, spot.column, text);
}

const char *hr_blocks_blank_note(const hr_blocks_source *source) {
    return source->blanks ? "; a blank in the start is a wall, a dot an empty cell" : "";
}

bool hr_blocks_is_letter(char c) { return c > ' ' && c < 0x7f && strchr("./#;:|_", c) == NULL; }

bool hr_blocks_next_line(const char **at, hr_blocks_line *line) {
    if (**at == '\0') {
        return false;
    }
    line->text = *at;
    line->length = strcspn(*at, "\n");
    line->number++;
    *at += line->length + ((*at)[line->length] == '\n');
    line->length -= line->length > 0 && line->text[line->length - 1] == '\r';
    return true;
}

bool hr_blocks_is_comment(const char *line) { return line[0] == '#' && strchr(" \r\n", line[1]) != NULL; }

hr_status hr_blocks_add_row(const char *file, hr_blocks_drawing *drawing, const char *cells, size_t length, hr_blocks_spot spot,
                            hr_error *error) {
    if (length > HR_BLOCKS_SIDE_MAX) {
        spot.column += HR_BLOCKS_SIDE_MAX;
        return hr_blocks_bad(file, spot, error, "the row is too long: a drawing has at most %d columns", HR_BLOCKS_SIDE_MAX);
    }
    if (drawing->height == HR_BLOCKS_SIDE_MAX) {
        return hr_blocks_bad(file, spot, error, "the drawing is too high: it has at most %d rows", HR_BLOCKS_SIDE_MAX);
    }
    memcpy(drawing->cells[drawing->height], cells, length);
    drawing->rows[drawing->height++] = spot;
    drawing->width = (int)length > drawing->width ? (int)length : drawing->width;
    return HR_OK;
}
