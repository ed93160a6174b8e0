// SPDX-License-Identifier: MIT
#include "idastar_split.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "idastar_packets.h"
#include "mailbox.h"
#include "try.h"

#define SLICE_NODES 16384   ///< nodes between two looks at the clock
#define MESSAGE_MAX 8192    ///< bytes
#define PACKETS_A_RANK 3000 ///< at most
#define PACKET_NODES 2000   ///< a packet should have so many, in small iterations
#define PAUSE_MAX 1000U     ///< microseconds between two attempts to steal
#define POLL_SHARE 0.01     ///< of an iteration's time so far passes between two looks into the mailbox,
#define POLL_MAX 0.005      ///< but not more seconds: MPI may give the core away in each, where it is shared

typedef enum message_kind {
    MESSAGE_REQUEST, ///< give me work
    MESSAGE_WORK,    ///< the answer: pieces, or none
    MESSAGE_BEST,    ///< a solution
    MESSAGE_STOP,    ///< a limit was hit
} message_kind;

/// What every message begins with. Pieces follow as: length of the parent's path (2 bytes), the path, number of siblings, their
/// moves.
typedef struct message_header {
    uint32_t kind;
    uint32_t epoch;  ///< iterations so far: tells late messages of an earlier one
    uint32_t origin; ///< BEST and STOP: the rank that began to spread it
    uint32_t count;  ///< WORK: pieces; BEST: length of the path
} message_header;

typedef struct message {
    message_header header;
    unsigned char body[MESSAGE_MAX - sizeof(message_header)];
} message;

struct hr_idastar_split {
    hr_mailbox *mailbox;
    hr_comm *comm;
    int rank;
    int size;
    uint32_t epoch;
    uint64_t random;

    // The running iteration.
    hr_idastar_worker *worker;
    hr_idastar_packets packets; ///< from `next_packet` on still to be done
    size_t next_packet;
    message stolen; ///< siblings that were stolen and not begun yet
    bool waiting;   ///< for an answer
    bool limited;
    uint64_t work_sent;
    uint64_t work_received;
    uint64_t last_received; ///< sum over all ranks at the wave before
    bool in_wave;
    unsigned failures;   ///< attempts to steal since work was found
    double next_attempt; ///< time of the next one
    double started;
    double next_poll;
    double busy_seconds;
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
        status = hr_mailbox_create(comm, MESSAGE_MAX, &made->mailbox, error);
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

static hr_status send_message(hr_idastar_split *split, int to, const message *m, size_t body, hr_error *error) {
    return hr_mailbox_send(split->mailbox, to, m, sizeof m->header + body, error);
}

/// Hand a message on along a binary tree that starts at its origin.
static hr_status spread(hr_idastar_split *split, const message *m, size_t body, hr_error *error) {
    const int origin = (int)m->header.origin;
    const int place = (split->rank - origin + split->size) % split->size;
    for (int child = 2 * place + 1; child <= 2 * place + 2 && child < split->size; child++) {
        HR_TRY(send_message(split, (child + origin) % split->size, m, body, error));
    }
    return HR_OK;
}

static hr_status announce(hr_idastar_split *split, message_kind kind, hr_error *error) {
    const hr_idastar_worker *worker = split->worker;
    message m = {.header = {.kind = kind, .epoch = split->epoch, .origin = (uint32_t)split->rank}};
    size_t body = 0;
    if (kind == MESSAGE_BEST) {
        body = worker->best_length;
        m.header.count = (uint32_t)body;
        memcpy(m.body, worker->best, body);
    }
    return spread(split, &m, body, error);
}

static void drop_work(hr_idastar_split *split) {
    hr_idastar_worker_drop(split->worker);
    split->next_packet = split->packets.count;
    split->stolen.header.count = 0;
}

/// Append a piece to a work message; false if it does not fit.
static bool add_piece(message *m, size_t *body, const uint8_t *path, size_t length, const uint8_t *siblings, size_t count) {
    if (*body + 3 + length + count > sizeof m->body) {
        return false;
    }
    unsigned char *at = m->body + *body;
    at[0] = (unsigned char)(length & 255U);
    at[1] = (unsigned char)(length >> 8);
    memcpy(at + 2, path, length);
    at[2 + length] = (unsigned char)count;
    memcpy(at + 3 + length, siblings, count);
    *body += 3 + length + count;
    m->header.count++;
    return true;
}

/// Fill an answer with half of the waiting packets, or else with the top of the stack.
static size_t give_work(hr_idastar_split *split, message *m) {
    size_t body = 0;
    hr_idastar_packets *packets = &split->packets;
    const size_t waiting = packets->count - split->next_packet;
    size_t given = waiting - waiting / 2; // the last ones, in depth-first order
    while (given > 0) {
        const hr_idastar_packet *packet = &packets->packet[packets->count - given];
        if (!add_piece(m, &body, packet->path, packet->length, packet->path, 0)) {
            break;
        }
        given--;
    }
    if (m->header.count > 0) {
        // What did not fit stays: move it down over what was given.
        memmove(&packets->packet[packets->count - given - m->header.count], &packets->packet[packets->count - given],
                given * sizeof *packets->packet);
        packets->count -= m->header.count;
    }
    if (waiting == 0) {
        uint8_t siblings[HR_IDASTAR_FANOUT_MAX];
        size_t length = 0;
        const size_t count = hr_idastar_worker_split(split->worker, &length, siblings);
        if (count > 0) {
            (void)add_piece(m, &body, split->worker->path, length, siblings, count);
        }
    }
    return body;
}

static hr_status answer(hr_idastar_split *split, int thief, hr_error *error) {
    message m = {.header = {.kind = MESSAGE_WORK, .epoch = split->epoch}};
    const size_t body = give_work(split, &m);
    split->work_sent += m.header.count > 0;
    return send_message(split, thief, &m, body, error);
}

/// Keep what was stolen: packets become this rank's packets, so that others can steal them in turn.
static hr_status keep_work(hr_idastar_split *split, const message *m, hr_error *error) {
    hr_idastar_packets *packets = &split->packets;
    packets->count = 0; // a thief has none left
    split->next_packet = 0;
    const unsigned char *at = m->body;
    for (uint32_t i = 0; i < m->header.count; i++) {
        const size_t length = (size_t)at[0] + 256 * (size_t)at[1];
        const size_t siblings = at[2 + length];
        if (siblings > 0) {
            split->stolen = *m; // the top of a stack comes alone
            return HR_OK;
        }
        hr_idastar_packet packet = {.length = (uint8_t)length};
        memcpy(packet.path, at + 2, length);
        HR_TRY(hr_idastar_packets_add(packets, &packet, error));
        at += 3 + length;
    }
    return HR_OK;
}

/// Nobody had work for us: wait longer each time.
static void put_off_attempt(hr_idastar_split *split) {
    split->failures++;
    const unsigned pause = split->failures < 6 ? 20U << split->failures : PAUSE_MAX;
    split->next_attempt = hr_comm_seconds() + 1e-6 * (double)(pause < PAUSE_MAX ? pause : PAUSE_MAX);
}

static hr_status take_message(hr_idastar_split *split, const message *m, int from, size_t size, hr_error *error) {
    if (m->header.epoch != split->epoch) {
        return HR_OK; // late news of an earlier iteration: its sender has learnt of the end by itself
    }
    const size_t body = size - sizeof m->header;
    switch ((message_kind)m->header.kind) {
    case MESSAGE_REQUEST:
        return answer(split, from, error);
    case MESSAGE_WORK:
        split->waiting = false;
        if (m->header.count > 0) {
            split->work_received++;
            split->failures = 0;
            return keep_work(split, m, error);
        }
        put_off_attempt(split);
        return HR_OK;
    case MESSAGE_BEST:
        if (!hr_idastar_worker_needless(split->worker, m->body, m->header.count)) {
            hr_idastar_worker_offer(split->worker, m->body, m->header.count, 0);
            split->worker->found_best = false;
            return spread(split, m, body, error);
        }
        return HR_OK;
    case MESSAGE_STOP:
        if (!split->limited) {
            split->limited = true;
            return spread(split, m, body, error);
        }
        return HR_OK;
    }
    return hr_error_set(error, HR_INTERNAL, "a message of unknown kind %u", m->header.kind);
}

static hr_status look_into_mailbox(hr_idastar_split *split, bool *any, hr_error *error) {
    *any = false;
    for (bool received = true; received;) {
        message m;
        int from = 0;
        size_t size = 0;
        HR_TRY(hr_mailbox_poll(split->mailbox, &received, &from, &m, &size, error));
        if (received) {
            HR_TRY(take_message(split, &m, from, size, error));
            *any = true;
        }
    }
    return HR_OK;
}

/// The next piece of work for the worker, if there is one.
static hr_status begin_piece(hr_idastar_split *split, bool *begun, hr_error *error) {
    hr_idastar_worker *worker = split->worker;
    if (split->stolen.header.count > 0) {
        const unsigned char *at = split->stolen.body;
        const size_t length = (size_t)at[0] + 256 * (size_t)at[1];
        const size_t count = at[2 + length];
        split->stolen.header.count = 0;
        if (!hr_idastar_worker_needless(worker, at + 2, length)) {
            *begun = true;
            return hr_idastar_worker_start(worker, at + 2, length, at + 3 + length, count, error);
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
    const message m = {.header = {.kind = MESSAGE_REQUEST, .epoch = split->epoch}};
    split->waiting = true;
    return send_message(split, (split->rank + step) % split->size, &m, 0, error);
}

/// A rank without work: join the wave, learn whether all is done, else try to steal.
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
    if (!split->waiting && hr_comm_seconds() >= split->next_attempt) {
        return ask_for_work(split, error);
    }
    return HR_OK;
}

static bool over_limit(const hr_idastar_split *split, hr_idastar_limit limit, double now) {
    const hr_count nodes = split->worker->nodes;
    return (limit.time > 0 && now >= limit.time) || nodes > limit.nodes / (hr_count)split->size;
}

static hr_status work(hr_idastar_split *split, hr_idastar_limit limit, hr_error *error) {
    const double before = hr_comm_seconds();
    HR_TRY(hr_idastar_worker_run(split->worker, SLICE_NODES, error));
    const double now = hr_comm_seconds();
    split->busy_seconds += now - before;
    if (split->worker->found_best) {
        split->worker->found_best = false;
        if (!split->worker->complete) {
            HR_TRY(announce(split, MESSAGE_BEST, error));
        }
    }
    if (!split->limited && over_limit(split, limit, now)) {
        split->limited = true;
        HR_TRY(announce(split, MESSAGE_STOP, error));
    }
    return HR_OK;
}

/// One turn of the rank's loop.
static hr_status turn(hr_idastar_split *split, hr_idastar_limit limit, bool *ended, hr_error *error) {
    bool any = false;
    const double now = hr_comm_seconds();
    const bool idle_now = split->worker->used == 0 && split->next_packet == split->packets.count && split->stolen.header.count == 0;
    if (idle_now || now >= split->next_poll) {
        const double pause = POLL_SHARE * (now - split->started);
        split->next_poll = now + (pause < POLL_MAX ? pause : POLL_MAX);
        HR_TRY(look_into_mailbox(split, &any, error));
    }
    if (split->limited) {
        drop_work(split);
    }
    if (split->worker->used == 0) {
        bool begun = false;
        HR_TRY(begin_piece(split, &begun, error));
    }
    if (split->worker->used > 0) {
        return work(split, limit, error);
    }
    HR_TRY(idle(split, ended, error));
    if (!any && !*ended) {
        hr_mailbox_pause(split->failures < 4 ? 1 : 50);
    }
    return HR_OK;
}

/// The leftmost of all ranks' solutions on every rank: eight moves at a time, most significant first.
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

/// What the iteration came to, over all ranks.
static hr_status sum_up(hr_idastar_split *split, hr_idastar_outline *outline, hr_error *error) {
    hr_idastar_worker *worker = split->worker;
    uint64_t any_solved = worker->solved;
    HR_TRY(hr_comm_max(split->comm, &any_solved, 1, error));
    uint64_t levels = 0;
    if (any_solved) {
        HR_TRY(agree_on_best(split, &levels, error));
    }
    uint64_t sums[] = {hr_idastar_worker_counted(worker), worker->solutions, split->limited, split->work_received,
                       (uint64_t)(split->busy_seconds * 1e9)};
    HR_TRY(hr_comm_sum(split->comm, sums, 5, error));
    uint64_t next_bound = worker->next_bound < split->packets.next_bound ? worker->next_bound : split->packets.next_bound;
    HR_TRY(hr_comm_min(split->comm, &next_bound, 1, error));
    hr_count above = split->packets.nodes;
    if (worker->solved && !worker->complete) {
        above = hr_idastar_packets_before(worker, &split->packets, worker->best, worker->best_length);
        above -= hr_idastar_right_of(worker->domain, worker->root, worker->best, (size_t)levels);
    }
    outline->nodes = sums[0] + above;
    outline->solutions = sums[1];
    outline->limited = sums[2] > 0;
    outline->steals = sums[3];
    outline->busy_seconds = (double)sums[4] * 1e-9;
    outline->next_bound = (uint32_t)next_bound;
    return HR_OK;
}

static size_t choose_target(const hr_idastar_split *split, hr_count expected) {
    const size_t most = (size_t)PACKETS_A_RANK * (size_t)split->size;
    const size_t least = 8 * (size_t)split->size;
    const hr_count fitting = expected / PACKET_NODES;
    return fitting > most ? most : fitting < least ? least : (size_t)fitting;
}

hr_status hr_idastar_split_run(hr_idastar_split *split, hr_idastar_worker *worker, hr_count expected, hr_idastar_limit limit,
                               hr_idastar_outline *outline, hr_error *error) {
    const double started = hr_comm_seconds();
    split->epoch++;
    split->worker = worker;
    split->next_packet = 0;
    split->stolen.header.count = 0;
    split->waiting = false;
    split->limited = false;
    split->work_sent = 0;
    split->work_received = 0;
    split->last_received = UINT64_MAX;
    split->failures = 0;
    split->next_attempt = 0;
    split->busy_seconds = 0;
    split->started = started;
    split->next_poll = 0;
    hr_status status =
        hr_idastar_packets_cut(worker, choose_target(split, expected), split->rank, split->size, &split->packets, error);
    status = hr_comm_agree(split->comm, status, error);
    hr_error failure = {0};
    hr_status failed = HR_OK;
    for (bool ended = false; status == HR_OK && !ended;) {
        const hr_status turned = turn(split, limit, &ended, &failure);
        if (turned != HR_OK && failed == HR_OK) { // leave with the others
            failed = turned;
            if (error != NULL) {
                *error = failure;
            }
            split->limited = true;
            status = announce(split, MESSAGE_STOP, &failure);
        }
    }
    status = status == HR_OK ? hr_comm_agree(split->comm, failed, error) : status;
    if (status == HR_OK) {
        status = sum_up(split, outline, error);
        outline->seconds = hr_comm_seconds() - started;
    }
    hr_idastar_packets_clear(&split->packets);
    return status;
}

hr_status hr_idastar_run_alone(hr_idastar_worker *worker, hr_idastar_limit limit, hr_idastar_outline *outline, hr_error *error) {
    *outline = (hr_idastar_outline){0};
    const double started = hr_comm_seconds();
    HR_TRY(hr_idastar_worker_start(worker, (const uint8_t[]){0}, 0, (const uint8_t[]){0}, 0, error));
    while (worker->used > 0 && !outline->limited) {
        HR_TRY(hr_idastar_worker_run(worker, 8 * (hr_count)SLICE_NODES, error));
        outline->limited = worker->used > 0 && (worker->nodes > limit.nodes || (limit.time > 0 && hr_comm_seconds() >= limit.time));
    }
    outline->nodes = worker->nodes;
    if (worker->solved && !worker->complete) {
        outline->nodes -= hr_idastar_right_of(worker->domain, worker->root, worker->best, worker->best_levels);
    }
    outline->solutions = worker->solutions;
    outline->next_bound = worker->next_bound;
    outline->seconds = hr_comm_seconds() - started;
    return HR_OK;
}
