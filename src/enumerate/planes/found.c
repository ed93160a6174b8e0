// SPDX-License-Identifier: MIT
// The states of the last layer. The planes do not show in which layer a state was reached, and the search learns which layer is the
// last only when the next one is empty. So the indices of each layer's new states are listed as long as there is room, which is
// enough for most last layers. Checkpoints hold the list. If a last layer is larger (after a limit, for instance), the search is
// repeated up to this layer.

#include <stdlib.h>
#include <string.h>

#include "core/smallest.h"
#include "core/try.h"
#include "enumerate/planes/engine.h"

enum { BATCH = 1024 };

void hr_planes_found_clear(hr_planes_found *found) {
    found->count = 0;
    found->smallest_count = 0;
    found->noted = 0;
}

void hr_planes_found_condense(const hr_puzzle *puzzle, hr_planes_found *found, const hr_index *indices, size_t n) {
    for (size_t done = 0; done < n; done += BATCH) {
        hr_state states[BATCH];
        const size_t batch = n - done < BATCH ? n - done : BATCH;
        hr_puzzle_unindex(puzzle, indices + done, batch, states);
        for (size_t i = 0; i < batch; i++) {
            hr_smallest_offer(found->smallest, &found->smallest_count, states[i]);
        }
    }
}

/// Offer the listed states to `found->smallest`, and empty `found->indices`.
static void make_room(const hr_puzzle *puzzle, hr_planes_found *found) {
    hr_planes_found_condense(puzzle, found, found->indices, found->count);
    found->count = 0;
}

void hr_planes_note(const hr_planes_task *task, hr_planes_lists *lists, int cell, uint64_t word, const uint64_t *fresh,
                    size_t words) {
    hr_planes_found *found = &lists->found;
    for (size_t i = 0; i < words; i++) {
        for (uint64_t bits = fresh[i]; bits != 0; bits &= bits - 1) {
            if (found->count == lists->room) {
                if (!lists->last_known) {
                    return;
                }
                make_room(task->puzzle, found);
            }
            found->noted++;
            found->indices[found->count++] =
                (uint64_t)cell * task->board.plane_states + (word + i) * HR_PLANES_WORD_STATES + (uint64_t)__builtin_ctzll(bits);
        }
    }
}

hr_status hr_planes_list_hardest(hr_planes_engine *e, bool *again, hr_error *error) {
    hr_planes_found *last = &e->lists.last;
    uint64_t noted = last->noted;
    HR_TRY(hr_comm_sum(e->task.comm, &noted, 1, error));
    *again = noted != e->result->layers[e->result->layer_count - 1].states;
    if (*again) {
        return HR_OK;
    }
    make_room(e->task.puzzle, last);
    uint64_t *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_gather(e->task.comm, last->smallest, last->smallest_count, &all, &total, error));
    e->result->hardest_listed = 0;
    for (size_t i = 0; i < total; i++) {
        hr_smallest_offer(e->result->hardest, &e->result->hardest_listed, all[i]);
    }
    free(all);
    return HR_OK;
}
