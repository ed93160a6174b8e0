// SPDX-License-Identifier: MIT
#ifndef HR_TRY_H
#define HR_TRY_H

#include "huarong/status.h"

/// Return from the calling function if `call` fails.
#define HR_TRY(call)                                                                                                               \
    do {                                                                                                                           \
        const hr_status hr_try_status = (call);                                                                                    \
        if (hr_try_status != HR_OK) {                                                                                              \
            return hr_try_status;                                                                                                  \
        }                                                                                                                          \
    } while (0)

#endif
