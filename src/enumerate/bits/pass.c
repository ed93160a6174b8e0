// SPDX-License-Identifier: MIT
#include "enumerate/bits/pass.h"

#include "core/try.h"
#include "enumerate/bits/trade.h"

/// Begin to bring what is needed in a round: the words that cross, and with a disk this rank's part.
static hr_status begin_round(const hr_bits_pass *pass, uint64_t round, hr_error *error) {
    hr_bits_search *s = pass->search;
    hr_bits_buffer *buffer = hr_bits_buffer_of(s, round);
    HR_TRY(pass->what != 0 ? hr_bits_trade(s, pass->what, round, error) : HR_OK);
    if (s->disk != NULL && round < s->parts.deal.slots) {
        HR_TRY(hr_transfers_wait(s->disk->transfers, &buffer->storing, error));
        pass->load(pass, round, buffer);
    }
    return HR_OK;
}

/// Wait for what has been begun in a round, and work on this rank's part.
static hr_status end_round(const hr_bits_pass *pass, uint64_t round, hr_error *error) {
    hr_bits_search *s = pass->search;
    hr_bits_buffer *buffer = hr_bits_buffer_of(s, round);
    HR_TRY(pass->what != 0 ? hr_bits_arrive(s, round, error) : HR_OK);
    if (round >= s->parts.deal.slots) {
        return HR_OK;
    }
    HR_TRY(s->disk != NULL ? hr_transfers_wait(s->disk->transfers, &buffer->loading, error) : HR_OK);
    hr_bits_attach(&s->parts, round, buffer);
    const hr_status status = pass->work(pass, round, buffer, error);
    hr_bits_attach(&s->parts, round, NULL);
    return status;
}

/// Collective. Agree on the status, and on leaving the pass.
static hr_status agree_on_round(hr_bits_search *s, hr_status status, hr_error *error) {
    uint64_t left = s->layer.left;
    HR_TRY(hr_comm_agree(s->comm, status, error));
    HR_TRY(hr_comm_max(s->comm, &left, 1, error));
    s->layer.left = left != 0;
    return HR_OK;
}

/// Work on one part after the other, each while the next one is on its way.
static hr_status take_rounds(const hr_bits_pass *pass, hr_error *error) {
    hr_bits_search *s = pass->search;
    const bool sends = pass->what != 0 && hr_bits_sends(s);
    const bool in_step = sends && s->disk != NULL;
    const uint64_t rounds = sends ? s->parts.deal.slots_max : s->parts.deal.slots;
    hr_status status = begin_round(pass, 0, error);
    HR_TRY(in_step ? agree_on_round(s, status, error) : status);
    for (uint64_t round = 0; round < rounds && (!s->layer.left || (sends && !in_step)); round++) {
        status = begin_round(pass, round + 1, error);
        if (status == HR_OK) {
            status = end_round(pass, round, error);
        }
        HR_TRY(in_step ? agree_on_round(s, status, error) : status);
    }
    return HR_OK;
}

hr_status hr_bits_pass_part(const hr_bits_pass *pass, uint64_t slot, hr_error *error) {
    HR_TRY(begin_round(pass, slot, error));
    return end_round(pass, slot, error);
}

hr_status hr_bits_pass_parts(const hr_bits_pass *pass, hr_error *error) {
    const hr_status status = take_rounds(pass, error);
    const hr_status settled = hr_bits_disk_settle(pass->search->disk, error);
    return status != HR_OK ? status : settled;
}

hr_status hr_bits_pass_together(const hr_bits_pass *pass, hr_error *error) {
    const hr_status status = hr_bits_pass_parts(pass, error);
    return pass->search->disk != NULL ? hr_comm_agree(pass->search->comm, status, error) : status; // in memory, MPI alone can fail
}
