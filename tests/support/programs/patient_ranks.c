// SPDX-License-Identifier: MIT
// A library for LD_PRELOAD with which ranks that wait sleep for a moment instead of yielding the processor again and again.
//
// The library that makes calls fail has it, too. Tests have more ranks than there are cores, often beside other work. A rank that
// yields does so until the next tick of the kernel's clock, some milliseconds for each message; a rank that wakes goes first.
// To wake costs processor time, too, so that a rank that has waited for long sleeps longer.
#include <time.h>
#include <unistd.h>

enum {
    SHORTEST = 40000,  // nanoseconds of a sleep
    LONGEST = 1000000, // the same
    SHARE = 4,         // a sleep takes at most this part of the time that the rank has waited
    BUSY = 5000,       // Open MPI looks for messages and events in fewer nanoseconds than these if there are none
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
    long length = (start - began) / SHARE;
    length = length < SHORTEST ? SHORTEST : length > LONGEST ? LONGEST : length;
    const struct timespec sleep = {0, length};
    (void)nanosleep(&sleep, NULL);
    woke = now();
    return 0;
}
