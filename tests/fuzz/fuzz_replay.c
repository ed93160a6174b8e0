// SPDX-License-Identifier: MIT
// Give files to a fuzz target without a fuzzer: fuzz_replay FILE-OR-FOLDER …   So the seeds are tests with any compiler.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_check.h"

static int replayed;

static bool replay(const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(1 << 16);
    size_t size = 0;
    const bool ready = file != NULL && data != NULL;
    if (ready) {
        size = fread(data, 1, 1 << 16, file);
        (void)LLVMFuzzerTestOneInput(data, size);
        replayed++;
    } else {
        (void)fprintf(stderr, "fuzz_replay: cannot read %s\n", path);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    free(data);
    return ready;
}

/// The files of a folder, or the file itself.
static bool replay_all(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return replay(path);
    }
    bool all = true;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char name[4096];
        (void)snprintf(name, sizeof name, "%.3000s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            all = replay(name) && all;
        }
    }
    (void)closedir(folder);
    return all;
}

int main(int argc, char **argv) {
    bool all = argc > 1;
    for (int i = 1; i < argc; i++) {
        all = replay_all(argv[i]) && all;
    }
    (void)printf("%d inputs\n", replayed);
    return all && replayed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
