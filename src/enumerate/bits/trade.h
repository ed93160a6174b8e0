// SPDX-License-Identifier: MIT
#ifndef HR_BITS_TRADE_H
#define HR_BITS_TRADE_H

// Words that cross into a part before it is updated, where ranks do not read them in place.

#include "enumerate/bits/pass.h"
#include "enumerate/bits/search.h"

/// Local. Begin to receive the words that this rank's part of round `round` needs, and to send the words that other ranks' parts of
/// that round need. `what` is made in the pass, as the rule says. Does nothing without `bulk` and after the last round.
/// HR_INTERNAL: memory or MPI has failed.
hr_status hr_bits_post(hr_bits_search *s, unsigned what, uint64_t round, hr_error *error);

/// Local, but waits for other ranks until the transfers of round `round` are complete. *staging holds the words for this rank's
/// part; NULL without `bulk`. HR_INTERNAL: MPI has failed.
hr_status hr_bits_arrive(hr_bits_search *s, uint64_t round, const hr_bits_staging **staging, hr_error *error);

/// Local, with a disk whose files all ranks see. Submit the transfers that bring all runs which cross into `part` to the buffer.
/// HR_INTERNAL: MPI has failed.
hr_status hr_bits_fetch(hr_bits_search *s, unsigned what, uint64_t part, hr_bits_buffer *buffer, hr_error *error);

/// Collective, if the files are apart. Trade the runs that the parts of round `round` need with other nodes, and submit the
/// transfers of those that are on this node. Afterwards buffer->loading has the transfers that are still on their way to
/// buffer->staging. HR_FILE: a disk fails; then this rank has sent something else than the runs, but all messages of the round.
/// HR_INTERNAL: memory or MPI has failed.
hr_status hr_bits_trade(const hr_bits_pass *pass, uint64_t round, hr_bits_buffer *buffer, hr_error *error);

#endif
