// SPDX-License-Identifier: MIT
#ifndef HR_TEST_COMMIT_H
#define HR_TEST_COMMIT_H

// Completes a generation of checkpoints at once.

#include "core/try.h"
#include "run/checkpoint/checkpoint.h"

/// Collective. Complete the generation (hr_checkpoint_finish), and settle it. *bytes, if `bytes` is not NULL, gets the file's size.
static inline hr_status hr_test_commit(hr_checkpoint_writer **writer, hr_status status, const uint64_t *facts, size_t fact_count,
                                       uint64_t *bytes, hr_error *error) {
    hr_checkpoint_written written = {0};
    const hr_checkpoint_rest rest = {.facts = facts, .fact_count = fact_count};
    hr_checkpoint_finish(*writer, status, &rest, error);
    HR_TRY(hr_checkpoint_settle(writer, &written, error));
    if (bytes != NULL) {
        *bytes = written.bytes;
    }
    return HR_OK;
}

#endif
