// SPDX-License-Identifier: MIT
// Brings the states of the bucket in work to the ranks that own them. A state is kept by the rank that has made it until its bucket
// is in work, so that states whose turn never comes are not sent.

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "solve/astar/search.h"

enum { OWN_WORDS = 16384 }; ///< room for this rank's own states until they are expanded

hr_status hr_astar_begin_sending(hr_astar *a, hr_error *error) {
    hr_astar_sending *s = &a->sending;
    s->dealing =
        (hr_dealing){.words = a->task.words, .key_mask = a->task.domain->key_mask, .rank = a->task.rank, .ranks = a->task.ranks};
    if (a->task.ranks == 1) {
        return HR_OK;
    }
    HR_TRY(hr_exchange_create(a->task.comm, HR_RECORDS_OF(a->task.words), &s->dealing.exchange, error));
    const size_t group = hr_exchange_capacity(s->dealing.exchange) / 4 / a->task.words; // it fills the slots of many ranks
    s->group = group < 1 ? 1 : group < a->task.chunk ? group : a->task.chunk;
    s->dealing.hashes = malloc(a->task.chunk * sizeof *s->dealing.hashes);
    s->own = malloc(OWN_WORDS * sizeof *s->own);
    const bool ok = s->dealing.hashes != NULL && s->own != NULL;
    return hr_comm_agree(a->task.comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a batch of states"), error);
}

void hr_astar_end_sending(hr_astar *a) {
    hr_astar_sending *s = &a->sending;
    hr_exchange_destroy(&s->dealing.exchange);
    free(s->dealing.hashes);
    free(s->own);
}

/// Can this rank go on? It cannot if it lacks memory altogether, or if the last round says that another rank has failed.
static bool is_open(const hr_astar *a) { return a->bucket.trouble != HR_INTERNAL && a->sending.everyone != HR_EXCHANGE_FAILED; }

/// Expand this rank's own states that wait.
static hr_status expand_waiting(hr_astar *a, hr_error *error) {
    hr_astar_sending *s = &a->sending;
    const size_t chunk = a->task.chunk;
    for (size_t done = 0; done < s->waiting && is_open(a); done += chunk) {
        const size_t left = s->waiting - done;
        HR_TRY(hr_astar_expand(a, s->own + done * a->task.words, left < chunk ? left : chunk, error));
    }
    s->waiting = 0;
    return HR_OK;
}

/// Expand the states in the words `received[0..n)`, which other ranks have sent.
static hr_status expand_received(hr_astar *a, const hr_item *received, size_t n, hr_error *error) {
    const size_t most = a->task.chunk * a->task.words;
    for (size_t done = 0; done < n && is_open(a); done += most) {
        hr_state states[HR_CHUNK_WORDS];
        const size_t size = n - done < most ? n - done : most;
        memcpy(states, received + done, size * sizeof *states);
        HR_TRY(hr_astar_expand(a, states, size / a->task.words, error));
    }
    return HR_OK;
}

/// Collective. End a round of the exchange. While it is in flight expand this rank's own states, and those that the round before it
/// has brought.
static hr_status turn(hr_astar *a, hr_exchange_state mine, hr_error *error) {
    hr_astar_sending *s = &a->sending;
    const hr_item *received = NULL;
    size_t n = 0;
    HR_TRY(hr_exchange_turn(s->dealing.exchange, mine, &received, &n, &s->everyone, error));
    HR_TRY(expand_waiting(a, error));
    HR_TRY(expand_received(a, received, n, error));
    s->room = hr_exchange_room(s->dealing.exchange);
    return HR_OK;
}

/// Local, but may end rounds of the exchange. Deal out `states[0..n)`, n ≤ s->group.
static hr_status send_group(hr_astar *a, hr_state *states, size_t n, hr_error *error) {
    hr_astar_sending *s = &a->sending;
    const size_t words = a->task.words;
    if (s->room < n * words) {
        s->room = hr_exchange_room(s->dealing.exchange);
    }
    while (s->room < n * words && is_open(a)) {
        HR_TRY(turn(a, HR_EXCHANGE_MORE, error));
    }
    if ((s->waiting + n) * words > OWN_WORDS) {
        HR_TRY(expand_waiting(a, error));
    }
    if (is_open(a)) {
        s->room -= n * words; // a lower bound of the room; hr_exchange_room gives the exact one once it is used up
        hr_state *own = NULL;
        const size_t count = hr_deal_out(&s->dealing, states, n, &own);
        memcpy(s->own + s->waiting * words, own, count * words * sizeof *own);
        s->waiting += count;
    }
    return HR_OK;
}

hr_status hr_astar_send(hr_astar *a, hr_state *states, size_t n, hr_error *error) {
    const size_t group = a->sending.group;
    for (size_t done = 0; done < n && is_open(a); done += group) {
        HR_TRY(send_group(a, states + done * a->task.words, n - done < group ? n - done : group, error));
    }
    return HR_OK;
}

hr_status hr_astar_end_round(hr_astar *a, hr_error *error) {
    if (a->task.ranks == 1) {
        return HR_OK;
    }
    const hr_exchange_state *everyone = &a->sending.everyone;
    while (*everyone == HR_EXCHANGE_MORE || *everyone == HR_EXCHANGE_ENOUGH) {
        HR_TRY(turn(a,
                    a->bucket.trouble == HR_INTERNAL ? HR_EXCHANGE_FAILED
                    : hr_astar_rests(a)              ? HR_EXCHANGE_ENOUGH
                                                     : HR_EXCHANGE_DONE,
                    error));
    }
    if (*everyone == HR_EXCHANGE_DONE) {
        const hr_item *received = NULL;
        size_t n = 0;
        HR_TRY(hr_exchange_finish(a->sending.dealing.exchange, &received, &n, error));
        HR_TRY(expand_received(a, received, n, error));
    }
    return HR_OK;
}
