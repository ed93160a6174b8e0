// SPDX-License-Identifier: MIT
#ifndef HR_SCRATCH_FILES_H
#define HR_SCRATCH_FILES_H

// The ranks of a test, and the files that a search on disks leaves in a directory.

#include "mpi_test.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

static inline int rank(void) { return hr_comm_rank(hr_test_world()); }
static inline int ranks(void) { return hr_comm_size(hr_test_world()); }
static inline void barrier(void) { assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK); }

/// Collective. How many files are in the directory? If there are any, `path` becomes the path of one of them.
static inline size_t find_files(const char *name, char path[512]) {
    size_t files = 0;
    barrier(); // the first rank has removed what it removes
    DIR *directory = opendir(name);
    assert_non_null(directory);
    for (const struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        if (entry->d_name[0] != '.') {
            (void)snprintf(path, 512, "%s/%s", name, entry->d_name);
            files++;
        }
    }
    (void)closedir(directory);
    barrier();
    return files;
}

/// Collective. How many files are in the directory?
static inline size_t count_files(const char *name) {
    char path[512];
    return find_files(name, path);
}

/// Local. Make all bytes of a file 0.
static inline void clear_file(const char *path) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long size = ftell(file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(truncate(path, size), 0);
}

#endif
