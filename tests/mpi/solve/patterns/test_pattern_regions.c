// SPDX-License-Identifier: MIT
// Databases that tell the blank's region apart, and several partitions at once: against a slow search.

#include "mpi_test.h"

#include <stdlib.h>

#include "slow/slow_pattern.h"
#include "solve/patterns/regions/domain.h"
#include "solve/patterns/regions/places.h"
#include "solving/read_tiles.h"

/// The digits of an index of hr_slow_pattern: the tiles' cells, then the blank's. Returns false if two of them are the same.
static bool find_cells(const hr_pattern *pattern, size_t index, uint8_t cell[HR_PATTERN_TILES_MAX + 1]) {
    const int board = pattern->width * pattern->height;
    const size_t cells = (size_t)board;
    uint32_t used = 0;
    for (int i = pattern->tiles; i >= 0; i--, index /= cells) {
        cell[i] = (uint8_t)(index % cells);
        used |= 1U << cell[i];
    }
    return __builtin_popcount(used) == pattern->tiles + 1;
}

static size_t index_of(const hr_pattern *pattern, const uint8_t *cell) {
    size_t index = 0;
    for (int i = 0; i <= pattern->tiles; i++) {
        index = index * (size_t)(pattern->width * pattern->height) + cell[i];
    }
    return index;
}

static int manhattan(const hr_pattern *pattern, const uint8_t *cell) {
    int sum = 0;
    for (int i = 0; i < pattern->tiles; i++) {
        sum += abs(cell[i] % pattern->width - pattern->home[i] % pattern->width);
        sum += abs(cell[i] / pattern->width - pattern->home[i] / pattern->width);
    }
    return sum;
}

/// The cells of the largest region, the first one of several. It is found by a walk from each cell.
static uint32_t main_region(const hr_pattern *pattern, const uint8_t *cell) {
    const int cells = pattern->width * pattern->height;
    uint32_t free_cells = (1U << cells) - 1;
    for (int i = 0; i < pattern->tiles; i++) {
        free_cells &= ~(1U << cell[i]);
    }
    uint32_t largest = 0;
    for (int c = 0; c < cells; c++) {
        uint32_t region = free_cells & 1U << c;
        for (uint32_t before = 0; before != region;) {
            before = region;
            for (int at = 0; at < cells; at++) {
                if ((before >> at & 1U) != 0) {
                    region |= at % pattern->width > 0 ? 1U << (at - 1) : 0;
                    region |= at % pattern->width < pattern->width - 1 ? 1U << (at + 1) : 0;
                    region |= at >= pattern->width ? 1U << (at - pattern->width) : 0;
                    region |= at < cells - pattern->width ? 1U << (at + pattern->width) : 0;
                }
            }
            region &= free_cells;
        }
        largest = __builtin_popcount(region) > __builtin_popcount(largest) ? region : largest;
    }
    return largest;
}

/// The excess by the definition: from the slow search, the least of all blank's cells on this side of the main region's border.
static unsigned slow_excess(const hr_pattern *pattern, const uint8_t *cost, const uint8_t *cell) {
    const uint32_t main = main_region(pattern, cell);
    const uint32_t side = (main >> cell[pattern->tiles] & 1U) != 0 ? main : ~main;
    int least = 15;
    uint8_t other[HR_PATTERN_TILES_MAX + 1];
    memcpy(other, cell, sizeof other);
    for (int blank = 0; blank < pattern->width * pattern->height; blank++) {
        other[pattern->tiles] = (uint8_t)blank;
        if (memchr(cell, blank, (size_t)pattern->tiles) == NULL && (side >> blank & 1U) != 0) {
            const int value = cost[index_of(pattern, other)];
            const int excess = (value - manhattan(pattern, cell)) / 2;
            least = value != 255 && excess < least ? excess : least;
        }
    }
    return (unsigned)least;
}

static unsigned excess_of(const hr_pattern *pattern, const hr_region_places *places, const uint8_t *values, const uint8_t *cell) {
    uint32_t mask = 0;
    for (int i = 0; i < pattern->tiles; i++) {
        mask |= 1U << cell[i];
    }
    const uint32_t row = hr_region_row(places, mask);
    const unsigned byte = values[(size_t)hr_region_order(places, cell) * places->rows + row];
    return byte >> hr_region_shift(places, row, cell[pattern->tiles]) & 15U;
}

/// All values of a database.
static void check_values(const hr_pattern *pattern, const hr_region_places *places, const uint8_t *values) {
    uint8_t *cost = hr_slow_pattern(pattern);
    uint8_t cell[HR_PATTERN_TILES_MAX + 1] = {0};
    size_t size = 1;
    for (int k = 0; k <= pattern->tiles; k++) {
        size *= (size_t)(pattern->width * pattern->height);
    }
    for (size_t s = 0; s < size; s++) {
        if (find_cells(pattern, s, cell)) {
            const unsigned excess = excess_of(pattern, places, values, cell);
            assert_int_equal(slow_excess(pattern, cost, cell), excess);
            if (cost[s] != 255 && excess < 15 &&
                (main_region(pattern, cell) >> cell[pattern->tiles] & 1U) != 0) { // all cells of a region have one value
                assert_int_equal(cost[s], manhattan(pattern, cell) + 2 * (int)excess);
            }
        }
    }
    free(cost);
}

HR_TEST(test_databases_with_regions_equal_a_slow_search) {
    static const hr_pattern PATTERN[] = {
        {.width = 3, .height = 3, .blank = 0, .tiles = 4, .home = {1, 2, 4, 8}, .regions = true},
        {.width = 3, .height = 3, .blank = 4, .tiles = 4, .home = {0, 1, 2, 5}, .regions = true},
        {.width = 3, .height = 4, .blank = 1, .tiles = 3, .home = {0, 7, 11}, .regions = true},
        {.width = 2, .height = 5, .blank = 0, .tiles = 4, .home = {1, 2, 3, 4}, .regions = true},
        {.width = 4, .height = 4, .blank = 0, .tiles = 3, .home = {2, 3, 7}, .regions = true},
        {.width = 5, .height = 5, .blank = 0, .tiles = 2, .home = {1, 24}, .regions = true},
        {.width = 2, .height = 2, .blank = 0, .tiles = 3, .home = {1, 2, 3}, .regions = true},
    };
    hr_comm *node = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &node, &error));
    for (size_t i = 0; i < sizeof PATTERN / sizeof *PATTERN; i++) {
        const hr_pattern *pattern = &PATTERN[i];
        hr_pattern_database database;
        hr_region_places places;
        assert_int_equal(HR_OK, hr_pattern_build(node, pattern, (hr_pattern_stop){0}, &database, &error));
        assert_int_equal(HR_OK, hr_region_places_prepare(&places, pattern->width, pattern->height, pattern->tiles, &error));
        if (hr_comm_rank(node) == 0) {
            check_values(pattern, &places, database.values);
        }
        hr_region_places_release(&places);
        hr_pattern_database_clear(&database);
    }
    hr_comm_destroy(&node);
}

/// The largest of the partitions' sums, for the state and its mirror image, by the slow search.
static int slow_heuristic(const hr_tiles *tiles, const hr_pattern_set *set, uint8_t *const *cost, const hr_tiles_state *state) {
    int largest = 0;
    for (int side = 0; side < 2; side++) {
        for (int p = 0; p < set->partitions; p++) {
            int sum = 0;
            for (int i = 0; i < set->patterns; i++) {
                const hr_pattern *pattern = &set->pattern[i];
                uint8_t cell[HR_PATTERN_TILES_MAX + 1] = {0};
                for (int c = 0; c < tiles->cells; c++) {
                    const uint8_t home = side == 0 ? state->piece[c] : tiles->mirror[state->piece[c]];
                    const uint8_t at = side == 0 ? (uint8_t)c : tiles->mirror[c];
                    for (int t = 0; t < pattern->tiles; t++) {
                        cell[t] = pattern->home[t] == home ? at : cell[t];
                    }
                    cell[pattern->tiles] = c == state->blank ? at : cell[pattern->tiles];
                }
                if ((set->lanes[i] >> 8 * p & 1U) != 0) {
                    sum += manhattan(pattern, cell) + 2 * (int)slow_excess(pattern, cost[i], cell);
                }
            }
            largest = sum > largest ? sum : largest;
        }
    }
    return largest;
}

HR_TEST(test_the_heuristic_is_the_largest_of_the_partitions_sums) {
    hr_comm *node = NULL;
    hr_error error = {.text = ""};
    hr_tiles tiles;
    hr_pattern_set set;
    hr_pattern_database database[HR_SET_PATTERNS];
    uint8_t *cost[HR_SET_PATTERNS];
    hr_region_domain *made = NULL;
    hr_idastar_domain domain;
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &node, &error));
    assert_int_equal(HR_OK, hr_tiles_create(3, 3, NULL, &tiles, &error));
    assert_int_equal(HR_OK, hr_pattern_set_parse(&tiles, "+4-4+1,2,3,4/5,6,7/8+1,3,5/2,4,6/7,8", &set, &error));
    assert_int_equal(3, set.partitions);
    for (int i = 0; i < set.patterns; i++) {
        assert_int_equal(HR_OK, hr_pattern_build(node, &set.pattern[i], (hr_pattern_stop){0}, &database[i], &error));
        cost[i] = hr_slow_pattern(&set.pattern[i]);
    }
    const hr_region_form form = {.mirror = true, .every_path = true}; // so that every position of the walk has a move
    assert_int_equal(HR_OK, hr_region_domain_create(&tiles, &set, database, form, &made, &error));
    hr_region_domain_take(made, &domain);
    hr_tiles_state at;
    assert_int_equal(HR_OK, read_tiles(&tiles, "1 2 3 4 5 6 7 8 0", &at, &error));
    uint32_t random = 20261122;
    for (uint32_t step = 0; step < 300; step++) { // a walk from the goal: after n steps the distance is at most n
        const uint32_t h = domain.heuristic(domain.context, &at);
        assert_int_equal(slow_heuristic(&tiles, &set, cost, &at), h);
        assert_true(h <= step);
        uint8_t moves[HR_IDASTAR_FANOUT_MAX];
        const size_t n = domain.moves(domain.context, &at, moves);
        random = random * 1664525U + 1013904223U;
        hr_tiles_state next;
        domain.apply(domain.context, &at, moves[(random >> 16) % n], &next);
        at = next;
    }
    hr_region_domain_destroy(&made);
    for (int i = 0; i < set.patterns; i++) {
        free(cost[i]);
        hr_pattern_database_clear(&database[i]);
    }
    hr_comm_destroy(&node);
}
