// SPDX-License-Identifier: MIT
// Checkpoints of the line engine with lines on disks. The files with the lines are part of the checkpoint. A layer leaves the lines
// of the checkpoint alone, so a run goes on after it has left a layer half made.

#include "scratch_checkpoint.h"

#include "enumerate/lines/lines.h"

enum { DAMAGED_BYTE = 0x5A };

static hr_puzzle *make_puzzle(const char *spec, const char *from) {
    return hr_test_make_puzzle(&(hr_puzzle_options){.spec = spec, .from = from, .metric = HR_METRIC_SLIDE});
}

static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const uint64_t *resident,
                        hr_enumeration *result, hr_error *error) {
    hr_lines_tuning tuning = {.resident_given = resident != NULL};
    if (resident != NULL) {
        memcpy(tuning.resident, resident, sizeof tuning.resident);
    }
    return hr_lines_search(hr_test_world(), puzzle, options, &tuning, result, error);
}

static void test_stopped_again_and_again_gives_the_same(void **state) {
    (void)state;
    check_stops("tile:2x4", NULL, 14);
}

static void test_stopped_from_another_source_gives_the_same(void **state) {
    (void)state;
    check_stops("tile:3x3", "8 6 7 2 5 4 3 0 1", 30);
}

static void test_search_goes_on_from_each_layer(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    for (hr_depth depth = 0; depth + 1 < whole.layer_count; depth += depth < 2 ? 1 : 7) {
        search_part(puzzle, true, depth);
        goes_on(puzzle, RESIDENT[depth % RESIDENT_COUNT], &whole);
        (void)remove_directories(state);
        (void)make_directories(state);
    }
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

/// Collective. Damage the page number `page` of the file. Returns the number of pages.
static long damage_page(const char *path, long page) {
    long pages = 0;
    barrier();
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    pages = ftell(file) / PAGE;
    barrier();
    if (rank() == 0) {
        char bytes[PAGE];
        memset(bytes, DAMAGED_BYTE, sizeof bytes);
        assert_int_equal(fseek(file, page * PAGE, SEEK_SET), 0);
        assert_int_equal(fwrite(bytes, 1, sizeof bytes, file), sizeof bytes);
    }
    assert_int_equal(fclose(file), 0);
    barrier();
    return pages;
}

/// Damage in the lines of the last layer is refused; then the run goes on from the checkpoint before, whose lines the last layer
/// has left alone. What lies in the other places does not matter to the last layer.
static void test_damage_never_gives_other_counts(void **state) {
    (void)state;
    // The pages of a part: the rows, two for each column, and the second ones of the rows. Layer 12 lies in the first ones.
    static const bool USED[] = {true, true, true, true, false, true, false, true, false, false, false, false};
    const long pages = sizeof USED / sizeof USED[0];
    const long all_pages = 8 * pages; // of eight parts
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    for (long page = 3; page < all_pages; page += 2 * (pages + 1)) {
        char path[512];
        search_part(puzzle, true, 12);
        assert_int_equal(find_files(scratch, path), 1);
        assert_int_equal(damage_page(path, page), all_pages);
        refused = 0;
        goes_on(puzzle, RESIDENT[2], &whole);
        assert_int_equal(refused, rank() == 0 && USED[page % pages]);
        (void)remove_directories(state);
        (void)make_directories(state);
    }
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

static char why[512]; ///< what the last refusal has said

static void note_why(const hr_event *event, void *context) {
    note(event, context);
    if (event->kind == HR_EVENT_REFUSED) {
        (void)snprintf(why, sizeof why, "%s", event->text);
    }
}

/// Each of two files has every other part. The damage is in the rows of a part.
static void test_the_file_with_the_damage_is_named(void **state) {
    enum { PARTS = 8, PART_PAGES = 12 };
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    for (long part = 0; part < PARTS; part += (long)hr_test_of_tier(3, 1)) {
        char second[64];
        char path[512];
        hr_test_make_directory(second);
        const char *const directory = part % 2 == 0 ? scratch : second;
        hr_enumerate_options options = options_for(true);
        options.scratch = (hr_scratch_options){.paths = {scratch, second}, .count = 2};
        options.event = note_why;
        options.checkpoint.every = 0;
        options.max_depth = 12;
        hr_enumeration result;
        assert_int_equal(search(puzzle, &options, RESIDENT[2], &result, NULL), HR_OK);
        hr_enumeration_clear(&result);
        assert_int_equal(find_files(directory, path), 1);
        assert_int_equal(damage_page(path, part / 2 * PART_PAGES), PARTS / 2 * PART_PAGES);
        refused = 0;
        options.max_depth = HR_DEPTH_UNREACHED;
        assert_int_equal(search(puzzle, &options, RESIDENT[2], &result, NULL), HR_OK);
        assert_same_result(&result, &whole);
        assert_true(rank() != 0 || (refused == 1 && strstr(why, directory) != NULL));
        hr_enumeration_clear(&result);
        barrier();
        hr_test_remove_directory(second);
        (void)remove_directories(state);
        (void)make_directories(state);
    }
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

#define TEST(NAME) cmocka_unit_test_setup_teardown(NAME, make_directories, remove_directories)
static const struct CMUnitTest tests[] = {
    TEST(test_stopped_again_and_again_gives_the_same),  TEST(test_stopped_from_another_source_gives_the_same),
    TEST(test_search_goes_on_from_each_layer),          TEST(test_a_file_that_is_not_the_checkpoints_is_refused),
    TEST(test_a_checkpoint_without_scratch_is_refused), TEST(test_damage_never_gives_other_counts),
    TEST(test_the_file_with_the_damage_is_named),       TEST(test_a_second_search_leaves_the_checkpoint_alone),
};
HR_MPI_TEST_MAIN(tests)
