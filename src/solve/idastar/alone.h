// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_ALONE_H
#define HR_IDASTAR_ALONE_H

#include "solve/idastar/span.h"

/// Local. Search a span on this rank alone, otherwise as hr_idastar_split_run. `busy_seconds` and `steals` of *counts are 0.
hr_status hr_idastar_alone_run(hr_idastar_worker *worker, const hr_idastar_job *job, hr_idastar_counts *counts, hr_error *error);

#endif
