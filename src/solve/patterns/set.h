// SPDX-License-Identifier: MIT
#ifndef HR_PATTERN_SET_H
#define HR_PATTERN_SET_H

// The patterns of a heuristic: those of one or more partitions of all tiles. Each partition has a *lane*, one byte of a 64-bit
// word, for the sum of its patterns' values. A pattern counts in the lanes of all partitions that hold it.

#include "solve/patterns/pattern.h"

enum {
    HR_PARTITION_MAX = 8, ///< most patterns of a partition
    HR_SET_LANES = 8,     ///< most partitions
    HR_SET_PATTERNS = 24, ///< most different patterns
    HR_SET_SIDE_MAX = 5,  ///< most cells in a row or column of the board, with regions
};

typedef struct hr_pattern_set {
    bool regions; ///< the databases tell the blank's region apart; else there is one partition
    int partitions;
    int patterns;                        ///< number of different patterns
    hr_pattern pattern[HR_SET_PATTERNS]; ///< [patterns] those of the first partition come first
    uint64_t lanes[HR_SET_PATTERNS];     ///< [patterns] a 1 in the lane of each partition that holds the pattern
} hr_pattern_set;

/// Local. Returns true if `text` has the form of a set's name.
bool hr_pattern_set_is_name(const char *text);

/// Local. Read a set. A partition is either patterns separated by `/`, each of them tile numbers separated by commas, or only the
/// patterns' sizes, as in "7-8". Each tile must be in exactly one pattern. `text` is one partition, or several with regions: each
/// with a `+` before it, or "Nx6-6-6-6", the first N of the partitions known for 5x5 with the blank at home in a corner. HR_USAGE:
/// `text` is anything else, the board is too large, or there are too many partitions, patterns or tiles of a pattern; *set is
/// unspecified.
hr_status hr_pattern_set_parse(const hr_tiles *tiles, const char *text, hr_pattern_set *set, hr_error *error);

/// Local. Write the tiles of the set's patterns, in the form that hr_pattern_set_parse reads, into `text[0..size)`.
void hr_pattern_set_spell(const hr_tiles *tiles, const hr_pattern_set *set, char *text, size_t size);

#endif
