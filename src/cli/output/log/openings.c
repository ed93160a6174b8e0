// SPDX-License-Identifier: MIT
#include "cli/output/log/openings.h"

#include "core/quantity.h"

static json_int_t integer(uint64_t number) { return (json_int_t)number; }

static json_t *family_of(const hr_openings_event *event) {
    return json_pack("{s:i, s:i, s:I, s:I, s:f, s:I}", "horizontals", event->pieces.horizontals, "verticals",
                     event->pieces.verticals, "states", integer(event->openings), "total", integer(event->progress.openings_done),
                     "states_per_second", event->duration > 0 ? (double)event->openings / event->duration : 0.0, "memory",
                     integer(event->memory));
}

/// Tell people of an event. That openings cannot be kept is told once.
static void say(hr_run_log *log, const hr_event *told, const hr_openings_event *event) {
    char time[HR_QUANTITY_MAX];
    const bool failed = event->kind == HR_EVENT_FAILED;
    if ((failed && log->trouble_told) || !hr_run_log_begin_message(log, told)) {
        return;
    }
    log->trouble_told = log->trouble_told || failed;
    if (event->kind == HR_EVENT_RESUMED) {
        fprintf(stderr, "going on after %zu of %zu families, which were read in %s\n", event->progress.families_done,
                event->progress.families, hr_quantity_seconds(event->duration, time));
    } else if (failed) {
        fprintf(stderr, "rank %d cannot keep what it has finished, the run goes on: %s\n", event->rank, event->text);
    } else {
        fprintf(stderr, "refused: %s; what it held is searched again\n", event->text);
    }
}

/// Returns the members that only events of this kind have; NULL: out of memory.
static json_t *members_of(const hr_openings_event *event) {
    return event->kind == HR_EVENT_FAMILY    ? family_of(event)
           : event->kind == HR_EVENT_RESUMED ? json_pack("{s:I}", "total", integer(event->progress.openings_done))
                                             : json_object();
}

void hr_openings_log_event(const hr_event *told, void *context) {
    const hr_openings_event *event = told->more;
    hr_run_log *log = context;
    say(log, told, event);
    json_t *members = json_pack("{s:i, s:I, s:I}", "rank", event->rank, "done", integer(event->progress.families_done), "families",
                                integer(event->progress.families));
    hr_run_log_event(log, told, hr_run_log_join(members, members_of(event)));
}

void hr_openings_log_end(hr_run_log *log, const hr_openings *openings, hr_stop stop) {
    hr_run_log_end(log, stop,
                   json_pack("{s:I, s:f, s:I}", "total", integer(openings->progress.openings_done), "seconds",
                             openings->seconds.total, "memory", integer(openings->peak_memory)));
}
