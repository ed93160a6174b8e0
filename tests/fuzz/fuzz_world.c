// SPDX-License-Identifier: MIT
#include "fuzz_world.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hr_comm *world; // libFuzzer hands no context through
static char directory[64];

static void empty_directory(void) {
    DIR *stream = opendir(directory);
    hr_fuzz_require(stream != NULL, "the directory can be read");
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            (void)unlinkat(dirfd(stream), entry->d_name, 0);
        }
    }
    (void)closedir(stream);
}

static void close_world(void) {
    if (directory[0] != '\0') {
        empty_directory();
        (void)rmdir(directory);
    }
    hr_comm_finish(&world);
}

const hr_comm *hr_fuzz_world(void) {
    if (world == NULL) {
        hr_error error;
        hr_fuzz_require(hr_comm_start(&world, &error) == HR_OK && atexit(close_world) == 0, "MPI starts");
    }
    return world;
}

const char *hr_fuzz_same_directory(void) {
    (void)hr_fuzz_world(); // which removes it in the end
    if (directory[0] == '\0') {
        const char *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"; // nothing is to outlive the process
        (void)snprintf(directory, sizeof directory, "%s/huarong-fuzz-XXXXXX", memory);
        hr_fuzz_require(mkdtemp(directory) != NULL, "a directory");
    }
    return directory;
}

const char *hr_fuzz_directory(void) {
    (void)hr_fuzz_same_directory();
    empty_directory();
    return directory;
}

void hr_fuzz_write(const char *name, const uint8_t *bytes, size_t size) {
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "wb");
    hr_fuzz_require(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "a file in the directory");
}

/// Open MPI leaks, and the fuzzer cannot tell that from ours: only the replay of the seeds looks for leaks, with
/// tests/support/lsan.supp.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }
