// SPDX-License-Identifier: MIT
// The scratch files of a checkpoint: their number, and the checksum of each part in each plane (scratch.h). The key of a block of
// checksums is the number of the part.

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/saved.h"
#include "enumerate/lines/scratch.h"

enum { SECTION_SCRATCH = 5, SECTION_CHECKSUMS }; ///< the same as in the plane engine

uint64_t hr_lines_files_words(const hr_lines_engine *e) {
    return (e->parts.deal.rank == 0 ? hr_nodes_words(&e->scratch->nodes) : 0) +
           (hr_lines_is_whole(e) ? 0 : e->parts.deal.slots * (uint64_t)hr_lines_kept_planes(e));
}

/// Write the checksums of this rank's part number `slot`.
static hr_status put_checksums(const hr_lines_engine *e, uint64_t slot, hr_checkpoint_writer *writer, hr_error *error) {
    const uint64_t part = hr_planes_own_part(&e->parts.deal, slot);
    uint64_t checksums[HR_PLANES_CELLS_MAX];
    for (int number = 0; number < hr_lines_kept_planes(e); number++) {
        checksums[number] = hr_lines_scratch_checksum(e, slot, hr_lines_kept_plane(e, number));
    }
    return hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION_CHECKSUMS, part, part}, checksums,
                             (size_t)hr_lines_kept_planes(e) * sizeof checksums[0], error);
}

hr_status hr_lines_put_files(const hr_lines_engine *e, hr_checkpoint_writer *writer, hr_error *error) {
    const uint64_t number = e->scratch->number;
    const hr_nodes *nodes = &e->scratch->nodes;
    hr_spool *spool = e->scratch->spool;
    HR_TRY(spool != NULL ? hr_spool_sync(spool, error) : HR_OK);
    for (uint64_t slot = 0; slot < e->parts.deal.slots && !hr_lines_is_whole(e); slot++) {
        HR_TRY(put_checksums(e, slot, writer, error));
    }
    if (spool != NULL && number != 0 && hr_nodes_is_keeper(nodes)) {
        HR_TRY(hr_spool_name(spool, hr_nodes_files(nodes, number), error));
    }
    return e->parts.deal.rank == 0 ? hr_nodes_put(nodes, number, SECTION_SCRATCH, writer, error) : HR_OK;
}

hr_status hr_lines_check_scratch(hr_lines_engine *e, hr_checkpoint_reader *reader, hr_error *error) {
    hr_lines_scratch *s = e->scratch;
    hr_nodes_taken taken;
    const hr_status status = hr_nodes_take(reader, SECTION_SCRATCH, "lines", s != NULL, &taken, error);
    HR_TRY(hr_comm_agree(e->comm, status, error));
    if (s == NULL) {
        return HR_OK;
    }
    s->number = taken.words[HR_NODES_NUMBER];
    s->nodes.apart = taken.apart;
    s->taken = taken;
    return hr_lines_scratch_connect(e, error);
}

/// Local. All lines are reached and all states counted: the files may have been removed, and nothing is read from them any more.
static void fill_parts(hr_lines_engine *e) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t rows = parts->deal.slots * parts->shape.part_blocks * (uint64_t)e->shape.board.height;
    const uint32_t whole = (uint32_t)(parts->shape.block_words * HR_PLANES_WORD_STATES) * (uint32_t)e->shape.board.width;
    memset(parts->full, 0xFF, parts->deal.slots * parts->shape.part_blocks * sizeof *parts->full);
    for (uint64_t i = 0; i < rows; i++) {
        e->within[i] = whole;
    }
    e->reached = rows * whole;
}

/// Local. Read all parts of this rank from the files.
static hr_status read_parts(hr_lines_engine *e, hr_error *error) {
    hr_lines_difference difference = {.any = false};
    for (uint64_t slot = 0; slot < e->parts.deal.slots; slot++) {
        HR_TRY(hr_lines_survey_part(e, slot, &difference, error));
    }
    return difference.any ? hr_spool_damaged(e->scratch->spool, difference.file, error) : HR_OK;
}

hr_status hr_lines_take_files(hr_lines_engine *e, hr_checkpoint_reader *reader, hr_error *error) {
    if (hr_lines_is_whole(e)) {
        fill_parts(e);
        return hr_lines_share_summary(e, error); // no rank asks for lines
    }
    HR_TRY(hr_comm_agree(e->comm, hr_nodes_check(&e->scratch->nodes, &e->scratch->taken, "lines", error), error));
    e->buffer = (int)((e->result->layer_count - 1) % HR_LINES_BUFFERS); // each layer behind the first one goes to the other buffer
    const size_t planes = (size_t)hr_lines_kept_planes(e);
    const hr_status status = hr_planes_take_checksums(reader, SECTION_CHECKSUMS, &e->parts, planes, e->scratch->kept, error);
    HR_TRY(hr_comm_agree(e->comm, status, error));
    HR_TRY(hr_lines_scratch_open(e, error));
    HR_TRY(hr_comm_agree(e->comm, read_parts(e, error), error));
    return hr_lines_share_summary(e, error);
}
