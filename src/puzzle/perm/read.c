// SPDX-License-Identifier: MIT
// Reads definitions in the form of twsearch:
//
//     Name Cube2
//     Set CORNER 8 3                a name, the number of places, the ways in which a piece can be turned
//     Solved                        which piece is where, and how it is turned; without a set's lines: 1 2 3 …, none turned
//     CORNER
//     1 2 3 4 5 6 7 8
//     0 0 0 0 0 0 0 0
//     End
//     Move F                        from which place each piece comes, and how the piece that leaves each place is turned
//     CORNER
//     7 1 3 2 5 6 4 8
//     2 1 0 2 0 0 1 0
//     End

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/perm/definition.h"

enum { WORDS_MAX = UINT8_MAX + 2 }; ///< more than the places of a set

#define BLANKS " \t\r"

/// A word of a line, not ended by '\0'.
typedef struct word {
    const char *text;
    int length;
    int column; ///< from 1
} word;

/// The text that is read, and its current line, which has at least one word.
typedef struct reader {
    hr_perm_definition *puzzle;
    const char *file;
    const char *begin; ///< the text
    const char *at;    ///< the text behind the current line
    int line;          ///< the current line's number in the file, from 1; ';' begins no new one
    int columns;       ///< columns before `at` in this line of the file
    size_t item;       ///< bytes of the puzzle's text before what is being read
    word words[WORDS_MAX];
    int count;
    hr_error *error;
} reader;

/// Refuse the word i of the current line.
__attribute__((format(printf, 3, 4))) static hr_status refuse(reader *r, int i, const char *format, ...) {
    char why[160];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    (void)hr_error_set(r->error, HR_USAGE, "%.120s:%d:%d: %s", r->file, r->line, i < r->count ? r->words[i].column : 1, why);
    return HR_USAGE;
}

/// Refuse a line of more words than `count`.
static hr_status only(reader *r, int count) {
    return r->count <= count ? HR_OK : refuse(r, count, "the line must end before this word");
}

static bool is_word(const reader *r, int i, const char *text) {
    return i < r->count && r->words[i].length == (int)strlen(text) && memcmp(r->words[i].text, text, strlen(text)) == 0;
}

/// Split the line of `length` characters at `text` into words.
static void split(reader *r, const char *text, size_t length) {
    r->count = 0;
    for (size_t i = strspn(text, BLANKS); i < length && r->count < WORDS_MAX; i += strspn(text + i, BLANKS)) {
        const size_t end = i + strcspn(text + i, BLANKS ";\n");
        r->words[r->count++] = (word){.text = text + i, .length = (int)(end - i), .column = r->columns + (int)i + 1};
        i = end;
    }
    r->columns += (int)length + 1;
}

/// Append the current line to the text of the puzzle.
static hr_status keep_line(reader *r) {
    char *text = r->puzzle->text;
    size_t used = strlen(text);
    for (int i = 0; i < r->count; i++) {
        const int length = r->words[i].length;
        if (used + (size_t)length + 2 > sizeof r->puzzle->text) {
            return refuse(r, i, "the puzzle is too long: without comments it has at most %d characters", HR_PUZZLE_TEXT_MAX - 1);
        }
        used += (size_t)snprintf(text + used, sizeof r->puzzle->text - used, "%.*s%c", length, r->words[i].text,
                                 i + 1 < r->count ? ' ' : ';');
    }
    return HR_OK;
}

/// Go to the next line that has words and is no comment. At the end of the text the current line has no words.
static hr_status next_line(reader *r) {
    for (r->count = 0; r->count == 0 && *r->at != '\0';) {
        if (r->at == r->begin || r->at[-1] == '\n') {
            r->line++;
            r->columns = 0;
        }
        const char *text = r->at;
        const bool comment = text[strspn(text, BLANKS)] == '#';
        const size_t length = strcspn(text, comment ? "\n" : ";\n");
        r->at += length + (text[length] != '\0');
        if (!comment) {
            split(r, text, length);
        }
    }
    return r->count > 0 ? keep_line(r) : HR_OK;
}

/// Copy the word i into the name `what` of something.
static hr_status take_name(reader *r, int i, const char *what, char name[HR_PERM_NAME_MAX]) {
    if (i >= r->count) {
        return refuse(r, 0, "the name of the %s is missing", what);
    }
    if (r->words[i].length >= HR_PERM_NAME_MAX) {
        return refuse(r, i, "the name of the %s is too long: use at most %d characters", what, HR_PERM_NAME_MAX - 1);
    }
    (void)snprintf(name, HR_PERM_NAME_MAX, "%.*s", r->words[i].length, r->words[i].text);
    return HR_OK;
}

/// Read the word i as a number from `least` to `most`.
static hr_status take_number(reader *r, int i, int least, int most, int *number) {
    int value = 0;
    if (i >= r->count) {
        return refuse(r, 0, "a number is missing");
    }
    for (int k = 0; k < r->words[i].length; k++) {
        const char c = r->words[i].text[k];
        if (c < '0' || c > '9') {
            return refuse(r, i, "'%.*s' is no number", r->words[i].length > 20 ? 20 : r->words[i].length, r->words[i].text);
        }
        value = value > most ? value : 10 * value + c - '0';
    }
    if (value < least || value > most) {
        return refuse(r, i, "the number must be from %d to %d", least, most);
    }
    *number = value;
    return HR_OK;
}

static hr_status read_set(reader *r) {
    hr_perm_definition *p = r->puzzle;
    if (p->set_count == HR_PERM_SETS_MAX) {
        return refuse(r, 0, "there are too many sets: a puzzle has at most %d", HR_PERM_SETS_MAX);
    }
    hr_perm_set *set = &p->sets[p->set_count];
    HR_TRY(take_name(r, 1, "set", set->name));
    HR_TRY(take_number(r, 2, 1, UINT8_MAX, &set->size));
    HR_TRY(take_number(r, 3, 1, UINT8_MAX, &set->turns));
    HR_TRY(only(r, 4));
    for (int i = 0; i < p->set_count; i++) {
        if (strcmp(p->sets[i].name, set->name) == 0) {
            return refuse(r, 1, "there is a set %s already", set->name);
        }
    }
    set->first = p->place_count;
    if (p->place_count + set->size > HR_PERM_PLACES_MAX) {
        return refuse(r, 2, "there are too many places: a puzzle has at most %d", HR_PERM_PLACES_MAX);
    }
    p->place_count += set->size;
    p->set_count++;
    return HR_OK;
}

/// Read a line of one number for each place of the set, from `least` to `most`.
static hr_status read_numbers(reader *r, const hr_perm_set *set, int least, int most, int *numbers) {
    if (r->count != set->size) {
        return refuse(r, r->count > set->size ? set->size : 0, "the line has %d numbers, and the set %s has %d places", r->count,
                      set->name, set->size);
    }
    for (int i = 0; i < set->size; i++) {
        HR_TRY(take_number(r, i, least, most, &numbers[i]));
    }
    return HR_OK;
}

static bool is_number(const reader *r) { return r->count > 0 && ((r->words[0].text[0] >= '0' && r->words[0].text[0] <= '9')); }

/// Returns the set that the current line names, NULL if it names none.
static const hr_perm_set *find_set(const reader *r) {
    for (int i = 0; i < r->puzzle->set_count; i++) {
        if (is_word(r, 0, r->puzzle->sets[i].name)) {
            return &r->puzzle->sets[i];
        }
    }
    return NULL;
}

/// Say why the current line names no set.
static hr_status refuse_set(reader *r) {
    if (r->count == 0) {
        return refuse(r, 0, "the line 'End' is missing");
    }
    return is_word(r, 0, "?")
               ? refuse(r, 0, "'?' is not taken: write how each piece is turned")
               : refuse(r, 0, "there is no set '%.*s'", r->words[0].length > 20 ? 20 : r->words[0].length, r->words[0].text);
}

/// Read the lines up to 'End': for each set that is named, the pieces, and if there is a second line of numbers, the turns. The
/// arrays have an item for each place.
static hr_status read_position(reader *r, int *pieces, int *turns) {
    bool named[HR_PERM_SETS_MAX] = {false};
    HR_TRY(next_line(r));
    while (!is_word(r, 0, "End")) {
        const hr_perm_set *set = find_set(r);
        if (set == NULL) {
            return refuse_set(r);
        }
        HR_TRY(only(r, 1));
        if (named[set - r->puzzle->sets]) {
            return refuse(r, 0, "the set %s is there twice", set->name);
        }
        named[set - r->puzzle->sets] = true;
        HR_TRY(next_line(r));
        HR_TRY(read_numbers(r, set, 1, UINT8_MAX, pieces + set->first));
        HR_TRY(next_line(r));
        if (is_number(r)) {
            HR_TRY(read_numbers(r, set, 0, set->turns - 1, turns + set->first));
            HR_TRY(next_line(r));
        }
    }
    return only(r, 1);
}

/// Set the position that is read if nothing is said of a set.
static void set_identity(const hr_perm_definition *p, int *pieces, int *turns) {
    for (int s = 0; s < p->set_count; s++) {
        for (int i = 0; i < p->sets[s].size; i++) {
            pieces[p->sets[s].first + i] = i + 1;
            turns[p->sets[s].first + i] = 0;
        }
    }
}

static hr_status read_solved(reader *r) {
    int pieces[HR_PERM_PLACES_MAX] = {0};
    int turns[HR_PERM_PLACES_MAX] = {0};
    hr_perm_definition *p = r->puzzle;
    if (p->piece[0] != 0) {
        return refuse(r, 0, "there is a solved position already");
    }
    HR_TRY(only(r, 1));
    set_identity(p, pieces, turns);
    HR_TRY(read_position(r, pieces, turns));
    for (int i = 0; i < p->place_count; i++) {
        p->piece[i] = (uint8_t)pieces[i];
        p->turn[i] = (uint8_t)turns[i];
    }
    return HR_OK;
}

/// Is this the name of a turn of the whole puzzle, which is no move: x, y, z, or capital letters with v behind them?
static bool is_rotation(const char *name) {
    const size_t grip = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    return (strchr("xyz", name[0]) != NULL && name[1] == '\0') || (grip > 0 && name[grip] == 'v' && name[grip + 1] == '\0');
}

/// Set the generator from the numbers of its lines, whose last was read just now.
static hr_status set_generator(reader *r, const int *pieces, const int *turns, hr_perm_generator *generator) {
    const hr_perm_definition *p = r->puzzle;
    for (int s = 0; s < p->set_count; s++) {
        const hr_perm_set *set = &p->sets[s];
        bool seen[UINT8_MAX + 1] = {false};
        for (int i = set->first; i < set->first + set->size; i++) {
            if (pieces[i] > set->size || seen[pieces[i]]) {
                return refuse(r, 0, "the move %s is no permutation of the set %s: write each of 1 to %d once", generator->name,
                              set->name, set->size);
            }
            seen[pieces[i]] = true;
            generator->from[i] = (uint16_t)(set->first + pieces[i] - 1);
            generator->twist[i] = (uint8_t)turns[generator->from[i]];
        }
    }
    return HR_OK;
}

static hr_status read_move(reader *r) {
    int pieces[HR_PERM_PLACES_MAX] = {0};
    int turns[HR_PERM_PLACES_MAX] = {0};
    hr_perm_definition *p = r->puzzle;
    hr_perm_generator *generator = &p->generators[p->generator_count];
    HR_TRY(take_name(r, 1, "move", generator->name));
    HR_TRY(only(r, 2));
    for (size_t i = 0; i < p->generator_count; i++) {
        if (strcmp(p->generators[i].name, generator->name) == 0) {
            return refuse(r, 1, "there is a move %s already", generator->name);
        }
    }
    set_identity(p, pieces, turns);
    HR_TRY(read_position(r, pieces, turns));
    HR_TRY(set_generator(r, pieces, turns, generator));
    if (is_rotation(generator->name)) {
        p->text[r->item] = '\0';
        return HR_OK;
    }
    return p->generator_count++ < HR_PERM_GENERATORS_MAX
               ? HR_OK
               : refuse(r, 0, "there are too many moves: a puzzle has at most %d", HR_PERM_GENERATORS_MAX);
}

/// Read what begins with the current line.
static hr_status read_item(reader *r) {
    const hr_perm_definition *p = r->puzzle;
    if (is_word(r, 0, "Name")) {
        HR_TRY(take_name(r, 1, "puzzle", r->puzzle->name));
        return only(r, 2);
    }
    if (is_word(r, 0, "Set")) {
        return p->piece[0] == 0 ? read_set(r) : refuse(r, 0, "the sets must stand before the solved position");
    }
    if (p->set_count > 0 && is_word(r, 0, "Solved")) {
        return read_solved(r);
    }
    if (p->piece[0] != 0 && is_word(r, 0, "Move")) {
        return read_move(r);
    }
    if (is_word(r, 0, "Solved") || is_word(r, 0, "Move")) {
        return refuse(r, 0, "the sets must stand first, then the solved position, then the moves");
    }
    return refuse(r, 0, "'%.*s' is not taken: use Name, Set, Solved and Move", r->words[0].length > 20 ? 20 : r->words[0].length,
                  r->words[0].text);
}

hr_status hr_perm_read(const char *file, const char *text, hr_perm_definition *definition, hr_error *error) {
    reader r = {.puzzle = definition, .file = file, .begin = text, .at = text, .error = error};
    definition->generators = calloc(HR_PERM_GENERATORS_MAX + 1, sizeof *definition->generators);
    HR_TRY_MEMORY(definition->generators != NULL, error, "the moves of a puzzle");
    (void)snprintf(definition->name, sizeof definition->name, "puzzle");
    HR_TRY(next_line(&r));
    while (r.count > 0) {
        HR_TRY(read_item(&r));
        r.item = strlen(definition->text);
        HR_TRY(next_line(&r));
    }
    return definition->generator_count > 0 ? HR_OK : hr_error_set(error, HR_USAGE, "%.120s: the puzzle has no moves", file);
}
