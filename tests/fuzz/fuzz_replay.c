// SPDX-License-Identifier: MIT
// Give files to a fuzz target without a fuzzer: fuzz_replay FILE …   So the seeds are tests with any compiler.
#include <stdio.h>
#include <stdlib.h>

#include "fuzz_check.h"

static bool replay(const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(1 << 16);
    size_t size = 0;
    const bool ready = file != NULL && data != NULL;
    if (ready) {
        size = fread(data, 1, 1 << 16, file);
        (void)LLVMFuzzerTestOneInput(data, size);
    } else {
        (void)fprintf(stderr, "fuzz_replay: cannot read %s\n", path);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    free(data);
    return ready;
}

int main(int argc, char **argv) {
    bool all = argc > 1;
    for (int i = 1; i < argc; i++) {
        all = replay(argv[i]) && all;
    }
    (void)printf("%d inputs\n", argc - 1);
    return all ? EXIT_SUCCESS : EXIT_FAILURE;
}
