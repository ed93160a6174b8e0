// SPDX-License-Identifier: MIT
#ifndef HR_COMM_STATES_H
#define HR_COMM_STATES_H

// Reductions of states, whatever the number of their bits.

#include "comm/comm.h"

/// Collective. Replace the state of `words` numbers by its smallest value over all ranks.
hr_status hr_comm_min_words(const hr_comm *comm, hr_state *state, size_t words, hr_error *error);

#endif
