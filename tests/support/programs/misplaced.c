// SPDX-License-Identifier: MIT
// A heuristic that the program does not have, added by one row: the number of tiles that are not at home. It has no search of its
// own, and no tables but the board.

#include <stdlib.h>

#include "solve/drops/domain.h"
#include "solve/heuristic.h"
#include "solve/patterns/domain.h"
#include "solve/tiles/conflict.h"
#include "solve/tiles/manhattan.h"
#include "solve/tiles/walking.h"

typedef struct misplaced {
    const hr_tiles *tiles; // the first member, as the shared functions in tiles.h expect
} misplaced;

static uint32_t count_misplaced(const void *context, const void *state) {
    const hr_tiles *tiles = ((const misplaced *)context)->tiles;
    const hr_tiles_state *s = state;
    uint32_t count = 0;
    for (int c = 0; c < tiles->cells; c++) {
        count += c != s->blank && s->piece[c] != c;
    }
    return count;
}

static hr_status create(const hr_heuristic_order *order, const char *name, const hr_comm *node, void **made,
                        hr_idastar_domain *domain, hr_error *error) {
    misplaced *m = malloc(sizeof *m);
    *made = m;
    if (m == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a heuristic");
    }
    m->tiles = order->board;
    *domain = hr_tiles_domain(m);
    domain->heuristic = count_misplaced;
    return HR_OK;
}

static const hr_heuristic misplaced_row = {
    .name = "misplaced",
    .summary = "number of tiles that are not at home",
    .kind = &hr_tiles_positions,
    .create = create,
};

const hr_heuristic *const hr_heuristics[] = {
    &hr_heuristic_manhattan,
    &hr_heuristic_conflict,
    &hr_heuristic_walking,
    &hr_heuristic_patterns,
    &hr_heuristic_drops,
    &misplaced_row,
    NULL,
};
