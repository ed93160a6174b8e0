// SPDX-License-Identifier: MIT
#include "solve/patterns/regions/places.h"

#include <assert.h>
#include <stdlib.h>

#include "core/try.h"

/// Returns the lexicographic index of a sequence of different numbers among all their sequences.
static uint32_t index_of(const uint8_t *sequence, uint32_t n) {
    uint32_t index = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t smaller = 0;
        for (uint32_t j = i + 1; j < n; j++) {
            smaller += sequence[j] < sequence[i];
        }
        index = index * (n - i) + smaller;
    }
    return index;
}

uint32_t hr_region_order(const hr_region_places *places, const uint8_t *cells) {
    return places->number[index_of(cells, places->tiles)]; // the cells have the same order as their places
}

/// Returns the part of a row's number that the cells of `bits` give, which begin at `first`, if `after` larger cells follow them.
static uint32_t part_of_row(const hr_pattern_rows *rows, uint32_t bits, int first, int after) {
    uint64_t part = 0;
    for (int i = after + __builtin_popcount(bits); bits != 0; i--, bits &= bits - 1) {
        const int cell = first + __builtin_ctz(bits);
        part += cell < rows->cells ? rows->binomial[rows->cells - 1 - cell][i] : 0; // no set has cells beyond the board
    }
    return (uint32_t)part;
}

static void fill_rows(hr_region_places *places, const hr_pattern_rows *rows) {
    for (uint32_t bits = 0; bits < 1U << HR_REGION_LOW_BITS; bits++) {
        if (__builtin_popcount(bits) <= rows->k) {
            places->low[bits] = part_of_row(rows, bits, 0, rows->k - __builtin_popcount(bits));
        }
    }
    for (uint32_t bits = 0; bits < 1U << (HR_TILES_CELLS_MAX - HR_REGION_LOW_BITS); bits++) {
        if (__builtin_popcount(bits) <= rows->k) {
            places->high[bits] = (uint16_t)part_of_row(rows, bits, HR_REGION_LOW_BITS, 0);
        }
    }
    for (uint32_t row = 0; row < rows->rows; row++) {
        const unsigned region = hr_pattern_main_region(rows, row);
        for (int c = 0; c < rows->cells; c++) {
            places->main[row] |= (uint32_t)(hr_pattern_region_at(rows, row, c) == region) << c;
        }
    }
}

/// Fill the entries of one order and one tile. Places that are off the pattern leave 0, which no move looks up.
static void fill_after(hr_region_places *places, const uint8_t *place, uint32_t tile, uint16_t *after) {
    for (int direction = 0; direction < 2; direction++) {
        for (int passed = 0; passed < HR_REGION_DIRECTION; passed++) {
            const int to = place[tile] + (direction == 0 ? passed : -passed);
            uint8_t moved[HR_PATTERN_TILES_MAX];
            if (to < 0 || to >= (int)places->tiles) {
                continue;
            }
            for (uint32_t i = 0; i < places->tiles; i++) {
                const bool forward = direction == 0 && place[i] > place[tile] && place[i] <= to;
                const bool back = direction == 1 && place[i] < place[tile] && place[i] >= to;
                moved[i] = (uint8_t)(i == tile ? to : place[i] - forward + back);
            }
            after[direction * HR_REGION_DIRECTION + passed] = places->number[index_of(moved, places->tiles)];
        }
    }
}

static void fill_orders(hr_region_places *places, const hr_pattern_orders *orders) {
    for (uint32_t o = 0; o < orders->count; o++) {
        places->number[index_of(orders->place[o], places->tiles)] = (uint16_t)o;
    }
    for (uint32_t o = 0; o < orders->count; o++) {
        for (uint32_t tile = 0; tile < places->tiles; tile++) {
            uint16_t *after = places->after + (size_t)o * HR_REGION_STRIDE + (size_t)tile * 2 * HR_REGION_DIRECTION;
            fill_after(places, orders->place[o], tile, after);
        }
    }
}

hr_status hr_region_places_prepare(hr_region_places *places, int width, int height, int tiles, hr_error *error) {
    assert(width <= HR_SET_SIDE_MAX && tiles <= HR_PATTERN_TILES_LARGE);
    *places = (hr_region_places){.tiles = (uint32_t)tiles};
    hr_pattern_rows rows = {.pattern = {.width = width, .height = height, .tiles = tiles}};
    hr_status status = hr_tiles_create(width, height, NULL, &rows.tiles, error);
    status = status == HR_OK ? hr_pattern_rows_prepare(&rows, error) : status;
    if (status == HR_OK) {
        places->rows = rows.rows;
        places->low = calloc((size_t)1 << HR_REGION_LOW_BITS, sizeof *places->low);
        places->high = calloc((size_t)1 << (HR_TILES_CELLS_MAX - HR_REGION_LOW_BITS), sizeof *places->high);
        places->main = calloc(rows.rows, sizeof *places->main);
        places->after = calloc((size_t)rows.orders.count * HR_REGION_STRIDE, sizeof *places->after);
        places->number = calloc(rows.orders.count, sizeof *places->number);
        if (places->low == NULL || places->high == NULL || places->main == NULL || places->after == NULL ||
            places->number == NULL) {
            status = hr_error_set(error, HR_INTERNAL, "out of memory for the look-up tables of a pattern database");
        } else {
            fill_rows(places, &rows);
            fill_orders(places, &rows.orders);
        }
    }
    hr_pattern_rows_release(&rows);
    return status;
}

void hr_region_places_release(hr_region_places *places) {
    free(places->low);
    free(places->high);
    free(places->main);
    free(places->after);
    free(places->number);
    *places = (hr_region_places){0};
}
