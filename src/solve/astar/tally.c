// SPDX-License-Identifier: MIT
// Adds up the ranks' figures.

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
