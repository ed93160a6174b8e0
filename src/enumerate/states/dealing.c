// SPDX-License-Identifier: MIT
#include "enumerate/states/dealing.h"

#include <string.h>

#include "core/hash.h"

/// Put the states into the slots of their owners. This rank's own states are not sent: they stay in this rank's slot, which counts
/// as empty.
HR_INLINE size_t fill_outbox(const hr_dealing *d, hr_outbox *outbox, const hr_state *states, size_t n, size_t words) {
    uint64_t *hashes = d->hashes;
    size_t own = 0;
    for (size_t i = 0; i < n; i++) { // no branch on the owner, because no processor can predict it
        const uint64_t hash = hashes[i];
        const uint32_t owner = hr_hash_owner(hash, d->ranks);
        memcpy(outbox->items + owner * outbox->capacity + outbox->fill[owner], states + i * words, words * sizeof *states);
        outbox->fill[owner] += (uint32_t)words;
        hashes[own] = hash;
        own += owner == d->rank;
    }
    outbox->fill[d->rank] = 0;
    return own;
}

/// Put the states into the log. This rank's own states move to the front of `states`.
HR_INLINE size_t fill_log(const hr_dealing *d, hr_item_log *log, hr_state *states, size_t n, size_t words) {
    uint64_t *hashes = d->hashes;
    size_t own = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t hash = hashes[i];
        const uint32_t owner = hr_hash_owner(hash, d->ranks);
        const bool mine = owner == d->rank;
        memcpy(log->items + log->n, states + i * words, words * sizeof *states);
        for (size_t k = 0; k < words; k++) {
            log->owners[log->n + k] = owner;
        }
        log->n += mine ? 0 : words;
        hashes[own] = hash;
        hr_words_copy(states + own * words, states + i * words, words);
        own += mine;
    }
    return own;
}

size_t hr_deal_out(const hr_dealing *dealing, hr_state *states, size_t n, hr_state **own) {
    hr_hash_words(states, dealing->words, n, dealing->key_mask, dealing->hashes);
    hr_outbox *outbox = hr_exchange_outbox(dealing->exchange);
    if (outbox == NULL) {
        *own = states;
        return HR_FOR_WORDS(dealing->words, fill_log, dealing, hr_exchange_log(dealing->exchange), states, n);
    }
    *own = outbox->items + dealing->rank * outbox->capacity;
    return HR_FOR_WORDS(dealing->words, fill_outbox, dealing, outbox, states, n);
}
