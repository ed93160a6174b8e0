// SPDX-License-Identifier: MIT
#ifndef HR_SHARED_IMAGE_H
#define HR_SHARED_IMAGE_H

// Table images as files that every rank of an MPI test opens.

#include "files/opened_table.h"
#include "mpi_test.h"

#include <stdlib.h>
#include <unistd.h>

#include "files/table_image.h"

static char shared_image_path[64];
static char shared_image_other[80];

/// Collective. Two names that no other run has, the same on all ranks: what IMAGE_TEST does before each test.
static inline int shared_image_names(void **state) {
    (void)snprintf(shared_image_path, sizeof shared_image_path, "/tmp/huarong-verify-XXXXXX");
    if (hr_comm_rank(hr_test_world()) == 0) {
        const int file = mkstemp(shared_image_path);
        assert_true(file >= 0 && close(file) == 0);
    }
    assert_int_equal(hr_comm_broadcast(hr_test_world(), shared_image_path, sizeof shared_image_path, NULL), HR_OK);
    (void)snprintf(shared_image_other, sizeof shared_image_other, "%s-other", shared_image_path);
    return 0;
}

#define IMAGE_TEST(test) HR_TEST_BETWEEN(test, shared_image_names, NULL)

static inline void shared_image_wait(void) {
    uint64_t nothing = 0;
    assert_int_equal(hr_comm_sum(hr_test_world(), &nothing, 1, NULL), HR_OK);
}

/// Collective. Rank 0 saves the image; all open it.
static inline hr_table *shared_image_open(const table_image *image, const char *name) {
    shared_image_wait();
    if (hr_comm_rank(hr_test_world()) == 0) {
        table_image_save(image->bytes, image->size, name);
    }
    shared_image_wait();
    return opened_table(name);
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
