// SPDX-License-Identifier: MIT
// One bit is set where it lies: in memory or on a disk.

#include <string.h>

#include "enumerate/bits/segments.h"
#include "enumerate/bits/slide/scratch.h"

hr_status hr_slide_set(hr_slide_engine *e, const hr_bits_word_place *at, unsigned bit, hr_error *error) {
    hr_bits_search *s = &e->search;
    const uint64_t slot = s->parts.deal.slot[at->part];
    hr_bits_buffer *buffer = hr_bits_buffer_of(s, slot);
    hr_bits_attach(&s->parts, slot, buffer);
    uint64_t *words = hr_bits_words(&s->parts, at->part, at->plane);
    if (!hr_bits_is_resident(&s->parts, slot, at->plane)) {
        memset(words, 0, s->parts.shape.stride * sizeof *words);
    }
    words[at->word] |= UINT64_C(1) << bit;
    if (s->disk != NULL) {
        const uint64_t number = at->word / s->parts.shape.block_words / s->disk->segment_blocks;
        const hr_bits_segment segment = hr_bits_segment_of(s, slot, at->plane, at->file_plane, number);
        hr_bits_segment_store(s, &segment, buffer);
    }
    const hr_status status = hr_bits_disk_settle(s->disk, error);
    hr_bits_attach(&s->parts, slot, NULL);
    return status;
}
