// SPDX-License-Identifier: MIT
#include "tiles_walking.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "try.h"

enum { TABLE_BITS = 17 }; ///< 24,964 abstract states on 4 × 4

/// One abstract state: for each line, how many tiles of each home line are in it, 3 bits each; 0 in an empty place (each real state
/// has tiles).
typedef struct entry {
    uint64_t key;
    uint32_t distance;
} entry;

/// The abstract states of one direction, an open hash table.
typedef struct lines {
    int count;  ///< of lines
    int length; ///< cells of a line
    entry *table;
    uint64_t *queue;
    size_t states;
} lines;

struct hr_tiles_walking {
    const hr_tiles *tiles; ///< first: what hr_tiles' functions expect
    lines rows;
    lines columns;
};

static entry *find(const lines *l, uint64_t key) {
    size_t at = (size_t)(hr_hash_state(key) >> (64 - TABLE_BITS));
    while (l->table[at].key != 0 && l->table[at].key != key) {
        at = (at + 1) & (((size_t)1 << TABLE_BITS) - 1);
    }
    return &l->table[at];
}

static int shift_of(int line, int home) { return 3 * (HR_WALKING_SIDE_MAX * line + home); }

static unsigned number_of(uint64_t key, int line, int home) { return (unsigned)(key >> shift_of(line, home)) & 7U; }

/// The blank's line is the one with a tile less.
static int blank_line(const lines *l, uint64_t key) {
    for (int line = 0; line < l->count; line++) {
        int sum = 0;
        for (int home = 0; home < l->count; home++) {
            sum += (int)number_of(key, line, home);
        }
        if (sum < l->length) {
            return line;
        }
    }
    return 0;
}

static void reach(lines *l, uint64_t key, uint32_t distance) {
    entry *e = find(l, key);
    if (e->key == 0) {
        *e = (entry){.key = key, .distance = distance};
        l->queue[l->states++] = key;
    }
}

/// Breadth-first search from the goal, whose blank is in line `blank`.
static hr_status fill(lines *l, int count, int length, int blank, hr_error *error) {
    *l = (lines){.count = count, .length = length};
    l->table = calloc((size_t)1 << TABLE_BITS, sizeof *l->table);
    l->queue = calloc((size_t)1 << TABLE_BITS, sizeof *l->queue);
    if (l->table == NULL || l->queue == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the walking distance");
    }
    uint64_t goal = 0;
    for (int line = 0; line < count; line++) {
        goal |= (uint64_t)(length - (line == blank)) << shift_of(line, line);
    }
    reach(l, goal, 0);
    for (size_t i = 0; i < l->states; i++) {
        const uint64_t key = l->queue[i];
        const uint32_t distance = find(l, key)->distance + 1;
        const int to = blank_line(l, key);
        assert(to >= 0);
        for (int from = to - 1; from <= to + 1; from += 2) {
            for (int home = 0; from >= 0 && from < count && home < count; home++) {
                if (number_of(key, from, home) > 0) {
                    reach(l, key - (1ULL << shift_of(from, home)) + (1ULL << shift_of(to, home)), distance);
                }
            }
        }
    }
    free(l->queue);
    l->queue = NULL;
    return HR_OK;
}

static uint32_t heuristic(const void *context, const void *state) {
    const hr_tiles_walking *w = context;
    const hr_tiles_state *s = state;
    const int width = w->tiles->width;
    uint64_t rows = 0;
    uint64_t columns = 0;
    for (int c = 0; c < w->tiles->cells; c++) {
        if (c != s->blank) {
            rows += 1ULL << shift_of(c / width, s->piece[c] / width);
            columns += 1ULL << shift_of(c % width, s->piece[c] % width);
        }
    }
    return find(&w->rows, rows)->distance + find(&w->columns, columns)->distance;
}

hr_status hr_tiles_walking_create(const hr_tiles *tiles, hr_tiles_walking **made, hr_error *error) {
    *made = NULL;
    if (tiles->width > HR_WALKING_SIDE_MAX || tiles->height > HR_WALKING_SIDE_MAX) {
        return hr_error_set(error, HR_USAGE, "the walking distance is for boards up to %d by %d", HR_WALKING_SIDE_MAX,
                            HR_WALKING_SIDE_MAX);
    }
    hr_tiles_walking *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the walking distance");
    }
    w->tiles = tiles;
    hr_status status = fill(&w->rows, tiles->height, tiles->width, tiles->blank / tiles->width, error);
    status = status == HR_OK ? fill(&w->columns, tiles->width, tiles->height, tiles->blank % tiles->width, error) : status;
    if (status != HR_OK) {
        hr_tiles_walking_destroy(&w);
    }
    *made = w;
    return status;
}

void hr_tiles_walking_destroy(hr_tiles_walking **made) {
    if (*made != NULL) {
        free((*made)->rows.table);
        free((*made)->rows.queue);
        free((*made)->columns.table);
        free((*made)->columns.queue);
        free(*made);
        *made = NULL;
    }
}

void hr_tiles_walking_domain(const hr_tiles_walking *made, hr_idastar_domain *domain) {
    *domain = (hr_idastar_domain){
        .context = made,
        .state_bytes = sizeof(hr_tiles_state),
        .moves = hr_tiles_moves,
        .apply = hr_tiles_apply,
        .heuristic = heuristic,
        .solved = hr_tiles_solved,
    };
}
