// SPDX-License-Identifier: MIT
#include "solve/idastar/split.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "comm/mailbox.h"
#include "core/try.h"
#include "solve/idastar/message.h"

#define SLICE_NODES 16384   ///< nodes between two looks at the clock
#define PACKETS_A_RANK 3000 ///< most packets wanted for each rank
#define PACKET_NODES 2000   ///< nodes that a packet should have; small spans are cut into fewer packets
#define PAUSE_MAX 1000U     ///< microseconds between two attempts to steal
#define POLL_SHARE 0.01     ///< a working rank waits this share of the span's time so far between two looks into the mailbox
#define POLL_MAX 0.005      ///< most seconds between two looks; not less, as each look may give a shared core away

struct hr_idastar_split {
    hr_mailbox *mailbox;
    hr_comm *comm;
    int rank;
    int size;
    uint32_t epoch;
    uint64_t random;

    // The running span.
    hr_idastar_worker *worker;
    hr_idastar_packets packets; ///< this rank's packets
    size_t next_packet;         ///< index of the first packet that has not been begun
    hr_idastar_message stolen;  ///< siblings that were stolen and not begun yet
    bool waiting;               ///< this rank has asked for work and has no answer yet
    hr_idastar_limit limit;
    bool spent;         ///< this rank has generated its share of the limit's nodes; it searches no more and only gives work away
    int spent_ranks;    ///< number of ranks that this one knows to be spent, itself included
    bool limited;       ///< a limit or a wish to stop has been met; all work that is left is dropped
    bool stopped;       ///< this rank's stop_wanted has asked for the stop
    uint64_t work_sent; ///< messages with work that this rank has sent
    uint64_t work_received; ///< messages with work that this rank has received
    uint64_t last_received; ///< sum of `work_received` over all ranks in the wave before
    bool in_wave;           ///< this rank has joined a wave that is not complete
    unsigned failures;      ///< attempts to steal since this rank last got work
    double next_attempt;    ///< earliest time of the next attempt
    double started;
    double next_poll;    ///< time of a working rank's next look into the mailbox
    bool idle;           ///< this rank has no work or is spent
    double idle_since;   ///< time at which `idle` last changed
    double idle_seconds; ///< time without work, up to the last change of `idle`
};

hr_status hr_idastar_split_create(const hr_comm *comm, hr_idastar_split **split, hr_error *error) {
    *split = NULL;
    hr_idastar_split *made = calloc(1, sizeof *made);
    hr_status status = made == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for a parallel search") : HR_OK;
    status = hr_comm_agree(comm, status, error);
    if (status == HR_OK && made != NULL) {
        made->rank = hr_comm_rank(comm);
        made->size = hr_comm_size(comm);
        made->random = (uint64_t)made->rank + 1;
        status = hr_comm_duplicate(comm, &made->comm, error);
    }
    if (status == HR_OK && made != NULL) {
        status = hr_mailbox_create(comm, HR_IDASTAR_MESSAGE_MAX, &made->mailbox, error);
    }
    if (status != HR_OK) {
        if (made != NULL) {
            hr_comm_destroy(&made->comm);
        }
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

static hr_status send_message(hr_idastar_split *split, int to, const hr_idastar_message *m, hr_error *error) {
    return hr_mailbox_send(split->mailbox, to, m, hr_idastar_message_size(m), error);
}

/// Send the message on to this rank's children in a binary tree of the ranks, whose root is the message's origin.
static hr_status spread(hr_idastar_split *split, const hr_idastar_message *m, hr_error *error) {
    const int origin = (int)m->header.origin;
    const int place = (split->rank - origin + split->size) % split->size;
    for (int child = 2 * place + 1; child <= 2 * place + 2 && child < split->size; child++) {
        HR_TRY(send_message(split, (child + origin) % split->size, m, error));
    }
    return HR_OK;
}

static hr_status announce(hr_idastar_split *split, hr_idastar_message_kind kind, hr_error *error) {
    const hr_idastar_worker *worker = split->worker;
    hr_idastar_message m = {.header = {.kind = kind, .epoch = split->epoch, .origin = (uint32_t)split->rank}};
    if (kind == HR_IDASTAR_BEST) {
        m.used = worker->best_length;
        m.header.count = (uint32_t)m.used;
        memcpy(m.body, worker->best, m.used);
    }
    return spread(split, &m, error);
}

static void drop_work(hr_idastar_split *split) {
    hr_idastar_worker_drop(split->worker);
    split->next_packet = split->packets.count;
    split->stolen.header.count = 0;
}

/// Fill an answer with half of the waiting packets or, if none waits, with some of the shallowest open nodes.
static void give_work(hr_idastar_split *split, hr_idastar_message *m) {
    hr_idastar_packets *packets = &split->packets;
    const size_t waiting = packets->count - split->next_packet;
    size_t given = waiting - waiting / 2; // the last ones in depth-first order
    while (given > 0) {
        const hr_idastar_packet *packet = &packets->packet[packets->count - given];
        if (!hr_idastar_message_add(m, &(hr_idastar_message_packet){.path = packet->path, .length = packet->length})) {
            break;
        }
        given--;
    }
    if (m->header.count > 0) {
        // Packets that did not fit into the message stay: move them down over those that are given away.
        memmove(&packets->packet[packets->count - given - m->header.count], &packets->packet[packets->count - given],
                given * sizeof *packets->packet);
        packets->count -= m->header.count;
    }
    if (waiting == 0) {
        uint8_t siblings[HR_IDASTAR_FANOUT_MAX];
        hr_idastar_message_packet packet = {.path = split->worker->path, .siblings = siblings};
        packet.count = hr_idastar_worker_split(split->worker, split->spent, &packet.length, siblings);
        if (packet.count > 0) {
            (void)hr_idastar_message_add(m, &packet);
        }
    }
}

static hr_status answer(hr_idastar_split *split, int thief, hr_error *error) {
    hr_idastar_message m = {.header = {.kind = HR_IDASTAR_WORK, .epoch = split->epoch}};
    give_work(split, &m);
    HR_TRY(send_message(split, thief, &m, error));
    split->work_sent += m.header.count > 0;
    return HR_OK;
}

/// Keep the work that a message brings. Packets become this rank's own, so that others can steal them in turn.
static hr_status keep_work(hr_idastar_split *split, const hr_idastar_message *m, hr_error *error) {
    hr_idastar_packets *packets = &split->packets;
    packets->count = 0; // this rank had no packets left when it asked
    split->next_packet = 0;
    for (size_t i = 0, at = 0; i < m->header.count; i++) {
        const hr_idastar_message_packet taken = hr_idastar_message_next(m, &at);
        if (taken.count > 0) {
            split->stolen = *m; // siblings from a stack are the message's only packet
            return HR_OK;
        }
        hr_idastar_packet packet = {.length = (uint8_t)taken.length};
        memcpy(packet.path, taken.path, taken.length);
        HR_TRY(hr_idastar_packets_add(packets, &packet, error));
    }
    return HR_OK;
}

/// The rank that was asked had no work: wait before the next attempt, longer each time.
static void put_off_attempt(hr_idastar_split *split) {
    split->failures++;
    const unsigned pause = split->failures < 6 ? 20U << split->failures : PAUSE_MAX;
    split->next_attempt = hr_comm_seconds() + 1e-6 * (double)(pause < PAUSE_MAX ? pause : PAUSE_MAX);
}

/// Note that one more rank is spent. When all ranks are spent, the limit of nodes is met.
static void note_spent(hr_idastar_split *split) {
    split->spent_ranks++;
    split->limited = split->limited || split->spent_ranks == split->size;
}

static hr_status take_message(hr_idastar_split *split, const hr_idastar_message *m, int from, hr_error *error) {
    if (m->header.epoch != split->epoch) {
        return HR_OK; // sent in an earlier span, which its sender has left by now, too
    }
    switch ((hr_idastar_message_kind)m->header.kind) {
    case HR_IDASTAR_REQUEST:
        return answer(split, from, error);
    case HR_IDASTAR_WORK:
        split->waiting = false;
        if (m->header.count > 0) {
            split->work_received++;
            split->failures = 0;
            return keep_work(split, m, error);
        }
        put_off_attempt(split);
        return HR_OK;
    case HR_IDASTAR_BEST:
        if (!hr_idastar_worker_needless(split->worker, m->body, m->header.count)) {
            hr_idastar_worker_offer(split->worker, m->body, m->header.count, 0);
            split->worker->found_best = false;
            return spread(split, m, error);
        }
        return HR_OK;
    case HR_IDASTAR_STOP:
        if (!split->limited) {
            split->limited = true;
            return spread(split, m, error);
        }
        return HR_OK;
    case HR_IDASTAR_SPENT:
        note_spent(split);
        return spread(split, m, error);
    }
    return hr_error_set(error, HR_INTERNAL, "a message of unknown kind %u", m->header.kind);
}

/// Handle the messages that have arrived, up to the first one that brings work. This rank begins some of that work before it
/// answers another request; otherwise the ranks could hand the last packet round for ever.
static hr_status look_into_mailbox(hr_idastar_split *split, bool *any, hr_error *error) {
    const uint64_t before = split->work_received;
    *any = false;
    for (bool received = true; received && split->work_received == before;) {
        hr_idastar_message m;
        int from = 0;
        size_t size = 0;
        HR_TRY(hr_mailbox_poll(split->mailbox, &received, &from, &m, &size, error));
        if (received) {
            m.used = size - sizeof m.header;
            HR_TRY(take_message(split, &m, from, error));
            *any = true;
        }
    }
    return HR_OK;
}

/// Begin the next packet of work that is needed: stolen siblings first, then packets. *begun is false if there is none.
static hr_status begin_packet(hr_idastar_split *split, bool *begun, hr_error *error) {
    hr_idastar_worker *worker = split->worker;
    if (split->stolen.header.count > 0) {
        size_t at = 0;
        const hr_idastar_message_packet packet = hr_idastar_message_next(&split->stolen, &at);
        split->stolen.header.count = 0;
        if (!hr_idastar_worker_needless(worker, packet.path, packet.length)) {
            *begun = true;
            return hr_idastar_worker_start(worker, packet.path, packet.length, packet.siblings, packet.count, error);
        }
    }
    while (split->next_packet < split->packets.count) {
        const hr_idastar_packet *packet = &split->packets.packet[split->next_packet++];
        if (!hr_idastar_worker_needless(worker, packet->path, packet->length)) {
            *begun = true;
            return hr_idastar_worker_start(worker, packet->path, packet->length, NULL, 0, error);
        }
    }
    *begun = false;
    return HR_OK;
}

static uint64_t next_random(uint64_t *state) { // splitmix64
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

static hr_status ask_for_work(hr_idastar_split *split, hr_error *error) {
    const int step = 1 + (int)(next_random(&split->random) % (uint64_t)(split->size - 1));
    const hr_idastar_message m = {.header = {.kind = HR_IDASTAR_REQUEST, .epoch = split->epoch}};
    split->waiting = true;
    return send_message(split, (split->rank + step) % split->size, &m, error);
}

/// One step of a rank without work: join the wave, see whether the wave is complete and the span over, else try to steal. A rank
/// that is spent does not steal.
static hr_status idle(hr_idastar_split *split, bool *ended, hr_error *error) {
    if (!split->in_wave) {
        const uint64_t counters[2] = {split->work_sent, split->work_received};
        HR_TRY(hr_mailbox_wave_start(split->mailbox, counters, 2, error));
        split->in_wave = true;
    }
    bool done = false;
    uint64_t sums[HR_MAILBOX_WAVE_MAX];
    HR_TRY(hr_mailbox_wave_test(split->mailbox, &done, sums, error));
    if (done) {
        split->in_wave = false;
        *ended = sums[0] == split->last_received;
        split->last_received = sums[1];
        return HR_OK;
    }
    if (!split->waiting && !split->spent && hr_comm_seconds() >= split->next_attempt) {
        return ask_for_work(split, error);
    }
    return HR_OK;
}

static bool over_limit(hr_idastar_split *split) {
    const hr_idastar_limit *limit = &split->limit;
    split->stopped = limit->stop_wanted != NULL && limit->stop_wanted(limit->stop_context);
    return split->stopped || (limit->time > 0 && hr_comm_seconds() >= limit->time);
}

static hr_status work(hr_idastar_split *split, hr_error *error) {
    HR_TRY(hr_idastar_worker_run(split->worker, SLICE_NODES, error));
    if (split->worker->found_best) {
        split->worker->found_best = false;
        if (!split->worker->complete) {
            HR_TRY(announce(split, HR_IDASTAR_BEST, error));
        }
    }
    if (!split->limited && over_limit(split)) {
        split->limited = true;
        HR_TRY(announce(split, HR_IDASTAR_STOP, error));
    }
    if (hr_idastar_worker_over_limit(split->worker)) {
        split->spent = true;
        note_spent(split);
        HR_TRY(announce(split, HR_IDASTAR_SPENT, error));
    }
    return HR_OK;
}

/// Add up the time without work.
static void note_idle(hr_idastar_split *split, bool idle) {
    if (idle != split->idle) {
        const double now = hr_comm_seconds();
        split->idle_seconds += idle ? 0 : now - split->idle_since;
        split->idle_since = now;
        split->idle = idle;
    }
}

/// One turn of the rank's loop.
static hr_status turn(hr_idastar_split *split, bool *ended, hr_error *error) {
    bool any = false;
    const double now = hr_comm_seconds();
    const bool idle_now = split->worker->used == 0 && split->next_packet == split->packets.count && split->stolen.header.count == 0;
    if (idle_now || split->spent || now >= split->next_poll) {
        const double pause = POLL_SHARE * (now - split->started);
        split->next_poll = now + (pause < POLL_MAX ? pause : POLL_MAX);
        HR_TRY(look_into_mailbox(split, &any, error));
    }
    if (split->limited) {
        drop_work(split);
    }
    if (split->worker->used == 0) {
        bool begun = false;
        HR_TRY(begin_packet(split, &begun, error));
    }
    note_idle(split, split->worker->used == 0 || split->spent);
    if (!split->idle) {
        return work(split, error);
    }
    if (split->worker->used == 0) {
        HR_TRY(idle(split, ended, error));
    }
    if (!any && !*ended) {
        hr_mailbox_pause(split->failures < 4 ? 1 : 50);
    }
    return HR_OK;
}

/// Collective. Give every rank the leftmost of all ranks' solutions, and its `best_levels` in *levels. The ranks compare eight
/// moves at a time as one number, the first move in its highest byte.
static hr_status agree_on_best(hr_idastar_split *split, uint64_t *levels, hr_error *error) {
    hr_idastar_worker *worker = split->worker;
    uint8_t mine[HR_IDASTAR_PATH_MAX + 1];
    memset(mine, 255, sizeof mine);
    if (worker->solved) {
        memcpy(mine, worker->best, worker->best_length);
    }
    *levels = worker->solved ? worker->best_levels : 0;
    bool ended = false;
    for (size_t at = 0; at < HR_IDASTAR_PATH_MAX && !ended; at += 8) {
        uint64_t key = 0;
        for (size_t i = 0; i < 8; i++) {
            key = key << 8 | mine[at + i];
        }
        uint64_t smallest = key;
        HR_TRY(hr_comm_min(split->comm, &smallest, 1, error));
        if (key != smallest) {
            memset(mine, 255, sizeof mine);
            *levels = 0;
        }
        for (size_t i = 0; i < 8 && !ended; i++) {
            const uint8_t move = (uint8_t)(smallest >> (56 - 8 * i));
            ended = move == 255;
            if (!ended) {
                worker->best[at + i] = move;
                worker->best_length = at + i + 1;
                worker->solved = true;
            }
        }
    }
    return hr_comm_max(split->comm, levels, 1, error);
}

/// Collective. Combine the ranks' counts into *counts, the same on every rank.
static hr_status sum_up(hr_idastar_split *split, hr_idastar_counts *counts, hr_error *error) {
    hr_idastar_worker *worker = split->worker;
    note_idle(split, false);
    const double whole = hr_comm_seconds() - split->started;
    const double busy = whole - split->idle_seconds;
    uint64_t any_solved = worker->solved;
    HR_TRY(hr_comm_max(split->comm, &any_solved, 1, error));
    uint64_t levels = 0;
    if (any_solved) {
        HR_TRY(agree_on_best(split, &levels, error));
    }
    uint64_t sums[] = {hr_idastar_worker_counted(worker),
                       worker->solutions,
                       split->limited,
                       split->work_received,
                       split->stopped,
                       (uint64_t)(busy * 1e9),
                       (uint64_t)(whole * 1e9),
                       worker->nodes};
    HR_TRY(hr_comm_sum(split->comm, sums, 8, error));
    uint64_t next_bound = worker->next_bound < split->packets.next_bound ? worker->next_bound : split->packets.next_bound;
    HR_TRY(hr_comm_min(split->comm, &next_bound, 1, error));
    hr_count above = split->packets.nodes;
    if (worker->solved && !worker->complete) {
        above = hr_idastar_packets_before(worker, &split->packets, worker->best, worker->best_length);
        above -= hr_idastar_right_of(worker->domain, worker->root, worker->best, (size_t)levels);
    }
    counts->nodes = sums[0] + above;
    counts->solutions = sums[1];
    counts->limited = sums[2] > 0;
    counts->nodes = counts->limited ? sums[7] + split->packets.nodes : counts->nodes;
    counts->steals = sums[3];
    counts->stopped = sums[4] > 0;
    counts->busy_seconds = (double)sums[5] * 1e-9;
    counts->seconds = (double)sums[6] * 1e-9 / split->size;
    counts->next_bound = (uint32_t)next_bound;
    return HR_OK;
}

static size_t choose_target(const hr_idastar_split *split, hr_count expected) {
    const size_t most = (size_t)PACKETS_A_RANK * (size_t)split->size;
    const size_t least = 8 * (size_t)split->size;
    const hr_count fitting = expected / PACKET_NODES;
    return fitting > most ? most : fitting < least ? least : (size_t)fitting;
}

hr_status hr_idastar_split_run(hr_idastar_split *split, hr_idastar_worker *worker, hr_idastar_span span, hr_count expected,
                               hr_idastar_limit limit, hr_idastar_counts *counts, hr_error *error) {
    split->epoch++;
    split->worker = worker;
    split->next_packet = 0;
    split->stolen.header.count = 0;
    split->waiting = false;
    split->limit = limit;
    split->spent = false;
    split->spent_ranks = 0;
    split->limited = false;
    split->stopped = false;
    split->work_sent = 0;
    split->work_received = 0;
    split->last_received = UINT64_MAX;
    split->failures = 0;
    split->next_attempt = 0;
    split->idle = false;
    split->idle_seconds = 0;
    split->started = hr_comm_seconds();
    split->next_poll = 0;
    hr_status status =
        hr_idastar_packets_cut(worker, span, choose_target(split, expected), split->rank, split->size, &split->packets, error);
    status = hr_comm_agree(split->comm, status, error);
    if (limit.nodes < UINT64_MAX) { // all ranks get equal shares of the nodes that the limit leaves below the packets
        const hr_count above = split->packets.nodes;
        worker->limit = limit.nodes > above ? (limit.nodes - above) / (hr_count)split->size : 0;
    }
    for (bool ended = false; status == HR_OK && !ended;) {
        status = turn(split, &ended, error);
    }
    status = status == HR_OK ? sum_up(split, counts, error) : status;
    hr_idastar_packets_clear(&split->packets);
    return hr_comm_leave(split->comm, status, error);
}
