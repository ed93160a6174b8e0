// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_LOG_H
#define HR_OPENINGS_LOG_H

// The log of a run over all openings: a line per family, and when a rank has made safe what it keeps. For rank 0.

#include "cli/output/log/run.h"
#include "openings/openings.h"

/// Local. Write down an event, and tell a person what has gone wrong. `context` is an hr_run_log; fits hr_openings_options.
void hr_openings_log_event(const hr_openings_event *event, void *context);

/// Local. Write the last line and close the log, if there is one. `stop` as for hr_run_log_end.
void hr_openings_log_end(hr_run_log *log, const hr_openings *openings, const char *stop);

#endif
