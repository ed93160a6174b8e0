// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_H
#define HR_IDASTAR_H

// IDA* (Korf 1985) over all ranks: one engine, any domain. A domain gives states that are copied by value, moves, an admissible
// heuristic, a goal test, and its own compiled search of one subtree, where nearly all nodes are generated.
//
// Node counts. Each successor of an expanded node counts, pruned or not, except those that the domain's `moves` leaves out. The
// root counts once for the whole search. An iteration that stops at its first solution counts that solution and the nodes before it
// in depth-first order. The sequential algorithm counts the same nodes, so the count does not depend on the number of ranks.
//
// A node is expanded when its f is within the bound and its successors are generated, so a goal is not. Nodes are expanded anew in
// each iteration, the root as well. An iteration that stops at its first solution expands the nodes that come before the solution
// in depth-first order, among them those on the solution's path.
//
// A weight p/q of the heuristic replaces f = g + h by f = q·g + p·h. Bounds are values of f, so they count q-ths of a move.

#include <stdbool.h>

#include "comm/comm.h"
#include "huarong/status.h"
#include "huarong/types.h"

enum {
    HR_IDASTAR_PATH_MAX = 512,   ///< most moves of a path
    HR_IDASTAR_STATE_MAX = 128,  ///< most bytes of a domain's state
    HR_IDASTAR_FANOUT_MAX = 255, ///< most moves of one state
};

/// A value of f that no node has.
#define HR_IDASTAR_NO_BOUND UINT32_MAX

/// What the search of one subtree found.
typedef struct hr_idastar_subtree {
    hr_count nodes;                    ///< nodes generated below the subtree's root
    hr_count expanded;                 ///< nodes expanded, the subtree's root among them
    hr_count solutions;                ///< goals found; at most 1 unless `complete`
    uint32_t next_bound;               ///< smallest f seen above the bound; HR_IDASTAR_NO_BOUND: none
    size_t path_length;                ///< moves of `path`
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< from the subtree's root to the leftmost goal; not written if `complete`
} hr_idastar_subtree;

/// Local. Write the path of a search that has noted the path's moves in `backwards[0..length)`, the last move first.
static inline void hr_idastar_subtree_path(hr_idastar_subtree *result, const uint8_t *backwards, size_t length) {
    result->path_length = length;
    for (size_t i = 0; i < length; i++) {
        result->path[i] = backwards[length - 1 - i];
    }
}

/// How a subtree is to be searched.
typedef struct hr_idastar_terms {
    uint32_t g;     ///< depth of the subtree's root below the root of the whole search
    uint32_t bound; ///< nodes with a greater f are pruned
    bool complete;  ///< count all goals; else stop at the first one and write its path
} hr_idastar_terms;

/// A search domain. All functions are Local and may be called with the root and any state that `apply` made.
typedef struct hr_idastar_domain {
    const void *context; ///< passed to each function
    size_t state_bytes;  ///< at most HR_IDASTAR_STATE_MAX

    /// Writes the moves of `state` in ascending order, which is the order of the search. A move that undoes the last one is left
    /// out. Others may be left out as long as the first of the shortest solutions keeps all its moves. Returns their number.
    size_t (*moves)(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]);

    /// Most moves of the sequences that `moves` leaves out by choice of the domain's maker; 0: only moves that the domain always
    /// leaves out. Checkpoints name subtrees by their place among those that are searched, so a run goes on only with the same
    /// number.
    unsigned needless;

    /// Writes the state after `move` to `next`, which is not `state` itself.
    void (*apply)(const void *context, const void *state, uint8_t move, void *next);

    /// Returns a lower bound on the moves to a goal. HR_IDASTAR_NO_BOUND: the goal is out of reach.
    uint32_t (*heuristic)(const void *context, const void *state);

    bool (*solved)(const void *context, const void *state);

    /// Writes the heuristic's values for `positions[0..n)`, which are tile positions packed as in puzzle/tile/tile.h. No value is
    /// above 254. NULL: there is no such function, or the board has too many cells.
    void (*packed)(const void *context, const uint64_t *positions, size_t n, uint8_t *values);

    /// Searches the nodes under `state` with g + h ≤ bound depth first. Adds to `nodes`, `expanded` and `solutions` of *result and
    /// lowers its `next_bound`. Nodes are counted as described above; `state` itself does not count in `nodes`. NULL: the engine
    /// uses hr_idastar_search_plain.
    void (*search)(const void *context, const void *state, hr_idastar_terms terms, hr_idastar_subtree *result);
} hr_idastar_domain;

/// A weight p/q ≥ 1 of the heuristic: nodes are pruned when q·g + p·h exceeds the bound.
typedef struct hr_idastar_weight {
    uint32_t numerator;   ///< p; 0 stands for 1/1
    uint32_t denominator; ///< q
} hr_idastar_weight;

/// Local. Does what the domain's `search` does, for any weight, through the domain's other functions. Slow, but right for every
/// domain. `terms.bound` counts q-ths of a move.
void hr_idastar_search_plain(const hr_idastar_domain *domain, hr_idastar_weight weight, const void *state, hr_idastar_terms terms,
                             hr_idastar_subtree *result);

/// The finished beginning of an iteration. The subtrees at one depth are numbered from 0 in depth-first order, and the first `done`
/// of them have been searched.
typedef struct hr_idastar_begun {
    uint32_t depth;                    ///< depth of the subtrees' roots
    uint64_t done;                     ///< number of subtrees searched; 0: the other members mean nothing
    hr_count nodes;                    ///< nodes generated in these subtrees and above them
    hr_count expanded;                 ///< nodes expanded there
    hr_count solutions;                ///< goals found; 0 unless `complete`
    uint32_t length;                   ///< moves of `path`; 0: no solution yet
    uint32_t next_bound;               ///< smallest f seen above the bound
    double seconds;                    ///< time spent on these subtrees
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< moves from the root to the leftmost solution
} hr_idastar_begun;

/// How far a search has come: enough to go on with it later.
typedef struct hr_idastar_progress {
    uint32_t bound;         ///< bound of the next iteration, in q-ths of a move; 0: the search has not begun
    hr_count nodes;         ///< nodes of all earlier iterations, and the root
    hr_count expanded;      ///< nodes expanded in all earlier iterations
    double seconds;         ///< time spent so far
    hr_idastar_begun begun; ///< finished beginning of the next iteration
} hr_idastar_progress;

/// One finished iteration.
typedef struct hr_idastar_iteration {
    size_t position;          ///< number of the position in its stream, from 0
    uint32_t bound;           ///< bound of the iteration, in q-ths of a move
    hr_count nodes;           ///< nodes generated by all ranks together
    hr_count expanded;        ///< nodes expanded by all ranks together
    double seconds;           ///< time spent on the iteration, that of earlier runs included
    double balance;           ///< share of the ranks' time in which they had work, 0 … 1; 1 if the iteration was not split
    uint64_t steals;          ///< requests for work that were answered with work
    hr_idastar_progress next; ///< `bound` is HR_IDASTAR_NO_BOUND if this iteration is the last: solved, or no node is left
} hr_idastar_iteration;

typedef struct hr_idastar_options {
    hr_idastar_weight weight;
    bool complete;            ///< finish the last iteration and count all its solutions
    hr_idastar_progress from; ///< progress of an earlier run with the same domain, weight and root; all 0: a new search
    hr_count max_nodes;       ///< give up soon after all ranks together have generated more nodes than this; 0: no limit
    bool rough;               ///< the domain's own search, which is faster, may exceed max_nodes
    double max_seconds;       ///< give up after this time, that of earlier runs included; 0: no limit
    hr_count split_nodes; ///< split an iteration over the ranks if the one before had this many nodes, or if there is a weight; 0:
                          ///< a good default

    /// Called after each finished iteration, on every rank; may be NULL.
    void (*iteration)(const hr_idastar_iteration *iteration, void *context);
    void *iteration_context;

    /// Called on every rank after each span of a long iteration except the last one, with `iteration_context`. NULL: iterations
    /// are not cut into spans.
    void (*span)(const hr_idastar_progress *progress, void *context);
    double span_seconds; ///< time that a span should take; 0: a good default
    size_t subtrees;     ///< number of subtrees wanted in a long iteration; a span is a range of them; 0: a good default

    /// Called now and then on every rank; true on any rank stops the search. May be NULL.
    bool (*stop_wanted)(void *context);
    void *stop_context;

    const struct hr_idastar_long_run *long_run; ///< used by a stream; NULL: no checkpoints, no log and no stop but by a limit
} hr_idastar_options;

typedef enum hr_idastar_outcome {
    HR_IDASTAR_SOLVED,
    HR_IDASTAR_LIMIT,    ///< max_nodes or max_seconds ended the search; the lower bound is proven
    HR_IDASTAR_NO_ROUTE, ///< no goal can be reached
    HR_IDASTAR_STOPPED,  ///< stop_wanted ended the search; the lower bound is proven
} hr_idastar_outcome;

typedef struct hr_idastar_result {
    hr_idastar_outcome outcome;
    uint32_t lower_bound;              ///< no solution is shorter, in moves
    uint32_t length;                   ///< moves of the solution found
    hr_count nodes;                    ///< nodes of all finished iterations, at a limit also of the last one, and the root
    hr_count expanded;                 ///< nodes expanded in these iterations
    hr_count solutions;                ///< `complete`: number of solutions within the last bound; else 1 if solved
    double seconds;                    ///< wall time, that of earlier runs included
    hr_idastar_progress progress;      ///< HR_IDASTAR_LIMIT, HR_IDASTAR_STOPPED: where a later run can go on
    hr_count unfinished;               ///< HR_IDASTAR_LIMIT, HR_IDASTAR_STOPPED: nodes of the last iteration
    hr_count unfinished_expanded;      ///< HR_IDASTAR_LIMIT, HR_IDASTAR_STOPPED: nodes expanded in the last iteration
    double unfinished_seconds;         ///< HR_IDASTAR_LIMIT, HR_IDASTAR_STOPPED: time spent on the last iteration
    double split_seconds;              ///< wall time of this run's iterations that were split over the ranks
    double busy_seconds;               ///< time with work in split iterations, added up over all ranks
    uint64_t steals;                   ///< requests for work that were answered with work
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< the solution's moves
} hr_idastar_result;

struct hr_idastar_split;

/// Collective over the split's ranks; Local if `split` is NULL, which means this rank alone. Solve the position `root`. Everything
/// but times, steals and balance is the same on every rank; a search that no limit ends gives the same for every number of ranks. A
/// limit is no error. HR_INTERNAL: MPI failed, memory ran out, a solution failed its proof, or it has HR_IDASTAR_PATH_MAX moves or
/// more. On an error *result is not to be used.
hr_status hr_idastar_solve(struct hr_idastar_split *split, const hr_idastar_domain *domain, const void *root,
                           const hr_idastar_options *options, hr_idastar_result *result, hr_error *error);

#endif
