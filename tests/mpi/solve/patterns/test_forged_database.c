// SPDX-License-Identifier: MIT
// A pattern database in the cache that would make a search stop before the goal, under right checksums, is built anew.
// Ranks: 1 3

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/hash.h"
#include "mpi_test.h"
#include "solve/patterns/format.h"
#include "solve/patterns/store.h"

/// 3,360 values in one chunk. In the file: a header of 4,096 bytes with the chunk's checksum at byte 56 and its own at its end.
static const hr_pattern PATTERN = {.width = 4, .height = 4, .blank = 0, .tiles = 3, .home = {1, 4, 5}};
enum { VALUES = 16 * 15 * 14, HEADER = sizeof(hr_pattern_page) };

static char directory[64];
static char path[128];
static size_t files; ///< in the directory

enum moment { NEVER, AS_IT_IS_BUILT, AS_IT_IS_WRITTEN };

/// A file that another node makes while this one makes its own, and renames to the database's name.
static struct {
    char path[160];
    enum moment when;
} other;

static struct {
    bool synced;     ///< a regular file has been synced since the last one got its name
    size_t names;    ///< files that got a name
    size_t unsynced; ///< of them, those that were not synced
    bool full;       ///< after the first page of a file
} disk;

// In place of the C library's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

int fsync(int file) {
    struct stat about;
    assert_int_equal(fstat(file, &about), 0);
    disk.synced = disk.synced || S_ISREG(about.st_mode);
    if (other.when == AS_IT_IS_WRITTEN && S_ISREG(about.st_mode)) {
        assert_int_equal(syscall(SYS_rename, other.path, path), 0);
    }
    return (int)syscall(SYS_fsync, file);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    if (disk.full && offset > 0) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, size, offset);
}

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
    const int code = (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
    disk.names += code == 0;
    disk.unsynced += !disk.synced;
    disk.synced = false;
    return code;
}

int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

// NOLINTEND(readability-inconsistent-declaration-parameter-name)

/// What this rank has been told while a database was provided.
static struct {
    int notices;
    char notice[300];
    int buildings;
    char building[128]; ///< the file
    uint64_t bytes;     ///< its size
} told;

static void count_notice(const char *text, void *context) {
    assert_ptr_equal(context, &told);
    told.notices++;
    (void)snprintf(told.notice, sizeof told.notice, "%s", text);
}

static void count_building(const char *file, uint64_t bytes, void *context) {
    assert_ptr_equal(context, &told);
    told.buildings++;
    told.bytes = bytes;
    (void)snprintf(told.building, sizeof told.building, "%s", file != NULL ? file : "nowhere");
    assert_true(other.when != AS_IT_IS_BUILT || syscall(SYS_rename, other.path, path) == 0);
}

/// Collective. Make an empty directory, and name the database's file in it. Returns the ranks of this node.
static hr_comm *begin(void) {
    hr_comm *node = NULL;
    assert_int_equal(hr_comm_split_node(hr_test_world(), &node, NULL), HR_OK);
    hr_test_make_directory(directory);
    (void)snprintf(path, sizeof path, "%s/pattern-4x4-0-1.4.5.hrp", directory);
    return node;
}

/// Collective. The database's values; returns the number of notices on this rank.
static int provide(hr_comm *node, uint8_t values[VALUES]) {
    hr_pattern_database database;
    hr_error error = {.text = ""};
    const hr_pattern_cache cache = {.directory = directory, .notice = count_notice, .building = count_building, .context = &told};
    memset(&told, 0, sizeof told);
    assert_int_equal(hr_pattern_entries(&PATTERN), VALUES);
    assert_int_equal(hr_pattern_provide(node, &cache, &PATTERN, &database, &error), HR_OK);
    memcpy(values, database.values, VALUES);
    hr_pattern_database_clear(&database);
    assert_int_equal(hr_comm_agree(node, HR_OK, &error), HR_OK); // before anyone changes the file under the others
    return told.notices;
}

/// The first rank of the node has been told that the file is built, and why.
static void expect_told(const hr_comm *node, const char *why) {
    char wanted[300] = "";
    const bool first = hr_comm_rank(node) == 0;
    if (why != NULL && first) {
        (void)snprintf(wanted, sizeof wanted, "%s: %s; building it anew", path, why);
    }
    assert_string_equal(told.notice, wanted);
    assert_int_equal(told.buildings, first);
    assert_string_equal(told.building, first ? path : "");
    assert_int_equal(told.bytes, first ? HEADER + VALUES : 0);
}

/// Collective. Change one value and make the checksums right.
static void forge(const hr_comm *node, uint64_t index, uint8_t value) {
    static uint8_t bytes[HEADER + VALUES];
    if (hr_comm_rank(node) == 0) {
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        assert_int_equal(fread(bytes, 1, sizeof bytes, file), sizeof bytes);
        bytes[HEADER + index] = value;
        const uint64_t checksum = hr_hash_bytes(bytes + HEADER, VALUES);
        memcpy(bytes + offsetof(hr_pattern_page, checksum), &checksum, sizeof checksum);
        hr_head_seal(&hr_pattern_format, bytes, HEADER);
        rewind(file);
        assert_int_equal(fwrite(bytes, 1, sizeof bytes, file), sizeof bytes);
        assert_int_equal(fclose(file), 0);
    }
    assert_int_equal(hr_comm_agree(node, HR_OK, NULL), HR_OK);
}

HR_TEST(test_only_the_tiles_at_home_have_no_move_to_go) {
    static uint8_t built[VALUES];
    static uint8_t values[VALUES];
    hr_comm *node = begin();
    const uint64_t home = hr_pattern_index(&PATTERN, PATTERN.home);
    const bool first = hr_comm_rank(node) == 0;
    assert_int_equal(provide(node, built), 0);
    expect_told(node, NULL);
    assert_int_equal(built[home], 0);
    assert_int_equal(disk.names, first);
    assert_int_equal(disk.unsynced, 0);
    forge(node, home + 7, built[home + 7] ^ 1); // nothing that could be noticed
    assert_int_equal(provide(node, values), 0);
    forge(node, home + 7, built[home + 7]);
    const struct {
        uint64_t index;
        uint8_t value;
    } changes[] = {{home, 1}, {0, 0}, {home - 1, 0}, {home + 1, 0}, {VALUES - 1, 0}};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        forge(node, changes[i].index, changes[i].value);
        assert_int_equal(provide(node, values), first);
        expect_told(node, "a damaged pattern database: its values cannot be right");
        assert_memory_equal(values, built, VALUES);
    }
    assert_int_equal(provide(node, values), 0);
    assert_int_equal(told.buildings, 0);
    for (int more = -1; more <= 1; more += 2) {
        assert_true(!first || truncate(path, HEADER + VALUES + more) == 0);
        assert_int_equal(hr_comm_agree(node, HR_OK, NULL), HR_OK);
        assert_int_equal(provide(node, values), first);
        expect_told(node, "not the pattern database of its name, or cut off");
    }
    hr_test_remove_directory(directory);
    hr_comm_destroy(&node);
}

/// The directory is made if its parent is there. A database that cannot be kept is used all the same.
HR_TEST(test_a_cache_that_cannot_be_written_gives_a_notice) {
    static uint8_t values[VALUES];
    char parent[64];
    hr_comm *node = NULL;
    assert_int_equal(hr_comm_split_node(hr_test_world(), &node, NULL), HR_OK);
    hr_test_make_directory(parent);
    (void)snprintf(directory, sizeof directory, "%.40s/a/b", parent);
    const bool first = hr_comm_rank(node) == 0;
    assert_int_equal(provide(node, values), first);
    assert_true(!first || strstr(told.notice, ": the next run will build this pattern database again") != NULL);
    assert_int_equal(values[hr_pattern_index(&PATTERN, PATTERN.home)], 0);
    (void)snprintf(directory, sizeof directory, "%.40s/a", parent);
    (void)snprintf(path, sizeof path, "%s/pattern-4x4-0-1.4.5.hrp", directory);
    assert_int_equal(provide(node, values), 0);
    expect_told(node, NULL);
    assert_int_equal(provide(node, values), 0);
    assert_int_equal(told.buildings, 0);
    hr_test_remove_directory(directory);
    hr_test_remove_directory(parent);
    hr_comm_destroy(&node);
}

/// Names behind that of the file: as earlier versions made them for a file that is not complete, and those of somebody else.
static const char *const ENDINGS[] = {".0123abcd.partial", ".aB3xY9", ".aB3xY", ".aB3xY90", ".aB-xY9", "+aB3xY9"};
enum { LEFT_OVER = 2, ENDING_COUNT = sizeof ENDINGS / sizeof ENDINGS[0] };

/// What a killed run of any version has left beside the file is removed, where it can be known that nobody writes it any more.
HR_TEST(test_only_what_killed_runs_have_left_is_removed) {
    static uint8_t values[VALUES];
    hr_comm *node = begin();
    char names[ENDING_COUNT][sizeof path + 20];
    for (int i = 0; i < ENDING_COUNT; i++) {
        (void)snprintf(names[i], sizeof names[i], "%s%s", path, ENDINGS[i]);
        const int file = hr_comm_rank(node) == 0 ? open(names[i], O_CREAT | O_EXCL | O_WRONLY, 0600) : -1;
        assert_true(hr_comm_rank(node) > 0 || (file >= 0 && close(file) == 0));
    }
    assert_int_equal(hr_comm_agree(node, HR_OK, NULL), HR_OK);
    assert_int_equal(provide(node, values), 0);
    const bool known = access(names[0], F_OK) != 0;
    for (int i = 0; i < ENDING_COUNT; i++) {
        assert_int_equal(access(names[i], F_OK) != 0, known && i < LEFT_OVER);
    }
    hr_test_remove_directory(directory);
    hr_comm_destroy(&node);
}

/// Provide the database, and let another node make its file `when` this one makes its own, of which `taken` says what is there
/// before. The other's file stays, as that node reads it.
static void check_other(hr_comm *node, enum moment when, const char *taken, const uint8_t built[VALUES]) {
    static uint8_t values[VALUES];
    const bool first = hr_comm_rank(node) == 0;
    struct stat theirs = {.st_ino = 0}, after = {.st_ino = 0};
    (void)snprintf(other.path, sizeof other.path, "%s.of-another-node", path);
    assert_true(!first || (rename(path, other.path) == 0 && stat(other.path, &theirs) == 0));
    FILE *file = first && taken != NULL ? fopen(path, "w") : NULL;
    assert_true(file == NULL || (fputs(taken, file) >= 0 && fclose(file) == 0));
    assert_int_equal(hr_comm_agree(node, HR_OK, NULL), HR_OK); // the others look for the file, too
    other.when = when;
    assert_int_equal(provide(node, values), first && taken != NULL);
    other.when = NEVER;
    assert_memory_equal(values, built, VALUES);
    assert_true(!first || (stat(path, &after) == 0 && after.st_ino == theirs.st_ino));
}

HR_TEST(test_the_first_node_to_make_a_file_keeps_it) {
    static uint8_t built[VALUES];
    hr_comm *node = begin();
    assert_int_equal(provide(node, built), 0);
    check_other(node, AS_IT_IS_BUILT, NULL, built);
    check_other(node, AS_IT_IS_BUILT, "no database", built);
    check_other(node, AS_IT_IS_WRITTEN, NULL, built);
    hr_test_remove_directory(directory);
    hr_comm_destroy(&node);
}

static void count_file(const char *file) { files++; }

/// A full disk keeps no part of a database, and a pipe in its place does not make the run wait.
HR_TEST(test_what_is_in_the_way_is_replaced_or_left_out) {
    static uint8_t values[VALUES];
    hr_comm *node = begin();
    const bool first = hr_comm_rank(node) == 0;
    disk.full = true;
    assert_int_equal(provide(node, values), first);
    disk.full = false;
    assert_true(!first || strstr(told.notice, ": the next run will build this pattern database again") != NULL);
    files = 0;
    hr_test_for_each_file(directory, count_file);
    assert_int_equal(files, 0);
    assert_true(!first || mkfifo(path, 0600) == 0);
    assert_int_equal(hr_comm_agree(node, HR_OK, NULL), HR_OK);
    (void)alarm(300);                                   // ends a run that waits for a writer
    assert_int_equal(provide(node, values), 2 * first); // it cannot be read, and it stays
    (void)alarm(0);
    assert_int_equal(told.buildings, first);
    assert_true(!first || unlink(path) == 0);
    assert_int_equal(values[hr_pattern_index(&PATTERN, PATTERN.home)], 0);
    hr_test_remove_directory(directory);
    hr_comm_destroy(&node);
}

/// No database is kept without a directory, nor in one whose path is too long.
HR_TEST(test_a_database_that_is_not_kept_is_told_as_such) {
    static char long_path[5000];
    const char *const nowhere[] = {NULL, long_path};
    hr_comm *node = NULL;
    memset(long_path, 'x', sizeof long_path - 1);
    assert_int_equal(hr_comm_split_node(hr_test_world(), &node, NULL), HR_OK);
    for (size_t i = 0; i < sizeof nowhere / sizeof nowhere[0]; i++) {
        const hr_pattern_cache cache = {
            .directory = nowhere[i], .notice = count_notice, .building = count_building, .context = &told};
        hr_pattern_database database;
        memset(&told, 0, sizeof told);
        assert_int_equal(hr_pattern_provide(node, &cache, &PATTERN, &database, NULL), HR_OK);
        assert_int_equal(database.values[hr_pattern_index(&PATTERN, PATTERN.home)], 0);
        hr_pattern_database_clear(&database);
        assert_int_equal(told.notices, 0);
        assert_string_equal(told.building, hr_comm_rank(node) == 0 ? "nowhere" : "");
        assert_false(hr_patterns_are_cached(&cache, &PATTERN, 1));
    }
    hr_comm_destroy(&node);
}

/// 5,765,760 values in two chunks: all are 1 but that of the home, which lies in the first chunk.
static const hr_pattern LARGE = {.width = 4, .height = 4, .blank = 0, .tiles = 6, .home = {1, 2, 3, 4, 5, 6}};
enum { LARGE_VALUES = 16 * 15 * 14 * 13 * 12 * 11 };

static uint8_t large[HEADER + LARGE_VALUES];

/// Collective. Write the large database, with right checksums but for the chunk `damaged`, −1: for none.
static void write_large(const hr_comm *node, int damaged) {
    hr_pattern_page page = {.common = hr_head_begin(&hr_pattern_format),
                            .width = 4,
                            .height = 4,
                            .tiles = 6,
                            .entries = LARGE_VALUES,
                            .chunk = HR_PATTERN_CHUNK};
    memcpy(page.home, LARGE.home, sizeof page.home);
    for (int c = 0; c < 2; c++) {
        const size_t at = (size_t)c * HR_PATTERN_CHUNK;
        const size_t n = c == 0 ? HR_PATTERN_CHUNK : LARGE_VALUES - at;
        page.checksum[c] = hr_hash_bytes(large + HEADER + at, n) ^ (c == damaged);
    }
    hr_head_seal(&hr_pattern_format, &page, sizeof page);
    memcpy(large, &page, sizeof page);
    if (hr_comm_rank(node) == 0) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(large, 1, sizeof large, file), sizeof large);
        assert_int_equal(fclose(file), 0);
    }
    assert_int_equal(hr_comm_agree(node, HR_OK, NULL), HR_OK);
}

static bool at_once(void *context) { return true; }

/// Collective. Is the file taken? Else it would be built anew, which is stopped at once.
static bool takes_large(hr_comm *node) {
    hr_pattern_database database;
    const hr_pattern_cache cache = {.directory = directory, .stop = {.wanted = at_once}};
    const hr_status status = hr_pattern_provide(node, &cache, &LARGE, &database, NULL);
    assert_true(status == HR_OK || status == HR_STOPPED);
    hr_pattern_database_clear(&database);
    assert_int_equal(hr_comm_agree(node, HR_OK, NULL), HR_OK); // before anyone changes the file under the others
    return status == HR_OK;
}

HR_TEST(test_each_chunk_is_checked) {
    hr_comm *node = NULL;
    assert_int_equal(hr_comm_split_node(hr_test_world(), &node, NULL), HR_OK);
    hr_test_make_directory(directory);
    (void)snprintf(path, sizeof path, "%s/pattern-4x4-0-1.2.3.4.5.6.hrp", directory);
    const uint64_t home = hr_pattern_index(&LARGE, LARGE.home);
    assert_int_equal(hr_pattern_entries(&LARGE), LARGE_VALUES);
    assert_true(home < HR_PATTERN_CHUNK);
    memset(large, 1, sizeof large);
    large[HEADER + home] = 0;
    for (int damaged = -1; damaged < 2; damaged++) {
        write_large(node, damaged);
        assert_int_equal(takes_large(node), damaged < 0);
    }
    large[HEADER + HR_PATTERN_CHUNK + home] = 0; // a home in each chunk
    write_large(node, -1);
    assert_false(takes_large(node));
    hr_test_remove_directory(directory);
    hr_comm_destroy(&node);
}
