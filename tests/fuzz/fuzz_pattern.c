// SPDX-License-Identifier: MIT
// Any bytes as the file of a pattern database in the cache. The first byte chooses: with bit 0 the checksums are made right first,
// with bit 1 the file gets the right length. A file that does not hold the database is rebuilt with a notice, and no file brings
// the program down: what a search finds with the values, solves the position.

#include <string.h>

#include "core/hash.h"
#include "fuzz_world.h"
#include "solve/patterns/domain.h"
#include "solve/patterns/format.h"
#include "solve/patterns/store.h"

enum { HEADER_BYTES = sizeof(hr_pattern_page), VALUES = 9 * 8 * 7 };

/// All tiles of the board; the first pattern is the one in the file.
static const hr_partition PARTITION = {
    .count = 3,
    .pattern = {{.width = 3, .height = 3, .blank = 0, .tiles = 3, .home = {1, 2, 3}},
                {.width = 3, .height = 3, .blank = 0, .tiles = 3, .home = {4, 5, 6}},
                {.width = 3, .height = 3, .blank = 0, .tiles = 2, .home = {7, 8}}},
};

static uint8_t built[VALUES]; ///< the right values

/// Search with the values of the file. Whatever they are, a path leads to the goal; values that are too large mislead the search,
/// which notices that or not, and says so with HR_INTERNAL.
static void solve(const hr_pattern_database *first) {
    static hr_pattern_database databases[3]; // the others are built once
    hr_error error = {.status = HR_OK};
    hr_tiles tiles;
    hr_tiles_state state;
    hr_tiles_pattern *made = NULL;
    hr_idastar_domain domain;
    hr_idastar_result result;
    for (int i = 1; i < 3; i++) {
        hr_fuzz_require(databases[i].values != NULL ||
                            hr_pattern_provide(hr_fuzz_world(), NULL, &PARTITION.pattern[i], &databases[i], &error) == HR_OK,
                        "a database is built");
    }
    databases[0] = *first;
    hr_fuzz_require(hr_tiles_create(3, 3, "0 1 2 3 4 5 6 7 8", &tiles, &error) == HR_OK &&
                        hr_tiles_parse(&tiles, "1 4 2 3 7 5 6 8 0", &state, &error) == HR_OK &&
                        hr_tiles_pattern_create(&tiles, &PARTITION, databases, true, &made, &error) == HR_OK,
                    "a position");
    hr_tiles_pattern_domain(made, &domain);
    const hr_idastar_options options = {.max_nodes = 3000};
    const hr_status status = hr_idastar_solve(NULL, &domain, &state, &options, &result, &error);
    hr_fuzz_require(status == HR_OK || status == HR_INTERNAL, "a search ends, or says that its values cannot be right");
    for (uint32_t m = 0; status == HR_OK && m < result.length; m++) {
        hr_tiles_state next;
        domain.apply(domain.context, &state, result.path[m], &next);
        state = next;
    }
    hr_fuzz_require(status != HR_OK || result.outcome != HR_IDASTAR_SOLVED || domain.solved(domain.context, &state),
                    "what is found is a solution");
    hr_tiles_pattern_destroy(&made);
}

static void count_notice(const char *text, void *context) {
    hr_fuzz_require(text[0] != '\0' && strchr(text, '\n') == NULL, "a notice is one line");
    ++*(int *)context;
}

/// The values that are used with the file as it is; returns the number of notices.
static int provide(const char *directory, uint8_t values[VALUES]) {
    int notices = 0;
    hr_pattern_database database;
    hr_error error = {.status = HR_OK};
    const hr_pattern_cache cache = {.directory = directory, .notice = count_notice, .context = &notices};
    hr_fuzz_require(hr_pattern_provide(hr_fuzz_world(), &cache, &PARTITION.pattern[0], &database, &error) == HR_OK,
                    "there is always a database");
    memcpy(values, database.values, VALUES);
    if (built[0] != 0 && memcmp(values, built, VALUES) != 0) { // others than the right ones were accepted
        solve(&database);
    }
    hr_pattern_database_clear(&database);
    return notices;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[1 << 16];
    if (size < 1 || size > sizeof bytes) {
        return 0;
    }
    const char *directory = hr_fuzz_directory();
    if (built[0] == 0) {
        hr_fuzz_require(provide(directory, built) == 0, "the first one is built without a notice");
    }
    const bool sealed = (data[0] & 1U) != 0;
    const size_t whole = HEADER_BYTES + VALUES;
    const size_t length = (data[0] & 2U) != 0 ? whole : size - 1;
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, data + 1, size - 1);
    if (sealed) {
        const uint64_t values = hr_hash_bytes(bytes + HEADER_BYTES, VALUES);
        memcpy(bytes + offsetof(hr_pattern_page, checksum), &values, sizeof values);
        hr_head_seal(&hr_pattern_format, bytes, HEADER_BYTES);
    }
    hr_fuzz_write("pattern-3x3-0-1.2.3.hrp", bytes, length);
    uint8_t values[VALUES];
    const int notices = provide(directory, values);
    hr_fuzz_require(notices <= 1, "one notice");
    const uint8_t *const expected = notices == 0 && sealed ? bytes + HEADER_BYTES : built;
    hr_fuzz_require(memcmp(values, expected, VALUES) == 0, "the values are those of a whole file, or built anew");
    if (notices > 0) {
        hr_fuzz_require(provide(directory, values) == 0 && memcmp(values, built, VALUES) == 0, "the next run finds a good file");
    }
    return 0;
}
