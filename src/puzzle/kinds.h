// SPDX-License-Identifier: MIT
#ifndef HR_KINDS_H
#define HR_KINDS_H

// The kinds of puzzles. A new kind is a folder with its functions, and one row in kinds.c.

#include "huarong/puzzle.h"

/// A kind of puzzle: its name, what it says of itself, and how a puzzle of this kind is made.
typedef struct hr_puzzle_kind {
    const char *name;    ///< what stands before the colon of a spec: "tile"
    const char *form;    ///< how a spec is written: "tile:WxH"
    const char *example; ///< a spec: "tile:4x4"
    const char *summary; ///< one line for a list of help topics
    const char *help;    ///< the text of `huarong help NAME`, lines ended by '\n'

    bool numbers; ///< a position's text is the cells' numbers in reading order, in any layout; else a position is one line

    /// Local. The name of the i-th position that players know by name, NULL behind the last one. NULL: no position has a name.
    const char *(*position_name)(size_t i);

    /// Local. Make a puzzle. `board` is what stands behind the colon, NULL if there is no colon. Fills ops and info, but for
    /// info.kind and info.metric; HR_USAGE with a text. NULL: positions of this kind can be solved, but it has no 64-bit states.
    hr_status (*create)(const hr_puzzle_options *options, const char *board, hr_puzzle **puzzle, hr_error *error);
} hr_puzzle_kind;

/// The table of kinds, ended by NULL.
extern const hr_puzzle_kind *const hr_puzzle_kinds[];

/// Local. The kind that `spec` names before its colon. HR_USAGE with a list of the kinds if there is none.
hr_status hr_puzzle_kind_of(const char *spec, const hr_puzzle_kind **kind, hr_error *error);

#endif
