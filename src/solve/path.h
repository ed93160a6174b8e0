// SPDX-License-Identifier: MIT
#ifndef HR_PATH_H
#define HR_PATH_H

// What a search for a shortest path from one state to a solved one has found. A search that a limit ends has still proven a lower
// bound on the moves of every solution.

#include "huarong/puzzle.h"
#include "run/enumeration.h"

/// The greatest number of solutions that is told. It stands for all greater ones, too.
#define HR_WAYS_MAX ((hr_count)INT64_MAX)

/// One iteration of a position's search: of IDA* the search within a bound, of A* a level, of a breadth-first search a layer. A
/// limit or a stop may have ended it before its end.
typedef struct hr_iteration {
    uint32_t bound;    ///< value of f, in q-ths of a move for a weight p/q; of a layer its depth, from both sides the sum of depths
    bool finished;     ///< false: a limit or a stop has ended the iteration
    hr_count nodes;    ///< nodes generated; of a layer: its states
    hr_count expanded; ///< nodes expanded; of a layer: the states of the layer that it was made from
    double seconds;    ///< time spent on the iteration
    size_t previous;   ///< in a stream of positions: 1 + index of the same position's iteration before this one; 0: not known
} hr_iteration;

typedef enum hr_path_outcome {
    HR_PATH_SOLVED,
    HR_PATH_UNSOLVABLE, ///< all states that can be reached are known, and none is solved
    HR_PATH_LIMIT,      ///< `memory_limit`, `max_states` or `max_seconds` ended the search
    HR_PATH_STOPPED,    ///< `goes_on` ended the search
} hr_path_outcome;

typedef struct hr_path {
    hr_path_outcome outcome;
    hr_state *states;         ///< [(1 + more) · count · state_words] from the start to the solved state; NULL if not solved
    size_t more;              ///< further shortest solutions in `states`, behind the first one
    size_t count;             ///< moves + 1; 0 if not solved
    hr_count visited;         ///< states found; of a best-first search: states generated
    hr_count expanded;        ///< states that a best-first search has expanded; 0 of other searches
    hr_count solutions;       ///< if solved and asked for: shortest solutions, counted up to HR_WAYS_MAX; else 0
    hr_count reopened;        ///< how many of `expanded` were expanded again, because a shorter way to them was found
    uint64_t memory;          ///< bytes that a best-first search has taken for states, all ranks together; 0 of other searches
    hr_depth bound;           ///< no solution has fewer moves; if solved without a weight, the number of moves; 0 if unsolvable
    double seconds;           ///< time that the search took, that of earlier runs before their checkpoint included
    hr_stop stop;             ///< of a search over all ranks: the limit or signal that ended it; HR_STOP_NONE: none
    bool both_ways;           ///< the search went from the start and from the solved states
    bool late;                ///< HR_PATH_LIMIT: the limit is `max_seconds`
    hr_iteration *iterations; ///< [iteration_count] their nodes are `visited`, but for the start
    size_t iteration_count;
    size_t iteration_capacity;
    char limit[640]; ///< HR_PATH_LIMIT: the limit as text for people, for instance "at 1,000,000 states (--position-nodes)"
} hr_path;

/// Local. Prove that each path of *path begins at *start, that each of its states is a successor of the one before, and that the
/// last one is solved. Each has at least one state. HR_INTERNAL: one is no such path, or memory ran out.
hr_status hr_path_replay(const hr_puzzle *puzzle, const hr_state *start, const hr_path *path, hr_error *error);

/// Local. Replace the states `states[0..n)` of the puzzle `from` by the same states of the puzzle `to`, which has another source or
/// other symmetries. HR_USAGE: a state is none of `to`.
hr_status hr_path_translate(const hr_puzzle *from, const hr_puzzle *to, hr_state *states, size_t n, hr_error *error);

/// Local. Replace *state, a canonical state or the key of one, by the smallest of the `n` states at `states` that has it as its
/// canonical state. False: there is none.
bool hr_path_take_image(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *state);

/// Local. Add an iteration to the path. HR_INTERNAL: memory ran out.
hr_status hr_path_add_iteration(hr_path *path, hr_iteration iteration, hr_error *error);

/// Local. Free what *path holds.
void hr_path_clear(hr_path *path);

/// Local. `alone` is an earlier search from the same start, on one rank. If a limit or a stop has ended the search of `path`, *path
/// gets the greater `bound` of the two, and the `visited` and the iterations of the one that has visited more states. Clears
/// *alone. Returns whether *path has the iterations of `alone`.
bool hr_path_keep_further(hr_path *path, hr_path *alone);

#endif
