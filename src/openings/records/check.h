// SPDX-License-Identifier: MIT
#ifndef HR_RECORD_CHECK_H
#define HR_RECORD_CHECK_H

// A record with a right checksum can still hold wrong numbers. A family's record is taken over only if a search can have found its
// figures.

#include "openings/store.h"

/// Local. Can `words` be the content of the record of family `plan`? The length of `words` must be the one that its number of
/// distances gives.
bool hr_record_check_figures(const hr_openings_run_state *run, const hr_family_plan *plan, const uint64_t *words);

/// Local. Can `kept` be the distances of the family whose record has the content `words`? *sound is true if all of this holds. The
/// frames are those of the family, in order. The number of openings with a distance is that of `words`. No distance is greater than
/// the greatest one of `words`. HR_INTERNAL: out of memory; *sound is unchanged then.
hr_status hr_record_check_distances(const hr_openings_run_state *run, const hr_kept_family *kept, const uint64_t *words,
                                    bool *sound, hr_error *error);

#endif
