// SPDX-License-Identifier: MIT
// The openings engine's benchmark: mpirun -n N bench_openings [PUZZLE [METRIC [REPEAT]]]
// One line a run: seconds by phase (the slowest rank's), openings a second without and with components, peak memory of all ranks.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "openings/openings.h"

static hr_status run(const hr_comm *world, const hr_puzzle *puzzle, bool components, hr_error *error) {
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL, .components = components, .keep_distances = true};
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    hr_openings openings;
    const hr_status status = hr_openings_run(world, puzzle, &options, &openings, error);
    if (status == HR_OK && hr_comm_rank(world) == 0) {
        const hr_openings_seconds *seconds = &openings.seconds;
        printf("%-12s %-5s ranks %d openings %" PRIu64
               " seconds %.3f frames %.3f expand %.3f mark %.3f components %.3f hardest %.3f "
               "combine %.3f Mopenings/s %.1f MiB %.1f\n",
               info->spec, hr_metric_name(info->metric), hr_comm_size(world), openings.total.full.openings, seconds->total,
               seconds->frames, seconds->expand, seconds->mark, seconds->components, seconds->hardest, seconds->combine,
               (double)openings.total.full.openings / seconds->total / 1e6, (double)openings.peak_memory / (1024.0 * 1024.0));
        (void)fflush(stdout);
    }
    hr_openings_clear(&openings);
    return status;
}

static hr_status run_all(const hr_comm *world, int argc, char **argv, hr_error *error) {
    hr_puzzle_options options = {.spec = argc > 1 ? argv[1] : "klotski:4x5"};
    const long repeat = argc > 3 ? strtol(argv[3], NULL, 10) : 5;
    hr_puzzle *puzzle = NULL;
    hr_status status = argc > 2 ? hr_metric_parse(argv[2], &options.metric, error) : HR_OK;
    status = status == HR_OK ? hr_puzzle_create(&options, &puzzle, error) : status;
    for (long i = 0; status == HR_OK && i < 2 * repeat; i++) {
        status = run(world, puzzle, i % 2 == 1, error);
    }
    hr_puzzle_destroy(&puzzle);
    return status;
}

int main(int argc, char **argv) {
    hr_comm *world = NULL;
    hr_error error = {.text = ""};
    hr_status status = hr_comm_start(&world, &error);
    if (status == HR_OK) {
        status = run_all(world, argc, argv, &error);
        if (status != HR_OK && hr_comm_rank(world) == 0) {
            fprintf(stderr, "bench_openings: %s\n", error.text);
        }
    }
    hr_comm_finish(&world);
    return (int)status;
}
