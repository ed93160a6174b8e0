// SPDX-License-Identifier: MIT
// Sliding blocks have the same layers with each packing of their states, with and without symmetry, on any number of ranks.
// Ranks: 1 3

#include "mpi_test.h"

#include "enumerate/frontier/frontier.h"
#include "puzzle/blocks/board.h"

/// The Pennant puzzle with a gate, and a board with a symmetry.
static const char *const PUZZLES[] = {
    ("start: ######/#**aa#/#**bb#/#d..e#/#fghh#/#fgii#/#--###/....../......; "
     "goal: ....../....../....../....../....../....../....../....**/....**; gate: - *"),
    "start: a**b/a**b/cdde/cfge/h..i; goal: ..../..../..../.**./.**.",
};

enum { LAYERS = 12 };

static hr_enumeration enumerate(const char *text, hr_blocks_packing packing, bool symmetry) {
    const hr_puzzle_options options = {.spec = "blocks:FILE", .text = text, .metric = HR_METRIC_MOVE, .no_symmetry = !symmetry};
    const hr_enumerate_options run = {.max_depth = LAYERS};
    hr_enumeration result;
    hr_puzzle *puzzle = made_puzzle(&options);
    assert_int_equal(hr_blocks_repack(puzzle, packing, NULL), HR_OK);
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, NULL), HR_OK);
    hr_puzzle_destroy(&puzzle);
    return result;
}

static void check(const hr_enumeration *by_places, const char *text, hr_blocks_packing packing, bool symmetry) {
    hr_enumeration result = enumerate(text, packing, symmetry);
    assert_int_equal(result.layer_count, by_places->layer_count);
    assert_int_equal(result.first_solved, by_places->first_solved);
    for (size_t d = 0; d < result.layer_count; d++) {
        assert_int_equal(result.layers[d].states, by_places->layers[d].states);
        assert_int_equal(result.layers[d].canonical, by_places->layers[d].canonical);
        assert_int_equal(result.layers[d].solved, by_places->layers[d].solved);
    }
    hr_enumeration_clear(&result);
}

HR_TEST(test_layers_do_not_depend_on_the_packing) {
    for (size_t i = 0; i < sizeof PUZZLES / sizeof PUZZLES[0]; i++) {
        for (int symmetry = 0; symmetry < 2; symmetry++) {
            hr_enumeration by_places = enumerate(PUZZLES[i], HR_BLOCKS_BY_PLACES, symmetry == 1);
            check(&by_places, PUZZLES[i], HR_BLOCKS_BY_ORDER, symmetry == 1);
            check(&by_places, PUZZLES[i], HR_BLOCKS_BY_SIZES, symmetry == 1);
            hr_enumeration_clear(&by_places);
        }
    }
}
