// SPDX-License-Identifier: MIT
#ifndef HR_DEALING_H
#define HR_DEALING_H

// Deals states out to the ranks that own them.

#include "comm/exchange/exchange.h"
#include "enumerate/states/state_bins.h"

/// How states are dealt out.
typedef struct hr_dealing {
    hr_exchange *exchange; ///< carries the states; a state is a record
    uint64_t *hashes;      ///< room for as many hashes as states are dealt out at a time
    size_t words;          ///< words of a state
    hr_state key_mask;     ///< the bits of the lowest word that identify a state
    uint32_t rank;
    uint32_t ranks;
} hr_dealing;

/// Local. Put those of the n states at `states` into the exchange that other ranks own. There must be room for their items. From
/// *own on stand the `result` states that this rank owns, valid until the next turn or change of `states`, and
/// `dealing->hashes[0..result)` are their hashes. The order of `states` may change.
size_t hr_deal_out(const hr_dealing *dealing, hr_state *states, size_t n, hr_state **own);

#endif
