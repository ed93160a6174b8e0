// SPDX-License-Identifier: MIT
// Checkpoints of searches with bits on disks. The files with the planes are part of the checkpoint.

#include "scratch_checkpoint.h"

HR_TEST_BOTH(test_a_file_that_is_not_the_checkpoints_is_refused, make_directories, remove_directories) {
    hr_puzzle *puzzle = make_puzzle("tile:3x3", NULL);
    search_part(puzzle, true, 12);
    char path[512];
    char other[600];
    assert_int_equal(find_files(scratch, path), 1);
    (void)snprintf(other, sizeof other, "%s.other", path);
    is_refused(puzzle, false, " are in scratch files: name their directories by --scratch");
    if (rank() == 0) {
        assert_int_equal(rename(path, other), 0);
    }
    barrier();
    is_refused(puzzle, true, "is in no --scratch DIR");
    if (rank() == 0) {
        assert_int_equal(rename(other, path), 0);
        assert_int_equal(truncate(path, PAGE), 0);
    }
    barrier();
    is_refused(puzzle, true, "another size");
    hr_puzzle_destroy(&puzzle);
}

HR_TEST_BOTH(test_a_checkpoint_without_scratch_is_refused, make_directories, remove_directories) {
    hr_puzzle *puzzle = make_puzzle("tile:3x3", NULL);
    search_part(puzzle, false, 12);
    is_refused(puzzle, true, "the checkpoint is of a run without --scratch: go on without it");
    hr_puzzle_destroy(&puzzle);
}

/// The states of a limited run's last layer are searched for in other files.
HR_TEST_BOTH(test_a_second_search_leaves_the_checkpoint_alone, make_directories, remove_directories) {
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    hr_enumerate_options options = options_for(true);
    options.max_states = 1000;
    hr_enumeration part;
    assert_int_equal(search(puzzle, &options, RESIDENT[1], &part, NULL), HR_OK);
    assert_true(part.stop == HR_STOP_STATES && part.layer_count < whole.layer_count);
    assert_true(rank() != 0 || part.hardest_listed > 0);
    hr_enumeration_clear(&part);
    assert_int_equal(count_files(scratch), 1);
    goes_on(puzzle, RESIDENT[1], &whole);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST_BOTH(test_stopped_again_and_again_gives_the_same, make_directories, remove_directories) {
    check_stops("tile:2x4", NULL, metric == HR_METRIC_UNIT ? 20 : 14);
}

HR_TEST_BOTH(test_stopped_from_another_source_gives_the_same, make_directories, remove_directories) {
    check_stops("tile:3x3", "8 6 7 2 5 4 3 0 1", metric == HR_METRIC_UNIT ? 60 : 30);
}

HR_TEST_BOTH(test_search_goes_on_from_each_layer, make_directories, remove_directories) {
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", NULL, &whole);
    for (hr_depth depth = 0; depth + 1 < whole.layer_count; depth += depth < 2 ? 1 : 7) {
        search_part(puzzle, true, depth);
        goes_on(puzzle, RESIDENT[depth % RESIDENT_COUNT], &whole);
        (void)remove_directories(cmocka_state);
        (void)make_directories(cmocka_state);
    }
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

/// The checkpoint of the last layer, which completes the space, has no files. A run that goes on from it may be stopped before it
/// knows that no layer follows. With slide, which leaves all parts alone, it does not stop within the layer.
HR_TEST_UNIT(test_the_whole_space_is_stopped_without_files, make_directories, remove_directories) {
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

HR_TEST_BOTH(test_lost_states_are_noticed, make_directories, remove_directories) {
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
HR_TEST_BOTH(test_a_second_search_for_want_of_a_list_leaves_the_checkpoint_alone, make_directories, remove_directories) {
    unlisted = true;
    test_a_second_search_leaves_the_checkpoint_alone(cmocka_state);
    unlisted = false;
}

/// Each of the three directories has a file, and the 56 parts do not divide evenly among them. A search goes on whatever comes
/// first.
HR_TEST_BOTH(test_directories_may_come_in_another_order, make_directories, remove_directories) {
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
