// SPDX-License-Identifier: MIT
#ifndef HR_ADDED_H
#define HR_ADDED_H

// Kinds of puzzles that others bring (huarong/kind.h): an hr_puzzle whose functions call those of the public row, and the defaults
// of what the row leaves out.

#include "huarong/kind.h"
#include "puzzle/puzzle_ops.h"

/// A puzzle of such a kind.
typedef struct hr_added {
    hr_puzzle base;
    hr_puzzle_ops ops; ///< hr_added_ops, without what the row leaves out
    const hr_kind *kind;
    hr_kind_facts facts;
    size_t words;                      ///< words of a state
    hr_state home[HR_STATE_WORDS_MAX]; ///< the row's first source
    hr_state from[HR_STATE_WORDS_MAX]; ///< the state of the option `from`
    bool from_given;
    void *puzzle; ///< the memory of the row's puzzle
} hr_added;

/// Local. Returns the puzzle if it is of such a kind, else NULL.
const hr_added *hr_added_of(const hr_puzzle *puzzle);

/// Local. The functions of such a puzzle.
extern const hr_puzzle_ops hr_added_ops;

#endif
