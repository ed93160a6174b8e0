// SPDX-License-Identifier: MIT
// A rank's packets of a split iteration, and how they move from rank to rank.

#include <string.h>

#include "core/try.h"
#include "solve/idastar/sharing.h"

#define PAUSE_MAX 1000U ///< microseconds between two attempts to steal

bool hr_idastar_has_packets(const hr_idastar_split *split) {
    return split->waiting.next < split->waiting.packets.count || split->waiting.stolen.header.count > 0;
}

void hr_idastar_drop_work(hr_idastar_split *split) {
    hr_idastar_worker_drop(split->worker);
    split->waiting.next = split->waiting.packets.count;
    split->waiting.stolen.header.count = 0;
}

/// Fill an answer with half of the waiting packets or, if none waits, with some of the shallowest open nodes.
static void give_work(hr_idastar_split *split, hr_idastar_message *m) {
    hr_idastar_packets *packets = &split->waiting.packets;
    const size_t waiting = packets->count - split->waiting.next;
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
        packet.count = hr_idastar_worker_split(split->worker, split->ending.spent, &packet.length, siblings);
        if (packet.count > 0) {
            (void)hr_idastar_message_add(m, &packet);
        }
    }
}

hr_status hr_idastar_answer(hr_idastar_split *split, int thief, hr_error *error) {
    hr_idastar_message m = {.header = {.kind = HR_IDASTAR_WORK, .epoch = split->epoch}};
    give_work(split, &m);
    HR_TRY(hr_mailbox_send(split->mailbox, thief, &m, hr_idastar_message_size(&m), error));
    split->wave.sent += m.header.count > 0;
    return HR_OK;
}

/// Keep the work that a message brings. Packets become this rank's own, so that others can steal them in turn.
static hr_status keep_work(hr_idastar_split *split, const hr_idastar_message *m, hr_error *error) {
    hr_idastar_packets *packets = &split->waiting.packets;
    packets->count = 0; // this rank had no packets left when it asked
    split->waiting.next = 0;
    for (size_t i = 0, at = 0; i < m->header.count; i++) {
        const hr_idastar_message_packet taken = hr_idastar_message_next(m, &at);
        if (taken.count > 0) {
            split->waiting.stolen = *m; // siblings from a stack are the message's only packet
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
    split->thief.failures++;
    const unsigned pause = split->thief.failures < 6 ? 20U << split->thief.failures : PAUSE_MAX;
    split->thief.next_attempt = hr_comm_seconds() + 1e-6 * (double)(pause < PAUSE_MAX ? pause : PAUSE_MAX);
}

hr_status hr_idastar_take_answer(hr_idastar_split *split, const hr_idastar_message *m, hr_error *error) {
    split->thief.waiting = false;
    if (m->header.count > 0) {
        split->wave.received++;
        split->thief.failures = 0;
        return keep_work(split, m, error);
    }
    put_off_attempt(split);
    return HR_OK;
}

hr_status hr_idastar_begin_packet(hr_idastar_split *split, bool *begun, hr_error *error) {
    hr_idastar_worker *worker = split->worker;
    if (split->waiting.stolen.header.count > 0) {
        size_t at = 0;
        const hr_idastar_message_packet packet = hr_idastar_message_next(&split->waiting.stolen, &at);
        split->waiting.stolen.header.count = 0;
        if (!hr_idastar_worker_needless(worker, packet.path, packet.length)) {
            *begun = true;
            return hr_idastar_worker_start(worker, packet.path, packet.length, packet.siblings, packet.count, error);
        }
    }
    while (split->waiting.next < split->waiting.packets.count) {
        const hr_idastar_packet *packet = &split->waiting.packets.packet[split->waiting.next++];
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

hr_status hr_idastar_ask_for_work(hr_idastar_split *split, hr_error *error) {
    const int step = 1 + (int)(next_random(&split->random) % (uint64_t)(split->size - 1));
    const hr_idastar_message m = {.header = {.kind = HR_IDASTAR_REQUEST, .epoch = split->epoch}};
    split->thief.waiting = true;
    return hr_mailbox_send(split->mailbox, (split->rank + step) % split->size, &m, hr_idastar_message_size(&m), error);
}
