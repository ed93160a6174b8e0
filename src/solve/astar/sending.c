// SPDX-License-Identifier: MIT
// Sends successors with their bounds to the ranks that own them.

#include <stdlib.h>

#include "core/try.h"
#include "solve/astar/search.h"

enum {
    BATCH_SUCCESSORS = 4096, ///< most successors that are made at a time; they fit into a first-level cache
    GROUP = HR_ASTAR_GROUP,
    GROUP_WORDS = HR_ASTAR_GROUP + 1,
};

static size_t group_length(hr_item head) { return (void)head, (size_t)GROUP_WORDS; }

hr_status hr_astar_begin_sending(hr_astar *a, hr_error *error) {
    hr_astar_sending *s = &a->sending;
    if (a->task.ranks > 1) {
        HR_TRY(hr_exchange_create(a->task.comm, group_length, &s->exchange, error));
    }
    const bool relayed = a->task.ranks > 1 && hr_exchange_outbox(s->exchange) == NULL;
    const size_t most = a->task.domain->max_successors;
    size_t batch = BATCH_SUCCESSORS / most;
    if (a->task.ranks > 1 && !relayed) { // a batch must fit into the outbox, even if one rank owns all of it
        const size_t slot = hr_exchange_outbox(s->exchange)->capacity / GROUP_WORDS * GROUP;
        batch = batch * most <= slot ? batch : slot / most;
    }
    s->batch = batch < 1 ? 1 : batch < HR_CHUNK_STATES ? batch : HR_CHUNK_STATES;
    const size_t room = s->batch * most + 1;
    s->hashes = malloc(room * sizeof *s->hashes);
    s->successors = malloc(room * sizeof *s->successors);
    s->bounds = malloc(room);
    s->count = calloc(a->task.ranks, sizeof *s->count);
    s->begun = relayed ? malloc((size_t)a->task.ranks * GROUP_WORDS * sizeof *s->begun) : NULL;
    const bool ok =
        (s->begun != NULL || !relayed) && s->hashes != NULL && s->successors != NULL && s->bounds != NULL && s->count != NULL;
    return hr_comm_agree(a->task.comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a batch of states"), error);
}

void hr_astar_end_sending(hr_astar *a) {
    hr_astar_sending *s = &a->sending;
    hr_exchange_destroy(&s->exchange);
    free(s->hashes);
    free(s->successors);
    free(s->bounds);
    free(s->count);
    free(s->begun);
}

/// Fill up the group that has `begun` states, none or all of them included, with HR_STATE_NONE.
static void fill_up(uint64_t *group, size_t begun) {
    for (size_t i = begun; i > 0 && i < GROUP; i++) {
        group[1 + i] = HR_STATE_NONE;
    }
}

/// Fill up the begun groups, and tell the outbox what is in it.
static void close_groups(hr_astar *a) {
    hr_astar_sending *s = &a->sending;
    hr_outbox *outbox = hr_exchange_outbox(s->exchange);
    for (uint32_t r = 0; r < a->task.ranks; r++) {
        hr_state *slot = outbox->items + r * outbox->capacity;
        size_t groups = s->count[r] / GROUP;
        const size_t begun = s->count[r] % GROUP;
        fill_up(slot + groups * GROUP_WORDS, begun);
        groups += begun > 0;
        outbox->fill[r] = (uint32_t)(groups * GROUP_WORDS);
        s->count[r] = 0;
    }
}

/// Keep the first `n` states of a group.
static void keep_group(hr_astar *a, const uint64_t *group, size_t n, hr_error *error) {
    hr_astar_keep_all(a, group + 1, (const uint8_t *)group, n, error);
}

/// Keep the states of the groups `items[0..n)`. The last places of a group may hold HR_STATE_NONE.
static void keep_groups(hr_astar *a, const uint64_t *items, size_t n, hr_error *error) {
    for (size_t at = 0; at < n && a->bucket.trouble != HR_INTERNAL; at += GROUP_WORDS) {
        size_t states = GROUP;
        while (states > 0 && items[at + states] == HR_STATE_NONE) {
            states--;
        }
        keep_group(a, items + at, states, error);
    }
}

/// Collective. End a round of the exchange, and keep the states that the round before it has brought.
static hr_status turn(hr_astar *a, hr_exchange_state mine, hr_error *error) {
    hr_astar_sending *s = &a->sending;
    const uint64_t *received = NULL;
    size_t n = 0;
    if (s->begun == NULL) {
        close_groups(a);
    }
    HR_TRY(hr_exchange_turn(s->exchange, mine, &received, &n, &s->everyone, error));
    if (a->bucket.trouble != HR_INTERNAL && s->everyone != HR_EXCHANGE_FAILED) {
        keep_groups(a, received, n, error);
    }
    s->room = hr_exchange_capacity(s->exchange) / GROUP_WORDS * GROUP;
    return HR_OK;
}

/// Returns the number of states that still fit into the fullest slot of the outbox.
static size_t room_left(const hr_astar *a) {
    const hr_astar_sending *s = &a->sending;
    uint32_t fullest = 0;
    for (uint32_t r = 0; r < a->task.ranks; r++) {
        fullest = s->count[r] > fullest ? s->count[r] : fullest;
    }
    return hr_exchange_outbox(s->exchange)->capacity / GROUP_WORDS * GROUP - fullest;
}

/// Put a state into a group, at place `i`.
static inline void put_into(uint64_t *group, uint32_t i, hr_state state, uint8_t bound) {
    ((uint8_t *)group)[i] = bound;
    group[1 + i] = state;
}

/// Put a state into the outbox.
static inline void put(hr_outbox *outbox, uint32_t *count, uint32_t owner, hr_state state, uint8_t bound) {
    const uint32_t place = count[owner]++;
    put_into(outbox->items + owner * outbox->capacity + (size_t)(place / GROUP) * GROUP_WORDS, place % GROUP, state, bound);
}

/// Can this rank send more? It cannot if it lacks memory, or if the last round says that another rank has failed.
static bool is_open(const hr_astar *a) { return a->bucket.trouble != HR_INTERNAL && a->sending.everyone != HR_EXCHANGE_FAILED; }

/// Local, but may end rounds of the exchange. Put the begun group of `owner` into the log of a relayed exchange.
static hr_status post(hr_astar *a, uint32_t owner, hr_error *error) {
    hr_astar_sending *s = &a->sending;
    uint64_t *group = s->begun + (size_t)owner * GROUP_WORDS;
    while (hr_exchange_room(s->exchange) < GROUP_WORDS) {
        HR_TRY(turn(a, HR_EXCHANGE_MORE, error));
        if (!is_open(a)) {
            return HR_OK;
        }
    }
    fill_up(group, s->count[owner]);
    hr_exchange_put(s->exchange, owner, group, GROUP_WORDS);
    s->count[owner] = 0;
    return HR_OK;
}

/// Local, but may end rounds of the exchange. Send the first `n` successors through a relayed exchange, whose groups are filled
/// over many batches.
static hr_status send_relayed(hr_astar *a, size_t n, hr_error *error) {
    hr_astar_sending *s = &a->sending;
    hr_hash_states(s->successors, n, a->task.domain->key_mask, s->hashes);
    for (size_t i = 0; i < n && is_open(a); i++) {
        const uint32_t owner = hr_hash_owner(s->hashes[i], a->task.ranks);
        if (s->bounds[i] == HR_ASTAR_DEAD) {
            continue;
        }
        if (owner == a->task.rank) {
            hr_astar_keep(a, s->successors[i], s->bounds[i], error);
            continue;
        }
        put_into(s->begun + (size_t)owner * GROUP_WORDS, s->count[owner], s->successors[i], s->bounds[i]);
        HR_TRY(++s->count[owner] == GROUP ? post(a, owner, error) : HR_OK);
    }
    return HR_OK;
}

/// Local, but may end rounds of the exchange. Send the begun groups of a relayed exchange.
static hr_status send_begun(hr_astar *a, hr_error *error) {
    for (uint32_t r = 0; a->sending.begun != NULL && r < a->task.ranks && is_open(a); r++) {
        HR_TRY(a->sending.count[r] > 0 ? post(a, r, error) : HR_OK);
    }
    return HR_OK;
}

/// Keep the states of this rank's slot, and empty it.
static void keep_own(hr_astar *a, const hr_outbox *outbox, hr_error *error) {
    const uint64_t *items = outbox->items + a->task.rank * outbox->capacity;
    const size_t n = a->sending.count[a->task.rank];
    for (size_t i = 0; i < n && a->bucket.trouble != HR_INTERNAL; i += GROUP) {
        keep_group(a, items + i / GROUP * GROUP_WORDS, n - i < GROUP ? n - i : GROUP, error);
    }
    a->sending.count[a->task.rank] = 0;
}

hr_status hr_astar_send(hr_astar *a, size_t n, hr_error *error) {
    hr_astar_sending *s = &a->sending;
    if (a->task.ranks == 1) {
        hr_astar_keep_all(a, s->successors, s->bounds, n, error);
        return HR_OK;
    }
    if (s->begun != NULL) {
        return send_relayed(a, n, error);
    }
    if (s->room < n) {
        s->room = room_left(a);
    }
    if (s->room < n) {
        HR_TRY(turn(a, HR_EXCHANGE_MORE, error));
        if (a->bucket.trouble == HR_INTERNAL || s->everyone == HR_EXCHANGE_FAILED) {
            return HR_OK;
        }
    }
    s->room -= n; // a lower bound of the room
    hr_outbox *outbox = hr_exchange_outbox(s->exchange);
    hr_hash_states(s->successors, n, a->task.domain->key_mask, s->hashes);
    for (size_t i = 0; i < n; i++) { // no branch on the owner, because no processor can predict it
        if (s->bounds[i] != HR_ASTAR_DEAD) {
            put(outbox, s->count, hr_hash_owner(s->hashes[i], a->task.ranks), s->successors[i], s->bounds[i]);
        }
    }
    keep_own(a, outbox, error);
    return HR_OK;
}

hr_status hr_astar_end_round(hr_astar *a, hr_error *error) {
    if (a->task.ranks == 1) {
        return HR_OK;
    }
    const hr_exchange_state *everyone = &a->sending.everyone;
    HR_TRY(send_begun(a, error));
    while (*everyone == HR_EXCHANGE_MORE || *everyone == HR_EXCHANGE_ENOUGH) {
        const bool rests = a->bucket.trouble != HR_OK || a->saving.due;
        HR_TRY(turn(a,
                    a->bucket.trouble == HR_INTERNAL ? HR_EXCHANGE_FAILED
                    : rests                          ? HR_EXCHANGE_ENOUGH
                                                     : HR_EXCHANGE_DONE,
                    error));
    }
    if (*everyone == HR_EXCHANGE_DONE) {
        const uint64_t *received = NULL;
        size_t n = 0;
        HR_TRY(hr_exchange_finish(a->sending.exchange, &received, &n, error));
        keep_groups(a, received, n, error);
    }
    return HR_OK;
}
