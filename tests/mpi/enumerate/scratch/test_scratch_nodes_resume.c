// SPDX-License-Identifier: MIT
// Ranks: 2 3 4
// Checkpoints of searches with bits on disks that each node has for itself: a run goes on with the same nodes alone.
// Long tier: mpi.scratch_checkpoint has the planes on disks that all nodes see.

#include "node_disks.h"

#include <unistd.h>

#include "core/hash.h"
#include "forge.h"

/// Stops a run after so many looks, on the last rank.
static long looks_left;
static bool stop_wanted(void) { return looks_left-- == 0 && rank() == ranks() - 1; }

/// What lies in memory may be something else in each run.
HR_TEST_BOTH(test_stopped_again_and_again_gives_the_same, make_directories, remove_directories) {
    static const hr_bits_tuning TUNINGS[] = {
        {.resident_given = true},
        {.resident_given = true, .resident = {[HR_BITS_CROSSING] = 3, [HR_BITS_INNER] = 2}},
        {.resident_given = true, .resident = {[HR_BITS_CROSSING] = 1000, [HR_BITS_INNER] = 1000}}};
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:2x4", &whole);
    hr_enumerate_options options = keeping(options_for(ANY));
    options.stop_wanted = stop_wanted;
    hr_error error = {.text = ""};
    hr_status status = HR_STOPPED;
    size_t stops = 0;
    for (long looks = 30 / ranks(); status == HR_STOPPED; looks += 12) {
        looks_left = looks;
        hr_enumeration part;
        status = run_bits(puzzle, &options, &TUNINGS[stops % 3], &part, &error);
        if (status == HR_OK) {
            assert_same_result(&part, &whole);
        } else {
            assert_int_equal(status, HR_STOPPED);
            assert_int_equal(files_on(0) == files_on(1), 1);
            stops++;
        }
        hr_enumeration_clear(&part);
    }
    assert_true(stops >= 3);
    nothing_is_left();
    options.stop_wanted = NULL; // the checkpoint of the whole space needs no files
    hr_enumeration again;
    search_bits(puzzle, &options, &NOTHING, &again);
    assert_same_result(&again, &whole);
    nothing_is_left();
    hr_enumeration_clear(&again);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}

/// Search up to depth 12, with a checkpoint and a file on each disk.
static hr_puzzle *search_part(hr_enumeration *whole) {
    hr_puzzle *puzzle = create("tile:3x3", whole);
    hr_enumerate_options options = keeping(options_for(ANY));
    options.max_depth = 12;
    hr_enumeration part;
    search_bits(puzzle, &options, &NOTHING, &part);
    hr_enumeration_clear(&part);
    for (int node = 0; node < NODES; node++) {
        assert_int_equal(files_on(node), 1);
    }
    return puzzle;
}

/// Each rank is a node, and the first two share a directory.
HR_TEST_BOTH(test_nodes_may_share_a_directory, make_directories, remove_directories) {
    hr_enumeration whole;
    hr_puzzle *puzzle = create("tile:3x3", &whole);
    pretend(ranks());
    hr_enumerate_options options = keeping(options_for(rank() >= 2));
    options.max_depth = 12;
    hr_enumeration part;
    search_bits(puzzle, &options, &NOTHING, &part);
    hr_enumeration_clear(&part);
    assert_int_equal(files_on(0), ranks() > 2 ? 2 : 1);
    options.max_depth = HR_DEPTH_UNREACHED;
    search_bits(puzzle, &options, &NOTHING, &part);
    assert_same_result(&part, &whole);
    nothing_is_left();
    hr_enumeration_clear(&part);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
    pretend(NODES);
}

/// The run goes on to its end.
static void goes_on(hr_puzzle *puzzle, hr_enumeration *whole) {
    const hr_enumerate_options options = keeping(options_for(ANY));
    hr_enumeration rest;
    search_bits(puzzle, &options, &NOTHING, &rest);
    assert_same_result(&rest, whole);
    nothing_is_left();
    hr_enumeration_clear(&rest);
    hr_enumeration_clear(whole);
    hr_puzzle_destroy(&puzzle);
}

static size_t refused;

static void note(const hr_event *event, void *context) {
    if (event->kind == HR_EVENT_REFUSED) {
        refused++;
        assert_non_null(strstr(event->text, "does not name its scratch files"));
    }
}

/// Section 5 is as src/run/checkpoint/FORMAT.md says. Cut its last word off.
static void cut_layout(void *context, hr_forge *forge) {
    uint64_t node[64] = {0};
    assert_in_range(ranks(), 1, 64);
    for (int r = 0; r < ranks(); r++) {
        node[r] = (uint64_t)(r % NODES);
    }
    hr_forge_block *block = hr_forge_find(forge, 5, 0);
    assert_int_equal(block->size, 3 * sizeof(uint64_t));
    assert_int_equal(hr_forge_word(block, 1), ranks());
    assert_int_equal(hr_forge_word(block, 2), hr_hash_bytes(node, (size_t)ranks() * sizeof node[0]));
    hr_forge_resize(block, 2 * sizeof(uint64_t));
}

/// The run goes on from the checkpoint before.
HR_TEST_BOTH(test_a_checkpoint_that_says_too_little_is_refused, make_directories, remove_directories) {
    hr_enumeration whole;
    hr_puzzle *puzzle = search_part(&whole);
    hr_enumerate_options options = keeping(options_for(ANY));
    hr_forge_newest(kept, cut_layout, NULL);
    options.event = note;
    options.max_depth = 12;
    refused = 0;
    hr_enumeration part;
    search_bits(puzzle, &options, &NOTHING, &part);
    assert_int_equal(part.layer_count, 13);
    assert_int_equal(refused, rank() == 0);
    hr_enumeration_clear(&part);
    goes_on(puzzle, &whole);
}

HR_TEST_BOTH(test_other_ranks_on_the_nodes_are_refused, make_directories, remove_directories) {
    hr_enumeration whole;
    hr_puzzle *puzzle = search_part(&whole);
    const hr_enumerate_options options = keeping(options_for(ANY));
    pretend(1);
    is_refused(puzzle, &options, "go on with the same nodes in the same order, and as many ranks on each");
    pretend(NODES);
    goes_on(puzzle, &whole);
}

/// The nodes come in another order: each finds the file of the other one.
HR_TEST_BOTH(test_other_disks_are_refused, make_directories, remove_directories) {
    hr_enumeration whole;
    hr_puzzle *puzzle = search_part(&whole);
    hr_enumerate_options options = keeping(options_for(ANY));
    options.scratch.paths[0] = disks[(rank() + 1) % NODES];
    is_refused(puzzle, &options, "is in no --scratch DIR of that node: go on with the same nodes in the same order");
    goes_on(puzzle, &whole);
}

static const char *moved_to;

static char was_at[512];

static void move_away(const char *path) {
    (void)snprintf(was_at, sizeof was_at, "%s", path);
    assert_int_equal(rename(path, moved_to), 0);
}

/// A file is missing on one node, and back again.
HR_TEST_BOTH(test_a_missing_file_is_refused_by_all, make_directories, remove_directories) {
    char host[256] = "";
    char path[256];
    hr_enumeration whole;
    hr_puzzle *puzzle = search_part(&whole);
    const hr_enumerate_options options = keeping(options_for(ANY));
    (void)snprintf(path, sizeof path, "%s.away", disks[1]);
    moved_to = path;
    hr_test_for_each_file(disks[1], move_away);
    assert_int_equal(gethostname(host, sizeof host - 1), 0);
    is_refused(puzzle, &options, host);
    is_refused(puzzle, &options, ".planes is in no --scratch DIR of that node");
    assert_int_equal(files_on(0), 1);
    if (rank() == 0) {
        assert_int_equal(rename(path, was_at), 0);
    }
    barrier();
    goes_on(puzzle, &whole);
}

HR_TEST_BOTH(test_a_damaged_file_is_refused_by_all, make_directories, remove_directories) {
    hr_enumeration whole;
    hr_puzzle *puzzle = search_part(&whole);
    const hr_enumerate_options options = keeping(options_for(ANY));
    hr_test_for_each_file(disks[1], clear_file);
    is_refused(puzzle, &options, "does not hold the states");
    is_refused(puzzle, &options, disks[1]);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
}
