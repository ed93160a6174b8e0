// SPDX-License-Identifier: MIT
// The checkpoints of all engines, byte by byte. golden/formats/README.md says what to do when a comparison fails.
// Ranks: 1

#include "files/golden_checkpoints.h"

#include "enumerate/frontier/frontier.h"
#include "puzzle/puzzle_ops.h"
#include "same_bits.h"
#include "tabulate/sink/sink.h"

static hr_status search_values(hr_puzzle *puzzle, hr_enumerate_options *options, hr_enumeration *result, hr_error *error) {
    hr_table_sink *sink = NULL;
    assert_int_equal(hr_table_sink_create(hr_test_world(), puzzle, 0, &sink, NULL), HR_OK);
    options->sink = hr_table_sink_handlers(sink);
    const hr_status status = hr_frontier_enumerate(hr_test_world(), puzzle, options, result, error);
    hr_table_sink_destroy(&sink);
    return status;
}

static hr_status search_states(hr_puzzle *puzzle, hr_enumerate_options *options, hr_enumeration *result, hr_error *error) {
    puzzle->info.index_count = 0; // so the sink keeps states; puzzle_ops.h lets this test change the puzzle's info
    return search_values(puzzle, options, result, error);
}

static hr_status search_planes(hr_puzzle *puzzle, hr_enumerate_options *options, hr_enumeration *result, hr_error *error) {
    // Only planes in memory keep distances.
    const bool in_memory = options->scratch.count == 0;
    return run_bits(puzzle, options, &(hr_bits_tuning){.distances = in_memory, .resident_given = !in_memory}, result, error);
}

static hr_status search_lines(hr_puzzle *puzzle, hr_enumerate_options *options, hr_enumeration *result, hr_error *error) {
    const bool in_memory = options->scratch.count == 0;
    return run_bits(puzzle, options, &(hr_bits_tuning){.prefix_given = in_memory, .resident_given = !in_memory}, result, error);
}

static const golden_run RUNS[] = {
    {"frontier-values.checkpoint", {.spec = "tile:2x3"}, 9, search_values, false},
    {"frontier-states.checkpoint", {.spec = "tile:2x3"}, 9, search_states, false},
    {"planes.checkpoint", {.spec = "tile:2x4"}, 9, search_planes, false},
    {"scratch.checkpoint", {.spec = "tile:2x4"}, 9, search_planes, true},
    {"lines.checkpoint", {.spec = "tile:2x4", .metric = HR_METRIC_SLIDE}, 7, search_lines, false},
    {"scratch-lines.checkpoint", {.spec = "tile:2x4", .metric = HR_METRIC_SLIDE}, 7, search_lines, true},
};
enum { RUN_COUNT = sizeof RUNS / sizeof RUNS[0] };

HR_TEST(test_runs_write_and_read_the_golden_checkpoints) {
    for (size_t i = 0; i < RUN_COUNT; i++) {
        golden_check_read(&RUNS[i]);
    }
}

HR_TEST(test_runs_refuse_other_versions) {
    for (size_t i = 0; i < RUN_COUNT; i++) {
        golden_check_versions(&RUNS[i]);
    }
}
