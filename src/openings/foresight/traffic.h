// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_TRAFFIC_H
#define HR_OPENINGS_TRAFFIC_H

// What nodes send each other while they search families together, foreseen.

#include "openings/store.h"

/// Local. About how many bytes nodes send each other for the families that are `wide`, as `bytes_sent` of hr_openings counts them;
/// 0 without such families.
double hr_openings_sent(const hr_openings_run_state *run);

#endif
