// SPDX-License-Identifier: MIT
#ifndef HR_BITS_PARTNERS_H
#define HR_BITS_PARTNERS_H

// Whose parts get words from this rank by messages.
//
// The ranks update their parts in rounds: in round r each rank updates its r-th part. A part gets words from few others, some tens,
// however many ranks there are. So each rank once lists the *partners* of its parts: the parts of other ranks that words of its own
// parts cross into, and by which ways. In each round it looks at these alone, and not at the parts of all ranks.

#include "enumerate/bits/parts.h"

/// A part that gets words from this rank's parts.
typedef struct hr_bits_partner {
    uint32_t part;
    uint32_t ways; ///< a bit for each way by which words come from this rank's parts; the engine numbers the ways
} hr_bits_partner;

typedef struct hr_bits_partners {
    hr_bits_partner *list; ///< [first[rounds]] in order of round, then of owner, beginning with the rank after this one
    uint64_t *first;       ///< [rounds + 1] where each round's partners begin in `list`
} hr_bits_partners;

/// Local. List the parts for which `ways[0..parts)` is not 0. It is 0 for this rank's own parts. HR_INTERNAL: out of memory; then
/// *partners is empty.
hr_status hr_bits_partners_make(const hr_bits_deal *deal, const uint32_t *ways, hr_bits_partners *partners, hr_error *error);

/// Local. Free the lists and empty *partners, which may be empty already.
void hr_bits_partners_clear(hr_bits_partners *partners);

/// Local. Call `visit` for each part that concerns this rank in round `round`: first for its own part, if it has one, with all
/// ways, then for its partners, each with its ways. It begins with the next rank, so that not all ranks send to the same rank
/// first. Returns the first status of `visit` that is not HR_OK, and visits nothing more then.
hr_status hr_bits_partners_visit(const hr_bits_deal *deal, const hr_bits_partners *partners, uint64_t round,
                                 hr_status (*visit)(void *context, uint64_t part, uint32_t ways, hr_error *error), void *context,
                                 hr_error *error);

#endif
