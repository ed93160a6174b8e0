// SPDX-License-Identifier: MIT
#include "core/system.h"

#include <sys/resource.h>

uint64_t hr_system_peak_memory(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * 1024 : 0;
}
