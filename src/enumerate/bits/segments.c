// SPDX-License-Identifier: MIT
#include "enumerate/bits/segments.h"

hr_bits_segment hr_bits_segment_of(const hr_bits_search *s, uint64_t slot, int plane, int file_plane, uint64_t number) {
    const uint64_t most = s->disk->segment_blocks;
    const uint64_t left = s->parts.shape.part_blocks - number * most;
    return (hr_bits_segment){slot, plane, file_plane, number, number * most, left < most ? left : most};
}

/// The segment's number among all segments of this rank in the files.
static uint64_t number_of(const hr_bits_disk *disk, const hr_bits_segment *segment) {
    const uint64_t plane = segment->slot * (uint64_t)disk->planes + (uint64_t)segment->file_plane;
    return plane * disk->segments + segment->number;
}

/// The transfer of the segment between its file and `plane`, the words of the whole plane in memory. A plane's last segment takes
/// the unused words up to the next page with it.
static hr_transfer transfer_of(const hr_bits_search *s, const hr_bits_segment *segment, hr_transfer_kind kind, uint64_t *plane) {
    const hr_bits_parts *parts = &s->parts;
    const uint64_t first = segment->block * parts->shape.block_words;
    const bool last = segment->block + segment->blocks == parts->shape.part_blocks;
    hr_spool_place place = hr_bits_disk_place(s->disk, hr_bits_own_part(&parts->deal, segment->slot), segment->file_plane);
    place.offset += first * sizeof(uint64_t);
    return (hr_transfer){.kind = kind,
                         .place = place,
                         .memory = plane + first,
                         .words = last ? parts->shape.stride - first : segment->blocks * parts->shape.block_words};
}

bool hr_bits_segment_is_full(const hr_bits_search *s, const hr_bits_segment *segment, int bit) {
    const uint16_t *full = s->parts.full + segment->slot * s->parts.shape.part_blocks + segment->block;
    return (hr_bits_all(full, segment->blocks) >> bit & 1U) != 0;
}

bool hr_bits_segment_changed(const hr_bits_search *s, const hr_bits_segment *segment, int colour, int bit) {
    const uint64_t part = hr_bits_own_part(&s->parts.deal, segment->slot);
    const uint16_t *marks = hr_bits_changed(&s->parts, part, colour) + segment->block;
    return (hr_bits_any(marks, segment->blocks) >> bit & 1U) != 0;
}

/// The words of the segment's plane in the buffer.
static uint64_t *buffered(const hr_bits_search *s, const hr_bits_segment *segment, const hr_bits_buffer *buffer) {
    return buffer->planes[s->parts.shape.kind[segment->plane]] + s->parts.shape.offset[segment->plane];
}

/// The words of a plane of this rank's part number `slot`, which are in memory.
static uint64_t *words_of(const hr_bits_search *s, uint64_t slot, int plane) {
    return hr_bits_words(&s->parts, hr_bits_own_part(&s->parts.deal, slot), plane);
}

void hr_bits_segment_fill(const hr_bits_search *s, const hr_bits_segment *segment, hr_bits_buffer *buffer, uint64_t word) {
    hr_transfer transfer = transfer_of(s, segment, HR_TRANSFER_FILL, buffered(s, segment, buffer));
    transfer.word = word;
    hr_transfers_submit(s->disk->transfers, &buffer->loading, &transfer);
}

void hr_bits_segment_load(const hr_bits_search *s, const hr_bits_segment *segment, bool full, hr_bits_buffer *buffer) {
    if (full || s->disk->touched[number_of(s->disk, segment)] == 0) {
        hr_bits_segment_fill(s, segment, buffer, full ? HR_BITS_WORD_FULL : 0);
        return;
    }
    const hr_transfer transfer = transfer_of(s, segment, HR_TRANSFER_READ, buffered(s, segment, buffer));
    hr_transfers_submit(s->disk->transfers, &buffer->loading, &transfer);
}

void hr_bits_segment_store(const hr_bits_search *s, const hr_bits_segment *segment, hr_bits_buffer *buffer) {
    hr_bits_disk *disk = s->disk;
    const uint64_t number = number_of(disk, segment);
    const bool resident = hr_bits_is_resident(&s->parts, segment->slot, segment->plane);
    disk->touched[number] = 1;
    if (!resident || disk->number != 0) {
        hr_transfer transfer = transfer_of(s, segment, HR_TRANSFER_WRITE, words_of(s, segment->slot, segment->plane));
        transfer.checksum = disk->number != 0 ? &disk->checksums[number] : NULL;
        hr_transfers_submit(disk->transfers, resident ? &disk->through : &buffer->storing, &transfer);
    }
}

void hr_bits_read_plane(const hr_bits_search *s, uint64_t slot, int plane, int file_plane, hr_transfer_group *group) {
    for (uint64_t number = 0; number < s->disk->segments; number++) {
        const hr_bits_segment segment = hr_bits_segment_of(s, slot, plane, file_plane, number);
        const hr_transfer transfer = transfer_of(s, &segment, HR_TRANSFER_READ, words_of(s, slot, plane));
        hr_transfers_submit(s->disk->transfers, group, &transfer);
    }
}

hr_status hr_bits_read_word(const hr_bits_search *s, const hr_bits_word_place *at, uint64_t *value, hr_error *error) {
    const uint64_t *words = hr_bits_words(&s->parts, at->part, at->plane);
    if (words != NULL || hr_bits_is_whole(s)) { // if all states are reached, there are no files
        *value = words != NULL ? words[at->word] : HR_BITS_WORD_FULL;
        return HR_OK;
    }
    uint64_t *page = s->buffers[0].planes[0];
    hr_spool_place place = hr_bits_disk_place(s->disk, at->part, at->file_plane);
    place.offset += at->word / HR_BITS_PAGE * HR_SPOOL_PAGE;
    const int reason = hr_spool_read(s->disk->spool, place, page, HR_SPOOL_PAGE);
    *value = page[at->word % HR_BITS_PAGE];
    return reason == 0 ? HR_OK : hr_spool_failed(s->disk->spool, place.file, reason, error);
}

bool hr_bits_survey_plane(const hr_bits_search *s, uint64_t slot, int plane, int file_plane, uint64_t kept) {
    for (uint64_t number = 0; number < s->disk->segments; number++) {
        const hr_bits_segment segment = hr_bits_segment_of(s, slot, plane, file_plane, number);
        const hr_transfer transfer = transfer_of(s, &segment, HR_TRANSFER_READ, words_of(s, slot, plane));
        s->disk->checksums[number_of(s->disk, &segment)] = hr_transfer_checksum(transfer.memory, transfer.words);
    }
    return hr_bits_disk_checksum(s->disk, slot, file_plane) == kept;
}
