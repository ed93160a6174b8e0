// SPDX-License-Identifier: MIT
#ifndef HR_SPOOL_MEASURE_H
#define HR_SPOOL_MEASURE_H

// How fast the disks of a spool are.

#include "enumerate/rates.h"

/// How many bytes some disks move in a second.
typedef struct hr_spool_rates {
    hr_rates moved; ///< in three rounds, where two thirds of the transfers are reads, as in a search; `share` is not set
    double written; ///< where all of them are writes: the median of the rounds
} hr_spool_rates;

/// Collective. Measure how fast the disks of `directories[0..count)` are: rank 0 writes some hundred megabytes and reads them
/// twice, or as much as there is room for. On a full disk all rates are 0. No other rank needs to see the directories. HR_FILE as
/// for hr_spool_create, or if a disk fails. HR_INTERNAL: memory or MPI has failed.
hr_status hr_spool_measure(const hr_comm *comm, const char *const *directories, size_t count, hr_spool_rates *rates,
                           hr_error *error);

#endif
