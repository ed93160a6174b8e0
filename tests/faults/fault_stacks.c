// SPDX-License-Identifier: MIT
// From where the calls come: a run without a fault finds out which calls stand for all others. Calls of a kind are alike if the
// same functions of the program and of libjansson called each other at the same places. A loop makes many calls that are alike.
#include "fault.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdlib.h>

enum { FRAMES_MAX = 48, SLOTS = 1 << 15 };

/// A stack of callers: the first two calls that it made, and the last. A free slot has no first call.
typedef struct stack {
    uint64_t hash;
    fault_kind kind;
    uint64_t first;
    uint64_t second;
    uint64_t last;
} stack;

static stack stacks[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// FNV-1a over the return addresses in the program, wherever it was loaded.
static uint64_t hash_callers(fault_kind kind) {
    void *callers[FRAMES_MAX];
    const int count = backtrace(callers, FRAMES_MAX);
    uint64_t hash = 14695981039346656037U ^ (uint64_t)kind;
    for (int i = 0; i < count; i++) {
        if (fault_place(callers[i]) != 0) {
            hash = (hash ^ fault_place(callers[i])) * 1099511628211U;
            hash ^= hash >> 29;
        }
    }
    return hash;
}

void fault_remember(fault_kind kind, uint64_t call) {
    const uint64_t hash = hash_callers(kind);
    (void)pthread_mutex_lock(&lock);
    size_t at = hash % SLOTS;
    for (size_t tried = 0; tried < SLOTS && stacks[at].first != 0 && stacks[at].hash != hash; tried++) {
        at = (at + 1) % SLOTS;
    }
    stack *s = &stacks[at];
    if (s->first == 0) {
        *s = (stack){.hash = hash, .kind = kind, .first = call};
    } else if (s->second == 0) {
        s->second = call;
    }
    s->last = call;
    (void)pthread_mutex_unlock(&lock);
}

void fault_tell_stacks(void (*tell)(fault_kind kind, uint64_t hash, const uint64_t calls[3])) {
    for (size_t i = 0; i < SLOTS; i++) {
        const stack *s = &stacks[i];
        if (s->first != 0) {
            tell(s->kind, s->hash, (const uint64_t[3]){s->first, s->second, s->last});
        }
    }
}
