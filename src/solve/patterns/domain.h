// SPDX-License-Identifier: MIT
#ifndef HR_TILES_PATTERN_H
#define HR_TILES_PATTERN_H

// The search domain of tile puzzles with additive pattern databases. The heuristic is the sum of the databases' values. Where the
// board has a mirror, it is the larger of this sum and the mirrored position's sum (Culberson and Schaeffer 1998).

#include "solve/heuristic.h"
#include "solve/patterns/pattern.h"

extern const hr_heuristic hr_heuristic_patterns;

enum { HR_PARTITION_MAX = 8 }; ///< most patterns of a partition

/// A partition of all tiles into patterns.
typedef struct hr_partition {
    int count;
    hr_pattern pattern[HR_PARTITION_MAX];
} hr_partition;

/// Local. Read a partition. `text` is either patterns separated by `/`, each of them tile numbers separated by commas, or only the
/// patterns' sizes, as in "7-8". Each tile must be in exactly one pattern. HR_USAGE: `text` is anything else; *partition is
/// unspecified.
hr_status hr_partition_parse(const hr_tiles *tiles, const char *text, hr_partition *partition, hr_error *error);

/// Local. Read a partition whose tiles are given by their homes: "1,2/3". HR_USAGE: as for hr_partition_parse.
hr_status hr_partition_parse_homes(const hr_tiles *tiles, const char *homes, hr_partition *partition, hr_error *error);

typedef struct hr_tiles_pattern hr_tiles_pattern;

/// Local. Make the tables of the domain. `databases[0..partition->count)` are the partition's databases, all in `direct` form or
/// none. `tiles` and the databases' memory are borrowed. `mirror`: look up the mirrored position, too, if the board has a mirror.
/// HR_INTERNAL: out of memory; *made is NULL.
hr_status hr_tiles_pattern_create(const hr_tiles *tiles, const hr_partition *partition, const hr_pattern_database *databases,
                                  bool mirror, hr_tiles_pattern **made, hr_error *error);

/// Local. NULL-safe; sets *made to NULL.
void hr_tiles_pattern_destroy(hr_tiles_pattern **made);

/// Local. Set *domain to the search domain, which borrows `made`.
void hr_tiles_pattern_domain(const hr_tiles_pattern *made, hr_idastar_domain *domain);

#endif
