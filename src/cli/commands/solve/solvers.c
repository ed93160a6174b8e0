// SPDX-License-Identifier: MIT
// The table of solvers.

#include "cli/commands/solve/solve.h"

const hr_solver *const hr_solvers[] = {&hr_solver_idastar, &hr_solver_astar, &hr_solver_layers, NULL};
