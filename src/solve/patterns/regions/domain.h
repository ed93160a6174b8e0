// SPDX-License-Identifier: MIT
#ifndef HR_REGION_DOMAIN_H
#define HR_REGION_DOMAIN_H

// The search domain of tile puzzles with several partitions at once. The heuristic is the sum of the tiles' distances from home and
// twice the largest sum of excesses over the partitions, for the position and, where the board has a mirror, its mirror image.

#include "solve/heuristic.h"
#include "solve/patterns/set.h"

typedef struct hr_region_domain hr_region_domain;

/// What a search domain does.
typedef struct hr_region_form {
    bool mirror;     ///< look up the mirrored position, too, if the board has a mirror
    bool every_path; ///< search all paths; else leave out needless ones (automaton.h), and only find one shortest solution
} hr_region_form;

/// Local. Make the tables of the domain. `databases[0..set->patterns)` are those of the set's patterns. `tiles` and the databases'
/// memory are borrowed. HR_INTERNAL: out of memory; *made is NULL.
hr_status hr_region_domain_create(const hr_tiles *tiles, const hr_pattern_set *set, const hr_pattern_database *databases,
                                  hr_region_form form, hr_region_domain **made, hr_error *error);

/// Local. NULL-safe; sets *made to NULL.
void hr_region_domain_destroy(hr_region_domain **made);

/// Local. Set *domain to the search domain, which borrows `made`.
void hr_region_domain_take(const hr_region_domain *made, hr_idastar_domain *domain);

#endif
