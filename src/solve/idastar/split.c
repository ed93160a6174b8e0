// SPDX-License-Identifier: MIT
#include "solve/idastar/split.h"

#include <stdlib.h>

#include "core/try.h"
#include "solve/idastar/sharing.h"

#define SLICE_NODES 16384   ///< nodes between two looks at the clock
#define PACKETS_A_RANK 3000 ///< most packets wanted for each rank
#define PACKET_NODES 2000   ///< nodes that a packet should have; small spans are cut into fewer packets
#define POLL_SHARE 0.01     ///< a working rank waits this share of the span's time so far between two looks into the mailbox
#define POLL_MAX 0.005      ///< most seconds between two looks; not less, as each look may give a shared core away

hr_status hr_idastar_split_create(const hr_comm *comm, hr_idastar_split **split, hr_error *error) {
    *split = NULL;
    hr_idastar_split *made = hr_comm_allocate(comm, sizeof *made, "a parallel search", error);
    if (made == NULL) {
        return HR_INTERNAL;
    }
    made->rank = hr_comm_rank(comm);
    made->size = hr_comm_size(comm);
    made->random = (uint64_t)made->rank + 1;
    hr_status status = hr_comm_duplicate(comm, &made->comm, error);
    if (status == HR_OK) {
        status = hr_mailbox_create(comm, HR_IDASTAR_MESSAGE_MAX, &made->mailbox, error);
    }
    if (status != HR_OK) {
        hr_comm_destroy(&made->comm);
        free(made);
        return status;
    }
    *split = made;
    return HR_OK;
}

hr_status hr_idastar_split_destroy(hr_idastar_split **split, hr_error *error) {
    if (*split == NULL) {
        return HR_OK;
    }
    const hr_status status = hr_mailbox_destroy(&(*split)->mailbox, error);
    hr_comm_destroy(&(*split)->comm);
    free(*split);
    *split = NULL;
    return status;
}

int hr_idastar_split_size(const hr_idastar_split *split) { return split->size; }

/// One step of a rank without work: join the wave, see whether the wave is complete and the span over, else try to steal. A rank
/// that is spent does not steal.
static hr_status idle(hr_idastar_split *split, bool *ended, hr_error *error) {
    if (!split->wave.joined) {
        const uint64_t counters[2] = {split->wave.sent, split->wave.received};
        HR_TRY(hr_mailbox_wave_start(split->mailbox, counters, 2, error));
        split->wave.joined = true;
    }
    bool done = false;
    uint64_t sums[HR_MAILBOX_WAVE_MAX];
    HR_TRY(hr_mailbox_wave_test(split->mailbox, &done, sums, error));
    if (done) {
        split->wave.joined = false;
        *ended = sums[0] == split->wave.last_received;
        split->wave.last_received = sums[1];
        return HR_OK;
    }
    if (!split->thief.waiting && !split->ending.spent && hr_comm_seconds() >= split->thief.next_attempt) {
        return hr_idastar_ask_for_work(split, error);
    }
    return HR_OK;
}

static bool over_limit(hr_idastar_split *split) {
    const hr_idastar_limit *limit = &split->ending.limit;
    split->ending.stopped = limit->stop_wanted != NULL && limit->stop_wanted(limit->stop_context);
    return split->ending.stopped || hr_comm_seconds() >= limit->time;
}

static hr_status work(hr_idastar_split *split, hr_error *error) {
    HR_TRY(hr_idastar_worker_run(split->worker, SLICE_NODES, error));
    if (split->worker->best.fresh) {
        split->worker->best.fresh = false;
        if (!split->worker->complete) {
            HR_TRY(hr_idastar_announce(split, HR_IDASTAR_BEST, error));
        }
    }
    if (!split->ending.limited && over_limit(split)) {
        split->ending.limited = true;
        HR_TRY(hr_idastar_announce(split, HR_IDASTAR_STOP, error));
    }
    if (hr_idastar_worker_over_limit(split->worker)) {
        split->ending.spent = true;
        hr_idastar_note_spent(split);
        HR_TRY(hr_idastar_announce(split, HR_IDASTAR_SPENT, error));
    }
    return HR_OK;
}

/// Add up the time without work.
static void note_idle(hr_idastar_split *split, bool idle) {
    if (idle != split->clock.idle) {
        const double now = hr_comm_seconds();
        split->clock.idle_seconds += idle ? 0 : now - split->clock.idle_since;
        split->clock.idle_since = now;
        split->clock.idle = idle;
    }
}

/// Do one turn of the rank's loop: look into the mailbox if it is time, then search for a while or, without work, try to get some.
/// *ended is set when the span is over.
static hr_status turn(hr_idastar_split *split, bool *ended, hr_error *error) {
    bool any = false;
    const double now = hr_comm_seconds();
    const bool idle_now = split->worker->stack.used == 0 && !hr_idastar_has_packets(split);
    if (idle_now || split->ending.spent || now >= split->clock.next_poll) {
        const double pause = POLL_SHARE * (now - split->clock.started);
        split->clock.next_poll = now + (pause < POLL_MAX ? pause : POLL_MAX);
        HR_TRY(hr_idastar_look_into_mailbox(split, &any, error));
    }
    if (split->ending.limited) {
        hr_idastar_drop_work(split);
    }
    if (split->worker->stack.used == 0) {
        bool begun = false;
        HR_TRY(hr_idastar_begin_packet(split, &begun, error));
    }
    note_idle(split, split->worker->stack.used == 0 || split->ending.spent);
    if (!split->clock.idle) {
        return work(split, error);
    }
    if (split->worker->stack.used == 0) {
        HR_TRY(idle(split, ended, error));
    }
    if (!any && !*ended) {
        hr_mailbox_pause(split->thief.failures < 4 ? 1 : 50);
    }
    return HR_OK;
}

static size_t choose_target(const hr_idastar_split *split, hr_count expected) {
    const size_t most = (size_t)PACKETS_A_RANK * (size_t)split->size;
    const size_t least = 8 * (size_t)split->size;
    const hr_count fitting = expected / PACKET_NODES;
    return fitting > most ? most : fitting < least ? least : (size_t)fitting;
}

/// Local. Forget the last span.
static void begin_span(hr_idastar_split *split, hr_idastar_worker *worker, hr_idastar_limit limit) {
    split->epoch++;
    split->worker = worker;
    split->waiting.next = 0;
    split->waiting.stolen.header.count = 0;
    split->ending = (hr_idastar_ending){.limit = limit};
    split->thief = (hr_idastar_thief){.waiting = false};
    split->wave = (hr_idastar_wave){.last_received = UINT64_MAX};
    split->clock = (hr_idastar_clock){.started = hr_comm_seconds()};
}

hr_status hr_idastar_split_run(hr_idastar_split *split, hr_idastar_worker *worker, const hr_idastar_job *job,
                               hr_idastar_counts *counts, hr_error *error) {
    hr_idastar_packets *packets = &split->waiting.packets;
    begin_span(split, worker, job->limit);
    const hr_idastar_deal deal = {.target = choose_target(split, job->expected), .rank = split->rank, .size = split->size};
    hr_status status = hr_comm_agree(split->comm, hr_idastar_packets_cut(worker, job->span, deal, packets, error), error);
    if (job->limit.nodes < UINT64_MAX) { // cutting packets took `above` nodes; each rank gets an equal share of what is left
        const hr_count above = packets->above.nodes;
        worker->limit = job->limit.nodes > above ? (job->limit.nodes - above) / (hr_count)split->size : 0;
    }
    for (bool ended = false; status == HR_OK && !ended;) {
        status = turn(split, &ended, error);
    }
    note_idle(split, false);
    counts->seconds = hr_comm_seconds() - split->clock.started;
    counts->busy_seconds = counts->seconds - split->clock.idle_seconds;
    status = status == HR_OK ? hr_idastar_sum_up(split, counts, error) : status;
    hr_idastar_packets_clear(packets);
    return hr_comm_leave(split->comm, status, error);
}
