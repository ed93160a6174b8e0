// SPDX-License-Identifier: MIT
// Which engine is chosen, and why another one cannot be.

#include <string.h>

#include "enumerate/bits/unit/unit.h"
#include "enumerate/engine.h"
#include "files/commit.h"
#include "mpi_test.h"
#include "run/checkpoint/checkpoint.h"

#define MIB (UINT64_C(1) << 20)

static hr_puzzle *make(const char *spec, hr_metric metric) {
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric});
}

HR_TEST(test_engines_are_chosen_by_puzzle_and_limits) {
    static const struct {
        const char *spec, *engine;
        hr_metric metric;
        hr_enumerate_options options;
    } cases[] = {
        {"tile:3x3", "planes", HR_METRIC_UNIT, {.max_depth = HR_DEPTH_UNREACHED}},
        {"tile:3x3", "lines", HR_METRIC_SLIDE, {.max_depth = HR_DEPTH_UNREACHED}},
        {"tile:3x3", "frontier", HR_METRIC_SLIDE, {.max_depth = 99}},
        {"tile:3x3", "frontier", HR_METRIC_SLIDE, {.max_depth = HR_DEPTH_UNREACHED, .max_states = 1000000}},
        {"tile:3x3", "frontier", HR_METRIC_SLIDE, {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true}},
        {"tile:2x3", "frontier", HR_METRIC_UNIT, {.max_depth = HR_DEPTH_UNREACHED}},
        {"tile:2x3", "frontier", HR_METRIC_SLIDE, {.max_depth = HR_DEPTH_UNREACHED}},
        {"klotski:4x5", "frontier", HR_METRIC_UNIT, {.max_depth = HR_DEPTH_UNREACHED}},
        {"tile:4x4", "frontier", HR_METRIC_UNIT, {.max_depth = HR_DEPTH_UNREACHED, .memory_limit = MIB}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = make(cases[i].spec, cases[i].metric);
        const hr_engine *engine = NULL;
        assert_int_equal(hr_engine_choose(hr_test_world(), puzzle, &cases[i].options, false, &engine, NULL), HR_OK);
        assert_string_equal(engine->name, cases[i].engine);
        hr_puzzle_destroy(&puzzle);
    }
}

/// A run that goes on does so with its engine, also where another one would be chosen. A former engine that cannot search the
/// puzzle is no choice.
HR_TEST(test_the_engine_of_the_checkpoint_comes_first) {
    static const struct {
        const char *former, *spec, *engine;
        bool resume;
    } cases[] = {
        {"frontier of a test", "tile:3x3", "frontier", true},
        {"frontier of a test", "tile:3x3", "planes", false},
        {"planes of a test", "klotski:4x5", "frontier", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char directory[64];
        hr_test_make_directory(directory);
        hr_checkpoint_store *store = NULL;
        hr_checkpoint_writer *writer = NULL;
        assert_int_equal(hr_checkpoint_open(hr_test_world(), directory, cases[i].former, &store, NULL), HR_OK);
        assert_int_equal(hr_checkpoint_begin(store, 0, &writer, NULL), HR_OK);
        assert_int_equal(hr_test_commit(&writer, HR_OK, NULL, 0, NULL, NULL), HR_OK);
        hr_checkpoint_close(&store);
        hr_puzzle *puzzle = make(cases[i].spec, HR_METRIC_UNIT);
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED,
                                              .checkpoint = {.directory = directory, .resume = cases[i].resume}};
        const hr_engine *engine = NULL;
        assert_int_equal(hr_engine_choose(hr_test_world(), puzzle, &options, false, &engine, NULL), HR_OK);
        assert_string_equal(engine->name, cases[i].engine);
        hr_puzzle_destroy(&puzzle);
        hr_test_remove_directory(directory);
    }
}

HR_TEST(test_engines_that_cannot_be_are_refused_with_the_reason) {
    static const struct {
        const char *spec, *engine, *text;
        hr_metric metric;
        size_t scratch;
    } cases[] = {
        {"klotski:4x5", "planes", "the planes engine is for tile puzzles, not for klotski:4x5: use --engine frontier",
         HR_METRIC_UNIT, 0},
        {"tile:3x3", "planes", "the planes engine counts unit moves, not slide: use --engine lines or --engine frontier",
         HR_METRIC_SLIDE, 0},
        {"tile:2x3", "planes",
         "the planes engine needs a board of 7 to 16 cells, 2 to 4 of them on its shorter side, not tile:2x3: use --engine "
         "frontier",
         HR_METRIC_UNIT, 0},
        {"tile:3x3", "lines",
         "the lines engine is for tile puzzles and slide moves, not for tile:3x3 and unit moves: use --engine frontier",
         HR_METRIC_UNIT, 0},
        {"tile:2x3", "lines",
         "the lines engine needs a board of 7 to 16 cells, 2 to 4 of them on its shorter side, not tile:2x3: use --engine frontier",
         HR_METRIC_SLIDE, 0},
        {"tile:3x3", "frontier", "--scratch is not for the frontier engine: leave out --engine", HR_METRIC_UNIT, 1},
        {"tile:3x3", "lines", "the lines engine does not search this puzzle in this metric: use --engine planes with --scratch",
         HR_METRIC_UNIT, 1},
        {"tile:3x3", "planes", "the planes engine does not search this puzzle in this metric: use --engine lines with --scratch",
         HR_METRIC_SLIDE, 1},
        {"tile:2x3", "auto", "--scratch: no engine that keeps states on disks can search tile:2x3", HR_METRIC_SLIDE, 1},
        {"klotski:4x5", "planes", "--scratch: no engine that keeps states on disks can search klotski:4x5", HR_METRIC_UNIT, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_puzzle *puzzle = make(cases[i].spec, cases[i].metric);
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED,
                                              .scratch = {.paths = {"/tmp"}, .count = cases[i].scratch}};
        const hr_engine *engine = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_engine_parse(cases[i].engine, &engine, &error), HR_OK);
        assert_int_equal(hr_engine_choose(hr_test_world(), puzzle, &options, false, &engine, &error), HR_USAGE);
        assert_string_equal(error.text, cases[i].text);
        hr_puzzle_destroy(&puzzle);
    }
    const hr_engine *engine = &hr_engine_planes;
    hr_error error = {.text = ""};
    assert_int_equal(hr_engine_parse("plane", &engine, &error), HR_USAGE);
    assert_null(engine);
    assert_non_null(strstr(error.text, "--engine: unknown engine 'plane'"));
    assert_non_null(strstr(error.text, ": use auto, planes, lines or frontier"));
}
