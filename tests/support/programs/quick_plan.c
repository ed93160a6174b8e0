// SPDX-License-Identifier: MIT
// The program, in which `plan` measures each rate by one short run (quick_rates.c). Unless HR_WHOLE_MEASURE is set, openings are
// measured on a board of 3x4 instead of 4x5, and planes in seven layers only. Disks have a fixed rate unless HR_MEASURE_DISKS is
// set. The linker puts __wrap_hr_openings_run before hr_openings_run, and so on (--wrap).

#include "programs/quick_rates.h"

#include <stdlib.h>

#include "cli/commands.h"
#include "cli/frame.h"
#include "core/try.h"
#include "enumerate/bits/unit/unit.h"
#include "enumerate/scratch/measure.h"
#include "openings/openings.h"

/// Local. Is this an abridged run?
static bool abridged(void) { return quick_rates_measuring && getenv("HR_WHOLE_MEASURE") == NULL; }

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker wants these names

hr_status __real_hr_openings_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *options,
                                 hr_openings *openings, hr_error *error);
hr_status __wrap_hr_openings_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *options,
                                 hr_openings *openings, hr_error *error);
hr_status __wrap_hr_openings_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_options *options,
                                 hr_openings *openings, hr_error *error) {
    if (!abridged()) {
        return __real_hr_openings_run(comm, puzzle, options, openings, error);
    }
    hr_puzzle *small = NULL;
    HR_TRY(hr_comm_agree(comm, hr_puzzle_create(&(hr_puzzle_options){.spec = "klotski:3x4"}, &small, error), error));
    const hr_status status = __real_hr_openings_run(comm, small, options, openings, error);
    hr_puzzle_destroy(&small);
    return status;
}

hr_status __real_hr_bits_enumerate(const hr_bits_rule *rule, const hr_run_task *task, const hr_bits_tuning *tuning,
                                   hr_error *error);
hr_status __wrap_hr_bits_enumerate(const hr_bits_rule *rule, const hr_run_task *task, const hr_bits_tuning *tuning,
                                   hr_error *error);
hr_status __wrap_hr_bits_enumerate(const hr_bits_rule *rule, const hr_run_task *task, const hr_bits_tuning *tuning,
                                   hr_error *error) {
    static const hr_enumerate_options few = {.max_depth = 6};
    const hr_run_task first = {task->comm, task->puzzle, &few, task->result};
    return __real_hr_bits_enumerate(rule, abridged() ? &first : task, tuning, error);
}

hr_status __real_hr_spool_measure(const hr_comm *comm, const char *const *directories, size_t count, hr_spool_rates *rates,
                                  hr_error *error);
hr_status __wrap_hr_spool_measure(const hr_comm *comm, const char *const *directories, size_t count, hr_spool_rates *rates,
                                  hr_error *error);
hr_status __wrap_hr_spool_measure(const hr_comm *comm, const char *const *directories, size_t count, hr_spool_rates *rates,
                                  hr_error *error) {
    if (getenv("HR_MEASURE_DISKS") != NULL) {
        return __real_hr_spool_measure(comm, directories, count, rates, error);
    }
    *rates = (hr_spool_rates){.moved = {.median = 3e9, .low = 2e9, .high = 4e9, .runs = 3}, .written = 2e9};
    return HR_OK;
}

// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

int main(int argc, char **argv) { return hr_frame_run(hr_commands, argc, (const char *const *)argv); }
