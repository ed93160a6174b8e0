// SPDX-License-Identifier: MIT
// The program's own format. A file is made of lines "key: value" and two drawings:
//
//     name: The little donkey
//     start:
//     a**b
//     cdde
//     .fg.
//
//     goal:
//     ....
//     ....
//     .**.
//
// The rows of a drawing follow its key, up to an empty line or the next key. On the line of the key, a drawing is written with '/'
// between its rows, and ';' ends a line: `start: a**b/cdde/.fg.; goal: ..../..../.**.`.

#include <string.h>
#include <strings.h>

#include "core/near.h"
#include "core/try.h"
#include "puzzle/blocks/formats/formats.h"

/// A part of a line: a key's value, a row, or a key with its value.
typedef struct entry {
    const char *value;
    size_t length;
    hr_blocks_spot spot;
} entry;

/// The spot of the character `i` of the value.
static hr_blocks_spot spot_of(const entry *e, size_t i) { return (hr_blocks_spot){e->spot.line, e->spot.column + (int)i}; }

/// Set *letter to the next character of the value that is no blank, and *i to the character behind it. False at the end of the
/// value.
static bool next_letter(const entry *e, size_t *i, char *letter) {
    while (*i < e->length && e->value[*i] == ' ') {
        ++*i;
    }
    *letter = *i < e->length ? e->value[(*i)++] : '\0';
    return *letter != '\0';
}

static hr_status no_letter(const hr_blocks_source *source, const entry *e, size_t i, hr_error *error) {
    return hr_blocks_bad(source->file, spot_of(e, i), error, "'%c' cannot be the letter of a piece", e->value[i]);
}

/// Call `set` with the rule of each letter in the value. HR_USAGE: a character cannot be a letter, or a letter has two aims.
static hr_status each_letter(hr_blocks_source *source, const entry *e, void (*set)(hr_blocks_rule *rule), hr_error *error) {
    char letter = '\0';
    for (size_t i = 0; next_letter(e, &i, &letter);) {
        if (!hr_blocks_is_letter(letter)) {
            return no_letter(source, e, i - 1, error);
        }
        hr_blocks_rule *rule = &source->rules[(unsigned char)letter];
        const hr_blocks_aim aim = rule->aim;
        rule->spot = spot_of(e, i - 1);
        set(rule);
        if (aim != HR_BLOCKS_PLACE && aim != rule->aim) {
            return hr_blocks_bad(source->file, rule->spot, error, "the letter '%c' has both 'cover:' and 'inside:'", letter);
        }
    }
    return HR_OK;
}

static void set_horizontal(hr_blocks_rule *rule) { rule->horizontal = true; }
static void set_vertical(hr_blocks_rule *rule) { rule->vertical = true; }
static void set_fixed(hr_blocks_rule *rule) { rule->fixed = true; }
static void set_scattered(hr_blocks_rule *rule) { rule->scattered = true; }
static void set_cover(hr_blocks_rule *rule) { rule->aim = HR_BLOCKS_COVER; }
static void set_inside(hr_blocks_rule *rule) { rule->aim = HR_BLOCKS_INSIDE; }

/// Read "alike: ab", which lets the goal's a and b stand for each other.
static hr_status read_alike(hr_blocks_source *source, const entry *e, hr_error *error) {
    source->alike_count++;
    char letter = '\0';
    for (size_t i = 0; next_letter(e, &i, &letter);) {
        if (!hr_blocks_is_letter(letter)) {
            return no_letter(source, e, i - 1, error);
        }
        hr_blocks_rule *rule = &source->rules[(unsigned char)letter];
        rule->spot = spot_of(e, i - 1);
        if (rule->alike != 0 && rule->alike != source->alike_count) {
            return hr_blocks_bad(source->file, rule->spot, error, "the letter '%c' is in two lists 'alike:': write one list",
                                 letter);
        }
        rule->alike = source->alike_count;
    }
    return HR_OK;
}

/// Read "gate: + ab": the sign of the gate, then the pieces that may pass.
static hr_status read_gate(hr_blocks_source *source, const entry *e, hr_error *error) {
    char sign = '\0';
    size_t i = 0;
    if (!next_letter(e, &i, &sign) || !hr_blocks_is_letter(sign)) {
        return hr_blocks_bad(source->file, e->spot, error, "the gate has no sign: write the sign, then the pieces that may pass");
    }
    if (source->gate_count == HR_BLOCKS_GATES_MAX) {
        return hr_blocks_bad(source->file, e->spot, error, "there are more than %d kinds of gates", HR_BLOCKS_GATES_MAX);
    }
    if (memchr(source->gates, sign, (size_t)source->gate_count) != NULL) {
        return hr_blocks_bad(source->file, e->spot, error, "the gate '%c' is described twice", sign);
    }
    const int gate = source->gate_count++;
    source->gates[gate] = sign;
    char letter = '\0';
    while (next_letter(e, &i, &letter)) {
        if (!hr_blocks_is_letter(letter)) {
            return no_letter(source, e, i - 1, error);
        }
        source->passes[gate][(unsigned char)letter] = true;
        source->rules[(unsigned char)letter].spot = spot_of(e, i - 1);
    }
    return HR_OK;
}

/// Read "exit: A right": a piece, and the side of the drawing where it leaves.
static hr_status read_exit(hr_blocks_source *source, const entry *e, hr_error *error) {
    static const struct {
        const char *name;
        char side;
    } SIDES[] = {{"up", 'U'}, {"down", 'D'}, {"left", 'L'}, {"right", 'R'}};
    char letter = '\0';
    size_t i = 0;
    if (!next_letter(e, &i, &letter) || !hr_blocks_is_letter(letter)) {
        return hr_blocks_bad(source->file, e->spot, error, "the exit has no piece: write a letter and a side, as in 'A right'");
    }
    while (i < e->length && e->value[i] == ' ') {
        i++;
    }
    for (size_t s = 0; s < sizeof SIDES / sizeof SIDES[0]; s++) {
        if (e->length - i == strlen(SIDES[s].name) && strncasecmp(e->value + i, SIDES[s].name, e->length - i) == 0) {
            hr_blocks_rule *rule = &source->rules[(unsigned char)letter];
            if (rule->exit != '\0') {
                return hr_blocks_bad(source->file, e->spot, error, "the piece '%c' has two exits: it may have one", letter);
            }
            rule->exit = SIDES[s].side;
            rule->spot = e->spot;
            return HR_OK;
        }
    }
    return hr_blocks_bad(source->file, spot_of(e, i), error, "the exit has no side: write up, down, left or right");
}

static const struct {
    const char *key;
    void (*set)(hr_blocks_rule *rule); ///< the value is letters, and this changes the rule of each
    hr_status (*read)(hr_blocks_source *source, const entry *e, hr_error *error); ///< else this reads it; NULL: nobody does
} KEYS[] = {
    {"name", NULL, NULL},
    {"author", NULL, NULL},
    {"note", NULL, NULL},
    {"horizontal", set_horizontal, NULL},
    {"vertical", set_vertical, NULL},
    {"fixed", set_fixed, NULL},
    {"scattered", set_scattered, NULL},
    {"cover", set_cover, NULL},
    {"inside", set_inside, NULL},
    {"alike", NULL, read_alike},
    {"gate", NULL, read_gate},
    {"exit", NULL, read_exit},
};

static hr_status check_row(const hr_blocks_source *source, const hr_blocks_drawing *drawing, hr_error *error) {
    const int y = drawing->height - 1;
    for (int x = 0; x < drawing->width && drawing->cells[y][x] != '\0'; x++) {
        const char c = drawing->cells[y][x];
        const bool goal = drawing == &source->goal;
        if (c != '.' && c != '#' && c != ' ' && !(goal && c == '_') && !hr_blocks_is_letter(c)) {
            const hr_blocks_spot spot = hr_blocks_spot_at(drawing, y, x);
            const unsigned char byte = (unsigned char)c;
            return byte > 0x7e
                       ? hr_blocks_bad(source->file, spot, error, "the byte 0x%02x: letters of pieces are ASCII characters", byte)
                       : hr_blocks_bad(source->file, spot, error, "'%c' cannot be the letter of a piece; . is an empty cell", c);
        }
    }
    return HR_OK;
}

static hr_status add_row(hr_blocks_source *source, hr_blocks_drawing *drawing, const entry *row, hr_error *error) {
    HR_TRY(hr_blocks_add_row(source->file, drawing, row->value, row->length, row->spot, error));
    return check_row(source, drawing, error);
}

/// Read a drawing that is written on one line.
static hr_status read_inline(hr_blocks_source *source, hr_blocks_drawing *drawing, const entry *e, hr_error *error) {
    for (size_t begin = 0; begin <= e->length;) {
        const char *slash = memchr(e->value + begin, '/', e->length - begin);
        const size_t end = slash == NULL ? e->length : (size_t)(slash - e->value);
        const entry row = {e->value + begin, end - begin, spot_of(e, begin)};
        HR_TRY(add_row(source, drawing, &row, error));
        begin = end + 1;
    }
    return HR_OK;
}

/// What the reader keeps from line to line.
typedef struct reading {
    hr_blocks_source *source;
    hr_blocks_drawing *open; ///< the drawing whose rows are being read, or NULL
} reading;

static bool is_key(const entry *line, const char *key, size_t length) {
    return strlen(key) == length && strncasecmp(line->value, key, length) == 0;
}

/// Refuse line->value[0..length), which is no key.
static hr_status refuse_key(const hr_blocks_source *source, const entry *line, size_t length, hr_error *error) {
    const int shown = (int)(length < 40 ? length : 40);
    hr_nearest nearest = HR_NEAREST_NONE;
    hr_nearest_try(&nearest, line->value, length, "start");
    hr_nearest_try(&nearest, line->value, length, "goal");
    for (size_t k = 0; k < sizeof KEYS / sizeof KEYS[0]; k++) {
        hr_nearest_try(&nearest, line->value, length, KEYS[k].key);
    }
    return nearest.word != NULL ? hr_blocks_bad(source->file, line->spot, error, "unknown key '%.*s': did you mean '%s'?", shown,
                                                line->value, nearest.word)
                                : hr_blocks_bad(source->file, line->spot, error, "unknown key '%.*s': see 'huarong help blocks'",
                                                shown, line->value);
}

/// Read "key: value". `length` is the key's.
static hr_status read_key(reading *r, const entry *line, size_t length, hr_error *error) {
    hr_blocks_source *source = r->source;
    size_t begin = length + 1;
    size_t end = line->length;
    while (begin < end && line->value[begin] == ' ') {
        begin++;
    }
    while (end > begin && line->value[end - 1] == ' ') {
        end--;
    }
    const entry e = {line->value + begin, end - begin, spot_of(line, begin)};
    r->open = NULL;
    const bool start = is_key(line, "start", length);
    if (start || is_key(line, "goal", length)) {
        hr_blocks_drawing *drawing = start ? &source->start : &source->goal;
        if (drawing->height > 0) {
            return hr_blocks_bad(source->file, line->spot, error, "the %s is drawn twice", start ? "start" : "goal");
        }
        r->open = e.length == 0 ? drawing : NULL;
        return e.length == 0 ? HR_OK : read_inline(source, drawing, &e, error);
    }
    for (size_t k = 0; k < sizeof KEYS / sizeof KEYS[0]; k++) {
        if (is_key(line, KEYS[k].key, length)) {
            return KEYS[k].set != NULL    ? each_letter(source, &e, KEYS[k].set, error)
                   : KEYS[k].read != NULL ? KEYS[k].read(source, &e, error)
                                          : HR_OK;
        }
    }
    return refuse_key(source, line, length, error);
}

/// Read one line, which has no ';'.
static hr_status read_line(reading *r, entry line, hr_error *error) {
    const char *colon = memchr(line.value, ':', line.length);
    size_t blanks = 0;
    while (blanks < line.length && line.value[blanks] == ' ') {
        blanks++;
    }
    if (blanks == line.length) {
        r->open = NULL;
        return HR_OK;
    }
    if (colon == NULL && r->open != NULL) {
        return add_row(r->source, r->open, &line, error);
    }
    line = (entry){line.value + blanks, line.length - blanks, spot_of(&line, blanks)};
    if (line.value[0] == '#') {
        return HR_OK; // a comment
    }
    return colon != NULL ? read_key(r, &line, (size_t)(colon - line.value), error)
                         : hr_blocks_bad(r->source->file, line.spot, error,
                                         "this is neither 'key: value' nor a row: a drawing follows 'start:' or 'goal:'");
}

/// Is this a line of text for people, in which ';' means nothing?
static bool is_remark(const hr_blocks_line *line) {
    static const char *const REMARKS[] = {"name:", "author:", "note:", "#"};
    for (size_t i = 0; i < sizeof REMARKS / sizeof REMARKS[0]; i++) {
        if (line->length >= strlen(REMARKS[i]) && memcmp(line->text, REMARKS[i], strlen(REMARKS[i])) == 0) {
            return true;
        }
    }
    return false;
}

/// Give the start the width of its longest row, without blanks at the end. A shorter row ends outside the board. HR_USAGE if it
/// lacks just one cell, which may have been forgotten.
static hr_status set_width(hr_blocks_source *source, hr_error *error) {
    hr_blocks_drawing *start = &source->start;
    int lengths[HR_BLOCKS_SIDE_MAX];
    int width = 0;
    for (int y = 0; y < start->height; y++) {
        int end = lengths[y] = (int)strnlen(start->cells[y], HR_BLOCKS_SIDE_MAX);
        while (end > width && start->cells[y][end - 1] == ' ') {
            end--;
        }
        width = end > width ? end : width;
    }
    start->width = width;
    for (int y = 0; y < start->height; y++) {
        if (lengths[y] == width - 1) {
            return hr_blocks_bad(source->file, start->rows[y], error,
                                 "the row has %d of %d cells: write . for an empty cell, # for one outside", lengths[y], width);
        }
    }
    return HR_OK;
}

hr_status hr_blocks_read_own(const char *text, hr_blocks_source *source, hr_error *error) {
    reading r = {.source = source};
    hr_blocks_line line = {.number = 0};
    while (hr_blocks_next_line(&text, &line)) {
        if (is_remark(&line) && r.open == NULL) {
            continue;
        }
        for (size_t begin = 0; begin <= line.length;) {
            const char *semicolon = memchr(line.text + begin, ';', line.length - begin);
            const size_t end = semicolon == NULL ? line.length : (size_t)(semicolon - line.text);
            const entry part = {line.text + begin, end - begin, {line.number, (int)begin + 1}};
            if (part.length > 0 || line.length == 0) {
                HR_TRY(read_line(&r, part, error));
            }
            begin = end + 1;
        }
    }
    if (source->start.height == 0) {
        return hr_blocks_bad(source->file, (hr_blocks_spot){line.number, 1}, error,
                             "there is no start: write 'start:' before its first row");
    }
    if (hr_blocks_is_spaced(&source->start)) {
        return hr_blocks_bad(source->file, source->start.rows[0], error,
                             "there are blanks between the cells: write the row without them");
    }
    source->blanks = hr_blocks_has_blanks(&source->start);
    HR_TRY(set_width(source, error));
    hr_blocks_fill_blanks(&source->start, '#');
    hr_blocks_fill_blanks(&source->goal, '.');
    return HR_OK;
}
