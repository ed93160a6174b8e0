// SPDX-License-Identifier: MIT
#include "enumerate/bits/pass.h"

#include "core/try.h"
#include "enumerate/bits/search.h"

/// Begin to bring this rank's part number `slot`, if there is one, into its buffer.
static hr_status load_part(hr_bits_disk *disk, const hr_bits_pass *pass, uint64_t slot, hr_error *error) {
    return slot < disk->search->parts.deal.slots ? pass->load(pass, slot, hr_bits_disk_buffer(disk, slot), error) : HR_OK;
}

/// Work on a part that is on its way to its buffer.
static hr_status work_on_part(hr_bits_disk *disk, const hr_bits_pass *pass, uint64_t slot, hr_error *error) {
    hr_bits_buffer *buffer = hr_bits_disk_buffer(disk, slot);
    HR_TRY(hr_transfers_wait(disk->transfers, &buffer->loading, error));
    hr_bits_disk_attach(disk, slot, buffer);
    const hr_status status = pass->work(pass, slot, buffer, error);
    hr_bits_disk_attach(disk, slot, NULL);
    return status;
}

hr_status hr_bits_pass_part(hr_bits_disk *disk, const hr_bits_pass *pass, uint64_t slot, hr_error *error) {
    HR_TRY(load_part(disk, pass, slot, error));
    return work_on_part(disk, pass, slot, error);
}

static bool has_left(const hr_bits_pass *pass) { return pass->left != NULL && *pass->left; }

/// Work on the parts in turn, each while the next one is read.
static hr_status take_turns(hr_bits_disk *disk, const hr_bits_pass *pass, hr_error *error) {
    HR_TRY(load_part(disk, pass, 0, error));
    for (uint64_t slot = 0; slot < disk->search->parts.deal.slots && !has_left(pass); slot++) {
        HR_TRY(load_part(disk, pass, slot + 1, error));
        HR_TRY(work_on_part(disk, pass, slot, error));
    }
    return HR_OK;
}

/// Trade the runs of a round, and begin to bring this rank's part of the round, if there is one, into its buffer.
static hr_status load_round(hr_bits_disk *disk, const hr_bits_pass *pass, uint64_t round, hr_error *error) {
    if (round >= disk->search->parts.deal.slots_max) {
        return HR_OK;
    }
    HR_TRY(pass->trade(pass, round, hr_bits_disk_buffer(disk, round), error));
    return load_part(disk, pass, round, error);
}

/// Collective. Work on the parts of all ranks in rounds, until some rank has left.
static hr_status take_rounds(hr_bits_disk *disk, const hr_bits_pass *pass, hr_error *error) {
    const hr_comm *comm = disk->search->comm;
    const hr_bits_deal *deal = &disk->search->parts.deal;
    HR_TRY(hr_comm_agree(comm, load_round(disk, pass, 0, error), error));
    for (uint64_t round = 0; round < deal->slots_max && !*pass->left; round++) {
        hr_status status = load_round(disk, pass, round + 1, error);
        if (status == HR_OK && round < deal->slots) {
            status = work_on_part(disk, pass, round, error);
        }
        uint64_t left = *pass->left;
        HR_TRY(hr_comm_agree(comm, status, error));
        HR_TRY(hr_comm_max(comm, &left, 1, error));
        *pass->left = left != 0;
    }
    return HR_OK;
}

hr_status hr_bits_pass_parts(hr_bits_disk *disk, const hr_bits_pass *pass, hr_error *error) {
    const hr_status status = take_turns(disk, pass, error);
    const hr_status settled = hr_bits_disk_settle(disk, error);
    return status != HR_OK ? status : settled;
}

hr_status hr_bits_pass_together(hr_bits_disk *disk, const hr_bits_pass *pass, hr_error *error) {
    const hr_status status = disk->nodes.apart ? take_rounds(disk, pass, error) : take_turns(disk, pass, error);
    const hr_status settled = hr_bits_disk_settle(disk, error);
    return hr_comm_agree(disk->search->comm, status != HR_OK ? status : settled, error);
}
