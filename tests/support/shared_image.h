// SPDX-License-Identifier: MIT
#ifndef HR_SHARED_IMAGE_H
#define HR_SHARED_IMAGE_H

// Table images as files that every rank of an MPI test opens.

#include "mpi_test.h"

#include <unistd.h>

#include "table_image.h"

static char shared_image_path[64];
static char shared_image_other[80];

/// Collective. Two names that no other run has, the same on all ranks.
static inline void shared_image_names(void) {
    uint64_t number = (uint64_t)getpid();
    assert_int_equal(hr_comm_broadcast(hr_test_world(), &number, sizeof number, NULL), HR_OK);
    (void)snprintf(shared_image_path, sizeof shared_image_path, "/tmp/huarong-verify-%llu", (unsigned long long)number);
    (void)snprintf(shared_image_other, sizeof shared_image_other, "%s-other", shared_image_path);
}

static inline void shared_image_wait(void) {
    uint64_t nothing = 0;
    assert_int_equal(hr_comm_sum(hr_test_world(), &nothing, 1, NULL), HR_OK);
}

/// Collective. Rank 0 saves the image; all open it.
static inline hr_table *shared_image_open(const table_image *image, const char *name) {
    hr_table *table = NULL;
    hr_error error = {.text = ""};
    shared_image_wait();
    if (hr_comm_rank(hr_test_world()) == 0) {
        table_image_save(image->bytes, image->size, name);
    }
    shared_image_wait();
    if (hr_table_open(name, &table, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    return table;
}

/// Collective. Close and remove.
static inline void shared_image_close(hr_table **table, const char *name) {
    hr_table_close(table);
    shared_image_wait();
    if (hr_comm_rank(hr_test_world()) == 0) {
        (void)unlink(name);
    }
    shared_image_wait();
}

#endif
