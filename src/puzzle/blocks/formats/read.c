// SPDX-License-Identifier: MIT
// Chooses the reader for a puzzle's text.

#include <string.h>
#include <strings.h>

#include "core/try.h"
#include "puzzle/blocks/formats/formats.h"

/// HR_USAGE if the text has a tab or another control character, but for the ends of lines.
static hr_status check_characters(const char *file, const char *text, hr_error *error) {
    hr_blocks_line line = {.number = 0};
    while (hr_blocks_next_line(&text, &line)) {
        for (size_t i = 0; i < line.length; i++) {
            const unsigned char c = (unsigned char)line.text[i];
            const hr_blocks_spot spot = {line.number, (int)i + 1};
            if (c == '\t') {
                return hr_blocks_bad(file, spot, error, "a tab: use spaces");
            }
            if (c < ' ' || c == 0x7f) {
                return hr_blocks_bad(file, spot, error, "the byte 0x%02x: this is not text", c);
            }
        }
    }
    return HR_OK;
}

/// Does some line of the text begin with `key` after any blanks? Capitals do not matter.
static bool has_key(const char *text, const char *key) {
    hr_blocks_line line = {.number = 0};
    while (hr_blocks_next_line(&text, &line)) {
        size_t blanks = 0;
        while (blanks < line.length && line.text[blanks] == ' ') {
            blanks++;
        }
        if (line.length - blanks >= strlen(key) && strncasecmp(line.text + blanks, key, strlen(key)) == 0) {
            return true;
        }
    }
    return false;
}

#define BETWEEN " ,;\"" // what may stand between the columns of a line

/// Returns where the text behind the comments at its beginning begins. *spot: the place there.
static const char *skip_comments(const char *text, hr_blocks_spot *spot) {
    *spot = (hr_blocks_spot){1, 1};
    for (; hr_blocks_is_comment(text); spot->line++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

/// If the text is one line, return its first word that is no number, and set the column of *spot. NULL: the text is something else.
static const char *find_board(const char *text, hr_blocks_spot *spot) {
    const size_t line = strcspn(text, "\r\n");
    if (text[line + strspn(text + line, "\r\n ")] != '\0') {
        return NULL;
    }
    for (size_t at = strspn(text, BETWEEN); at < line; at += strspn(text + at, BETWEEN)) {
        const size_t length = strcspn(text + at, BETWEEN "\r\n");
        if (strspn(text + at, "0123456789") < length) {
            spot->column = (int)at + 1;
            return text + at;
        }
        at += length;
    }
    return NULL;
}

hr_status hr_blocks_read(const char *file, const char *text, hr_blocks_source *source, hr_error *error) {
    memset(source, 0, sizeof *source);
    source->file = file;
    hr_blocks_spot spot = {1, 1};
    HR_TRY(check_characters(file, text, error));
    if (text[strspn(text, " \r\n")] == '\0') {
        return hr_blocks_bad(file, spot, error, "the text is empty: draw a puzzle, see 'huarong help blocks'");
    }
    if (!has_key(text, "start:") && has_key(text, "xsize:")) {
        return hr_blocks_read_js2(text, source, error);
    }
    if (has_key(text, "start:") || strstr(text, "goal:") != NULL || strstr(text, "exit:") != NULL) {
        return hr_blocks_read_own(text, source, error);
    }
    const char *rest = skip_comments(text, &spot);
    if (strchr(rest, '*') != NULL) {
        return hr_blocks_read_gnome(text, source, error);
    }
    const char *board = find_board(rest, &spot);
    return board != NULL ? hr_blocks_read_rush(board, spot, source, error) : hr_blocks_read_rush_rows(text, source, error);
}
