// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_LOG_H
#define HR_OPENINGS_LOG_H

// The log of a run over all openings: a line for each finished family, and for each checkpoint of a rank. For rank 0.

#include "cli/output/log/run.h"
#include "openings/openings.h"

/// Local. Write an event, whose `more` is an hr_openings_event, to the log. Print failures to standard error and, unless the meter
/// prints nothing, that a run goes on from a checkpoint. `context` is an hr_run_log. Can be the `event` of hr_openings_options.
void hr_openings_log_event(const hr_event *told, void *context);

/// Local. Write the last line and close the log, if there is one. `stop` is HR_STOP_NONE for a complete run.
void hr_openings_log_end(hr_run_log *log, const hr_openings *openings, hr_stop stop);

#endif
