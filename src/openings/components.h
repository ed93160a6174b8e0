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

/// Local. Count the components of the openings with i singles, for each bit i that is set in `singles`. `tick` must not be NULL; it
/// is called often, with depth 0. HR_INTERNAL: out of memory. HR_STOPPED: `tick` returned false. *components is incomplete on
/// error.
hr_status hr_components_count(const hr_family *family, uint32_t singles, hr_tick tick, void *tick_context,
                              hr_components *components, hr_error *error);

#endif
