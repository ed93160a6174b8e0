// SPDX-License-Identifier: MIT
#ifndef HR_GOLDEN_FILES_H
#define HR_GOLDEN_FILES_H

// Files that are compared with those in golden/formats. golden/formats/README.md says what to do when a comparison fails.

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOLDEN_FILE_MAX = 1 << 17 };

typedef struct golden_file {
    size_t size;
    _Alignas(8) uint8_t bytes[GOLDEN_FILE_MAX];
} golden_file;

static inline void golden_read(const char *path, golden_file *read) {
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    read->size = fread(read->bytes, 1, GOLDEN_FILE_MAX, stream);
    assert_true(read->size < GOLDEN_FILE_MAX);
    assert_int_equal(fclose(stream), 0);
}

static inline void golden_write(const char *path, const golden_file *file) {
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(file->bytes, 1, file->size, stream), file->size);
    assert_int_equal(fclose(stream), 0);
}

/// Read the file `name` of golden/formats.
static inline void golden_get(const char *name, golden_file *golden) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/formats/%s", HR_GOLDEN_DIR, name);
    golden_read(path, golden);
}

/// Compare what was written with the golden file.
static inline void golden_expect(const golden_file *written, const char *name) {
    static golden_file golden;
    if (getenv("HR_WRITE_GOLDEN") != NULL) {
        char path[512];
        (void)snprintf(path, sizeof path, "%s/formats/%s", HR_GOLDEN_DIR, name);
        golden_write(path, written);
    }
    golden_get(name, &golden);
    for (size_t i = 0; i < written->size && i < golden.size; i++) {
        if (written->bytes[i] != golden.bytes[i]) {
            fail_msg("%s: byte %zu is %u instead of %u", name, i, written->bytes[i], golden.bytes[i]);
        }
    }
    assert_int_equal(written->size, golden.size);
}

#endif
