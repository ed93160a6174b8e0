// SPDX-License-Identifier: MIT
// Which segments of parts are read and written, and what the passes over a rank's parts do.

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/segments.h"
#include "enumerate/bits/slide/scratch.h"
#include "enumerate/bits/trade.h"

/// Did some block of the segment's row or column change in the layer whose columns are in `buffer`?
static bool is_changed(const hr_slide_engine *e, const hr_bits_segment *segment, int buffer) {
    const int bit = hr_slide_bit(e, segment->plane);
    const int of = bit < HR_SLIDE_BUFFER_BITS ? HR_SLIDE_OF_ROWS : HR_SLIDE_OF_COLUMNS;
    return hr_bits_segment_changed(&e->search, segment, of, HR_SLIDE_BUFFER_BITS * buffer + bit % HR_SLIDE_BUFFER_BITS);
}

/// Are all lines of the segment reached in the complete layer? In the second of two passes parts->full also tells of columns of the
/// next layer.
static bool is_full(const hr_slide_engine *e, const hr_bits_segment *segment, unsigned what) {
    const int bit = hr_slide_bit(e, segment->plane);
    const bool second = what == HR_SLIDE_MAKE_ROWS && bit >= HR_SLIDE_BUFFER_BITS;
    return hr_bits_segment_is_full(&e->search, segment, bit) && !(second && is_changed(e, segment, 1 - e->buffer));
}

/// What is brought into a buffer.
typedef struct loading {
    hr_bits_buffer *buffer;
    unsigned what; ///< what of the next layer is to be made
} loading;

/// Begin to bring plane `plane` of part number `slot`, for the layer whose columns are in `buffer`, into memory.
static void load_plane(const hr_slide_engine *e, const loading *l, uint64_t slot, int plane, int buffer) {
    const hr_bits_search *s = &e->search;
    const int file_plane = hr_slide_file_plane(e, plane, buffer);
    for (uint64_t number = 0; !hr_bits_is_resident(&s->parts, slot, plane) && number < s->disk->segments; number++) {
        const hr_bits_segment segment = hr_bits_segment_of(s, slot, plane, file_plane, number);
        hr_bits_segment_load(s, &segment, is_full(e, &segment, l->what), l->buffer);
    }
}

/// Begin to bring the lines of the complete layer of part number `slot` into memory, and with `next` the columns of the next layer.
static void load_planes(const hr_slide_engine *e, const loading *l, uint64_t slot, bool next) {
    for (int row = 0; row < e->search.board.height; row++) {
        load_plane(e, l, slot, hr_slide_row(e, row, e->buffer), e->buffer);
    }
    for (int column = 0; column < e->search.board.width; column++) {
        load_plane(e, l, slot, hr_slide_column(e, column, e->buffer), e->buffer);
        if (next) {
            load_plane(e, l, slot, hr_slide_column(e, column, 1 - e->buffer), 1 - e->buffer);
        }
    }
}

/// Begin to bring this rank's part number `slot`, and what crosses into it, into the buffer. If the files are apart, hr_bits_trade
/// has begun to bring what crosses.
static hr_status load_part(const hr_bits_pass *pass, uint64_t slot, hr_bits_buffer *buffer, hr_error *error) {
    hr_slide_engine *e = pass->engine;
    const uint64_t part = hr_bits_own_part(&e->search.parts.deal, slot);
    HR_TRY(hr_transfers_wait(e->search.disk->transfers, &buffer->storing, error));
    buffer->skipped = hr_slide_rests(e, part, e->search.lists.listing);
    if (!buffer->skipped) {
        const bool next = pass->what == HR_SLIDE_MAKE_ROWS && e->search.lists.listing;
        HR_TRY(e->search.disk->nodes.apart ? HR_OK : hr_bits_fetch(&e->search, pass->what, part, buffer, error));
        load_planes(e, &(loading){buffer, pass->what}, slot, next);
    }
    return HR_OK;
}

/// Begin to write plane `plane` of part number `slot`, as the next layer has it, into its file. A plane that stays in memory is
/// written only into the files of a checkpoint. Segments that the file has already are left out. If the file has one place for the
/// plane, it holds the complete layer, and lacks what the next layer changed. If it has two, the place for the next layer holds the
/// layer before the complete one, and lacks what both layers changed.
static void store_plane(const hr_slide_engine *e, uint64_t slot, int plane, hr_bits_buffer *buffer) {
    const int file_plane = hr_slide_file_plane(e, plane, 1 - e->buffer);
    const bool in_place = e->search.disk->number == 0 && plane >= e->doubled && plane < e->search.board.height;
    for (uint64_t number = 0; number < e->search.disk->segments; number++) {
        const hr_bits_segment segment = hr_bits_segment_of(&e->search, slot, plane, file_plane, number);
        if (is_changed(e, &segment, 1 - e->buffer) || (!in_place && is_changed(e, &segment, e->buffer))) {
            hr_bits_segment_store(&e->search, &segment, buffer);
        }
    }
}

/// Begin to write what has been made of part number `slot`, which is attached to the buffer.
static void store(const hr_slide_engine *e, uint64_t slot, hr_bits_buffer *buffer, unsigned what) {
    for (int row = 0; row < e->search.board.height && (what & HR_SLIDE_MAKE_ROWS) != 0; row++) {
        store_plane(e, slot, hr_slide_row(e, row, 1 - e->buffer), buffer);
    }
    for (int column = 0; column < e->search.board.width && (what & HR_SLIDE_MAKE_COLUMNS) != 0; column++) {
        store_plane(e, slot, hr_slide_column(e, column, 1 - e->buffer), buffer);
    }
}

/// Nothing changes in part number `slot`: its blocks lose the marks of earlier layers.
static void forget_marks(const hr_slide_engine *e, uint64_t slot) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t part = hr_bits_own_part(&parts->deal, slot);
    memset(hr_bits_changed(parts, part, HR_SLIDE_OF_ROWS), 0, parts->shape.part_blocks * sizeof(uint16_t));
    memset(hr_bits_changed(parts, part, HR_SLIDE_OF_COLUMNS), 0, parts->shape.part_blocks * sizeof(uint16_t));
}

/// Update a part that is in memory, and begin to write what has been made.
static hr_status update_loaded(const hr_bits_pass *pass, uint64_t slot, hr_bits_buffer *buffer, hr_error *error) {
    hr_slide_engine *e = pass->engine;
    const hr_slide_visit *visit = pass->context;
    (void)error;
    if (buffer->skipped) {
        forget_marks(e, slot);
        return HR_OK;
    }
    e->crossed = buffer->staging.words;
    (*visit)(e, slot, pass->what);
    e->crossed = NULL;
    if (!e->search.layer.left) {
        store(e, slot, buffer, pass->what);
    }
    return HR_OK;
}

hr_status hr_slide_pass(hr_slide_engine *e, unsigned what, hr_slide_visit visit, hr_error *error) {
    const hr_bits_pass pass = {.engine = e,
                               .what = what,
                               .context = &visit,
                               .load = load_part,
                               .trade = hr_bits_trade,
                               .work = update_loaded,
                               .left = &e->search.layer.left};
    return hr_bits_pass_together(e->search.disk, &pass, error);
}

hr_status hr_slide_scratch_set(hr_slide_engine *e, uint64_t part, int plane, uint64_t word, unsigned bit, hr_error *error) {
    const uint64_t slot = e->search.parts.deal.slot[part];
    hr_bits_buffer *buffer = hr_bits_disk_buffer(e->search.disk, slot);
    const bool resident = hr_bits_is_resident(&e->search.parts, slot, plane);
    hr_bits_disk_attach(e->search.disk, slot, buffer);
    uint64_t *words = hr_bits_words(&e->search.parts, part, plane);
    if (!resident) {
        memset(words, 0, e->search.parts.shape.stride * sizeof *words);
    }
    words[word] |= UINT64_C(1) << bit;
    const uint64_t number = word / e->search.parts.shape.block_words / e->search.disk->segment_blocks;
    const int file_plane = hr_slide_file_plane(e, plane, e->buffer);
    const hr_bits_segment segment = hr_bits_segment_of(&e->search, slot, plane, file_plane, number);
    hr_bits_segment_store(&e->search, &segment, buffer);
    const hr_status status = hr_bits_disk_settle(e->search.disk, error);
    hr_bits_disk_attach(e->search.disk, slot, NULL);
    return status;
}
