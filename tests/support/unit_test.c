// SPDX-License-Identifier: MIT
#include "unit_test.h"

enum { TESTS_MAX = 100 }; // of a program

static struct CMUnitTest tests[TESTS_MAX];
static size_t n;
static CMFixtureFunction set_up_all;
static CMFixtureFunction tear_down_all;

void hr_test_list(struct CMUnitTest test) {
    if (n == TESTS_MAX) {
        (void)fprintf(stderr, "more than %d tests in one program\n", TESTS_MAX);
        abort();
    }
    tests[n++] = test;
}

void hr_test_list_between(CMFixtureFunction set_up, CMFixtureFunction tear_down) {
    set_up_all = set_up;
    tear_down_all = tear_down;
}

int hr_test_run_all(void) {
    if (n == 0) {
        (void)fputs("the program has no test\n", stderr);
        return 1;
    }
    return _cmocka_run_group_tests("tests", tests, n, set_up_all, tear_down_all);
}

/// The main function of a program without MPI. That of mpi_test.c takes its place.
__attribute__((weak)) int main(void) { return hr_test_run_all(); }
