// SPDX-License-Identifier: MIT
#include "fuzz_scratch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "enumerate/scratch/spool.h"
#include "enumerate/scratch/transfers.h"
#include "fuzz_runs.h"
#include "fuzz_world.h"

enum {
    FILE_MOST = 1 << 20,
    LIVE = 128, ///< the first bytes of a page, which hold a part's words of a plane; the others are never read
};

#define HIDDEN UINT64_C(0x6465646469682323) ///< stands for the number in inputs

/// The file with the planes as the run has left it.
typedef struct planes_file {
    char name[256]; ///< empty: the run has not been made yet
    uint8_t bytes[FILE_MOST];
    size_t size;
} planes_file;

static void replace(uint64_t from, uint64_t to, uint8_t *bytes, size_t size) {
    for (size_t at = 0; at + sizeof from <= size;) {
        const bool found = memcmp(bytes + at, &from, sizeof from) == 0;
        if (found) {
            memcpy(bytes + at, &to, sizeof to);
        }
        at += found ? sizeof from : 1;
    }
}

void hr_fuzz_hide_number(const char *directory, uint8_t *bytes, size_t size) {
    replace(hr_spool_number(directory), HIDDEN, bytes, size);
}

/// Keep the file with planes that is in the directory.
static void keep_file(const char *directory, planes_file *file) {
    DIR *stream = opendir(directory);
    hr_fuzz_require(stream != NULL, "the directory can be read");
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        if (strstr(entry->d_name, ".planes") != NULL) {
            (void)snprintf(file->name, sizeof file->name, "%s", entry->d_name);
        }
    }
    (void)closedir(stream);
    char path[400];
    (void)snprintf(path, sizeof path, "%s/%s", directory, file->name);
    FILE *in = fopen(path, "rb");
    hr_fuzz_require(in != NULL && file->name[0] != '\0', "the run has left a file with planes");
    file->size = fread(file->bytes, 1, FILE_MOST, in);
    hr_fuzz_require(file->size >= HR_SPOOL_PAGE && file->size < FILE_MOST && file->size % HR_SPOOL_PAGE == 0, "it is of pages");
    (void)fclose(in);
}

static const planes_file *original(void) {
    static planes_file file; // no input changes it
    if (file.name[0] == '\0') {
        const char *directory = hr_fuzz_directory();
        hr_error error = {.text = ""};
        hr_fuzz_found found;
        const hr_status status = hr_fuzz_enumerate(HR_FUZZ_SCRATCH, directory, HR_FUZZ_SCRATCH_DEPTH, &found, &error);
        hr_fuzz_require(status == HR_OK, error.text);
        hr_fuzz_clear(&found);
        keep_file(directory, &file);
    }
    return &file;
}

void hr_fuzz_show_number(uint8_t *bytes, size_t size) { replace(HIDDEN, hr_spool_number(hr_fuzz_same_directory()), bytes, size); }

static uint8_t bytes[FILE_MOST]; ///< what hr_fuzz_put_planes has put last

uint64_t hr_fuzz_plane_checksum(uint64_t page) {
    uint64_t words[HR_SPOOL_PAGE / sizeof(uint64_t)];
    if (page >= original()->size / HR_SPOOL_PAGE) {
        return 0;
    }
    memcpy(words, bytes + page * HR_SPOOL_PAGE, sizeof words);
    const uint64_t segment = hr_transfer_checksum(words, sizeof words / sizeof words[0]); // on this board the only one
    return hr_hash_bytes(&segment, sizeof segment);
}

void hr_fuzz_put_planes(const uint8_t *changes, size_t count) {
    const planes_file *file = original();
    memcpy(bytes, file->bytes, file->size);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *change = changes + i * HR_FUZZ_CHANGE_BYTES;
        const size_t place = (size_t)change[0] | (size_t)change[1] << 8 | (size_t)change[2] << 16;
        const size_t page = place / LIVE % (file->size / HR_SPOOL_PAGE);
        bytes[page * HR_SPOOL_PAGE + place % LIVE] ^= change[3];
    }
    (void)hr_fuzz_directory();
    hr_fuzz_write(file->name, bytes, file->size);
}
