// SPDX-License-Identifier: MIT
#ifndef HR_SPOOL_MEASURE_H
#define HR_SPOOL_MEASURE_H

// How fast the disks of a spool are.

#include "comm/comm.h"

/// Collective. Measure how many bytes the disks of `directories[0..count)` read and write in a second: rank 0 writes some hundred
/// megabytes and reads them, two thirds of the transfers being reads, as a search does. HR_FILE as for hr_spool_create, or if a
/// disk fails.
hr_status hr_spool_measure(const hr_comm *comm, const char *const *directories, size_t count, double *rate, hr_error *error);

#endif
