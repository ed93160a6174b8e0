// SPDX-License-Identifier: MIT
#ifndef HR_DEAL_H
#define HR_DEAL_H

// Searches many positions, each on one rank alone and for a bounded number of states. Positions that need more are left to all
// ranks together (together.h).

#include "comm/comm.h"
#include "core/state.h"
#include "solve/layers/shortest_path.h"

/// A search that one rank makes alone finds at most this number of states.
enum { HR_DEAL_STATES = 1 << 18 };

typedef struct hr_deal_position {
    hr_state start[HR_STATE_WORDS_MAX]; ///< a valid state
    bool skip;                          ///< not to be searched
    bool hard;    ///< set on every rank: the search needs more states or memory, and all ranks together should make it
    hr_path path; ///< set on rank 0 unless `skip`; if `hard`, it has the bound that one rank has proven
} hr_deal_position;

/// Collective. Search `positions[0..n)`, each on one rank, with these options, which may differ in `goes_on` and `context` between
/// the ranks. The paths are on rank 0, and do not depend on the number of ranks. The caller clears them in any case. Errors as for
/// hr_shortest_path; HR_INTERNAL, too: MPI failed.
hr_status hr_deal_search(const hr_comm *comm, const hr_puzzle *puzzle, hr_deal_position *positions, size_t n,
                         const hr_path_options *options, hr_error *error);

#endif
