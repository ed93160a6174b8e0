// SPDX-License-Identifier: MIT
#ifndef HR_BITS_FORECAST_H
#define HR_BITS_FORECAST_H

// What a run of a rule would take. The rate comes from searches of a board with 12 cells.

#include "enumerate/bits/bits.h"

/// Collective. The function `plan` of an engine with a rule (hr_engine).
hr_status hr_bits_plan(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                       hr_forecast *forecast, hr_error *error);

#endif
