// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_NAMES_H
#define HR_BLOCKS_NAMES_H

// Puzzles that are known by name: "blocks:century".

#include <stddef.h>

/// Local. The name of the i-th puzzle, NULL if there are only i.
const char *hr_blocks_name(size_t i);

/// Local. What is known of the i-th puzzle: the fewest moves in the metrics move, slide and unit, then where it comes from.
const char *hr_blocks_note(size_t i);

/// Local. The text of the puzzle with this name, NULL if there is none.
const char *hr_blocks_named(const char *name);

#endif
