// SPDX-License-Identifier: MIT
// The states of the last layer. The planes do not show in which layer a state was reached, and the search learns which layer is the
// last only when the next one is empty. So the indices of each layer's new states are listed as long as there is room, which is
// enough for most last layers. Checkpoints hold the list. If a last layer is larger (after a limit, for instance), the search is
// repeated up to this layer.

#include "core/smallest.h"
#include "enumerate/bits/unit/engine.h"

enum { BATCH = 1024 };

void hr_unit_found_clear(hr_unit_found *found) {
    found->count = 0;
    found->list.count = 0;
    found->list.noted = 0;
}

void hr_unit_found_condense(const hr_puzzle *puzzle, hr_unit_found *found, const hr_index *indices, size_t n) {
    for (size_t done = 0; done < n; done += BATCH) {
        hr_state states[BATCH];
        const size_t batch = n - done < BATCH ? n - done : BATCH;
        hr_puzzle_unindex(puzzle, indices + done, batch, states);
        for (size_t i = 0; i < batch; i++) {
            hr_smallest_offer(found->list.smallest, &found->list.count, states[i]);
        }
    }
}

/// Offer the listed states to `found->list.smallest`, and empty `found->indices`.
static void make_room(const hr_puzzle *puzzle, hr_unit_found *found) {
    hr_unit_found_condense(puzzle, found, found->indices, found->count);
    found->count = 0;
}

void hr_unit_note(hr_unit_engine *e, int cell, uint64_t word, const uint64_t *fresh, size_t words) {
    hr_unit_found *found = &e->lists.found;
    for (size_t i = 0; i < words; i++) {
        for (uint64_t bits = fresh[i]; bits != 0; bits &= bits - 1) {
            if (found->count >= e->lists.room) {
                if (!e->lists.last_known) {
                    return;
                }
                make_room(e->search.puzzle, found);
            }
            found->list.noted++;
            found->indices[found->count++] =
                (uint64_t)cell * e->search.board.plane_states + (word + i) * HR_BITS_WORD_STATES + (uint64_t)__builtin_ctzll(bits);
        }
    }
}

const hr_bits_list *hr_unit_last(hr_bits_search *s) {
    hr_unit_found *last = &((hr_unit_engine *)s)->lists.last;
    make_room(s->puzzle, last);
    return &last->list;
}
