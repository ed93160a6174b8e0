// SPDX-License-Identifier: MIT
#ifndef HR_STOP_REASON_H
#define HR_STOP_REASON_H

#include "run/enumeration.h"

/// Local. Returns the name of a reason to stop, for logs and JSON: "none", "max-depth", "max-states", "solved", "memory",
/// "max-time" or "signal".
const char *hr_stop_name(hr_stop stop);

/// Local. Returns words that follow "stopped" in a message for people: "by a signal", "by the time limit", "at the memory limit",
/// "at the depth asked for", "at the number of states asked for" or "at the first solved state". For HR_STOP_NONE the words are "at
/// a limit", because then a limit for one position has ended that position's search.
const char *hr_stop_text(hr_stop stop);

/// Local. Is `stop` the time limit or a signal? These two end a whole run; another reason may end only one of the run's searches.
bool hr_stop_ends_run(hr_stop stop);

/// Local. Returns the time at which a run must stop, if it began at `begin`, may take `max_seconds` and needs `reserve` seconds to
/// stop. At most half of `max_seconds` is reserved.
double hr_stop_time(double begin, double max_seconds, double reserve);

/// Local. Returns the seconds to reserve for a write of `bytes` bytes if `written` bytes took `seconds`: 1.5 times as long as at
/// the same pace. 0 if `written` is 0.
double hr_stop_reserve(uint64_t bytes, uint64_t written, double seconds);

/// Local. Returns why a run that began at `begin` (hr_comm_seconds) should stop now: HR_STOP_SIGNAL if `stop_wanted` (may be NULL)
/// returns true, HR_STOP_TIME if hr_stop_time has come, else HR_STOP_NONE. `max_seconds` 0 is no limit.
hr_stop hr_stop_reason(bool (*stop_wanted)(void), double begin, double max_seconds, double reserve);

/// Local. Shorten the limit of one search, `*search_seconds`, to the time that is left of the run's `max_seconds` since `begin`
/// (hr_comm_seconds). 0 is no limit for either; a run whose time is up leaves a limit that is reached at once. Returns true if the
/// run's limit comes before the search's own.
bool hr_stop_run_ends_first(double begin, double max_seconds, double *search_seconds);

#endif
