// SPDX-License-Identifier: MIT
// Distances in bit planes, read one by one and word by word; and long distances, which take a second byte.

// clang-format off
// clang-format on

#include "huarong/klotski.h"
#include "made_puzzle.h"
#include "openings/search.h"
#include "puzzle/klotski/parts.h"

/// Set *frame and *filling to those of a state, which must be one of the family's.
static void locate(const hr_family *family, hr_state state, uint32_t *frame, uint32_t *filling) {
    const hr_klotski_pieces pieces = hr_klotski_split(state, family->board.width, family->board.full);
    *frame = hr_family_find(family, state & ~HR_KLOTSKI_CELL(pieces.singles));
    *filling = 0;
    uint32_t bit = 1;
    for (uint32_t free = pieces.singles | pieces.empty; free != 0; free &= free - 1, bit <<= 1) {
        *filling |= (free & -free & pieces.singles) != 0 ? bit : 0;
    }
}

static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed * UINT64_C(0x2545F4914F6CDD1D);
}

HR_TEST(test_unpack_equals_one_by_one) {
    enum { WORDS = 50 };
    uint64_t seed = UINT64_C(20261124);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned planes = 8; planes <= 16; planes += 8) {
        uint64_t bits[WORDS * 16];
        for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
            const uint64_t sparse = next_random(&seed);
            bits[i] = next_random(&seed) & sparse;
        }
        const hr_distances distances = {.values = bits, .planes = planes};
        for (size_t w = 0; w < WORDS; w++) {
            uint16_t values[64];
            hr_distances_unpack(&distances, w, values);
            for (unsigned i = 0; i < 64; i++) {
                const hr_depth one = hr_distance_at(&distances, w, i);
                assert_int_equal(values[i], one == HR_DEPTH_UNREACHED ? 0 : one + 1);
            }
        }
    }
}

/// 4×6 with two horizontals and five verticals has a distance above 254, so the planes are widened on the way. What is above it and
/// below it must fit together: every reached opening but the solved ones has a neighbour one nearer, and none nearer than that.
HR_TEST(test_distances_above_254_fit_neighbours) {
    const hr_puzzle_options options = {.spec = "klotski:4x6"};
    const hr_klotski_board *board = NULL;
    const hr_klotski_index *index = NULL;
    hr_family family;
    hr_family_search search;
    hr_puzzle *puzzle = made_puzzle(&options);
    assert_true(hr_klotski_parts(puzzle, &board, &index));
    assert_int_equal(hr_family_fill(&family, &(hr_family_shape){board, 2, 5, false, NULL}, NULL, NULL, NULL), HR_OK);
    assert_int_equal(hr_family_search_open(&search, &family, HR_METRIC_UNIT, 1U << 4, NULL), HR_OK);
    assert_int_equal(hr_family_search_run(&search, NULL), HR_OK);
    assert_true(search.layers.count > 255);
    assert_int_equal(search.distances.planes, 16);
    uint64_t checked = 0;
    for (uint32_t frame = 0; frame < family.frame_count; frame++) {
        for (uint32_t filling = 0; filling < UINT32_C(1) << family.free_cells; filling++) {
            const hr_depth here = hr_distance_at(&search.distances, frame * family.words + filling / 64, filling % 64);
            if (here == HR_DEPTH_UNREACHED) {
                continue;
            }
            const hr_state opening = hr_family_state(&family, frame, filling);
            hr_state successors[256];
            assert_true(hr_puzzle_describe(puzzle)->max_successors <= 256);
            const size_t n = hr_puzzle_expand(puzzle, &opening, 1, successors, NULL);
            hr_depth nearest = HR_DEPTH_UNREACHED;
            for (size_t i = 0; i < n; i++) {
                uint32_t next_frame = 0;
                uint32_t next_filling = 0;
                locate(&family, successors[i], &next_frame, &next_filling);
                const hr_depth next =
                    hr_distance_at(&search.distances, next_frame * family.words + next_filling / 64, next_filling % 64);
                nearest = next < nearest ? next : nearest;
            }
            assert_true(here == 0 ? hr_klotski_square(opening) == board->exit : nearest == here - 1);
            checked++;
        }
    }
    hr_count counted = 0;
    for (size_t depth = 0; depth < search.layers.count; depth++) {
        counted += search.layers.histogram[depth * HR_SINGLES_MAX + 4];
    }
    assert_int_equal(checked, counted);
    hr_family_search_clear(&search);
    hr_family_clear(&family);
    hr_puzzle_destroy(&puzzle);
}
