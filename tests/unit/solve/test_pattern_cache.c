// SPDX-License-Identifier: MIT
// The files of a directory of pattern databases: what each of them is, and which of them can be removed.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/left_over.h"
#include "files/open_files.h"
#include "solve/patterns/cache.h"
#include "solve/patterns/format.h"

static int open_files; ///< before the tests

static char directory[] = "/tmp/huarong-pattern-cache-XXXXXX";

static const hr_pattern PATTERN = {.width = 3, .height = 2, .blank = 0, .tiles = 2, .home = {1, 4}};
enum { ENTRIES = 6 * 5 };

static const char *path_of(const char *name) {
    static char path[400];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static void write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/// A file whose first page is that of the pattern, but for the word that is changed.
typedef struct forgery {
    const char *name;
    hr_pattern_file_kind kind;
    size_t offset; ///< in the page, of 32 bits
    uint32_t value;
    size_t more; ///< bytes beyond those that the page tells
} forgery;

#define FIELD(NAME) offsetof(hr_pattern_page, NAME)

/// In the order of their names.
static const forgery FORGERIES[] = {
    {"pattern-a.hrp", HR_PATTERN_FILE_GOOD, FIELD(width), 3, 0},
    {"pattern-b.hrp", HR_PATTERN_FILE_BAD, FIELD(width), 3, 1},
    {"pattern-c.hrp", HR_PATTERN_FILE_BAD, FIELD(width), 4, 0},
    {"pattern-d.hrp", HR_PATTERN_FILE_BAD, FIELD(height), 3, 0},
    {"pattern-e.hrp", HR_PATTERN_FILE_BAD, FIELD(tiles), 1, 0},
    {"pattern-f.hrp", HR_PATTERN_FILE_BAD, FIELD(tiles), 9, 0},
    {"pattern-g.hrp", HR_PATTERN_FILE_BAD, FIELD(width), 26, 0},
    {"pattern-h.hrp", HR_PATTERN_FILE_BAD, FIELD(height), 26, 0},
    {"pattern-i.hrp", HR_PATTERN_FILE_BAD, FIELD(entries), ENTRIES - 1, 0},
    {"pattern-j.txt", HR_PATTERN_FILE_FOREIGN, FIELD(width), 3, 0},
    {"regions-k.hrp", HR_PATTERN_FILE_GOOD, FIELD(regions), HR_PATTERN_BY_ORDER, 0},
    {"regions-l.hrp", HR_PATTERN_FILE_BAD, FIELD(regions), HR_PATTERN_BY_ROW, 0},
    {"regions-m.hrp", HR_PATTERN_FILE_BAD, FIELD(regions), 3, 0},
};

enum { FORGED = sizeof FORGERIES / sizeof FORGERIES[0] };

static void forge(const forgery *f) {
    struct {
        hr_pattern_page page;
        uint8_t values[ENTRIES + 1];
    } file = {.page = {.common = hr_head_begin(&hr_pattern_format),
                       .width = (uint32_t)PATTERN.width,
                       .height = (uint32_t)PATTERN.height,
                       .blank = (uint32_t)PATTERN.blank,
                       .tiles = (uint32_t)PATTERN.tiles,
                       .entries = ENTRIES,
                       .chunk = HR_PATTERN_CHUNK}};
    memcpy(file.page.home, PATTERN.home, sizeof PATTERN.home);
    memcpy((char *)&file.page + f->offset, &f->value, sizeof f->value);
    hr_head_seal(&hr_pattern_format, &file.page, sizeof file.page);
    write_file(f->name, &file, sizeof file.page + ENTRIES + f->more);
}

typedef struct visits {
    size_t count;
    size_t most; ///< number of visits that succeed; the next one fails
} visits;

static hr_status visit(void *context, const hr_pattern_file *file, hr_error *error) {
    visits *v = context;
    if (v->count == v->most) {
        return hr_error_set(error, HR_CHECK, "enough");
    }
    const forgery *f = &FORGERIES[v->count++];
    assert_string_equal(file->name, f->name);
    assert_int_equal(file->bytes, sizeof(hr_pattern_page) + ENTRIES + f->more);
    assert_int_equal(file->kind, f->kind);
    if (file->kind == HR_PATTERN_FILE_GOOD) {
        assert_int_equal(file->pattern.width, PATTERN.width);
        assert_int_equal(file->pattern.height, PATTERN.height);
        assert_int_equal(file->pattern.blank, PATTERN.blank);
        assert_int_equal(file->pattern.tiles, PATTERN.tiles);
        assert_memory_equal(file->pattern.home, PATTERN.home, sizeof PATTERN.home);
        assert_int_equal(file->pattern.regions, f->name[0] == 'r');
    }
    return HR_OK;
}

static void test_each_file_is_what_its_first_page_says(void **state) {
    (void)state;
    visits v = {.most = FORGED};
    hr_error error = {.text = ""};
    for (size_t i = FORGED; i > 0; i--) {
        forge(&FORGERIES[i - 1]);
    }
    assert_int_equal(hr_pattern_files_visit(directory, visit, &v, &error), HR_OK);
    assert_int_equal(v.count, FORGED);
    v = (visits){.most = 3};
    assert_int_equal(hr_pattern_files_visit(directory, visit, &v, &error), HR_CHECK);
    assert_string_equal(error.text, "enough");
    for (size_t i = 0; i < FORGED; i++) {
        assert_int_equal(unlink(path_of(FORGERIES[i].name)), 0);
    }
}

static void test_directories_that_cannot_be_read_are_told(void **state) {
    (void)state;
    char wanted[500];
    hr_error error = {.text = ""};
    visits v = {.count = 0};
    assert_int_equal(hr_pattern_files_visit(path_of("missing"), visit, &v, &error), HR_OK);
    write_file("file", "", 0);
    (void)snprintf(wanted, sizeof wanted, "%s: cannot be read: Not a directory", path_of("file"));
    assert_int_equal(hr_pattern_files_visit(path_of("file"), visit, &v, &error), HR_FILE);
    assert_string_equal(error.text, wanted);
    bool gone = true;
    const hr_pattern_file file = {.name = "x", .kind = HR_PATTERN_FILE_GOOD};
    assert_int_equal(hr_pattern_file_remove(path_of("file"), &file, &gone, &error), HR_FILE);
    assert_string_equal(error.text, wanted);
    assert_false(gone);
    assert_int_equal(unlink(path_of("file")), 0);
}

static hr_status note(void *context, const hr_pattern_file *file, hr_error *error) {
    (void)error;
    *(hr_pattern_file_kind *)context = file->kind;
    return HR_OK;
}

/// What another run may be writing stays as long as its maker lives.
static void test_only_databases_are_removed(void **state) {
    (void)state;
    char name[100] = "pattern-3x2-0-1.4.hrp";
    bool gone = true;
    hr_error error = {.text = ""};
    hr_pattern_file file = {.name = name, .kind = HR_PATTERN_FILE_FOREIGN};
    write_file(name, "x", 1);
    assert_int_equal(hr_pattern_file_remove(directory, &file, &gone, &error), HR_USAGE);
    assert_string_equal(error.text, "pattern-3x2-0-1.4.hrp is not a pattern database");
    assert_true(!gone && access(path_of(name), F_OK) == 0);
    for (int i = 0; i < 2; i++) { // the second time the file is not there any more
        file.kind = i == 0 ? HR_PATTERN_FILE_BAD : HR_PATTERN_FILE_GOOD;
        assert_int_equal(hr_pattern_file_remove(directory, &file, &gone, &error), HR_OK);
        assert_true(gone && access(path_of(name), F_OK) != 0);
    }
    assert_int_equal(mkdir(path_of(name), 0700), 0);
    assert_int_equal(hr_pattern_file_remove(directory, &file, &gone, &error), HR_FILE);
    assert_string_equal(error.text, "pattern-3x2-0-1.4.hrp: cannot be removed: Is a directory");
    assert_false(gone);
    assert_int_equal(rmdir(path_of(name)), 0);
    hr_left_over_ending(name + strlen(name));
    write_file(name, "x", 1);
    assert_int_equal(hr_pattern_files_visit(directory, note, &file.kind, &error), HR_OK);
    assert_int_equal(file.kind, HR_PATTERN_FILE_INCOMPLETE);
    assert_int_equal(hr_pattern_file_remove(directory, &file, &gone, &error), HR_OK); // nobody has locked it
    assert_true(gone && access(path_of(name), F_OK) != 0);
}

static hr_status count_kinds(void *context, const hr_pattern_file *file, hr_error *error) {
    (void)error;
    ((size_t *)context)[file->kind]++;
    return HR_OK;
}

/// A hidden file is one, too. A directory is no database, whatever its name, and neither is a file whose tiles fill the board.
static void test_what_is_no_database_is_foreign_or_bad(void **state) {
    (void)state;
    size_t kinds[4] = {0};
    char name[100] = "pattern-3x2-0-1.4.hrp";
    struct {
        hr_pattern_page page;
        uint8_t values[2];
    } full = {.page = {.common = hr_head_begin(&hr_pattern_format),
                       .width = 2,
                       .height = 1,
                       .tiles = 2,
                       .home = {0, 1},
                       .entries = 2,
                       .chunk = HR_PATTERN_CHUNK}};
    hr_head_seal(&hr_pattern_format, &full.page, sizeof full.page);
    hr_left_over_ending(name + strlen(name));
    assert_int_equal(mkdir(path_of(name), 0700), 0);
    write_file(".hidden", "x", 1);
    write_file("pattern-full.hrp", &full, sizeof full.page + sizeof full.values);
    assert_int_equal(hr_pattern_files_visit(directory, count_kinds, kinds, NULL), HR_OK);
    assert_int_equal(kinds[HR_PATTERN_FILE_FOREIGN], 2);
    assert_int_equal(kinds[HR_PATTERN_FILE_BAD], 1);
    assert_int_equal(kinds[HR_PATTERN_FILE_GOOD] + kinds[HR_PATTERN_FILE_INCOMPLETE], 0);
    assert_int_equal(rmdir(path_of(name)), 0);
    assert_int_equal(unlink(path_of(".hidden")), 0);
    assert_int_equal(unlink(path_of("pattern-full.hrp")), 0);
}

static void test_no_file_stays_open(void **state) {
    (void)state;
    assert_int_equal(count_open_files(), open_files);
}

static int make_directory(void **state) {
    (void)state;
    open_files = count_open_files();
    return mkdtemp(directory) == NULL;
}

static int remove_directory(void **state) {
    (void)state;
    return rmdir(directory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_file_is_what_its_first_page_says),
        cmocka_unit_test(test_directories_that_cannot_be_read_are_told),
        cmocka_unit_test(test_only_databases_are_removed),
        cmocka_unit_test(test_what_is_no_database_is_foreign_or_bad),
        cmocka_unit_test(test_no_file_stays_open), // the last one
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
