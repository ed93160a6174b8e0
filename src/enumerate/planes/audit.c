// SPDX-License-Identifier: MIT
// Do the planes agree with the layers' counts? A layer's count is the sum of the new states that the kernels counted, block by
// block. Here the counts are compared with the planes themselves: with the set bits of some parts, with the marks of full blocks,
// and with the list of symmetric states. After an exhausted search all bits are known to be set, so some words of each plane are
// enough. A part on a disk is known by its marks alone then, because blocks that are marked as full are not read.

#include <inttypes.h>

#include "core/try.h"
#include "core/vector.h"
#include "enumerate/planes/scratch.h"
#include "run/layer_check.h"

enum { AUDIT_WORDS = 1 << 19 }; ///< about how many words of each rank are looked at again

hr_status hr_planes_check_layer(const hr_planes_engine *e, const hr_layer *layer, uint64_t extra, hr_error *error) {
    const hr_count order = (hr_count)e->task.symmetry_order;
    if ((layer->states + extra) % order != 0) {
        return hr_error_set(error, HR_INTERNAL,
                            "layer %zu cannot be right: its %" PRIu64 " states and %" PRIu64
                            " for symmetric ones are not a multiple of %" PRIu64
                            " symmetries; please report this, and do not use the result",
                            e->result->layer_count, layer->states, extra, order);
    }
    return hr_layer_check(hr_puzzle_describe(e->task.puzzle), order, e->result, layer, NULL, error);
}

/// The number of bits that are set in `words[0..n)`.
HR_VECTOR_CLONES
static uint64_t planes_set_bits(const uint64_t *words, uint64_t n) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        sum += (uint64_t)__builtin_popcountll(words[i]);
    }
    return sum;
}

/// The number of reached states in this rank's part number `slot` whose blank is on a cell of `colour`.
static uint64_t count_bits(const hr_planes_parts *parts, uint64_t slot, int colour) {
    const uint64_t part = hr_planes_own_part(&parts->deal, slot);
    uint64_t sum = 0;
    for (unsigned cells = parts->shape.board->colour[colour]; cells != 0; cells &= cells - 1) {
        sum += planes_set_bits(hr_planes_words(parts, part, __builtin_ctz(cells)), parts->shape.part_words);
    }
    return sum;
}

void hr_planes_count_part(hr_planes_parts *parts, uint64_t slot) {
    for (int colour = 0; colour < 2; colour++) {
        parts->reached[2 * slot + (uint64_t)colour] = count_bits(parts, slot, colour);
    }
}

uint64_t hr_planes_counted(const hr_planes_parts *parts, int colour) {
    uint64_t sum = 0;
    for (uint64_t slot = 0; slot < parts->deal.slots; slot++) {
        sum += parts->reached[2 * slot + (uint64_t)colour];
    }
    return sum;
}

/// Are all states of `words[0..n)` reached?
HR_VECTOR_CLONES
static bool planes_are_full(const uint64_t *words, uint64_t n) {
    uint64_t missing = 0;
    for (uint64_t i = 0; i < n; i++) {
        missing |= words[i] ^ HR_PLANES_WORD_FULL;
    }
    return missing == 0;
}

/// After an exhausted search: were all of the part's states counted, and are some words of each plane full? In a large part these
/// words lie at another place in each plane.
static bool is_full(const hr_planes_parts *parts, uint64_t slot) {
    const uint64_t part = hr_planes_own_part(&parts->deal, slot);
    const uint64_t cells = (uint64_t)parts->shape.board->cells;
    const uint64_t some = parts->shape.part_words < AUDIT_WORDS / cells ? parts->shape.part_words : AUDIT_WORDS / cells;
    bool full = true;
    for (uint64_t cell = 0; cell < cells; cell++) {
        const uint64_t begin = (parts->shape.part_words - some) / cells * ((cell + part) % cells);
        full = full && planes_are_full(hr_planes_words(parts, part, (int)cell) + begin, some);
    }
    for (int colour = 0; colour < 2; colour++) {
        const uint64_t words = (uint64_t)__builtin_popcount(parts->shape.board->colour[colour]) * parts->shape.part_words;
        full = full && parts->reached[2 * slot + (uint64_t)colour] == words * HR_PLANES_WORD_STATES;
    }
    return full;
}

/// A visit that looks at a part's states again. *wrong, a uint64_t, grows by 1 if their number is not the one that was counted when
/// they were found.
static void compare_part(hr_planes_engine *e, uint64_t slot, void *wrong) {
    const hr_planes_parts *parts = &e->parts;
    const bool right = e->course.exhausted ? is_full(parts, slot)
                                           : count_bits(parts, slot, 0) == parts->reached[2 * slot] &&
                                                 count_bits(parts, slot, 1) == parts->reached[2 * slot + 1];
    *(uint64_t *)wrong += !right;
}

/// Look at the states of some of this rank's parts again. *wrong is how many of these parts have other states than were counted as
/// they were found. `turn` chooses the parts, so that audits look at different ones.
static hr_status count_wrong_parts(hr_planes_engine *e, uint64_t turn, uint64_t *wrong, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t part_words = (uint64_t)parts->shape.board->cells * parts->shape.part_words;
    const uint64_t most = 1 + AUDIT_WORDS / part_words;
    *wrong = 0;
    for (uint64_t i = 0; i < most && i < parts->deal.slots; i++) {
        HR_TRY(hr_planes_visit_part(e, (i + turn) % parts->deal.slots, compare_part, wrong, error));
    }
    return HR_OK;
}

/// How many blocks of this rank, in all cells' planes, are not marked as full.
static uint64_t count_open_blocks(const hr_planes_parts *parts) {
    const uint64_t blocks = parts->deal.slots * parts->shape.part_blocks;
    uint64_t full = 0;
    for (uint64_t i = 0; i < blocks; i++) {
        full += (uint64_t)__builtin_popcount(parts->full[i]);
    }
    return blocks * (uint64_t)parts->shape.board->cells - full;
}

hr_status hr_planes_audit(hr_planes_engine *e, hr_error *error) {
    enum { REACHED, REACHED_ODD, BEGUN, WRONG, OPEN, UNSEEN, SUM_COUNT };
    uint64_t wrong = 0;
    HR_TRY(hr_comm_agree(e->task.comm, count_wrong_parts(e, e->result->layer_count, &wrong, error), error));
    const int begin = hr_planes_colour_of(&e->task.board, e->task.source);
    uint64_t layers[2] = {0, 0}; // states at even distances, at odd ones
    for (size_t d = 0; d < e->result->layer_count; d++) {
        layers[d & 1U] += e->result->layers[d].states;
    }
    uint64_t sums[SUM_COUNT] = {
        [REACHED] = hr_planes_counted(&e->parts, begin),
        [REACHED_ODD] = hr_planes_counted(&e->parts, 1 - begin),
        [BEGUN] = e->course.begun.states,
        [WRONG] = wrong,
        [OPEN] = e->course.exhausted ? count_open_blocks(&e->parts) : 0,
        [UNSEEN] = e->course.exhausted ? e->symmetric.count : 0,
    };
    HR_TRY(hr_comm_sum(e->task.comm, sums, SUM_COUNT, error));
    const uint64_t begun[2] = {(e->result->layer_count & 1U) == 0 ? sums[BEGUN] : 0,
                               (e->result->layer_count & 1U) == 0 ? 0 : sums[BEGUN]};
    if (sums[REACHED] == layers[0] + begun[0] && sums[REACHED_ODD] == layers[1] + begun[1] &&
        (sums[WRONG] | sums[OPEN] | sums[UNSEEN]) == 0) {
        return HR_OK;
    }
    return hr_error_set(error, HR_INTERNAL,
                        "the planes contradict the %zu layers: %" PRIu64 " and %" PRIu64
                        " states at even and odd distances, %" PRIu64 " and %" PRIu64 " in the layers, %" PRIu64 " begun; %" PRIu64
                        " parts with other bits, %" PRIu64 " blocks not full, %" PRIu64
                        " symmetric states not found; please report this, and do not use the result",
                        e->result->layer_count, sums[REACHED], sums[REACHED_ODD], layers[0], layers[1], sums[BEGUN], sums[WRONG],
                        sums[OPEN], sums[UNSEEN]);
}
