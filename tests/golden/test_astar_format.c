// SPDX-License-Identifier: MIT
// Checkpoints of A* with states of one word and of two, byte by byte. golden/formats/README.md says what to do when they differ.
// Ranks: 1

#include "files/golden_checkpoints.h"

#include "solve/astar/puzzle_search.h"

/// The facts that hold seconds: those of the level in work and of the search, and one for each finished level.
enum { LEVEL_SECONDS = 19, SECONDS = 20, FACTS = 26, SECONDS_OF_LEVEL = 3, WORDS_OF_LEVEL = 4 };

/// A search that is stopped once `most` states are generated. Both starts are 20 moves from the goal.
typedef struct stopped_search {
    const char *name; ///< of the golden file
    hr_puzzle_options options;
    const char *start;
    hr_count most;
    size_t words; ///< words of a state
} stopped_search;

/// As tile-2x3.table says.
static const stopped_search NARROW = {"astar.checkpoint", {.spec = "tile:2x3"}, "5 4 3 2 1 0", 150, 1};

/// Twenty pieces in a row, each of which moves into the gap once: 66 bits.
static const stopped_search WIDE = {
    "wide-astar.checkpoint",
    {.spec = "blocks:row", .text = "start: abcdefghijklmnopqrst.; goal: .abcdefghijklmnopqrst", .no_symmetry = true},
    "abcdefghijklmnopqrst.",
    12,
    2};

/// Search until `most` states are generated; 0: to the end.
static hr_path search(const stopped_search *g, hr_count most) {
    hr_puzzle *puzzle = made_puzzle(&g->options);
    const hr_puzzle_search task = {.puzzle = puzzle, .bounds = hr_bounds_none(puzzle), .bounds_name = "none"};
    const hr_astar_options options = {
        .max_nodes = most, .run = {.checkpoint = {.directory = golden_kept, .every = 1e9, .resume = true}, .event = golden_note}};
    hr_state start[HR_STATE_WORDS_MAX];
    hr_path path;
    hr_error error = {.text = ""};
    assert_int_equal(hr_puzzle_describe(puzzle)->state_words, g->words);
    assert_int_equal(hr_puzzle_parse(puzzle, g->start, start, NULL), HR_OK);
    if (hr_puzzle_search_run(hr_test_world(), &task, start, &options, &path, &error) != HR_OK) {
        (void)snprintf(golden_said, sizeof golden_said, "%s", error.text);
    }
    hr_puzzle_destroy(&puzzle);
    return path;
}

static void forget_seconds(golden_file *f, size_t words) {
    const hr_checkpoint_head head = golden_head(f);
    uint8_t *facts = f->bytes + head.tail_offset + hr_checkpoint_padded(head.identity_bytes);
    memset(facts + LEVEL_SECONDS * sizeof(uint64_t), 0, sizeof(uint64_t));
    memset(facts + SECONDS * sizeof(uint64_t), 0, sizeof(uint64_t));
    for (size_t i = FACTS + words - 1 + SECONDS_OF_LEVEL; i < head.fact_count; i += WORDS_OF_LEVEL) {
        memset(facts + i * sizeof(uint64_t), 0, sizeof(uint64_t));
    }
    golden_seal(f, head);
}

/// Put the golden file in the place of the one that a search writes, which is compared with it.
static void begin(const stopped_search *g) {
    static golden_file file;
    hr_test_make_directory(golden_kept);
    golden_said[0] = '\0';
    hr_path path = search(g, g->most);
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    hr_path_clear(&path);
    golden_path[0] = '\0';
    hr_test_for_each_file(golden_kept, golden_note_path);
    golden_read(golden_path, &file);
    forget_seconds(&file, g->words);
    golden_expect(&file, g->name);
    golden_get(g->name, &file);
    golden_write(golden_path, &file);
}

static void check_golden(const stopped_search *g) {
    begin(g);
    hr_path path = search(g, 0);
    assert_string_equal(golden_said, "");
    assert_int_equal(path.outcome, HR_PATH_SOLVED);
    assert_int_equal(path.count, 21);
    assert_true(path.iteration_count > 1);
    assert_true(path.iterations[0].seconds == 0); // this level comes from the golden file
    hr_path_clear(&path);
    hr_test_remove_directory(golden_kept);
}

HR_TEST(test_a_search_writes_the_golden_checkpoint_and_goes_on_from_it) {
    check_golden(&NARROW);
    check_golden(&WIDE);
}

/// The version of the facts and sections is the first fact.
HR_TEST(test_another_version_is_refused) {
    static golden_file file;
    begin(&NARROW);
    golden_read(golden_path, &file);
    const hr_checkpoint_head head = golden_head(&file);
    file.bytes[head.tail_offset + hr_checkpoint_padded(head.identity_bytes)] = 9;
    golden_seal(&file, head);
    golden_write(golden_path, &file);
    hr_path path = search(&NARROW, 0);
    assert_string_equal(golden_said, "a checkpoint with A* of version 9, but this program reads version 2: begin the run again");
    hr_path_clear(&path);
    hr_test_remove_directory(golden_kept);
}

HR_TEST(test_the_first_version_is_refused) {
    static golden_file file;
    begin(&NARROW);
    golden_get("astar-1/astar.checkpoint", &file);
    golden_write(golden_path, &file);
    hr_path path = search(&NARROW, 0);
    assert_string_equal(golden_said, "a checkpoint with A* of version 1, but this program reads version 2: begin the run again");
    hr_path_clear(&path);
    hr_test_remove_directory(golden_kept);
}
