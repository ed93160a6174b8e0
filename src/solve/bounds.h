// SPDX-License-Identifier: MIT
#ifndef HR_BOUNDS_H
#define HR_BOUNDS_H

// Lower bounds on the moves from a puzzle's packed states to solved ones, and the table of those that need no databases. A* takes
// them, and IDA* of puzzles that have no heuristics of their own.

#include "puzzle/kinds.h"
#include "solve/position_kind.h"

enum { HR_BOUND_DEAD = 255 }; ///< the bound of a state from which no solved state can be reached

/// A lower bound. The states have no marks. A bound is 0 for solved states only. HR_BOUND_DEAD: no solved state can be reached.
typedef struct hr_bounds {
    void (*evaluate)(const void *context, const hr_state *states, size_t n, uint8_t *bounds);
    const void *context; ///< first argument of `evaluate`
} hr_bounds;

/// Local. Returns the bound that every puzzle has: 0 if the state is solved, else 1. `puzzle` is borrowed.
hr_bounds hr_bounds_none(const hr_puzzle *puzzle);

/// A heuristic of positions, for hr_bounds_positions.
typedef struct hr_position_bounds {
    const hr_position_kind *kind;    ///< with a function `unpack`
    const void *board;               ///< made by the kind's `create`, with the same size and goal as the puzzle
    const hr_idastar_domain *domain; ///< the heuristic, for this board
    size_t words;                    ///< words of a state of the puzzle
} hr_position_bounds;

/// Local. Returns the bound that is the heuristic of `made->domain`, and at least 1 for states that are not solved. For a puzzle
/// whose source is its goal. `made` is borrowed.
hr_bounds hr_bounds_positions(const hr_position_bounds *made);

/// Local. Returns the bound for a tile puzzle whose source is its goal: in `unit` the sum of the tiles' distances from home, in
/// `slide` the bound by lines. `puzzle` is borrowed.
///
/// A move along a row shifts at most width − 1 tiles by one cell. So the sum of all tiles' distances from their columns becomes
/// smaller by width − 1 at most. A move along a column makes the sum of the distances from the rows smaller by height − 1 at most.
/// A shortest solution has no two moves along the same line one after the other, so moves along rows and along columns take turns.
hr_bounds hr_bounds_tiles(const hr_puzzle *puzzle);

/// A lower bound that needs no tables: a row of the table.
typedef struct hr_bound {
    const char *name;           ///< as in `--heuristic NAME`
    const char *summary;        ///< one line for lists
    const hr_puzzle_kind *kind; ///< the puzzles that it is for; NULL: every puzzle
    hr_metric metric;           ///< the metric that it is for, unless `kind` is NULL
    bool added;                 ///< true: it is for kinds of puzzles that others bring, if they have a heuristic
    hr_bounds (*make)(const hr_puzzle *puzzle);
} hr_bound;

/// The table, ended by NULL. The last row is for every puzzle.
extern const hr_bound *const hr_bound_rows[];

/// Local. Find the bound with this name for puzzles of this kind in this metric; the first of the table if the name is "auto".
/// HR_USAGE, with a list of the names: there is none.
hr_status hr_bound_find(const char *name, const hr_puzzle_kind *kind, hr_metric metric, const hr_bound **bound, hr_error *error);

#endif
