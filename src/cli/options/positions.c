// SPDX-License-Identifier: MIT
#include "cli/options/positions.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "cli/options/lines.h"
#include "core/try.h"
#include "puzzle/numbers.h"

/// Lines that may be a board.
typedef struct rows {
    char *end;    ///< the end of the last line
    size_t lines; ///< their number; 0: there is no board
    bool open;    ///< further lines, which are not there yet, may belong to them
} rows;

/// Returns the number of characters in a line, without blanks.
static size_t count_letters(const char *line) {
    size_t letters = 0;
    for (; strchr("\n", *line) == NULL; line++) {
        letters += strchr(BLANKS, *line) == NULL;
    }
    return letters;
}

/// Is the line one word of digits that run together, for a row?
static bool is_run_together(const hr_position_list *list, const char *line) {
    size_t digits = 0;
    for (line += strspn(line, GAPS); strchr(GAPS "\n", *line) == NULL; line++, digits++) {
        const int digit = hr_numbers_digit(*line);
        if (digit < 0 || (size_t)digit >= list->cells) {
            return false;
        }
    }
    return digits == list->width && strchr("\n", line[strspn(line, GAPS)]) != NULL;
}

/// May the line be a row of a board, or some of the numbers of a board, or all?
static bool is_row(const hr_position_list *list, const char *line) {
    if (!list->numbers) {
        const size_t letters = count_letters(line);
        return letters == list->width || (list->drawn && letters > 0 && letters < list->width);
    }
    if (is_run_together(list, line)) {
        return true;
    }
    const size_t words = hr_position_words(line);
    size_t digits = 0;
    for (; strchr("\n#", *line) == NULL && digits <= 2; line++) { // a longer number is a name
        digits = isdigit((unsigned char)*line) != 0 ? digits + 1 : 0;
        digits = strchr("0123456789_.[](){}" GAPS, *line) != NULL ? digits : SIZE_MAX;
    }
    return digits <= 2 && words > 0 && words <= list->cells;
}

/// Read lines from `at` on as one board, with as few lines as make one. If there is none, `found` is the lines that should be one,
/// and the error says why they are not.
static hr_status read_rows(const hr_position_text *r, const hr_position_list *list, char *at, rows *found, hr_error *error) {
    hr_status status = HR_USAGE;
    char *line = at;
    size_t cells = 0;
    const size_t first = hr_position_words(at);
    const size_t cells_max = list->cells + (first <= 2 ? first : 0); // the first line may be the board's size
    const size_t lines_max = list->numbers ? cells_max : list->cells / list->width;
    *found = (rows){.lines = 0};
    for (size_t lines = 1; lines <= lines_max && is_row(list, line) && status == HR_USAGE; lines++) {
        hr_error why = {.text = ""};
        char *const end = line + strcspn(line, "\n");
        const char ends = *end;
        cells += list->numbers ? hr_position_words(line) : list->width;
        if (list->numbers && cells > cells_max) {
            break;
        }
        *end = '\0';
        status = list->numbers || lines > 1 ? r->read(r->context, at, &why) : HR_USAGE; // one row may be a code, too
        *end = ends;
        if (status != HR_USAGE || (list->numbers ? cells <= list->cells : lines > 1 && lines == lines_max)) {
            *found = (rows){.end = end, .lines = lines};
            (void)(status == HR_OK ? HR_OK : hr_error_set(error, status, "%s", why.text));
        }
        line = end + (ends == '\n');
        found->open = *line == '\0' && list->more && status == HR_USAGE && cells < cells_max;
    }
    return status;
}

/// HR_USAGE if each of the rows is a position by itself, too.
static hr_status check_rows(const hr_position_text *r, const hr_position_list *list, char *at, const rows *found, hr_error *error) {
    for (size_t i = 0; i < found->lines; i++) {
        char *const end = at + strcspn(at, "\n");
        const char ends = *end;
        *end = '\0';
        const hr_status status = list->numbers ? HR_USAGE : r->read(r->context, at, NULL);
        *end = ends;
        if (status != HR_OK) {
            return status == HR_USAGE ? HR_OK : status;
        }
        at = end + 1;
    }
    return found->lines == 1
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "these are %zu positions, and also the rows of one: write a / behind each row",
                              found->lines);
}

/// Returns where the first line behind a number begins that is neither empty nor a comment. NULL: the line at `at` is no number
/// before all boards.
static const char *find_behind_number(const hr_position_list *list, const char *at) {
    const size_t digits = strspn(at, "0123456789"); // as many as there are cells are a board
    const char *next = at + digits + strspn(at + digits, BLANKS);
    if (list->begun || !list->numbers || list->table || digits == 0 || digits == list->cells || *next != '\n') {
        return NULL;
    }
    next += strspn(next, "\n" GAPS);
    for (; *next == '#'; next += strspn(next, "\n" GAPS)) {
        next += strcspn(next, "\n");
    }
    return next;
}

/// Is the line at `at` the number of boards, with which input in the format of programming contests begins? A board or its first
/// row follows, of several numbers or of one word.
static bool is_number_of_boards(const hr_position_list *list, const char *at) {
    const char *next = find_behind_number(list, at);
    const bool may_be_row = next != NULL && strspn(at, "0123456789") == list->width;
    return next != NULL && (hr_position_words(next) >= 2 || strcspn(next, GAPS "\n") >= list->width + may_be_row);
}

/// Move *at behind `lines` lines, and end the text before.
static void pass_lines(hr_position_list *list, char **at, size_t lines) {
    for (size_t i = 0; i < lines; i++) {
        *at += strcspn(*at, "\n");
        if (**at == '\n') {
            *(*at)++ = i + 1 == lines ? '\0' : '\n';
        }
    }
    list->lines += lines;
}

/// Take the rows at *at as one position. *taken is false, and nothing taken, if they are none: the line at *at is to be read by
/// itself.
static hr_status take_rows(const hr_position_text *r, hr_position_list *list, char **at, hr_position *position, bool *taken,
                           hr_error *error) {
    rows found;
    hr_status status = read_rows(r, list, *at, &found, error);
    const char *first = *at + strspn(*at, BLANKS);
    const bool comment = *first == '#' && (!list->drawn || strchr(BLANKS "\n", first[1]) != NULL); // else # is a wall
    const bool none = status == HR_USAGE && (found.lines == 0 || comment);
    *taken = found.open || !none;
    if (found.open || none) {
        return HR_OK;
    }
    status = status == HR_OK ? check_rows(r, list, *at, &found, error) : status;
    const bool number = status == HR_USAGE && is_number_of_boards(list, *at);
    list->begun = true;
    if (number) {
        pass_lines(list, at, 1);
        return HR_OK;
    }
    position->text = status == HR_OK ? *at : NULL;
    position->rows = found.lines > 1;
    pass_lines(list, at, found.lines);
    return status;
}

/// Make one line of the rows of letters. Remove what stands around a position: blanks, and a comment behind numbers in one line.
static void clean_text(const hr_position_list *list, hr_position *position) {
    if (list->numbers && !position->rows) {
        position->text[strcspn(position->text, "#")] = '\0';
    }
    for (char *c = position->text; !list->numbers && *c != '\0'; c++) {
        *c = *c == '\n' ? ' ' : *c;
    }
    position->text += strspn(position->text, BLANKS);
    size_t length = strlen(position->text);
    while (length > 0 && strchr(BLANKS, position->text[length - 1]) != NULL) {
        position->text[--length] = '\0';
    }
}

hr_position_list hr_position_list_of(const hr_puzzle *puzzle) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_puzzle_kind *kind = NULL;
    (void)hr_puzzle_kind_of(info->spec, &kind, NULL); // never fails: the puzzle has been made
    return (hr_position_list){.width = (size_t)info->width,
                              .cells = (size_t)info->width * (size_t)info->height,
                              .numbers = kind->numbers,
                              .drawn = kind->drawn};
}

/// Take what begins at the line *at: a position, a line without one, or nothing if *at may go on.
static hr_status take_next(const hr_position_text *r, hr_position_list *list, char **at, hr_position *position, hr_error *error) {
    bool taken = false;
    hr_status status = HR_OK;
    const char *next = find_behind_number(list, *at);
    if (next != NULL && *next == '\0' && list->more) {
        return HR_OK; // what follows says whether this is the number of boards
    }
    if (!list->table && is_row(list, *at)) {
        status = take_rows(r, list, at, position, &taken, error);
    } else if (is_number_of_boards(list, *at)) { // of three digits or more
        list->begun = taken = true;
        pass_lines(list, at, 1);
    }
    if (!taken) {
        position->text = *at;
        pass_lines(list, at, 1);
        status = hr_position_line_read(r, list, position, error);
    }
    list->found += status == HR_USAGE || (status == HR_OK && position->text != NULL);
    return status;
}

hr_status hr_position_take(hr_position_reader read, void *context, hr_position_list *list, char **at, hr_position *position,
                           hr_error *error) {
    const hr_position_text r = {.read = read, .context = context};
    *position = (hr_position){.text = NULL};
    while (**at != '\0') {
        if (strchr("\n", (*at)[strspn(*at, list->numbers ? GAPS "[](){}" : GAPS)]) != NULL) {
            pass_lines(list, at, 1);
            continue;
        }
        const char *const begin = *at;
        position->line = list->lines + 1;
        HR_TRY(take_next(&r, list, at, position, error));
        if (position->text != NULL) {
            clean_text(list, position);
        }
        if (position->text != NULL || *at == begin) {
            return HR_OK;
        }
    }
    return HR_OK;
}
