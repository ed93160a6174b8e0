// SPDX-License-Identifier: MIT
#ifndef HR_COMM_STATES_H
#define HR_COMM_STATES_H

// Reductions of states, whatever the number of their bits.

#include "comm/comm.h"

/// Collective. Replace *state by its smallest value over all ranks.
hr_status hr_comm_min_state(const hr_comm *comm, hr_state *state, hr_error *error);

/// Collective. Gather states on rank 0, as hr_comm_gather does with numbers.
hr_status hr_comm_gather_states(const hr_comm *comm, const hr_state *states, size_t n, hr_state **all, size_t *total,
                                hr_error *error);

#endif
