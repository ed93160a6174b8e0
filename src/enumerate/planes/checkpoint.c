// SPDX-License-Identifier: MIT
// The plane engine's sections of a checkpoint. (A block is a checkpoint's block here, except in survey_part.)
//
// The planes are kept, and the second planes if there are distances. The keys of a block are the numbers of its words, counted over
// all planes. Once the layers hold every state, the planes are left out, because all their bits are set. The marks are not kept: a
// resumed run takes all blocks as changed, and finds out from the planes which blocks are full.
//
// The lists of the last layer's states and of the begun layer's states are kept (kept_lists.c).
//
// With scratch, the planes are in files beside the checkpoint, whose number and checksums are kept (kept_files.c).
//
// An earlier run may have left a layer half made. Then the layer is made again on top of the states that are there already. These
// states are counted as the difference between the planes and the record of layers. With scratch the layer is made from nothing,
// and the difference is negative: the layer finds the states of its colour in earlier layers once more.

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/saved.h"
#include "enumerate/planes/kept.h"
#include "enumerate/planes/scratch.h"

static uint64_t set_words(const hr_planes_engine *e) {
    return e->parts.deal.slots * (uint64_t)e->task.board.cells * e->parts.shape.part_words;
}

static uint64_t count_bytes(const void *engine) {
    const hr_planes_engine *e = engine;
    const uint64_t planes = e->scratch != NULL ? hr_planes_files_words(e)
                                               : set_words(e) * (uint64_t)(!hr_planes_is_whole(e) + (e->parts.second != NULL));
    return (planes + hr_planes_lists_words(e)) * sizeof(uint64_t);
}

/// Write the words of this rank's part number `slot` in the plane of `cell`.
static hr_status put_part(const hr_planes_engine *e, hr_checkpoint_writer *writer, uint64_t slot, int cell, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t part = hr_planes_own_part(&parts->deal, slot);
    const uint64_t first = (uint64_t)cell * e->task.board.plane_words + part * parts->shape.part_words;
    if (!hr_planes_is_whole(e)) {
        HR_TRY(hr_planes_put_words(writer, HR_PLANES_SECTION_REACHED, first, hr_planes_words(parts, part, cell),
                                   parts->shape.part_words, error));
    }
    return parts->second == NULL
               ? HR_OK
               : hr_planes_put_words(writer, HR_PLANES_SECTION_SECOND, first,
                                     parts->second + hr_planes_offset(&parts->shape, slot, cell), parts->shape.part_words, error);
}

static hr_status put(const void *engine, hr_checkpoint_writer *writer, hr_error *error) {
    const hr_planes_engine *e = engine;
    HR_TRY(hr_planes_put_lists(e, writer, error));
    if (e->scratch != NULL) {
        return hr_planes_put_files(e, writer, error);
    }
    for (uint64_t slot = 0; slot < e->parts.deal.slots; slot++) {
        for (int cell = 0; cell < e->task.board.cells; cell++) {
            HR_TRY(put_part(e, writer, slot, cell, error));
        }
    }
    return HR_OK;
}

/// The planes whose words are being read.
typedef struct taking {
    const hr_planes_engine *e;
    bool second;    ///< the second planes
    uint64_t taken; ///< words of this rank that have been read
} taking;

/// The part that word `key`, counted over all planes, belongs to.
static uint64_t part_at(const hr_planes_engine *e, uint64_t key) {
    return key % e->task.board.plane_words / e->parts.shape.part_words;
}

static bool is_own(const hr_planes_engine *e, uint64_t part) { return hr_planes_is_own(&e->parts.deal, part); }

static bool wanted(const void *context, uint64_t first, uint64_t last) {
    const taking *t = context;
    const uint64_t words = (uint64_t)t->e->task.board.cells * t->e->task.board.plane_words;
    if (last >= words) {
        return true; // not a block of this board: take_words refuses it
    }
    for (uint64_t key = first; key <= last; key += t->e->parts.shape.part_words - key % t->e->parts.shape.part_words) {
        if (is_own(t->e, part_at(t->e, key))) {
            return true;
        }
    }
    return false;
}

static hr_status take_words(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    taking *t = context;
    const hr_planes_engine *e = t->e;
    const hr_planes_parts *parts = &e->parts;
    if (last >= (uint64_t)e->task.board.cells * e->task.board.plane_words || size != (last - first + 1) * sizeof(uint64_t) ||
        !hr_planes_are_words(bytes, size)) {
        return hr_error_set(error, HR_FILE, "a damaged checkpoint: its words are not those of this board");
    }
    for (uint64_t key = first; key <= last;) {
        const uint64_t part = part_at(e, key);
        const uint64_t at = key % parts->shape.part_words;
        const uint64_t left = last - key + 1;
        const uint64_t n = left < parts->shape.part_words - at ? left : parts->shape.part_words - at;
        if (is_own(e, part)) {
            const int cell = (int)(key / e->task.board.plane_words);
            uint64_t *words = t->second ? parts->second + hr_planes_offset(&parts->shape, parts->deal.slot[part], cell)
                                        : hr_planes_words(parts, part, cell);
            memcpy(words + at, (const char *)bytes + (key - first) * sizeof(uint64_t), (size_t)n * sizeof(uint64_t));
            t->taken += n;
        }
        key += n;
    }
    return HR_OK;
}

/// Local. Mark all states of this rank as reached. Planes on disks are known by their marks.
static void fill_planes(hr_planes_engine *e) {
    const hr_planes_parts *parts = &e->parts;
    memset(parts->full, 0xFF, parts->deal.slots * parts->shape.part_blocks * sizeof *parts->full);
    for (uint64_t slot = 0; slot < parts->deal.slots; slot++) {
        for (int cell = 0; cell < e->task.board.cells; cell++) {
            uint64_t *words = hr_planes_words(parts, hr_planes_own_part(&parts->deal, slot), cell);
            for (uint64_t i = 0; words != NULL && i < parts->shape.part_words; i++) {
                words[i] = HR_PLANES_WORD_FULL;
            }
        }
    }
}

/// Local. Read this rank's words of all planes.
static hr_status take_planes(hr_planes_engine *e, hr_checkpoint_reader *reader, taking *reached, taking *second, hr_error *error) {
    if (hr_planes_is_whole(e)) {
        fill_planes(e);
        reached->taken = set_words(e);
    } else {
        HR_TRY(hr_checkpoint_read_wanted(reader, HR_PLANES_SECTION_REACHED, wanted, take_words, reached, error));
    }
    return e->parts.second == NULL ? HR_OK
                                   : hr_checkpoint_read_wanted(reader, HR_PLANES_SECTION_SECOND, wanted, take_words, second, error);
}

/// What survey_part compares the parts with, and the differences that it finds.
typedef struct survey {
    hr_planes_listed listed;
    hr_planes_difference difference;
} survey;

/// A visit of a part that has been read: compare it with the checkpoint, count its states, mark all its blocks as changed, and mark
/// those that are full.
static void survey_part(hr_planes_engine *e, uint64_t slot, void *context) {
    survey *s = context;
    hr_planes_parts *parts = &e->parts;
    if (e->scratch != NULL) {
        hr_planes_compare_files(e, slot, &s->difference);
    }
    hr_planes_find_listed(e, slot, &s->listed);
    hr_planes_count_part(parts, slot);
    hr_planes_mark_changed(parts, slot);
    for (int cell = 0; cell < e->task.board.cells; cell++) {
        hr_planes_mark_full(parts, slot, cell, 1U << cell);
    }
}

/// How many bits are set in this rank's second planes. *foreign: one of them belongs to a state that is not reached.
static uint64_t count_second(const hr_planes_engine *e, bool *foreign) {
    const hr_planes_parts *parts = &e->parts;
    uint64_t sum = 0;
    uint64_t beside = 0;
    for (uint64_t slot = 0; parts->second != NULL && slot < parts->deal.slots; slot++) {
        for (int cell = 0; cell < e->task.board.cells; cell++) {
            const uint64_t *reached = hr_planes_words(parts, hr_planes_own_part(&parts->deal, slot), cell);
            const uint64_t *second = parts->second + hr_planes_offset(&parts->shape, slot, cell);
            for (uint64_t i = 0; i < parts->shape.part_words; i++) {
                sum += (uint64_t)__builtin_popcountll(second[i]);
                beside |= second[i] & ~reached[i];
            }
        }
    }
    *foreign = beside != 0;
    return sum;
}

/// Is ⌊depth/2⌋ odd? If so, the states at distance `depth` have their bits set in the second planes.
static bool is_second(size_t depth) { return (depth >> 1 & 1U) != 0; }

/// Collective. HR_FILE unless the planes hold as many states as the record of layers says. Of the next layer's colour there may be
/// more: the states of a begun layer, which go into `begun`. `anew`: that colour's planes have become empty, and `begun` makes up
/// for what they held.
static hr_status check_count(hr_planes_engine *e, const taking *reached, const taking *second, bool anew, hr_error *error) {
    enum { LAST, NEXT, SECOND, BAD, COUNTS };
    const uint64_t wanted_words = set_words(e);
    uint64_t recorded[BAD] = {0};
    for (size_t d = 0; d <= e->layer.depth; d++) {
        const uint64_t states = e->result->layers[d].states;
        recorded[((e->layer.depth - d) & 1U) != 0 ? NEXT : LAST] += states;
        recorded[SECOND] += is_second(d) ? states : 0;
    }
    bool foreign = false;
    const uint64_t next = hr_planes_counted(&e->parts, 1 - e->layer.colour);
    uint64_t sums[COUNTS] = {
        [LAST] = hr_planes_counted(&e->parts, e->layer.colour), [NEXT] = next, [SECOND] = count_second(e, &foreign)};
    sums[BAD] = foreign || reached->taken != wanted_words || (e->parts.second != NULL && second->taken != wanted_words);
    HR_TRY(hr_comm_sum(e->task.comm, sums, COUNTS, error));
    const uint64_t begun = sums[NEXT] - recorded[NEXT]; // states of the layer that an earlier run left half made
    const bool second_fits =
        e->parts.second == NULL || sums[SECOND] == recorded[SECOND] + (is_second(e->layer.depth + 1U) ? begun : 0);
    const bool next_fits = anew || (e->scratch != NULL ? begun == 0 : sums[NEXT] >= recorded[NEXT]);
    if (sums[BAD] > 0 || sums[LAST] != recorded[LAST] || !next_fits || !second_fits) {
        return hr_error_set(error, HR_FILE, "a damaged checkpoint: its states are not those of layers 0 to %u", e->layer.depth);
    }
    e->course.begun.any = anew || begun > 0;
    e->course.begun.states = next - (e->parts.deal.rank == 0 ? recorded[NEXT] : 0);
    return HR_OK;
}

static void forget(void *engine) {
    hr_planes_engine *e = engine;
    hr_planes_parts_reset(&e->parts);
    hr_planes_parts_reset_second(&e->parts);
    hr_planes_found_clear(&e->lists.last);
    hr_planes_found_clear(&e->lists.found);
    e->course.begun = (hr_planes_begun){.any = false};
}

/// Collective. Read all that the checkpoint has. *anew as for hr_planes_judge_files.
static hr_status take_all(hr_planes_engine *e, hr_checkpoint_reader *reader, bool *anew, hr_error *error) {
    taking reached = {.e = e, .taken = e->scratch != NULL ? set_words(e) : 0};
    taking second = {.e = e, .second = true};
    survey s = {.difference = {.last = false}};
    hr_status status = HR_OK;
    if (e->scratch == NULL) {
        status = take_planes(e, reader, &reached, &second, error);
    } else if (hr_planes_is_whole(e)) { // the files may have been removed
        fill_planes(e);
    } else {
        status = hr_planes_take_files(e, reader, error);
    }
    if (status == HR_OK) {
        status = hr_planes_take_lists(e, reader, error);
    }
    HR_TRY(hr_comm_agree(e->task.comm, status, error));
    HR_TRY(hr_planes_share_lists(e, &s.listed, error));
    HR_TRY(hr_comm_agree(e->task.comm, hr_planes_visit_parts(e, survey_part, &s, error), error));
    HR_TRY(hr_planes_judge_files(e, &s.difference, anew, error));
    HR_TRY(hr_planes_check_listed(e, &s.listed, error));
    return check_count(e, &reached, &second, *anew, error);
}

static hr_status take(void *engine, hr_checkpoint_reader *reader, hr_error *error) {
    hr_planes_engine *e = engine;
    bool anew = false;
    HR_TRY(hr_planes_check_scratch(e, reader, error));
    e->layer.depth = (hr_depth)e->result->layer_count - 1;
    e->layer.colour = hr_planes_colour_of(&e->task.board, e->task.source) ^ (int)(e->layer.depth & 1U);
    HR_TRY(take_all(e, reader, &anew, error));
    HR_TRY(hr_shared_sync(e->parts.memory, error));
    HR_TRY(hr_comm_agree(e->task.comm, HR_OK, error)); // a barrier: no rank reads another rank's planes before they are filled
    HR_TRY(hr_shared_sync(e->parts.memory, error));
    return hr_planes_share_summary(e, error);
}

hr_run_saver hr_planes_saver(hr_planes_engine *e) {
    const uint64_t layout = 1 + e->task.tuning.distances;
    const bool in_place = e->task.options->scratch.count > 0;
    return (hr_run_saver){
        .engine = e, .layout = layout, .in_place = in_place, .bytes = count_bytes, .put = put, .take = take, .forget = forget};
}
