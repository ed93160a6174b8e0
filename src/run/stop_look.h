// SPDX-License-Identifier: MIT
#ifndef HR_STOP_LOOK_H
#define HR_STOP_LOOK_H

// A question that a long job asks often: is it to stop? The job need not know of signals and limits.

#include <stddef.h>
#include <stdint.h>

#include "huarong/status.h"

typedef struct hr_stop_look {
    /// Local, cheap. HR_STOPPED, with the reason as its text, once the job is to stop. `written`: bytes that this rank has written
    /// so far, from which it shows how long a checkpoint will take.
    hr_status (*look)(void *context, uint64_t written, hr_error *error);
    void *context; ///< first argument of `look`
} hr_stop_look;

/// Local. Ask. With NULL the answer is always HR_OK: nothing stops the job.
static inline hr_status hr_stop_look_now(const hr_stop_look *look, uint64_t written, hr_error *error) {
    return look == NULL ? HR_OK : look->look(look->context, written, error);
}

#endif
