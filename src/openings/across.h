// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_ACROSS_H
#define HR_OPENINGS_ACROSS_H

// Sends openings of the next layer from the node that has made them to the node that has their frames.
//
// A node expands its own frames, and has the words of all frames for what that makes. Here the words of other nodes' frames are
// sent and set to 0 again. The ranks of a node divide the work by the place that a frame is dealt to: with two ranks on the node,
// the first sends to the ranks at the places 0, 2, 4, …, the second to those at 1, 3, 5, …. A rank receives words of its own frames
// only.

#include "comm/exchange/exchange.h"
#include "openings/search.h"

/// Local. Returns the number of items of a group of words that begins with `head` (hr_records).
size_t hr_across_length(hr_item head);

/// Local. Returns false if this rank, or one beside it, has a reason to stop.
typedef bool (*hr_across_tick)(hr_family_search *search, hr_depth depth);

/// Collective over the family's team, which is on several nodes, once all ranks of each node have finished to expand. On return
/// `search->sets.next` and `search->frames.marks` have, for the frames of each node, what all nodes have made, and nothing for
/// other frames. `tick` is called now and then with `depth`. HR_STOPPED on all ranks: `tick` returned false on one of them.
/// HR_INTERNAL: MPI failed.
hr_status hr_across_send(hr_family_search *search, hr_across_tick tick, hr_depth depth, hr_error *error);

#endif
