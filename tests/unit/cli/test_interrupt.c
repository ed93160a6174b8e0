// SPDX-License-Identifier: MIT
// The signals that stop a run: a person's, a system's that ends, and a batch system's before the time limit.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_signal_is_a_wish_to_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
