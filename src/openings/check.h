// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_CHECK_H
#define HR_OPENINGS_CHECK_H

// Rules that the figures of openings obey, for instance: every solved opening is solvable. A broken rule means a fault of the
// engine or of the machine. The run then ends with HR_INTERNAL, and the error's text has all figures of the set.

#include "openings/store.h"

/// Local. Returns the text of the first rule that the figures of `set` break, or NULL if they break none. Histograms are not looked
/// at. `mirror` says that `set->mirror` is valid, `components` that components have been counted.
const char *hr_openings_broken_rule(const hr_openings_set *set, bool mirror, bool components);

/// Local, but collective over the family's team if it has one. Check the sets of family `plan` after hr_openings_harvest has filled
/// them in from `search`. HR_INTERNAL: a rule is broken, or MPI failed.
hr_status hr_openings_check_family(const hr_openings_run_state *run, const hr_family_search *search, size_t plan, hr_error *error);

/// Local. Check the component counts of `set`. `openings` is the number of openings in all components together. HR_INTERNAL: a rule
/// is broken.
hr_status hr_openings_check_components(const hr_openings_set *set, bool mirror, hr_count openings, hr_error *error);

/// Local. Check the combined result: each set that is known and the total, histograms included. HR_INTERNAL: a rule is broken.
hr_status hr_openings_check_result(const hr_openings_run_state *run, hr_error *error);

#endif
