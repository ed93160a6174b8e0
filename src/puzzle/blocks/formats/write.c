// SPDX-License-Identifier: MIT
// Writes a puzzle as one line in the program's own format. Texts that mean the same puzzle need not give the same line.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "puzzle/blocks/source.h"

/// A line that is being written.
typedef struct output {
    char *text;
    size_t length;
    bool full;
} output;

__attribute__((format(printf, 2, 3))) static void put(output *out, const char *format, ...) {
    const size_t room = HR_BLOCKS_LINE_MAX - out->length;
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(out->text + out->length, room, format, arguments);
    va_end(arguments);
    out->full = out->full || n < 0 || (size_t)n >= room;
    out->length += out->full ? 0 : (size_t)n;
}

static void put_drawing(output *out, const char *key, const hr_blocks_drawing *drawing) {
    put(out, "%s", key);
    for (int y = 0; y < drawing->height; y++) {
        put(out, "%s%.*s", y == 0 ? " " : "/", drawing->width, drawing->cells[y]);
    }
}

/// The properties of letters that are written as a key with a list of letters.
typedef enum property { HORIZONTAL, VERTICAL, FIXED, SCATTERED, COVER, INSIDE, PROPERTY_COUNT } property;

static bool has(const hr_blocks_rule *rule, property p) {
    switch (p) {
    case HORIZONTAL:
        return rule->horizontal;
    case VERTICAL:
        return rule->vertical;
    case FIXED:
        return rule->fixed;
    case SCATTERED:
        return rule->scattered;
    case COVER:
        return rule->aim == HR_BLOCKS_COVER;
    case INSIDE:
        return rule->aim == HR_BLOCKS_INSIDE;
    default:
        return false;
    }
}

static void put_letters(output *out, const hr_blocks_source *source, property p) {
    static const char *const KEYS[PROPERTY_COUNT] = {"horizontal", "vertical", "fixed", "scattered", "cover", "inside"};
    bool first = true;
    for (int c = 0; c < HR_BLOCKS_LETTERS; c++) {
        if (has(&source->rules[c], p)) {
            if (first) {
                put(out, ";%s: ", KEYS[p]);
            }
            put(out, "%c", c);
            first = false;
        }
    }
}

static void put_groups(output *out, const hr_blocks_source *source) {
    for (int gate = 0; gate < source->gate_count; gate++) {
        put(out, ";gate: %c ", source->gates[gate]);
        for (int c = 0; c < HR_BLOCKS_LETTERS; c++) {
            if (source->passes[gate][c]) {
                put(out, "%c", c);
            }
        }
    }
    for (int group = 1; group <= source->alike_count; group++) {
        put(out, ";alike: ");
        for (int c = 0; c < HR_BLOCKS_LETTERS; c++) {
            if (source->rules[c].alike == group) {
                put(out, "%c", c);
            }
        }
    }
}

static const char *side_name(char side) { return side == 'U' ? "up" : side == 'D' ? "down" : side == 'L' ? "left" : "right"; }

bool hr_blocks_write(const hr_blocks_source *source, char text[HR_BLOCKS_LINE_MAX]) { // NOLINT(readability-non-const-parameter)
    output out = {.text = text};
    put_drawing(&out, "start:", &source->start);
    for (int y = 0; y < source->goal.height; y++) {
        for (int x = 0; x < source->goal.width; x++) {
            if (strchr(".# ", source->goal.cells[y][x]) == NULL) {
                put_drawing(&out, ";goal:", &source->goal);
                y = source->goal.height;
                break;
            }
        }
    }
    for (property p = HORIZONTAL; p < PROPERTY_COUNT; p++) {
        put_letters(&out, source, p);
    }
    put_groups(&out, source);
    for (int c = 0; c < HR_BLOCKS_LETTERS; c++) {
        if (source->rules[c].exit != '\0') {
            put(&out, ";exit: %c %s", c, side_name(source->rules[c].exit));
        }
    }
    return !out.full;
}
