// SPDX-License-Identifier: MIT
#include "solve/tiles/descent.h"

#include <string.h>

bool hr_tiles_descent_begin(hr_tiles_descent *s, const hr_tiles *tiles, const hr_tiles_state *state, uint32_t h,
                            hr_idastar_terms terms, hr_idastar_subtree *result) {
    const uint32_t f = terms.g + h;
    if (f > terms.bound) {
        result->next_bound = f < result->next_bound ? f : result->next_bound;
        return false;
    }
    s->tiles = tiles;
    memset(s->expanded, 0, sizeof s->expanded);
    s->left_out = 0;
    s->solutions = 0;
    s->slack = (terms.bound - f) / 2;
    s->f = f;
    s->complete = terms.complete;
    s->path_length = 0;
    memcpy(s->piece, state->piece, sizeof s->piece);
    return true;
}

void hr_tiles_descent_end(const hr_tiles_descent *s, bool stopped, hr_idastar_subtree *result) {
    const uint32_t pruned = s->f + 2 * s->slack + 2; // f of every pruned node: the slack is used up, and one more bad move adds 2
    if (stopped) {
        hr_idastar_subtree_path(result, s->path, s->path_length);
    }
    hr_tiles_count_nodes(s->expanded, s->left_out, result);
    result->solutions += s->solutions;
    result->next_bound = pruned < result->next_bound ? pruned : result->next_bound;
}
