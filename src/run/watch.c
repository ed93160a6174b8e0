// SPDX-License-Identifier: MIT
#include "run/watch.h"

#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/lines.h"
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

hr_status hr_run_watch_begin(hr_run_watch *watch, const hr_run_task *task, const char *engine, const hr_run_saver *saver,
                             hr_error *error) {
    const double now = hr_comm_seconds();
    const hr_enumerate_options *options = task->options;
    *watch = (hr_run_watch){.comm = task->comm,
                            .info = hr_puzzle_describe(task->puzzle),
                            .options = options,
                            .result = task->result,
                            .saver = *saver,
                            .start = now,
                            .origin = now,
                            .last_write = now};
    const hr_checkpoint_options *plan = &options->checkpoint;
    if (plan->directory == NULL) {
        return HR_OK;
    }
    if (options->sink.on_layer != NULL && options->sink.save == NULL) {
        return hr_error_set(error, HR_USAGE, "a run that collects a table cannot keep checkpoints: leave out one of the two");
    }
    char of_puzzle[HR_PUZZLE_IDENTITY_MAX];
    char identity[HR_PUZZLE_IDENTITY_MAX + 64];
    hr_puzzle_identity(task->puzzle, of_puzzle);
    const bool collects = options->sink.save != NULL;
    (void)snprintf(identity, sizeof identity, "%.30s %s%s%.20s", engine, of_puzzle, collects ? ", with " : "",
                   collects ? options->sink.contents : "");
    HR_TRY(hr_checkpoint_open(task->comm, plan->directory, identity, &watch->store, error));
    return hr_checkpoint_check_resume(watch->store, plan->resume, error);
}

void hr_run_watch_end(hr_run_watch *watch) {
    hr_checkpoint_abandon(&watch->writing);
    hr_checkpoint_close(&watch->store);
}

bool hr_run_watch_stops(hr_run_watch *watch) {
    hr_run_watch_advance(watch);
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

void hr_run_watch_reserve(hr_run_watch *watch, double seconds) {
    if (watch->options->max_seconds <= 0) {
        return;
    }
    watch->reserve = seconds;
    if (watch->store != NULL) {
        watch->reserve += hr_checkpoint_plan(watch->store, hr_run_watch_bytes(watch));
    }
}

bool hr_run_watch_due(const hr_run_watch *watch) {
    const double every = watch->options->checkpoint.every;
    return watch->store != NULL && (every <= 0 || hr_comm_seconds() - watch->last_write >= every);
}

void hr_run_watch_set_due(hr_run_watch *watch, bool due) { watch->due = due; }

void hr_run_watch_set_spoilt(hr_run_watch *watch, bool spoilt) { watch->spoilt = spoilt; }

void hr_run_watch_set_doing(hr_run_watch *watch, const char *doing) { watch->doing = doing; }
