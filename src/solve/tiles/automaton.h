// SPDX-License-Identifier: MIT
#ifndef HR_TILES_AUTOMATON_H
#define HR_TILES_AUTOMATON_H

// Sequences of moves that a search for one shortest solution may leave out (Taylor and Korf 1993, "Pruning duplicate nodes in
// depth-first search").
//
// From one cell of the blank, two sequences of moves may lead to the same position, whatever the position before is. The longer
// one of them, or of two equally long ones the later one in the order of the search, is *needless*. No shortest solution that comes
// first in the order of the search has a needless part, for the other sequence in its place would give a solution before it.
//
// The automaton reads the moves of a path and forbids the last move of each needless sequence. The shortest needless sequence is a
// move and the one that undoes it.

#include "core/inline.h"
#include "solve/tiles/tiles.h"

enum {
    HR_TILES_FORBIDDEN = UINT16_MAX,
    HR_TILES_NEEDLESS_MAX = 16, ///< most moves of the sequences: a walk keeps two bits a move in 32 bits
};

/// The states 0, 1, … are those of paths without moves, by the blank's cell. A path's state determines the blank's cell.
typedef struct hr_tiles_automaton {
    size_t states;
    uint16_t (*next)[4]; ///< [states] by move in the normal frame: the state after the move; HR_TILES_FORBIDDEN: leave it out
} hr_tiles_automaton;

/// Local. Make the automaton for the needless sequences of at most `length` moves. If it would have more than 65,535 states, the
/// longest sequences or some of them are not in it. HR_INTERNAL: out of memory; *automaton is empty.
hr_status hr_tiles_automaton_create(const hr_tiles *tiles, int length, hr_tiles_automaton *automaton, hr_error *error);

/// Local. Free the table.
void hr_tiles_automaton_clear(hr_tiles_automaton *automaton);

#endif
