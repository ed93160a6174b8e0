// SPDX-License-Identifier: MIT
#ifndef HR_STOP_LOOK_H
#define HR_STOP_LOOK_H

// Lets a long job ask often whether to stop, without knowing about signals and limits.

#include <stddef.h>
#include <stdint.h>

#include "huarong/status.h"

typedef struct hr_stop_look {
    /// Local, cheap. HR_STOPPED, with the reason as its text, once the job is to stop. `written` is the number of bytes that the
    /// job has written on this rank so far. It shows how fast the disk is, and so how long a checkpoint will take.
    hr_status (*look)(void *context, uint64_t written, hr_error *error);
    void *context; ///< first argument of `look`
} hr_stop_look;

/// Local. Ask whether to stop. If `look` is NULL, the answer is always HR_OK.
static inline hr_status hr_stop_look_now(const hr_stop_look *look, uint64_t written, hr_error *error) {
    return look == NULL ? HR_OK : look->look(look->context, written, error);
}

#endif
