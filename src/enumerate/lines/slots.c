// SPDX-License-Identifier: MIT
// Parts between disk and memory: which segments are read and written, and the passes over a rank's parts.

#include <assert.h>
#include <string.h>

#include "core/hash.h"
#include "core/try.h"
#include "enumerate/lines/scratch.h"

/// Does this rank keep plane `plane` of its part number `slot` in memory?
static bool is_resident(const hr_planes_parts *parts, uint64_t slot, int plane) {
    return slot < parts->shape.resident[parts->shape.kind[plane]];
}

/// A segment of a plane of one of this rank's parts.
typedef struct segment {
    uint64_t slot;
    int plane;
    int buffer;      ///< the buffer of the columns of the layer that the lines belong to
    uint64_t number; ///< the segment's number within the plane
    uint64_t block;  ///< its first block within the part
    uint64_t blocks;
} segment;

static segment segment_of(const hr_lines_engine *e, uint64_t slot, int plane, int buffer, uint64_t number) {
    const uint64_t block = number * e->scratch->segment_blocks;
    const uint64_t left = e->parts.shape.part_blocks - block;
    return (segment){slot, plane, buffer, number, block, left < e->scratch->segment_blocks ? left : e->scratch->segment_blocks};
}

/// The segment's number among all segments of this rank in the files.
static uint64_t place_of(const hr_lines_engine *e, const segment *s) {
    const uint64_t plane = s->slot * (uint64_t)e->scratch->planes + (uint64_t)hr_lines_file_plane(e, s->plane, s->buffer);
    return plane * e->scratch->segments + s->number;
}

/// The words of this rank's part number `slot` in plane `plane`, which are in memory.
static uint64_t *words_of(const hr_lines_engine *e, uint64_t slot, int plane) {
    return hr_planes_words(&e->parts, hr_planes_own_part(&e->parts.deal, slot), plane);
}

/// The transfer of the segment between its file and `plane`, the words of the whole plane in memory. A plane's last segment takes
/// the unused words up to the next page with it.
static hr_transfer transfer_of(const hr_lines_engine *e, const segment *s, hr_transfer_kind kind, uint64_t *plane) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t first = s->block * parts->shape.block_words;
    const bool last = s->block + s->blocks == parts->shape.part_blocks;
    const uint64_t part = hr_planes_own_part(&parts->deal, s->slot);
    hr_spool_place place = hr_lines_scratch_place(e, part, hr_lines_file_plane(e, s->plane, s->buffer));
    place.offset += first * sizeof(uint64_t);
    return (hr_transfer){.kind = kind,
                         .place = place,
                         .memory = plane + first,
                         .words = last ? parts->shape.stride - first : s->blocks * parts->shape.block_words};
}

static void submit(const hr_lines_engine *e, hr_transfer_group *group, const hr_transfer *transfer) {
    hr_transfers_submit(e->scratch->transfers, group, transfer);
}

/// Did some block of the segment's row or column change in the layer whose columns are in `buffer`?
static bool is_changed(const hr_lines_engine *e, const segment *s, int buffer) {
    const hr_planes_parts *parts = &e->parts;
    const int bit = hr_lines_bit(e, s->plane);
    const int of = bit < HR_LINES_BUFFER_BITS ? HR_LINES_OF_ROWS : HR_LINES_OF_COLUMNS;
    const uint16_t *marks = hr_planes_changed(parts, hr_planes_own_part(&parts->deal, s->slot), of) + s->block;
    unsigned any = 0;
    for (uint64_t i = 0; i < s->blocks; i++) {
        any |= marks[i];
    }
    return (any >> (HR_LINES_BUFFER_BITS * buffer + bit % HR_LINES_BUFFER_BITS) & 1U) != 0;
}

/// Are all lines of the segment reached in the complete layer? In the second of two passes parts->full also tells of columns of the
/// next layer.
static bool is_full(const hr_lines_engine *e, const segment *s, unsigned what) {
    const uint16_t *full = e->parts.full + s->slot * e->parts.shape.part_blocks + s->block;
    const int bit = hr_lines_bit(e, s->plane);
    unsigned all = UINT16_MAX;
    for (uint64_t i = 0; i < s->blocks; i++) {
        all &= full[i];
    }
    const bool second = what == HR_LINES_MAKE_ROWS && bit >= HR_LINES_BUFFER_BITS;
    return (all >> bit & 1U) != 0 && !(second && is_changed(e, s, 1 - e->buffer));
}

/// What is brought into a buffer.
typedef struct loading {
    hr_lines_buffer *buffer;
    unsigned what; ///< what of the next layer is to be made
} loading;

/// Begin to bring plane `plane` of part number `slot`, for the layer whose columns are in `buffer`, into memory.
static void load_plane(const hr_lines_engine *e, const loading *l, uint64_t slot, int plane, int buffer) {
    uint64_t *words = l->buffer->planes[e->parts.shape.kind[plane]] + e->parts.shape.offset[plane];
    for (uint64_t number = 0; !is_resident(&e->parts, slot, plane) && number < e->scratch->segments; number++) {
        const segment s = segment_of(e, slot, plane, buffer, number);
        const bool full = is_full(e, &s, l->what);
        const bool kept = !full && e->scratch->touched[place_of(e, &s)] != 0;
        hr_transfer transfer = transfer_of(e, &s, kept ? HR_TRANSFER_READ : HR_TRANSFER_FILL, words);
        transfer.word = full ? HR_PLANES_WORD_FULL : 0;
        submit(e, &l->buffer->loading, &transfer);
    }
}

/// Begin to bring the lines of the complete layer of part number `slot` into memory, and with `next` the columns of the next layer.
static void load_planes(const hr_lines_engine *e, const loading *l, uint64_t slot, bool next) {
    for (int row = 0; row < e->shape.board.height; row++) {
        load_plane(e, l, slot, hr_lines_row(e, row, e->buffer), e->buffer);
    }
    for (int column = 0; column < e->shape.board.width; column++) {
        load_plane(e, l, slot, hr_lines_column(e, column, e->buffer), e->buffer);
        if (next) {
            load_plane(e, l, slot, hr_lines_column(e, column, 1 - e->buffer), 1 - e->buffer);
        }
    }
}

/// Begin to bring this rank's part number `slot`, and what crosses into it, into the buffer. If the files are apart, hr_lines_trade
/// has begun to bring what crosses.
static hr_status load(hr_lines_engine *e, uint64_t slot, hr_lines_buffer *buffer, unsigned what, hr_error *error) {
    const uint64_t part = hr_planes_own_part(&e->parts.deal, slot);
    HR_TRY(hr_transfers_wait(e->scratch->transfers, &buffer->storing, error));
    buffer->skipped = hr_lines_rests(e, part, e->lists.listing);
    if (!buffer->skipped) {
        const bool next = what == HR_LINES_MAKE_ROWS && e->lists.listing;
        HR_TRY(e->scratch->nodes.apart ? HR_OK : hr_lines_fetch(e, part, what, buffer, error));
        load_planes(e, &(loading){buffer, what}, slot, next);
    }
    return HR_OK;
}

/// Let the part's place be the buffer, as far as the part is not in memory. With NULL the part has no place there any more.
static void attach(hr_lines_engine *e, uint64_t slot, const hr_lines_buffer *buffer) {
    hr_planes_place *place = &e->parts.places[hr_planes_own_part(&e->parts.deal, slot)];
    assert(e->scratch != NULL);
    for (int kind = 0; kind < HR_PLANES_KINDS; kind++) {
        if (slot >= e->parts.shape.resident[kind]) {
            place->planes[kind] = buffer != NULL ? buffer->planes[kind] : NULL;
        }
    }
    e->transfers.crossed = buffer != NULL ? buffer->staging : NULL;
}

/// Begin to write a segment that is in memory and has changed, unless its plane lies there and has no place in the files.
static void store_segment(const hr_lines_engine *e, const segment *s, hr_lines_buffer *buffer) {
    const bool resident = is_resident(&e->parts, s->slot, s->plane);
    hr_transfer transfer = transfer_of(e, s, HR_TRANSFER_WRITE, words_of(e, s->slot, s->plane));
    transfer.checksum = e->scratch->number != 0 ? &e->scratch->checksums[place_of(e, s)] : NULL;
    e->scratch->touched[place_of(e, s)] = 1;
    if (!resident || e->scratch->number != 0) {
        submit(e, resident ? &e->scratch->through : &buffer->storing, &transfer);
    }
}

/// Begin to write what plane `plane` of part number `slot` holds of the next layer. A plane in memory is written, too, if the files
/// are those of a checkpoint. The files' place for the next layer holds the layer before the complete one, or the complete one if
/// there is a single place.
static void store_plane(const hr_lines_engine *e, uint64_t slot, int plane, hr_lines_buffer *buffer) {
    const bool in_place = e->scratch->number == 0 && plane >= e->doubled && plane < e->shape.board.height;
    for (uint64_t number = 0; number < e->scratch->segments; number++) {
        const segment s = segment_of(e, slot, plane, 1 - e->buffer, number);
        if (is_changed(e, &s, 1 - e->buffer) || (!in_place && is_changed(e, &s, e->buffer))) {
            store_segment(e, &s, buffer);
        }
    }
}

/// Begin to write what has been made of part number `slot`, which is attached to the buffer.
static void store(const hr_lines_engine *e, uint64_t slot, hr_lines_buffer *buffer, unsigned what) {
    for (int row = 0; row < e->shape.board.height && (what & HR_LINES_MAKE_ROWS) != 0; row++) {
        store_plane(e, slot, hr_lines_row(e, row, 1 - e->buffer), buffer);
    }
    for (int column = 0; column < e->shape.board.width && (what & HR_LINES_MAKE_COLUMNS) != 0; column++) {
        store_plane(e, slot, hr_lines_column(e, column, 1 - e->buffer), buffer);
    }
}

static hr_lines_buffer *buffer_of(const hr_lines_engine *e, uint64_t slot) {
    return &e->scratch->buffers[slot % HR_LINES_PART_BUFFERS];
}

/// Wait until nothing is on its way any more, whether or not the transfers fail.
static hr_status settle(const hr_lines_engine *e, hr_error *error) {
    hr_lines_scratch *scratch = e->scratch;
    hr_status status = hr_transfers_wait(scratch->transfers, &scratch->through, error);
    for (int i = 0; i < HR_LINES_PART_BUFFERS; i++) {
        const hr_status loaded = hr_transfers_wait(scratch->transfers, &scratch->buffers[i].loading, error);
        const hr_status stored = hr_transfers_wait(scratch->transfers, &scratch->buffers[i].storing, error);
        status = status != HR_OK ? status : loaded != HR_OK ? loaded : stored;
    }
    return status;
}

/// Nothing changes in part number `slot`: its blocks lose the marks of earlier layers.
static void forget_marks(const hr_lines_engine *e, uint64_t slot) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t part = hr_planes_own_part(&parts->deal, slot);
    memset(hr_planes_changed(parts, part, HR_LINES_OF_ROWS), 0, parts->shape.part_blocks * sizeof(uint16_t));
    memset(hr_planes_changed(parts, part, HR_LINES_OF_COLUMNS), 0, parts->shape.part_blocks * sizeof(uint16_t));
}

/// What is done in a pass over the parts.
typedef struct tour {
    unsigned what; ///< what of the next layer is made
    hr_lines_visit visit;
} tour;

/// Update a part that is on its way to its buffer, and begin to write what has been made.
static hr_status update_loaded(hr_lines_engine *e, uint64_t slot, const tour *t, hr_error *error) {
    hr_lines_buffer *buffer = buffer_of(e, slot);
    HR_TRY(hr_transfers_wait(e->scratch->transfers, &buffer->loading, error));
    if (buffer->skipped) {
        forget_marks(e, slot);
        return HR_OK;
    }
    attach(e, slot, buffer);
    t->visit(e, slot, t->what);
    if (!e->layer.left) {
        store(e, slot, buffer, t->what);
    }
    attach(e, slot, NULL);
    return HR_OK;
}

/// Update the parts in turn, until the rank has a reason to stop.
static hr_status update_parts(hr_lines_engine *e, const tour *t, hr_error *error) {
    const uint64_t slots = e->parts.deal.slots;
    HR_TRY(slots > 0 ? load(e, 0, buffer_of(e, 0), t->what, error) : HR_OK);
    for (uint64_t slot = 0; slot < slots && !e->layer.left; slot++) {
        if (slot + 1 < slots) {
            HR_TRY(load(e, slot + 1, buffer_of(e, slot + 1), t->what, error));
        }
        HR_TRY(update_loaded(e, slot, t, error));
    }
    return HR_OK;
}

/// Trade the runs of a round, and begin to bring this rank's part of the round, if there is one, into its buffer.
static hr_status load_round(hr_lines_engine *e, uint64_t round, unsigned what, hr_error *error) {
    if (round >= e->parts.deal.slots_max) {
        return HR_OK;
    }
    hr_lines_buffer *buffer = buffer_of(e, round);
    HR_TRY(hr_lines_trade(e, round, what, buffer, error));
    return round < e->parts.deal.slots ? load(e, round, buffer, what, error) : HR_OK;
}

/// Collective. Update the parts of all ranks in rounds, until some rank has a reason to stop.
static hr_status update_rounds(hr_lines_engine *e, const tour *t, hr_error *error) {
    HR_TRY(hr_comm_agree(e->comm, load_round(e, 0, t->what, error), error));
    for (uint64_t round = 0; round < e->parts.deal.slots_max && !e->layer.left; round++) {
        hr_status status = load_round(e, round + 1, t->what, error);
        if (status == HR_OK && round < e->parts.deal.slots) {
            status = update_loaded(e, round, t, error);
        }
        uint64_t left = e->layer.left;
        HR_TRY(hr_comm_agree(e->comm, status, error));
        HR_TRY(hr_comm_max(e->comm, &left, 1, error));
        e->layer.left = left != 0;
    }
    return HR_OK;
}

hr_status hr_lines_pass(hr_lines_engine *e, unsigned what, hr_lines_visit visit, hr_error *error) {
    const tour t = {.what = what, .visit = visit};
    const hr_status status = e->scratch->nodes.apart ? update_rounds(e, &t, error) : update_parts(e, &t, error);
    const hr_status settled = settle(e, error);
    return hr_comm_agree(e->comm, status != HR_OK ? status : settled, error);
}

hr_status hr_lines_scratch_set(hr_lines_engine *e, uint64_t part, int plane, uint64_t word, unsigned bit, hr_error *error) {
    const uint64_t slot = e->parts.deal.slot[part];
    hr_lines_buffer *buffer = buffer_of(e, slot);
    const bool resident = is_resident(&e->parts, slot, plane);
    attach(e, slot, buffer);
    uint64_t *words = words_of(e, slot, plane);
    if (!resident) {
        memset(words, 0, e->parts.shape.stride * sizeof *words);
    }
    words[word] |= UINT64_C(1) << bit;
    const uint64_t number = word / e->parts.shape.block_words / e->scratch->segment_blocks;
    const segment s = segment_of(e, slot, plane, e->buffer, number);
    store_segment(e, &s, buffer);
    const hr_status stored = hr_transfers_wait(e->scratch->transfers, &buffer->storing, error);
    const hr_status through = hr_transfers_wait(e->scratch->transfers, &e->scratch->through, error);
    attach(e, slot, NULL);
    return stored != HR_OK ? stored : through;
}

/// Read plane `plane` of part number `slot`, which is attached to the buffer, and set the checksums of its segments.
static hr_status survey_plane(const hr_lines_engine *e, uint64_t slot, int plane, hr_lines_buffer *buffer, hr_error *error) {
    uint64_t *words = words_of(e, slot, plane);
    for (uint64_t number = 0; number < e->scratch->segments; number++) {
        const segment s = segment_of(e, slot, plane, e->buffer, number);
        const hr_transfer transfer = transfer_of(e, &s, HR_TRANSFER_READ, words);
        submit(e, &buffer->loading, &transfer);
    }
    HR_TRY(hr_transfers_wait(e->scratch->transfers, &buffer->loading, error));
    for (uint64_t number = 0; number < e->scratch->segments; number++) {
        const segment s = segment_of(e, slot, plane, e->buffer, number);
        const hr_transfer transfer = transfer_of(e, &s, HR_TRANSFER_READ, words);
        e->scratch->checksums[place_of(e, &s)] = hr_transfer_checksum(transfer.memory, transfer.words);
    }
    return HR_OK;
}

uint64_t hr_lines_scratch_checksum(const hr_lines_engine *e, uint64_t slot, int plane) {
    const segment first = segment_of(e, slot, plane, e->buffer, 0);
    return hr_hash_bytes(&e->scratch->checksums[place_of(e, &first)], (size_t)e->scratch->segments * sizeof(uint64_t));
}

hr_status hr_lines_survey_part(hr_lines_engine *e, uint64_t slot, hr_lines_difference *difference, hr_error *error) {
    const uint64_t *kept = e->scratch->kept + slot * (uint64_t)hr_lines_kept_planes(e);
    hr_lines_buffer *buffer = buffer_of(e, slot);
    hr_status status = HR_OK;
    attach(e, slot, buffer);
    hr_planes_mark_changed(&e->parts, slot);
    for (int number = 0; number < hr_lines_kept_planes(e) && status == HR_OK; number++) {
        const int plane = hr_lines_kept_plane(e, number);
        status = survey_plane(e, slot, plane, buffer, error);
        hr_planes_mark_full(&e->parts, slot, plane, 1U << hr_lines_bit(e, plane));
        if (hr_lines_scratch_checksum(e, slot, plane) != kept[number]) {
            const uint64_t part = hr_planes_own_part(&e->parts.deal, slot);
            *difference = (hr_lines_difference){true, hr_lines_scratch_place(e, part, plane).file};
        }
    }
    attach(e, slot, NULL);
    return status;
}
