// SPDX-License-Identifier: MIT
// The program, in which all ranks of all nodes search every family of `openings` together, however small it is. The linker puts
// __wrap_hr_openings_run before hr_openings_run (--wrap).

#include "cli/commands.h"
#include "cli/frame.h"
#include "openings/openings.h"

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker wants these names

hr_status __real_hr_openings_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *options,
                                 hr_openings *openings, hr_error *error);
hr_status __wrap_hr_openings_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *options,
                                 hr_openings *openings, hr_error *error);
hr_status __wrap_hr_openings_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *options,
                                 hr_openings *openings, hr_error *error) {
    hr_openings_options changed = *options;
    changed.sharing = HR_SHARING_WIDE;
    return __real_hr_openings_run(comm, puzzle, &changed, openings, error);
}

// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

int main(int argc, char **argv) { return hr_frame_run(hr_commands, argc, (const char *const *)argv); }
