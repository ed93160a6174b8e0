// SPDX-License-Identifier: MIT
// A checkpoint whose scratch file has other bits than the run left there never gives other counts: planes of the last layer's
// colour are refused, and the other planes are made anew.
// Ranks: 1 2
// Long tier: mpi.forged_planes has forged checkpoints of planes in memory.

#include "mpi_test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enumerate/planes/planes.h"
#include "forge.h"
#include "same_result.h"

/// tile:3x3 has 9 planes in each of its 8 parts, and a plane of a part is one page. The checkpoint is of an even layer, and the
/// blank starts on an even cell, so the last layer's states have the blank on an even cell.
enum { DEPTH = 10, END = 14, PLANES = 9, PLANE_WORDS = 512, PART_WORDS = 42, PARTS = 8, FILE_WORDS = PARTS * PLANES * PLANE_WORDS };
enum { CHECKSUMS = 6, OTHER = 77 }; ///< sections of a checkpoint

static char kept[64];       ///< the directory of the checkpoints
static char scratch[2][64]; ///< the directories of the files with the planes
static size_t files = 1;    ///< how many of them a run uses

/// What the run was told.
static size_t refused;
static char why[512];

static void note(const hr_event *event, void *context) {
    (void)context;
    if (event->kind == HR_EVENT_REFUSED) {
        refused++;
        (void)snprintf(why, sizeof why, "%s", event->text);
    }
}

static int rank(void) { return hr_comm_rank(hr_test_world()); }

static void barrier(void) { assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK); }

static long looks_left;
static bool stop_wanted(void) { return looks_left-- == 0; }

static hr_status search(const hr_puzzle *puzzle, hr_enumerate_options options, hr_enumeration *result, hr_error *error) {
    const hr_planes_tuning tuning = {.resident_given = true, .resident = {[HR_PLANES_CROSSING] = 2, [HR_PLANES_INNER] = 3}};
    const hr_run_task task = {hr_test_world(), puzzle, &options, result};
    hr_planes_engine *engine = NULL;
    options.checkpoint = (hr_checkpoint_options){.directory = kept, .every = 1e9, .resume = true};
    options.scratch = (hr_scratch_options){.paths = {scratch[0], scratch[1]}, .count = files};
    options.event = note;
    hr_status status = hr_planes_create(&task, &tuning, &engine, error);
    status = status == HR_OK ? hr_planes_search(engine, error) : status;
    hr_planes_destroy(&engine);
    return status;
}

/// Read a file into `words`, or write it.
static void move_file(size_t number, uint64_t words[FILE_WORDS], const char *mode) {
    char path[512] = "";
    DIR *directory = opendir(scratch[number]);
    assert_non_null(directory);
    for (const struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        if (entry->d_name[0] != '.') {
            (void)snprintf(path, sizeof path, "%s/%s", scratch[number], entry->d_name);
        }
    }
    (void)closedir(directory);
    FILE *file = fopen(path, mode);
    assert_non_null(file);
    const size_t all = FILE_WORDS / files;
    assert_int_equal(mode[0] == 'r' && mode[1] == 'b' ? fread(words, 8, all, file) : fwrite(words, 8, all, file), all);
    assert_int_equal(fclose(file), 0);
}

/// The ways in which bits of a word change.
typedef enum damage { SET, SET_UNUSED, CLEAR, MOVE, DAMAGES } damage;

static uint64_t damaged(uint64_t word, damage how) {
    const uint64_t used = (UINT64_C(1) << 60) - 1;
    const uint64_t lowest_set = word & (~word + 1);
    const uint64_t lowest_clear = ~word & (word + 1) & used;
    switch (how) {
    case SET:
        return word | lowest_clear;
    case SET_UNUSED:
        return word | UINT64_C(1) << 61;
    case CLEAR:
        return word & ~lowest_set;
    default:
        return (word & ~lowest_set) | lowest_clear;
    }
}

/// Change one word of a plane whose cell has this colour, in some of the parts: of the words that are neither empty nor full, the
/// one at `place`, 0 (the first) … 1 (the last).
static void change_word(uint64_t *words, size_t parts, unsigned colour, damage how, double place) {
    static size_t found[FILE_WORDS];
    size_t n = 0;
    for (size_t i = 0; i < parts * PLANES * PLANE_WORDS; i++) {
        const size_t cell = i / PLANE_WORDS % PLANES;
        if (i % PLANE_WORDS < PART_WORDS && (cell & 1U) == colour && words[i] != 0 && words[i] != (UINT64_C(1) << 60) - 1) {
            found[n++] = i;
        }
    }
    assert_true(n > parts);
    uint64_t *word = &words[found[(size_t)((double)(n - 1) * place)]];
    const uint64_t before = *word;
    *word = damaged(before, how);
    assert_true(*word != before);
}

static uint64_t intact[FILE_WORDS];

/// Collective. Search up to layer DEPTH, in new directories.
static void search_part(const hr_puzzle *puzzle) {
    hr_error error = {.text = ""};
    hr_enumeration part;
    hr_test_make_directory(kept);
    hr_test_make_directory(scratch[0]);
    hr_test_make_directory(scratch[1]);
    assert_int_equal(search(puzzle, (hr_enumerate_options){.max_depth = DEPTH}, &part, &error), HR_OK);
    hr_enumeration_clear(&part);
}

/// Collective. Search up to layer DEPTH, with `begun` also a part of the layer behind it, and damage the file.
static void leave_damage(const hr_puzzle *puzzle, bool begun, unsigned colour, damage how, double place) {
    search_part(puzzle);
    if (begun) {
        hr_error error = {.text = ""};
        hr_enumeration part;
        looks_left = 2;
        const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .stop_wanted = stop_wanted};
        assert_int_equal(search(puzzle, options, &part, &error), HR_STOPPED);
        assert_int_equal(part.layer_count, DEPTH + 1);
        hr_enumeration_clear(&part);
    }
    barrier();
    if (rank() == 0) {
        static uint64_t words[FILE_WORDS];
        move_file(0, intact, "rb");
        memcpy(words, intact, sizeof words);
        change_word(words, PARTS, colour, how, place);
        move_file(0, words, "r+b");
    }
    barrier();
}

static void goes_on(const hr_puzzle *puzzle, const hr_enumeration *whole) {
    hr_error error = {.text = ""};
    hr_enumeration rest;
    const hr_status status = search(puzzle, (hr_enumerate_options){.max_depth = END}, &rest, &error);
    if (status != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_same_result(&rest, whole);
    hr_enumeration_clear(&rest);
}

static void remove_directories(void) {
    barrier();
    hr_test_remove_directory(kept);
    hr_test_remove_directory(scratch[0]);
    hr_test_remove_directory(scratch[1]);
}

static hr_puzzle *create(hr_enumeration *whole) {
    hr_puzzle *puzzle = NULL;
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = "tile:3x3"}, &puzzle, NULL), HR_OK);
    const hr_enumerate_options options = {.max_depth = END};
    hr_planes_engine *engine = NULL;
    const hr_run_task task = {hr_test_world(), puzzle, &options, whole};
    assert_int_equal(hr_planes_create(&task, &(hr_planes_tuning){.copy = false}, &engine, NULL), HR_OK);
    assert_int_equal(hr_planes_search(engine, NULL), HR_OK);
    hr_planes_destroy(&engine);
    return puzzle;
}

/// The checkpoint before takes its place, whose next layer is the one with the damage.
static void test_any_damage_between_layers_leaves_the_counts_right(void **state) {
    (void)state;
    static const double PLACES[] = {0, 0.5, 1};
    hr_enumeration whole;
    hr_puzzle *puzzle = create(&whole);
    for (unsigned i = 0; i < 2U * DAMAGES * 3; i++) {
        const unsigned colour = i & 1U;
        leave_damage(puzzle, false, colour, (damage)(i / 2 % DAMAGES), PLACES[i / 2 / DAMAGES]);
        refused = 0;
        goes_on(puzzle, &whole);
        if (rank() == 0) {
            assert_int_equal(refused, colour == 0);
            assert_true(colour != 0 || (strstr(why, ".planes is damaged") != NULL && strstr(why, scratch[0]) != NULL));
        }
        remove_directories();
    }
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

/// No checkpoint holds any more, but both stay for a file that is mended.
static void test_damage_within_a_layer_is_refused_or_leaves_the_counts_right(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create(&whole);
    for (unsigned i = 0; i < 2U * DAMAGES; i++) {
        leave_damage(puzzle, true, i & 1U, (damage)(i / 2), 0.3);
        if ((i & 1U) == 0) {
            hr_error error = {.text = ""};
            hr_enumeration rest;
            assert_int_equal(search(puzzle, (hr_enumerate_options){.max_depth = END}, &rest, &error), HR_FILE);
            assert_non_null(strstr(error.text, ".planes is damaged"));
            hr_enumeration_clear(&rest);
            barrier();
            if (rank() == 0) {
                move_file(0, intact, "r+b");
            }
            barrier();
        }
        goes_on(puzzle, &whole);
        remove_directories();
    }
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

/// Each of two files has every other part, so the first part that a rank keeps can be in either file.
static void test_the_file_with_the_damage_is_named(void **state) {
    (void)state;
    static uint64_t words[FILE_WORDS];
    hr_enumeration whole;
    hr_puzzle *puzzle = create(&whole);
    files = 2;
    for (size_t part = 0; part < PARTS; part++) {
        const size_t file = part % files;
        search_part(puzzle);
        barrier();
        if (rank() == 0) {
            move_file(file, words, "rb");
            change_word(words + part / files * PLANES * PLANE_WORDS, 1, 0, SET, 0);
            move_file(file, words, "r+b");
        }
        barrier();
        refused = 0;
        goes_on(puzzle, &whole);
        assert_true(rank() != 0 || (refused == 1 && strstr(why, scratch[file]) != NULL));
        remove_directories();
    }
    files = 1;
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

static void lose_checksums(void *context, hr_forge *forge) {
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_forge_block *block = &forge->blocks[i];
        if (block->section == CHECKSUMS) {
            block->section = OTHER;
            ++*(size_t *)context;
        }
    }
}

static void cut_checksums(void *context, hr_forge *forge) {
    hr_forge_resize(hr_forge_find(forge, CHECKSUMS, PARTS - 1), (PLANES - 1) * sizeof(uint64_t));
    ++*(size_t *)context;
}

/// The newest checkpoint is forged, and the run goes on from the one before.
static void check_forgery(const hr_puzzle *puzzle, const hr_enumeration *whole, void (*change)(void *context, hr_forge *forge),
                          const char *text) {
    size_t blocks = 0;
    search_part(puzzle);
    refused = 0;
    hr_forge_newest(kept, change, &blocks);
    goes_on(puzzle, whole);
    assert_true(rank() != 0 || (blocks > 0 && refused == 1 && strstr(why, text) != NULL));
    remove_directories();
}

static void test_a_checkpoint_without_checksums_is_refused(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create(&whole);
    check_forgery(puzzle, &whole, lose_checksums, "has no checksums of its scratch files");
    check_forgery(puzzle, &whole, cut_checksums, "its checksums are not those of this board");
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_any_damage_between_layers_leaves_the_counts_right),
    cmocka_unit_test(test_damage_within_a_layer_is_refused_or_leaves_the_counts_right),
    cmocka_unit_test(test_the_file_with_the_damage_is_named),
    cmocka_unit_test(test_a_checkpoint_without_checksums_is_refused),
};
HR_MPI_TEST_MAIN(tests)
