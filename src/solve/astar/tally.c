// SPDX-License-Identifier: MIT
// Adds up the ranks' figures.

#include "core/try.h"
#include "solve/astar/search.h"

hr_status hr_astar_add_up(hr_astar *a, hr_error *error) {
    uint64_t sums[] = {a->tally.expanded, a->tally.generated, a->tally.reopened};
    HR_TRY(hr_comm_sum(a->comm, sums, sizeof sums / sizeof sums[0], error));
    a->total.expanded += sums[0];
    a->total.generated += sums[1];
    a->total.reopened += sums[2];
    a->tally = (hr_astar_tally){.expanded = 0};
    return HR_OK;
}
