// SPDX-License-Identifier: MIT
#include "enumerate/rates.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "core/try.h"

enum { RUNS_LEAST = 3 };

/// Runs are repeated until they have taken this many seconds, or until there are HR_RATES_RUNS_MAX of them.
#define SECONDS_ENOUGH 0.5

/// A first run of at least this many seconds counts, too.
#define SECONDS_LONG 0.3

/// A share is a fraction of this number while the ranks add their shares up.
#define SHARE_UNITS 1e6

/// For qsort.
static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

void hr_rates_conclude(double *values, int n, hr_rates *rates) {
    qsort(values, (size_t)n, sizeof *values, by_value);
    rates->median = (values[n / 2] + values[(n - 1) / 2]) / 2;
    rates->low = values[0];
    rates->high = values[n - 1];
    rates->runs = n;
}

/// Local. Seconds in which a processor has worked for this thread.
static double processor_seconds(void) {
    struct timespec time = {0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Collective. Set *mean to the mean of the ranks' `share`.
static hr_status find_mean(const hr_comm *comm, double share, double *mean, hr_error *error) {
    uint64_t units = (uint64_t)(SHARE_UNITS * share);
    HR_TRY(hr_comm_sum(comm, &units, 1, error));
    *mean = ((double)units + 1) / SHARE_UNITS / hr_comm_size(comm);
    return HR_OK;
}

/// What one run has measured.
typedef struct measured {
    double rate;    ///< work of a rank in a second of a processor
    double share;   ///< the part of the run's time in which the ranks had processors
    double seconds; ///< wall time of the run
} measured;

/// Collective. Do one run. All ranks get the same *m.
static hr_status run_once(const hr_comm *comm, hr_rates_probe probe, void *context, measured *m, hr_error *error) {
    const double begin = hr_comm_seconds();
    const double worked = processor_seconds();
    hr_rates_run run = {.work = 0, .seconds = 1};
    HR_TRY(hr_comm_agree(comm, probe(comm, context, &run, error), error));
    m->seconds = hr_comm_seconds() - begin + 1e-9;
    const double own = (processor_seconds() - worked) / m->seconds;
    HR_TRY(find_mean(comm, own < 1 ? own : 1, &m->share, error));
    m->rate = run.work / (run.seconds * m->share + 1e-9) / hr_comm_size(comm);
    return hr_comm_broadcast(comm, m, sizeof *m, error);
}

hr_status hr_rates_measure(const hr_comm *comm, hr_rates_probe probe, void *context, hr_rates *rates, hr_error *error) {
    double values[HR_RATES_RUNS_MAX];
    double shares = 0;
    double seconds = 0; // of the runs that count
    int n = 0;
    bool warm = false;
    while (n < RUNS_LEAST || (n < HR_RATES_RUNS_MAX && seconds < SECONDS_ENOUGH)) {
        measured m;
        HR_TRY(run_once(comm, probe, context, &m, error));
        if (warm || m.seconds >= SECONDS_LONG) {
            values[n++] = m.rate;
            shares += m.share;
            seconds += m.seconds;
        }
        warm = true;
    }
    hr_rates_conclude(values, n, rates);
    rates->share = shares / n;
    return HR_OK;
}
