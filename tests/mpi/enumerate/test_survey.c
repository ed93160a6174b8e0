// SPDX-License-Identifier: MIT
// Surveys of many puzzles: each row is what a run of the frontier engine over all ranks finds, and limits end searches where they
// should.

#include "mpi_test.h"

#include <string.h>
#include <unistd.h>

#include "enumerate/frontier/frontier.h"
#include "enumerate/survey.h"
#include "frontier_base.h"

// The last one has too many states for a rank alone.
static const hr_puzzle_options PUZZLES[] = {
    {.spec = "blocks:ma"},
    {.spec = "blocks:rush:BBoooCooooDCAAooDCooooDooEEEooooooFF", .metric = HR_METRIC_SLIDE},
    {.spec = "blocks:start: ab/..; goal: ba/..; horizontal: ab"}, // no solution
    {.spec = "blocks:red-donkey", .metric = HR_METRIC_MOVE},
    {.spec = "blocks:red-donkey", .metric = HR_METRIC_MOVE, .no_symmetry = true},
    {.spec = "klotski:3x3"},
    {.spec = "tile:4x4"},
};
enum { COUNT = sizeof PUZZLES / sizeof PUZZLES[0], LARGE = COUNT - 1 };

static hr_stop survey(const hr_enumerate_options *options, size_t n, hr_survey_row *rows) {
    hr_survey asked = {.puzzles = PUZZLES, .count = n, .rows = rows, .stop = HR_STOP_DEPTH};
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_survey_run(hr_test_world(), &asked, options, &error), error);
    return asked.stop;
}

/// The row equals what the engine finds, run by itself with the limits `run`.
static void expect_row_of(const hr_survey_row *row, const hr_puzzle_options *options, hr_enumerate_options run) {
    hr_enumeration result;
    run.max_depth = HR_DEPTH_UNREACHED;
    hr_puzzle *puzzle = made_puzzle(options);
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, NULL), HR_OK);
    assert_int_equal(row->states, result.states);
    assert_int_equal(row->layers, result.layer_count);
    assert_int_equal(row->first_solved, result.first_solved);
    assert_int_equal(row->stop, result.stop);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

/// The row equals what the engine finds, run by itself with this limit.
static void expect_row(const hr_survey_row *row, const hr_puzzle_options *options, hr_count max_states) {
    expect_row_of(row, options, (hr_enumerate_options){.max_states = max_states});
}

HR_TEST(test_rows_are_those_of_single_runs) {
    // The last limit is several layers of the large one beyond what a rank may search alone.
    const hr_count limits[] = {1000, HR_SURVEY_ALONE_STATES, (hr_count)4 * HR_SURVEY_ALONE_STATES};
    for (size_t l = 0; l < sizeof limits / sizeof limits[0]; l++) {
        hr_survey_row rows[COUNT];
        assert_int_equal(survey(&(hr_enumerate_options){.max_states = limits[l]}, COUNT, rows), HR_STOP_NONE);
        for (size_t i = 0; i < COUNT; i++) {
            expect_row(&rows[i], &PUZZLES[i], limits[l]);
        }
        assert_int_equal(rows[LARGE].stop, HR_STOP_STATES);
        assert_true(rows[LARGE].states >= limits[l]);
    }
}

HR_TEST(test_whole_spaces_need_no_limit) {
    hr_survey_row rows[LARGE];
    assert_int_equal(survey(&(hr_enumerate_options){0}, LARGE, rows), HR_STOP_NONE);
    for (size_t i = 0; i < LARGE; i++) {
        assert_int_equal(rows[i].stop, HR_STOP_NONE);
        expect_row(&rows[i], &PUZZLES[i], 0);
    }
    assert_int_equal(rows[0].states, 110804); // TLA+ Examples, SlidingPuzzles
    assert_int_equal(rows[2].states, 1);
    assert_int_equal(rows[2].first_solved, HR_DEPTH_UNREACHED);
    assert_int_equal(rows[3].states, rows[4].states);
    assert_int_equal(rows[3].first_solved, 81);
}

/// The last of these has its solution behind what a rank may search alone.
HR_TEST(test_a_solution_ends_a_search) {
    static const hr_puzzle_options puzzles[] = {
        {.spec = "blocks:ma"},
        {.spec = "blocks:start: ab/..; goal: ba/..; horizontal: ab"}, // no solution
        {.spec = "blocks:start: ab..../....../......; goal: ba"},
        {.spec = "blocks:start: abc/def/gh./...; goal: hgc/b.e/af./d.."},
    };
    enum { N = sizeof puzzles / sizeof puzzles[0] };
    const hr_enumerate_options run = {.until_solved = true};
    hr_survey_row rows[N];
    hr_survey asked = {.puzzles = puzzles, .count = N, .rows = rows};
    assert_int_equal(hr_survey_run(hr_test_world(), &asked, &run, NULL), HR_OK);
    assert_int_equal(asked.stop, HR_STOP_NONE);
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(rows[i].stop, i == 1 ? HR_STOP_NONE : HR_STOP_SOLVED);
        assert_true(i == 1 || rows[i].first_solved + 1 == rows[i].layers);
        expect_row_of(&rows[i], &puzzles[i], run);
    }
    assert_true(rows[N - 1].states > HR_SURVEY_ALONE_STATES);
}

static int reports;

/// What a made-up search was allowed, alone and together.
static struct {
    int count; ///< searches
    uint64_t memory;
    hr_count states;
    double seconds;
} seen[2];

static void count_reports(hr_depth depth, hr_count states, void *context) {
    assert_ptr_equal(context, PUZZLES);
    reports += states > 0;
}

HR_TEST(test_a_survey_tells_how_far_it_is) {
    hr_survey_row rows[LARGE];
    hr_survey asked = {
        .puzzles = PUZZLES, .count = LARGE, .progress = count_reports, .progress_context = (void *)PUZZLES, .rows = rows};
    reports = 0;
    assert_int_equal(hr_survey_run(hr_test_world(), &asked, &(hr_enumerate_options){0}, NULL), HR_OK);
    for (size_t i = 0; i < LARGE; i++) {
        expect_row(&rows[i], &PUZZLES[i], 0);
    }
    assert_true(reports > 0);
}

enum { TASKS = 2 };

static bool made_up; ///< the next searches are made up

/// Stands for the engine (tests/CMakeLists.txt). A made-up search alone ends at the bound of one rank, together after as many
/// layers with more states. `seen` notes the limits.
hr_status __real_hr_frontier_enumerate(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                                       hr_enumeration *result, hr_error *error);
hr_status __wrap_hr_frontier_enumerate(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                                       hr_enumeration *result, hr_error *error);

hr_status __wrap_hr_frontier_enumerate(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                                       hr_enumeration *result, hr_error *error) {
    if (!made_up) {
        return __real_hr_frontier_enumerate(comm, puzzle, options, result, error);
    }
    const bool together = hr_comm_size(comm) > 1;
    const double began = hr_comm_seconds();
    while (hr_comm_seconds() < began + 0.01) {}
    seen[together].count++;
    seen[together].memory = options->memory_limit;
    seen[together].states = options->max_states;
    seen[together].seconds = options->max_seconds;
    *result = (hr_enumeration){.states = together ? 12 : 10,
                               .layer_count = 3,
                               .first_solved = together ? 1 : HR_DEPTH_UNREACHED,
                               .stop = together ? HR_STOP_MEMORY : HR_STOP_STATES,
                               .seconds = 100};
    return HR_STOPPED;
}

/// A search that one rank cannot end is made by all. Each gets its share of the memory, rounded up, and the seconds that are left.
HR_TEST(test_searches_get_their_limits) {
    const size_t ranks = (size_t)hr_comm_size(hr_test_world());
    hr_survey_row rows[TASKS];
    hr_survey asked = {.puzzles = PUZZLES, .count = TASKS, .rows = rows};
    const hr_enumerate_options options = {.memory_limit = 1000000 * ranks + 1, .max_seconds = 1000};
    memset(seen, 0, sizeof seen);
    made_up = true;
    assert_int_equal(hr_survey_run(hr_test_world(), &asked, &options, NULL), HR_OK);
    if (seen[0].count > 0 && ranks > 1) {
        assert_int_equal(seen[0].memory, 1000001);
        assert_int_equal(seen[0].states, HR_SURVEY_ALONE_STATES);
    }
    if (ranks > 1) {
        assert_int_equal(seen[1].count, TASKS);
        assert_int_equal(seen[1].memory, options.memory_limit);
        assert_int_equal(seen[1].states, 0);
        assert_true(seen[1].seconds > 900 && seen[1].seconds < 1000 - 0.01 * (double)TASKS);
    }
    for (size_t i = 0; i < TASKS; i++) {
        assert_int_equal(rows[i].states, ranks > 1 ? 12 : 10);
        assert_int_equal(rows[i].layers, 3);
        assert_int_equal(rows[i].first_solved, ranks > 1 ? 1 : HR_DEPTH_UNREACHED);
        assert_int_equal(rows[i].stop, ranks > 1 ? HR_STOP_MEMORY : HR_STOP_STATES);
        assert_true(rows[i].seconds == (ranks > 1 ? 200 : 100));
    }
    memset(seen, 0, sizeof seen); // a rank alone reaches the survey's own limit
    assert_int_equal(hr_survey_run(hr_test_world(), &asked, &(hr_enumerate_options){.max_states = 10}, NULL), HR_OK);
    for (size_t i = 0; i < TASKS; i++) {
        assert_int_equal(rows[i].states, 10);
        assert_int_equal(rows[i].stop, HR_STOP_STATES);
    }
    made_up = false;
    assert_int_equal(seen[1].count, 0);
}

HR_TEST(test_nothing_to_survey) {
    hr_survey_row row = {.states = 7};
    assert_int_equal(survey(&(hr_enumerate_options){0}, 0, &row), HR_STOP_NONE);
    assert_int_equal(row.states, 7);
}

HR_TEST(test_time_ends_all) {
    hr_survey_row rows[COUNT];
    assert_int_equal(survey(&(hr_enumerate_options){.max_seconds = 1e-9}, COUNT, rows), HR_STOP_TIME);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(rows[i].stop, HR_STOP_TIME);
    }
}

static int looks_left;

/// True on the last rank from some look on.
static bool stop_wanted(void) { return hr_comm_rank(hr_test_world()) + 1 == hr_comm_size(hr_test_world()) && looks_left-- <= 0; }

HR_TEST(test_a_signal_to_one_rank_stops_all) {
    const int looks[] = {0, 50, 2000};
    for (size_t l = 0; l < sizeof looks / sizeof looks[0]; l++) {
        hr_survey_row rows[COUNT];
        looks_left = looks[l];
        assert_int_equal(survey(&(hr_enumerate_options){.stop_wanted = stop_wanted}, COUNT, rows), HR_STOP_SIGNAL);
        size_t whole = 0;
        for (size_t i = 0; i < COUNT; i++) {
            uint64_t least[] = {rows[i].states, rows[i].layers, rows[i].stop};
            assert_int_equal(hr_comm_min(hr_test_world(), least, 3, NULL), HR_OK);
            assert_int_equal(least[0], rows[i].states);
            assert_int_equal(least[1], rows[i].layers);
            assert_int_equal(least[2], rows[i].stop);
            assert_true(rows[i].stop == HR_STOP_NONE || rows[i].stop == HR_STOP_SIGNAL);
            whole += rows[i].stop == HR_STOP_NONE;
        }
        assert_true(whole < COUNT);
        assert_int_equal(rows[LARGE].stop, HR_STOP_SIGNAL);
    }
}

static int looks;
static int looks_most;

enum { SLOW_LOOK = 10, SLOW_MICROSECONDS = 50000 }; ///< one look takes so long

/// True on the first rank behind so many looks.
static bool stop_wanted_behind(void) {
    if (looks == SLOW_LOOK) {
        (void)usleep(SLOW_MICROSECONDS);
    }
    return looks++ >= looks_most && hr_comm_rank(hr_test_world()) == 0;
}

/// The first rank searches the large puzzle alone, and is stopped soon after all ranks have begun to search it together. The row
/// keeps the layers and the seconds of the first search.
HR_TEST(test_a_second_search_that_is_stopped_early_takes_nothing_away) {
    const hr_puzzle_options large[] = {PUZZLES[LARGE]};
    hr_survey_row row;
    hr_survey asked = {.puzzles = large, .count = 1, .rows = &row};
    hr_enumerate_options options = {.max_states = HR_SURVEY_ALONE_STATES, .stop_wanted = stop_wanted_behind};
    looks_most = INT32_MAX;
    looks = 0;
    assert_int_equal(hr_survey_run(hr_test_world(), &asked, &options, NULL), HR_OK);
    const hr_survey_row alone = row;
    const int looks_alone = looks;
    assert_true(hr_comm_rank(hr_test_world()) > 0 || looks_alone > 20 + SLOW_LOOK);
    options.max_states = (hr_count)4 * HR_SURVEY_ALONE_STATES;
    for (int more = -20; more < 20; more += 4) {
        looks = 0;
        looks_most = looks_alone + more;
        assert_int_equal(hr_survey_run(hr_test_world(), &asked, &options, NULL), HR_OK);
        assert_int_equal(asked.stop, HR_STOP_SIGNAL);
        assert_int_equal(row.stop, HR_STOP_SIGNAL);
        assert_int_equal(row.layers, more < 0 ? row.layers : alone.layers);
        assert_true(row.layers + 2 > alone.layers);
        assert_true(row.layers < alone.layers || row.states == alone.states);
        assert_int_equal(row.first_solved, alone.first_solved);
        assert_true(row.seconds >= 1e-6 * (double)SLOW_MICROSECONDS);
    }
}

/// All ranks are told how long each search took, whoever has made it.
HR_TEST(test_each_row_says_how_long_its_search_took) {
    hr_survey_row rows[COUNT];
    const double begin = hr_comm_seconds();
    (void)survey(&(hr_enumerate_options){.max_states = (hr_count)2 * HR_SURVEY_ALONE_STATES}, COUNT, rows);
    const double taken = hr_comm_seconds() - begin;
    double sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        double first = rows[i].seconds;
        assert_int_equal(hr_comm_broadcast(hr_test_world(), &first, sizeof first, NULL), HR_OK);
        assert_true(rows[i].seconds > 0 && (i == LARGE || rows[i].seconds == first));
        sum += rows[i].seconds;
    }
    assert_true(sum <= taken * hr_comm_size(hr_test_world()) + 1);
}

HR_TEST(test_memory_of_one_rank_is_not_the_end) {
    // Too little for the large one on any number of ranks.
    hr_survey_row rows[COUNT];
    const uint64_t limit = (uint64_t)hr_comm_size(hr_test_world()) * (hr_test_frontier_base() + (8 << 20));
    assert_int_equal(survey(&(hr_enumerate_options){.memory_limit = limit, .room = &HR_TEST_ROOM}, COUNT, rows), HR_STOP_NONE);
    expect_row(&rows[0], &PUZZLES[0], 0);
    assert_int_equal(rows[LARGE].stop, HR_STOP_MEMORY);
    assert_true(rows[LARGE].layers > 0);
}

/// What does not fit into one rank's share of the memory is searched again by all ranks, as far as their shares together let it.
HR_TEST(test_what_one_rank_has_no_room_for_is_searched_by_all) {
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    const hr_enumerate_options run = {
        .max_depth = HR_DEPTH_UNREACHED, .memory_limit = ranks * (hr_test_frontier_base() + (16 << 20)), .room = &HR_TEST_ROOM};
    const hr_puzzle_options large[] = {PUZZLES[LARGE]};
    hr_survey_row row;
    hr_survey asked = {.puzzles = large, .count = 1, .rows = &row};
    assert_int_equal(hr_survey_run(hr_test_world(), &asked, &run, NULL), HR_OK);
    hr_enumeration result;
    hr_puzzle *puzzle = made_puzzle(large);
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, NULL), HR_STOPPED);
    assert_int_equal(result.stop, HR_STOP_MEMORY);
    assert_int_equal(row.stop, HR_STOP_MEMORY);
    assert_int_equal(row.layers, result.layer_count);
    assert_int_equal(row.states, result.states);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}
