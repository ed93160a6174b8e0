// SPDX-License-Identifier: MIT
// A table's benchmark: bench_table TABLE [MILLIONS [REPEAT]]
// One line a run: the time to open the table, then random distances a second on one core, the checksums of all chunks that are
// touched included. The states are made before the clock starts.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/hash/state.h"
#include "huarong/table.h"

enum { PART = 1 << 16 };

static double seconds_now(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Random entries' states, one after the other.
static hr_status draw(const hr_table *table, uint64_t seed, hr_state *states, hr_error *error) {
    const uint64_t entries = hr_table_describe(table)->entries;
    for (uint64_t i = 0; i < PART; i++) {
        const hr_status status = hr_table_states(table, hr_hash_state(seed + i) % entries, 1, &states[i], error);
        if (status != HR_OK) {
            return status;
        }
    }
    return HR_OK;
}

static hr_status run(const char *path, uint64_t parts, hr_error *error) {
    hr_state *states = malloc(PART * sizeof *states);
    hr_depth *distances = malloc(PART * sizeof *distances);
    hr_table *table = NULL;
    const double start = seconds_now();
    hr_status status = states == NULL || distances == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory")
                                                           : hr_table_open(path, &table, error);
    const double opened = seconds_now() - start;
    double asked = 0;
    uint64_t sum = 0;
    for (uint64_t part = 0; part < parts && status == HR_OK; part++) {
        status = draw(table, part * PART, states, error);
        const double before = seconds_now();
        if (status == HR_OK) {
            status = hr_table_distance(table, states, PART, distances, error);
        }
        asked += seconds_now() - before;
        for (size_t i = 0; i < PART && status == HR_OK; i++) {
            sum += distances[i] == HR_DEPTH_UNREACHED ? 0 : distances[i];
        }
    }
    if (status == HR_OK) {
        printf("%-14s %-5s entries %" PRIu64 " open-ms %.3f distances %" PRIu64 " seconds %.4f Mdistances/s %.2f (sum %" PRIu64
               ")\n",
               hr_table_describe(table)->options.spec, hr_metric_name(hr_table_describe(table)->options.metric),
               hr_table_describe(table)->entries, opened * 1e3, parts * PART, asked, (double)(parts * PART) / asked / 1e6, sum);
    }
    hr_table_close(&table);
    free(states);
    free(distances);
    return status;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        (void)fprintf(stderr, "usage: bench_table TABLE [MILLIONS [REPEAT]]\n");
        return HR_USAGE;
    }
    const uint64_t millions = argc > 2 ? strtoull(argv[2], NULL, 10) : 4;
    const int repeat = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 3;
    hr_error error = {.status = HR_OK};
    hr_status status = HR_OK;
    for (int i = 0; i < repeat && status == HR_OK; i++) {
        status = run(argv[1], (millions * 1000000 + PART - 1) / PART, &error);
    }
    if (status != HR_OK) {
        (void)fprintf(stderr, "bench_table: %s\n", error.text);
    }
    return (int)status;
}
