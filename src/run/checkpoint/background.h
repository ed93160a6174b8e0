// SPDX-License-Identifier: MIT
#ifndef HR_BACKGROUND_H
#define HR_BACKGROUND_H

// Does one job in a thread of its own, while the thread that has started the job does something else. A job makes no MPI call.
// Until the job is done, other threads leave alone the memory that the job reads or writes. The job's thread takes no signals.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "huarong/status.h"

typedef hr_status (*hr_background_job)(void *context, hr_error *error);

typedef struct hr_background {
    hr_background_job job;
    void *context;
    pthread_t thread;
    bool started; ///< there is a thread to join; false if the job was done without a thread
    atomic_bool done;
    hr_status status;
    hr_error error;
    double seconds; ///< how long the job took
} hr_background;

/// Local. Start `job` with `context`. `background` must stay at its address until hr_background_join. If no thread can be started,
/// the job is done before the call returns.
void hr_background_start(hr_background *background, hr_background_job job, void *context);

/// Local. Is the job done?
bool hr_background_done(hr_background *background);

/// Local. Wait until the job is done. Returns the job's status, with its error.
hr_status hr_background_join(hr_background *background, hr_error *error);

#endif
