// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_COMPONENTS_H
#define HR_OPENINGS_COMPONENTS_H

// Connected components of one family. They are the same in every metric.

#include "openings/search.h"

/// The numbers of components of a family, by number of singles.
typedef struct hr_components {
    hr_count all[HR_SINGLES_MAX];
    hr_count solvable[HR_SINGLES_MAX];        ///< components that contain a solved opening
    hr_count all_mirror[HR_SINGLES_MAX];      ///< as `all`, with a component and its mirror image counted once
    hr_count solvable_mirror[HR_SINGLES_MAX]; ///< as `solvable`, with a component and its mirror image counted once
    hr_count largest[HR_SINGLES_MAX];         ///< openings in the largest component
    hr_count openings[HR_SINGLES_MAX];        ///< openings in all components together
} hr_components;

/// Local, but collective over the family's team if it has one, with the same result on all its ranks. Count the components of the
/// openings in `search->sets.allowed`, and call `search->watch.tick`. HR_INTERNAL: memory or MPI has failed. HR_STOPPED: the tick
/// returned false. *components is incomplete on error.
hr_status hr_components_count(hr_family_search *search, hr_components *components, hr_error *error);

#endif
