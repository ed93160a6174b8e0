// SPDX-License-Identifier: MIT
#ifndef HR_SLOW_TILES_H
#define HR_SLOW_TILES_H

// The slow, obvious twin of tile puzzles: boards are arrays of numbers in reading order, and a breadth-first search keeps all of
// them in one sorted array. It knows no packing and no symmetry.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SLOW_TILES_CELLS_MAX = 36, SLOW_TILES_MOVES_MAX = 20 };

/// The number in each cell; cells beyond the board hold 0.
typedef struct slow_tiles {
    uint8_t cells[SLOW_TILES_CELLS_MAX];
} slow_tiles;

/// Write the boards after one move into `next`, and return their number. A move takes the blank by one cell, or, if it `slides`, by
/// any number of cells in one direction.
static inline size_t slow_tiles_next(int width, int height, bool slides, const slow_tiles *board,
                                     slow_tiles next[SLOW_TILES_MOVES_MAX]) {
    static const int STEPS[4][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
    int blank = 0;
    while (board->cells[blank] != 0) {
        blank++;
    }
    size_t n = 0;
    for (int d = 0; d < 4; d++) {
        slow_tiles moved = *board;
        int x = blank % width;
        int y = blank / width;
        for (int steps = 0; steps == 0 || slides; steps++) {
            const int to_x = x + STEPS[d][0];
            const int to_y = y + STEPS[d][1];
            if (to_x < 0 || to_x >= width || to_y < 0 || to_y >= height) {
                break;
            }
            moved.cells[y * width + x] = moved.cells[to_y * width + to_x];
            moved.cells[to_y * width + to_x] = 0;
            x = to_x;
            y = to_y;
            next[n++] = moved;
        }
    }
    return n;
}

static inline int slow_tiles_compare(const void *a, const void *b) { return memcmp(a, b, sizeof(slow_tiles)); }

/// Sort `boards[0..n)`, and leave out all but one of equal ones. Returns the number of boards that are left.
static inline size_t slow_tiles_sort(slow_tiles *boards, size_t n) {
    size_t kept = 0;
    qsort(boards, n, sizeof *boards, slow_tiles_compare);
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || slow_tiles_compare(&boards[i], &boards[kept - 1]) != 0) {
            boards[kept++] = boards[i];
        }
    }
    return kept;
}

/// Count the boards at each distance 0 … depth from `start` into `counts[0..depth]`.
static inline void slow_tiles_count(int width, int height, bool slides, const slow_tiles *start, size_t depth, uint64_t *counts) {
    slow_tiles *seen = malloc(sizeof *seen);
    slow_tiles *layer = malloc(sizeof *layer);
    size_t seen_count = 1;
    size_t n = 1;
    seen[0] = *start;
    layer[0] = *start;
    counts[0] = 1;
    for (size_t d = 1; d <= depth; d++) {
        slow_tiles *next = malloc((n * SLOW_TILES_MOVES_MAX + 1) * sizeof *next);
        size_t found = 0;
        for (size_t i = 0; i < n; i++) {
            const size_t made = slow_tiles_next(width, height, slides, &layer[i], next + found);
            size_t kept = found;
            for (size_t k = found; k < found + made; k++) {
                if (bsearch(&next[k], seen, seen_count, sizeof *seen, slow_tiles_compare) == NULL) {
                    next[kept++] = next[k];
                }
            }
            found = kept;
        }
        n = slow_tiles_sort(next, found);
        counts[d] = n;
        seen = realloc(seen, (seen_count + n) * sizeof *seen);
        memcpy(seen + seen_count, next, n * sizeof *seen);
        seen_count = slow_tiles_sort(seen, seen_count + n);
        free(layer);
        layer = next;
    }
    free(layer);
    free(seen);
}

#endif
