// SPDX-License-Identifier: MIT
#ifndef HR_TILES_PATTERN_H
#define HR_TILES_PATTERN_H

// The search domain of tile puzzles with additive pattern databases. The heuristic is the sum of the databases' values. Where the
// board has a mirror, it is the larger of this sum and the mirrored position's sum (Culberson and Schaeffer 1998).

#include "solve/heuristic.h"
#include "solve/patterns/set.h"

extern const hr_heuristic hr_heuristic_patterns;

typedef struct hr_tiles_pattern hr_tiles_pattern;

/// Local. Make the tables of the domain. `databases[0..set->patterns)` are those of the one partition, all in `direct` form or
/// none. `tiles` and the databases' memory are borrowed. `mirror`: look up the mirrored position, too, if the board has a mirror.
/// HR_INTERNAL: out of memory; *made is NULL.
hr_status hr_tiles_pattern_create(const hr_tiles *tiles, const hr_pattern_set *set, const hr_pattern_database *databases,
                                  bool mirror, hr_tiles_pattern **made, hr_error *error);

/// Local. NULL-safe; sets *made to NULL.
void hr_tiles_pattern_destroy(hr_tiles_pattern **made);

/// Local. Set *domain to the search domain, which borrows `made`.
void hr_tiles_pattern_domain(const hr_tiles_pattern *made, hr_idastar_domain *domain);

#endif
