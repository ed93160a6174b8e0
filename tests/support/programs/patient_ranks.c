// SPDX-License-Identifier: MIT
// A library for LD_PRELOAD with which ranks that wait sleep for a moment instead of yielding the processor again and again.
//
// The library that makes calls fail has it, too. Tests have more ranks than there are cores, often beside other work. A rank that
// yields does so until the next tick of the kernel's clock, some milliseconds for each message; a rank that wakes goes first.
#include <unistd.h>

__attribute__((visibility("default"))) int sched_yield(void);

int sched_yield(void) {
    (void)usleep(20);
    return 0;
}
