// SPDX-License-Identifier: MIT
#include "frontier.h"
hr_status hr_frontier_enumerate(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                                hr_enumeration *result, hr_error *error) {
    (void)comm;
    (void)puzzle;
    (void)options;
    (void)result;
    return hr_error_set(error, HR_INTERNAL, "no engine");
}
