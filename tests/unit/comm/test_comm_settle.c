// SPDX-License-Identifier: MIT
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "comm/settle.h"
#include "unit_test.h"

enum { LONG = 300000, SHORT = 100 }; // milliseconds; a test takes the long time only if it fails

/// Two threads that have a token in turn.
typedef struct turns {
    pthread_mutex_t lock;
    pthread_cond_t given;
    int owner; ///< 0 or 1: the thread that has the token; −1: the threads end
} turns;

static void start(pthread_t *thread, void *(*run)(void *), void *context) {
    assert_int_equal(pthread_create(thread, NULL, run, context), 0);
}

static void end(turns *t, pthread_t *threads, int n) {
    assert_int_equal(pthread_mutex_lock(&t->lock), 0);
    t->owner = -1;
    assert_int_equal(pthread_cond_broadcast(&t->given), 0);
    assert_int_equal(pthread_mutex_unlock(&t->lock), 0);
    for (int i = 0; i < n; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
}

/// Pass the token on each time that it comes to the thread of this number.
static void take_turns(turns *t, int number) {
    (void)pthread_mutex_lock(&t->lock);
    while (t->owner >= 0) {
        if (t->owner == number) {
            t->owner = 1 - number;
            (void)pthread_cond_broadcast(&t->given);
        } else {
            (void)pthread_cond_wait(&t->given, &t->lock);
        }
    }
    (void)pthread_mutex_unlock(&t->lock);
}

static void *first(void *context) {
    take_turns(context, 0);
    return NULL;
}

static void *second(void *context) {
    take_turns(context, 1);
    return NULL;
}

static void *compute(void *context) {
    atomic_bool *stop = context;
    while (!atomic_load(stop)) {}
    return NULL;
}

static atomic_bool worked;

/// Compute for 200 ms, then wait for a token that does not come.
static void *compute_and_wait(void *context) {
    struct timespec from;
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &from);
    do {
        (void)clock_gettime(CLOCK_MONOTONIC, &time);
    } while ((time.tv_sec - from.tv_sec) * 1000 + (time.tv_nsec - from.tv_nsec) / 1000000 < 200);
    atomic_store(&worked, true);
    take_turns(context, 0);
    return NULL;
}

static turns made_turns(int owner) {
    return (turns){.lock = PTHREAD_MUTEX_INITIALIZER, .given = PTHREAD_COND_INITIALIZER, .owner = owner};
}

HR_TEST(test_one_thread_has_nothing_to_wait_for) { assert_true(hr_settle(0)); }

HR_TEST(test_threads_that_wait_are_at_rest) {
    turns t = made_turns(2); // nobody's turn
    pthread_t threads[2];
    start(&threads[0], first, &t);
    start(&threads[1], second, &t);
    assert_true(hr_settle(LONG));
    end(&t, threads, 2);
}

HR_TEST(test_a_thread_that_computes_is_not_waited_for_for_ever) {
    atomic_bool stop = false;
    pthread_t thread;
    start(&thread, compute, &stop);
    assert_false(hr_settle(SHORT));
    atomic_store(&stop, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

HR_TEST(test_work_is_waited_for) {
    turns t = made_turns(2);
    pthread_t thread;
    atomic_store(&worked, false);
    start(&thread, compute_and_wait, &t);
    assert_true(hr_settle(LONG));
    assert_true(atomic_load(&worked));
    end(&t, &thread, 1);
}

/// At each time one of the threads is at work, and each of them sleeps most of the time.
HR_TEST(test_threads_that_wake_each_other_are_not_at_rest) {
    turns t = made_turns(0);
    pthread_t threads[2];
    start(&threads[0], first, &t);
    start(&threads[1], second, &t);
    assert_false(hr_settle(SHORT));
    end(&t, threads, 2);
    assert_true(hr_settle(LONG)); // they have ended
}
