// SPDX-License-Identifier: MIT
#include "run/checkpoint/background.h"

#include <signal.h>

#include "core/system.h"

static void *run(void *context) {
    hr_background *background = context;
    const double begin = hr_system_seconds();
    background->status = background->job(background->context, &background->error);
    background->seconds = hr_system_seconds() - begin;
    atomic_store(&background->done, true);
    return NULL;
}

void hr_background_start(hr_background *background, hr_background_job job, void *context) {
    background->job = job;
    background->context = context;
    background->error = (hr_error){.status = HR_OK};
    atomic_init(&background->done, false);
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before); // the new thread inherits this mask, so that it takes no signals
    background->started = pthread_create(&background->thread, NULL, run, background) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!background->started) {
        (void)run(background);
    }
}

bool hr_background_done(hr_background *background) { return atomic_load(&background->done); }

hr_status hr_background_join(hr_background *background, hr_error *error) {
    if (background->started) {
        (void)pthread_join(background->thread, NULL);
        background->started = false;
    }
    if (background->status != HR_OK && error != NULL) {
        *error = background->error;
    }
    return background->status;
}
