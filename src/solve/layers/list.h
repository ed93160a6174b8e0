// SPDX-License-Identifier: MIT
#ifndef HR_LIST_H
#define HR_LIST_H

// Lists of shortest solutions.
//
// The ends of solutions grow from the solved states back to the start, one move at a time:
//
//     layer 4            layer 5            layer 6
//        a ───────────────> c ──┬──────────────> e      3 endings of 2 moves: a c e, b c e, b d f
//        b ─────────────────────┘                       2 of 1 move: c e, d f
//        └────────────────> d ─────────────────> f      2 of no move: e, f
//
// Every state of a layer has a way from the start. So every ending that begins at a state of its layer is the end of a solution,
// and the first COUNT endings of each length are enough for the first COUNT solutions.
//
// The order of solutions is that of their solved states, for equal ones that of the states before these, and so on. Nothing else
// counts, neither the ranks nor the order in which a search has found the states.

#include "solve/layers/retrace.h"

typedef struct hr_endings {
    const hr_puzzle *puzzle;
    size_t words;         ///< numbers of a state
    size_t most;          ///< no more endings of one length are kept
    hr_state *states;     ///< [count · words] the first state of each ending, of the shortest endings first
    size_t *next;         ///< [count] number of the ending that follows that state
    size_t first;         ///< number of the first one of the longest endings
    size_t count;         ///< number of endings of all lengths
    hr_state *successors; ///< [max_successors · words] scratch
    size_t state_capacity;
    size_t next_capacity;
} hr_endings;

// endings.c

/// Local. Make *endings those of no move: the solved states `solved[0..n)`, ascending and distinct, at most `most` of them.
/// `puzzle` is borrowed. HR_INTERNAL: out of memory. The caller ends *endings in any case.
hr_status hr_endings_begin(hr_endings *endings, const hr_puzzle *puzzle, size_t most, const hr_state *solved, size_t n,
                           hr_error *error);

/// Local. Make the endings one move longer: put each state before them that a move connects and that `leads` accepts. HR_INTERNAL:
/// out of memory.
hr_status hr_endings_step(hr_endings *endings, bool (*leads)(void *context, const hr_state *state), void *context, hr_error *error);

/// Local. The longest endings are whole solutions, at least one: replace the states of `path` by theirs. HR_INTERNAL: out of
/// memory; *path is unchanged.
hr_status hr_endings_take(const hr_endings *endings, hr_path *path, hr_error *error);

/// Local. Free the endings.
void hr_endings_end(hr_endings *endings);

// list.c

/// Collective, after a breadth-first search over all ranks. Replace the states of `path`, on every rank, by those of up to `most`
/// solutions, in this order. `path->bound` is the number of moves. The list does not depend on the number of ranks, nor on the
/// layers that are kept. The kept layers list the solved states. HR_STOPPED: *stop says why on every rank; if it is HR_STOP_MEMORY,
/// a ball does not fit into the memory. HR_INTERNAL: memory or MPI has failed, or the kept layers do not lead to the source.
hr_status hr_list_solutions(const hr_retrace_task *task, size_t most, hr_path *path, hr_stop *stop, hr_error *error);

#endif
