// SPDX-License-Identifier: MIT
// The scratch files of a checkpoint: their number, and the checksum of each part in each plane (scratch.h). The key of a block of
// checksums is the number of the part.

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/saved.h"
#include "enumerate/planes/kept.h"
#include "enumerate/planes/scratch.h"

uint64_t hr_planes_files_words(const hr_planes_engine *e) {
    return (e->parts.deal.rank == 0 ? hr_nodes_words(&e->scratch->nodes) : 0) +
           (hr_planes_is_whole(e) ? 0 : e->parts.deal.slots * (uint64_t)e->parts.shape.planes);
}

/// Write the checksums of this rank's part number `slot`.
static hr_status put_checksums(const hr_planes_engine *e, uint64_t slot, hr_checkpoint_writer *writer, hr_error *error) {
    const uint64_t part = hr_planes_own_part(&e->parts.deal, slot);
    uint64_t checksums[HR_PLANES_CELLS_MAX];
    for (int cell = 0; cell < e->parts.shape.planes; cell++) {
        checksums[cell] = hr_planes_scratch_checksum(e, slot, cell);
    }
    return hr_checkpoint_put(writer, (hr_checkpoint_keys){HR_PLANES_SECTION_CHECKSUMS, part, part}, checksums,
                             (size_t)e->parts.shape.planes * sizeof checksums[0], error);
}

hr_status hr_planes_put_files(const hr_planes_engine *e, hr_checkpoint_writer *writer, hr_error *error) {
    const uint64_t number = e->scratch->number;
    const hr_nodes *nodes = &e->scratch->nodes;
    hr_spool *spool = e->scratch->spool;
    HR_TRY(spool != NULL ? hr_spool_sync(spool, error) : HR_OK);
    for (uint64_t slot = 0; slot < e->parts.deal.slots && !hr_planes_is_whole(e); slot++) {
        HR_TRY(put_checksums(e, slot, writer, error));
    }
    if (spool != NULL && number != 0 && hr_nodes_is_keeper(nodes)) {
        HR_TRY(hr_spool_name(spool, hr_nodes_files(nodes, number), error));
    }
    return e->parts.deal.rank == 0 ? hr_nodes_put(nodes, number, HR_PLANES_SECTION_SCRATCH, writer, error) : HR_OK;
}

hr_status hr_planes_check_scratch(hr_planes_engine *e, hr_checkpoint_reader *reader, hr_error *error) {
    hr_planes_scratch *s = e->scratch;
    hr_nodes_taken taken;
    const hr_status status = hr_nodes_take(reader, HR_PLANES_SECTION_SCRATCH, "planes", s != NULL, &taken, error);
    HR_TRY(hr_comm_agree(e->task.comm, status, error));
    if (s == NULL) {
        return HR_OK;
    }
    s->number = taken.words[HR_NODES_NUMBER];
    s->nodes.apart = taken.apart;
    s->taken = taken;
    return hr_planes_scratch_connect(e, error);
}

hr_status hr_planes_take_files(hr_planes_engine *e, hr_checkpoint_reader *reader, hr_error *error) {
    HR_TRY(hr_comm_agree(e->task.comm, hr_nodes_check(&e->scratch->nodes, &e->scratch->taken, "planes", error), error));
    const hr_status status = hr_planes_take_checksums(reader, HR_PLANES_SECTION_CHECKSUMS, &e->parts, (size_t)e->parts.shape.planes,
                                                      e->scratch->kept, error);
    HR_TRY(hr_comm_agree(e->task.comm, status, error));
    HR_TRY(hr_planes_scratch_open(e, e->scratch->number, error));
    return hr_planes_read_resident(e, error);
}

void hr_planes_compare_files(hr_planes_engine *e, uint64_t slot, hr_planes_difference *difference) {
    const hr_planes_parts *parts = &e->parts;
    if (hr_planes_is_whole(e)) { // no files belong to such a checkpoint
        return;
    }
    hr_planes_scratch_survey(e, slot);
    for (int cell = 0; cell < parts->shape.planes; cell++) {
        if (hr_planes_scratch_checksum(e, slot, cell) == e->scratch->kept[slot * (uint64_t)parts->shape.planes + (uint64_t)cell]) {
            continue;
        }
        if ((e->task.board.colour[1] >> cell & 1) == e->layer.colour) {
            difference->last = true;
            difference->file = hr_planes_scratch_place(e, hr_planes_own_part(&parts->deal, slot), cell).file;
        } else {
            difference->next = true;
        }
    }
}

/// Local. Empty all planes of the next layer's colour.
static void empty_next(hr_planes_engine *e) {
    hr_planes_parts *parts = &e->parts;
    const hr_planes_scratch *s = e->scratch;
    const unsigned next = e->task.board.colour[1 - e->layer.colour];
    for (uint64_t slot = 0; slot < parts->deal.slots; slot++) {
        for (unsigned cells = next; cells != 0; cells &= cells - 1) {
            const int cell = __builtin_ctz(cells);
            const uint64_t segments = (slot * (uint64_t)parts->shape.planes + (uint64_t)cell) * s->segments;
            uint64_t *words = hr_planes_words(parts, hr_planes_own_part(&parts->deal, slot), cell);
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
        parts->reached[2 * slot + (uint64_t)(1 - e->layer.colour)] = 0;
    }
}

hr_status hr_planes_judge_files(hr_planes_engine *e, const hr_planes_difference *difference, bool *anew, hr_error *error) {
    uint64_t differs = difference->next;
    const hr_status status = difference->last ? hr_spool_damaged(e->scratch->spool, difference->file, error) : HR_OK;
    HR_TRY(hr_comm_agree(e->task.comm, status, error));
    HR_TRY(hr_comm_max(e->task.comm, &differs, 1, error));
    *anew = differs != 0;
    if (*anew) {
        empty_next(e);
    }
    return HR_OK;
}
