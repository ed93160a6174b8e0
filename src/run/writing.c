// SPDX-License-Identifier: MIT
// Does the steps of a checkpoint that is being written, and tells the run's log about the checkpoint.

#include "run/watch.h"

uint64_t hr_run_watch_bytes(const hr_run_watch *watch) {
    const hr_state_sink *sink = &watch->options->sink;
    return watch->saver.bytes(watch->saver.engine) + (sink->save_bytes == NULL ? 0 : sink->save_bytes(sink->context));
}

void hr_run_watch_tell(const hr_run_watch *watch, const hr_event *event) {
    if (watch->options->event != NULL && hr_comm_rank(watch->comm) == 0) {
        watch->options->event(event, watch->options->event_context);
    }
}

void hr_run_watch_tell_written(hr_run_watch *watch, const hr_checkpoint_written *written) {
    const hr_event event = {.kind = HR_EVENT_CHECKPOINT,
                            .enumeration = watch->result,
                            .seconds = hr_comm_seconds() - watch->origin,
                            .duration = written->seconds,
                            .stalled = watch->stalled,
                            .bytes = written->bytes};
    if (!watch->told) {
        hr_run_watch_tell(watch, &event);
        watch->told = true;
    }
}

void hr_run_watch_advance(hr_run_watch *watch) {
    hr_checkpoint_written written;
    if (watch->writing == NULL || watch->told) {
        return;
    }
    hr_checkpoint_advance(watch->writing);
    if (hr_checkpoint_is_complete(watch->writing, &written)) {
        hr_run_watch_tell_written(watch, &written);
    }
}
