// SPDX-License-Identifier: MIT
// Which segments of parts are read and written, and what the passes over a rank's parts do.

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/segments.h"
#include "enumerate/bits/slide/scratch.h"

enum {
    POLL_BLOCKS = 512,
    POLL_MESSAGES = 64 ///< blocks between two looks at the messages: about a millisecond
};

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

/// Begin to bring this rank's part number `slot` into the buffer, unless nothing changes in it.
static void load_part(const hr_bits_pass *pass, uint64_t slot, hr_bits_buffer *buffer) {
    const hr_slide_engine *e = (const hr_slide_engine *)pass->search;
    buffer->skipped = hr_slide_rests(e, hr_bits_own_part(&pass->search->parts.deal, slot), pass->search->lists.listing);
    if (!buffer->skipped) {
        load_planes(e, &(loading){buffer, pass->what}, slot, pass->what == HR_SLIDE_MAKE_ROWS && pass->search->lists.listing);
    }
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

/// Make columns, or `rows`, of this rank's part number `slot`. Before, the share `begin` of the layer is made. The rank leaves the
/// layer if there is a reason to stop, but not while rows take the place of those of the complete layer. MPI goes on with the
/// messages meanwhile.
static hr_status each_block(hr_slide_engine *e, uint64_t slot, bool rows, double begin, hr_error *error) {
    hr_bits_search *s = &e->search;
    const uint64_t blocks = s->parts.shape.part_blocks;
    const double share = 0.5 / ((double)s->parts.deal.slots * (double)blocks);
    const bool leaves = !rows || s->disk != NULL;
    for (uint64_t block = 0; block < blocks && !s->layer.left; block++) {
        if ((s->disk != NULL ? block : slot * blocks + block) % POLL_BLOCKS == 0) { // a part on a disk takes a while
            s->layer.left = leaves && hr_run_watch_stops(&s->watch);
            hr_bits_report(s, begin + share * (double)block, false);
        }
        if (block % POLL_MESSAGES == 0 && s->bulk != NULL) {
            HR_TRY(hr_bulk_poll(s->bulk, error));
        }
        if (!s->layer.left) {
            (rows ? hr_slide_update_rows : hr_slide_update_columns)(e, slot, block);
        }
    }
    return HR_OK;
}

/// Make columns, rows or both of this rank's part number `slot`.
static hr_status make_part(hr_slide_engine *e, uint64_t slot, unsigned what, hr_error *error) {
    const bool columns = (what & HR_SLIDE_MAKE_COLUMNS) != 0;
    const bool rows = (what & HR_SLIDE_MAKE_ROWS) != 0;
    const double slots = (double)e->search.parts.deal.slots;
    const double begin = (columns && rows ? 1.0 : 0.5) * (double)slot / slots;
    HR_TRY(columns ? each_block(e, slot, false, begin, error) : HR_OK);
    if (!rows || e->search.layer.left) {
        return HR_OK;
    }
    if (hr_slide_is_staged(e)) {
        hr_slide_note_part(e, slot);
    }
    return each_block(e, slot, true, begin + (columns ? 0.5 / slots : 0.5), error);
}

/// Update a part that is in memory, and with a disk begin to write what has been made.
static hr_status update_loaded(const hr_bits_pass *pass, uint64_t slot, hr_bits_buffer *buffer, hr_error *error) {
    hr_slide_engine *e = (hr_slide_engine *)pass->search;
    if (buffer->skipped) {
        forget_marks(e, slot);
        return HR_OK;
    }
    e->crossed = buffer->staging.words;
    const hr_status status = make_part(e, slot, pass->what, error);
    e->crossed = NULL;
    if (e->search.disk != NULL && status == HR_OK && !e->search.layer.left) {
        store(e, slot, buffer, pass->what);
    }
    return status;
}

hr_status hr_slide_pass(hr_slide_engine *e, unsigned what, hr_error *error) {
    const hr_bits_pass pass = {.search = &e->search, .what = what, .load = load_part, .work = update_loaded};
    return hr_bits_pass_together(&pass, error);
}
