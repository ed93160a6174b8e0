// SPDX-License-Identifier: MIT
#include "cli/commands/solve/lines.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char BLANKS[] = " \t\r";
static const char COMMAS[] = ",;\t"; ///< what may stand between columns
static const char DIGITS[] = "0123456789";

/// The names of the columns that hold positions, the best first, and of those that hold their names.
static const char *const STATES[] = {"state", "position", "board", "code", "opening", NULL};
static const char *const NAMES[] = {"name", "id", "number", "no", "index", NULL};

enum {
    HEAD_MAX = 1000, ///< a longer line names no columns
    CODE_MAX = 9,    ///< characters of the longest code
};

/// How texts are read.
typedef struct reader {
    hr_position_reader read;
    void *context;
} reader;

/// Remove the blanks at both ends. Returns where the text begins.
static char *trim(char *text) {
    text += strspn(text, BLANKS);
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1]) != NULL) {
        length--;
    }
    text[length] = '\0';
    return text;
}

/// Returns the length of the first column, up to one of the `separators` or the end. Those in quotation marks do not count.
static size_t field_length(const char *text, const char *separators) {
    size_t length = strspn(text, " ");
    if (text[length] == '"') {
        for (length++; text[length] != '\0' && (text[length] != '"' || text[length + 1] == '"'); length++) {
            length += text[length] == '"'; // two of them stand for one
        }
    }
    return length + strcspn(text + length, separators);
}

/// Make a text of a column of `length` bytes, without quotation marks and blanks around it. The byte behind it is overwritten.
static char *take_field(char *field, size_t length) {
    field[length] = '\0';
    field = trim(field);
    if (*field != '"') {
        return field;
    }
    char *to = field;
    for (const char *from = field + 1; *from != '\0' && (*from != '"' || from[1] == '"'); from++) {
        from += *from == '"';
        *to++ = *from;
    }
    *to = '\0';
    return field;
}

/// Returns the place of a word in a list that NULL ends, in either case; SIZE_MAX: it is not there.
static size_t place_in(const char *const *list, const char *word) {
    for (size_t i = 0; list[i] != NULL; i++) {
        if (strcasecmp(list[i], word) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

bool hr_columns_read(const char *line, hr_columns *columns) {
    char copy[HEAD_MAX + 1];
    const size_t size = strcspn(line, "\n"); // more lines may follow
    if (size > HEAD_MAX) {
        return false;
    }
    (void)snprintf(copy, sizeof copy, "%.*s", (int)size, line);
    const char separator[] = {copy[strcspn(copy, COMMAS)], '\0'};
    size_t best[] = {SIZE_MAX, SIZE_MAX}; // the places in STATES and NAMES of the columns
    size_t column[] = {SIZE_MAX, SIZE_MAX};
    char *at = copy;
    for (size_t i = 0; at != NULL; i++) {
        const size_t length = field_length(at, separator);
        char *next = at[length] == '\0' ? NULL : at + length + 1;
        const char *word = take_field(at, length);
        const size_t place[] = {place_in(STATES, word), place_in(NAMES, word)};
        for (size_t k = 0; k < 2; k++) {
            column[k] = place[k] < best[k] ? i : column[k];
            best[k] = place[k] < best[k] ? place[k] : best[k];
        }
        at = next;
    }
    if (columns != NULL && column[0] != SIZE_MAX) {
        columns->table = true;
        columns->separator = separator[0];
        columns->state = column[0];
        columns->name = column[1] == SIZE_MAX && column[0] > 0 ? 0 : column[1];
    }
    return column[0] != SIZE_MAX;
}

/// Read a position that a comment may follow. A # begins a comment if it stands behind a blank, and what is before it is a
/// position.
static hr_status read_text(const reader *r, char *text, hr_error *error) {
    hr_status status = r->read(r->context, text, error);
    for (char *at = strchr(text, '#'); at != NULL && status == HR_USAGE; at = strchr(at + 1, '#')) {
        if (at > text && strchr(BLANKS, at[-1]) != NULL) {
            *at = '\0';
            status = r->read(r->context, text, NULL);
            *at = status == HR_USAGE ? '#' : '\0';
        }
    }
    if (status == HR_OK) {
        (void)trim(text); // the blanks before the comment
    }
    return status;
}

/// Read a row of a table.
static hr_status read_row(const reader *r, const hr_columns *columns, hr_position_line *line, hr_error *error) {
    const char separator[] = {columns->separator, '\0'};
    char *at = line->text;
    char *text = NULL;
    for (size_t i = 0; at != NULL; i++) {
        const size_t length = field_length(at, separator);
        char *next = at[length] == '\0' ? NULL : at + length + 1;
        if (i == columns->state) {
            text = take_field(at, length);
        } else if (i == columns->name) {
            const char *name = take_field(at, length);
            line->name = *name != '\0' ? name : NULL;
        }
        at = next;
    }
    if (text == NULL) {
        return hr_error_set(error, HR_USAGE, "the row has no column %zu, which has the position", columns->state + 1);
    }
    line->text = trim(text);
    return read_text(r, line->text, error);
}

/// Is the text a word that may be a code? An opening's name that is not known, and its last word, are no name and code.
static bool is_code(const char *text) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) != 0) {
        length++;
    }
    return text[length] == '\0' && length <= CODE_MAX;
}

static size_t count_words(const char *text) {
    size_t words = 0;
    for (text += strspn(text, " \t,;/"); *text != '\0'; text += strspn(text, " \t,;/")) {
        text += strcspn(text, " \t,;/");
        words++;
    }
    return words;
}

/// Read a position behind a name, which one of the `separators` ends. If that is no position either, *error stays as it is, unless
/// the line is clearly meant so.
static hr_status read_named(const reader *r, const hr_columns *columns, const char *separators, hr_position_line *line,
                            hr_error *error) {
    char *name = line->text;
    const size_t length = field_length(name, separators);
    char *text = name + length + (name[length] != '\0');
    const bool number = strspn(name, DIGITS) == length;
    const bool blank = separators[0] == ' ';
    text += strspn(text, BLANKS);
    if (*text == '\0' || length == 0 || (blank && columns->cells == 0 && !number && is_code(text))) {
        return HR_USAGE;
    }
    const bool meant =
        columns->cells > 0 ? count_words(line->text) == columns->cells + 1 : !blank || (number && strpbrk(text, BLANKS) == NULL);
    if (*text == '"') {
        text = take_field(text, field_length(text, separators));
    }
    hr_error why = {.text = ""};
    const hr_status status = read_text(r, text, &why);
    if (status == HR_OK) {
        name = take_field(name, length);
        *line = (hr_position_line){.text = text, .name = *name != '\0' ? name : NULL};
    } else if (meant || status != HR_USAGE) {
        (void)hr_error_set(error, status, "%s", why.text);
    }
    return status;
}

hr_status hr_position_line_read(hr_position_reader read, void *context, hr_columns *columns, hr_position_line *line,
                                hr_error *error) {
    const reader r = {.read = read, .context = context};
    char *whole = line->text;
    *line = (hr_position_line){.text = trim(whole)};
    const bool comment = columns->listed && line->text[0] == '#';
    if (columns->listed && line->text[0] == '\0') {
        line->text = NULL;
        return HR_OK;
    }
    line->text = columns->whole ? whole : line->text; // messages about it count its columns
    hr_status status = columns->whole   ? read(context, whole, error)
                       : columns->table ? read_row(&r, columns, line, error)
                                        : read_text(&r, line->text, error);
    if (status == HR_USAGE && comment) {
        line->text = NULL;
        return HR_OK;
    }
    const bool first = !columns->begun && columns->listed;
    columns->begun = true;
    if (status != HR_USAGE || columns->table || columns->whole) {
        return status;
    }
    if (first && hr_columns_read(line->text, columns)) {
        line->text = NULL;
        return HR_OK;
    }
    status = read_named(&r, columns, COMMAS, line, error);
    return status != HR_USAGE ? status : read_named(&r, columns, " ", line, error);
}
