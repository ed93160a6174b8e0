// SPDX-License-Identifier: MIT
// Reading the scratch files of a checkpoint (scratch.h).

#include "core/try.h"
#include "enumerate/bits/kept.h"
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

/// Local. Read all parts of this rank from the files.
static hr_status read_parts(hr_slide_engine *e, hr_error *error) {
    hr_slide_difference difference = {.any = false};
    for (uint64_t slot = 0; slot < e->search.parts.deal.slots; slot++) {
        HR_TRY(hr_slide_survey_part(e, slot, &difference, error));
    }
    return difference.any ? hr_spool_damaged(e->search.disk->spool, difference.file, error) : HR_OK;
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
