// SPDX-License-Identifier: MIT
// Do the planes agree with the layers' counts? A layer's count is the sum of the new states that the kernels counted, block by
// block. Here the counts are compared with the planes themselves: with the set bits of some parts, with the marks of full blocks,
// and with the list of symmetric states. After an exhausted search all bits are known to be set, so some words of each plane are
// enough. A part on a disk is known by its marks alone then, because blocks that are marked as full are not read.

#include <inttypes.h>

#include "core/try.h"
#include "core/vector.h"
#include "enumerate/bits/unit/scratch.h"

enum { AUDIT_WORDS = 1 << 19 }; ///< about how many words of each rank are looked at again

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
static uint64_t count_bits(const hr_bits_parts *parts, uint64_t slot, int colour) {
    const uint64_t part = hr_bits_own_part(&parts->deal, slot);
    uint64_t sum = 0;
    for (unsigned cells = parts->shape.board->colour[colour]; cells != 0; cells &= cells - 1) {
        sum += planes_set_bits(hr_bits_words(parts, part, __builtin_ctz(cells)), parts->shape.part_words);
    }
    return sum;
}

/// The number of all states in a part whose blank is on a cell of `colour`.
static uint64_t count_all(const hr_bits_shape *shape, int colour) {
    return (uint64_t)__builtin_popcount(shape->board->colour[colour]) * shape->part_words * HR_BITS_WORD_STATES;
}

void hr_unit_count_part(hr_bits_search *s, uint64_t slot) {
    hr_bits_parts *parts = &s->parts;
    for (int colour = 0; colour < 2; colour++) {
        parts->reached[2 * slot + (uint64_t)colour] =
            hr_bits_is_whole(s) ? count_all(&parts->shape, colour) : count_bits(parts, slot, colour);
    }
}

uint64_t hr_unit_counted(const hr_bits_parts *parts, int colour) {
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
        missing |= words[i] ^ HR_BITS_WORD_FULL;
    }
    return missing == 0;
}

/// After an exhausted search: were all of the part's states counted, and are some words of each plane full? In a large part these
/// words lie at another place in each plane.
static bool is_full(const hr_bits_parts *parts, uint64_t slot) {
    const uint64_t part = hr_bits_own_part(&parts->deal, slot);
    const uint64_t cells = (uint64_t)parts->shape.board->cells;
    const uint64_t some = parts->shape.part_words < AUDIT_WORDS / cells ? parts->shape.part_words : AUDIT_WORDS / cells;
    bool full = true;
    for (uint64_t cell = 0; cell < cells; cell++) {
        const uint64_t begin = (parts->shape.part_words - some) / cells * ((cell + part) % cells);
        full = full && planes_are_full(hr_bits_words(parts, part, (int)cell) + begin, some);
    }
    for (int colour = 0; colour < 2; colour++) {
        full = full && parts->reached[2 * slot + (uint64_t)colour] == count_all(&parts->shape, colour);
    }
    return full;
}

/// A visit that looks at a part's states again. *wrong, a uint64_t, grows by 1 if their number is not the one that was counted when
/// they were found.
static void compare_part(hr_unit_engine *e, uint64_t slot, void *wrong) {
    const hr_bits_parts *parts = &e->search.parts;
    const bool right = e->search.exhausted ? is_full(parts, slot)
                                           : count_bits(parts, slot, 0) == parts->reached[2 * slot] &&
                                                 count_bits(parts, slot, 1) == parts->reached[2 * slot + 1];
    *(uint64_t *)wrong += !right;
}

/// Look at the states of some of this rank's parts again. *wrong is how many of these parts have other states than were counted as
/// they were found. `turn` chooses the parts, so that audits look at different ones.
static hr_status count_wrong_parts(hr_unit_engine *e, uint64_t turn, uint64_t *wrong, hr_error *error) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t part_words = (uint64_t)parts->shape.board->cells * parts->shape.part_words;
    const uint64_t most = 1 + AUDIT_WORDS / part_words;
    *wrong = 0;
    for (uint64_t i = 0; i < most && i < parts->deal.slots; i++) {
        HR_TRY(hr_unit_visit_part(e, (i + turn) % parts->deal.slots, compare_part, wrong, error));
    }
    return HR_OK;
}

/// How many blocks of this rank, in all cells' planes, are not marked as full.
static uint64_t count_open_blocks(const hr_bits_parts *parts) {
    const uint64_t blocks = parts->deal.slots * parts->shape.part_blocks;
    uint64_t full = 0;
    for (uint64_t i = 0; i < blocks; i++) {
        full += (uint64_t)__builtin_popcount(parts->full[i]);
    }
    return blocks * (uint64_t)parts->shape.board->cells - full;
}

hr_status hr_unit_audit(hr_bits_search *s, hr_error *error) {
    hr_unit_engine *e = (hr_unit_engine *)s;
    enum { REACHED, REACHED_ODD, BEGUN, WRONG, OPEN, UNSEEN, SUM_COUNT };
    uint64_t wrong = 0;
    HR_TRY(hr_comm_agree(e->search.comm, count_wrong_parts(e, e->search.result->layer_count, &wrong, error), error));
    const int begin = hr_unit_colour_of(&e->search.board, e->search.source);
    uint64_t layers[2] = {0, 0}; // states at even distances, at odd ones
    for (size_t d = 0; d < e->search.result->layer_count; d++) {
        layers[d & 1U] += e->search.result->layers[d].states;
    }
    uint64_t sums[SUM_COUNT] = {
        [REACHED] = hr_unit_counted(&e->search.parts, begin),
        [REACHED_ODD] = hr_unit_counted(&e->search.parts, 1 - begin),
        [BEGUN] = e->begun.states,
        [WRONG] = wrong,
        [OPEN] = e->search.exhausted ? count_open_blocks(&e->search.parts) : 0,
        [UNSEEN] = e->search.exhausted ? e->search.symmetric.count : 0,
    };
    HR_TRY(hr_comm_sum(e->search.comm, sums, SUM_COUNT, error));
    const uint64_t begun[2] = {(e->search.result->layer_count & 1U) == 0 ? sums[BEGUN] : 0,
                               (e->search.result->layer_count & 1U) == 0 ? 0 : sums[BEGUN]};
    if (sums[REACHED] == layers[0] + begun[0] && sums[REACHED_ODD] == layers[1] + begun[1] &&
        (sums[WRONG] | sums[OPEN] | sums[UNSEEN]) == 0) {
        return HR_OK;
    }
    return hr_error_set(error, HR_INTERNAL,
                        "the planes contradict the %zu layers: %" PRIu64 " and %" PRIu64
                        " states at even and odd distances, %" PRIu64 " and %" PRIu64 " in the layers, %" PRIu64 " begun; %" PRIu64
                        " parts with other bits, %" PRIu64 " blocks not full, %" PRIu64
                        " symmetric states not found; please report this, and do not use the result",
                        e->search.result->layer_count, sums[REACHED], sums[REACHED_ODD], layers[0], layers[1], sums[BEGUN],
                        sums[WRONG], sums[OPEN], sums[UNSEEN]);
}
