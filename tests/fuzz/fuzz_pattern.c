// SPDX-License-Identifier: MIT
// Any bytes as the file of a pattern database in the cache. The first byte chooses: with bit 0 the checksums are made right first,
// with bit 1 the file gets the right length, with bit 2 the database tells the blank's region apart, with bit 3 a search looks its
// values up directly. A file that does not hold the database is rebuilt with a notice, and no file brings the program down: what a
// search finds with the values, solves the position.

#include <string.h>

#include "../support/solving/read_tiles.h"
#include "core/hash.h"
#include "fuzz_world.h"
#include "solve/patterns/domain.h"
#include "solve/patterns/format.h"
#include "solve/patterns/regions/domain.h"
#include "solve/patterns/store.h"

enum { HEADER_BYTES = sizeof(hr_pattern_page), VALUES = 9 * 8 * 7, PATTERNS = 3 };
enum { SEALED = 1, WHOLE = 2, REGIONS = 4, DIRECT = 8 };

#define BOARD_GOAL "0 1 2 3 4 5 6 7 8"
#define PARTITION "1,2,3/4,5,6/7,8"

/// The right values: of the usual database, and of that with regions.
static uint8_t built[2][VALUES];

/// What all searches share. The first pattern is the one in the file.
typedef struct search {
    bool made;
    hr_tiles tiles;
    hr_tiles_state position;
    hr_pattern_set partition;
    hr_pattern_set set;
    hr_pattern_database database[2][PATTERNS]; ///< by `regions` and pattern; the first one is the file's
} search;

static void make_search(search *s) {
    hr_error error = {.status = HR_OK};
    hr_fuzz_require(hr_tiles_create(3, 3, BOARD_GOAL, &s->tiles, &error) == HR_OK &&
                        read_tiles(&s->tiles, "1 4 2 3 7 5 6 8 0", &s->position, &error) == HR_OK &&
                        hr_pattern_set_parse(&s->tiles, PARTITION, &s->partition, &error) == HR_OK &&
                        hr_pattern_set_parse(&s->tiles, "+" PARTITION, &s->set, &error) == HR_OK,
                    "a position and its partition");
    hr_fuzz_require(s->partition.patterns == PATTERNS && s->set.patterns == PATTERNS, "all patterns have a place");
    for (int i = 1; i < PATTERNS; i++) {
        hr_fuzz_require(hr_pattern_provide(hr_fuzz_world(), NULL, &s->partition.pattern[i], &s->database[0][i], &error) == HR_OK &&
                            hr_pattern_provide(hr_fuzz_world(), NULL, &s->set.pattern[i], &s->database[1][i], &error) == HR_OK,
                        "a database is built");
    }
    s->made = true;
}

static search *the_search(void) {
    static search s; // no input changes it
    if (!s.made) {
        make_search(&s);
    }
    return &s;
}

/// Search. Whatever the values are, a path leads to the goal; values that are too large mislead the search, which notices that or
/// not, and says so with HR_INTERNAL.
static void solve(const search *s, const hr_idastar_domain *domain) {
    hr_error error = {.status = HR_OK};
    hr_idastar_result result;
    const hr_idastar_options options = {.max_nodes = 3000};
    const hr_status status = hr_idastar_solve(NULL, domain, &s->position, &options, &result, &error);
    hr_fuzz_require(status == HR_OK || status == HR_INTERNAL, "a search ends, or says that its values cannot be right");
    hr_tiles_state state = s->position;
    for (uint32_t m = 0; status == HR_OK && m < result.length; m++) {
        hr_tiles_state next;
        domain->apply(domain->context, &state, result.path[m], &next);
        state = next;
    }
    hr_fuzz_require(status != HR_OK || result.outcome != HR_IDASTAR_SOLVED || domain->solved(domain->context, &state),
                    "what is found is a solution");
}

static void solve_by_regions(search *s) {
    hr_error error = {.status = HR_OK};
    hr_region_domain *made = NULL;
    hr_idastar_domain domain;
    const hr_region_form form = {.mirror = true, .every_path = true}; // the table of needless moves takes long to make
    hr_fuzz_require(hr_region_domain_create(&s->tiles, &s->set, s->database[1], form, &made, &error) == HR_OK, "a domain");
    hr_region_domain_take(made, &domain);
    solve(s, &domain);
    hr_region_domain_destroy(&made);
}

static void solve_by_patterns(search *s, hr_pattern_database *databases) {
    hr_error error = {.status = HR_OK};
    hr_tiles_pattern *made = NULL;
    hr_idastar_domain domain;
    hr_fuzz_require(hr_tiles_pattern_create(&s->tiles, &s->partition, databases, true, &made, &error) == HR_OK, "a domain");
    hr_tiles_pattern_domain(made, &domain);
    solve(s, &domain);
    hr_tiles_pattern_destroy(&made);
}

/// Search with databases that are indexed by the tiles' cells. They are made of copies, so that the others stay.
static void solve_directly(search *s) {
    hr_error error = {.status = HR_OK};
    hr_pattern_database direct[PATTERNS];
    for (int i = 0; i < PATTERNS; i++) {
        direct[i] = (hr_pattern_database){.pattern = s->database[0][i].pattern, .values = s->database[0][i].values};
        hr_fuzz_require(hr_pattern_can_be_direct(&direct[i].pattern) &&
                            hr_pattern_make_direct(hr_fuzz_world(), &direct[i], &error) == HR_OK,
                        "a direct database");
    }
    solve_by_patterns(s, direct);
    for (int i = 0; i < PATTERNS; i++) {
        hr_pattern_database_clear(&direct[i]);
    }
}

/// Search with the values of the file.
static void solve_with(const hr_pattern_database *first, uint8_t choice) {
    search *s = the_search();
    s->database[(choice & REGIONS) != 0][0] = *first;
    if ((choice & REGIONS) != 0) {
        solve_by_regions(s);
    } else if ((choice & DIRECT) != 0) {
        solve_directly(s);
    } else {
        solve_by_patterns(s, s->database[0]);
    }
}

static void count_notice(const char *text, void *context) {
    hr_fuzz_require(text[0] != '\0' && strchr(text, '\n') == NULL, "a notice is one line");
    ++*(int *)context;
}

static const hr_pattern *pattern_of(uint8_t choice) {
    const search *s = the_search();
    return (choice & REGIONS) != 0 ? &s->set.pattern[0] : &s->partition.pattern[0];
}

/// The values that are used with the file as it is; returns the number of notices.
static int provide(const char *directory, uint8_t choice, uint8_t values[VALUES]) {
    int notices = 0;
    hr_pattern_database database;
    hr_error error = {.status = HR_OK};
    const uint8_t *right = built[(choice & REGIONS) != 0];
    const hr_pattern_cache cache = {.directory = directory, .notice = count_notice, .context = &notices};
    hr_fuzz_require(hr_pattern_provide(hr_fuzz_world(), &cache, pattern_of(choice), &database, &error) == HR_OK,
                    "there is always a database");
    memcpy(values, database.values, VALUES);
    if (right[0] != 0 && memcmp(values, right, VALUES) != 0) { // others than the right ones were accepted
        solve_with(&database, choice);
    }
    hr_pattern_database_clear(&database);
    return notices;
}

/// Make the file of an input. Returns its length.
static size_t make_file(const uint8_t *data, size_t size, uint8_t *bytes, size_t room) {
    memset(bytes, 0, room);
    memcpy(bytes, data + 1, size - 1);
    if ((data[0] & SEALED) != 0) {
        const uint64_t values = hr_hash_bytes(bytes + HEADER_BYTES, VALUES);
        memcpy(bytes + offsetof(hr_pattern_page, checksum), &values, sizeof values);
        hr_head_seal(&hr_pattern_format, bytes, HEADER_BYTES);
    }
    return (data[0] & WHOLE) != 0 ? HEADER_BYTES + VALUES : size - 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[1 << 16];
    if (size < 1 || size > sizeof bytes) {
        return 0;
    }
    const bool regions = (data[0] & REGIONS) != 0;
    uint8_t *right = built[regions];
    if (right[0] == 0) {
        hr_fuzz_require(provide(hr_fuzz_directory(), data[0], right) == 0, "the first one is built without a notice");
    }
    const char *directory = hr_fuzz_directory();
    const size_t length = make_file(data, size, bytes, sizeof bytes);
    hr_fuzz_write(regions ? "regions-3x3-0-1.2.3.hrp" : "pattern-3x3-0-1.2.3.hrp", bytes, length);
    uint8_t values[VALUES];
    const int notices = provide(directory, data[0], values);
    hr_fuzz_require(notices <= 1, "one notice");
    const uint8_t *const expected = notices == 0 && (data[0] & SEALED) != 0 ? bytes + HEADER_BYTES : right;
    hr_fuzz_require(memcmp(values, expected, VALUES) == 0, "the values are those of a whole file, or built anew");
    if (notices > 0) {
        hr_fuzz_require(provide(directory, data[0], values) == 0 && memcmp(values, right, VALUES) == 0,
                        "the next run finds a good file");
    }
    return 0;
}
