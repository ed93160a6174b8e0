// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_H
#define HR_BLOCKS_H

// The kind of puzzles that are drawn in a file.

#include "puzzle/blocks/source.h"
#include "puzzle/kinds.h"

extern const hr_puzzle_kind hr_blocks_kind_row;

/// Local. Make a puzzle with states of one word, of two, or of as many as it needs, up to 8. HR_USAGE: the puzzle contradicts
/// itself or is too large; *too_wide says whether only its states have too many bits, or its sets too many elements (packed.h).
/// HR_INTERNAL: out of memory. On error *puzzle is unchanged.
hr_status hr_blocks_make_1(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle, bool *too_wide,
                           hr_error *error);
hr_status hr_blocks_make_2(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle, bool *too_wide,
                           hr_error *error);
hr_status hr_blocks_make_8(const hr_puzzle_options *options, const hr_blocks_source *source, hr_puzzle **puzzle, bool *too_wide,
                           hr_error *error);

// names.c: puzzles that are known by name, "blocks:century".
/// Local. The name of the i-th puzzle, NULL if there are only i.
const char *hr_blocks_name(size_t i);
/// Local. What is known of the i-th puzzle: the fewest moves in the metrics move, slide and unit, then where it comes from.
const char *hr_blocks_note(size_t i);
/// Local. The text of the puzzle with this name, NULL if there is none.
const char *hr_blocks_named(const char *name);

#endif
