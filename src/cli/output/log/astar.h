// SPDX-License-Identifier: MIT
#ifndef HR_ASTAR_LOG_H
#define HR_ASTAR_LOG_H

// What the log of `huarong solve` says of the checkpoints of A*.

#include "run/event.h"

/// Local, on rank 0. Tell the log, and people where it matters, of an event about a checkpoint (`event` of hr_astar_long_run).
/// `context` is the hr_run_log.
void hr_astar_log_event(const hr_event *event, void *context);

#endif
