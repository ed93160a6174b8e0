// SPDX-License-Identifier: MIT
#include "enumerate/bits/saved.h"

#include <string.h>

#include "core/try.h"

enum { BLOCK_WORDS = HR_CHECKPOINT_BLOCK / sizeof(uint64_t) };

hr_status hr_planes_put_words(hr_checkpoint_writer *writer, uint64_t section, uint64_t first, const uint64_t *words, uint64_t n,
                              hr_error *error) {
    for (uint64_t done = 0; done < n; done += BLOCK_WORDS) {
        const uint64_t size = n - done < BLOCK_WORDS ? n - done : BLOCK_WORDS;
        HR_TRY(hr_checkpoint_put(writer, (hr_checkpoint_keys){section, first + done, first + done + size - 1}, words + done,
                                 (size_t)size * sizeof *words, error));
    }
    return HR_OK;
}

bool hr_planes_are_words(const void *bytes, size_t size) {
    uint64_t used = 0;
    for (size_t at = 0; at + sizeof used <= size; at += sizeof used) {
        uint64_t word;
        memcpy(&word, (const char *)bytes + at, sizeof word);
        used |= word;
    }
    return size % sizeof used == 0 && (used & ~HR_PLANES_WORD_FULL) == 0;
}

/// The checksums that are being read.
typedef struct taking_checksums {
    const hr_planes_parts *parts;
    size_t planes;       ///< checksums of a part
    uint64_t *checksums; ///< [slots · planes]
    uint64_t taken;      ///< this rank's parts that have been read
} taking_checksums;

static bool wanted(const void *context, uint64_t first, uint64_t last) {
    const hr_planes_parts *parts = ((const taking_checksums *)context)->parts;
    // take_checksums refuses a block for which one of the first two conditions holds.
    return first != last || first >= parts->shape.count || hr_planes_is_own(&parts->deal, first);
}

static hr_status take_checksums(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    taking_checksums *t = context;
    if (first != last || first >= t->parts->shape.count || size != t->planes * sizeof *t->checksums) {
        return hr_checkpoint_damaged("its checksums are not those of this board", error);
    }
    memcpy(t->checksums + t->parts->deal.slot[first] * t->planes, bytes, size);
    t->taken++;
    return HR_OK;
}

hr_status hr_planes_take_checksums(hr_checkpoint_reader *reader, uint64_t section, const hr_planes_parts *parts, size_t planes,
                                   uint64_t *checksums, hr_error *error) {
    taking_checksums t = {.parts = parts, .planes = planes};
    t.checksums = checksums;
    HR_TRY(hr_checkpoint_read_wanted(reader, section, wanted, take_checksums, &t, error));
    if (t.taken != parts->deal.slots) {
        return hr_error_set(error, HR_FILE, "the checkpoint has no checksums of its scratch files: begin again without --resume");
    }
    return HR_OK;
}
