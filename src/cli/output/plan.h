// SPDX-License-Identifier: MIT
#ifndef HR_PLAN_OUTPUT_H
#define HR_PLAN_OUTPUT_H

// The output of `huarong plan`. The caller checks the stream for write errors.

#include <stdio.h>

#include "cli/options/shared.h"
#include "plan/plan.h"

/// A plan, and what it is of.
typedef struct hr_planned {
    const hr_puzzle *puzzle;
    const hr_planned_run *run;
    const hr_plan *plan;
    bool oversubscribed; ///< ranks have shared processors while they measured
    hr_output_format format;
} hr_planned;

/// Local. Print the hr_planned `context` (hr_result_printer). HR_INTERNAL: out of memory.
hr_status hr_plan_print(void *context, FILE *out, hr_error *error);

#endif
