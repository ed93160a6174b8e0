// SPDX-License-Identifier: MIT
// Any bytes as the file of a pattern database in the cache. The first byte chooses: with bit 0 the checksums are made right first,
// with bit 1 the file gets the right length. A file that does not hold the database is rebuilt with a notice, and no file brings
// the program down.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/hash.h"
#include "fuzz_check.h"
#include "solve/patterns/store.h"

enum { HEADER_BYTES = 4096, VALUES = 9 * 8 * 7, CHECKSUM = 56 };

static const hr_pattern PATTERN = {.width = 3, .height = 3, .blank = 0, .tiles = 3, .home = {1, 2, 3}};

/// What lives as long as the process.
typedef struct world {
    hr_comm *comm;
    char directory[32];
    char path[64];
    uint8_t built[VALUES]; ///< the right values
} world;

static void count_notice(const char *text, void *context) {
    hr_fuzz_require(text[0] != '\0' && strchr(text, '\n') == NULL, "a notice is one line");
    ++*(int *)context;
}

/// The values that are used with the file as it is; returns the number of notices.
static int provide(const world *w, uint8_t values[VALUES]) {
    int notices = 0;
    hr_pattern_database database;
    hr_error error = {.status = HR_OK};
    const hr_pattern_cache cache = {.directory = w->directory, .notice = count_notice, .context = &notices};
    hr_fuzz_require(hr_pattern_provide(w->comm, &cache, &PATTERN, &database, &error) == HR_OK, "there is always a database");
    memcpy(values, database.values, VALUES);
    hr_pattern_database_clear(&database);
    return notices;
}

static void open_world(world *w) {
    hr_error error;
    hr_fuzz_require(hr_comm_start(&w->comm, &error) == HR_OK, "MPI starts");
    (void)snprintf(w->directory, sizeof w->directory, "/tmp/huarong-fuzz-XXXXXX");
    hr_fuzz_require(mkdtemp(w->directory) != NULL, "a directory for the cache");
    (void)snprintf(w->path, sizeof w->path, "%s/pattern-3x3-0-1.2.3.hrp", w->directory);
    hr_fuzz_require(provide(w, w->built) == 0, "the first one is built without a notice");
}

static world *the_world(void) {
    static world w; // libFuzzer hands no context through
    if (w.comm == NULL) {
        open_world(&w);
    }
    return &w;
}

static void close_world(void) {
    world *w = the_world();
    (void)unlink(w->path);
    (void)rmdir(w->directory);
    hr_comm_finish(&w->comm);
}

static void write_file(const char *path, const uint8_t *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    hr_fuzz_require(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "a file in the cache");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[1 << 16];
    if (size < 1 || size > sizeof bytes) {
        return 0;
    }
    static bool registered;
    if (!registered) {
        registered = atexit(close_world) == 0;
    }
    const world *w = the_world();
    const bool sealed = (data[0] & 1U) != 0;
    const size_t whole = HEADER_BYTES + VALUES;
    const size_t length = (data[0] & 2U) != 0 ? whole : size - 1;
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, data + 1, size - 1);
    if (sealed) {
        const uint64_t values = hr_hash_bytes(bytes + HEADER_BYTES, VALUES);
        memcpy(bytes + CHECKSUM, &values, sizeof values);
        const uint64_t own = hr_hash_bytes(bytes, HEADER_BYTES - sizeof own);
        memcpy(bytes + HEADER_BYTES - sizeof own, &own, sizeof own);
    }
    write_file(w->path, bytes, length);
    uint8_t values[VALUES];
    const int notices = provide(w, values);
    hr_fuzz_require(notices <= 1, "one notice");
    const uint8_t *const expected = notices == 0 && sealed ? bytes + HEADER_BYTES : w->built;
    hr_fuzz_require(memcmp(values, expected, VALUES) == 0, "the values are those of a whole file, or built anew");
    if (notices > 0) {
        hr_fuzz_require(provide(w, values) == 0 && memcmp(values, w->built, VALUES) == 0, "the next run finds a good file");
    }
    return 0;
}

/// Open MPI leaks, and the fuzzer cannot tell that from ours: only the replay of the seeds looks for leaks, with
/// tests/support/lsan.supp.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }
