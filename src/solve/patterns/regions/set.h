// SPDX-License-Identifier: MIT
#ifndef HR_REGION_SET_H
#define HR_REGION_SET_H

// Several partitions of all tiles, which share patterns. Each partition has a *lane*, one byte of a 64-bit word, for the sum of its
// patterns' excesses. A pattern's excess counts in the lanes of all partitions that hold the pattern.

#include "solve/patterns/domain.h"

enum {
    HR_REGION_LANES = 8,     ///< most partitions
    HR_REGION_PATTERNS = 24, ///< most different patterns
};

typedef struct hr_region_set {
    int partitions;
    int patterns;                           ///< number of different patterns
    hr_pattern pattern[HR_REGION_PATTERNS]; ///< [patterns] with `regions`; those of the first partition come first
    uint64_t lanes[HR_REGION_PATTERNS];     ///< [patterns] a 1 in the lane of each partition that holds the pattern
} hr_region_set;

/// Local. Returns true if `text` has the form of a set's name.
bool hr_region_set_is_name(const char *text);

/// Local. Read a set. `text` is either "Nx6-6-6-6", the first N of the partitions known for 5x5 with the blank at home in a corner,
/// or partitions as in hr_partition_parse, each with a `+` before it. HR_USAGE: `text` is anything else, the board is too large, or
/// there are too many partitions, patterns or tiles of a pattern; *set is unspecified.
hr_status hr_region_set_parse(const hr_tiles *tiles, const char *text, hr_region_set *set, hr_error *error);

#endif
