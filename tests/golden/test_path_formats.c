// SPDX-License-Identifier: MIT
// Checkpoints of searches for a path, byte by byte. golden/formats/README.md says what to do when the comparison fails.
// Ranks: 1

#include "files/golden_checkpoints.h"

#include "solve/layers/both_ways.h"

static const struct {
    const char *name;
    hr_status (*search)(const hr_together_task *task, const hr_enumerate_options *run, hr_path *path, hr_error *error);
    hr_count most; ///< states after which the search is stopped
} SEARCHES[] = {
    {"path.checkpoint", hr_shortest_path_together, 100},
    {"both-sides.checkpoint", hr_shortest_path_both_ways, 40},
};
enum { SEARCH_COUNT = sizeof SEARCHES / sizeof SEARCHES[0] };

/// Search a state of 2x3 that is 20 moves away, as tile-2x3.table says, until `most` states are found; 0: to the end.
static hr_path search(size_t number, hr_count most) {
    const hr_puzzle_options puzzle_options = {.spec = "tile:2x3"};
    const hr_enumerate_options options = {
        .max_states = most, .checkpoint = {.directory = golden_kept, .every = 1e9, .resume = true}, .event = golden_note};
    hr_puzzle *puzzle = made_puzzle(&puzzle_options);
    hr_together_task task = {.comm = hr_test_world(), .puzzle = puzzle, .options = &puzzle_options};
    hr_path path;
    hr_error error = {.text = ""};
    hr_state start = made_state(puzzle, "5 4 3 2 1 0");
    task.start = &start;
    if (SEARCHES[number].search(&task, &options, &path, &error) != HR_OK) {
        (void)snprintf(golden_said, sizeof golden_said, "%s", error.text);
    }
    hr_puzzle_destroy(&puzzle);
    return path;
}

/// Put the golden file, with this version, in the place of the one that a search writes, which is compared with it.
static void begin(size_t number, uint32_t version) {
    static golden_file file;
    hr_test_make_directory(golden_kept);
    golden_said[0] = '\0';
    hr_path path = search(number, SEARCHES[number].most);
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    hr_path_clear(&path);
    golden_path[0] = '\0';
    hr_test_for_each_file(golden_kept, golden_note_path);
    golden_read(golden_path, &file);
    golden_forget_times(&file);
    golden_expect(&file, SEARCHES[number].name);
    golden_get(SEARCHES[number].name, &file);
    ((hr_head *)file.bytes)->version = version; // no checksum covers the version
    golden_write(golden_path, &file);
}

HR_TEST(test_searches_write_the_golden_checkpoints_and_go_on_from_them) {
    for (size_t i = 0; i < SEARCH_COUNT; i++) {
        begin(i, hr_checkpoint_format.version);
        hr_path path = search(i, 0);
        assert_string_equal(golden_said, "");
        assert_int_equal(path.outcome, HR_PATH_SOLVED);
        assert_int_equal(path.count, 21);
        assert_int_equal(path.iterations[path.iteration_count - 1].bound, 20);
        assert_true(path.iterations[0].seconds == 0); // this layer comes from the golden file
        hr_path_clear(&path);
        hr_test_remove_directory(golden_kept);
    }
}

HR_TEST(test_searches_refuse_another_version) {
    for (size_t i = 0; i < SEARCH_COUNT; i++) {
        begin(i, hr_checkpoint_format.version + 1);
        hr_path path = search(i, 0);
        assert_non_null(strstr(golden_said, "use a newer huarong"));
        hr_path_clear(&path);
        hr_test_remove_directory(golden_kept);
    }
}
