// SPDX-License-Identifier: MIT
// Breadth-first search for water drops, whose moves cannot be undone: lengths, the sizes of layers and the number of solutions are
// those of a slow exhaustive search, on one rank and over all ranks.

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "slow/slow_drops.h"
#include "solve/drops/domain.h"
#include "solve/idastar/idastar.h"
#include "solve/layers/together.h"
#include "solving/counted_ways.h"
#include "solving/retraced_path.h"

enum { DROPS_MAX = 24 };

/// What the exhaustive search finds from a board.
typedef struct slow_search {
    int drops;                 ///< the fewest that empty the board
    uint64_t layer[DROPS_MAX]; ///< [drops + 1] boards that take 0, 1, 2 … drops
    uint64_t solutions;        ///< shortest sequences of boards
    size_t returns;            ///< drops that lead to a board more than two layers before the one that they would be in
} slow_search;

/// The boards of one size, each with the fewest drops from the start and the number of ways with so few.
typedef struct slow_space {
    int boards;
    int *found; ///< [count] numbers of boards, in the order in which they are found
    int count;
    int *drops;     ///< [boards] −1: not found
    uint64_t *ways; ///< [boards]
} slow_space;

static int power_of_five(int digits) { return digits == 0 ? 1 : 5 * power_of_five(digits - 1); }

/// Note a drop that leads from one board to another.
static void note_drop(slow_space *space, int from, int to, slow_search *result) {
    const int drops = space->drops[from] + 1;
    if (space->drops[to] < 0) {
        space->drops[to] = drops;
        space->found[space->count++] = to;
    }
    space->ways[to] += space->drops[to] == drops ? space->ways[from] : 0;
    result->returns += space->drops[to] < drops - 2;
}

/// Try every drop into a board. Two drops to the same board count once.
static void try_drops(slow_space *space, const slow_board *size, int from, slow_search *result) {
    int tried[SLOW_CELLS_MAX];
    int n = 0;
    const slow_board board = board_with_number(size->width, size->height, from);
    for (int c = 0; c < size->width * size->height; c++) {
        if (board.cell[c] == 0) {
            continue;
        }
        slow_board after = board;
        slow_drop(&after, c);
        const int to = number_of(&after);
        int at = 0;
        while (at < n && tried[at] != to) {
            at++;
        }
        tried[at] = to;
        if (at == n) {
            n++;
            note_drop(space, from, to, result);
        }
    }
}

static slow_search search_slowly(const slow_board *start) {
    slow_search result = {.drops = -1};
    slow_space space = {.boards = power_of_five(start->width * start->height)};
    const size_t boards = (size_t)space.boards;
    space.found = malloc(boards * sizeof *space.found);
    space.drops = malloc(boards * sizeof *space.drops);
    space.ways = calloc(boards, sizeof *space.ways);
    assert_true(space.found != NULL && space.drops != NULL && space.ways != NULL);
    memset(space.drops, 0xff, boards * sizeof *space.drops); // −1
    const int first = number_of(start);
    space.found[space.count++] = first;
    space.drops[first] = 0;
    space.ways[first] = 1;
    for (int at = 0; at < space.count && (space.drops[0] < 0 || space.drops[space.found[at]] < space.drops[0]); at++) {
        try_drops(&space, start, space.found[at], &result);
    }
    result.drops = space.drops[0];
    result.solutions = space.ways[0];
    assert_true(result.drops >= 0 && result.drops < DROPS_MAX);
    for (int i = 0; i < space.count; i++) {
        result.layer[space.drops[space.found[i]]]++;
    }
    free(space.found);
    free(space.drops);
    free(space.ways);
    return result;
}

typedef struct position {
    hr_puzzle *puzzle;
    char spec[16];
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_options options;
    hr_state start;
} position;

static void begin(position *t, const slow_board *board) {
    const hr_drops_board fast = quickly(board);
    *t = (position){.start = 0};
    (void)snprintf(t->spec, sizeof t->spec, "drops:%dx%d", board->width, board->height);
    hr_drops_format(&fast, t->text, sizeof t->text);
    t->options = (hr_puzzle_options){.spec = t->spec};
    t->puzzle = hr_test_make_puzzle(&t->options);
    assert_int_equal(hr_puzzle_parse(t->puzzle, t->text, &t->start, NULL), HR_OK);
}

/// Collective over `comm`. Search over all of its ranks.
static hr_path search_on(const hr_comm *comm, const position *t, const hr_enumerate_options *run, bool all) {
    const hr_together_task searched = {.comm = comm, .puzzle = t->puzzle, .options = &t->options, .start = t->start, .all = all};
    hr_path path;
    hr_error error = {.text = ""};
    if (hr_shortest_path_together(&searched, run, &path, &error) != HR_OK) {
        fail_msg("%s: %s", t->text, error.text);
    }
    return path;
}

static hr_path search_together(const position *t, const hr_enumerate_options *run, bool all) {
    return search_on(hr_test_world(), t, run, all);
}

static void expect_found(const position *t, const hr_path *path, const slow_search *slow, bool whole) {
    if (path->outcome != HR_PATH_SOLVED || path->bound != (hr_depth)slow->drops || path->solutions != slow->solutions) {
        fail_msg("%s: %u drops, %llu solutions, not %d and %llu", t->text, (unsigned)path->bound,
                 (unsigned long long)path->solutions, slow->drops, (unsigned long long)slow->solutions);
    }
    assert_int_equal(path->count, slow->drops + 1);
    assert_int_equal(hr_path_replay(t->puzzle, t->start, path, NULL), HR_OK);
    assert_int_equal(path->iteration_count, slow->drops);
    for (int d = 1; whole && d <= slow->drops; d++) {
        if (path->iterations[d - 1].nodes != slow->layer[d]) {
            fail_msg("%s: layer %d has %llu boards, not %llu", t->text, d, (unsigned long long)path->iterations[d - 1].nodes,
                     (unsigned long long)slow->layer[d]);
        }
    }
}

/// Collective. Compare the searches from a board with the exhaustive one. Returns what that has found.
static slow_search check(const slow_board *board) {
    const slow_search slow = search_slowly(board);
    position t;
    begin(&t, board);
    hr_path path;
    assert_int_equal(hr_shortest_path(t.puzzle, t.start, &(hr_path_options){.all = true}, &path, NULL), HR_OK);
    expect_found(&t, &path, &slow, true);
    hr_path_clear(&path);
    path = search_together(&t, &(hr_enumerate_options){.memory_limit = 0}, true);
    expect_found(&t, &path, &slow, true);
    expect_agreement(&path);
    hr_path_clear(&path);
    hr_puzzle_destroy(&t.puzzle);
    return slow;
}

static void test_all_small_boards_equal_an_exhaustive_search(void **state) {
    (void)state;
    int longest = 0;
    const int step = hr_comm_size(hr_test_world()) == 1 ? 1 : 15; // several ranks search a part of the boards
    for (int number = 0; number < 125; number += step) {
        const slow_board row = board_with_number(3, 1, number);
        (void)check(&row);
    }
    for (int number = 0; number < 625; number += step) {
        const slow_board square = board_with_number(2, 2, number);
        const slow_search slow = check(&square);
        longest = slow.drops > longest ? slow.drops : longest;
    }
    assert_true(longest >= 7);
}

static void test_boards_of_up_to_seven_drops_equal_an_exhaustive_search(void **state) {
    (void)state;
    uint64_t random = 4711;
    print_message("seed %llu\n", (unsigned long long)random);
    bool lengths[DROPS_MAX] = {false};
    size_t returns = 0;
    const int boards = hr_comm_size(hr_test_world()) == 1 ? 60 : 30;
    for (int i = 0; i < boards; i++) {
        slow_board board = random_board(3, 2 + i % 2, &random);
        for (int c = 0; c < 9; c++) { // fuller boards need fewer drops
            board.cell[c] = board.cell[c] > 0 && next_random(&random) % 10 < 5 ? HR_DROPS_FULL : board.cell[c];
        }
        const slow_search slow = check(&board);
        lengths[slow.drops] = true;
        returns += slow.returns;
    }
    for (int drops = 3; drops < 8; drops++) {
        assert_true(lengths[drops]);
    }
    assert_true(returns > 0); // else a search that knows only the last two layers would do
}

/// IDA*, which other tests compare with exhaustive searches, finds the same lengths on boards that are too large for one here. Each
/// rank alone finds the same path as all of them.
static void test_lengths_of_larger_boards_equal_those_of_depth_first_search(void **state) {
    (void)state;
    hr_idastar_domain domain;
    hr_drops_domain(&domain);
    uint64_t random = 31415;
    print_message("seed %llu\n", (unsigned long long)random);
    size_t most = 0;
    hr_comm *alone = NULL;
    assert_int_equal(hr_comm_alone(hr_test_world(), &alone, NULL), HR_OK);
    for (int i = 0; i < 12; i++) {
        slow_board board = random_board(4 + i % 2, 4 + i / 2 % 2, &random);
        for (int c = 0; c < board.width * board.height; c++) {
            board.cell[c] = board.cell[c] > 0 && next_random(&random) % 10 < 5 ? HR_DROPS_FULL : board.cell[c];
        }
        position t;
        begin(&t, &board);
        const hr_drops_state root = {.board = quickly(&board)};
        hr_idastar_result result;
        assert_int_equal(hr_idastar_solve(NULL, &domain, &root, &(hr_idastar_options){0}, &result, NULL), HR_OK);
        if (result.length <= 7) {
            hr_path path = search_together(&t, &(hr_enumerate_options){.memory_limit = 0}, false);
            assert_int_equal(path.outcome, HR_PATH_SOLVED);
            assert_int_equal(path.bound, result.length);
            hr_path one = search_on(alone, &t, &(hr_enumerate_options){.memory_limit = 0}, false);
            assert_int_equal(one.count, path.count);
            assert_memory_equal(one.states, path.states, one.count * sizeof *one.states);
            hr_path_clear(&one);
            most = path.count - 1 > most ? path.count - 1 : most;
            hr_path_clear(&path);
        }
        hr_puzzle_destroy(&t.puzzle);
    }
    assert_true(most >= 5);
    hr_comm_destroy(&alone);
}

static const hr_puzzle_options LONG = {.spec = "drops:3x3", .from = "1 1 2 / 3 1 1 / 2 1 3"};

/// Collective. Search up to the solved layer, and keep layers in `budget` bytes. Returns the path to be found again, without its
/// states.
static hr_path search_keeping(const hr_puzzle *puzzle, uint64_t budget, hr_kept_layers *kept) {
    hr_kept_layers_begin(kept, budget);
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED, .until_solved = true, .sink = hr_kept_layers_sink(kept)};
    hr_enumeration result;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &run, &result, NULL), HR_OK);
    hr_path path = {.bound = result.first_solved, .count = (size_t)result.first_solved + 1};
    path.states = calloc(path.count, sizeof *path.states);
    assert_non_null(path.states);
    hr_enumeration_clear(&result);
    return path;
}

/// A path cannot be found again without some layer, and that is said. The count does not need them.
static void test_without_a_layer_there_is_a_count_but_no_path(void **state) {
    (void)state;
    hr_puzzle *puzzle = hr_test_make_puzzle(&LONG);
    hr_kept_layers kept;
    hr_path path = search_keeping(puzzle, 0, &kept);
    const hr_retrace_task task = {.comm = hr_test_world(), .puzzle = puzzle, .plain = puzzle, .kept = &kept, .node_ranks = 1};
    hr_stop stop = HR_STOP_NONE;
    assert_int_equal(hr_retrace(&task, &path, &stop, NULL), HR_STOPPED);
    assert_int_equal(stop, HR_STOP_MEMORY);
    hr_kept_layers_end(&kept);
    uint64_t stride = 0;
    const counted_ways all = count_back(&LONG, UINT64_MAX, &stride);
    assert_int_equal(stride, 1);
    const counted_ways few = count_back(&LONG, 0, &stride);
    assert_true(stride > 1);
    assert_true(all.solutions > 0);
    assert_int_equal(few.solutions, all.solutions);
    assert_int_equal(few.length, all.length);
    free(path.states);
    hr_puzzle_destroy(&puzzle);
}

static void test_a_stop_on_one_rank_or_the_time_ends_the_way_back(void **state) {
    (void)state;
    hr_puzzle *puzzle = hr_test_make_puzzle(&LONG);
    hr_kept_layers kept;
    hr_path path = search_keeping(puzzle, UINT64_MAX, &kept);
    hr_retrace_task task = {.comm = hr_test_world(), .puzzle = puzzle, .plain = puzzle, .kept = &kept, .node_ranks = 1};
    hr_stop stop = HR_STOP_NONE;
    task.max_seconds = 1e-9;
    assert_int_equal(hr_retrace(&task, &path, &stop, NULL), HR_STOPPED);
    assert_int_equal(stop, HR_STOP_TIME);
    task.max_seconds = 0;
    task.stop_wanted = last_rank_stops;
    assert_int_equal(hr_retrace(&task, &path, &stop, NULL), HR_STOPPED);
    assert_int_equal(stop, HR_STOP_SIGNAL);
    free(path.states);
    hr_kept_layers_end(&kept);
    hr_puzzle_destroy(&puzzle);
}

/// No burst reaches another drop, and each of the five drops takes four more. So the orders of twenty drops count, in which four
/// each are alike: 20! / 4!^5, which is more than 32 bits hold.
static void test_more_solutions_than_32_bits_hold_are_counted(void **state) {
    (void)state;
    const hr_puzzle_options options = {.spec = "drops:5x5"};
    hr_puzzle *puzzle = hr_test_make_puzzle(&options);
    hr_state start = 0;
    assert_int_equal(hr_puzzle_parse(puzzle, "1 0 0 0 0 / 0 1 0 0 0 / 0 0 1 0 0 / 0 0 0 1 0 / 0 0 0 0 1", &start, NULL), HR_OK);
    const counted_ways ways[] = {count_alone(puzzle, start), count_together(puzzle, &options, start)};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(ways[i].length, 20);
        assert_int_equal(ways[i].solutions, UINT64_C(305540235000));
    }
    hr_puzzle_destroy(&puzzle);
}

static void test_limits_leave_a_proven_bound(void **state) {
    (void)state;
    position t;
    const slow_board board = {
        .width = 5, .height = 5, .cell = {1, 2, 1, 3, 1, 2, 1, 1, 2, 1, 1, 1, 3, 1, 2, 2, 1, 1, 1, 1, 1, 3, 1, 2, 1}};
    begin(&t, &board);
    hr_path path = search_together(&t, &(hr_enumerate_options){.max_states = 10000}, false);
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    assert_int_equal(path.stop, HR_STOP_STATES);
    assert_true(path.visited >= 10000 && path.bound > 2);
    hr_path_clear(&path);
    path = search_together(&t, &(hr_enumerate_options){.memory_limit = UINT64_C(40) << 20}, false);
    assert_int_equal(path.stop, HR_STOP_MEMORY);
    hr_path_clear(&path);
    hr_puzzle_destroy(&t.puzzle);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_all_small_boards_equal_an_exhaustive_search),
    cmocka_unit_test(test_boards_of_up_to_seven_drops_equal_an_exhaustive_search),
    cmocka_unit_test(test_lengths_of_larger_boards_equal_those_of_depth_first_search),
    cmocka_unit_test(test_without_a_layer_there_is_a_count_but_no_path),
    cmocka_unit_test(test_more_solutions_than_32_bits_hold_are_counted),
    cmocka_unit_test(test_a_stop_on_one_rank_or_the_time_ends_the_way_back),
    cmocka_unit_test(test_limits_leave_a_proven_bound),
};

HR_MPI_TEST_MAIN(tests)
