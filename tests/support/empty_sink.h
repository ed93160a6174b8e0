// SPDX-License-Identifier: MIT
#ifndef HR_EMPTY_SINK_H
#define HR_EMPTY_SINK_H

// The functions of a sink that saves nothing in checkpoints.

#include "run/enumeration.h"

static inline uint64_t hr_test_save_no_bytes(void *context) { return 0; }

static inline hr_status hr_test_save_nothing(void *context, hr_checkpoint_writer *writer, hr_error *error) { return HR_OK; }

static inline hr_status hr_test_load_nothing(void *context, hr_checkpoint_reader *reader, const hr_enumeration *result,
                                             hr_error *error) {
    return HR_OK;
}

#endif
