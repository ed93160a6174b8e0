// SPDX-License-Identifier: MIT
#ifndef HUARONG_KLOTSKI_H
#define HUARONG_KLOTSKI_H

/// What only Klotski puzzles have: named openings.

#include <stddef.h>

/// A 4×5 opening that Klotski players know by name.
typedef struct hr_klotski_opening {
    const char *name;  ///< in Chinese characters (UTF-8); hr_puzzle_parse of a klotski:4x5 puzzle takes it for the board
    const char *board; ///< 20 letters, row by row: X 2×2, L R horizontal, T over B vertical, o single, . empty
} hr_klotski_opening;

/// Local. All named openings; *count gets their number. Each name is there once. Where the field uses one name for two boards, the
/// plain name is the board of the classical table of eight openings if that has it, else the first of the list of forty, and the
/// other board's name has a 2 at its end (层层设防, 层层设防2). Two names may mean the same board.
const hr_klotski_opening *hr_klotski_openings(size_t *count);

#endif
