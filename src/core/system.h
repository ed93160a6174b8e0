// SPDX-License-Identifier: MIT
#ifndef HR_SYSTEM_H
#define HR_SYSTEM_H

// What the operating system says about this process, and its clock.

#include <stdint.h>

/// Local. Returns the greatest resident memory of this process so far, in bytes; 0 if the system does not tell.
uint64_t hr_system_peak_memory(void);

/// Local, any thread. Returns the time in seconds, by a monotonic clock. It needs no MPI, as hr_comm_seconds does.
double hr_system_seconds(void);

#endif
