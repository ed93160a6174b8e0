// SPDX-License-Identifier: MIT
#ifndef HR_STOP_REASON_H
#define HR_STOP_REASON_H

#include "run/enumeration.h"

/// Local. The name of a reason to stop, for logs and JSON: "none", "max-depth", "max-states", "solved", "memory", "max-time",
/// "signal".
const char *hr_stop_name(hr_stop stop);

/// Local. What ended a run, for people, after the word "stopped": "by a signal", "by the time limit", "at the memory limit", "at
/// the depth asked for", "at the number of states asked for", "at the first solved state". For HR_STOP_NONE, where a limit of one
/// position ended its search, "at a limit".
const char *hr_stop_text(hr_stop stop);

/// Local. Is it the time or a signal, which end a whole run, and not only what it was about to do?
bool hr_stop_ends_run(hr_stop stop);

/// Local. The time at which a run must stop, if it began at `begin`, may take `max_seconds` and needs `reserve` seconds to stop. At
/// most half of `max_seconds` is reserved.
double hr_stop_time(double begin, double max_seconds, double reserve);

/// Local. Seconds to reserve for a write of `bytes` bytes if `written` bytes took `seconds`: 1.5 times as long as at the same pace.
/// 0 if `written` is 0.
double hr_stop_reserve(uint64_t bytes, uint64_t written, double seconds);

/// Local. Why a run that began at `begin` (hr_comm_seconds) should stop now. HR_STOP_SIGNAL if `stop_wanted` (may be NULL) is true.
/// HR_STOP_TIME if hr_stop_time has come; `max_seconds` 0 is no limit. Else HR_STOP_NONE.
hr_stop hr_stop_reason(bool (*stop_wanted)(void), double begin, double max_seconds, double reserve);

/// Local. Shorten the limit of one search, `*search_seconds`, to what is left of the run's `max_seconds` since `begin`
/// (hr_comm_seconds). 0 is no limit for either; a run whose time is up leaves a limit that is reached at once. Returns true if it
/// is the run that ends first.
bool hr_stop_run_ends_first(double begin, double max_seconds, double *search_seconds);

#endif
