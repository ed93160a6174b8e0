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
