// SPDX-License-Identifier: MIT
#include "cli/options/lines.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char COMMAS[] = ",;\t"; ///< what may stand between columns
static const char DIGITS[] = "0123456789";

/// The names of the columns that hold positions, and of those that hold their names.
static const char *const STATES[] = {"state", "position", "board", "code", "opening", NULL};
static const char *const NAMES[] = {"name", "id", "number", "no", "index", NULL};

enum {
    HEAD_MAX = 1000, ///< a longer line names no columns
    CODE_MAX = 9,    ///< characters of the longest code
    TRIES_MAX = 999, ///< more than this many # behind blanks are not in a position
};

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

/// Take the column at *at as take_field does, and move *at behind the separator; to NULL behind the last column.
static char *next_field(char **at, const char *separator) {
    char *field = *at;
    const size_t length = field_length(field, separator);
    *at = field[length] == '\0' ? NULL : field + length + 1;
    return take_field(field, length);
}

/// Is a word in a list that NULL ends, in either case?
static bool is_in(const char *const *list, const char *word) {
    while (*list != NULL && strcasecmp(*list, word) != 0) {
        list++;
    }
    return *list != NULL;
}

/// Does the line name the columns of a table, one of them for positions? Then note them.
static bool read_columns(const char *line, hr_position_list *list) {
    char copy[HEAD_MAX + 1];
    if (strlen(line) > HEAD_MAX) {
        return false;
    }
    (void)snprintf(copy, sizeof copy, "%s", line);
    const char separator[] = {copy[strcspn(copy, COMMAS)], '\0'};
    size_t state = SIZE_MAX;
    size_t name = SIZE_MAX;
    char *at = copy;
    for (size_t i = 0; at != NULL; i++) {
        const char *word = next_field(&at, separator);
        state = state == SIZE_MAX && is_in(STATES, word) ? i : state;
        name = name == SIZE_MAX && is_in(NAMES, word) ? i : name;
    }
    if (state != SIZE_MAX) {
        list->table = true;
        list->separator = separator[0];
        list->state = state;
        list->name = name;
    }
    return state != SIZE_MAX;
}

/// Read a position that a comment may follow. A # begins a comment if it stands behind a blank, and what is before it is a
/// position.
static hr_status read_text(const hr_position_text *r, char *text, hr_error *error) {
    hr_status status = r->read(r->context, text, error);
    int tries = 0;
    for (char *at = strchr(text, '#'); at != NULL && status == HR_USAGE && tries < TRIES_MAX; at = strchr(at + 1, '#')) {
        if (at > text && strchr(BLANKS, at[-1]) != NULL) {
            tries++;
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
static hr_status read_row(const hr_position_text *r, const hr_position_list *list, hr_position *position, hr_error *error) {
    const char separator[] = {list->separator, '\0'};
    char *at = position->text;
    char *text = NULL;
    for (size_t i = 0; at != NULL; i++) {
        char *field = next_field(&at, separator);
        text = i == list->state ? field : text;
        position->name = i == list->name && *field != '\0' ? field : position->name;
    }
    if (text == NULL) {
        return hr_error_set(error, HR_USAGE, "the row has no column %zu, which has the position", list->state + 1);
    }
    position->text = trim(text);
    return read_text(r, position->text, error);
}

/// Is the text a word that may be a code? An opening's name that is not known, and its last word, are no name and code.
static bool is_code(const char *text) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) != 0) {
        length++;
    }
    return text[length] == '\0' && length <= CODE_MAX;
}

size_t hr_position_words(const char *text) {
    size_t words = 0;
    for (text += strspn(text, GAPS); strchr("\n#", *text) == NULL; text += strspn(text, GAPS)) {
        text += 1 + strcspn(text + 1, GAPS "\n");
        words++;
    }
    return words;
}

/// Is the line the head of a table with a column for each cell, with a word that begins with a letter for each column? A row of it
/// is numbers, perhaps behind a name, as without a head.
static bool is_head_of_cells(const char *line) {
    size_t words = 0;
    for (line += strspn(line, GAPS "\""); *line != '\0'; line += strspn(line, GAPS "\"")) {
        if (isalpha((unsigned char)*line) == 0) {
            return false;
        }
        line += strcspn(line, GAPS);
        words++;
    }
    return words > 1;
}

/// Read a position behind a name, which one of the `separators` ends. If that is no position either, *error stays as it is, unless
/// the line is clearly meant so.
static hr_status read_named(const hr_position_text *r, const hr_position_list *list, const char *separators, hr_position *position,
                            hr_error *error) {
    char *name = position->text;
    const size_t length = field_length(name, separators);
    char *text = name + length + (name[length] != '\0');
    const bool number = strspn(name, DIGITS) == length;
    const bool blank = separators[0] == ' ';
    const char *colon = memchr(name, ':', length); // a name may end with it; "start: a.; goal: .a" and "blocks:ma" are puzzles
    const bool key = list->cells == 0 && colon != NULL && (colon + 1 < name + length || strchr(text, ':') != NULL);
    text += strspn(text, BLANKS);
    if (*text == '\0' || length == 0 || key || (blank && !list->numbers && !number && is_code(text))) {
        return HR_USAGE;
    }
    const bool meant =
        list->numbers ? hr_position_words(position->text) == list->cells + 1 : !blank || (number && strpbrk(text, BLANKS) == NULL);
    if (*text == '"') {
        text = take_field(text, field_length(text, separators));
    }
    hr_error why = {.text = ""};
    const hr_status status = read_text(r, text, &why);
    if (status == HR_OK) {
        name = take_field(name, length);
        position->text = text;
        position->name = *name != '\0' ? name : NULL;
    } else if (meant || status != HR_USAGE) {
        (void)hr_error_set(error, status, "%s", why.text);
    }
    return status;
}

/// Read the line position->text, which is ended by '\0' and may be changed. position->text is NULL afterwards if it holds no
/// position.
hr_status hr_position_line_read(const hr_position_text *r, hr_position_list *list, hr_position *position, hr_error *error) {
    position->text = trim(position->text);
    const bool comment = position->text[0] == '#';
    hr_status status = list->table ? read_row(r, list, position, error) : read_text(r, position->text, error);
    if (status == HR_USAGE && comment) {
        position->text = NULL;
        return HR_OK;
    }
    const bool first = !list->begun;
    list->begun = true;
    if (status != HR_USAGE || list->table) {
        return status;
    }
    if (first && (read_columns(position->text, list) || (list->numbers && is_head_of_cells(position->text)))) {
        position->text = NULL;
        return HR_OK;
    }
    status = read_named(r, list, COMMAS, position, error);
    return status != HR_USAGE ? status : read_named(r, list, " ", position, error);
}
