// SPDX-License-Identifier: MIT
// The options of `solve` that only `idastar` knows. With `astar` and `layers` they are refused.

#include <stddef.h>

#include "cli/commands/solve/states.h"

const char *hr_solve_states_no_use(const hr_solve_settings *settings) {
    return settings->iterations ? "--iterations" : settings->complete ? "--complete" : NULL;
}
