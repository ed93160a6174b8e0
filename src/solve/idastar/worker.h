// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_WORKER_H
#define HR_IDASTAR_WORKER_H

// One rank's share of an IDA* iteration: a depth-first search with an explicit stack near the root and the domain's own search
// below.
//
// The work is done in *packets*. A packet is an interval of the depth-first order. It starts as a node, or as sibling nodes, and
// all open nodes on the stack lie to the right of the path that is being searched. A thief takes the rightmost of the shallowest
// open nodes, so what is taken and what stays are intervals again. Each packet records its start and its nodes. Once the leftmost
// solution is known, the packets that start before it hold the nodes that the sequential search would have counted.

#include "solve/idastar/idastar.h"

/// Counts of nodes.
typedef struct hr_idastar_tally {
    hr_count nodes;    ///< nodes generated
    hr_count expanded; ///< nodes expanded
} hr_idastar_tally;

/// A rank's work on one packet.
typedef struct hr_idastar_work {
    size_t start;           ///< index in `paths` at which the path of the packet's first node begins
    size_t length;          ///< moves of that path
    hr_idastar_tally tally; ///< the packet's nodes
} hr_idastar_work;

/// The packets that a rank has begun in a span.
typedef struct hr_idastar_log {
    hr_idastar_work *packets; ///< [count]
    size_t count;
    size_t capacity;
    uint8_t *paths; ///< [paths_used] the packets' paths, one after the other
    size_t paths_used;
    size_t paths_capacity;
} hr_idastar_log;

/// The open nodes of the packet under work.
typedef struct hr_idastar_stack {
    unsigned char *nodes; ///< [capacity] `stride` bytes each, the next one to search on top
    size_t stride;
    size_t used; ///< number of open nodes; 0: the packet is done
    size_t capacity;
} hr_idastar_stack;

/// The leftmost solution known.
typedef struct hr_idastar_best {
    bool known;                        ///< there is a solution, from this rank or another one
    bool fresh;                        ///< the solution has changed since the caller last cleared this flag
    size_t length;                     ///< moves of `path`
    size_t levels;                     ///< depth of the subtree in which the domain's search found it
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< its moves from the root
} hr_idastar_best;

/// How large the subtrees are that go to the domain's search.
typedef struct hr_idastar_tuning {
    uint32_t reach;    ///< a node with at most this many moves left to the bound goes to the domain's search
    hr_count nodes;    ///< nodes of the domain's searches since `reach` was last adjusted
    uint32_t searches; ///< number of these searches
    uint32_t alone;    ///< nodes that the rank has expanded itself since the last of these searches
} hr_idastar_tuning;

typedef struct hr_idastar_worker {
    // The same for all iterations of a position.
    const hr_idastar_domain *domain;
    const void *root;
    hr_idastar_weight weight; ///< 1/1 if not weighted
    bool weighted;
    bool complete;
    bool rough; ///< the domain's own search may exceed `limit`
    hr_idastar_tuning tuning;

    // The span that hr_idastar_worker_begin has begun.
    uint32_t bound;
    hr_count limit;      ///< the search ends when this rank has generated more nodes than this; UINT64_MAX: no limit
    hr_count nodes;      ///< nodes that this rank has generated
    hr_count expanded;   ///< nodes that this rank has expanded
    hr_count solutions;  ///< goals that this rank has found
    uint32_t next_bound; ///< smallest f above the bound that this rank has seen
    hr_idastar_log log;
    hr_idastar_best best;

    // The packet that hr_idastar_worker_start has begun.
    hr_idastar_stack stack;
    size_t path_length;
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< moves from the root to the node that is being searched
} hr_idastar_worker;

/// Local. Set up `worker` for the position `root`; `domain` and `root` are borrowed. HR_INTERNAL: out of memory.
hr_status hr_idastar_worker_create(const hr_idastar_domain *domain, const void *root, hr_idastar_weight weight, bool complete,
                                   hr_idastar_worker *worker, hr_error *error);

/// Local. Free what the worker holds.
void hr_idastar_worker_destroy(hr_idastar_worker *worker);

/// Local. Forget the last span or iteration, and begin one with this bound and without a limit. `tuning` is kept.
void hr_idastar_worker_begin(hr_idastar_worker *worker, uint32_t bound);

/// Local. Begin a packet: the `count` sibling nodes that the moves `siblings[0..count)`, ascending, reach from the node at
/// `path[0..length)`; with count 0 that node itself. The worker must have no open nodes. HR_INTERNAL: out of memory.
hr_status hr_idastar_worker_start(hr_idastar_worker *worker, const uint8_t *path, size_t length, const uint8_t *siblings,
                                  size_t count, hr_error *error);

/// Local. Search until about `nodes` more nodes are generated or the packet is done (`stack.used` is 0). Stops as soon as the nodes
/// exceed `limit`. Near the limit the domain's own search, which could exceed the limit by far, is used only if `rough` is true.
/// HR_INTERNAL: out of memory.
hr_status hr_idastar_worker_run(hr_idastar_worker *worker, hr_count nodes, hr_error *error);

/// Local. Returns true if this rank has generated more nodes than `limit`.
bool hr_idastar_worker_over_limit(const hr_idastar_worker *worker);

/// Local. Give away the rightmost of the shallowest open nodes. The first `*length` moves of `worker->path` lead to their parent;
/// `siblings` gets the moves from there. Returns the number of nodes, 0 if there is none to give. The last open node is given away
/// only with `last`.
size_t hr_idastar_worker_split(hr_idastar_worker *worker, bool last, size_t *length, uint8_t siblings[HR_IDASTAR_FANOUT_MAX]);

/// Local. Drop all open nodes.
void hr_idastar_worker_drop(hr_idastar_worker *worker);

/// Local. Keep the solution `path[0..length)` if it lies to the left of `best`. The domain's search found it in a subtree `levels`
/// moves deep.
void hr_idastar_worker_offer(hr_idastar_worker *worker, const uint8_t *path, size_t length, size_t levels);

/// Local. Returns true if the node at `path[0..length)` need not be searched, because it lies to the right of the leftmost
/// solution. False for every node if `complete`.
bool hr_idastar_worker_needless(const hr_idastar_worker *worker, const uint8_t *path, size_t length);

/// Local. Returns the nodes of this rank's packets that start before the leftmost solution. Without a solution, or if `complete`,
/// these are all packets.
hr_idastar_tally hr_idastar_worker_counted(const hr_idastar_worker *worker);

/// Local. Returns f = q·g + p·h of `state`, or HR_IDASTAR_NO_BOUND if the goal is out of its reach.
uint32_t hr_idastar_f(const hr_idastar_worker *worker, const void *state, uint32_t g);

#endif
