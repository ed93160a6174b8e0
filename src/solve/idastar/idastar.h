// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_H
#define HR_IDASTAR_H

// IDA* (Korf 1985) over all ranks: one engine, any domain. A domain gives states that are copied by value, moves, an admissible
// heuristic, a goal test, and its own compiled search of one subtree, where nearly all nodes are generated.
//
// How nodes are counted: each successor of an expanded node, pruned or not, except the one that undoes the last move; and the root,
// once in all. An iteration that stops at its first solution counts what comes before it in depth-first order, and the solution:
// so does the sequential algorithm, and so the count does not depend on the number of ranks.

#include <stdbool.h>

#include "comm/comm.h"
#include "huarong/status.h"
#include "huarong/types.h"

enum {
    HR_IDASTAR_PATH_MAX = 512,  ///< most moves of a path
    HR_IDASTAR_STATE_MAX = 128, ///< most bytes of a domain's state
    HR_IDASTAR_FANOUT_MAX = 64, ///< most moves of one state
};

/// A value of f = g + h (or the weighted sum) that no node has.
#define HR_IDASTAR_NO_BOUND UINT32_MAX

/// What the search of one subtree found.
typedef struct hr_idastar_subtree {
    hr_count nodes;      ///< generated below the subtree's root
    hr_count solutions;  ///< goals found; at most 1 unless `complete`
    uint32_t next_bound; ///< the smallest f above the bound that was seen
    size_t path_length;  ///< moves from the subtree's root to the leftmost goal, unless `complete`
    uint8_t path[HR_IDASTAR_PATH_MAX];
} hr_idastar_subtree;

/// A search domain. All functions are Local and may be called with any state that `apply` made.
typedef struct hr_idastar_domain {
    const void *context; ///< handed to each function
    size_t state_bytes;  ///< at most HR_IDASTAR_STATE_MAX

    /// The moves of `state` without the one that undoes the last move, ascending: the order of the search. Returns their number.
    size_t (*moves)(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]);

    /// The state after `move`, into `next` (not `state` itself).
    void (*apply)(const void *context, const void *state, uint8_t move, void *next);

    /// A lower bound on the moves to a goal. HR_IDASTAR_NO_BOUND: the goal is out of reach.
    uint32_t (*heuristic)(const void *context, const void *state);

    bool (*solved)(const void *context, const void *state);

    /// Depth-first search of all nodes under `state`, which lies `g` moves deep, with g + h ≤ `bound`: adds to nodes and
    /// solutions, lowers next_bound, and unless `complete` stops at the first goal with its path. The counting rule is the one
    /// above; the subtree's root is not counted. NULL: the engine uses hr_idastar_search_plain.
    void (*search)(const void *context, const void *state, uint32_t g, uint32_t bound, bool complete, hr_idastar_subtree *result);
} hr_idastar_domain;

/// A weight p/q ≥ 1 of the heuristic: nodes are pruned when q·g + p·h exceeds the bound, which counts q-ths of a move.
typedef struct hr_idastar_weight {
    uint32_t numerator;   ///< p; 0 stands for 1/1
    uint32_t denominator; ///< q
} hr_idastar_weight;

/// Local. The domain's `search` written with its other functions, for any weight: slow, obvious, right for every domain.
void hr_idastar_search_plain(const hr_idastar_domain *domain, hr_idastar_weight weight, const void *state, uint32_t g,
                             uint32_t bound, bool complete, hr_idastar_subtree *result);

/// What is done of an iteration: of the subtrees at one depth, numbered in depth-first order, the first ones.
typedef struct hr_idastar_part {
    uint32_t depth;
    uint64_t done;      ///< subtrees; 0: none, and the rest means nothing
    hr_count nodes;     ///< generated in and before them
    hr_count solutions; ///< `complete`: in them,
    uint32_t length;    ///< and of the leftmost one the moves; 0: there is none
    uint32_t next_bound;
    double seconds; ///< spent on them
    uint8_t path[HR_IDASTAR_PATH_MAX];
} hr_idastar_part;

/// How far a search has come: enough to go on with it later.
typedef struct hr_idastar_progress {
    uint32_t bound;       ///< of the next iteration, in q-ths of a move; 0: the search has not begun
    hr_count nodes;       ///< generated in the iterations before, and the root
    double seconds;       ///< spent so far
    hr_idastar_part part; ///< of the next iteration
} hr_idastar_progress;

/// One finished iteration.
typedef struct hr_idastar_iteration {
    size_t position;          ///< of the stream, from 0
    uint32_t bound;           ///< in q-ths of a move
    hr_count nodes;           ///< generated in it, all ranks together; see above
    double seconds;           ///<
    double balance;           ///< part of the ranks' time in which they had work, 0 … 1; 1 if the iteration was not split
    uint64_t steals;          ///< pieces of work that changed ranks
    hr_idastar_progress next; ///< its bound is HR_IDASTAR_NO_BOUND if this iteration is the last one: it found a solution, or no
                              ///< node lies beyond it
} hr_idastar_iteration;

typedef struct hr_idastar_options {
    hr_idastar_weight weight; ///<
    bool complete;            ///< finish the last iteration and count all solutions of the length found
    hr_idastar_progress from; ///< go on from here, with the same domain, weight and root
    hr_count max_nodes;       ///< give up near so many nodes; 0: no limit
    double max_seconds;       ///< give up after so many seconds; 0: no limit
    hr_count split_nodes;     ///< split an iteration over the ranks if the one before had so many nodes; 0: a good default

    /// Called after each iteration, on every rank; may be NULL.
    void (*iteration)(const hr_idastar_iteration *iteration, void *context);
    void *iteration_context; ///<

    /// Called after each part of a long iteration but the last, on every rank, with iteration_context. NULL: all are done in one.
    void (*part)(const hr_idastar_progress *progress, void *context);
    double part_seconds; ///< that one should take about; 0: a good default
    size_t subtrees;     ///< that a long iteration is made of; a part is some of them; 0: a good default

    /// Asked now and then, on every rank: true stops the search. May be NULL.
    bool (*stop_wanted)(void *context);
    void *stop_context; ///<

    const struct hr_idastar_keeping *keeping; ///< for a stream; NULL: nothing is kept, and nothing but a limit ends it
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
    hr_count nodes;                    ///< generated in all finished iterations, and the root
    hr_count solutions;                ///< `complete`: number of solutions within the last bound; else 1 if solved
    double seconds;                    ///< wall time, that before `from` included
    hr_idastar_progress progress;      ///< at a limit or a stop: what is finished
    double split_seconds;              ///< of it, in iterations that were split over the ranks
    double busy_seconds;               ///< time with work in these, all ranks together
    uint64_t steals;                   ///< pieces of work that changed ranks
    uint8_t path[HR_IDASTAR_PATH_MAX]; ///< the solution's moves
} hr_idastar_result;

/// Collective over `comm`; Local if `comm` is NULL (this rank alone). Solve the position `root`. Everything but the times, steals
/// and balance is the same on every rank and for every number of ranks. HR_INTERNAL: MPI or out of memory. A limit is no error.
hr_status hr_idastar_solve(const hr_comm *comm, const hr_idastar_domain *domain, const void *root,
                           const hr_idastar_options *options, hr_idastar_result *result, hr_error *error);

#endif
