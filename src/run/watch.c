// SPDX-License-Identifier: MIT
#include "run/watch.h"

#include <string.h>

#include "core/try.h"
#include "run/stop_reason.h"

hr_status hr_run_watch_former_engine(const hr_comm *comm, const hr_checkpoint_options *checkpoint, char name[HR_ENGINE_NAME_MAX],
                                     hr_error *error) {
    name[0] = '\0';
    if (checkpoint->directory == NULL || !checkpoint->resume) {
        return HR_OK;
    }
    HR_TRY(hr_checkpoint_peek(comm, checkpoint->directory, name, HR_ENGINE_NAME_MAX, error));
    name[strcspn(name, " ")] = '\0'; // an identity begins with the engine's name
    return HR_OK;
}

bool hr_run_watch_stops(hr_run_watch *watch) {
    hr_keeper_advance(&watch->keeper);
    if (watch->seen != HR_STOP_NONE || hr_comm_check(watch->comm, NULL) != HR_OK) {
        return true;
    }
    const hr_enumerate_options *options = watch->options;
    watch->seen = hr_stop_reason(options->stop_wanted, watch->start, options->max_seconds, watch->reserve);
    return watch->seen != HR_STOP_NONE;
}

hr_status hr_run_watch_look(hr_run_watch *watch, hr_error *error) {
    if (!hr_run_watch_stops(watch)) {
        return HR_OK;
    }
    HR_TRY(hr_comm_check(watch->comm, error));
    return hr_error_set(error, HR_STOPPED, "stopped %s", hr_stop_text(watch->seen));
}

uint64_t hr_run_watch_bytes(const hr_run_watch *watch) {
    const hr_state_sink *sink = &watch->options->sink;
    return watch->saver.bytes(watch->saver.engine) + (sink->save_bytes == NULL ? 0 : sink->save_bytes(sink->context));
}

void hr_run_watch_reserve(hr_run_watch *watch, double seconds) {
    if (watch->options->max_seconds > 0) {
        watch->reserve = seconds;
        watch->reserve += watch->keeper.store == NULL ? 0 : hr_keeper_plan(&watch->keeper, hr_run_watch_bytes(watch));
    }
}

void hr_run_watch_set_due(hr_run_watch *watch, bool due) { watch->due = due; }

void hr_run_watch_set_spoilt(hr_run_watch *watch, bool spoilt) { watch->spoilt = spoilt; }

void hr_run_watch_set_doing(hr_run_watch *watch, const char *doing) { watch->doing = doing; }

void hr_run_watch_tell(const hr_run_watch *watch, const hr_event *event) {
    if (watch->options->event != NULL && hr_comm_rank(watch->comm) == 0) {
        watch->options->event(event, watch->options->event_context);
    }
}
