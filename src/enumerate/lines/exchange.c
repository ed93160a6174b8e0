// SPDX-License-Identifier: MIT
// Words that cross parts, between ranks that cannot read each other's memory.
//
// A layer passes over the parts twice, as on one node: first for the columns, then for the rows. In round r of a pass every rank
// updates its r-th part. Columns are made from rows that do not change during the pass, and rows from columns that do not. So the
// owner of a run of words sends it straight from its plane, and the receiver stages it in the order of the target. The runs of
// round r + 1 travel while round r is computed. Both sides know from the summary, which all ranks share after each layer, which
// runs travel:
//     of a row, runs from parts where the row has new lines. Other lines have come to the columns before;
//     of a column, all runs into rows that are made, because the states of these rows are counted anew.
// Runs of which all lines are reached do not travel. A rank looks only at the parts that its own words cross into (partners.h).

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/lines/engine.h"

enum { POLL_BLOCKS = 64 }; ///< blocks between two looks at the messages: about a millisecond

/// The part whose runs are moved, and the wave that moves them.
typedef struct visit {
    hr_lines_engine *e;
    unsigned what; ///< HR_LINES_MAKE_…: what is made. Of columns, runs without new lines travel, too
    int wave;      ///< the wave of messages that the round uses
    uint64_t part;
    int to;        ///< the rank that updates the part
    uint32_t ways; ///< which ways are asked for: hr_lines_home_bit and hr_lines_back_bit of each window
} visit;

/// Words that cross to all windows of a part, of one plane each.
static uint64_t staging_words(const hr_planes_parts *parts) {
    return HR_LINES_BUFFERS * (uint64_t)parts->shape.prefix * parts->shape.stride + 1;
}

hr_status hr_lines_connect(hr_lines_engine *e, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    if (parts->all_visible || e->scratch != NULL) {
        return HR_OK;
    }
    HR_TRY(hr_lines_find_partners(e, error));
    e->transfers.summary = calloc(parts->shape.count, sizeof *e->transfers.summary);
    bool ok = e->transfers.summary != NULL;
    for (int w = 0; w < HR_BULK_WAVES; w++) {
        e->transfers.staging[w] = malloc(staging_words(parts) * sizeof *e->transfers.staging[w]);
        ok = ok && e->transfers.staging[w] != NULL;
    }
    return hr_comm_agree(e->comm, ok ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for words from other ranks"), error);
}

void hr_lines_disconnect(hr_lines_engine *e) {
    hr_bulk_destroy(&e->transfers.bulk);
    hr_planes_partners_clear(&e->transfers.partners);
    free(e->transfers.summary);
    for (int w = 0; w < HR_BULK_WAVES; w++) {
        free(e->transfers.staging[w]);
    }
}

/// Words of a plane that cross together.
typedef struct run {
    int plane;
    uint64_t source; ///< the first word, counted over the whole plane
    uint64_t words;
} run;

/// Move the run. If v->to is another rank, this rank sends it, unless another rank owns it or it does not travel. If v->to is this
/// rank, the run is copied or received to `words`; if it does not travel, ones or zeros are put there.
static hr_status move_run(const visit *v, const run *r, uint64_t *words, hr_error *error) {
    hr_lines_engine *e = v->e;
    const hr_planes_parts *parts = &e->parts;
    const uint64_t part = r->source / parts->shape.part_words;
    const uint64_t offset = r->source % parts->shape.part_words;
    const int owner = (int)parts->deal.owner[part];
    const int bit = hr_lines_bit(e, r->plane);
    const bool full = (e->transfers.summary[part] >> (HR_LINES_SUMMARY_FULL + bit) & 1U) != 0;
    const bool all = v->what == HR_LINES_MAKE_ROWS;
    const bool travels = !full && (all || (e->transfers.summary[part] >> bit & 1U) != 0);
    const uint64_t *visible = hr_planes_words(parts, part, r->plane);
    if (v->to != parts->deal.rank) {
        const bool sends = travels && owner == parts->deal.rank;
        return sends ? hr_bulk_send(e->transfers.bulk, v->wave, v->to, visible + offset, r->words, error) : HR_OK;
    }
    if (!travels) {
        for (uint64_t i = 0; i < r->words; i++) {
            words[i] = full ? HR_PLANES_WORD_FULL : 0;
        }
        return HR_OK;
    }
    e->layer.words_read += owner != parts->deal.rank ? r->words : 0;
    if (visible != NULL) {
        memcpy(words, visible + offset, r->words * sizeof *words);
        return HR_OK;
    }
    return hr_bulk_receive(e->transfers.bulk, v->wave, owner, words, r->words, error);
}

/// Move all runs of plane `plane` that the way brings into the part.
static hr_status move_way(const visit *v, const hr_lines_route *way, int plane, hr_error *error) {
    hr_lines_engine *e = v->e;
    const uint64_t part_words = e->parts.shape.part_words;
    const int k = (way->from < way->to ? way->from : way->to) * e->shape.board.width + way->column;
    uint64_t *words = hr_lines_staging(e, e->transfers.staging[v->wave], k, plane);
    run r = {.plane = plane};
    for (uint64_t at = 0; at < part_words; at += r.words) {
        r.source = hr_lines_cross(e, way, v->part * part_words + at, &r.words);
        HR_TRY(move_run(v, &r, words + at, error));
    }
    return HR_OK;
}

/// Move what the part needs to make its columns.
static hr_status move_rows(const visit *v, hr_error *error) {
    const hr_lines_engine *e = v->e;
    for (int k = 0; k < e->parts.shape.prefix; k++) {
        const hr_lines_route way = hr_lines_way_home(e, k);
        const bool full = (e->transfers.summary[v->part] >> (HR_LINES_SUMMARY_FULL + HR_LINES_BUFFER_BITS + way.column) & 1U) != 0;
        const bool asked = !full && (v->ways & hr_lines_home_bit(k)) != 0;
        if (asked && hr_lines_rows_change(e, v->part, k)) { // else nothing asks for these words
            HR_TRY(move_way(v, &way, hr_lines_row(e, way.from, e->buffer), error));
        }
    }
    return HR_OK;
}

/// Move what the part needs to make its rows.
static hr_status move_columns(const visit *v, hr_error *error) {
    const hr_lines_engine *e = v->e;
    unsigned rows = 0;
    for (int k = 0; k < e->parts.shape.prefix; k++) {
        rows |= (v->ways & hr_lines_back_bit(k)) != 0 ? 1U << k / e->shape.board.width : 0;
    }
    const unsigned wanted = hr_lines_wanted_rows(e, v->part, rows);
    for (int k = 0; k < e->parts.shape.prefix; k++) {
        const hr_lines_route way = hr_lines_way_back(e, k);
        if ((wanted >> way.to & 1U) != 0 && (v->ways & hr_lines_back_bit(k)) != 0) {
            HR_TRY(move_way(v, &way, hr_lines_column(e, way.column, e->buffer), error));
            HR_TRY(e->lists.listed ? move_way(v, &way, hr_lines_column(e, way.column, 1 - e->buffer), error) : HR_OK);
        }
    }
    return HR_OK;
}

/// Move the runs that cross into `part`, in an order that is the same on both sides.
static hr_status move_part(void *context, uint64_t part, uint32_t ways, hr_error *error) {
    visit *v = context;
    v->part = part;
    v->to = (int)v->e->parts.deal.owner[part];
    v->ways = ways;
    return v->what == HR_LINES_MAKE_ROWS ? move_columns(v, error) : move_rows(v, error);
}

/// Begin to move the runs that cross into the parts of round `round`, as far as this rank sends or gets them.
static hr_status post(hr_lines_engine *e, uint64_t round, unsigned what, hr_error *error) {
    visit v = {.e = e, .what = what, .wave = (int)(round % HR_BULK_WAVES)};
    return hr_planes_partners_visit(&e->parts.deal, &e->transfers.partners, round, move_part, &v, error);
}

/// Update this rank's part number `slot`. MPI goes on with the messages meanwhile.
static hr_status update_part(hr_lines_engine *e, uint64_t slot, unsigned what, hr_lines_blocks update, hr_error *error) {
    const uint64_t end = (slot + 1) * e->parts.shape.part_blocks;
    if (what == HR_LINES_MAKE_ROWS) {
        hr_lines_note_part(e, slot);
    }
    for (uint64_t block = slot * e->parts.shape.part_blocks; block < end; block += POLL_BLOCKS) {
        update(e, block, block + POLL_BLOCKS < end ? block + POLL_BLOCKS : end, what);
        HR_TRY(hr_bulk_poll(e->transfers.bulk, error));
    }
    return HR_OK;
}

hr_status hr_lines_pass_apart(hr_lines_engine *e, unsigned what, hr_lines_blocks update, hr_error *error) {
    const uint64_t rounds = e->parts.deal.slots_max;
    HR_TRY(rounds > 0 ? post(e, 0, what, error) : HR_OK);
    for (uint64_t round = 0; round < rounds; round++) {
        HR_TRY(round + 1 < rounds ? post(e, round + 1, what, error) : HR_OK);
        HR_TRY(hr_bulk_wait(e->transfers.bulk, (int)(round % HR_BULK_WAVES), error));
        if (round < e->parts.deal.slots) {
            e->transfers.crossed = e->transfers.staging[round % HR_BULK_WAVES];
            HR_TRY(update_part(e, round, what, update, error));
            e->transfers.crossed = NULL;
        }
    }
    return HR_OK;
}
