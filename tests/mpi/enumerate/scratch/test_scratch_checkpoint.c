// SPDX-License-Identifier: MIT
// Checkpoints of the plane engine with planes on disks. The files with the planes are part of the checkpoint.

#include "scratch_checkpoint.h"

#include "enumerate/planes/planes.h"

static size_t list_room; ///< how many of a layer's states a rank can list in runs with scratch; 0: the usual number

static hr_puzzle *make_puzzle(const char *spec, const char *from) {
    return hr_test_make_puzzle(&(hr_puzzle_options){.spec = spec, .from = from});
}

static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const uint64_t *resident,
                        hr_enumeration *result, hr_error *error) {
    hr_planes_tuning tuning = {.resident_given = resident != NULL};
    if (resident != NULL) {
        memcpy(tuning.resident, resident, sizeof tuning.resident);
        tuning.list_room = list_room;
    }
    hr_planes_engine *engine = NULL;
    const hr_run_task task = {hr_test_world(), puzzle, options, result};
    hr_status status = hr_planes_create(&task, &tuning, &engine, error);
    if (status == HR_OK) {
        status = hr_planes_search(engine, error);
    }
    hr_planes_destroy(&engine);
    return status;
}

static void test_stopped_again_and_again_gives_the_same(void **state) {
    (void)state;
    check_stops("tile:2x4", NULL, 20);
}

static void test_stopped_from_another_source_gives_the_same(void **state) {
    (void)state;
    check_stops("tile:3x3", "8 6 7 2 5 4 3 0 1", 60);
}

/// The checkpoint of the last layer, which completes the space, has no files. A run that goes on from it may be stopped before it
/// knows that no layer follows.
static void test_the_whole_space_is_stopped_without_files(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    search_part(puzzle, true, (hr_depth)whole.layer_count - 1);
    hr_enumerate_options options = options_for(true);
    options.stop_wanted = stop_wanted;
    size_t stops = 0;
    hr_status status = HR_STOPPED;
    for (long looks = 0; status == HR_STOPPED; looks++) {
        looks_left = looks;
        hr_enumeration rest;
        status = search(puzzle, &options, RESIDENT[RESIDENT_COUNT - 1], &rest, NULL);
        stops += status == HR_STOPPED;
        hr_enumeration_clear(&rest);
    }
    assert_true(status == HR_OK && stops > 0);
    goes_on(puzzle, RESIDENT[RESIDENT_COUNT - 1], &whole);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

static void test_lost_states_are_noticed(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    search_part(puzzle, true, 12);
    assert_int_equal(count_files(scratch), 1);
    hr_test_for_each_file(scratch, clear_file);
    is_refused(puzzle, true, "does not hold the states");
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

/// A rank cannot list the last layer's states while it makes the layer.
static void test_a_second_search_for_want_of_room_leaves_the_checkpoint_alone(void **state) {
    list_room = 2;
    test_a_second_search_leaves_the_checkpoint_alone(state);
    list_room = 0;
}

/// Each of the three directories has a file, and the 56 parts do not divide evenly among them. A search goes on whatever comes
/// first.
static void test_directories_may_come_in_another_order(void **state) {
    (void)state;
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    char others[2][64];
    hr_test_make_directory(others[0]);
    hr_test_make_directory(others[1]);
    hr_enumerate_options options = options_for(true);
    options.scratch = (hr_scratch_options){.paths = {scratch, others[0], others[1]}, .count = 3};
    options.stop_wanted = stop_wanted;
    looks_left = 60 / ranks();
    hr_enumeration part;
    assert_int_equal(search(puzzle, &options, RESIDENT[0], &part, NULL), HR_STOPPED);
    hr_enumeration_clear(&part);
    options.scratch = (hr_scratch_options){.paths = {others[1], scratch, others[0]}, .count = 3};
    options.stop_wanted = NULL;
    assert_int_equal(search(puzzle, &options, RESIDENT[0], &part, NULL), HR_OK);
    assert_same_result(&part, &whole);
    hr_enumeration_clear(&part);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
    barrier();
    hr_test_remove_directory(others[0]);
    hr_test_remove_directory(others[1]);
}

#define TEST(NAME) cmocka_unit_test_setup_teardown(NAME, make_directories, remove_directories)
static const struct CMUnitTest tests[] = {
    TEST(test_stopped_again_and_again_gives_the_same),
    TEST(test_stopped_from_another_source_gives_the_same),
    TEST(test_the_whole_space_is_stopped_without_files),
    TEST(test_a_file_that_is_not_the_checkpoints_is_refused),
    TEST(test_lost_states_are_noticed),
    TEST(test_a_checkpoint_without_scratch_is_refused),
    TEST(test_a_second_search_for_want_of_room_leaves_the_checkpoint_alone),
    TEST(test_directories_may_come_in_another_order),
};
HR_MPI_TEST_MAIN(tests)
