// SPDX-License-Identifier: MIT
#include "tiles_conflict.h"

/// Of `order[0..n)`, how many must go so that the rest ascends: n less the longest ascending subsequence.
static uint32_t too_many(const int *order, int n) {
    int longest[HR_TILES_CELLS_MAX];
    int best = 0;
    for (int i = 0; i < n; i++) {
        longest[i] = 1;
        for (int j = 0; j < i; j++) {
            if (order[j] < order[i] && longest[j] + 1 > longest[i]) {
                longest[i] = longest[j] + 1;
            }
        }
        best = longest[i] > best ? longest[i] : best;
    }
    return (uint32_t)(n - best);
}

static uint32_t heuristic(const void *context, const void *state) {
    const hr_tiles *tiles = ((const hr_tiles_conflict_context *)context)->tiles;
    const hr_tiles_state *s = state;
    uint32_t leavers = 0;
    int order[HR_TILES_CELLS_MAX];
    for (int y = 0; y < tiles->height; y++) {
        int n = 0;
        for (int x = 0; x < tiles->width; x++) {
            const int cell = y * tiles->width + x;
            if (cell != s->blank && s->piece[cell] / tiles->width == y) {
                order[n++] = s->piece[cell] % tiles->width;
            }
        }
        leavers += n > 1 ? too_many(order, n) : 0;
    }
    for (int x = 0; x < tiles->width; x++) {
        int n = 0;
        for (int y = 0; y < tiles->height; y++) {
            const int cell = y * tiles->width + x;
            if (cell != s->blank && s->piece[cell] % tiles->width == x) {
                order[n++] = s->piece[cell] / tiles->width;
            }
        }
        leavers += n > 1 ? too_many(order, n) : 0;
    }
    return hr_tiles_manhattan(tiles, s) + 2 * leavers;
}

void hr_tiles_conflict_domain(const hr_tiles *tiles, hr_tiles_conflict_context *context, hr_idastar_domain *domain) {
    context->tiles = tiles;
    *domain = (hr_idastar_domain){
        .context = context,
        .state_bytes = sizeof(hr_tiles_state),
        .moves = hr_tiles_moves,
        .apply = hr_tiles_apply,
        .heuristic = heuristic,
        .solved = hr_tiles_solved,
    };
}
