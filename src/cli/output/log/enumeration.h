// SPDX-License-Identifier: MIT
#ifndef HR_ENUMERATION_LOG_H
#define HR_ENUMERATION_LOG_H

// The log of a breadth-first run: a line for each layer and each checkpoint. For rank 0.

#include "cli/output/log/run.h"

/// Local. Write an event to the log. Print failures to standard error and, unless the meter prints nothing, that a run goes on from
/// a checkpoint. `context` is an hr_run_log. Can be the `event` of hr_enumerate_options.
void hr_enumeration_log_event(const hr_event *event, void *context);

/// Local. Write the last line and close the log, if there is one.
void hr_enumeration_log_end(hr_run_log *log, const hr_enumeration *result);

#endif
