// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_PACKETS_H
#define HR_IDASTAR_PACKETS_H

#include "idastar_worker.h"

enum { HR_IDASTAR_PACKET_DEPTH_MAX = 30 };

/// A subtree, by the moves to its root.
typedef struct hr_idastar_packet {
    uint8_t length;
    uint8_t path[HR_IDASTAR_PACKET_DEPTH_MAX + 1];
} hr_idastar_packet;

/// The tree above the packets of one iteration, and this rank's packets.
typedef struct hr_idastar_packets {
    size_t depth;              ///< of the packets; a goal above it is a packet, too
    size_t total;              ///< packets of all ranks
    hr_count nodes;            ///< generated above them
    uint32_t next_bound;       ///< smallest f above the bound up there
    hr_idastar_packet *packet; ///< [count], this rank's, in depth-first order
    size_t count;
    size_t capacity;
} hr_idastar_packets;

/// Local. Cut the worker's iteration into at least `target` packets where the tree has them, and keep those whose number is `rank`
/// modulo `size`. HR_INTERNAL: out of memory; clear *packets in any case.
hr_status hr_idastar_packets_cut(const hr_idastar_worker *worker, size_t target, int rank, int size, hr_idastar_packets *packets,
                                 hr_error *error);

/// Local. Of the nodes generated above the packets, those by expansions before the packet that holds the solution `path`.
hr_count hr_idastar_packets_before(const hr_idastar_worker *worker, const hr_idastar_packets *packets, const uint8_t *path,
                                   size_t length);

/// Local. Add a packet to this rank's. HR_INTERNAL: out of memory.
hr_status hr_idastar_packets_add(hr_idastar_packets *packets, const hr_idastar_packet *packet, hr_error *error);

void hr_idastar_packets_clear(hr_idastar_packets *packets);

#endif
