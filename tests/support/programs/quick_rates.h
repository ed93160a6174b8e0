// SPDX-License-Identifier: MIT
// Rates of engines that are measured by one short run: for programs that are linked with --wrap=hr_rates_measure.
#ifndef HR_TESTS_QUICK_RATES_H
#define HR_TESTS_QUICK_RATES_H

#include <stdbool.h>

/// Is a rate being measured?
extern bool quick_rates_measuring;

#endif
