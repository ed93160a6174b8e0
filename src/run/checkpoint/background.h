// SPDX-License-Identifier: MIT
#ifndef HR_BACKGROUND_H
#define HR_BACKGROUND_H

// One job in a thread of its own, while the thread that has started it does something else. A job makes no MPI call, and what it
// reads or writes is left alone by the others until it is done. Signals are for the other threads.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "huarong/status.h"

typedef hr_status (*hr_background_job)(void *context, hr_error *error);

typedef struct hr_background {
    hr_background_job job;
    void *context;
    pthread_t thread;
    bool started; ///< there is a thread to join
    atomic_bool done;
    hr_status status;
    hr_error error;
    double seconds; ///< how long the job took
} hr_background;

/// Local. Seconds of a monotonic clock, for any thread.
double hr_background_clock(void);

/// Local. Start a job; `background` must stay where it is until it is joined. If there can be no thread, the job is done at once.
void hr_background_start(hr_background *background, hr_background_job job, void *context);

/// Local. Is the job done?
bool hr_background_done(hr_background *background);

/// Local. Wait until it is; returns how it ended.
hr_status hr_background_join(hr_background *background, hr_error *error);

#endif
