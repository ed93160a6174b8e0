// SPDX-License-Identifier: MIT
// The states of the last layer. The planes do not show in which layer a state was reached, and the search learns which layer is the
// last only when the next one is empty. So the smallest new states of each layer that may be the last one are listed as long as
// they are not too many, which is enough for most last layers. Checkpoints hold the lists. If the last layer has not been listed
// (after a limit, for instance), the search is repeated up to this layer.

#include "core/smallest.h"
#include "enumerate/bits/search.h"

void hr_bits_list_states(hr_bits_list *list, const hr_state *states, size_t n) {
    for (size_t i = 0; i < n; i++) {
        hr_smallest_offer(list->smallest, &list->count, states[i]);
    }
    list->noted += n;
}

void hr_bits_note(hr_bits_search *s, hr_bits_list *list, int cell, uint64_t word, const uint64_t *fresh, size_t words) {
    for (size_t i = 0; i < words; i++) {
        hr_index indices[HR_BITS_WORD_STATES];
        hr_state states[HR_BITS_WORD_STATES];
        size_t n = 0;
        for (uint64_t bits = fresh[i]; bits != 0; bits &= bits - 1) {
            indices[n++] =
                (uint64_t)cell * s->board.plane_states + (word + i) * HR_BITS_WORD_STATES + (uint64_t)__builtin_ctzll(bits);
        }
        if (n > 0) {
            hr_puzzle_unindex(s->puzzle, indices, n, states);
            hr_bits_list_states(list, states, n);
        }
    }
    s->lists.listing = s->lists.last_known || list->noted <= HR_BITS_LIST_ROOM;
}
