// SPDX-License-Identifier: MIT
// What a run tells while it goes on and when it ends: progress, layers for the log, time and memory.

#include "core/system.h"
#include "core/try.h"
#include "run/watch.h"

static const double REPORT_SECONDS = 0.1;

void hr_run_watch_report(hr_run_watch *watch, const hr_progress *engine, bool always) {
    const hr_enumerate_options *options = watch->options;
    if (options->progress == NULL || hr_comm_rank(watch->comm) != 0) {
        return;
    }
    const double now = hr_comm_seconds();
    if (!always && now - watch->last_report < REPORT_SECONDS) {
        return;
    }
    watch->last_report = now;
    hr_progress progress = *engine;
    progress.depth = (hr_depth)engine->enumeration->layer_count;
    progress.seconds = hr_keeper_seconds(&watch->keeper);
    options->progress(&progress, options->progress_context);
}

hr_status hr_run_watch_tell_layer(const hr_run_watch *watch, uint64_t memory, hr_count canonical, hr_error *error) {
    if (watch->options->event == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_comm_max(watch->comm, &canonical, 1, error));
    HR_TRY(hr_comm_sum(watch->comm, &memory, 1, error));
    const hr_event event = {.kind = HR_EVENT_LAYER,
                            .enumeration = watch->result,
                            .seconds = hr_keeper_seconds(&watch->keeper),
                            .duration = watch->result->layers[watch->result->layer_count - 1].seconds,
                            .memory = memory,
                            .busiest = canonical};
    hr_run_watch_tell(watch, &event);
    return HR_OK;
}

hr_status hr_run_watch_measure(const hr_run_watch *watch, hr_error *error) {
    uint64_t peak = hr_system_peak_memory();
    HR_TRY(hr_comm_sum(watch->comm, &peak, 1, error));
    watch->result->peak_memory = peak;
    watch->result->seconds = hr_keeper_seconds(&watch->keeper);
    return HR_OK;
}
