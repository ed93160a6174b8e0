// SPDX-License-Identifier: MIT
// A path is found again whatever each rank has kept of the layers: all of them, every second, fourth … one, or the start alone.

#include "mpi_test.h"

#include "enumerate/frontier/frontier.h"
#include "solve/layers/retrace.h"

enum { BLOCK_BYTES = 64 << 10 };

static int rank(void) { return hr_comm_rank(hr_test_world()); }

/// Collective. Search from the start until a layer has a solved state, with memory for so many blocks of layers on this rank, and
/// find the path. Returns its length, and the stride of the kept layers on this rank.
static hr_depth find_path(hr_puzzle_options options, const char *start, uint64_t blocks, hr_depth *stride) {
    options.from = start;
    hr_puzzle *puzzle = hr_test_make_puzzle(&options);
    options.no_symmetry = true;
    hr_puzzle *plain = hr_test_make_puzzle(&options);
    hr_kept_layers kept;
    hr_enumeration result = {.layers = NULL};
    hr_error error = {.text = ""};
    hr_kept_layers_begin(&kept, 1, blocks * BLOCK_BYTES);
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true, .sink = hr_kept_layers_sink(&kept)};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, &error), HR_OK);
    const hr_depth length = result.first_solved;
    assert_int_not_equal(length, HR_DEPTH_UNREACHED);
    hr_state *states = calloc((size_t)length + 1, sizeof *states);
    assert_non_null(states);
    hr_path path = {.outcome = HR_PATH_SOLVED, .states = states, .count = (size_t)length + 1, .bound = length};
    hr_stop stop = HR_STOP_SIGNAL;
    const hr_retrace_task task = {
        .comm = hr_test_world(), .puzzle = puzzle, .plain = plain, .kept = &kept, .node_ranks = hr_comm_size(hr_test_world())};
    if (hr_retrace(&task, &path, &stop, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(stop, HR_STOP_NONE);
    hr_state begin = 0;
    assert_int_equal(hr_puzzle_parse(plain, start, &begin, NULL), HR_OK);
    if (hr_path_replay(plain, &begin, &path, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    *stride = kept.stride;
    hr_path_clear(&path);
    hr_kept_layers_end(&kept);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    hr_puzzle_destroy(&plain);
    return length;
}

static void test_a_path_is_found_whatever_is_kept(void **state) {
    (void)state;
    static const struct {
        hr_puzzle_options options;
        const char *start;
        hr_depth length; ///< published: golden/klotski, golden/README
    } CASES[] = {
        {{.spec = "tile:3x3"}, "8 6 7 2 5 4 3 0 1", 31},
        {{.spec = "tile:3x2"}, "4 5 0 1 2 3", 21},
        {{.spec = "klotski:4x5", .metric = HR_METRIC_MOVE}, "横刀立马", 81},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        bool thinned = false;
        static const uint64_t BLOCKS[] = {0, 1, 3, 8, 20};
        for (size_t k = 0; k < sizeof BLOCKS / sizeof BLOCKS[0]; k++) {
            hr_depth stride = 0;
            const uint64_t own = BLOCKS[k] + (rank() % 2 == 0 ? 0 : 5 * (uint64_t)rank()); // ranks keep different layers
            assert_int_equal(find_path(CASES[i].options, CASES[i].start, own, &stride), CASES[i].length);
            thinned = thinned || stride > 1;
        }
        assert_true(thinned);
        hr_depth stride = 0;
        assert_int_equal(find_path(CASES[i].options, CASES[i].start, UINT64_MAX / BLOCK_BYTES, &stride), CASES[i].length);
        assert_int_equal(stride, 1);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_path_is_found_whatever_is_kept),
};
HR_MPI_TEST_MAIN(tests)
