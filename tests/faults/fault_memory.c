// SPDX-License-Identifier: MIT
// Memory and threads: the kinds memory, map, size and thread.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fault.h"

/// Count a call of a function that gives memory; with errno as such a function leaves it.
static bool no_memory(const void *caller, fault_kind kind) {
    if (!fault_is_ours(caller) || !fault_fails(kind)) {
        return false;
    }
    errno = ENOMEM;
    return true;
}

#define NO_MEMORY no_memory(__builtin_return_address(0), FAULT_memory)
#define NO_MAP no_memory(__builtin_return_address(0), FAULT_map)

FAULT_EXPORT void *malloc(size_t size) {
    FAULT_NEXT(malloc);
    return NO_MEMORY ? NULL : next(size);
}

FAULT_EXPORT void *calloc(size_t n, size_t size) {
    FAULT_NEXT(calloc);
    return NO_MEMORY ? NULL : next(n, size);
}

FAULT_EXPORT void *realloc(void *memory, size_t size) {
    FAULT_NEXT(realloc);
    return NO_MEMORY ? NULL : next(memory, size);
}

FAULT_EXPORT void *aligned_alloc(size_t alignment, size_t size) {
    FAULT_NEXT(aligned_alloc);
    return NO_MEMORY ? NULL : next(alignment, size);
}

FAULT_EXPORT int posix_memalign(void **memory, size_t alignment, size_t size) {
    FAULT_NEXT(posix_memalign);
    return NO_MEMORY ? ENOMEM : next(memory, alignment, size);
}

FAULT_EXPORT char *strdup(const char *text) {
    FAULT_NEXT(strdup);
    return NO_MEMORY ? NULL : next(text);
}

FAULT_EXPORT FILE *fdopen(int descriptor, const char *mode) {
    FAULT_NEXT(fdopen);
    return NO_MEMORY ? NULL : next(descriptor, mode);
}

FAULT_EXPORT FILE *open_memstream(char **text, size_t *size) {
    FAULT_NEXT(open_memstream);
    return NO_MEMORY ? NULL : next(text, size);
}

FAULT_EXPORT FILE *fopencookie(void *restrict cookie, const char *restrict mode, cookie_io_functions_t functions) {
    FAULT_NEXT(fopencookie);
    return NO_MEMORY ? NULL : next(cookie, mode, functions);
}

/// What getline and getdelim call.
FAULT_EXPORT ssize_t __getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict stream) {
    FAULT_NEXT(__getdelim);
    return NO_MEMORY ? -1 : next(line, size, end, stream);
}

FAULT_EXPORT void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) {
    FAULT_NEXT(mmap);
    return NO_MAP ? MAP_FAILED : next(address, size, protection, flags, descriptor, offset);
}

/// The program gives mremap the new address.
FAULT_EXPORT void *mremap(void *address, size_t before, size_t size, int flags, ...) {
    FAULT_NEXT(mremap);
    va_list more;
    va_start(more, flags);
    void *new_address = (flags & MREMAP_FIXED) != 0 ? va_arg(more, void *) : NULL;
    va_end(more);
    return NO_MAP ? MAP_FAILED : next(address, before, size, flags, new_address);
}

FAULT_EXPORT int memfd_create(const char *name, unsigned flags) {
    FAULT_NEXT(memfd_create);
    return NO_MAP ? -1 : next(name, flags);
}

/// Count a call that makes a file longer.
static bool no_room(const void *caller, int descriptor) {
    return (fault_is_ours(caller) || fault_concerns_file(descriptor)) && fault_fails(FAULT_size);
}

#define NO_ROOM no_room(__builtin_return_address(0), descriptor)

FAULT_EXPORT int ftruncate(int descriptor, off_t size) {
    FAULT_NEXT(ftruncate);
    if (NO_ROOM) {
        errno = ENOSPC;
        return -1;
    }
    return next(descriptor, size);
}

FAULT_EXPORT int fallocate(int descriptor, int mode, off_t offset, off_t size) {
    FAULT_NEXT(fallocate);
    if (NO_ROOM) {
        errno = ENOSPC;
        return -1;
    }
    return next(descriptor, mode, offset, size);
}

FAULT_EXPORT int posix_fallocate(int descriptor, off_t offset, off_t size) {
    FAULT_NEXT(posix_fallocate);
    return NO_ROOM ? ENOSPC : next(descriptor, offset, size);
}

FAULT_EXPORT int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*run)(void *),
                                void *restrict argument) {
    FAULT_NEXT(pthread_create);
    return FAULT_CALLED_BY_US && fault_fails(FAULT_thread) ? EAGAIN : next(thread, attributes, run, argument);
}

/// A rank that has failed waits a few seconds so that the first rank speaks for all. A tenth of that is enough here.
FAULT_EXPORT unsigned sleep(unsigned seconds) {
    (void)usleep((useconds_t)seconds * 100000);
    return 0;
}
