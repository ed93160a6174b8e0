// SPDX-License-Identifier: MIT
#ifndef HR_RATES_H
#define HR_RATES_H

// How fast an engine is here, from several short runs.

#include "comm/comm.h"

/// The rates of some runs: the work of a rank in a second in which a processor works for the rank.
typedef struct hr_rates {
    double median;
    double low;   ///< of the slowest run
    double high;  ///< of the fastest run
    double share; ///< the part of the runs' time, 0 … 1, in which processors have worked for the ranks; the rest went to others
    int runs;
} hr_rates;

/// What one run has done.
typedef struct hr_rates_run {
    double work;    ///< of all ranks together
    double seconds; ///< wall time for it
} hr_rates_run;

/// Collective. Do a short run. What it does is the same each time.
typedef hr_status (*hr_rates_probe)(const hr_comm *comm, void *context, hr_rates_run *run, hr_error *error);

enum { HR_RATES_RUNS_MAX = 9 };

/// Local. Set *rates to the median, the smallest and the greatest of `values[0..n)`, and `runs` to n, which is above 0. Sorts the
/// values. `share` is not changed.
void hr_rates_conclude(double *values, int n, hr_rates *rates);

/// Collective. Call `probe` until three runs count, or more of them if they are short. The first run warms up memory and does not
/// count unless it is long. All ranks get the same *rates. Errors are those of `probe`, and HR_INTERNAL: MPI has failed.
hr_status hr_rates_measure(const hr_comm *comm, hr_rates_probe probe, void *context, hr_rates *rates, hr_error *error);

#endif
