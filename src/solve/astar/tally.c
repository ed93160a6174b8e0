// SPDX-License-Identifier: MIT
// What the ranks have done together.

#include "comm/states.h"
#include "core/try.h"
#include "solve/astar/search.h"

hr_status hr_astar_add_up(const hr_comm *comm, hr_astar_counts *counts, hr_error *error) {
    uint64_t sums[] = {counts->own.expanded, counts->own.generated, counts->own.reopened};
    HR_TRY(hr_comm_sum(comm, sums, sizeof sums / sizeof sums[0], error));
    counts->total.expanded += sums[0];
    counts->total.generated += sums[1];
    counts->total.reopened += sums[2];
    counts->own = (hr_astar_tally){.expanded = 0};
    return HR_OK;
}

bool hr_astar_is_better(const hr_astar_reached *best, uint64_t moves, const hr_state *key, size_t words) {
    return moves < best->moves || (moves == best->moves && hr_state_compare(key, best->key, words) < 0);
}

hr_status hr_astar_find_best(const hr_comm *comm, size_t words, hr_astar_reached *best, hr_error *error) {
    const uint64_t own = best->moves;
    HR_TRY(hr_comm_min(comm, &best->moves, 1, error));
    if (own != best->moves) {
        hr_words_set_none(best->key, words);
    }
    return hr_comm_min_words(comm, best->key, words, error);
}
