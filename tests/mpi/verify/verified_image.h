// SPDX-License-Identifier: MIT
#ifndef HR_VERIFIED_IMAGE_H
#define HR_VERIFIED_IMAGE_H

// Table images that every rank of an MPI test verifies. shared_image_names has been called.

#include "shared_image.h"

#include "unit_test.h"
#include "verify/verify.h"

/// Collective. Verify the image as a file.
static inline hr_status verified_image(const table_image *image, hr_verification *result, hr_error *error) {
    const hr_verify_options options = {.progress = NULL};
    hr_table *table = shared_image_open(image, shared_image_path);
    const hr_status status = hr_table_verify(hr_test_world(), table, &options, result, error);
    shared_image_close(&table, shared_image_path);
    return status;
}

/// Collective. Expect that the image is found wrong, and that the error says `what`.
static inline void verified_image_is_wrong(const table_image *image, const char *what) {
    hr_verification result;
    hr_error error = {.text = ""};
    const hr_status status = verified_image(image, &result, &error);
    if (status != HR_CHECK || strstr(error.text, what) == NULL) {
        fail_msg("status %d, '%s' does not say '%s'", (int)status, error.text, what);
    }
}

/// Collective. Compare the images as files.
static inline hr_status compared_images(const table_image *a, const table_image *b, hr_verification *result, hr_error *error) {
    const hr_verify_options options = {.progress = NULL};
    hr_table *one = shared_image_open(a, shared_image_path);
    hr_table *two = shared_image_open(b, shared_image_other);
    const hr_status status = hr_table_compare(hr_test_world(), one, two, &options, result, error);
    shared_image_close(&one, shared_image_path);
    shared_image_close(&two, shared_image_other);
    return status;
}

#endif
