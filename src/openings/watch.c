// SPDX-License-Identifier: MIT
#include "openings/watch.h"

#include <stdio.h>
#include <string.h>

#include "core/system.h"
#include "core/try.h"
#include "run/stop_reason.h"

/// Seconds between two looks into the mailbox.
static const double LOOK = 0.02;
/// Microseconds that a rank without work sleeps between two looks.
enum { PAUSE = 200 };
/// Seconds of the time limit that are left for the end of a run, besides writing.
static const double RESERVE = 1;

/// A message: an event for rank 0, or the request to stop for any rank.
typedef struct message {
    bool stop;
    hr_openings_event event;
} message;

hr_status hr_openings_watch_open(hr_openings_run_state *run, hr_error *error) {
    hr_openings_watch *watch = run->watch;
    run->progress.families = run->plan_count;
    for (size_t i = 0; i < run->plan_count; i++) {
        watch->finished[i] = run->plans[i].done;
        watch->work += watch->finished[i] ? 0 : run->plans[i].work;
        run->progress.families_done += watch->finished[i];
        run->progress.openings_done += watch->finished[i] ? hr_openings_of_family(run, i) : 0;
    }
    return hr_mailbox_create(run->comm, sizeof(message), &watch->mailbox, error);
}

static void show_progress(hr_openings_run_state *run) {
    if (run->options->progress != NULL && hr_comm_rank(run->comm) == 0) {
        const hr_openings_watch *watch = run->watch;
        run->progress.done = watch->work > 0 ? watch->work_done / watch->work : 1;
        run->progress.seconds = hr_comm_seconds() - run->begin;
        run->options->progress(&run->progress, run->options->progress_context);
    }
}

/// On rank 0: count an event in the progress and pass it to the caller's `event`.
static void take_event(hr_openings_run_state *run, hr_openings_event *event) {
    if (event->kind == HR_EVENT_FAMILY && !run->watch->finished[event->family]) {
        run->watch->finished[event->family] = true;
        run->progress.families_done++;
        run->progress.openings_done += event->openings;
        run->watch->work_done += run->plans[event->family].work;
    }
    event->progress = run->progress;
    event->progress.seconds = hr_comm_seconds() - run->begin;
    if (run->options->event != NULL) {
        const hr_event told = {.kind = event->kind,
                               .seconds = event->progress.seconds,
                               .duration = event->duration,
                               .bytes = event->bytes,
                               .memory = event->memory,
                               .text = event->text,
                               .more = event};
        run->options->event(&told, run->options->event_context);
    }
}

static void look_into_mailbox(hr_openings_run_state *run) {
    hr_openings_watch *watch = run->watch;
    bool received = true;
    while (watch->status == HR_OK && received) {
        message got;
        int from = 0;
        size_t size = 0;
        watch->status = hr_mailbox_poll(watch->mailbox, &received, &from, &got, &size, &watch->error);
        if (watch->status != HR_OK || !received) {
            return;
        }
        if (got.stop) {
            watch->called_off = true;
        } else {
            watch->heard++;
            take_event(run, &got.event);
        }
    }
}

hr_stop hr_openings_stop_reason(const hr_openings_options *options, double begin, double reserve) {
    return hr_stop_reason(options->stop_wanted, begin, options->max_seconds, reserve + RESERVE);
}

bool hr_openings_goes_on(hr_openings_run_state *run) {
    hr_openings_watch *watch = run->watch;
    if (watch->stop == HR_STOP_NONE) {
        watch->stop = hr_openings_stop_reason(run->options, run->begin, watch->reserve);
    }
    const double now = hr_comm_seconds();
    if (now - watch->looked >= LOOK) {
        watch->looked = now;
        look_into_mailbox(run);
        show_progress(run);
    }
    return watch->stop == HR_STOP_NONE && !watch->called_off && watch->status == HR_OK;
}

/// Send a message to the rank `to`. Returns false if the mailbox fails, and for all later messages; `watch->status` then has the
/// error.
static bool send(hr_openings_run_state *run, int to, const message *m) {
    hr_openings_watch *watch = run->watch;
    if (watch->status == HR_OK) {
        watch->status = hr_mailbox_send(watch->mailbox, to, m, sizeof *m, &watch->error);
    }
    return watch->status == HR_OK;
}

void hr_openings_report_event(hr_openings_run_state *run, const hr_openings_event *event) {
    message m;
    memset(&m, 0, sizeof m);
    m.event = *event;
    m.event.rank = hr_comm_rank(run->comm);
    m.event.memory = hr_system_peak_memory();
    if (m.event.rank == 0) {
        take_event(run, &m.event);
    } else {
        run->watch->sent += send(run, 0, &m);
    }
}

void hr_openings_report_trouble(hr_openings_run_state *run, hr_event_kind kind, const char *text) {
    hr_openings_event event = {.kind = kind};
    (void)snprintf(event.text, sizeof event.text, "%.*s", (int)sizeof event.text - 1, text);
    hr_openings_report_event(run, &event);
}

/// Tell all other ranks to stop.
static void call_off(hr_openings_run_state *run) {
    message m;
    memset(&m, 0, sizeof m);
    m.stop = true;
    for (int rank = 0; rank < hr_comm_size(run->comm); rank++) {
        if (rank != hr_comm_rank(run->comm)) {
            (void)send(run, rank, &m);
        }
    }
}

/// Wait until every rank has finished or stopped, and on rank 0 until all reports have arrived. If a waiting rank sees a reason to
/// stop, it tells all others, and *status becomes HR_STOPPED.
static hr_status wait_for_all(hr_openings_run_state *run, hr_status *status, hr_error *error) {
    hr_openings_watch *watch = run->watch;
    uint64_t reports = watch->sent;
    bool done = false;
    HR_TRY(hr_mailbox_wave_start(watch->mailbox, &reports, 1, error));
    while (!done || (hr_comm_rank(run->comm) == 0 && watch->heard < reports)) {
        if (!hr_openings_goes_on(run) && *status == HR_OK && !watch->called_off) {
            *status = hr_error_set(error, HR_STOPPED, "stopped");
            call_off(run);
        }
        if (watch->status != HR_OK) {
            return hr_error_set(error, watch->status, "%s", watch->error.text);
        }
        if (!done) {
            HR_TRY(hr_mailbox_wave_test(watch->mailbox, &done, &reports, error));
        }
        if (!done) {
            hr_mailbox_pause(PAUSE);
        }
    }
    return HR_OK;
}

hr_status hr_openings_watch_finish(hr_openings_run_state *run, hr_status status, hr_error *error) {
    hr_openings_watch *watch = run->watch;
    HR_TRY(hr_comm_leave(run->comm, status, error) == HR_INTERNAL ? status : HR_OK);
    if (status == HR_STOPPED && watch->called_off) {
        status = HR_OK; // the rank that called the search off returns the reason
    } else if (status != HR_OK) {
        call_off(run);
    }
    const hr_status waited = wait_for_all(run, &status, error);
    status = waited != HR_OK ? waited : status;
    return hr_comm_agree(run->comm, status, error);
}

hr_status hr_openings_watch_close(hr_openings_run_state *run, hr_status status, hr_error *error) {
    hr_error trouble = {.status = HR_OK, .text = ""};
    const hr_status closed = hr_mailbox_destroy(&run->watch->mailbox, &trouble);
    return status == HR_OK && closed != HR_OK ? hr_error_set(error, closed, "%s", trouble.text) : status;
}
