// SPDX-License-Identifier: MIT
// The perfect index: a bijection in the documented order, and its totals.

#include "huarong/puzzle.h"
#include "made_puzzle.h"
#include "puzzle/klotski/parts.h"
#include "unit_test.h"

static hr_puzzle *create(const char *spec) { return made_puzzle(&(hr_puzzle_options){.spec = spec}); }

static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed * UINT64_C(0x2545F4914F6CDD1D) >> 11;
}

/// Number of fillings of the cells from `cell` on by trial: `taken` are the cells already used, `empty` the empty ones so far.
static uint64_t count_fillings(int width, int cells, int cell, uint32_t taken, int empty) {
    while (cell < cells && (taken >> cell & 1) != 0) {
        cell++;
    }
    if (cell == cells) {
        return empty >= 2;
    }
    const uint32_t bit = 1U << cell;
    uint64_t sum = count_fillings(width, cells, cell + 1, taken | bit, empty + 1);
    sum += count_fillings(width, cells, cell + 1, taken | bit, empty);
    if (cell % width < width - 1 && (taken >> (cell + 1) & 1) == 0) {
        sum += count_fillings(width, cells, cell + 2, taken | bit | bit << 1, empty);
    }
    if (cell + width < cells && (taken >> (cell + width) & 1) == 0) {
        sum += count_fillings(width, cells, cell + 1, taken | bit | bit << width, empty);
    }
    return sum;
}

static uint64_t count_by_trial(int width, int height) {
    uint64_t sum = 0;
    for (int y = 0; y + 1 < height; y++) {
        for (int x = 0; x + 1 < width; x++) {
            sum += count_fillings(width, width * height, 0, 3U << (y * width + x) | 3U << ((y + 1) * width + x), 0);
        }
    }
    return sum;
}

/// index(unindex(i)) = i for `n` indices from `first` on, and the states are valid.
static void check_range(const hr_puzzle *puzzle, hr_index first, uint64_t n) {
    hr_index indices[HR_BATCH];
    hr_index again[HR_BATCH];
    hr_state states[HR_BATCH];
    for (uint64_t done = 0; done < n; done += HR_BATCH) {
        const size_t size = n - done < HR_BATCH ? (size_t)(n - done) : HR_BATCH;
        for (size_t i = 0; i < size; i++) {
            indices[i] = first + done + i;
        }
        hr_puzzle_unindex(puzzle, indices, size, states);
        hr_puzzle_index(puzzle, states, size, again);
        assert_memory_equal(again, indices, size * sizeof *indices);
        assert_int_equal(hr_puzzle_validate(puzzle, &states[size / 2], NULL), HR_OK);
    }
}

HR_TEST(test_index_small_boards_bijective) {
    static const char *const SPECS[] = {"klotski:2x3", "klotski:3x2", "klotski:3x3", "klotski:2x4", "klotski:4x2", "klotski:3x4",
                                        "klotski:4x3", "klotski:4x4", "klotski:3x5", "klotski:5x3", "klotski:2x8", "klotski:8x2"};
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        hr_puzzle *puzzle = create(SPECS[i]);
        const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
        assert_int_equal(info->index_count, count_by_trial(info->width, info->height));
        check_range(puzzle, 0, info->index_count);
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_index_totals_equal_known) {
    // tests/golden/klotski/totals.json for 4x5. The larger boards: counted by an independent program (transfer matrices).
    static const struct {
        const char *spec;
        uint64_t count;
    } KNOWN[] = {{"klotski:4x5", 29334498},
                 {"klotski:5x4", 29334498},
                 {"klotski:4x6", 1749098135},
                 {"klotski:6x4", 1749098135},
                 {"klotski:5x5", 4984931936}};
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
        hr_puzzle *puzzle = create(KNOWN[i].spec);
        assert_int_equal(hr_puzzle_describe(puzzle)->index_count, KNOWN[i].count);
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_a_square_has_the_range_of_its_states) {
    static const char *const SPECS[] = {"klotski:3x3", "klotski:4x3", "klotski:3x4", "klotski:5x3", "klotski:8x2"};
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        hr_puzzle *puzzle = create(SPECS[i]);
        const hr_klotski_board *board = NULL;
        const hr_klotski_index *index = NULL;
        assert_true(hr_klotski_parts(puzzle, &board, &index));
        for (hr_index at = 0; at < hr_klotski_index_count(index); at++) {
            hr_state state = 0;
            hr_index begin = 0;
            hr_index end = 0;
            hr_klotski_index_states(index, &at, 1, &state);
            hr_klotski_index_range(index, hr_klotski_square(state), &begin, &end);
            assert_true(begin <= at && at < end);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

/// Every part of the whole range.
HR_TEST(test_index_4x5_bijective) {
    hr_puzzle *puzzle = create("klotski:4x5");
    const hr_count count = hr_puzzle_describe(puzzle)->index_count;
    enum { PARTS = 50, PART = 40000 };
    for (hr_index part = 0; part < PARTS; part++) {
        check_range(puzzle, (count - PART) / (PARTS - 1) * part, PART);
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_index_4x5_ascends_with_common_code) {
    hr_puzzle *puzzle = create("klotski:4x5");
    const hr_count count = hr_puzzle_describe(puzzle)->index_count;
    enum { SLICES = 60, SLICE = 2000 };
    char before[HR_STATE_TEXT_MAX] = "";
    for (hr_index slice = 0; slice < SLICES; slice++) {
        const hr_index first = (count - SLICE) / (SLICES - 1) * slice;
        for (hr_index index = first; index < first + SLICE; index++) {
            hr_state state = 0;
            char code[HR_STATE_TEXT_MAX];
            hr_puzzle_unindex(puzzle, &index, 1, &state);
            hr_puzzle_code(puzzle, &state, code);
            assert_int_equal(strlen(code), 9);
            assert_true(strcmp(before, code) < 0); // equal lengths, and '0' … '9' < 'A' … 'F'
            memcpy(before, code, sizeof before);
        }
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_index_large_boards_random) {
    static const char *const SPECS[] = {"klotski:4x6",  "klotski:6x4",  "klotski:5x5",  "klotski:4x7",
                                        "klotski:4x8",  "klotski:8x4",  "klotski:5x6",  "klotski:6x5",
                                        "klotski:3x10", "klotski:10x3", "klotski:2x16", "klotski:16x2"};
    uint64_t seed = UINT64_C(20261122);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        hr_puzzle *puzzle = create(SPECS[i]);
        const hr_count count = hr_puzzle_describe(puzzle)->index_count;
        check_range(puzzle, 0, 2000);
        check_range(puzzle, count - 2000, 2000);
        for (int k = 0; k < 20; k++) {
            check_range(puzzle, next_random(&seed) % (count - 500), 500);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_sources_are_all_solved_boards) {
    hr_puzzle *puzzle = create("klotski:4x5");
    hr_state states[777];
    hr_index indices[777];
    uint8_t solved[777];
    uint8_t orbits[777];
    uint64_t cursor = 0;
    uint64_t total = 0;
    hr_index before = 0;
    for (size_t n = 0; (n = hr_puzzle_sources(puzzle, &cursor, states, 777)) > 0; total += n) {
        hr_puzzle_solved(puzzle, states, n, solved);
        hr_puzzle_orbit_size(puzzle, states, n, orbits);
        hr_puzzle_index(puzzle, states, n, indices);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(solved[i], orbits[i]); // the exit is in the middle: mirror images are solved too
            assert_true(indices[i] > before);
            before = indices[i];
        }
    }
    assert_int_equal(total, 2260392); // tests/golden/klotski/totals.json
    assert_int_equal(hr_puzzle_describe(puzzle)->source_count, total);
    hr_puzzle_destroy(&puzzle);
}
