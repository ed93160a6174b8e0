// SPDX-License-Identifier: MIT
// A library for LD_PRELOAD with which a thread of Open MPI 4 is late, as it is now and then on a busy machine.
//
// MPI_Init_thread leaves events to that thread, which asks for a variable of the environment when it handles the first of them. The
// answer takes a third of a second here. The thread computes meanwhile: a thread that sleeps would look like one that has nothing
// to do.
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

__attribute__((visibility("default"))) char *getenv(const char *name);

static double now(void) {
    struct timespec time = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

char *getenv(const char *name) {
    const size_t length = strlen(name);
    if (strcmp(name, "OMPI_SHOW_MODEL_CALLBACK") == 0) {
        for (const double end = now() + 0.33; now() < end;) {}
    }
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') {
            return *entry + length + 1;
        }
    }
    return NULL;
}
