// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_CHECK_H
#define HR_OPENINGS_CHECK_H

// What must hold of the openings' figures. A rule that is broken is a fault of the engine's, or of the machine's: the run ends with
// HR_INTERNAL and all the numbers.

#include "openings/store.h"

/// Local. Which rule do a set's figures break, without its histograms? NULL: none. `mirror`: its counts up to mirror mean
/// something; `components`: they have been counted.
const char *hr_openings_broken_rule(const hr_openings_set *set, bool mirror, bool components);

/// Local. Check the sets of a family whose figures have just been taken from its search. HR_INTERNAL, with all numbers.
hr_status hr_openings_check_family(const hr_openings_run_state *run, const hr_family_search *search, size_t plan, hr_error *error);

/// Local. Check a set's components once they have been counted: `openings` were found in them. HR_INTERNAL, with all numbers.
hr_status hr_openings_check_components(const hr_openings_set *set, bool mirror, hr_count openings, hr_error *error);

/// Local. Check all sets with their histograms, and their sum, once the ranks have put them together. HR_INTERNAL, with all
/// numbers.
hr_status hr_openings_check_result(const hr_openings_run_state *run, hr_error *error);

#endif
