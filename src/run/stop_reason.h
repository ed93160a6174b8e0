// SPDX-License-Identifier: MIT
#ifndef HR_STOP_REASON_H
#define HR_STOP_REASON_H

#include "run/enumeration.h"

/// Local. When a run that began at `begin` and may take `max_seconds` must stop to have `reserve` seconds left, of which at most
/// half of `max_seconds` counts.
double hr_stop_time(double begin, double max_seconds, double reserve);

/// Local. Seconds that a write of `bytes` should be given where one of `written` bytes took `seconds`: half as long again as the
/// same pace takes.
double hr_stop_reserve(uint64_t bytes, uint64_t written, double seconds);

/// Local. Why a run that began at `begin` (hr_comm_seconds) should stop now: HR_STOP_SIGNAL if `stop_wanted` (NULL: nothing) says
/// so; HR_STOP_TIME if of `max_seconds` (0: no limit) no more than `reserve` seconds are left, of which at most half the limit
/// counts; or HR_STOP_NONE.
hr_stop hr_stop_reason(bool (*stop_wanted)(void), double begin, double max_seconds, double reserve);

#endif
