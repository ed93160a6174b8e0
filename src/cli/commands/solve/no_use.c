// SPDX-License-Identifier: MIT
// Names an option that a search by states (`astar`, `layers`) has no use for.

#include <stddef.h>

#include "cli/commands/solve/states.h"

const char *hr_solve_states_no_use(const hr_solve_settings *settings) {
    return settings->iterations ? "--iterations" : settings->complete ? "--complete" : NULL;
}
