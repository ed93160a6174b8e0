// SPDX-License-Identifier: MIT
// The words that cross into parts, where ranks cannot read them in place: from memory, from files, and from other ranks.
//
// In round r of a pass every rank updates its r-th part. Every rank can compute which runs of words the part of any other rank
// needs from other parts. What crosses does not change during a pass. So the owner of a run sends it straight from its plane, and
// the receiver puts it into a staging buffer, in the order of the target. The runs of round r + 1 travel while round r is computed.
// Both sides know from the summary, which all ranks share after each layer, which runs travel. A rank looks only at the parts that
// its own words cross into (partners.h).

#include "enumerate/bits/trade.h"

#include <string.h>

#include "core/inline.h"
#include "core/try.h"

/// The runs that are moved.
typedef struct trade {
    hr_bits_search *search;
    unsigned what;          ///< what is made in the pass, for the rule
    hr_bits_buffer *buffer; ///< has the staging for the runs into this rank's own part
    int wave;               ///< without a disk: the wave of messages that the round uses
} trade;

/// The words that the run brings; NULL if this rank cannot read them.
HR_INLINE const uint64_t *words_of(const hr_bits_search *s, const hr_bits_crossing *run) {
    const uint64_t *words = hr_bits_words(&s->parts, run->from, run->plane);
    return words != NULL ? words + run->word : NULL;
}

/// The transfer that brings the run; its `memory` is still to be set.
HR_INLINE hr_transfer transfer_of(const hr_bits_search *s, const hr_bits_crossing *run) {
    hr_transfer transfer = {.kind = HR_TRANSFER_FILL, .words = run->words, .word = run->fill};
    const uint64_t *visible = words_of(s, run);
    if (!run->changed) {
        return transfer;
    }
    if (visible != NULL) {
        transfer.kind = HR_TRANSFER_COPY;
        transfer.source = visible;
    } else {
        transfer.kind = HR_TRANSFER_READ;
        transfer.place = hr_bits_disk_place(s->disk, run->from, run->file_plane);
        transfer.place.offset += run->word * sizeof(uint64_t);
    }
    return transfer;
}

/// Bring a run to its place in this rank's part from memory, or begin to receive it.
static hr_status take_from_memory(const trade *t, const hr_bits_crossing *run, int owner, hr_error *error) {
    uint64_t *to = t->buffer->staging.words + run->at;
    const uint64_t *visible = words_of(t->search, run);
    if (!run->travels) {
        for (uint64_t i = 0; i < run->words; i++) {
            to[i] = run->fill;
        }
        return HR_OK;
    }
    if (visible != NULL) {
        memcpy(to, visible, run->words * sizeof *to);
        return HR_OK;
    }
    return hr_bulk_receive(t->search->bulk, t->wave, owner, to, run->words, error);
}

/// Begin to bring a run to its place in this rank's part from a disk, or to receive it.
static hr_status take_from_disk(const trade *t, const hr_bits_crossing *run, int owner, hr_error *error) {
    const hr_bits_disk *disk = t->search->disk;
    uint64_t *to = t->buffer->staging.words + run->at;
    if (run->travels && !hr_nodes_sees(&disk->nodes, owner)) {
        return hr_courier_receive(disk->courier, owner, to, run->words, error);
    }
    hr_transfer transfer = transfer_of(t->search, run);
    transfer.memory = to;
    hr_transfers_submit(disk->transfers, &t->buffer->loading, &transfer);
    return HR_OK;
}

/// Bring a run to its place in this rank's part, or begin to do so.
static hr_status take_run(void *context, const hr_bits_crossing *run, hr_error *error) {
    const trade *t = context;
    hr_bits_search *s = t->search;
    const int owner = (int)s->parts.deal.owner[run->from];
    if (run->changed) {
        t->buffer->staging.arrived |= UINT32_C(1) << run->way;
        s->layer.sent += owner != s->parts.deal.rank ? run->words * sizeof(uint64_t) : 0;
    }
    return s->disk != NULL ? take_from_disk(t, run, owner, error) : take_from_memory(t, run, owner, error);
}

/// Send a run to the owner of its part, unless another rank owns it or it does not travel.
static hr_status give_run(void *context, const hr_bits_crossing *run, hr_error *error) {
    const trade *t = context;
    const hr_bits_search *s = t->search;
    const int to = (int)s->parts.deal.owner[run->part];
    if (!run->travels || !hr_bits_is_own(&s->parts.deal, run->from)) {
        return HR_OK;
    }
    if (s->disk == NULL) {
        return hr_bulk_send(s->bulk, t->wave, to, words_of(s, run), run->words, error);
    }
    const hr_transfer transfer = transfer_of(s, run);
    return hr_courier_give(s->disk->courier, to, &transfer, error);
}

/// Move the runs that cross into `part`, in an order that is the same on every rank.
static hr_status move_part(void *context, uint64_t part, uint32_t ways, hr_error *error) {
    trade *t = context;
    const bool own = hr_bits_is_own(&t->search->parts.deal, part);
    const hr_bits_visit visit = {.what = t->what, .part = part, .ways = ways, .call = own ? take_run : give_run, .context = t};
    return t->search->rule->visit_runs(t->search, &visit, error);
}

bool hr_bits_sends(const hr_bits_search *s) { return s->disk != NULL ? s->disk->nodes.apart : s->bulk != NULL; }

hr_status hr_bits_trade(hr_bits_search *s, unsigned what, uint64_t round, hr_error *error) {
    const hr_bits_deal *deal = &s->parts.deal;
    hr_bits_buffer *buffer = hr_bits_buffer_of(s, round);
    trade t = {.search = s, .what = what, .buffer = buffer, .wave = (int)(round % HR_BULK_WAVES)};
    if (s->summary == NULL || round >= deal->slots_max) {
        return HR_OK;
    }
    buffer->staging.arrived = 0;
    if (!hr_bits_sends(s)) {
        return round < deal->slots ? move_part(&t, hr_bits_own_part(deal, round), UINT32_MAX, error) : HR_OK;
    }
    HR_TRY(hr_bits_partners_visit(deal, &s->partners, round, move_part, &t, error));
    return s->disk != NULL ? hr_courier_end(s->disk->courier, error) : HR_OK;
}

hr_status hr_bits_arrive(hr_bits_search *s, uint64_t round, hr_error *error) {
    return s->disk == NULL && s->bulk != NULL ? hr_bulk_wait(s->bulk, (int)(round % HR_BULK_WAVES), error) : HR_OK;
}
