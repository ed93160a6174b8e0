// SPDX-License-Identifier: MIT
#ifndef HR_RECORD_CHECK_H
#define HR_RECORD_CHECK_H

// Records whose checksum is right can still hold anything. What a family's record says has to be what a search can find, before
// it is taken over.

#include "openings/store.h"

/// Local. Can these be the figures of the family? `words` is a family's content, as long as its number of distances says.
bool hr_record_check_figures(const hr_openings_run_state *run, const hr_family_plan *plan, const uint64_t *words);

/// Local. Can these be the distances that belong to the family's figures? *sound is set: the frames are the family's, in order, as
/// many openings have a distance as the figures say, and none is greater. HR_INTERNAL: out of memory.
hr_status hr_record_check_distances(const hr_openings_run_state *run, const hr_kept_family *kept, const uint64_t *words,
                                    bool *sound, hr_error *error);

#endif
