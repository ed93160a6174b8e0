// SPDX-License-Identifier: MIT
// A line is a row or a column. It is packed into a word with one field for each place: 1 + the place of the tile's home, if the
// tile there is at home in this line, else 0. A packed line with few places is an index into a table of conflicts.
//
// A tile that moves up or down leaves one row and enters another, and passes no tile of its column, so only the conflicts of these
// two rows can change. At most one of the two is the tile's home row. If it leaves its home row, its distance grows by 1 and the
// row has the same conflicts or one fewer; if it enters its home row, it is the other way round. So a move changes the heuristic
// by +1 or −1.

#include "solve/tiles/conflict.h"
#include "core/inline.h"

#include <stdlib.h>

#include "core/try.h"
#include "solve/tiles/descent.h"

enum {
    SHORT_LINE = 6, ///< most cells of a line that has a table
    SHORT_BITS = 3, ///< bits of a place in a short line
    LONG_BITS = 4,  ///< bits of a place in a longer line
};

typedef struct conflict {
    const hr_tiles *tiles; ///< the first member, as the shared functions in tiles.h expect
    unsigned bits;         ///< bits of a place
    uint8_t *table;        ///< [1 << bits · places] conflicts of each packed line; NULL: the lines are long
    /// [0 row, 1 column][home of a tile][its cell] what the tile adds to the packed line.
    uint64_t field[2][HR_TILES_CELLS_MAX][HR_TILES_CELLS_MAX];
} conflict;

/// Returns how many tiles must leave the line so that the others are in ascending order: their number less the length of the
/// longest ascending subsequence.
static unsigned count_conflicts(uint64_t line, unsigned bits) {
    unsigned home[HR_TILES_CELLS_MAX];
    unsigned longest[HR_TILES_CELLS_MAX]; // length of the longest ascending subsequence that ends with tile n
    unsigned best = 0;
    unsigned n = 0;
    for (; line != 0; line >>= bits) {
        const unsigned place = (unsigned)line & ((1U << bits) - 1);
        if (place > 0) {
            longest[n] = 1;
            for (unsigned j = 0; j < n; j++) {
                longest[n] = home[j] < place && longest[j] >= longest[n] ? longest[j] + 1 : longest[n];
            }
            best = longest[n] > best ? longest[n] : best;
            home[n++] = place;
        }
    }
    return n - best;
}

HR_INLINE unsigned conflicts_in(const conflict *c, uint64_t line) {
    return c->table != NULL ? c->table[line] : count_conflicts(line, c->bits);
}

/// Pack the lines of a state. Returns the sum of their conflicts.
static uint32_t pack(const conflict *c, const hr_tiles_state *state, uint64_t line[2][HR_TILES_CELLS_MAX]) {
    uint32_t conflicts = 0;
    for (int axis = 0; axis < 2; axis++) {
        const int lines = axis == 0 ? c->tiles->height : c->tiles->width;
        for (int i = 0; i < lines; i++) {
            line[axis][i] = 0;
        }
        for (int cell = 0; cell < c->tiles->cells; cell++) {
            line[axis][c->tiles->line[axis][cell]] += c->field[axis][state->piece[cell]][cell];
        }
        for (int i = 0; i < lines; i++) {
            conflicts += conflicts_in(c, line[axis][i]);
        }
    }
    return conflicts;
}

static uint32_t heuristic(const void *context, const void *state) {
    const conflict *c = context;
    uint64_t line[2][HR_TILES_CELLS_MAX];
    return hr_tiles_manhattan(c->tiles, state) + 2 * pack(c, state, line);
}

// NOLINTNEXTLINE(readability-non-const-parameter): it is a hr_tiles_step
HR_INLINE bool step(const hr_tiles_descent *s, hr_tiles_shift shift, uint64_t *known) {
    (void)known;
    const conflict *c = s->heuristic;
    const int axis = hr_tiles_axis(shift.move);
    const uint64_t left = s->line[axis][s->tiles->line[axis][shift.from]];
    const uint64_t entered = s->line[axis][s->tiles->line[axis][shift.to]];
    const uint64_t left_after = left - c->field[axis][shift.tile][shift.from];
    const uint64_t entered_after = entered + c->field[axis][shift.tile][shift.to];
    const int change =
        s->tiles->distance[shift.tile][shift.to] - s->tiles->distance[shift.tile][shift.from] +
        2 * (int)(conflicts_in(c, left_after) + conflicts_in(c, entered_after) - conflicts_in(c, left) - conflicts_in(c, entered));
    return change > 0;
}

HR_INLINE void keep(hr_tiles_descent *s, hr_tiles_shift shift) {
    const conflict *c = s->heuristic;
    for (int axis = 0; axis < 2; axis++) {
        s->line[axis][s->tiles->line[axis][shift.from]] -= c->field[axis][shift.tile][shift.from];
        s->line[axis][s->tiles->line[axis][shift.to]] += c->field[axis][shift.tile][shift.to];
    }
}

static bool visit(hr_tiles_descent *s, unsigned blank, unsigned last, uint32_t slack, uint32_t h, uint64_t known) {
    return hr_tiles_descend(s, (hr_tiles_node){blank, last, slack, h, known}, (hr_tiles_hooks){step, keep, visit});
}

static void search(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    const conflict *c = context;
    const hr_tiles_state *at = state;
    hr_tiles_descent s = {.heuristic = c};
    const uint32_t h = hr_tiles_manhattan(c->tiles, at) + 2 * pack(c, at, s.line);
    if (hr_tiles_descent_begin(&s, c->tiles, at, h, terms, result)) {
        hr_tiles_descent_end(&s, visit(&s, at->blank, at->last, s.slack, h, 0), result);
    }
}

static void fill_fields(conflict *c) {
    const hr_tiles *tiles = c->tiles;
    for (int axis = 0; axis < 2; axis++) {
        for (int home = 0; home < tiles->cells; home++) {
            for (int cell = 0; cell < tiles->cells; cell++) {
                if (home != tiles->blank && tiles->line[axis][home] == tiles->line[axis][cell]) {
                    c->field[axis][home][cell] = (tiles->line[1 - axis][home] + 1ULL) << (c->bits * tiles->line[1 - axis][cell]);
                }
            }
        }
    }
}

static hr_status create(const hr_heuristic_order *order, const char *name, const hr_comm *node, void **made,
                        hr_idastar_domain *domain, hr_error *error) {
    (void)name;
    (void)node;
    const hr_tiles *tiles = order->board;
    const unsigned places = (unsigned)(tiles->width > tiles->height ? tiles->width : tiles->height);
    conflict *c = calloc(1, sizeof *c);
    *made = c;
    HR_TRY_MEMORY(c != NULL, error, "linear conflicts");
    c->tiles = tiles;
    c->bits = places <= SHORT_LINE ? SHORT_BITS : LONG_BITS;
    fill_fields(c);
    if (places <= SHORT_LINE) {
        const uint64_t size = 1ULL << (SHORT_BITS * places);
        c->table = malloc((size_t)size);
        HR_TRY_MEMORY(c->table != NULL, error, "linear conflicts");
        for (uint64_t line = 0; line < size; line++) {
            c->table[line] = (uint8_t)count_conflicts(line, SHORT_BITS);
        }
    }
    *domain = hr_tiles_domain(c);
    domain->heuristic = heuristic;
    domain->search = search;
    return HR_OK;
}

static void destroy(void *made) {
    conflict *c = made;
    if (c != NULL) {
        free(c->table);
        free(c);
    }
}

const hr_heuristic hr_heuristic_conflict = {
    .name = "conflict",
    .summary = "manhattan with linear conflicts",
    .kind = &hr_tiles_positions,
    .automatic = true,
    .create = create,
    .destroy = destroy,
};
