// SPDX-License-Identifier: MIT
// Measures each rate by one run instead of four to eleven, and says that three runs had this rate. The linker puts
// __wrap_hr_rates_measure before hr_rates_measure (--wrap).

#include "programs/quick_rates.h"

#include "core/try.h"
#include "enumerate/rates.h"

bool quick_rates_measuring = false;

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker wants these names

hr_status __wrap_hr_rates_measure(const hr_comm *comm, hr_rates_probe probe, void *context, hr_rates *rates, hr_error *error);
hr_status __wrap_hr_rates_measure(const hr_comm *comm, hr_rates_probe probe, void *context, hr_rates *rates, hr_error *error) {
    hr_rates_run run = {.work = 0, .seconds = 1};
    quick_rates_measuring = true;
    const hr_status status = hr_comm_agree(comm, probe(comm, context, &run, error), error);
    quick_rates_measuring = false;
    HR_TRY(status);
    const double rate = run.work / (run.seconds + 1e-9) / hr_comm_size(comm);
    *rates = (hr_rates){.median = rate, .low = rate, .high = rate, .share = 1, .runs = 3};
    return hr_comm_broadcast(comm, rates, sizeof *rates, error);
}

// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
