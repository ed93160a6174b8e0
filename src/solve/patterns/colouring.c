// SPDX-License-Identifier: MIT
#include "solve/patterns/colouring.h"

#include <stdlib.h>

/// Returns the number of sets of `k` of `n` cells.
static uint64_t choose(int n, int k) {
    uint64_t sets = 1;
    for (int i = 1; i <= k; i++) {
        sets = sets * (uint64_t)(n - k + i) / (uint64_t)i;
    }
    return sets;
}

/// Returns the lanes of all homes: the goal's colouring.
static uint64_t goal_of(const hr_pattern *pattern) {
    uint64_t word = 0;
    for (int home = 0; home < HR_COLOURING_CELLS; home++) {
        word |= hr_colouring_lanes(pattern, home) << home;
    }
    return word;
}

/// Returns the number of cells in a lane.
static int cells_in(uint64_t word, int lane) { return __builtin_popcountll(word >> (16 * lane) & 0xffffU); }

uint64_t hr_colouring_entries(const hr_pattern *pattern) {
    const uint64_t word = goal_of(pattern);
    uint64_t entries = 1;
    for (int lane = 0, left = HR_COLOURING_CELLS; lane < HR_COLOURING_LANES; lane++) {
        entries *= choose(left, cells_in(word, lane));
        left -= cells_in(word, lane);
    }
    return entries;
}

static void fill_bytes(hr_colouring *c) {
    for (unsigned taken = 0; taken < 256; taken++) {
        for (unsigned set = 0; set < 256; set++) {
            unsigned squeezed = 0;
            unsigned spread = 0;
            unsigned number = 0;
            for (unsigned cell = 0; cell < 8; cell++) {
                if ((taken >> cell & 1U) == 0) {
                    squeezed |= (set >> cell & 1U) << number;
                    spread |= (set >> number & 1U) << cell;
                    number++;
                }
            }
            c->squeeze[taken][set] = (uint8_t)squeezed;
            c->spread[taken][set] = (uint8_t)spread;
            c->free_cells[taken] = (uint8_t)number;
        }
    }
}

/// Number the sets of each size, and list those of each lane.
static bool fill_sets(hr_colouring *c, uint64_t word) {
    uint16_t next[HR_COLOURING_CELLS + 1] = {0};
    for (uint32_t set = 0; set < 1U << HR_COLOURING_CELLS; set++) {
        c->rank[set] = next[__builtin_popcount(set)]++;
    }
    for (int lane = 0, left = HR_COLOURING_CELLS; lane < HR_COLOURING_LANES; lane++) {
        const int k = cells_in(word, lane);
        c->count[lane] = (uint32_t)choose(left, k);
        c->sets[lane] = malloc(c->count[lane] * sizeof *c->sets[lane]);
        if (c->sets[lane] == NULL) {
            return false;
        }
        for (uint32_t set = 0; set < 1U << left; set++) {
            if (__builtin_popcount(set) == k) {
                c->sets[lane][c->rank[set]] = (uint16_t)set;
            }
        }
        left -= k;
    }
    return true;
}

hr_status hr_colouring_create(const hr_pattern *pattern, hr_colouring **made, hr_error *error) {
    hr_colouring *c = calloc(1, sizeof *c);
    *made = c;
    if (c == NULL || !fill_sets(c, goal_of(pattern))) {
        hr_colouring_destroy(made);
        return hr_error_set(error, HR_INTERNAL, "out of memory for the look-up tables of a pattern database");
    }
    fill_bytes(c);
    return HR_OK;
}

void hr_colouring_destroy(hr_colouring **made) {
    for (int lane = 0; *made != NULL && lane < HR_COLOURING_LANES; lane++) {
        free((*made)->sets[lane]);
    }
    free(*made);
    *made = NULL;
}

uint64_t hr_colouring_at(const hr_colouring *c, uint32_t index) {
    uint32_t number[HR_COLOURING_LANES];
    for (unsigned lane = HR_COLOURING_LANES; lane-- > 0;) {
        number[lane] = index % c->count[lane];
        index /= c->count[lane];
    }
    uint64_t word = 0;
    uint32_t taken = 0;
    for (unsigned lane = 0; lane < HR_COLOURING_LANES; lane++) {
        const uint32_t set = c->sets[lane][number[lane]];
        const unsigned low = c->free_cells[taken & 255U];
        const uint32_t cells = c->spread[taken & 255U][set & ((1U << low) - 1)] | (uint32_t)c->spread[taken >> 8][set >> low] << 8;
        word |= (uint64_t)cells << (16 * lane);
        taken |= cells;
    }
    return word;
}
