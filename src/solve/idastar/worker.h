// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_WORKER_H
#define HR_IDASTAR_WORKER_H

// One rank's part of an IDA* iteration: a depth-first search with an explicit stack near the root and the domain's own search
// below.
//
// The work is done in *pieces*. A piece is an interval of the depth-first order: it starts as a node, or as sibling nodes, and all
// of the stack's open nodes lie to the right of the path that is being searched. A thief takes the shallowest ones, so both parts
// are intervals again. Each piece records its start and its nodes: when the winning path is known, the nodes of the pieces that
// start before it are what the sequential search would have counted.

#include "solve/idastar/idastar.h"

typedef struct hr_idastar_piece {
    size_t start;  ///< where the path of its first node starts in `paths`
    size_t length; ///< of that path
    hr_count nodes;
} hr_idastar_piece;

typedef struct hr_idastar_worker {
    const hr_idastar_domain *domain;
    const void *root;
    hr_idastar_weight weight; ///< 1/1 when not weighted
    bool weighted;
    bool complete;
    uint32_t bound;

    unsigned char *stack; ///< open nodes, the next one on top
    size_t stride;        ///< bytes of one
    size_t used;          ///< open nodes
    size_t capacity;      ///<

    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< moves to the node under work
    size_t path_length;                ///<

    hr_idastar_piece *pieces; ///< of this iteration, on this rank
    size_t piece_count;
    size_t piece_capacity;
    uint8_t *paths;
    size_t paths_used;
    size_t paths_capacity;

    hr_count nodes;      ///< of this iteration, on this rank
    hr_count solutions;  ///< the same
    uint32_t next_bound; ///< the same

    bool solved;     ///< `best` is known, from here or from another rank
    bool found_best; ///< it was found since the flag was last cleared
    size_t best_length;
    size_t best_levels; ///< depth of the subtree that the domain's search found it in: what the engine counted itself
    uint8_t best[HR_IDASTAR_PATH_MAX]; ///< the leftmost solution known

    uint32_t reach;       ///< a node with so many moves left to the bound goes to the domain's search
    hr_count small_nodes; ///< nodes of the last searches of the domain, to adjust `reach`
    uint32_t small_count; ///<
} hr_idastar_worker;

/// Local. HR_INTERNAL: out of memory. `domain` and `root` are borrowed.
hr_status hr_idastar_worker_create(const hr_idastar_domain *domain, const void *root, hr_idastar_weight weight, bool complete,
                                   hr_idastar_worker *worker, hr_error *error);
void hr_idastar_worker_destroy(hr_idastar_worker *worker);

/// Local. Forget the last iteration and begin one with this bound.
void hr_idastar_worker_begin(hr_idastar_worker *worker, uint32_t bound);

/// Local. Begin a piece: `count` sibling nodes reached by the moves `siblings` (ascending) from the node at `path[0..length)`; with
/// count 0 that node itself. The worker must be without work.
hr_status hr_idastar_worker_start(hr_idastar_worker *worker, const uint8_t *path, size_t length, const uint8_t *siblings,
                                  size_t count, hr_error *error);

/// Local. Search on until about `nodes` more nodes are generated or the piece is done (`used` is 0).
hr_status hr_idastar_worker_run(hr_idastar_worker *worker, hr_count nodes, hr_error *error);

/// Local. Give away the rightmost of the shallowest open nodes: `*length` moves of `worker->path` lead to their parent, the moves
/// go to `siblings`. Returns their number, 0 if there is nothing to give.
size_t hr_idastar_worker_split(hr_idastar_worker *worker, size_t *length, uint8_t siblings[HR_IDASTAR_FANOUT_MAX]);

/// Local. Drop all open nodes.
void hr_idastar_worker_drop(hr_idastar_worker *worker);

/// Local. A solution: keep it if it is the leftmost.
void hr_idastar_worker_offer(hr_idastar_worker *worker, const uint8_t *path, size_t length, size_t levels);

/// Local. Is the node at `path[0..length)` to the right of the leftmost solution, and so not needed any more?
bool hr_idastar_worker_needless(const hr_idastar_worker *worker, const uint8_t *path, size_t length);

/// Local. Nodes of the pieces on this rank that start before the leftmost solution; all if there is none.
hr_count hr_idastar_worker_counted(const hr_idastar_worker *worker);

/// Local. Successors to the right of the first `levels` moves of a path: counted by the engine, not by the sequential search.
hr_count hr_idastar_right_of(const hr_idastar_domain *domain, const void *root, const uint8_t *path, size_t levels);

/// Local. f of a state: q·g + p·h. HR_IDASTAR_NO_BOUND if its goal is out of reach.
uint32_t hr_idastar_f(const hr_idastar_worker *worker, const void *state, uint32_t g);

#endif
