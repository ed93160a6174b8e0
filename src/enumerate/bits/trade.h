// SPDX-License-Identifier: MIT
#ifndef HR_BITS_TRADE_H
#define HR_BITS_TRADE_H

// Words that cross into a part before it is updated, where ranks do not read them in place.

#include "enumerate/bits/search.h"

/// Local. Does this search send words between ranks? Else they read each other's memory or files.
bool hr_bits_sends(const hr_bits_search *s);

/// Local; collective with a disk if ranks send words. Begin to bring the words that this rank's part of round `round` needs to the
/// round's buffer, and to send those that other ranks' parts of that round need. `what` is made in the pass, as the rule says. With
/// a disk, buffer->loading has the transfers that are still on their way. Does nothing if words are read in place, and after the
/// last round. HR_FILE: a disk fails; then this rank has sent something else than the words, but all messages of the round.
/// HR_INTERNAL: memory or MPI has failed.
hr_status hr_bits_trade(hr_bits_search *s, unsigned what, uint64_t round, hr_error *error);

/// Local, but waits for other ranks until the messages of round `round` have come, if there are any in memory. HR_INTERNAL: MPI has
/// failed.
hr_status hr_bits_arrive(hr_bits_search *s, uint64_t round, hr_error *error);

#endif
