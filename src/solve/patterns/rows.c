// SPDX-License-Identifier: MIT
#include "solve/patterns/rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"

enum { SETS_MAX = 177100, NO_REGION = 15, MOVES_MAX = 4 * HR_PATTERN_TILES_MAX };

uint32_t hr_pattern_row_of(const hr_pattern_rows *b, uint32_t set) {
    uint64_t row = 0;
    for (int i = __builtin_popcount(set); set != 0; i--, set &= set - 1) {
        row += b->binomial[b->cells - 1 - __builtin_ctz(set)][i];
    }
    return (uint32_t)row;
}

unsigned hr_pattern_region_at(const hr_pattern_rows *b, uint32_t row, int cell) {
    return ((unsigned)b->region[row][cell / 2] >> (4 * (cell % 2))) & 15U;
}

unsigned hr_pattern_main_region(const hr_pattern_rows *b, uint32_t row) {
    unsigned cells[NO_REGION + 1] = {0};
    for (int c = 0; c < b->cells; c++) {
        cells[hr_pattern_region_at(b, row, c)]++;
    }
    unsigned largest = 0;
    for (unsigned region = 1; region < NO_REGION; region++) {
        largest = cells[region] > cells[largest] ? region : largest;
    }
    return largest;
}

/// Number the regions of the cells that are not in the row's set. Returns the number of regions.
static uint32_t find_regions(hr_pattern_rows *b, uint32_t row) {
    uint8_t region[HR_TILES_CELLS_MAX + 1];
    memset(region, NO_REGION, sizeof region);
    uint8_t next = 0;
    for (int start = 0; start < b->cells; start++) {
        if ((b->set[row] >> start & 1U) != 0 || region[start] != NO_REGION) {
            continue;
        }
        int todo[HR_TILES_CELLS_MAX];
        int n = 0;
        todo[n++] = start;
        region[start] = next;
        while (n > 0) {
            const int cell = todo[--n];
            for (int m = 0; m < 4; m++) {
                const int at = b->tiles.neighbour[cell][m];
                if (at != UINT8_MAX && (b->set[row] >> at & 1U) == 0 && region[at] == NO_REGION) {
                    region[at] = next;
                    todo[n++] = at;
                }
            }
        }
        next++;
    }
    assert(next <= 8);
    for (size_t i = 0; i < 13; i++) {
        b->region[row][i] = (uint8_t)(region[2 * i] | (2 * i + 1 < HR_TILES_CELLS_MAX ? region[2 * i + 1] : NO_REGION) << 4);
    }
    return next;
}

/// The same set on the board that is turned half round.
static uint32_t turned(const hr_pattern_rows *b, uint32_t set) {
    uint32_t to = 0;
    for (; set != 0; set &= set - 1) {
        to |= 1U << (b->cells - 1 - __builtin_ctz(set));
    }
    return to;
}

/// List all sets of k cells, in descending lexicographic order, and their regions. Turned, they are in ascending order as numbers.
static void list_sets(hr_pattern_rows *b) {
    uint32_t set = (1U << b->k) - 1;
    for (uint32_t row = 0; row < b->rows; row++) {
        b->set[row] = turned(b, set);
        b->first_plane[row + 1] = b->first_plane[row] + find_regions(b, row);
        const uint32_t low = set & (~set + 1); // from here on: the next larger number with the same number of bits
        const uint32_t ripple = set + low;
        set = ripple | (((set ^ ripple) >> 2) / low);
    }
}

hr_status hr_pattern_rows_prepare(hr_pattern_rows *b, hr_error *error) {
    b->cells = b->tiles.cells;
    b->k = b->pattern.tiles;
    for (int n = 0; n <= HR_TILES_CELLS_MAX; n++) {
        b->binomial[n][0] = 1;
        for (int i = 1; i <= HR_PATTERN_TILES_MAX + 1; i++) {
            b->binomial[n][i] = n == 0 ? 0 : b->binomial[n - 1][i - 1] + b->binomial[n - 1][i];
        }
    }
    b->rows = (uint32_t)b->binomial[b->cells][b->k];
    assert(b->rows <= SETS_MAX);
    b->set = calloc(b->rows, sizeof *b->set);
    b->region = calloc(b->rows, sizeof *b->region);
    b->first_plane = calloc((size_t)b->rows + 1, sizeof *b->first_plane);
    HR_TRY_MEMORY(b->set != NULL && b->region != NULL && b->first_plane != NULL, error, "building a pattern database");
    list_sets(b);
    return hr_pattern_orders_prepare(b->k, &b->orders, error);
}

void hr_pattern_rows_release(hr_pattern_rows *b) {
    free(b->set);
    free(b->region);
    free(b->first_plane);
    free(b->edges);
    free(b->first_edge);
    hr_pattern_orders_release(&b->orders);
}

unsigned hr_pattern_colour_of(const hr_pattern_rows *b, uint32_t row) {
    unsigned colour = 0;
    for (uint32_t set = b->set[row]; set != 0; set &= set - 1) {
        const int cell = __builtin_ctz(set);
        colour += (unsigned)(cell % b->tiles.width + cell / b->tiles.width);
    }
    return colour & 1U;
}

static int place_of(uint32_t set, int cell) { return __builtin_popcount(set & ((1U << cell) - 1)); }

/// Find the moves that fill a row: each of its tiles may have come from a free cell beside it. Returns their number.
static size_t find_edges(const hr_pattern_rows *b, uint32_t row, hr_pattern_edge edges[MOVES_MAX]) {
    size_t n = 0;
    for (uint32_t tiles = b->set[row]; tiles != 0; tiles &= tiles - 1) {
        const int now = __builtin_ctz(tiles);
        for (int m = 0; m < 4; m++) {
            const int then = b->tiles.neighbour[now][m];
            if (then == UINT8_MAX || (b->set[row] >> then & 1U) != 0) {
                continue;
            }
            const uint32_t before = (b->set[row] & ~(1U << now)) | 1U << then;
            const uint32_t from = hr_pattern_row_of(b, before);
            edges[n++] = (hr_pattern_edge){
                .from = from,
                .before = (uint8_t)place_of(before, then),
                .after = (uint8_t)place_of(b->set[row], now),
                .region = (uint8_t)hr_pattern_region_at(b, from, now),
                .to_region = (uint8_t)hr_pattern_region_at(b, row, then),
            };
        }
    }
    return n;
}

hr_status hr_pattern_rows_list_edges(hr_pattern_rows *b, const hr_comm *node, hr_error *error) {
    const uint32_t size = (uint32_t)hr_comm_size(node);
    const size_t rows = b->rows / size + 1;
    b->first_edge = calloc(rows + 1, sizeof *b->first_edge);
    size_t capacity = 0;
    size_t count = 0;
    size_t mine = 0;
    for (uint32_t row = (uint32_t)hr_comm_rank(node); row < b->rows && b->first_edge != NULL; row += size) {
        if (!HR_ARRAY_RESERVE(b->edges, capacity, count + MOVES_MAX)) {
            break;
        }
        count += find_edges(b, row, b->edges + count);
        b->first_edge[++mine] = count;
    }
    const bool done = mine == (b->rows + size - 1 - (uint32_t)hr_comm_rank(node)) / size;
    HR_TRY_MEMORY(b->first_edge != NULL && done, error, "building a pattern database");
    return HR_OK;
}
