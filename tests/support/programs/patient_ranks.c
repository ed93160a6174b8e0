// SPDX-License-Identifier: MIT
// A library for LD_PRELOAD with which ranks that wait for long sleep for a moment instead of yielding the processor again and
// again.
//
// The library that makes calls fail has it, too. Tests have more ranks than there are cores, often beside other work. At first a
// rank yields, because most messages are answered at once. To wake costs processor time, too, so that a rank that has waited for
// longer sleeps longer.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    YIELDING = 2000000, // nanoseconds of waiting before the first sleep
    SHORTEST = 40000,   // of a sleep
    LONGEST = 1000000,  // the same
    SHARE = 4,          // a sleep takes at most this part of the time that the rank has waited
    BUSY = 5000,        // Open MPI looks for messages and events in fewer nanoseconds than these if there are none
};

__attribute__((visibility("default"))) int sched_yield(void);

static long now(void) {
    struct timespec time = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

int sched_yield(void) {
    static _Thread_local long began; // when the rank began to wait
    static _Thread_local long woke;  // when it last returned from here
    const long start = now();
    if (start - woke > BUSY) {
        began = start;
    }
    if (start - began < YIELDING) {
        (void)syscall(SYS_sched_yield);
    } else {
        long length = (start - began) / SHARE;
        length = length < SHORTEST ? SHORTEST : length > LONGEST ? LONGEST : length;
        const struct timespec sleep = {0, length};
        (void)nanosleep(&sleep, NULL);
    }
    woke = now();
    return 0;
}
