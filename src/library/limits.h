// SPDX-License-Identifier: MIT
#ifndef HR_LIBRARY_LIMITS_H
#define HR_LIBRARY_LIMITS_H

// Translates checkpoints and ends between their public form and that of the engines.

#include "huarong/search/run.h"
#include "run/enumeration.h"

/// Local. Returns the public form of an engine's reason to stop. HR_STOP_NONE and HR_STOP_SOLVED become HR_SEARCH_COMPLETE.
hr_search_end hr_library_end(hr_stop stop);

/// Local. Returns the engines' form of `checkpoints`, whose text is borrowed.
hr_checkpoint_options hr_library_checkpoints(const hr_search_checkpoints *checkpoints);

#endif
