// SPDX-License-Identifier: MIT
#ifndef HR_SCRATCH_DIRECTORIES_H
#define HR_SCRATCH_DIRECTORIES_H

// Two directories for searches with scratch, which leave nothing behind.

#include "scratch_files.h"

#include <unistd.h>

#include "run/enumeration.h"

static char directories[2][64]; ///< where the files of the tests lie

/// Options for a whole search with its files in the first `count` directories.
static inline hr_enumerate_options options_for(size_t count) {
    hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .scratch.count = count};
    for (size_t i = 0; i < count; i++) {
        options.scratch.paths[i] = directories[i];
    }
    return options;
}

static inline int make_directories(void **state) {
    hr_test_make_directory(directories[0]);
    hr_test_make_directory(directories[1]);
    return 0;
}

/// Nothing is left in the directories: they can be removed.
static inline int remove_directories(void **state) {
    barrier(); // the first rank has removed the files' names
    for (int i = 0; i < 2; i++) {
        assert_true(rank() != 0 || rmdir(directories[i]) == 0);
    }
    return 0;
}

#endif
