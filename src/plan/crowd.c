// SPDX-License-Identifier: MIT
#include "plan/crowd.h"

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/try.h"

enum { SETS = 4, PROCESSORS_MAX = SETS * CPU_SETSIZE };

/// Local. Set used[i] to 1 if this rank may run on processor i, else to 0.
static void find_processors(uint64_t used[PROCESSORS_MAX]) {
    cpu_set_t sets[SETS];
    const bool known = sched_getaffinity(0, sizeof sets, sets) == 0;
    for (size_t i = 0; i < PROCESSORS_MAX; i++) {
        used[i] = known && CPU_ISSET_S(i, sizeof sets, sets) ? 1 : 0;
    }
}

/// Collective over the ranks of a node. Set *processors to how many processors the ranks may run on together; 0: unknown.
static hr_status count_processors(const hr_comm *node, uint64_t *processors, hr_error *error) {
    uint64_t used[PROCESSORS_MAX]; // how many of the ranks may run on each processor
    find_processors(used);
    HR_TRY(hr_comm_sum(node, used, PROCESSORS_MAX, error));
    *processors = 0;
    for (size_t i = 0; i < PROCESSORS_MAX; i++) {
        *processors += used[i] > 0;
    }
    return HR_OK;
}

hr_status hr_plan_crowd_find(const hr_comm *comm, hr_plan_crowd *crowd, hr_error *error) {
    hr_comm *node = NULL;
    uint64_t processors = 0;
    HR_TRY(hr_comm_split_node(comm, &node, error));
    const uint64_t ranks = (uint64_t)hr_comm_size(node);
    const hr_status status = count_processors(node, &processors, error);
    hr_comm_destroy(&node);
    HR_TRY(status);
    uint64_t most = processors > 0 && ranks > processors ? ranks << 32 | processors : 0; // the greatest value has the most ranks
    HR_TRY(hr_comm_max(comm, &most, 1, error));
    *crowd = (hr_plan_crowd){.ranks = (int)(most >> 32), .processors = (int)(most & UINT32_MAX)};
    return HR_OK;
}
