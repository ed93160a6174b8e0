// SPDX-License-Identifier: MIT
// The states of the last layer. Which layer is the last is known only afterwards, and the planes don't tell a layer's states from
// earlier ones. So the indices of each layer's new states are noted as long as there is room: last layers are small. Where one is
// not (after a limit, for instance), the search is done again, up to this layer.

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/planes/engine.h"

enum { BATCH = 1024 };

/// Keep `list[0..*n)` ascending and of the HR_HARDEST_MAX smallest states offered.
static void offer(hr_state *list, size_t *n, hr_state state) {
    if (*n == HR_HARDEST_MAX && state >= list[*n - 1]) {
        return;
    }
    size_t at = *n < HR_HARDEST_MAX ? (*n)++ : HR_HARDEST_MAX - 1;
    for (; at > 0 && list[at - 1] > state; at--) {
        list[at] = list[at - 1];
    }
    list[at] = state;
}

/// Keep the smallest of the states noted, and make room.
static void condense(hr_planes_engine *e) {
    hr_planes_found *found = &e->found;
    for (size_t done = 0; done < found->count; done += BATCH) {
        hr_state states[BATCH];
        const size_t n = found->count - done < BATCH ? found->count - done : BATCH;
        hr_puzzle_unindex(e->puzzle, found->indices + done, n, states);
        for (size_t i = 0; i < n; i++) {
            offer(found->smallest, &found->smallest_count, states[i]);
        }
    }
    found->count = 0;
}

void hr_planes_note(hr_planes_engine *e, int cell, uint64_t word, const uint64_t *fresh, size_t words) {
    hr_planes_found *found = &e->found;
    for (size_t i = 0; i < words; i++) {
        for (uint64_t bits = fresh[i]; bits != 0; bits &= bits - 1) {
            if (found->count == HR_PLANES_FOUND_MAX) {
                if (!e->last_known) {
                    found->overflow = true;
                    return;
                }
                condense(e);
            }
            found->indices[found->count++] =
                (uint64_t)cell * e->board.plane_states + (word + i) * HR_PLANES_WORD_STATES + (uint64_t)__builtin_ctzll(bits);
        }
    }
}

hr_status hr_planes_list_hardest(hr_planes_engine *e, bool *again, hr_error *error) {
    uint64_t overflow = e->found.overflow;
    HR_TRY(hr_comm_sum(e->comm, &overflow, 1, error));
    *again = overflow > 0;
    if (*again) {
        return HR_OK;
    }
    condense(e);
    uint64_t *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_gather(e->comm, e->found.smallest, e->found.smallest_count, &all, &total, error));
    e->result->hardest_listed = 0;
    for (size_t i = 0; i < total; i++) {
        offer(e->result->hardest, &e->result->hardest_listed, all[i]);
    }
    free(all);
    return HR_OK;
}
