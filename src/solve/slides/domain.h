// SPDX-License-Identifier: MIT
#ifndef HR_SLIDES_DOMAIN_H
#define HR_SLIDES_DOMAIN_H

// IDA* of 4x4 positions in the metric slide, with a database of colourings (solve/patterns/colouring.h). Where the board has a
// mirror, the bound is the larger of the position's and the mirrored position's.
//
// A state is a hr_tiles_state. A move is hr_slides_move: the blank goes one to three cells in one direction. After a slide the next
// one goes along the other axis, as no shortest solution has two slides along one axis in a row.

#include "solve/heuristic.h"
#include "solve/patterns/pattern.h"
#include "solve/tiles/tiles.h"

extern const hr_heuristic hr_heuristic_slides;

typedef struct hr_slides hr_slides;

/// Local. Make the tables of the domain. `tiles`, whose board has 4x4 cells, and the database's memory are borrowed. HR_INTERNAL:
/// out of memory; *made is NULL.
hr_status hr_slides_create(const hr_tiles *tiles, const hr_pattern_database *database, bool mirror, hr_slides **made,
                           hr_error *error);

/// Local. NULL-safe; sets *made to NULL.
void hr_slides_destroy(hr_slides **made);

/// Local. Set *domain to the search domain, which borrows `made`.
void hr_slides_domain(const hr_slides *made, hr_idastar_domain *domain);

#endif
