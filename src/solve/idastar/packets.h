// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_PACKETS_H
#define HR_IDASTAR_PACKETS_H

#include "solve/idastar/worker.h"

enum { HR_IDASTAR_PACKET_DEPTH_MAX = 30 };

/// A subtree, by the moves to its root.
typedef struct hr_idastar_packet {
    uint8_t length;
    uint8_t path[HR_IDASTAR_PACKET_DEPTH_MAX + 1];
} hr_idastar_packet;

/// A section of an iteration: of all subtrees at one depth (a goal above it is one, too), numbered in depth-first order, those with
/// the numbers `first … end − 1`. What is expanded above them counts to the section of the subtree that comes next.
typedef struct hr_idastar_section {
    size_t depth; ///< 0: the root, number 0
    uint64_t first;
    uint64_t end; ///< UINT64_MAX: to the end of the iteration
} hr_idastar_section;

/// The tree above the packets of one section, and this rank's packets.
typedef struct hr_idastar_packets {
    hr_idastar_section section;
    uint64_t subtrees;         ///< of the section's depth that were met so far
    size_t depth;              ///< of the packets; a goal above it is a packet, too
    size_t total;              ///< packets of all ranks
    hr_count nodes;            ///< generated above them
    uint32_t next_bound;       ///< smallest f above the bound up there
    hr_idastar_packet *packet; ///< [count], this rank's, in depth-first order
    size_t count;
    size_t capacity;
} hr_idastar_packets;

/// Local. The number of subtrees at `*depth`; if that is 0, at a depth that has at least `target`, if the tree does, which *depth
/// gets.
uint64_t hr_idastar_packets_count(const hr_idastar_worker *worker, size_t target, size_t *depth);

/// Local. Has the tree of the worker's iteration at most `most` nodes up to this depth? Walks through no more of them.
bool hr_idastar_packets_within(const hr_idastar_worker *worker, size_t depth, uint64_t most);

/// Local. Cut a section of the worker's iteration into at least `target` packets where the tree has them, and keep those whose
/// number is `rank` modulo `size`. HR_INTERNAL: out of memory; clear *packets in any case.
hr_status hr_idastar_packets_cut(const hr_idastar_worker *worker, hr_idastar_section section, size_t target, int rank, int size,
                                 hr_idastar_packets *packets, hr_error *error);

/// Local. Of the section's nodes generated above the packets, those by expansions before the packet that holds the solution `path`.
hr_count hr_idastar_packets_before(const hr_idastar_worker *worker, const hr_idastar_packets *packets, const uint8_t *path,
                                   size_t length);

/// Local. Add a packet to this rank's. HR_INTERNAL: out of memory.
hr_status hr_idastar_packets_add(hr_idastar_packets *packets, const hr_idastar_packet *packet, hr_error *error);

void hr_idastar_packets_clear(hr_idastar_packets *packets);

#endif
