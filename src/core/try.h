// SPDX-License-Identifier: MIT
#ifndef HR_TRY_H
#define HR_TRY_H

#include "huarong/status.h"

/// Return the status of `call` from the calling function if it is not HR_OK.
#define HR_TRY(call)                                                                                                               \
    do {                                                                                                                           \
        const hr_status hr_try_status = (call);                                                                                    \
        if (hr_try_status != HR_OK) {                                                                                              \
            return hr_try_status;                                                                                                  \
        }                                                                                                                          \
    } while (0)

/// Return HR_INTERNAL from the calling function if what it has asked for is not `there`. Behind `error` comes what there is no
/// memory for: a format that begins with a literal, and what it needs. What was got before must have an owner that frees it.
#define HR_TRY_MEMORY(there, error, ...)                                                                                           \
    do {                                                                                                                           \
        if (!(there)) {                                                                                                            \
            return hr_error_set(error, HR_INTERNAL, "out of memory for " __VA_ARGS__);                                             \
        }                                                                                                                          \
    } while (0)

#endif
