// SPDX-License-Identifier: MIT
// Source: proc(5).

#include "comm/settle.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    PAUSE_MIN = 50,   ///< microseconds between two looks at threads that are at work, at first
    PAUSE_MAX = 5000, ///< the same, after a while
};

/// What one look at the other threads has shown.
typedef struct sight {
    bool asleep;       ///< each thread slept when it was looked at
    uint64_t threads;  ///< sum of the threads' numbers
    uint64_t switches; ///< how often the threads have gone to sleep so far, all together
} sight;

/// Returns the text behind `key` and blanks if `line` begins with `key`, else NULL.
static const char *behind(const char *line, const char *key) {
    const size_t length = strlen(key);
    return strncmp(line, key, length) == 0 ? line + length + strspn(line + length, " \t") : NULL;
}

/// Look at a thread, whose file in /proc has lines such as "State:\tS (sleeping)" and "voluntary_ctxt_switches:\t17". A thread
/// that has no such file any more has ended.
static void look_at(uint64_t thread, sight *seen) {
    char text[128];
    (void)snprintf(text, sizeof text, "/proc/self/task/%" PRIu64 "/status", thread);
    FILE *file = fopen(text, "r");
    if (file == NULL) {
        return;
    }
    while (fgets(text, sizeof text, file) != NULL) {
        const char *state = behind(text, "State:");
        const char *switches = behind(text, "voluntary_ctxt_switches:");
        seen->asleep = seen->asleep && (state == NULL || *state == 'S');
        seen->switches += switches == NULL ? 0 : strtoull(switches, NULL, 10);
    }
    seen->threads += thread;
    (void)fclose(file);
}

/// Look at all threads but this process's first one, which is the one that uses MPI.
static sight look(void) {
    sight seen = {.asleep = true};
    DIR *threads = opendir("/proc/self/task");
    if (threads == NULL) {
        return seen;
    }
    for (const struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
        const uint64_t thread = strtoull(entry->d_name, NULL, 10); // 0 for "." and ".."
        if (thread != 0 && thread != (uint64_t)getpid()) {
            look_at(thread, &seen);
        }
    }
    (void)closedir(threads);
    return seen;
}

/// Returns the microseconds that have passed since some point in the past.
static uint64_t now(void) {
    struct timespec time = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

bool hr_settle(unsigned milliseconds) {
    const uint64_t end = now() + (uint64_t)milliseconds * 1000;
    sight before = look();
    for (long pause = PAUSE_MIN;; pause = pause < PAUSE_MAX ? 2 * pause : PAUSE_MAX) {
        // Threads that slept in both looks and have not gone to sleep in between slept all the time in between, all of them.
        const sight after = look();
        if (before.asleep && after.asleep && before.threads == after.threads && before.switches == after.switches) {
            return true;
        }
        if (now() >= end) {
            return false;
        }
        const struct timespec time = {.tv_nsec = pause * 1000};
        (void)nanosleep(&time, NULL);
        before = look();
    }
}
