// SPDX-License-Identifier: MIT
#ifndef HUARONG_SEARCH_SOLVE_H
#define HUARONG_SEARCH_SOLVE_H

/// Shortest solutions of single positions, each searched by all ranks: tile puzzles up to 5×5 (in unit moves; 4×4 also in
/// slides) and water drops by IDA* with a heuristic, everything else breadth first in the memory of all ranks, or by the algorithm
/// that the caller names.
///
/// Example:
///
///     #include <huarong/search/ranks.h>
///     int provided = 0;
///     hr_error error;
///     hr_ranks *ranks = NULL;
///     hr_search_solver *solver = NULL;
///     hr_search_solution *found = NULL;
///     hr_search_solver_options options;
///     memset(&options, 0, sizeof options);
///     options.puzzle.spec = "tile:3x3";
///     MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
///     if (hr_ranks_create(MPI_COMM_WORLD, &ranks, &error) == HR_OK &&
///         hr_search_solver_create(ranks, &options, &solver, &error) == HR_OK &&
///         hr_search_solve(solver, "1 2 3 4 0 6 7 5 8", NULL, &found, &error) == HR_OK) {
///         printf("%d moves: %s %s\n", (int)found->length, found->moves[0], found->moves[1]); // prints: 2 moves: D R
///     } else {
///         printf("%s\n", error.text);
///     }
///     hr_search_solution_destroy(&found);
///     hr_search_solver_destroy(&solver);
///     hr_ranks_destroy(&ranks);
///     MPI_Finalize();

#include "huarong/search/run.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// What is to be solved, and how. Zero-initialise, then set what differs from the default.
typedef struct hr_search_solver_options {
    hr_puzzle_options puzzle; ///< the puzzle, without `from`; "drops:WxH" can be solved, but not enumerated
    const char *heuristic; ///< IDA*, A*: a name as of `huarong solve --heuristic`, for instance "7-8"; NULL: chosen by the puzzle,
                           ///< for "tile:5x5" up to 1.9 GB of databases; "conflict" has none
    const char *cache;     ///< IDA*, A*: the directory where pattern databases are kept, with an existing parent; NULL: nowhere
    size_t positions;      ///< IDA*, A*: about this number of positions will be solved, for the choice of a heuristic; 0: one
    hr_search_limits limits; ///< limits for the making of the heuristic's tables; `max_states` is not used
    /// How to search: "idastar" (every puzzle), "layers" (breadth first: every puzzle but water drops) or "astar" (best first: the
    /// same). NULL or "auto": idastar for tile puzzles in unit moves, 4×4 also in slides, and for water drops, else layers.
    const char *algorithm;
} hr_search_solver_options;

/// A way to solve the positions of one puzzle, with the tables of its heuristic.
typedef struct hr_search_solver hr_search_solver;

/// What is known of a position.
typedef enum hr_search_outcome {
    HR_SEARCH_SOLVED,     ///< the solution is one of the shortest
    HR_SEARCH_UNSOLVABLE, ///< there is no solution
    HR_SEARCH_OPEN,       ///< the search ended early, see `end`; the lower bound is proven
} hr_search_outcome;

/// What was found of a position, the same on every rank.
typedef struct hr_search_solution {
    hr_search_outcome outcome;
    hr_search_end end;         ///< why the search ended
    hr_depth length;           ///< moves of the solution; 0 if there is none
    hr_depth lower_bound;      ///< no solution has fewer moves
    const char *const *moves;  ///< [length] each move in short: "R", "2x2 from 1,0 to 1,1", "A right 2"
    const char *const *states; ///< [length + 1] the position, and then the position after each move, with its pieces' letters
    hr_count nodes;            ///< IDA*, A*: nodes generated; breadth first: states found
    double seconds;            ///< wall time of the search
    hr_count expanded;         ///< IDA*, A*: nodes expanded; breadth first: 0
} hr_search_solution;

/// Collective. Choose a way to solve positions of a puzzle, and make the tables of its heuristic. The texts of `options`, and
/// `ranks`, are borrowed until hr_search_solver_destroy. HR_USAGE: there is no such puzzle, heuristic or algorithm, or the
/// algorithm is not for this puzzle. HR_STOPPED: the heuristic's tables need too much memory, or the limits ended their making.
/// HR_INTERNAL: out of memory, or MPI has failed. On error *solver is NULL.
hr_status hr_search_solver_create(const hr_ranks *ranks, const hr_search_solver_options *options, hr_search_solver **solver,
                                  hr_error *error);

/// Local. Returns how positions are solved, in a few words: "IDA* by 7-8", "A* by none" or "breadth first". Borrowed: lives as long
/// as the solver.
const char *hr_search_solver_method(const hr_search_solver *solver);

/// Local. Write the solver's heuristic values into `bounds[0..n)`: no solution of states[i], which must be valid for the puzzle,
/// has fewer moves than bounds[i]; HR_DEPTH_UNREACHED: it has none. HR_USAGE: a breadth-first search has no heuristic.
hr_status hr_search_solver_bounds(const hr_search_solver *solver, const hr_state *states, size_t n, hr_depth *bounds,
                                  hr_error *error);

/// Collective. Solve the position with this text; NULL: the start that the puzzle has (blocks). `limits` may be NULL; IDA* has
/// no use for the member `memory`. *solution is what was found, to be destroyed by the caller. Errors:
/// - HR_USAGE: the text is no position of the puzzle, or is NULL and the puzzle has no start. *solution is NULL.
/// - HR_STOPPED: a limit ended the search; *solution has the lower bound. An unsolvable position is no error.
/// - HR_INTERNAL: out of memory, or MPI has failed. *solution is NULL.
hr_status hr_search_solve(hr_search_solver *solver, const char *position, const hr_search_limits *limits,
                          hr_search_solution **solution, hr_error *error);

/// Local. NULL-safe; sets *solution to NULL.
void hr_search_solution_destroy(hr_search_solution **solution);

/// Collective. NULL-safe; sets *solver to NULL.
void hr_search_solver_destroy(hr_search_solver **solver);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
