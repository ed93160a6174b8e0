// SPDX-License-Identifier: MIT
#ifndef HR_OPEN_FILES_H
#define HR_OPEN_FILES_H

// Whether what a test calls has closed its files.

#include <fcntl.h>

/// Returns the number of this process's open files, as far as their descriptors are below 100.
static inline int count_open_files(void) {
    int count = 0;
    for (int file = 0; file < 100; file++) {
        count += fcntl(file, F_GETFD) >= 0;
    }
    return count;
}

#endif
