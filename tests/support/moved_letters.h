// SPDX-License-Identifier: MIT
#ifndef HR_MOVED_LETTERS_H
#define HR_MOVED_LETTERS_H

// Sliding blocks as a slow, obvious twin moves them: letters in a drawing.

#include <stdbool.h>
#include <string.h>

#include "huarong/puzzle.h"

enum { CELLS_MAX = 128 };

/// The rules that the twin needs.
typedef struct rules {
    const char *gates;      ///< signs of gates
    const char *passing;    ///< letters that pass all gates
    const char *horizontal; ///< letters that move only left and right
    const char *vertical;   ///< letters that move only up and down
    const char *fixed;      ///< letters that do not move
} rules;

/// A drawing in which the twin moves pieces.
typedef struct drawing {
    const rules *rules;
    int width;
    int height;
    char ground[CELLS_MAX]; ///< what is under the pieces
    char cells[CELLS_MAX];
} drawing;

static inline bool has(const char *letters, char c) { return c != '\0' && strchr(letters, c) != NULL; }

static inline void read_drawing(const char *text, drawing *d) {
    int at = 0;
    d->width = (int)strcspn(text, "/");
    for (; *text != '\0'; text++) {
        if (*text != '/') {
            d->cells[at++] = *text;
        }
    }
    d->height = at / d->width;
}

static inline void write_drawing(const drawing *d, char text[HR_STATE_TEXT_MAX]) {
    for (int at = 0; at < d->width * d->height; at++) {
        if (at > 0 && at % d->width == 0) {
            *text++ = '/';
        }
        *text++ = d->cells[at];
    }
    *text = '\0';
}

/// Move all cells with this letter by one cell. False if they cannot.
static inline bool shift(drawing *d, char letter, int dx, int dy) {
    drawing moved = *d;
    if (has(d->rules->fixed, letter) || (dx != 0 && has(d->rules->vertical, letter)) ||
        (dy != 0 && has(d->rules->horizontal, letter))) {
        return false;
    }
    for (int at = 0; at < d->width * d->height; at++) {
        moved.cells[at] = d->cells[at] == letter ? d->ground[at] : d->cells[at];
    }
    for (int at = 0; at < d->width * d->height; at++) {
        if (d->cells[at] != letter) {
            continue;
        }
        const int x = at % d->width + dx;
        const int y = at / d->width + dy;
        if (x < 0 || y < 0 || x >= d->width || y >= d->height) {
            return false;
        }
        char *to = &moved.cells[y * d->width + x];
        const bool gate = has(d->rules->gates, *to);
        if ((*to != '.' && !gate) || (gate && !has(d->rules->passing, letter))) {
            return false;
        }
        *to = letter;
    }
    *d = moved;
    return true;
}

static const int STEPS[4][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};

/// Fill in what is under the pieces.
static inline void find_ground(drawing *d) {
    for (int at = 0; at < d->width * d->height; at++) {
        d->ground[at] = (char)(d->cells[at] == '|' || has(d->rules->gates, d->cells[at]) ? d->cells[at] : '.');
    }
}

/// Is there a piece at this cell?
static inline bool is_piece(const drawing *d, int at) {
    return d->cells[at] != '.' && d->cells[at] != '|' && !has(d->rules->gates, d->cells[at]);
}

/// Takes a drawing after a move.
typedef void drawing_taker(void *context, const drawing *d);

/// Move the piece along any path. `seen` is the drawings that the piece has made.
static inline void wander(const drawing *d, char letter, char seen[][CELLS_MAX], int *count, drawing_taker *take, void *context) {
    for (int i = 0; i < 4; i++) {
        drawing next = *d;
        if (!shift(&next, letter, STEPS[i][0], STEPS[i][1])) {
            continue;
        }
        bool known = false;
        for (int k = 0; k < *count; k++) {
            known = known || memcmp(seen[k], next.cells, sizeof next.cells) == 0;
        }
        if (!known && *count < CELLS_MAX) {
            memcpy(seen[(*count)++], next.cells, sizeof next.cells);
            take(context, &next);
            wander(&next, letter, seen, count, take, context);
        }
    }
}

static inline void move_letter(const drawing *d, hr_metric metric, char letter, drawing_taker *take, void *context) {
    if (metric == HR_METRIC_MOVE) {
        char seen[CELLS_MAX][CELLS_MAX];
        int count = 1;
        memcpy(seen[0], d->cells, sizeof d->cells);
        wander(d, letter, seen, &count, take, context);
        return;
    }
    for (int i = 0; i < 4; i++) {
        drawing moved = *d;
        while (shift(&moved, letter, STEPS[i][0], STEPS[i][1])) {
            take(context, &moved);
            if (metric == HR_METRIC_UNIT) {
                break;
            }
        }
    }
}

/// Make all moves of all pieces.
static inline void move_letters(const drawing *d, hr_metric metric, drawing_taker *take, void *context) {
    bool done[128] = {false};
    for (int at = 0; at < d->width * d->height; at++) {
        bool *is_done = &done[(unsigned char)d->cells[at]];
        if (is_piece(d, at) && !*is_done) {
            *is_done = true;
            move_letter(d, metric, d->cells[at], take, context);
        }
    }
}

#endif
