// SPDX-License-Identifier: MIT
#ifndef HR_SLOW_PATTERN_H
#define HR_SLOW_PATTERN_H

// A pattern's fewest moves by the slowest and plainest search.

#include <stdlib.h>
#include <string.h>

#include "solve/patterns/pattern.h"

/// Returns the fewest moves of the pattern's tiles, by relaxation over all (cells, blank's cell) until nothing changes. The cells
/// and the blank's cell are the digits of the index, the blank's the last; 255: the tiles cannot come home. The caller frees the
/// array.
static inline uint8_t *hr_slow_pattern(const hr_pattern *pattern) {
    const int cells = pattern->width * pattern->height;
    const int k = pattern->tiles;
    size_t size = (size_t)cells;
    for (int i = 0; i < k; i++) {
        size *= (size_t)cells;
    }
    uint8_t *cost = malloc(size);
    memset(cost, 255, size);
    size_t goal = 0;
    for (int i = 0; i < k; i++) {
        goal = goal * (size_t)cells + pattern->home[i];
    }
    cost[goal * (size_t)cells + (size_t)pattern->blank] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t s = 0; s < size; s++) {
            if (cost[s] == 255) {
                continue;
            }
            uint8_t cell[HR_PATTERN_TILES_MAX + 1]; // the tiles, then the blank
            size_t rest = s;
            for (int i = k; i >= 0; i--, rest /= (size_t)cells) {
                cell[i] = (uint8_t)(rest % (size_t)cells);
            }
            for (int d = 0; d < 4; d++) {
                const int x = cell[k] % pattern->width + (d == 0) - (d == 1);
                const int y = cell[k] / pattern->width + (d == 2) - (d == 3);
                if (x < 0 || y < 0 || x >= pattern->width || y >= pattern->height) {
                    continue;
                }
                uint8_t next[HR_PATTERN_TILES_MAX + 1];
                memcpy(next, cell, sizeof next);
                next[k] = (uint8_t)(y * pattern->width + x);
                uint8_t step = 0;
                for (int i = 0; i < k; i++) {
                    if (cell[i] == next[k]) {
                        next[i] = cell[k];
                        step = 1;
                    }
                }
                size_t t = 0;
                for (int i = 0; i <= k; i++) {
                    t = t * (size_t)cells + next[i];
                }
                if (cost[s] + step < cost[t]) {
                    cost[t] = (uint8_t)(cost[s] + step);
                    changed = true;
                }
            }
        }
    }
    return cost;
}

#endif
