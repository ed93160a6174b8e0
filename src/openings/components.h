// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_COMPONENTS_H
#define HR_OPENINGS_COMPONENTS_H

// Connected components of one family. They are the same in every metric.

#include "openings/search.h"

/// Components by number of singles.
typedef struct hr_components {
    hr_count all[HR_SINGLES_MAX];
    hr_count solvable[HR_SINGLES_MAX];        ///< those with a solved opening
    hr_count all_mirror[HR_SINGLES_MAX];      ///< the same, a component and its mirror image counted once
    hr_count solvable_mirror[HR_SINGLES_MAX]; ///<
    hr_count largest[HR_SINGLES_MAX];         ///< openings of the largest component
    hr_count openings[HR_SINGLES_MAX];        ///< openings of all components
} hr_components;

/// Local. Count the components of the openings with wanted numbers of singles (one bit for each). `tick` is called often, with 0
/// for a depth. HR_INTERNAL when out of memory; HR_STOPPED when `tick` says so.
hr_status hr_components_count(const hr_family *family, uint32_t singles, hr_tick tick, void *tick_context,
                              hr_components *components, hr_error *error);

#endif
