// SPDX-License-Identifier: MIT
#include "cli/output/log/astar.h"

#include "cli/output/log/run.h"
#include "solve/astar/astar.h"

void hr_astar_log_event(const hr_event *event, void *context) {
    hr_run_log *log = context;
    const hr_astar_progress *progress = event->more;
    char place[32];
    (void)snprintf(place, sizeof place, "bound %u", progress->bound);
    hr_run_log_say(log, event, "at", place);
    json_t *members = json_pack("{s:I, s:I, s:I}", "lower_bound", (json_int_t)progress->bound, "nodes",
                                (json_int_t)progress->generated, "expanded", (json_int_t)progress->expanded);
    if (event->kind == HR_EVENT_CHECKPOINT) {
        members = hr_run_log_join(members, json_pack("{s:f}", "stalled", event->stalled));
    }
    hr_run_log_event(log, event, members);
}
