// SPDX-License-Identifier: MIT
// The units in which time and memory are told: the C library's calls are this file's.

#include <sys/resource.h>
#include <time.h>

#include "core/system.h"
#include "unit_test.h"

static struct timespec now;
static clockid_t asked; ///< the clock that was asked last
static int getrusage_fails;

// In place of the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

int clock_gettime(clockid_t clock, struct timespec *time) {
    asked = clock;
    *time = now;
    return 0;
}

/// Memory in KiB: 1000 of this process, 7 of those that it has started.
int getrusage(__rusage_who_t who, struct rusage *usage) {
    *usage = (struct rusage){.ru_maxrss = who == RUSAGE_SELF ? 1000 : 7};
    return getrusage_fails;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

HR_TEST(test_time_is_in_seconds_of_a_clock_that_nobody_sets) {
    now = (struct timespec){.tv_sec = 3, .tv_nsec = 250000000};
    assert_true(hr_system_seconds() == 3.25);
    assert_int_equal(asked, CLOCK_MONOTONIC);
}

HR_TEST(test_memory_is_in_bytes) {
    assert_int_equal(hr_system_peak_memory(), 1024000);
    getrusage_fails = -1;
    assert_int_equal(hr_system_peak_memory(), 0);
    getrusage_fails = 0;
}
