// SPDX-License-Identifier: MIT
#ifndef HR_UNIT_TEST_H
#define HR_UNIT_TEST_H

// What every cmocka program includes: cmocka, which wants the first four headers before it, and what most tests call.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Define a test of this program: HR_TEST(test_the_sum_of_two) { … }. A program runs its tests in the order in which its file
/// defines them. In the body cmocka's state is `cmocka_state`.
#define HR_TEST(test) HR_TEST_BETWEEN(test, NULL, NULL)

/// The same between two functions of cmocka: `set_up` is called before the test, `tear_down` behind it, each if it is not NULL.
#define HR_TEST_BETWEEN(test, set_up, tear_down)                                                                                   \
    HR_TEST_LISTED(test, test, #test, set_up, tear_down, NULL)                                                                     \
    static void test(void **cmocka_state)

/// List a test under the name `name`. `mark` makes the listing one of its own where a test is listed several times. `state` is the
/// test's first state.
#define HR_TEST_LISTED(test, mark, name, set_up, tear_down, state)                                                                 \
    static void test(void **cmocka_state);                                                                                         \
    __attribute__((constructor)) static void list_##mark(void) {                                                                   \
        hr_test_list((struct CMUnitTest){name, test, set_up, tear_down, state});                                                   \
    }

/// Outside of functions: `set_up` is called before all tests of the program, `tear_down` behind them.
#define HR_TESTS_BETWEEN(set_up, tear_down)                                                                                        \
    __attribute__((constructor)) static void list_##set_up(void) { hr_test_list_between(set_up, tear_down); }

void hr_test_list(struct CMUnitTest test);
void hr_test_list_between(CMFixtureFunction set_up, CMFixtureFunction tear_down);

/// Run the tests that are listed. Returns how many failed.
int hr_test_run_all(void);

/// The status must be HR_OK: else the test fails with the error's text.
#define HR_TEST_OK(status, error)                                                                                                  \
    do {                                                                                                                           \
        if ((status) != HR_OK) {                                                                                                   \
            fail_msg("%s", (error).text);                                                                                          \
        }                                                                                                                          \
    } while (0)

#endif
