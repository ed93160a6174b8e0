// SPDX-License-Identifier: MIT
#ifndef HUARONG_KLOTSKI_H
#define HUARONG_KLOTSKI_H

/// What only Klotski puzzles have: named openings. The list is constant, so any number of threads may read it.
///
/// Example:
///
///     size_t count = 0;
///     const hr_klotski_opening *openings = hr_klotski_openings(&count);
///     printf("%s %s\n", openings[0].name, openings[0].board); // prints: 横刀立马 TXXTBXXBTLRTBooBo..o

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/// A 4×5 opening that Klotski players know by name.
typedef struct hr_klotski_opening {
    const char *name;  ///< in Chinese characters (UTF-8); hr_puzzle_parse of a klotski:4x5 puzzle reads it as this board
    const char *board; ///< 20 letters, row by row: X 2×2, L R horizontal, T over B vertical, o single, . empty
} hr_klotski_opening;

/// Local. All named openings, `[*count]`. They live as long as the program. No name is listed twice, but two names may mean the
/// same board. Klotski players use some names for two boards: then the second board's name gets a 2 at its end (层层设防,
/// 层层设防2). The first board is that of the classical table of eight openings, or else the one that comes first in the list of
/// forty.
const hr_klotski_opening *hr_klotski_openings(size_t *count);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
