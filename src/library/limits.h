// SPDX-License-Identifier: MIT
#ifndef HR_LIBRARY_LIMITS_H
#define HR_LIBRARY_LIMITS_H

// Public limits, checkpoints and ends, as the engines know them.

#include "huarong/search/run.h"
#include "run/enumeration.h"

/// Local. Returns the public reason for an engine's reason to stop. HR_STOP_SOLVED is the end that a search wants: it is complete.
hr_search_end hr_library_end(hr_stop stop);

/// Local. Returns the engines' form of `checkpoints`, whose text is borrowed.
hr_checkpoint_options hr_library_checkpoints(const hr_search_checkpoints *checkpoints);

#endif
