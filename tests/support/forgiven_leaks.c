// SPDX-License-Identifier: MIT
// For programs with the leak sanitizer: what Open MPI allocates while it starts and ends does not count, since it never frees some
// of it, nor does what the threads allocate that it starts then, which never call us. To name this memory by the stack on which it
// was allocated would need the slow unwinder at every allocation; to name it by a library's name starts a program for each rank,
// which looks for the names of functions.

#include <mpi.h>
#include <pthread.h>
#include <sanitizer/lsan_interface.h>
#include <stdbool.h>
#include <stdlib.h>

// The sanitizer's own, which is pthread_create where nobody else defines that.
int __interceptor_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                                 void *argument); // NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

static _Thread_local bool starting; ///< MPI starts, in this thread

/// What a thread of MPI is to do.
typedef struct forgiven {
    void *(*run)(void *);
    void *argument;
} forgiven;

static void *run_forgiven(void *context) {
    const forgiven todo = *(forgiven *)context;
    free(context);
    __lsan_disable();
    return todo.run(todo.argument);
}

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the C library's names are reserved ones
__attribute__((visibility("default"))) int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                                                          void *argument) {
    forgiven *todo = starting ? malloc(sizeof *todo) : NULL;
    if (todo == NULL) {
        return __interceptor_pthread_create(thread, attributes, run, argument);
    }
    *todo = (forgiven){run, argument};
    return __interceptor_pthread_create(thread, attributes, run_forgiven, todo);
}

// Weak: a test can have one of its own.
__attribute__((weak)) int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    __lsan_disable();
    starting = true;
    const int code = PMPI_Init_thread(argc, argv, required, provided);
    starting = false;
    __lsan_enable();
    return code;
}

int MPI_Finalize(void) {
    __lsan_disable();
    const int code = PMPI_Finalize();
    __lsan_enable();
    return code;
}
