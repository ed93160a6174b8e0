// SPDX-License-Identifier: MIT
// What the plane engine writes to a checkpoint and reads back.
//
// Written are the planes, the second planes if there are distances, and the lists of states of the last layer and of the begun
// layer (../kept.c). With scratch the planes stay in files beside the checkpoint, which has only the files' number and checksums.
//
// The marks of blocks are not written. A resumed run takes each block as changed, and sees in the planes which blocks are full.
//
// The earlier run may have stopped in the middle of a layer. The resumed run makes this layer from its beginning. Without scratch
// the planes hold some of its states already, and these are not found again: they are what the planes hold beyond the record of
// layers, and are added to the layer's count. With scratch the layer is made in empty planes. There it finds once more the states
// of its colour that earlier layers had, and these are subtracted.

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/unit/scratch.h"

hr_status hr_unit_begin_taking(hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error) {
    hr_unit_engine *e = (hr_unit_engine *)s;
    (void)reader;
    (void)error;
    s->layer.depth = (hr_depth)s->result->layer_count - 1;
    e->colour = hr_unit_colour_of(&s->board, s->source) ^ (int)(s->layer.depth & 1U);
    e->renewed = false;
    return HR_OK;
}

bool hr_unit_renews(hr_bits_search *s, int number) {
    hr_unit_engine *e = (hr_unit_engine *)s;
    const bool next = (s->board.colour[1] >> number & 1) != e->colour;
    e->renewed = e->renewed || next;
    return next;
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

/// How many bits are set in this rank's second planes. *foreign: one of them belongs to a state that is not reached.
static uint64_t count_second(const hr_unit_engine *e, bool *foreign) {
    const hr_bits_parts *parts = &e->search.parts;
    uint64_t sum = 0;
    uint64_t beside = 0;
    for (uint64_t slot = 0; parts->second != NULL && slot < parts->deal.slots; slot++) {
        for (int cell = 0; cell < e->search.board.cells; cell++) {
            const uint64_t *reached = hr_bits_words(parts, hr_bits_own_part(&parts->deal, slot), cell);
            const uint64_t *second = parts->second + hr_bits_offset(&parts->shape, slot, cell);
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
static hr_status check_count(hr_unit_engine *e, bool anew, hr_error *error) {
    enum { LAST, NEXT, SECOND, BAD, COUNTS };
    uint64_t recorded[BAD] = {0};
    for (size_t d = 0; d <= e->search.layer.depth; d++) {
        const uint64_t states = e->search.result->layers[d].states;
        recorded[((e->search.layer.depth - d) & 1U) != 0 ? NEXT : LAST] += states;
        recorded[SECOND] += is_second(d) ? states : 0;
    }
    bool foreign = false;
    const uint64_t next = hr_unit_counted(&e->search.parts, 1 - e->colour);
    uint64_t sums[COUNTS] = {
        [LAST] = hr_unit_counted(&e->search.parts, e->colour), [NEXT] = next, [SECOND] = count_second(e, &foreign)};
    sums[BAD] = foreign;
    HR_TRY(hr_comm_sum(e->search.comm, sums, COUNTS, error));
    const uint64_t begun = sums[NEXT] - recorded[NEXT]; // states of the layer that an earlier run left half made
    const bool second_fits =
        e->search.parts.second == NULL || sums[SECOND] == recorded[SECOND] + (is_second(e->search.layer.depth + 1U) ? begun : 0);
    const bool next_fits = anew || (e->search.disk != NULL ? begun == 0 : sums[NEXT] >= recorded[NEXT]);
    if (sums[BAD] > 0 || sums[LAST] != recorded[LAST] || !next_fits || !second_fits) {
        return hr_error_set(error, HR_FILE, "a damaged checkpoint: its states are not those of layers 0 to %u",
                            e->search.layer.depth);
    }
    e->begun.any = anew || begun > 0;
    e->begun.states = next - (e->search.parts.deal.rank == 0 ? recorded[NEXT] : 0);
    return HR_OK;
}

hr_status hr_unit_end_taking(hr_bits_search *s, hr_error *error) {
    hr_unit_engine *e = (hr_unit_engine *)s;
    uint64_t renewed = e->renewed;
    HR_TRY(hr_comm_max(s->comm, &renewed, 1, error));
    if (renewed != 0) {
        empty_next(e);
    }
    return check_count(e, renewed != 0, error);
}
