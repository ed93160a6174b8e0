// SPDX-License-Identifier: MIT
// A job in a thread of its own: what it returns, how long it takes, and which signals its thread leaves to the others.

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "run/checkpoint/background.h"
#include "unit_test.h"

enum { PAUSE_MS = 20 };

/// A job, and what it sees.
typedef struct work {
    hr_status status; ///< what it comes to
    pthread_t caller; ///< the thread that starts it
    bool apart;       ///< it runs in another thread
    sigset_t blocked; ///< the signals that do not come to its thread
    atomic_bool go;   ///< it waits for that
} work;

static void wait_a_little(void) {
    const struct timespec time = {.tv_nsec = PAUSE_MS * 1000000L};
    (void)nanosleep(&time, NULL);
}

static hr_status do_work(void *context, hr_error *error) {
    work *w = context;
    while (!atomic_load(&w->go)) {
        wait_a_little();
    }
    wait_a_little();
    w->apart = pthread_equal(pthread_self(), w->caller) == 0;
    (void)pthread_sigmask(SIG_SETMASK, NULL, &w->blocked);
    return w->status == HR_OK ? HR_OK : hr_error_set(error, w->status, "planned");
}

HR_TEST(test_a_job_tells_its_status_and_time) {
    static const hr_status statuses[] = {HR_OK, HR_FILE, HR_INTERNAL};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        work w = {.status = statuses[i], .caller = pthread_self()};
        hr_background background;
        hr_error error = {.text = "as before"};
        hr_background_start(&background, do_work, &w);
        assert_false(hr_background_done(&background));
        atomic_store(&w.go, true);
        while (!hr_background_done(&background)) {
            wait_a_little();
        }
        assert_int_equal(hr_background_join(&background, &error), statuses[i]);
        assert_string_equal(error.text, statuses[i] == HR_OK ? "as before" : "planned");
        assert_true(w.apart);
        assert_true(background.seconds * 1000 >= (double)PAUSE_MS && background.seconds < 100);
        assert_int_equal(hr_background_join(&background, NULL), statuses[i]); // its end is not waited for twice
    }
}

/// A signal that ends or stops the run comes to the thread that looks for it.
HR_TEST(test_signals_come_to_the_other_threads) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
    work w = {.status = HR_OK, .caller = pthread_self(), .go = true};
    hr_background background;
    sigset_t before;
    sigset_t after;
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &before), 0);
    hr_background_start(&background, do_work, &w);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &after), 0);
    assert_int_equal(hr_background_join(&background, NULL), HR_OK);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        assert_int_equal(sigismember(&w.blocked, signals[i]), 1);
        assert_int_equal(sigismember(&after, signals[i]), sigismember(&before, signals[i]));
        assert_int_equal(sigismember(&after, signals[i]), 0);
    }
}
