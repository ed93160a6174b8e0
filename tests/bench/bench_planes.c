// SPDX-License-Identifier: MIT
// The plane engine's benchmark: mpirun -n RANKS bench_planes PUZZLE [REPEAT [portable|avx2|avx512|- [copy] [distances] [layers]]]
// One line a run: states a second and core over the whole run, and the traffic.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enumerate/bits/unit/unit.h"

static const hr_bits_kernels *kernels_named(const char *name) {
    for (int i = 0; i < HR_BITS_KERNEL_SETS; i++) {
        const hr_bits_kernels *kernels = hr_bits_kernels_get(i);
        if (kernels != NULL && strcmp(kernels->name, name) == 0) {
            return kernels;
        }
    }
    return NULL;
}

static void print_run(const hr_comm *world, const hr_puzzle *puzzle, const hr_bits_tuning *tuning, const hr_enumeration *result,
                      double search_seconds, bool layers) {
    uint64_t sent = 0;
    for (size_t d = 0; d < result->layer_count; d++) {
        sent += result->layers[d].bytes_sent;
        if (layers) {
            printf("%4zu %15" PRIu64 " %10.6f s %12" PRIu64 " bytes\n", d, result->layers[d].states, result->layers[d].seconds,
                   result->layers[d].bytes_sent);
        }
    }
    const double seconds = result->seconds;
    printf("%-9s ranks %d %s%s%s depth %zu states %" PRIu64 " last %" PRIu64 " seconds %.3f (search %.3f) Mstates/s/core %.0f "
           "sent-MB %.1f peak-GiB %.2f\n",
           hr_puzzle_describe(puzzle)->spec, hr_comm_size(world),
           tuning->kernels != NULL ? tuning->kernels->name : hr_bits_kernels_best()->name, tuning->copy ? " copy" : "",
           tuning->distances ? " distances" : "", result->layer_count - 1, result->states,
           result->layers[result->layer_count - 1].states, seconds, search_seconds,
           (double)result->states / seconds / 1e6 / hr_comm_size(world), (double)sent / 1e6,
           (double)result->peak_memory / (1 << 30));
}

static hr_status run(const hr_comm *world, const hr_puzzle *puzzle, const hr_bits_tuning *tuning, bool layers, hr_error *error) {
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result;
    const double start = hr_comm_seconds();
    const hr_status status = hr_bits_enumerate(&hr_unit_rule, &(hr_run_task){world, puzzle, &options, &result}, tuning, error);
    if (status == HR_OK && hr_comm_rank(world) == 0) {
        print_run(world, puzzle, tuning, &result, hr_comm_seconds() - start, layers);
    }
    hr_enumeration_clear(&result);
    return status;
}

int main(int argc, char **argv) {
    hr_error error = {.status = HR_OK};
    hr_comm *world = NULL;
    hr_puzzle *puzzle = NULL;
    const hr_puzzle_options options = {.spec = argc > 1 ? argv[1] : "tile:2x6"};
    const int repeat = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 1;
    hr_bits_tuning tuning = {.kernels = argc > 3 ? kernels_named(argv[3]) : NULL};
    bool layers = false;
    for (int i = 4; i < argc; i++) {
        tuning.copy = tuning.copy || strcmp(argv[i], "copy") == 0;
        tuning.distances = tuning.distances || strcmp(argv[i], "distances") == 0;
        layers = layers || strcmp(argv[i], "layers") == 0;
    }
    hr_status status = hr_comm_start(&world, &error);
    status = status == HR_OK ? hr_puzzle_create(&options, &puzzle, &error) : status;
    status = status == HR_OK ? hr_unit_check(puzzle, &error) : status;
    for (int i = 0; i < repeat && status == HR_OK; i++) {
        status = run(world, puzzle, &tuning, layers, &error);
    }
    if (status != HR_OK) {
        (void)fprintf(stderr, "bench_planes: %s\n", error.text);
    }
    hr_puzzle_destroy(&puzzle);
    hr_comm_finish(&world);
    return (int)status;
}
