// SPDX-License-Identifier: MIT
// Sets of orders against one order at a time.

#include "solve/patterns/orders.h"
#include "unit_test.h"

static bool has(const hr_pattern_orders *o, const uint32_t *set, uint32_t order) {
    return (set[order / o->chunk_bits] >> (order % o->chunk_bits) & 1U) != 0;
}

/// The order whose tiles have these places, by search.
static uint32_t find_order(const hr_pattern_orders *o, const uint8_t *place) {
    for (uint32_t order = 0; order < o->count; order++) {
        if (memcmp(o->place[order], place, (size_t)o->k) == 0) {
            return order;
        }
    }
    fail_msg("no such order");
    return 0;
}

HR_TEST(test_the_first_order_is_that_of_the_tiles) {
    for (int k = 1; k <= HR_PATTERN_TILES_MAX; k++) {
        hr_pattern_orders o;
        assert_int_equal(HR_OK, hr_pattern_orders_prepare(k, &o, NULL));
        for (int tile = 0; tile < k; tile++) {
            assert_int_equal(tile, o.place[0][tile]);
        }
        assert_int_equal(o.count, o.chunks * o.chunk_bits);
        hr_pattern_orders_release(&o);
    }
}

/// Move a tile in a set with every 7th order or so, and look at 200 of its orders one by one.
static void check_move(const hr_pattern_orders *o, int before, int after, uint32_t *memory) {
    uint32_t *set = memory;
    uint32_t *scratch[2] = {memory + o->chunks, memory + 2 * (size_t)o->chunks};
    uint32_t size = 0;
    memset(set, 0, o->chunks * sizeof *set);
    for (uint32_t order = 0; order < o->count; order++) {
        const uint32_t in = order * 2654435761U >> 29 == 0;
        set[order / o->chunk_bits] |= in << (order % o->chunk_bits);
        size += in;
    }
    const uint32_t *moved = hr_pattern_orders_move(o, before, after, set, scratch);
    uint32_t moved_size = 0;
    for (uint32_t order = 0; order < o->count; order++) {
        moved_size += has(o, moved, order);
    }
    assert_int_equal(size, moved_size);
    for (uint32_t order = 0; order < o->count; order += 1 + o->count / 200) {
        uint8_t place[HR_PATTERN_TILES_MAX];
        for (int tile = 0; tile < o->k; tile++) {
            const int p = o->place[order][tile];
            place[tile] = (uint8_t)(p == before ? after : p > before && p <= after ? p - 1 : p < before && p >= after ? p + 1 : p);
        }
        assert_int_equal(has(o, set, order), has(o, moved, find_order(o, place)));
    }
}

HR_TEST(test_a_tile_moves_in_all_orders_as_in_one) {
    for (int k = 1; k <= HR_PATTERN_TILES_MAX; k++) {
        hr_pattern_orders o;
        assert_int_equal(HR_OK, hr_pattern_orders_prepare(k, &o, NULL));
        uint32_t *memory = malloc(3 * (size_t)o.chunks * sizeof *memory);
        assert_non_null(memory);
        for (int before = 0; before < k; before++) {
            for (int after = 0; after < k; after++) {
                if (abs(before - after) <= 4) {
                    check_move(&o, before, after, memory);
                }
            }
        }
        free(memory);
        hr_pattern_orders_release(&o);
    }
}
