// SPDX-License-Identifier: MIT
#include "published_layers.h"

#include <stdio.h>
#include <string.h>

#include "mpi_test.h"

size_t hr_published_layers(int width, int height, const char *metric, hr_count counts[HR_PUBLISHED_LAYERS_MAX]) {
    FILE *file = fopen(HR_GOLDEN_DIR "/tile/layers.csv", "r");
    assert_non_null(file);
    char line[200];
    size_t n = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        int w = 0;
        int h = 0;
        char name[20];
        unsigned depth = 0;
        unsigned long long count = 0;
        if (sscanf(line, "%d,%d,0,%19[a-z],%u,%llu", &w, &h, name, &depth, &count) == 5 && strcmp(name, metric) == 0 &&
            ((w == width && h == height) || (w == height && h == width))) {
            assert_true(n < HR_PUBLISHED_LAYERS_MAX);
            assert_int_equal(depth, n);
            counts[n++] = count;
        }
    }
    (void)fclose(file);
    assert_true(n > 0);
    return n;
}
