// SPDX-License-Identifier: MIT
#include "cli/output/log/astar.h"

#include "cli/output/log/run.h"
#include "core/quantity.h"
#include "solve/astar/astar.h"

/// Print the message for an event to standard error.
static void say(const hr_run_log *log, const hr_event *event, const hr_astar_progress *progress) {
    char size[HR_QUANTITY_MAX];
    char time[HR_QUANTITY_MAX];
    if (event->kind == HR_EVENT_CHECKPOINT || (log->meter->out == NULL && event->kind == HR_EVENT_RESUMED)) {
        return;
    }
    hr_meter_end(log->meter);
    fprintf(stderr, "%s: ", log->meter->prefix);
    if (event->kind == HR_EVENT_RESUMED) {
        fprintf(stderr, "going on at bound %u; the checkpoint of %s was read in %s\n", progress->bound,
                hr_quantity_bytes(event->bytes, size), hr_quantity_seconds(event->duration, time));
    } else if (event->kind == HR_EVENT_REFUSED) {
        fprintf(stderr, "refused: %s\n", event->text);
    } else {
        fprintf(stderr, "no checkpoint of bound %u, the run goes on: %s\n", progress->bound, event->text);
    }
}

void hr_astar_log_event(const hr_event *event, void *context) {
    hr_run_log *log = context;
    const hr_astar_progress *progress = event->more;
    say(log, event, progress);
    json_t *members = json_pack("{s:I, s:I, s:I}", "lower_bound", (json_int_t)progress->bound, "nodes",
                                (json_int_t)progress->generated, "expanded", (json_int_t)progress->expanded);
    if (event->kind == HR_EVENT_CHECKPOINT && json_object_set_new(members, "stalled", json_real(event->stalled)) != 0) {
        json_decref(members);
        members = NULL;
    }
    hr_run_log_event(log, event, members);
}
