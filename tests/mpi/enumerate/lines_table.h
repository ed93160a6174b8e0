// SPDX-License-Identifier: MIT
#ifndef HR_SLIDE_TABLE_H
#define HR_SLIDE_TABLE_H

// Puzzles in the metric slide, and their tables in a directory of the test's own.

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/puzzle_ops.h"

/// Files in a directory of this test's own.
typedef struct place {
    char directory[64];
    char lines[96];
    char frontier[96];
    char kept[96]; ///< the directory of checkpoints
} place;

static inline void make_place(place *p) {
    hr_test_make_directory(p->directory);
    (void)snprintf(p->lines, sizeof p->lines, "%s/lines", p->directory);
    (void)snprintf(p->frontier, sizeof p->frontier, "%s/frontier", p->directory);
    (void)snprintf(p->kept, sizeof p->kept, "%s/kept", p->directory);
}

static inline hr_puzzle *create(int width, int height, int blank, const char *from) {
    char spec[32];
    char goal[100] = "";
    (void)snprintf(spec, sizeof spec, "tile:%dx%d", width, height);
    for (int cell = 0, tile = 1; cell < width * height; cell++) {
        const size_t used = strlen(goal);
        (void)snprintf(goal + used, sizeof goal - used, "%d ", cell == blank ? 0 : tile++);
    }
    const hr_puzzle_options options = {.spec = spec, .goal = goal, .from = from, .metric = HR_METRIC_SLIDE};
    return made_puzzle(&options);
}

static inline void assert_same_files(const char *a, const char *b) {
    if (hr_comm_rank(hr_test_world()) > 0) {
        return;
    }
    size_t sizes[2];
    uint8_t *first = hr_test_read_file(a, &sizes[0]);
    uint8_t *second = hr_test_read_file(b, &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_true(sizes[0] > 4096);
    assert_memory_equal(first, second, sizes[0]);
    free(first);
    free(second);
}

#endif
