// SPDX-License-Identifier: MIT
// Solutions of single positions as libhuarong-search offers them: lengths are published ones (golden/korf100.csv,
// golden/hard17.csv, golden/klotski/openings40.csv), and each move is one of the puzzle.

#include "mpi_test.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "huarong/search/ranks.h"
#include "huarong/search/solve.h"
#include "puzzle/words.h"

#define ZERO_FIRST "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"

static hr_ranks *make_ranks(void) {
    hr_ranks *ranks = NULL;
    assert_int_equal(hr_ranks_create(MPI_COMM_WORLD, &ranks, NULL), HR_OK);
    return ranks;
}

static hr_search_solver *make_solver(const hr_ranks *ranks, const hr_search_solver_options *options) {
    hr_search_solver *solver = NULL;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_search_solver_create(ranks, options, &solver, &error), error);
    return solver;
}

/// The states of a solution are a path of the puzzle on which pieces keep their letters, each move has its text, and the last state
/// is solved.
static void check_path(const hr_puzzle_options *options, const hr_search_solution *found) {
    hr_puzzle *puzzle = made_puzzle(options);
    hr_state state[HR_STATE_WORDS_MAX];
    hr_letters letters;
    assert_int_equal(hr_puzzle_parse(puzzle, found->states[0], state, NULL), HR_OK);
    hr_puzzle_take_letters(puzzle, state, found->states[0], &letters);
    for (size_t i = 0; i < found->length; i++) {
        hr_state next[HR_STATE_WORDS_MAX];
        hr_step step;
        char text[HR_STATE_TEXT_MAX];
        assert_int_equal(hr_puzzle_parse(puzzle, found->states[i + 1], next, NULL), HR_OK);
        assert_int_equal(hr_puzzle_follow(puzzle, state, next, &letters, &step, NULL), HR_OK);
        assert_string_equal(step.text, found->moves[i]);
        hr_puzzle_format_with(puzzle, next, &letters, text);
        assert_string_equal(text, found->states[i + 1]);
        hr_words_copy(state, next, hr_puzzle_words(puzzle));
    }
    uint8_t solved = 0;
    hr_puzzle_solved(puzzle, state, 1, &solved);
    assert_true(solved > 0);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_lengths_are_the_published_ones) {
    static const struct {
        hr_puzzle_options puzzle;
        const char *heuristic;
        const char *position;
        const char *method;
        hr_depth length;
        const char *algorithm; ///< NULL: the first that takes the puzzle
    } cases[] = {
        {{.spec = "tile:3x3"}, NULL, "8 6 7 2 5 4 3 0 1", "IDA* by ", 31, NULL},
        {{.spec = "tile:4x4", .goal = ZERO_FIRST}, // Korf's 12th position
         "manhattan",
         "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
         "IDA* by manhattan",
         45,
         NULL},
        {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, NULL, "1 2 3 4 5 6 0 7 8", "breadth first", 1, NULL},
        {{.spec = "klotski:4x5"}, NULL, "横刀立马", "breadth first", 116, NULL},
        {{.spec = "klotski:4x5"}, NULL, "横刀立马", "A* by none", 116, "astar"},
        {{.spec = "klotski:4x5", .metric = HR_METRIC_MOVE}, NULL, "横刀立马", "breadth first", 81, NULL},
    };
    hr_ranks *ranks = make_ranks();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_search_solver_options options = {
            .puzzle = cases[i].puzzle, .heuristic = cases[i].heuristic, .algorithm = cases[i].algorithm};
        hr_search_solver *solver = make_solver(ranks, &options);
        assert_memory_equal(hr_search_solver_method(solver), cases[i].method, strlen(cases[i].method));
        hr_search_solution *found = NULL;
        assert_int_equal(hr_search_solve(solver, cases[i].position, NULL, &found, NULL), HR_OK);
        assert_int_equal(found->outcome, HR_SEARCH_SOLVED);
        assert_int_equal(found->length, cases[i].length);
        assert_int_equal(found->lower_bound, cases[i].length);
        check_path(&cases[i].puzzle, found);
        hr_search_solution_destroy(&found);
        hr_search_solver_destroy(&solver);
        assert_null(solver);
    }
    hr_ranks_destroy(&ranks);
}

static bool at_once(void) { return true; }

/// Lengths: the eight-puzzle's diameter (Reinefeld 1993); the others are a few moves, or one burst, apart. In the first drawing *
/// goes two cells to the left, and both other pieces out of its way; in the last one, of 99 bits, t goes a cell down and a cell to
/// the right.
HR_TEST(test_every_algorithm_finds_a_shortest_solution) {
    static const struct {
        hr_puzzle_options puzzle;
        const char *position;
        hr_depth length;
        const char *methods[3]; ///< by idastar, layers and astar; NULL: the algorithm is not for the puzzle
    } cases[] = {
        {{.spec = "tile:3x3"}, "8 6 7 2 5 4 3 0 1", 31, {"IDA* by conflict", "breadth first", "A* by conflict"}},
        {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE},
         "1 2 3 4 5 6 0 7 8",
         1,
         {"IDA* by lines", "breadth first", "A* by lines"}},
        {{.spec = "klotski:3x4"}, "XX./XX./.../...", 2, {"IDA* by none", "breadth first", "A* by none"}},
        {{.spec = "drops:3x2"}, "0 0 0 / 0 0 4", 1, {"IDA* by drops", NULL, NULL}},
        {{.spec = "blocks:start: ab*/...; goal: *"}, "ba*/...", 4, {"IDA* by none", "breadth first", "A* by none"}},
        {{.spec = "blocks:start: abcdefgh/ijklmnop/qrst..../......../........; goal: abcdefgh/ijklmnop/qrs...../....t..."},
         "abcdefgh/ijklmnop/qrst..../......../........",
         2,
         {"IDA* by none", "breadth first", "A* by none"}},
    };
    static const char *const algorithms[] = {"idastar", "layers", "astar"};
    hr_ranks *ranks = make_ranks();
    for (size_t i = 0; i < 3 * sizeof cases / sizeof cases[0]; i++) {
        const hr_search_solver_options options = {.puzzle = cases[i / 3].puzzle, .algorithm = algorithms[i % 3]};
        hr_search_solver *solver = NULL;
        if (cases[i / 3].methods[i % 3] == NULL) {
            assert_int_equal(hr_search_solver_create(ranks, &options, &solver, NULL), HR_USAGE);
            continue;
        }
        solver = make_solver(ranks, &options);
        assert_string_equal(hr_search_solver_method(solver), cases[i / 3].methods[i % 3]);
        hr_search_solution *found = NULL;
        assert_int_equal(hr_search_solve(solver, cases[i / 3].position, NULL, &found, NULL), HR_OK);
        assert_int_equal(found->outcome, HR_SEARCH_SOLVED);
        assert_int_equal(found->length, cases[i / 3].length);
        assert_int_equal(found->lower_bound, found->length);
        assert_true(found->nodes >= found->length);
        assert_int_equal(found->expanded > 0, i % 3 != 1);
        if (strncmp(options.puzzle.spec, "drops", 5) == 0) {
            assert_string_equal(found->moves[0], "2,1");
            assert_string_equal(found->states[1], "0 0 0 / 0 0 0");
        } else {
            check_path(&options.puzzle, found);
        }
        if (strncmp(options.puzzle.spec, "blocks", 6) == 0) { // with the letters that were given
            assert_string_equal(found->states[0], cases[i / 3].position);
        }
        hr_search_solution_destroy(&found);
        hr_search_solver_destroy(&solver);
    }
    hr_ranks_destroy(&ranks);
}

HR_TEST(test_limits_of_an_algorithm_leave_a_proven_bound) {
    static const char hard[] = "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0"; // 80 moves
    static const struct {
        const char *spec;
        const char *goal;
        const char *algorithm;
        const char *position;
        hr_search_limits limits;
        hr_search_end end;
        hr_depth length;
    } cases[] = {
        {"tile:4x4", ZERO_FIRST, "astar", hard, {.max_states = 100000}, HR_SEARCH_STATES, 80},
        {"tile:4x4", ZERO_FIRST, "astar", hard, {.max_seconds = 1e-3}, HR_SEARCH_TIME, 80},
        {"tile:4x4", ZERO_FIRST, "astar", hard, {.stop_wanted = at_once}, HR_SEARCH_SIGNAL, 80},
        {"tile:4x4", ZERO_FIRST, "astar", hard, {.memory = 1 << 20}, HR_SEARCH_MEMORY, 80},
        {"tile:4x4", ZERO_FIRST, "layers", hard, {.max_states = 100000}, HR_SEARCH_STATES, 80},
    };
    hr_ranks *ranks = make_ranks();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_search_solver_options options = {
            .puzzle = {.spec = cases[i].spec, .goal = cases[i].goal},
            .algorithm = cases[i].algorithm,
            .heuristic = cases[i].goal != NULL && strcmp(cases[i].algorithm, "astar") == 0 ? "manhattan" : NULL};
        hr_search_solver *solver = make_solver(ranks, &options);
        hr_search_solution *found = NULL;
        assert_int_equal(hr_search_solve(solver, cases[i].position, &cases[i].limits, &found, NULL), HR_STOPPED);
        assert_int_equal(found->outcome, HR_SEARCH_OPEN);
        assert_int_equal(found->end, cases[i].end);
        assert_in_range(found->lower_bound, 1, cases[i].length);
        hr_search_solution_destroy(&found);
        hr_search_solver_destroy(&solver);
    }
    hr_ranks_destroy(&ranks);
}

HR_TEST(test_one_solver_solves_many_positions) {
    hr_ranks *ranks = make_ranks();
    const hr_search_solver_options options = {.puzzle = {.spec = "tile:3x3"}, .positions = 3};
    hr_search_solver *solver = make_solver(ranks, &options);
    static const char *const positions[] = {"1 2 3 4 5 6 7 8 0", "1 2 3 4 5 6 7 0 8", "1 2 3 4 0 5 7 8 6"};
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        hr_search_solution *found = NULL;
        assert_int_equal(hr_search_solve(solver, positions[i], NULL, &found, NULL), HR_OK);
        assert_int_equal(found->length, i);
        assert_string_equal(found->states[found->length], "1 2 3 4 5 6 7 8 0");
        hr_search_solution_destroy(&found);
    }
    hr_search_solver_destroy(&solver);
    hr_ranks_destroy(&ranks);
}

HR_TEST(test_what_cannot_be_solved_is_no_error) {
    static const struct {
        hr_puzzle_options puzzle;
        const char *position;
    } cases[] = {
        {{.spec = "tile:3x3"}, "2 1 3 4 5 6 7 8 0"},
        {{.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, "2 1 3 4 5 6 7 8 0"},
    };
    hr_ranks *ranks = make_ranks();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_search_solver_options options = {.puzzle = cases[i].puzzle};
        hr_search_solver *solver = make_solver(ranks, &options);
        hr_search_solution *found = NULL;
        assert_int_equal(hr_search_solve(solver, cases[i].position, NULL, &found, NULL), HR_OK);
        assert_int_equal(found->outcome, HR_SEARCH_UNSOLVABLE);
        assert_int_equal(found->length, 0);
        assert_string_equal(found->states[0], cases[i].position);
        hr_search_solution_destroy(&found);
        hr_search_solver_destroy(&solver);
    }
    hr_ranks_destroy(&ranks);
}

enum { LIMIT = 100000 }; ///< seconds

static double alone;  ///< seconds that a search on one rank seems to take
static double passed; ///< seconds that the clock is ahead

// Stands before the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
int clock_gettime(clockid_t clock, struct timespec *time) {
    const int status = (int)syscall(SYS_clock_gettime, clock, time);
    time->tv_sec += (time_t)passed;
    return status;
}

// Stands before Open MPI's, which stays there as PMPI_Gather. The path of a search on one rank is gathered when it is over.
// NOLINTNEXTLINE(readability-function-size): MPI's parameters
int MPI_Gather(const void *from, int count, MPI_Datatype type, void *to, int to_count, MPI_Datatype to_type, int root,
               MPI_Comm comm) {
    passed = alone;
    return PMPI_Gather(from, count, type, to, to_count, to_type, root, comm);
}

HR_TEST(test_limits_leave_a_proven_bound) {
    static const struct {
        hr_puzzle_options puzzle;
        const char *position;
        hr_search_limits limits;
        hr_search_end end;
        hr_depth length; ///< moves of the shortest solution
    } cases[] = {
        {{.spec = "tile:4x4", .goal = ZERO_FIRST},
         "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0",
         {.max_states = 100000},
         HR_SEARCH_STATES,
         80},
        {{.spec = "tile:4x4", .goal = ZERO_FIRST},
         "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0",
         {.stop_wanted = at_once},
         HR_SEARCH_SIGNAL,
         80},
        {{.spec = "tile:4x4", .goal = ZERO_FIRST},
         "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0",
         {.max_states = 1000000000000, .max_seconds = 1e-3}, // the time ends it, although states are limited, too
         HR_SEARCH_TIME,
         80},
        {{.spec = "klotski:4x5"}, "横刀立马", {.max_states = 1000}, HR_SEARCH_STATES, 116},
        {{.spec = "klotski:4x5"}, "横刀立马", {.stop_wanted = at_once}, HR_SEARCH_SIGNAL, 116},
        {{.spec = "tile:4x4", .goal = ZERO_FIRST, .metric = HR_METRIC_SLIDE},
         "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0",
         {.max_states = 600000}, // more than one rank searches alone
         HR_SEARCH_STATES,
         80},
        {{.spec = "tile:4x4", .goal = ZERO_FIRST, .metric = HR_METRIC_SLIDE},
         "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0",
         {.max_states = 600000, .max_seconds = LIMIT}, // the time is over when the ranks begin to search together
         HR_SEARCH_TIME,
         80},
    };
    hr_ranks *ranks = make_ranks();
    size_t count = sizeof cases / sizeof cases[0];
    count -= hr_comm_size(hr_test_world()) == 1; // the last case sets the clock when two ranks meet
    for (size_t i = 0; i < count; i++) {
        const hr_search_solver_options options = {.puzzle = cases[i].puzzle,
                                                  .algorithm = cases[i].puzzle.metric == HR_METRIC_SLIDE ? "layers" : NULL};
        hr_search_solver *solver = make_solver(ranks, &options);
        hr_search_solution *found = NULL;
        hr_error error = {.text = ""};
        alone = cases[i].limits.max_seconds < (double)LIMIT ? 0 : LIMIT;
        assert_int_equal(hr_search_solve(solver, cases[i].position, &cases[i].limits, &found, &error), HR_STOPPED);
        alone = passed = 0;
        assert_non_null(strstr(error.text, hr_search_end_text(cases[i].end)));
        assert_int_equal(found->outcome, HR_SEARCH_OPEN);
        assert_int_equal(found->end, cases[i].end);
        assert_int_equal(found->length, 0);
        assert_true(found->lower_bound <= cases[i].length);
        assert_true(cases[i].limits.max_states == 0 || found->lower_bound > 0);
        hr_search_solution_destroy(&found);
        hr_search_solver_destroy(&solver);
    }
    hr_ranks_destroy(&ranks);
}

HR_TEST(test_water_drops_are_solved_by_their_own_heuristic) {
    hr_ranks *ranks = make_ranks();
    const hr_search_solver_options options = {.puzzle = {.spec = "drops:3x2"}};
    hr_search_solver *solver = make_solver(ranks, &options);
    hr_search_solution *found = NULL;
    assert_int_equal(hr_search_solve(solver, "0 0 0 / 0 0 4", NULL, &found, NULL), HR_OK);
    assert_int_equal(found->outcome, HR_SEARCH_SOLVED);
    assert_int_equal(found->length, 1);          // the full drop bursts
    assert_string_equal(found->moves[0], "2,1"); // column and row
    hr_search_solution_destroy(&found);
    hr_search_solver_destroy(&solver);
    hr_ranks_destroy(&ranks);
}

HR_TEST(test_wrong_puzzles_and_positions_are_refused) {
    static const struct {
        hr_search_solver_options options;
        const char *message; ///< how it begins: names of tables follow
    } wrong[] = {
        {{.puzzle = {.spec = NULL}}, "a solver needs a puzzle's spec, and no start: the positions are given later"},
        {{.puzzle = {.spec = "nonsense"}}, "unknown puzzle 'nonsense': use "},
        {{.puzzle = {.spec = "blocks:start: a."}}, "the puzzle has no goal: say when it is solved, see 'huarong help blocks'"},
        {{.puzzle = {.spec = "tile:3x3"}, .algorithm = "guess"}, "unknown algorithm 'guess': use auto, "},
        {{.puzzle = {.spec = "klotski:4x5"}, .algorithm = "idastar", .heuristic = "manhattan"},
         "unknown heuristic 'manhattan' for klotski in the metric unit: use auto or none"},
        {{.puzzle = {.spec = "klotski:4x5"}, .algorithm = "astar", .heuristic = "manhattan"},
         "unknown heuristic 'manhattan' for klotski in the metric unit: use auto or none"},
        {{.puzzle = {.spec = "drops:2x2"}, .algorithm = "layers"}, "a breadth-first search does not solve drops"},
        {{.puzzle = {.spec = "tile:3x3"}, .heuristic = "guess"}, "unknown heuristic 'guess' for tile: use one of auto, "},
        {{.puzzle = {.spec = "klotski:4x5"}, .heuristic = "manhattan"}, "klotski is solved breadth first, without a heuristic"},
        {{.puzzle = {.spec = "tile:3x3", .metric = HR_METRIC_SLIDE}, .heuristic = "manhattan"},
         "tile is solved breadth first, without a heuristic"},
        {{.puzzle = {.spec = "drops:2x2", .metric = HR_METRIC_SLIDE}},
         "drops boards are solved in the metric unit, without a goal and an exit"},
        {{.puzzle = {.spec = "drops:2x2"}, .heuristic = "manhattan"},
         "unknown heuristic 'manhattan' for drops: use one of auto, drops"},
        {{.puzzle = {.spec = "tile:9x9"}},
         "a tile board of 9x9 is not supported: use 2 or more columns and rows, at most 36 cells"},
        {{.puzzle = {.spec = "tile:3x3", .from = "1 2 3 4 5 6 7 8 0"}},
         "a solver needs a puzzle's spec, and no start: the positions are given later"},
    };
    hr_ranks *ranks = make_ranks();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        hr_search_solver *solver = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_search_solver_create(ranks, &wrong[i].options, &solver, &error), HR_USAGE);
        assert_null(solver);
        if (strncmp(error.text, wrong[i].message, strlen(wrong[i].message)) != 0) {
            fail_msg("'%s' is not '%s'", error.text, wrong[i].message);
        }
    }
    static const char *const specs[] = {"tile:3x3", "klotski:4x5"};
    for (size_t i = 0; i < 2; i++) {
        const hr_search_solver_options options = {.puzzle = {.spec = specs[i]}};
        hr_search_solver *solver = make_solver(ranks, &options);
        hr_search_solution *found = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_search_solve(solver, "1 2 3", NULL, &found, &error), HR_USAGE);
        assert_null(found);
        assert_int_equal(hr_search_solve(solver, NULL, NULL, &found, &error), HR_USAGE); // neither has a start of its own
        hr_search_solver_destroy(&solver);
    }
    hr_ranks_destroy(&ranks);
}
