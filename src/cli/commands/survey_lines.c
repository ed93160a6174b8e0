// SPDX-License-Identifier: MIT
#include "cli/commands/survey_lines.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/goals.h"
#include "puzzle/kinds.h"
#include "puzzle/lines.h"

static const char DIGITS[] = "0123456789";

/// The spec of a puzzle that a line draws, and the beginning of that of a Rush Hour board.
static const char DRAWN[] = "blocks:line";
static const char RUSH[] = "blocks:rush:";

/// How messages about texts begin, and what a person who has a file of lines is told instead.
static const struct {
    const char *place;
    const char *told;
} PLACES[] = {{"line:1:", "column "}, {"rush:1:", "character "}, {"puzzle:1:", "character "}};

/// Is the text a result that a survey prints: unsolvable, a number, or a lower bound?
static bool is_result(const char *text) {
    const char *number = text + (strncmp(text, ">=", 2) == 0 ? 2 : 0);
    const size_t digits = strspn(number, DIGITS);
    return strcmp(text, "unsolvable") == 0 || (digits > 0 && number[digits + strspn(number + digits, " \r")] == '\0');
}

/// Returns the length of a line without the two columns that a survey prints behind a puzzle; 0: the line's only tabs are not
/// before such columns.
static size_t length_of_puzzle(const char *text) {
    const size_t length = strcspn(text, "\t");
    const char *moves = text + length + (text[length] != '\0');
    const size_t digits = strcspn(moves, "\t");
    char column[32] = "";
    if (digits > 0 && digits < sizeof column && moves[digits] == '\t') {
        memcpy(column, moves, digits);
    }
    return is_result(column) && is_result(moves + digits + 1) ? length : 0;
}

/// Remove white space at the end, and make blanks of tabs.
static void trim(char *text) {
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) {
        text[--length] = '\0';
    }
    for (; *text != '\0'; text++) {
        *text = *text == '\t' ? ' ' : *text;
    }
}

/// Set *board to the first word of a line that is no number, or to the first word if all are numbers. Ends the text behind that
/// word. What stands between columns, and around them, counts as blanks. HR_USAGE: something else than numbers follows.
static hr_status take_board(char *text, char **board, hr_error *error) {
    for (char *mark = text; *(mark += strcspn(mark, ",;\"")) != '\0';) {
        *mark = ' ';
    }
    char *at = text + strspn(text, " ");
    *board = at;
    while (*at != '\0' && strspn(at, DIGITS) == strcspn(at, " ")) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    *board = *at != '\0' ? at : *board;
    at = *board + strcspn(*board, " ");
    const char *rest = at + strspn(at, "0123456789 ");
    if (*rest != '\0') {
        return hr_error_set(error, HR_USAGE, "'%.40s' behind the board: only numbers may stand there, and a comment behind #",
                            rest);
    }
    *at = '\0';
    return HR_OK;
}

/// HR_USAGE if the puzzle of a spec has no start, or if it is in a file.
static hr_status check_spec(const hr_puzzle_kind *kind, const char *spec, hr_error *error) {
    const char *board = strchr(spec, ':') + 1;
    if (!kind->has_start) {
        return hr_error_set(error, HR_USAGE, "%.60s has no start of its own: a line is a drawn puzzle, see 'huarong help blocks'",
                            spec);
    }
    if (kind->names_file != NULL && kind->names_file(board)) {
        return hr_error_set(error, HR_USAGE, "'%.60s' is no puzzle that has a name, and a line names no file: draw it in one line",
                            board);
    }
    return HR_OK;
}

/// Make the puzzle to see whether it can be made, and draw it in one line.
static hr_status make_puzzle(const hr_survey_line *line, char drawing[HR_PUZZLE_TEXT_MAX], hr_error *error) {
    hr_puzzle *puzzle = NULL;
    hr_status status = hr_puzzle_create(&line->options, &puzzle, error);
    status = status == HR_OK ? hr_puzzle_check_goal(puzzle, error) : status;
    if (status == HR_OK) {
        hr_puzzle_drawing(puzzle, drawing);
    }
    hr_puzzle_destroy(&puzzle);
    return status;
}

/// Do as make_puzzle does. The error says the column where it is known.
static hr_status try_puzzle(const hr_survey_line *line, char drawing[HR_PUZZLE_TEXT_MAX], hr_error *error) {
    hr_error why = {.text = ""};
    const hr_status status = make_puzzle(line, drawing, &why);
    if (status == HR_OK) {
        return HR_OK;
    }
    for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
        const size_t length = strlen(PLACES[i].place);
        if (strncmp(why.text, PLACES[i].place, length) == 0) {
            return hr_error_set(error, status, "%s%s", PLACES[i].told, why.text + length);
        }
    }
    return hr_error_set(error, status, "%s", why.text);
}

/// Make the options of a Rush Hour board, perhaps between numbers.
static hr_status read_rush(hr_survey_line *line, hr_error *error) {
    char *board = NULL;
    memcpy(line->text, RUSH, sizeof RUSH - 1);
    HR_TRY(take_board(line->text + sizeof RUSH - 1, &board, error));
    memmove(line->text + sizeof RUSH - 1, board, strlen(board) + 1);
    line->board = line->text + sizeof RUSH - 1;
    line->options.spec = line->text;
    return HR_OK;
}

/// Make the options of a puzzle that is a spec or drawn in one line.
static hr_status read_puzzle(hr_survey_line *line, hr_error *error) {
    const hr_puzzle_kind *kind = NULL;
    char *text = line->text + sizeof RUSH - 1;
    line->board = text + strspn(text, " ");
    if (hr_puzzle_kind_of(line->board, &kind, NULL) == HR_OK) {
        line->options.spec = line->board;
        return check_spec(kind, line->board, error);
    }
    line->options.spec = DRAWN;
    line->options.text = text;
    return HR_OK;
}

/// Read the puzzle in the first `length` bytes of a line, and draw it in one line.
static hr_status read_line(const char *text, size_t length, hr_metric metric, hr_survey_line *line,
                           char drawing[HR_PUZZLE_TEXT_MAX], hr_error *error) {
    *line = (hr_survey_line){.text = calloc(sizeof RUSH + length, 1), .options = {.metric = metric}};
    if (line->text == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a position");
    }
    char *copy = line->text + sizeof RUSH - 1; // in front there is room for the beginning of a spec
    memcpy(copy, text, length);
    trim(copy);
    if (copy[strspn(copy, " ")] == '#') {
        return hr_error_set(error, HR_USAGE, "a line that begins with # is a comment");
    }
    HR_TRY(strchr(copy, ':') == NULL ? read_rush(line, error) : read_puzzle(line, error));
    return try_puzzle(line, drawing, error);
}

hr_status hr_survey_line_read(const char *text, hr_metric metric, hr_survey_line *line, hr_error *error) {
    char drawings[2][HR_PUZZLE_TEXT_MAX];
    const hr_status status = read_line(text, strlen(text), metric, line, drawings[0], error);
    const size_t length = length_of_puzzle(text);
    if (length == 0 || status == HR_INTERNAL) {
        return status;
    }
    hr_survey_line printed;
    if (read_line(text, length, metric, &printed, drawings[1], NULL) != HR_OK) {
        hr_survey_line_clear(&printed);
        return status;
    }
    hr_survey_line_clear(line); // a survey reads what a survey has printed
    *line = printed;
    return status == HR_USAGE || strcmp(drawings[0], drawings[1]) == 0
               ? HR_OK
               : hr_error_set(error, HR_USAGE,
                              "are the columns behind tabs letters of pieces, or results? write blanks, or leave them out");
}

void hr_survey_line_clear(hr_survey_line *line) {
    free(line->text);
    *line = (hr_survey_line){.text = NULL};
}
