// SPDX-License-Identifier: MIT
#ifndef HR_SYSTEM_H
#define HR_SYSTEM_H

// What the operating system says about this node and this process.

#include <stdint.h>

/// Local. Bytes of memory that processes on this node can still take without swapping, the control group's limit considered.
/// UINT64_MAX if the system doesn't tell.
uint64_t hr_system_available_memory(void);

/// Local. Greatest resident memory of this process so far, in bytes.
uint64_t hr_system_peak_memory(void);

#endif
