// SPDX-License-Identifier: MIT
#ifndef HR_POSITION_KIND_H
#define HR_POSITION_KIND_H

// The kinds of puzzles whose positions IDA* solves, and the table of them. A row tells what the search's states are to people:
// states of a puzzle, which reads and writes them. Heuristics are chosen separately: see heuristic.h.

#include <stdbool.h>

#include "puzzle/kinds.h"
#include "solve/stream.h"

/// A kind of puzzle as a search from single positions sees it. A *board* is what the positions of one command line share: the
/// board's size and the goal. All functions are Local.
typedef struct hr_position_kind {
    const hr_puzzle_kind *kind; ///< NULL: any kind with packed states, if IDA* is asked for
    size_t state_bytes;         ///< bytes of a state
    const char *left_out;       ///< shortest solutions that the domain leaves out, so that they cannot be counted; NULL: none
    bool serves_astar;          ///< the heuristics serve A* of the puzzle's states, too

    /// HR_USAGE if positions cannot be solved with these options of the puzzle.
    hr_status (*check)(const hr_puzzle_options *options, hr_error *error);

    /// Make the puzzle whose states the positions are to people, who read and write them. NULL: hr_puzzle_create makes it.
    hr_status (*puzzle)(const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error);

    /// Make the board of the puzzle, which is borrowed, with the goal that the text `goal` gives, or with the usual one if it is
    /// NULL. The caller frees *board by free(). HR_USAGE: there is no such board or goal. HR_INTERNAL: out of memory. *board is
    /// NULL on an error.
    hr_status (*create)(const hr_puzzle *puzzle, const char *goal, void **board, hr_error *error);

    /// Write the position that is the puzzle's state *packed into *state, as at the root of a search. The puzzle and the board
    /// have the same size and goal, and `check` accepts the puzzle's options.
    void (*unpack)(const void *board, const hr_state *packed, void *state);

    /// Write the puzzle's state that is the search's state *state into *packed.
    void (*pack)(const void *board, const void *state, hr_state *packed);
} hr_position_kind;

/// The table, ended by NULL.
extern const hr_position_kind *const hr_position_kinds[];

/// Local. Returns the first row that is for this kind of puzzle alone; NULL: there is none.
const hr_position_kind *hr_position_kind_of(const hr_puzzle_kind *kind);

/// Local. Find the row whose `check` takes the options, which name the puzzle. HR_USAGE: there is none; the reason is that of the
/// kind's last row. `asked`: the caller asks for IDA*; else a row for any kind is refused, too, because other searches are faster
/// where there is no strong lower bound.
hr_status hr_position_kind_find(const hr_puzzle_kind *kind, const hr_puzzle_options *options, bool asked,
                                const hr_position_kind **found, hr_error *error);

/// Local. Make the puzzle that shows the positions of a kind, from options that the kind's `check` accepts. Errors as for
/// hr_puzzle_create.
hr_status hr_position_puzzle(const hr_position_kind *kind, const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error);

#endif
