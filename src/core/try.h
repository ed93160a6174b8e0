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

#endif
