// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_PACKETS_H
#define HR_IDASTAR_PACKETS_H

// The first deal of an iteration. Every rank walks through the same tree near the root and finds the same packets, so the ranks
// need not tell each other which packets are whose.

#include "solve/idastar/worker.h"

enum { HR_IDASTAR_PACKET_DEPTH_MAX = 30 }; ///< most moves to a packet's root

/// A packet as it is dealt: a subtree. A packet that a rank takes from another one can also be sibling nodes.
typedef struct hr_idastar_packet {
    uint8_t length;                                ///< moves of `path`
    uint8_t path[HR_IDASTAR_PACKET_DEPTH_MAX + 1]; ///< from the root of the search to the root of the subtree
} hr_idastar_packet;

/// A span of an iteration. All subtrees at one depth are numbered from 0 in depth-first order; a goal above that depth is a
/// subtree, too. The span is the subtrees `first … end − 1`. An expansion above the subtrees, with the nodes that it generates,
/// counts to the span of the subtree that comes next in depth-first order.
typedef struct hr_idastar_span {
    size_t depth;   ///< depth of the subtrees' roots; 0: the whole tree is the one subtree
    uint64_t first; ///< number of the first subtree
    uint64_t end;   ///< one more than the last subtree's number; UINT64_MAX: to the end of the iteration
} hr_idastar_span;

/// The tree above the packets of one span, and this rank's packets.
typedef struct hr_idastar_packets {
    hr_idastar_span span;
    uint64_t subtrees;         ///< subtrees of the span's depth that the walk has met
    size_t depth;              ///< depth of the packets' roots; a goal above that depth is a packet, too
    size_t total;              ///< number of packets of all ranks
    hr_idastar_tally above;    ///< nodes generated and expanded above the packets
    uint32_t next_bound;       ///< smallest f above the bound among these nodes
    hr_idastar_packet *packet; ///< [count] this rank's packets, in depth-first order
    size_t count;
    size_t capacity;
} hr_idastar_packets;

/// Local. Returns the number of subtrees at depth *depth. If *depth is 0, it is first set to a depth with at least `target`
/// subtrees, or to HR_IDASTAR_PACKET_DEPTH_MAX if no depth up to there has that many.
uint64_t hr_idastar_packets_count(const hr_idastar_worker *worker, size_t target, size_t *depth);

/// Local. Returns true if the tree of the worker's iteration has at most `most` nodes down to `depth`. Visits no more than `most`
/// nodes to find out.
bool hr_idastar_packets_within(const hr_idastar_worker *worker, size_t depth, uint64_t most);

/// How packets are dealt.
typedef struct hr_idastar_deal {
    size_t target; ///< least number of packets; there are fewer if the tree is too small
    int rank;      ///< the packets whose number modulo `size` is `rank` are kept
    int size;
} hr_idastar_deal;

/// Local. Cut `span` of the worker's iteration into packets. HR_INTERNAL: out of memory. The caller clears *packets in any case.
hr_status hr_idastar_packets_cut(const hr_idastar_worker *worker, hr_idastar_span span, hr_idastar_deal deal,
                                 hr_idastar_packets *packets, hr_error *error);

/// Local. Returns the span's expansions above the packets that come before the packet with the solution `path[0..length)`, and the
/// nodes that they generate.
hr_idastar_tally hr_idastar_packets_before(const hr_idastar_worker *worker, const hr_idastar_packets *packets, const uint8_t *path,
                                           size_t length);

/// Local. Add *packet to this rank's packets. HR_INTERNAL: out of memory; *packets is unchanged.
hr_status hr_idastar_packets_add(hr_idastar_packets *packets, const hr_idastar_packet *packet, hr_error *error);

/// Local. Free this rank's packets.
void hr_idastar_packets_clear(hr_idastar_packets *packets);

#endif
