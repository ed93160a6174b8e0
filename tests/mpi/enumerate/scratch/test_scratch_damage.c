// SPDX-License-Identifier: MIT
// A checkpoint whose scratch file has other bits than the run left there never gives other counts: what belongs to the last layer
// is refused. With unit the planes of the other colour are made anew. With slide the other places do not matter.
// Ranks: 1 2
// Long tier: mpi.forged_bits has forged checkpoints of planes in memory.

#include "forge.h"
#include "scratch_checkpoint.h"

/// The checkpoints are of layer 12 of tile:3x3, and the runs go on to layer 16. A plane of one of the 8 parts is one page.
enum { DEPTH = 12, END = 16, PARTS = 8, DAMAGED_BYTE = 0x5A };
enum { CHECKSUMS = 6, OTHER = 77 }; ///< sections of a checkpoint

/// The pages of a part.
typedef struct layout {
    long pages;
    size_t checksums; ///< how many of them a checkpoint keeps
    bool used[12];    ///< [pages] the page has states of the last layer, by which the next one is made
} layout;

/// With unit a page for each cell; the blank starts in an even one. With slide the rows, two pages for each column, and the second
/// ones of the rows; even layers lie in the first ones.
static const layout LAYOUTS[] = {
    [HR_METRIC_UNIT] = {9, 9, {true, false, true, false, true, false, true, false, true}},
    [HR_METRIC_SLIDE] = {12, 6, {true, true, true, true, false, true, false, true, false, false, false, false}},
};

/// Collective. Read the page number `page` of the file into `old`, unless that is NULL, and write `new` there.
static void replace_page(const char *path, long page, char *old, const char *new) {
    barrier();
    if (rank() == 0) {
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        assert_int_equal(fseek(file, 0, SEEK_END), 0);
        assert_true(ftell(file) % (LAYOUTS[metric].pages * PAGE) == 0 && page * PAGE < ftell(file));
        assert_int_equal(fseek(file, page * PAGE, SEEK_SET), 0);
        assert_true(old == NULL || fread(old, 1, PAGE, file) == PAGE);
        assert_int_equal(fseek(file, page * PAGE, SEEK_SET), 0);
        assert_int_equal(fwrite(new, 1, PAGE, file), PAGE);
        assert_int_equal(fclose(file), 0);
    }
    barrier();
}

/// Collective. Damage the page of the only file in the directory.
static void damage_page(const char *directory, long page, char *old) {
    char path[512];
    char bytes[PAGE];
    memset(bytes, DAMAGED_BYTE, sizeof bytes);
    assert_int_equal(find_files(directory, path), 1);
    replace_page(path, page, old, bytes);
}

/// Collective. Search up to this depth, in files in these directories.
static hr_status search_to(const hr_puzzle *puzzle, hr_depth depth, const char *second, hr_enumeration *result) {
    hr_enumerate_options options = options_for(true);
    options.max_depth = depth;
    options.checkpoint.every = 0;
    if (second != NULL) {
        options.scratch = (hr_scratch_options){.paths = {scratch, second}, .count = 2};
    }
    options.stop_wanted = looks_left > 0 ? stop_wanted : NULL;
    return search(puzzle, &options, RESIDENT[2], result, NULL);
}

/// Collective. The run goes on, and refuses as many checkpoints as are damaged.
static void check_rest(const hr_puzzle *puzzle, const char *second, const hr_enumeration *whole, size_t damaged) {
    hr_enumeration rest;
    refused = 0;
    assert_int_equal(search_to(puzzle, END, second, &rest), HR_OK);
    assert_same_result(&rest, whole);
    assert_int_equal(refused, rank() == 0 ? damaged : 0);
    hr_enumeration_clear(&rest);
}

/// Collective. A puzzle, its layers to END, and a checkpoint of layer DEPTH.
static hr_puzzle *begin(const char *second, hr_enumeration *whole) {
    const hr_enumerate_options in_memory = {.max_depth = END};
    hr_puzzle *puzzle = make_puzzle("tile:3x3", NULL);
    hr_enumeration part;
    assert_int_equal(search(puzzle, &in_memory, NULL, whole, NULL), HR_OK);
    assert_int_equal(search_to(puzzle, DEPTH, second, &part), HR_OK);
    hr_enumeration_clear(&part);
    return puzzle;
}

/// Begin again in new directories.
static void end(void **state, hr_puzzle *puzzle, hr_enumeration *whole) {
    hr_enumeration_clear(whole);
    hr_puzzle_destroy(&puzzle);
    (void)remove_directories(state);
    (void)make_directories(state);
}

/// The checkpoint before takes its place, whose next layer is the one with the damage.
HR_TEST_BOTH(test_damage_between_layers_leaves_the_counts_right, make_directories, remove_directories) {
    const long pages = LAYOUTS[metric].pages;
    for (long page = 3; page < PARTS * pages; page += pages + 1) {
        hr_enumeration whole;
        hr_puzzle *puzzle = begin(NULL, &whole);
        const bool used = LAYOUTS[metric].used[page % pages];
        damage_page(scratch, page, NULL);
        check_rest(puzzle, NULL, &whole, used);
        assert_true(!used || rank() != 0 || (strstr(why, ".planes is damaged") != NULL && strstr(why, scratch) != NULL));
        end(cmocka_state, puzzle, &whole);
    }
}

/// With unit, whose files have one place for each plane. No checkpoint holds any more, but both stay for a file that is mended.
/// Files of slide keep both layers, so that a run goes on from a damaged checkpoint with the one before.
HR_TEST_UNIT(test_damage_within_a_layer_is_refused_or_leaves_the_counts_right, make_directories, remove_directories) {
    const long pages = LAYOUTS[metric].pages;
    for (long page = 3 * pages; page < 4 * pages; page++) {
        char path[512];
        char old[PAGE];
        hr_error error = {.text = ""};
        hr_enumeration whole;
        hr_enumeration part;
        hr_puzzle *puzzle = begin(NULL, &whole);
        looks_left = 2;
        assert_int_equal(search_to(puzzle, END, NULL, &part), HR_STOPPED);
        assert_int_equal(part.layer_count, DEPTH + 1);
        hr_enumeration_clear(&part);
        looks_left = 0;
        damage_page(scratch, page, old);
        if (LAYOUTS[metric].used[page % pages]) {
            const hr_enumerate_options options = options_for(true);
            assert_int_equal(search(puzzle, &options, RESIDENT[2], &part, &error), HR_FILE);
            assert_non_null(strstr(error.text, ".planes is damaged"));
            hr_enumeration_clear(&part);
            assert_int_equal(find_files(scratch, path), 1);
            replace_page(path, page, NULL, old);
        }
        check_rest(puzzle, NULL, &whole, 0);
        end(cmocka_state, puzzle, &whole);
    }
}

/// Each of two files has every other part, so the first part that a rank keeps can be in either file.
HR_TEST_BOTH(test_the_file_with_the_damage_is_named, make_directories, remove_directories) {
    for (long part = 0; part < PARTS; part += (long)hr_test_of_tier(3, 1)) {
        char second[64];
        hr_test_make_directory(second);
        hr_enumeration whole;
        hr_puzzle *puzzle = begin(second, &whole);
        const char *const directory = part % 2 == 0 ? scratch : second;
        damage_page(directory, part / 2 * LAYOUTS[metric].pages, NULL);
        check_rest(puzzle, second, &whole, 1);
        assert_true(rank() != 0 || strstr(why, directory) != NULL);
        barrier();
        hr_test_remove_directory(second);
        end(cmocka_state, puzzle, &whole);
    }
}

static void lose_checksums(void *context, hr_forge *forge) {
    for (size_t i = 0; i < forge->block_count; i++) {
        forge->blocks[i].section = forge->blocks[i].section == CHECKSUMS ? OTHER : forge->blocks[i].section;
    }
}

static void cut_checksums(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, CHECKSUMS, PARTS - 1);
    assert_int_equal(block->size, LAYOUTS[metric].checksums * sizeof(uint64_t));
    hr_forge_resize(block, block->size - sizeof(uint64_t));
}

/// The newest checkpoint is forged, and the run goes on from the one before.
HR_TEST_BOTH(test_a_checkpoint_without_checksums_is_refused, make_directories, remove_directories) {
    static const struct {
        void (*change)(void *context, hr_forge *forge);
        const char *text;
    } FORGERIES[] = {{lose_checksums, "has no checksums of its scratch files"},
                     {cut_checksums, "its checksums are not those of this board"}};
    for (int i = 0; i < 2; i++) {
        hr_enumeration whole;
        hr_puzzle *puzzle = begin(NULL, &whole);
        hr_forge_newest(kept, FORGERIES[i].change, NULL);
        check_rest(puzzle, NULL, &whole, 1);
        assert_true(rank() != 0 || strstr(why, FORGERIES[i].text) != NULL);
        end(cmocka_state, puzzle, &whole);
    }
}
