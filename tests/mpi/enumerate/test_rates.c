// SPDX-License-Identifier: MIT
// Ranks: 1 3
// How several short runs give a rate, its range, and the part of the time in which processors worked.

#include "mpi_test.h"

#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "enumerate/rates.h"

HR_TEST(test_the_median_and_the_range) {
    static const struct {
        double values[4];
        int n;
        double median, low, high;
    } cases[] = {{{7}, 1, 7, 7, 7}, {{9, 4}, 2, 6.5, 4, 9}, {{5, 1, 3}, 3, 3, 1, 5}, {{2, 8, 1, 4}, 4, 3, 1, 8}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double values[4];
        hr_rates rates = {.share = 0.5};
        memcpy(values, cases[i].values, sizeof values);
        hr_rates_conclude(values, cases[i].n, &rates);
        assert_true(rates.median == cases[i].median && rates.low == cases[i].low && rates.high == cases[i].high);
        assert_true(rates.runs == cases[i].n && rates.share == 0.5);
    }
}

static bool made_up;       ///< the time in which a processor has worked is this one
static time_t worked = 10; ///< seconds

/// In place of the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
int clock_gettime(clockid_t clock, struct timespec *time) {
    if (made_up && clock == CLOCK_THREAD_CPUTIME_ID) {
        *time = (struct timespec){.tv_sec = worked};
        return 0;
    }
    return (int)syscall(SYS_clock_gettime, clock, time);
}

/// Runs of so many seconds. The first one does a hundred times as much work as the others, of which each does one unit more than
/// the one before, from one on.
typedef struct runs {
    double seconds;
    bool asleep; ///< the runs sleep instead of working
    int calls;
    int refused; ///< number of the run that fails on the last rank; 0: none
} runs;

static hr_status run_for_some_time(const hr_comm *comm, void *context, hr_rates_run *run, hr_error *error) {
    runs *r = context;
    const double begin = hr_comm_seconds();
    while (hr_comm_seconds() - begin < r->seconds) {
        if (r->asleep) {
            (void)nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * r->seconds) + 1}, NULL);
        }
    }
    worked += r->calls == 3 ? 10 : 0;
    run->work = r->calls == 0 ? 100 : r->calls;
    run->seconds = 1;
    r->calls++;
    const bool last = hr_comm_rank(comm) == hr_comm_size(comm) - 1;
    return last && r->calls == r->refused ? hr_error_set(error, HR_STOPPED, "no more") : HR_OK;
}

static hr_rates measure(runs *r) {
    hr_rates rates;
    assert_int_equal(hr_rates_measure(hr_test_world(), run_for_some_time, r, &rates, NULL), HR_OK);
    assert_true(rates.share > 0 && rates.share < 1.001);
    double first[] = {rates.median, rates.low, rates.high, rates.share, rates.runs};
    assert_int_equal(hr_comm_broadcast(hr_test_world(), first, sizeof first, NULL), HR_OK);
    const double own[] = {rates.median, rates.low, rates.high, rates.share, rates.runs};
    assert_memory_equal(first, own, sizeof own);
    return rates;
}

/// Each run had a share of the processors of its own, by which its rate is larger than the work by rank.
HR_TEST(test_short_runs_are_repeated) {
    runs r = {.seconds = 0};
    const hr_rates rates = measure(&r);
    assert_int_equal(rates.runs, HR_RATES_RUNS_MAX);
    assert_int_equal(r.calls, HR_RATES_RUNS_MAX + 1);
    const double ranks = hr_comm_size(hr_test_world());
    assert_true(rates.low >= 0.999 / ranks && rates.high >= 8.999 / ranks);
    assert_true(rates.median >= 4.999 / ranks && rates.median <= rates.high && rates.low <= rates.median);
}

HR_TEST(test_long_runs_are_few) {
    runs r = {.seconds = 0.18, .asleep = true};
    assert_int_equal(measure(&r).runs, 3);
    assert_in_range(r.calls, 3, 4);  // 3 if the machine was so busy that the first run was long
    runs longer = {.seconds = 0.31}; // so long that the first one counts
    const hr_rates rates = measure(&longer);
    assert_int_equal(rates.runs, 3);
    assert_int_equal(longer.calls, 3);
    assert_true(rates.high >= 99.9 / hr_comm_size(hr_test_world()));
}

/// A run that has waited for its processor nearly all of its time would have been faster alone.
HR_TEST(test_time_without_processors_does_not_count) {
    runs r = {.seconds = 0.02, .asleep = true};
    const hr_rates rates = measure(&r);
    assert_true(rates.share < 0.2);
    assert_true(rates.low >= 4.99 / hr_comm_size(hr_test_world())); // a fifth of the time, so five times the rate
}

/// The share is that of all runs that count: of three, of which the last one alone works, and more than there is time for.
HR_TEST(test_the_share_is_the_mean_of_all_runs) {
    runs r = {.seconds = 0.18, .asleep = true};
    made_up = true;
    const hr_rates rates = measure(&r);
    made_up = false;
    assert_true(r.calls == 3 || (rates.share > 0.333 && rates.share < 0.334)); // 3 if the machine was very busy
}

HR_TEST(test_a_run_that_fails_on_one_rank_fails_on_all) {
    runs r = {.seconds = 0, .refused = 3};
    hr_rates rates;
    hr_error error = {.text = ""};
    assert_int_equal(hr_rates_measure(hr_test_world(), run_for_some_time, &r, &rates, &error), HR_STOPPED);
    assert_string_equal(error.text, "no more");
    assert_int_equal(r.calls, 3);
}
