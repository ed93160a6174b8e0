// SPDX-License-Identifier: MIT
// The signals that stop a run: a person's, a system's that ends, and a batch system's before the time limit.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/interrupt.h"

static void test_each_signal_is_a_wish_to_stop(void **state) {
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGUSR1};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        hr_interrupt_begin();
        assert_false(hr_interrupt_wanted());
        assert_int_equal(raise(signals[i]), 0);
        assert_true(hr_interrupt_wanted());
        hr_interrupt_end();
        struct sigaction now;
        assert_int_equal(sigaction(signals[i], NULL, &now), 0);
        assert_ptr_equal(now.sa_handler, SIG_DFL);
    }
}

/// Returns the signal that ends a process which gets `number` twice while it is to stop in good order; 0 if none does.
static int ends_by(int number) {
    int how = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        hr_interrupt_begin();
        (void)raise(number);
        (void)raise(number);
        _exit(hr_interrupt_wanted() ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how) || WEXITSTATUS(how) == EXIT_SUCCESS);
    return WIFSIGNALED(how) ? WTERMSIG(how) : 0;
}

/// A person who asks again does not want to wait. A system may send its signals several times.
static void test_only_a_person_can_end_a_run_by_asking_again(void **state) {
    (void)state;
    assert_int_equal(ends_by(SIGINT), SIGINT);
    assert_int_equal(ends_by(SIGTERM), 0);
    assert_int_equal(ends_by(SIGUSR1), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_signal_is_a_wish_to_stop),
        cmocka_unit_test(test_only_a_person_can_end_a_run_by_asking_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
