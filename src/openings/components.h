// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_COMPONENTS_H
#define HR_OPENINGS_COMPONENTS_H

// Connected components of one family. They are the same in every metric.

#include "openings/search.h"

/// Components by number of singles.
typedef struct hr_components {
    hr_count all[HR_SINGLES_MAX];
    hr_count solvable[HR_SINGLES_MAX];        ///< components that contain a solved opening
    hr_count all_mirror[HR_SINGLES_MAX];      ///< as `all`, with a component and its mirror image counted once
    hr_count solvable_mirror[HR_SINGLES_MAX]; ///< as `solvable`, with a component and its mirror image counted once
    hr_count largest[HR_SINGLES_MAX];         ///< openings in the largest component
    hr_count openings[HR_SINGLES_MAX];        ///< openings in all components together
} hr_components;

/// Local. Count the components of the openings that have been searched, after hr_family_search_run; *search gives its frontier and
/// its next layer, both empty then, as room, and its tick. Collective over the family's team, with the same result on all its
/// ranks. HR_INTERNAL: out of memory. HR_STOPPED: the tick returned false. *components is incomplete on error.
hr_status hr_components_count(hr_family_search *search, hr_components *components, hr_error *error);

#endif
