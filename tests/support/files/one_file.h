// SPDX-License-Identifier: MIT
#ifndef HR_ONE_FILE_H
#define HR_ONE_FILE_H

// One empty file for all tests of a program, to write and to read. make_one_file and remove_one_file are its set-up and its
// tear-down.

#include <stdlib.h>
#include <unistd.h>

static char one_path[] = "/tmp/huarong-test-XXXXXX";

static inline int make_one_file(void **state) {
    const int file = mkstemp(one_path);
    return file < 0 ? -1 : close(file);
}

static inline int remove_one_file(void **state) { return unlink(one_path); }

#endif
