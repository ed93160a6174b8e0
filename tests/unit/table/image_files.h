// SPDX-License-Identifier: MIT
#ifndef HR_IMAGE_FILES_H
#define HR_IMAGE_FILES_H

// Tables of every encoding, and a file for one of them.

#include <time.h>
#include <unistd.h>

#include "files/opened_table.h"
#include "files/table_image.h"
#include "unit_test.h"

static char directory[] = "/tmp/huarong-table-XXXXXX";
static char path[64];

static const table_image_plan PLANS[] = {TABLE_IMAGE_3X3, TABLE_IMAGE_3X3_KEYS, TABLE_IMAGE_3X3_PLANES, TABLE_IMAGE_3X3_WORDS,
                                         TABLE_IMAGE_4X2_PLANES};
enum { PLAN_COUNT = sizeof PLANS / sizeof PLANS[0], PLAN_COUNT_3X3 = 4 };
static table_image images[PLAN_COUNT];

static inline int set_up(void **state) {
    if (mkdtemp(directory) == NULL) {
        return -1;
    }
    (void)snprintf(path, sizeof path, "%s/table", directory);
    for (int i = 0; i < PLAN_COUNT; i++) {
        images[i] = table_image_make(&PLANS[i]);
    }
    return 0;
}

static inline int tear_down(void **state) {
    for (int i = 0; i < PLAN_COUNT; i++) {
        table_image_free(&images[i]);
    }
    (void)unlink(path);
    return rmdir(directory);
}

static inline hr_table *open_image(const table_image *image) {
    table_image_save(image->bytes, image->size, path);
    return opened_table(path);
}

/// A well-known generator, so that a printed seed repeats a test (Steele, Lea, Flood 2014).
static inline uint64_t splitmix(uint64_t *seed) {
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#endif
