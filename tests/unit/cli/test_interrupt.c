// SPDX-License-Identifier: MIT
// The signals that stop a run: a person's, a system's that ends, and a batch system's before the time limit.

#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "unit_test.h"

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGXCPU};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof SIGNALS[0] };

/// Returns the signal that ends a process which gets `number` so many times while it is to stop in good order, and then waits for
/// input from the file, unless it is NULL; 0 if none does.
static int ends_by(int number, int times, const char *file) {
    int how = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)signal(number, SIG_DFL); // a shell starts what is in the background without SIGINT
        hr_interrupt_begin();
        const bool early = hr_interrupt_wanted();
        for (int i = 0; i < times; i++) {
            (void)raise(number);
        }
        if (file != NULL) {
            hr_interrupt_await(file);
        }
        _exit(!early && hr_interrupt_wanted() ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how) || WEXITSTATUS(how) == EXIT_SUCCESS);
    return WIFSIGNALED(how) ? WTERMSIG(how) : 0;
}

HR_TEST(test_each_signal_is_a_wish_to_stop) {
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        assert_int_equal(ends_by(SIGNALS[i], 1, NULL), 0);
    }
}

/// A person who asks again does not want to wait. A system may send its signals several times.
HR_TEST(test_only_a_person_can_end_a_run_by_asking_again) {
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        assert_int_equal(ends_by(SIGNALS[i], 2, NULL), SIGNALS[i] == SIGINT ? SIGINT : 0);
    }
}

/// Whoever waits for input does not look whether a signal has come.
HR_TEST(test_a_signal_before_input_is_awaited_ends_the_process) {
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        assert_int_equal(ends_by(SIGNALS[i], 1, "/dev/null"), SIGNALS[i]);
        assert_int_equal(ends_by(SIGNALS[i], 1, "/proc/self/exe"), 0); // nobody waits for a regular file
    }
}

HR_TEST(test_hangup_stays_ignored) {
    (void)signal(SIGHUP, SIG_IGN); // as nohup does
    hr_interrupt_begin();
    assert_int_equal(raise(SIGHUP), 0);
    assert_false(hr_interrupt_wanted());
}

/// The last test, because a signal stays known.
HR_TEST(test_signals_are_caught_again_after_input) {
    hr_interrupt_begin();
    hr_interrupt_pause();
    hr_interrupt_go_on();
    assert_int_equal(raise(SIGUSR2), 0);
    assert_true(hr_interrupt_wanted());
}
