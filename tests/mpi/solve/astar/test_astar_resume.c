// SPDX-License-Identifier: MIT
// A* that is stopped again and again, or interrupted in the middle of buckets, finds the path and the counts of an undisturbed
// search.
// Ranks: 1 3

#include "mpi_test.h"

#include <math.h>

#include "forge.h"
#include "resumed_search.h"
#include "run/checkpoint/checkpoint.h"

HR_TEST(test_a_search_that_was_stopped_finds_the_same_path_and_counts) {
    for (size_t i = hr_test_of_tier(1, 0); i < POSITION_COUNT; i++) { // the first one takes half of the time
        check_stops(&POSITIONS[i]);
    }
}

HR_TEST(test_interrupted_buckets_are_finished) {
    check_interruptions(&POSITIONS[1], 1e-9);
    check_interruptions(&POSITIONS[1], 0);
    check_interruptions(&POSITIONS[4], 1e-9);
    check_interruptions(&POSITIONS[5], 1e-9);
    check_interruptions(&POSITIONS[7], 1e-9);
}

/// Collective. Search from the checkpoint in the directory on, with `limit` bytes a rank, and check what is told where they are
/// lacking.
static hr_path search_within(const position *p, const char *directory, uint64_t limit) {
    const hr_astar_options options = {.memory_limit = (uint64_t)hr_comm_size(hr_test_world()) * limit,
                                      .run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true}}};
    hr_path path = search_well(p, &options);
    if (path.outcome != HR_PATH_SOLVED) {
        assert_int_equal(path.stop, HR_STOP_MEMORY);
        assert_non_null(strstr(path.limit, path.visited > 1 ? "go on with --resume" : "the"));
    }
    return path;
}

/// Collective. Search anew with one limit after the other, until a search ends far from its start for lack of memory. Returns the
/// limit; the directory has the checkpoint. What a process holds besides states varies by megabytes under sanitizers, so that
/// limits near those that were too small or large are tried again.
static uint64_t lack_memory(const position *p, char directory[64]) {
    const uint64_t near = 4 << 20;
    uint64_t low = 32 << 20;
    uint64_t high = 1 << 30;
    for (int tries = 0; tries < 100; tries++) {
        const uint64_t limit = low + (high - low) / 2;
        hr_test_make_directory(directory);
        hr_path path = search_within(p, directory, limit);
        const bool solved = path.outcome == HR_PATH_SOLVED;
        const bool far = path.visited > 1000;
        hr_path_clear(&path);
        if (far && !solved) {
            return limit;
        }
        hr_test_remove_directory(directory);
        low = solved ? low : limit;
        high = solved ? limit : high;
        if (high - low < near / 4) {
            low -= near;
            high += near;
        }
    }
    fail_msg("no limit ends the search of %s between its start and its end", p->options.spec);
    return 0;
}

/// A search that lacks memory goes on with more of it, as if nothing had happened.
HR_TEST(test_a_search_that_lacked_memory_goes_on) {
    const position p = {{.spec = "tile:3x4"}, "2 6 4 1 3 11 7 9 5 10 8 0", false, 1, 1, 20}; // 20: by IDA*
    char directory[64];
    hr_path expected = search_undisturbed(&p);
    hr_count before = 1000;
    for (uint64_t limit = lack_memory(&p, directory);; limit += 1 << 17) {
        hr_path path = search_within(&p, directory, limit);
        assert_true(path.visited >= before);
        before = path.visited;
        if (path.outcome == HR_PATH_SOLVED) {
            expect_same(&path, &expected);
            hr_path_clear(&path);
            break;
        }
        hr_path_clear(&path);
        assert_true(limit < 1 << 30);
    }
    hr_path_clear(&expected);
    hr_test_remove_directory(directory);
}

/// States have so many successors that the memory ends while successors arrive. None of them is lost.
HR_TEST_IN_DIRECTORY(test_successors_beyond_the_memory_are_saved) {
    const position p = {{.spec = "klotski:4x8", .metric = HR_METRIC_MOVE}, "XXTTXXBBLRTTLRBBTTooBBooLRoo.oo.", false, 1, 1, 0};
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    hr_count before = 1000;
    const uint64_t most = ranks == 1 ? 96 << 20 : 48 << 20; // to the limit again and again by one rank, twice by several
    for (uint64_t more = 32 << 20; more <= most; more += 16 << 20) {
        hr_memory_room room;
        hr_memory_room_here((int)ranks, &room); // it grows from search to search
        uint64_t held = room.resident > HR_MEMORY_ROOM_BASE ? room.resident : HR_MEMORY_ROOM_BASE;
        assert_int_equal(hr_comm_max(hr_test_world(), &held, 1, NULL), HR_OK);
        const hr_astar_options options = {.memory_limit = ranks * (held + more),
                                          .run = {.checkpoint = {.directory = hr_test_directory, .every = 1e9, .resume = true}}};
        hr_path path = search_well(&p, &options);
        assert_int_equal(path.stop, HR_STOP_MEMORY);
        assert_non_null(strstr(path.limit, "go on with --resume"));
        assert_true(path.visited > before);
        before = path.visited;
        hr_path_clear(&path);
    }
}

/// Searches without a solution, and of what is solved, keep checkpoints, too. The 2x2 cannot get out of its corner.
HR_TEST(test_solved_and_unsolvable_positions_go_on) {
    const position cases[] = {{{.spec = "tile:3x3"}, "1 2 3 4 5 6 7 8 0", false, 1, 1, 0},
                              {{.spec = "klotski:3x4"}, "XXTXXBLR..LR", false, 1, 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char directory[64];
        hr_test_make_directory(directory);
        for (int again = 0; again < 3; again++) {
            hr_path path = search_part(&cases[i], directory, 1e9, 0);
            assert_int_equal(path.outcome, i == 0 ? HR_PATH_SOLVED : HR_PATH_UNSOLVABLE);
            assert_int_equal(path.count, i == 0);
            hr_path_clear(&path);
        }
        hr_test_remove_directory(directory);
    }
}

enum { LEVEL_IN_WORK = 50000, EARLIER = 100000, FIRST_LEVEL = 3000 }; ///< seconds

/// The earlier run took long: a finished level, the level in work, and all of it. Sets *context to the number of finished levels.
static void took_long(void *context, hr_forge *forged) {
    forged->facts[19] = hr_checkpoint_word(LEVEL_IN_WORK);
    forged->facts[20] = hr_checkpoint_word(EARLIER);
    forged->facts[26 + 3] = hr_checkpoint_word(FIRST_LEVEL);
    *(size_t *)context = (size_t)forged->facts[25];
}

/// What rank 0 has been told of checkpoints.
typedef struct told {
    size_t written, resumed;
    uint64_t bytes; ///< of the last one written
    double least;   ///< seconds of an event
    hr_astar_progress last;
} told;

static void note_told(const hr_event *event, void *context) {
    told *t = context;
    t->written += event->kind == HR_EVENT_CHECKPOINT;
    t->resumed += event->kind == HR_EVENT_RESUMED;
    t->least = event->seconds < t->least ? event->seconds : t->least;
    assert_true(event->kind != HR_EVENT_RESUMED || t->bytes == 0 || event->bytes == t->bytes);
    t->bytes = event->bytes;
    t->last = *(const hr_astar_progress *)event->more;
}

static bool is_about(double seconds, int wanted) { return seconds >= wanted && seconds < wanted + 1000; }

/// A search that goes on counts the seconds of earlier runs: in its levels, in all, for its log and in its next checkpoint. Once it
/// has come to its end, nothing is left to be written.
HR_TEST_IN_DIRECTORY(test_seconds_of_earlier_runs_count) {
    const position *p = &POSITIONS[2];
    const bool first = hr_comm_rank(hr_test_world()) == 0;
    told t = {.least = HUGE_VAL};
    size_t finished = 0;
    hr_astar_options options = {.max_nodes = 3000,
                                .run = {.checkpoint = {.directory = hr_test_directory, .every = 1e9, .resume = true},
                                        .event = note_told,
                                        .event_context = &t}};
    hr_path path = search_well(p, &options);
    assert_int_equal(t.written, first);
    assert_true(!first || (t.last.generated == path.visited && t.last.expanded == path.expanded && t.last.bound == path.bound));
    hr_path_clear(&path);
    hr_forge_newest(hr_test_directory, took_long, &finished);
    t = (told){.least = HUGE_VAL};
    for (options.max_nodes = 6000;; options.max_nodes = 0) {
        path = search_well(p, &options);
        assert_true(is_about(path.seconds, EARLIER));
        assert_true(path.iterations[0].seconds == (double)FIRST_LEVEL);
        assert_true(!first || finished == 0 || is_about(path.iterations[finished].seconds, LEVEL_IN_WORK));
        if (path.outcome == HR_PATH_SOLVED) {
            break;
        }
        hr_path_clear(&path);
    }
    hr_path_clear(&path);
    assert_true(!first || (is_about(t.least, EARLIER) && t.written == 2 && t.resumed == 2));
    path = search_well(p, &options);
    assert_true(!first || (t.written == 2 && t.resumed == 3));
    hr_path_clear(&path);
}
