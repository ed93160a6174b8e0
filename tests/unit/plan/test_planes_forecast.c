// SPDX-License-Identifier: MIT
// How the plane engine deals its parts, and what a rank needs, on numbers of ranks that no test machine has.

#include "comm/exchange/exchange.h"
#include "enumerate/bits/search.h"
#include "enumerate/bits/unit/unit.h"
#include "enumerate/forecast.h"
#include "enumerate/frontier/frontier.h"
#include "made_puzzle.h"
#include "sanitized.h"

static hr_bits_needs foresee(const char *spec, int ranks, int node_ranks, bool distances) {
    const hr_planned_run run = {.ranks = ranks, .node_ranks = node_ranks, .distances = distances};
    hr_bits_needs needs = {0};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec});
    assert_int_equal(hr_bits_foresee(&hr_unit_rule, puzzle, &run, &needs, NULL), HR_OK);
    hr_puzzle_destroy(&puzzle);
    return needs;
}

/// The most parts of a board: all tiles fixed but those that a crossing window moves and the five of a word.
static double parts_at_most(int tiles, int width, bool distances) {
    int fixed = tiles - width - 5;
    fixed = distances && fixed > tiles - 9 ? tiles - 9 : fixed;
    double parts = 1;
    for (int i = 0; i < fixed; i++) {
        parts *= tiles - i;
    }
    return parts;
}

HR_TEST(test_the_busiest_rank_has_at_most_5_percent_more) {
    static const struct {
        const char *spec;
        int tiles;
        int width;
    } BOARDS[] = {{"tile:3x4", 11, 3}, {"tile:2x6", 11, 2}, {"tile:2x7", 13, 2},
                  {"tile:3x5", 14, 3}, {"tile:4x4", 15, 4}, {"tile:2x8", 15, 2}};
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        for (int distances = 0; distances < 2; distances++) {
            const double parts = parts_at_most(BOARDS[b].tiles, BOARDS[b].width, distances != 0);
            int checked = 0;
            for (int ranks = 1; ranks <= 4096 && 1000.0 * ranks <= 64 * parts;
                 ranks += 1 + ranks / (HR_SANITIZED ? 8 : 16), checked++) {
                const hr_bits_needs needs = foresee(BOARDS[b].spec, ranks, 1, distances != 0);
                if (needs.busiest * ranks > 1.05) {
                    fail_msg("%s on %d ranks: the busiest has %.4f times its share", BOARDS[b].spec, ranks, needs.busiest * ranks);
                }
            }
            assert_true(checked >= 7);
        }
    }
}

HR_TEST(test_memory_is_a_share_and_a_bounded_rest) {
    const double all = 10461394944000.0 / 60 * 8; // the 15-puzzle, 60 states a word
    for (int ranks = 64; ranks <= 16384; ranks *= 2) {
        const double need = (double)foresee("tile:4x4", ranks, 1, false).rank_bytes;
        assert_true(need >= all / ranks);
        assert_true(need <= 1.06 * all / ranks + (600 << 20)); // buffers: two rounds of p planes of a part, half of it at p = 3
        const double shared = (double)foresee("tile:4x4", ranks, 64, false).rank_bytes;
        assert_true(shared > need && shared < 1.1 * need); // page tables of the neighbours' memory
    }
}

/// What a rank reads from the 63 others of its node has page tables: 8 bytes for a page of 4096, of the 2 p planes of 16 that other
/// ranks read.
HR_TEST(test_page_tables_of_the_neighbours_memory_are_counted) {
    const double share = 10461394944000.0 / 60 * 8 / 1024;
    const hr_bits_needs alone = foresee("tile:4x4", 1024, 1, false);
    const hr_bits_needs among = foresee("tile:4x4", 1024, 64, false);
    const double prefix = alone.crossing_bytes / (share * 1024 / 16);
    assert_true(prefix == 4); // 15 · 14 · 13 parts would be fewer than four for a rank
    const double tables = (double)(among.rank_bytes - alone.rank_bytes);
    const double expected = 63 * share / 512 * 2 * prefix / 16;
    assert_true(tables > 0.99 * expected && tables < 1.05 * expected);
    assert_int_equal(among.base_bytes, UINT64_C(48) << 20);
}

/// On disks at least two tiles number a part, and so many that a part has at most 512 MiB: (m − p)!/120 words in each plane.
HR_TEST(test_parts_on_disks_depend_on_the_board_alone) {
    static const struct {
        const char *spec;
        int prefix;
    } BOARDS[] = {{"tile:3x3", 1}, {"tile:2x4", 1}, {"tile:3x4", 2}, {"tile:2x7", 2},
                  {"tile:3x5", 2}, {"tile:2x8", 3}, {"tile:4x4", 3}};
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        hr_bits_board board;
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = BOARDS[b].spec});
        assert_int_equal(hr_bits_board_of(puzzle, false, &board, NULL), HR_OK);
        const hr_bits_layout layout = {
            .rule = &hr_unit_rule, .puzzle = puzzle, .board = &board, .ranks = 1 + (int)b, .scratch = true};
        assert_int_equal(hr_unit_rule.divide(&layout, -1).prefix, BOARDS[b].prefix);
        hr_bits_board_clear(&board);
        hr_puzzle_destroy(&puzzle);
    }
}

/// Bytes of the parts that lie in memory besides what a rank needs in any case, if it has `inner` and `crossing` parts there.
static uint64_t resident_bytes(hr_bits_division division, int ranks, uint64_t inner, uint64_t crossing) {
    division.resident[HR_BITS_INNER] = 0;
    division.resident[HR_BITS_CROSSING] = 0;
    const uint64_t none = hr_bits_division_bytes(&division, ranks);
    division.resident[HR_BITS_INNER] = inner;
    division.resident[HR_BITS_CROSSING] = crossing;
    return hr_bits_division_bytes(&division, ranks) - none;
}

/// A rank of 16 has 171 of the 15 · 14 · 13 parts. What is left of its memory is filled with their crossing planes first, then with
/// the inner ones, as long as one more fits.
HR_TEST(test_memory_beside_the_disks_is_used_up) {
    enum { RANKS = 16, SLOTS = 171 };
    const uint64_t mib = 1 << 20;
    hr_bits_board board;
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:4x4"});
    assert_int_equal(hr_bits_board_of(puzzle, false, &board, NULL), HR_OK);
    hr_bits_division d = hr_bits_divide_cells(&board, 3, false);
    uint64_t needed = 0;
    assert_false(hr_bits_divide_outside(&hr_unit_rule, &d, RANKS, 0, &needed));
    const uint64_t buffers = (uint64_t)HR_BITS_BUFFERS * (16 + 3) * 3991680 * 8; // of 16 planes and those that 3 windows bring
    assert_in_range(needed, buffers, buffers + buffers / 4);
    assert_false(hr_bits_divide_outside(&hr_unit_rule, &d, RANKS, needed - 1, &needed));
    const uint64_t all = resident_bytes(d, RANKS, SLOTS, SLOTS);
    for (uint64_t left = 0; left < all + 2000 * mib; left += 3000 * mib) {
        assert_true(hr_bits_divide_outside(&hr_unit_rule, &d, RANKS, needed + left, &needed));
        const uint64_t crossing = d.resident[HR_BITS_CROSSING];
        const uint64_t inner = d.resident[HR_BITS_INNER];
        assert_true(crossing <= SLOTS && inner <= SLOTS && resident_bytes(d, RANKS, inner, crossing) <= left);
        assert_true(crossing == SLOTS || resident_bytes(d, RANKS, 0, crossing + 1) > left);
        assert_true(inner == SLOTS || resident_bytes(d, RANKS, inner + 1, crossing) > left);
    }
    assert_true(hr_bits_divide_outside(&hr_unit_rule, &d, RANKS, UINT64_MAX, &needed));
    assert_true(d.limited && d.resident[HR_BITS_CROSSING] == SLOTS && d.resident[HR_BITS_INNER] == SLOTS);
    hr_bits_board_clear(&board);
    hr_puzzle_destroy(&puzzle);
}

/// A plane has a bit for each state with the blank in one cell, 60 to a word. A table has such a bit or a byte for each state,
/// behind its head.
HR_TEST(test_planes_and_tables_are_as_large_as_their_states) {
    uint64_t bytes = 0;
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    assert_int_equal(hr_forecast_plane(puzzle), 181440 / 9 / 60 * 8);
    assert_int_equal(hr_forecast_table(puzzle, HR_TABLE_INDEX, 31, &bytes, NULL), HR_OK);
    assert_in_range(bytes, 181440 + 1, 181440 + 8192);
    assert_int_equal(hr_forecast_table(puzzle, HR_TABLE_PLANES, 31, &bytes, NULL), HR_OK);
    assert_in_range(bytes, 181440 / 60 * 8 + 1, 181440 / 60 * 8 + 8192);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_frontier_ranks_need_no_more_among_many) {
    const uint64_t buffers = 4 * (uint64_t)HR_EXCHANGE_BYTES;
    const uint64_t process = hr_frontier_base_bytes(NULL, 2) - buffers / 2;
    assert_true(process > hr_frontier_base_bytes(NULL, 1)); // a rank alone has no MPI
    assert_true(hr_frontier_base_bytes(NULL, 1024) == process + buffers / 1024 * 1023);
    assert_true(hr_frontier_base_bytes(NULL, 10000) <= process + buffers);
}
