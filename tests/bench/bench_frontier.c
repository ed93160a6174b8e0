// SPDX-License-Identifier: MIT
// The frontier engine's benchmark: mpirun -n RANKS bench_frontier PUZZLE [MAX_DEPTH [FROM [METRIC [REPEAT]]]]
// One line a run: canonical states a second and core over the whole run, memory for the two largest layers, traffic.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "enumerate/frontier/frontier.h"

/// Canonical states of the two largest layers together.
static hr_count two_largest(const hr_enumeration *result) {
    hr_count first = 0;
    hr_count second = 0;
    for (size_t d = 0; d < result->layer_count; d++) {
        const hr_count n = result->layers[d].canonical;
        if (n > first) {
            second = first;
            first = n;
        } else if (n > second) {
            second = n;
        }
    }
    return first + second;
}

static hr_status run(const hr_comm *world, const hr_puzzle *puzzle, hr_depth max_depth, hr_error *error) {
    const hr_enumerate_options options = {.max_depth = max_depth};
    hr_enumeration result;
    const hr_status status = hr_frontier_enumerate(world, puzzle, &options, &result, error);
    if (status == HR_OK && hr_comm_rank(world) == 0) {
        uint64_t sent = 0;
        for (size_t d = 0; d < result.layer_count; d++) {
            sent += result.layers[d].bytes_sent;
        }
        printf("%-12s ranks %d depth %zu states %" PRIu64 " canonical %" PRIu64 " seconds %.6f Mcanonical/s/core %.2f "
               "bytes/state-of-two-largest %.1f sent-MB %.1f\n",
               hr_puzzle_describe(puzzle)->spec, hr_comm_size(world), result.layer_count - 1, result.states, result.canonical,
               result.seconds, (double)result.canonical / result.seconds / 1e6 / hr_comm_size(world),
               (double)result.peak_memory / (double)two_largest(&result), (double)sent / 1e6);
    }
    hr_enumeration_clear(&result);
    return status;
}

int main(int argc, char **argv) {
    hr_error error = {.status = HR_OK};
    hr_comm *world = NULL;
    hr_puzzle *puzzle = NULL;
    hr_puzzle_options options = {.spec = argc > 1 ? argv[1] : "tile:4x4", .from = argc > 3 && argv[3][0] != '\0' ? argv[3] : NULL};
    const hr_depth max_depth = argc > 2 && argv[2][0] != '-' ? (hr_depth)strtoul(argv[2], NULL, 10) : HR_DEPTH_UNREACHED;
    const int repeat = argc > 5 ? (int)strtol(argv[5], NULL, 10) : 1;
    hr_status status = argc > 4 ? hr_metric_parse(argv[4], &options.metric, &error) : HR_OK;
    status = status == HR_OK ? hr_comm_start(&world, &error) : status;
    status = status == HR_OK ? hr_puzzle_create(&options, &puzzle, &error) : status;
    for (int i = 0; i < repeat && status == HR_OK; i++) {
        status = run(world, puzzle, max_depth, &error);
    }
    if (status != HR_OK) {
        (void)fprintf(stderr, "bench_frontier: %s\n", error.text);
    }
    hr_puzzle_destroy(&puzzle);
    hr_comm_finish(&world);
    return (int)status;
}
