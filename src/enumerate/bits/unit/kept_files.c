// SPDX-License-Identifier: MIT
// The scratch files of a checkpoint: whether the planes that they hold match their checksums (scratch.h).

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/kept.h"
#include "enumerate/bits/segments.h"
#include "enumerate/bits/unit/kept.h"
#include "enumerate/bits/unit/scratch.h"

hr_status hr_unit_take_files(hr_unit_engine *e, hr_checkpoint_reader *reader, hr_error *error) {
    HR_TRY(hr_bits_take_files(&e->search, reader, error));
    return hr_unit_read_resident(e, error);
}

void hr_unit_compare_files(hr_unit_engine *e, uint64_t slot, hr_unit_difference *difference) {
    const hr_bits_parts *parts = &e->search.parts;
    if (hr_bits_is_whole(&e->search)) { // no files belong to such a checkpoint
        return;
    }
    for (int cell = 0; cell < parts->shape.planes; cell++) {
        const uint64_t kept = e->search.disk->kept[slot * (uint64_t)parts->shape.planes + (uint64_t)cell];
        if (hr_bits_survey_plane(&e->search, slot, cell, cell, kept)) {
            continue;
        }
        if ((e->search.board.colour[1] >> cell & 1) == e->colour) {
            difference->last = true;
            difference->file = hr_bits_disk_place(e->search.disk, hr_bits_own_part(&parts->deal, slot), cell).file;
        } else {
            difference->next = true;
        }
    }
}

/// Local. Empty all planes of the next layer's colour.
static void empty_next(hr_unit_engine *e) {
    hr_bits_parts *parts = &e->search.parts;
    const hr_bits_disk *s = e->search.disk;
    const unsigned next = e->search.board.colour[1 - e->colour];
    for (uint64_t slot = 0; slot < parts->deal.slots; slot++) {
        for (unsigned cells = next; cells != 0; cells &= cells - 1) {
            const int cell = __builtin_ctz(cells);
            const uint64_t segments = (slot * (uint64_t)parts->shape.planes + (uint64_t)cell) * s->segments;
            uint64_t *words = hr_bits_words(parts, hr_bits_own_part(&parts->deal, slot), cell);
            memset(s->touched + segments, 0, s->segments);
            memset(s->checksums + segments, 0, s->segments * sizeof *s->checksums);
            if (words != NULL) {
                memset(words, 0, parts->shape.stride * sizeof *words);
            }
        }
        for (uint64_t block = 0; block < parts->shape.part_blocks; block++) {
            uint16_t *full = &parts->full[slot * parts->shape.part_blocks + block];
            *full = (uint16_t)(*full & ~next);
        }
        parts->reached[2 * slot + (uint64_t)(1 - e->colour)] = 0;
    }
}

hr_status hr_unit_judge_files(hr_unit_engine *e, const hr_unit_difference *difference, bool *anew, hr_error *error) {
    uint64_t differs = difference->next;
    const hr_status status = difference->last ? hr_spool_damaged(e->search.disk->spool, difference->file, error) : HR_OK;
    HR_TRY(hr_comm_agree(e->search.comm, status, error));
    HR_TRY(hr_comm_max(e->search.comm, &differs, 1, error));
    *anew = differs != 0;
    if (*anew) {
        empty_next(e);
    }
    return HR_OK;
}
