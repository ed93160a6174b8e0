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
    void *puzzle; ///< the memory of the row's puzzle; owned
    /// Make the move whose name is the `length` characters at `name`. Returns how many moves that are, 0: there is none. NULL: a
    /// move has the name that its row gives it.
    unsigned (*make_move)(const void *puzzle, const char *name, size_t length, hr_state *state);
    const char *text; ///< what the option `text` is made from, in normal form; NULL: `mark` stands for it
    /// What files and checkpoints keep to know the row's puzzle again: the interface's version and the hash of a sample
    char mark[HR_KIND_WHY_MAX];
} hr_added;

/// The facts of a puzzle before its row changes them.
#define HR_KIND_FACTS ((hr_kind_facts){.state_words = 1, .symmetry_order = 1, .source_count = 1, .height = 1})

/// Local. Make a puzzle with the kind, facts, memory and text of *made, and the spec, start and symmetry of *options. Takes the
/// memory, also on error. HR_USAGE: the row is wrong, or the start is. HR_INTERNAL: out of memory. On error *puzzle is unchanged.
hr_status hr_added_make(const hr_added *made, const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error);

/// Local. Returns the puzzle if it is of such a kind, else NULL.
const hr_added *hr_added_of(const hr_puzzle *puzzle);

/// Local. The functions of such a puzzle.
extern const hr_puzzle_ops hr_added_ops;

#endif
