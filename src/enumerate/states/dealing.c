// SPDX-License-Identifier: MIT
#include "enumerate/states/dealing.h"

#include "core/hash.h"

/// Put the states into the slots of their owners. This rank's own states are not sent: they stay in this rank's slot, which counts
/// as empty.
static size_t fill_outbox(const hr_dealing *d, hr_outbox *outbox, const hr_state *states, size_t n) {
    uint64_t *hashes = d->hashes;
    size_t own = 0;
    for (size_t i = 0; i < n; i++) { // no branch on the owner, because no processor can predict it
        const uint64_t hash = hashes[i];
        const uint32_t owner = hr_hash_owner(hash, d->ranks);
        outbox->items[owner * outbox->capacity + outbox->fill[owner]++] = states[i];
        hashes[own] = hash;
        own += owner == d->rank;
    }
    outbox->fill[d->rank] = 0;
    return own;
}

/// Put the states into the log. This rank's own states move to the front of `states`.
static size_t fill_log(const hr_dealing *d, hr_item_log *log, hr_state *states, size_t n) {
    uint64_t *hashes = d->hashes;
    size_t own = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t hash = hashes[i];
        const hr_state state = states[i];
        const uint32_t owner = hr_hash_owner(hash, d->ranks);
        const bool mine = owner == d->rank;
        log->items[log->n] = state;
        log->owners[log->n] = owner;
        log->n += !mine;
        hashes[own] = hash;
        states[own] = state;
        own += mine;
    }
    return own;
}

size_t hr_deal_out(const hr_dealing *dealing, hr_state *states, size_t n, hr_state **own) {
    hr_hash_states(states, n, dealing->key_mask, dealing->hashes);
    hr_outbox *outbox = hr_exchange_outbox(dealing->exchange);
    if (outbox == NULL) {
        *own = states;
        return fill_log(dealing, hr_exchange_log(dealing->exchange), states, n);
    }
    *own = outbox->items + dealing->rank * outbox->capacity;
    return fill_outbox(dealing, outbox, states, n);
}
