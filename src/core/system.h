// SPDX-License-Identifier: MIT
#ifndef HR_SYSTEM_H
#define HR_SYSTEM_H

// What the operating system says about this process.

#include <stdint.h>

/// Local. Greatest resident memory of this process so far, in bytes.
uint64_t hr_system_peak_memory(void);

#endif
