// SPDX-License-Identifier: MIT
// Reading the scratch files of a checkpoint (scratch.h).

#include "core/try.h"
#include "enumerate/bits/kept.h"
#include "enumerate/bits/segments.h"
#include "enumerate/bits/slide/scratch.h"

/// Local. All lines are reached and all states counted: the files may have been removed, and nothing is read from them any more.
static void fill_parts(hr_slide_engine *e) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t rows = parts->deal.slots * parts->shape.part_blocks * (uint64_t)e->search.board.height;
    const uint32_t whole = (uint32_t)(parts->shape.block_words * HR_BITS_WORD_STATES) * (uint32_t)e->search.board.width;
    hr_bits_fill_planes(&e->search);
    for (uint64_t i = 0; i < rows; i++) {
        e->within[i] = whole;
    }
    e->reached = rows * whole;
}

/// Local. Bring plane `plane`, which is kept as number `number`, of this rank's part number `slot` to memory, and mark which of its
/// blocks are full. HR_FILE: a disk fails, or the plane has another checksum than the checkpoint says.
static hr_status read_plane(hr_slide_engine *e, uint64_t slot, int number, hr_bits_buffer *buffer, hr_error *error) {
    hr_bits_search *s = &e->search;
    const int plane = hr_slide_kept_plane(e, number);
    const int file_plane = hr_slide_file_plane(e, plane, e->buffer);
    const uint64_t kept = s->disk->kept[slot * (uint64_t)hr_slide_kept_planes(e) + (uint64_t)number];
    hr_bits_read_plane(s, slot, plane, file_plane, &buffer->loading);
    HR_TRY(hr_transfers_wait(s->disk->transfers, &buffer->loading, error));
    hr_bits_mark_full(&s->parts, slot, plane, 1U << hr_slide_bit(e, plane));
    if (hr_bits_survey_plane(s, slot, plane, file_plane, kept)) {
        return HR_OK;
    }
    const uint64_t part = hr_bits_own_part(&s->parts.deal, slot);
    return hr_spool_damaged(s->disk->spool, hr_bits_disk_place(s->disk, part, plane).file, error);
}

/// Local. Bring all lines of the complete layer of this rank's parts to memory, one part after the other, and mark all blocks as
/// changed. The planes that are kept in memory stay there. Errors as for read_plane.
static hr_status read_parts(hr_slide_engine *e, hr_error *error) {
    hr_bits_search *s = &e->search;
    hr_status status = HR_OK;
    for (uint64_t slot = 0; slot < s->parts.deal.slots && status == HR_OK; slot++) {
        hr_bits_buffer *buffer = hr_bits_buffer_of(s, slot);
        hr_bits_attach(&s->parts, slot, buffer);
        hr_bits_mark_changed(&s->parts, slot);
        for (int number = 0; number < hr_slide_kept_planes(e) && status == HR_OK; number++) {
            status = read_plane(e, slot, number, buffer, error);
        }
        hr_bits_attach(&s->parts, slot, NULL);
    }
    return status;
}

hr_status hr_slide_take_files(hr_slide_engine *e, hr_checkpoint_reader *reader, hr_error *error) {
    if (hr_bits_is_whole(&e->search)) {
        fill_parts(e);
        return hr_bits_share_summary(&e->search, error); // no rank asks for lines
    }
    e->buffer =
        (int)((e->search.result->layer_count - 1) % HR_SLIDE_BUFFERS); // each layer behind the first one goes to the other buffer
    HR_TRY(hr_bits_take_files(&e->search, reader, error));
    HR_TRY(hr_comm_agree(e->search.comm, read_parts(e, error), error));
    return hr_bits_share_summary(&e->search, error);
}
