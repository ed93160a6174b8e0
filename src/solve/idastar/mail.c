// SPDX-License-Identifier: MIT
// The messages of a split iteration, sent and handled.

#include <string.h>

#include "core/try.h"
#include "solve/idastar/sharing.h"

/// Send the message on to this rank's children in a binary tree of the ranks, whose root is the message's origin.
static hr_status spread(hr_idastar_split *split, const hr_idastar_message *m, hr_error *error) {
    const int origin = (int)m->header.origin;
    const int place = (split->rank - origin + split->size) % split->size;
    for (int child = 2 * place + 1; child <= 2 * place + 2 && child < split->size; child++) {
        HR_TRY(hr_mailbox_send(split->mailbox, (child + origin) % split->size, m, hr_idastar_message_size(m), error));
    }
    return HR_OK;
}

hr_status hr_idastar_announce(hr_idastar_split *split, hr_idastar_message_kind kind, hr_error *error) {
    const hr_idastar_worker *worker = split->worker;
    hr_idastar_message m = {.header = {.kind = kind, .epoch = split->epoch, .origin = (uint32_t)split->rank}};
    if (kind == HR_IDASTAR_BEST) {
        m.used = worker->best.length;
        m.header.count = (uint32_t)m.used;
        memcpy(m.body, worker->best.path, m.used);
    }
    return spread(split, &m, error);
}

void hr_idastar_note_spent(hr_idastar_split *split) {
    split->ending.spent_ranks++;
    split->ending.limited = split->ending.limited || split->ending.spent_ranks == split->size;
}

static hr_status take_message(hr_idastar_split *split, const hr_idastar_message *m, int from, hr_error *error) {
    if (m->header.epoch != split->epoch) {
        return HR_OK; // sent in an earlier span, which its sender has left by now, too
    }
    switch ((hr_idastar_message_kind)m->header.kind) {
    case HR_IDASTAR_REQUEST:
        return hr_idastar_answer(split, from, error);
    case HR_IDASTAR_WORK:
        return hr_idastar_take_answer(split, m, error);
    case HR_IDASTAR_BEST:
        if (!hr_idastar_worker_needless(split->worker, m->body, m->header.count)) {
            hr_idastar_worker_offer(split->worker, m->body, m->header.count, 0);
            split->worker->best.fresh = false;
            return spread(split, m, error);
        }
        return HR_OK;
    case HR_IDASTAR_STOP:
        if (!split->ending.limited) {
            split->ending.limited = true;
            return spread(split, m, error);
        }
        return HR_OK;
    case HR_IDASTAR_SPENT:
        hr_idastar_note_spent(split);
        return spread(split, m, error);
    }
    return hr_error_set(error, HR_INTERNAL, "a message of unknown kind %u", m->header.kind);
}

hr_status hr_idastar_look_into_mailbox(hr_idastar_split *split, bool *any, hr_error *error) {
    const uint64_t before = split->wave.received;
    *any = false;
    for (bool received = true; received && split->wave.received == before;) {
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
