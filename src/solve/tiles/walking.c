// SPDX-License-Identifier: MIT
// An abstract state of the rows is the blank's row and, for each row, the number of tiles of each home row in it. A breadth-first
// search from the goal enumerates all abstract states once and numbers them. A table leads from a state's number to its successors'
// numbers, so a move in the search is one look-up. The blank's row changes by one with each abstract move, so the distance changes
// by +1 or −1. Columns have abstract states of their own. Below, a *line* is a row or a column.

#include "solve/tiles/walking.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash/state.h"
#include "core/inline.h"
#include "core/try.h"
#include "solve/tiles/descent.h"

enum {
    STATES_MAX = 1 << 20, ///< most abstract states of one direction; 4 × 4 has 24,964
    SLOTS_BITS = 21,
    LINES_MAX = 6,
    BLANK_BITS = 3,
};

/// The abstract states of one direction.
typedef struct lines {
    unsigned count;  ///< number of lines
    unsigned length; ///< cells of a line
    unsigned bits;   ///< bits of a number of tiles in a key
    size_t states;
    uint64_t *key;     ///< [states] the abstract state, packed as shift_of says
    uint8_t *distance; ///< [states]
    uint32_t *slot;    ///< [1 << SLOTS_BITS] an open hash table: 1 + number of a state, 0: empty
    /// [states][2][count] by state, the blank's direction and the home line of the tile that it swaps with. An entry is twice the
    /// index of the next state's first entry, plus 1 if the next state is farther from the goal.
    uint32_t *next;
} lines;

typedef struct walking {
    const hr_tiles *tiles; ///< the first member, as the shared functions in tiles.h expect
    lines lines[2];        ///< rows, columns
} walking;

/// A key has the blank's line in its lowest bits. Above them it has the number of tiles for each pair of a line and a home line
/// other than the last. The tiles of the last home line fill the rest of each line. Returns the shift of one such number.
static unsigned shift_of(const lines *l, unsigned line, unsigned home) {
    return BLANK_BITS + l->bits * ((l->count - 1) * line + home);
}

static uint64_t one_tile(const lines *l, unsigned line, unsigned home) {
    return home < l->count - 1 ? 1ULL << shift_of(l, line, home) : 0;
}

static unsigned blank_of(uint64_t key) { return (unsigned)key & ((1U << BLANK_BITS) - 1); }

static unsigned tiles_in(const lines *l, uint64_t key, unsigned line, unsigned home) {
    if (home < l->count - 1) {
        return (unsigned)(key >> shift_of(l, line, home)) & ((1U << l->bits) - 1);
    }
    unsigned others = 0;
    for (unsigned h = 0; h < home; h++) {
        others += tiles_in(l, key, line, h);
    }
    return l->length - (line == blank_of(key)) - others;
}

static uint32_t *slot_of(const lines *l, uint64_t key) {
    size_t at = (size_t)(hr_hash_state(key) >> (64 - SLOTS_BITS));
    while (l->slot[at] != 0 && l->key[l->slot[at] - 1] != key) {
        at = (at + 1) & (((size_t)1 << SLOTS_BITS) - 1);
    }
    return &l->slot[at];
}

/// Find the number of the state `key`, which is added if it is new. Returns false if there are too many states.
static bool reach(lines *l, uint64_t key, uint8_t distance, uint32_t *number) {
    uint32_t *slot = slot_of(l, key);
    if (*slot == 0) {
        if (l->states == STATES_MAX) {
            return false;
        }
        l->key[l->states] = key;
        l->distance[l->states] = distance;
        *slot = (uint32_t)++l->states;
    }
    *number = *slot - 1;
    return true;
}

/// Write the entries of the state `number` in `next`. Returns false if there are too many states.
static bool expand(lines *l, uint32_t number) {
    const uint64_t key = l->key[number];
    const unsigned to = blank_of(key);
    for (unsigned direction = 0; direction < 2; direction++) {
        const unsigned from = direction == 0 ? to - 1 : to + 1;
        for (unsigned home = 0; from < l->count && home < l->count; home++) {
            if (tiles_in(l, key, from, home) > 0) {
                const uint64_t next = key - to + from + one_tile(l, to, home) - one_tile(l, from, home);
                uint32_t reached = 0;
                if (!reach(l, next, (uint8_t)(l->distance[number] + 1), &reached)) {
                    return false;
                }
                l->next[(2 * (size_t)number + direction) * l->count + home] =
                    4 * l->count * reached + (l->distance[reached] > l->distance[number]);
            }
        }
    }
    return true;
}

static void clear(lines *l) {
    free(l->key);
    free(l->distance);
    free(l->slot);
    free(l->next);
}

/// Does a key of these lines fit into a word?
static bool has_keys(const lines *l) { return l->count <= LINES_MAX && shift_of(l, l->count, 0) <= 64; }

static lines lines_of(int count, int length) {
    return (lines){.count = (unsigned)count, .length = (unsigned)length, .bits = length < 4 ? 2 : length < 8 ? 3 : 4};
}

static hr_status refuse(const lines *l, hr_error *error) {
    return hr_error_set(error, HR_USAGE, "the walking distance of %u lines of %u cells has more than %d states; use conflict",
                        l->count, l->length, STATES_MAX);
}

/// Enumerate the abstract states of one direction by breadth-first search from the goal, whose blank is in line `blank`.
static hr_status fill(lines *l, int count, int length, unsigned blank, hr_error *error) {
    *l = lines_of(count, length);
    bool fits = has_keys(l);
    if (fits) {                                      // pages that are never touched cost nothing
        l->key = calloc(STATES_MAX, sizeof *l->key); // zeroed for gcc 14, which warns otherwise
        l->distance = malloc(STATES_MAX);
        l->slot = calloc((size_t)1 << SLOTS_BITS, sizeof *l->slot);
        l->next = malloc((size_t)STATES_MAX * 2 * l->count * sizeof *l->next);
        HR_TRY_MEMORY(l->key != NULL && l->distance != NULL && l->slot != NULL && l->next != NULL, error, "the walking distance");
        uint64_t goal = blank;
        for (unsigned line = 0; line < l->count; line++) {
            goal += (l->length - (line == blank)) * one_tile(l, line, line);
        }
        uint32_t number = 0;
        fits = reach(l, goal, 0, &number);
        for (; fits && number < l->states; number++) {
            fits = expand(l, number);
        }
    }
    return fits ? HR_OK : refuse(l, error);
}

/// Returns the number of the state's abstract state in one direction.
static uint32_t number_of(const walking *w, const hr_tiles_state *state, int axis) {
    const lines *l = &w->lines[axis];
    const uint8_t *line = w->tiles->line[axis];
    uint64_t key = line[state->blank];
    for (int c = 0; c < w->tiles->cells; c++) {
        key += c == state->blank ? 0 : one_tile(l, line[c], line[state->piece[c]]);
    }
    return *slot_of(l, key) - 1;
}

static uint32_t heuristic(const void *context, const void *state) {
    const walking *w = context;
    return (uint32_t)w->lines[0].distance[number_of(w, state, 0)] + w->lines[1].distance[number_of(w, state, 1)];
}

/// *known holds the index of the rows' first entry in its lower half and that of the columns' first entry in its upper half.
HR_INLINE bool step(const hr_tiles_descent *s, hr_tiles_shift shift, uint64_t *known) {
    const walking *w = s->heuristic;
    const int axis = hr_tiles_axis(shift.move);
    const lines *l = &w->lines[axis];
    const unsigned direction = hr_tiles_is_forward(shift.move);
    const uint32_t at = (uint32_t)(*known >> (32 * axis));
    const uint32_t entry = l->next[at + direction * l->count + s->tiles->line[axis][shift.tile]];
    *known ^= (uint64_t)(at ^ entry >> 1) << (32 * axis);
    return entry & 1U;
}

HR_INLINE void keep(hr_tiles_descent *s, hr_tiles_shift shift) {
    (void)s;
    (void)shift;
}

static bool visit(hr_tiles_descent *s, unsigned blank, unsigned last, uint32_t slack, uint32_t h, uint64_t known) {
    return hr_tiles_descend(s, (hr_tiles_node){blank, last, slack, h, known}, (hr_tiles_hooks){step, keep, visit});
}

static void search(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result) {
    const walking *w = context;
    const hr_tiles_state *at = state;
    const uint32_t number[2] = {number_of(w, at, 0), number_of(w, at, 1)};
    const uint32_t h = (uint32_t)w->lines[0].distance[number[0]] + w->lines[1].distance[number[1]];
    hr_tiles_descent s = {.heuristic = w};
    if (hr_tiles_descent_begin(&s, w->tiles, at, h, terms, result)) {
        const uint64_t known = 2ULL * w->lines[0].count * number[0] + (2ULL * w->lines[1].count * number[1] << 32);
        hr_tiles_descent_end(&s, visit(&s, at->blank, at->last, s.slack, h, known), result);
    }
}

static void destroy(void *made) {
    walking *w = made;
    if (w != NULL) {
        clear(&w->lines[0]);
        clear(&w->lines[1]);
        free(w);
    }
}

/// Make the tables in *made, which the caller frees in any case. HR_USAGE: the board has too many abstract states of its rows or
/// columns.
static hr_status make(const hr_tiles *tiles, void **made, hr_error *error) {
    walking *w = calloc(1, sizeof *w);
    *made = w;
    HR_TRY_MEMORY(w != NULL, error, "the walking distance");
    w->tiles = tiles;
    HR_TRY(fill(&w->lines[0], tiles->height, tiles->width, tiles->line[0][tiles->blank], error));
    return fill(&w->lines[1], tiles->width, tiles->height, tiles->line[1][tiles->blank], error);
}

/// On boards of up to 16 cells the states fit if a key does. On others only making the tables tells.
static hr_status check(const void *board, const char *name, hr_error *error) {
    (void)name;
    const hr_tiles *tiles = board;
    if (tiles->cells <= 16) {
        const lines rows = lines_of(tiles->height, tiles->width);
        const lines columns = lines_of(tiles->width, tiles->height);
        return has_keys(&rows) && has_keys(&columns) ? HR_OK : refuse(has_keys(&rows) ? &columns : &rows, error);
    }
    void *made = NULL;
    const hr_status status = make(board, &made, error);
    destroy(made);
    return status;
}

static hr_status create(const hr_heuristic_order *order, const char *name, const hr_comm *node, void **made,
                        hr_idastar_domain *domain, hr_error *error) {
    (void)name;
    (void)node;
    HR_TRY(make(order->board, made, error));
    *domain = hr_tiles_domain(*made);
    domain->heuristic = heuristic;
    domain->search = search;
    return HR_OK;
}

const hr_heuristic hr_heuristic_walking = {
    .name = "walking",
    .summary = "walking distance, boards up to 4x4, 3x5 and 2x6",
    .kind = &hr_tiles_positions,
    .check = check,
    .create = create,
    .destroy = destroy,
};
