// SPDX-License-Identifier: MIT
// A* for water drops: each length equals that of an exhaustive search, or of IDA*, which is compared with exhaustive searches
// elsewhere. Moves and counts are the same on every rank.
// Long tier: cli.astar solves drops, too.

#include "mpi_test.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash/state.h"
#include "solve/astar/drops_search.h"
#include "solving/iterations.h"

static hr_drops_board random_board(int width, int height, uint64_t seed) {
    char text[HR_STATE_TEXT_MAX] = "";
    for (int c = 0; c < width * height; c++) {
        const char cell[] = {(char)('0' + hr_hash_state(1000 * seed + (uint64_t)c) % 5), ' ', '\0'};
        strcat(text, cell);
    }
    hr_drops_board board;
    assert_int_equal(hr_drops_parse(width, height, text, &board, NULL), HR_OK);
    return board;
}

/// Can so many drops empty the board? Tries all.
static bool can_empty(const hr_drops_board *board, int drops) {
    const hr_drops_cells filled = hr_drops_filled(board);
    if (filled == 0 || drops == 0) {
        return filled == 0;
    }
    for (hr_drops_cells left = filled; left != 0; left &= left - 1) {
        const unsigned place = (unsigned)__builtin_ctzll(left);
        hr_drops_board after = *board;
        if ((hr_drops_full(board) >> place & 1) != 0) {
            (void)hr_drops_burst(&after, place);
        } else {
            hr_drops_add(&after, UINT64_C(1) << place);
        }
        if (can_empty(&after, drops - 1)) {
            return true;
        }
    }
    return false;
}

static size_t search(const hr_drops_board *board) {
    uint8_t moves[HR_IDASTAR_PATH_MAX];
    hr_path path;
    hr_error error = {.text = ""};
    if (hr_drops_search(hr_test_world(), board, &(hr_astar_options){0}, moves, &path, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(path.outcome, HR_PATH_SOLVED);
    assert_int_equal(path.bound, path.count - 1);
    hr_drops_board after = *board;
    for (size_t i = 0; i + 1 < path.count; i++) { // the moves empty the board
        const unsigned place = hr_drops_place(&after, moves[i]);
        assert_true(hr_drops_value(&after, place) > 0);
        if (hr_drops_value(&after, place) == HR_DROPS_FULL) {
            (void)hr_drops_burst(&after, place);
        } else {
            hr_drops_add(&after, UINT64_C(1) << place);
        }
        uint64_t same[] = {moves[i], moves[i]};
        assert_int_equal(hr_comm_min(hr_test_world(), &same[0], 1, NULL), HR_OK);
        assert_int_equal(hr_comm_max(hr_test_world(), &same[1], 1, NULL), HR_OK);
        assert_int_equal(same[0], same[1]);
    }
    assert_true(hr_drops_filled(&after) == 0);
    expect_iterations(&path, false);
    const size_t drops = path.count - 1;
    hr_path_clear(&path);
    return drops;
}

static void test_no_fewer_drops_empty_a_small_board(void **state) {
    (void)state;
    size_t most = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        const hr_drops_board board = random_board(3, 1 + (int)(seed % 3), seed);
        const size_t drops = search(&board);
        if (hr_comm_rank(hr_test_world()) == 0) {
            assert_true(drops == 0 || drops > 7 || !can_empty(&board, (int)drops - 1));
        }
        most = drops <= 7 && drops > most ? drops : most;
    }
    assert_int_equal(most, 7);
}

static void test_lengths_equal_those_of_depth_first_search(void **state) {
    (void)state;
    hr_idastar_domain domain;
    hr_drops_domain(&domain);
    static const struct {
        int width;
        int height;
        uint64_t seed;
    } BOARD[] = {{6, 5, 101}, {4, 5, 102}, {5, 5, 103}, {6, 5, 104}, {4, 5, 105}, {5, 5, 106},
                 {5, 5, 109}, {6, 5, 110}, {4, 5, 111}, {4, 4, 200}, {4, 4, 204}};
    size_t most = 0;
    for (size_t i = 0; i < sizeof BOARD / sizeof *BOARD; i++) {
        const hr_drops_state root = {.board = random_board(BOARD[i].width, BOARD[i].height, BOARD[i].seed)};
        const size_t drops = search(&root.board);
        if (hr_comm_rank(hr_test_world()) == 0) {
            hr_idastar_result result;
            assert_int_equal(hr_idastar_solve(NULL, &domain, &root, &(hr_idastar_options){0}, &result, NULL), HR_OK);
            assert_int_equal(drops, result.length);
        }
        most = drops > most ? drops : most;
    }
    assert_int_equal(most, 13);
}

static void test_a_position_of_many_states_is_refused(void **state) {
    (void)state;
    char text[2 * HR_DROPS_SIDE_MAX * HR_DROPS_SIDE_MAX + 1] = "";
    for (int c = 0; c < HR_DROPS_SIDE_MAX * HR_DROPS_SIDE_MAX; c++) {
        strcat(text, "1 ");
    }
    hr_drops_board board;
    uint8_t moves[HR_IDASTAR_PATH_MAX];
    hr_path path;
    assert_int_equal(hr_drops_parse(HR_DROPS_SIDE_MAX, HR_DROPS_SIDE_MAX, text, &board, NULL), HR_OK);
    assert_int_equal(hr_drops_search(hr_test_world(), &board, &(hr_astar_options){0}, moves, &path, NULL), HR_USAGE);
}

/// A full cell is there or has burst. So 63 of them have 2^63 states, which 64 bits hold, and 64 have one state too many.
static void test_the_most_states_fit_into_64_bits(void **state) {
    (void)state;
    hr_drops_board board = {.width = HR_DROPS_SIDE_MAX, .height = HR_DROPS_SIDE_MAX, .bit = {0, 0, ~UINT64_C(1)}};
    assert_int_equal(hr_drops_value(&board, 1), HR_DROPS_FULL);
    assert_true(search(&board) > 0);
    board.bit[2] = ~UINT64_C(0);
    uint8_t moves[HR_IDASTAR_PATH_MAX];
    hr_path path;
    hr_error error = {.text = ""};
    assert_int_equal(hr_drops_search(hr_test_world(), &board, &(hr_astar_options){0}, moves, &path, &error), HR_USAGE);
    assert_non_null(strstr(error.text, "more than 64 bits"));
}

/// Too little time or memory ends the search of each position, and not the stream.
static void test_a_limit_of_a_position_does_not_end_the_stream(void **state) {
    (void)state;
    const hr_drops_state roots[] = {{.board = random_board(4, 4, 1)}, {.board = random_board(4, 4, 2)}};
    const hr_idastar_positions positions = {.roots = roots, .stride = sizeof roots[0], .count = 2};
    for (int memory = 0; memory <= 1; memory++) {
        const hr_idastar_options options = {.max_seconds = memory ? 0 : 1e-9};
        hr_idastar_stream stream;
        assert_int_equal(hr_drops_search_stream(hr_test_world(), &positions, &options, memory ? 1 : 0, &stream, NULL), HR_OK);
        assert_int_equal(stream.stop, HR_STOP_NONE);
        assert_int_equal(stream.count, 2);
        for (size_t i = 0; i < stream.count; i++) {
            assert_int_equal(stream.solutions[i].outcome, HR_IDASTAR_LIMIT);
            assert_int_equal(stream.solutions[i].lacked_memory, memory);
            assert_int_equal(stream.solutions[i].lower_bound, hr_drops_bound(&roots[i].board));
        }
        hr_idastar_stream_clear(&stream);
    }
}

/// Only rank 0 has a line of progress to keep alive.
static void count_tick(void *context) {
    assert_int_equal(hr_comm_rank(hr_test_world()), 0);
    ++*(size_t *)context;
}

static size_t delivered; ///< positions told to `done`

static void count_delivered(const hr_idastar_stream *stream, size_t first, size_t end, void *context) {
    (void)context;
    assert_int_equal(first, delivered);
    assert_int_equal(end, stream->count);
    delivered = end;
}

static bool stops_at_the_second(void) { return delivered > 0; }

static hr_idastar_stream solve_stream(const hr_drops_state *roots, size_t n, const hr_idastar_options *options) {
    const hr_idastar_positions positions = {.roots = roots, .stride = sizeof *roots, .count = n};
    hr_idastar_stream stream;
    delivered = 0;
    assert_int_equal(hr_drops_search_stream(hr_test_world(), &positions, options, 0, &stream, NULL), HR_OK);
    assert_int_equal(stream.count, n);
    return stream;
}

static size_t count_levels(const hr_idastar_stream *stream, size_t position) {
    size_t levels = 0;
    for (const hr_iteration *level = NULL; (level = hr_idastar_stream_round(stream, position, level)) != NULL;) {
        levels++;
    }
    return levels;
}

/// A position of the stream has the figures of a search by itself, and its levels if they are `listed`.
static void expect_figures(const hr_idastar_stream *stream, size_t position, const hr_drops_board *board, bool listed) {
    uint8_t moves[HR_IDASTAR_PATH_MAX];
    hr_path path;
    assert_int_equal(hr_drops_search(hr_test_world(), board, &(hr_astar_options){0}, moves, &path, NULL), HR_OK);
    const hr_idastar_solution *solution = &stream->solutions[position];
    assert_int_equal(solution->outcome, HR_IDASTAR_SOLVED);
    assert_int_equal(solution->length, path.count - 1);
    assert_int_equal(solution->lower_bound, path.bound);
    assert_int_equal(solution->nodes, path.visited);
    assert_int_equal(solution->expanded, path.expanded);
    assert_true(solution->expanded < solution->nodes);
    assert_int_equal(solution->solutions, 1);
    assert_true(solution->seconds > 0 && solution->seconds < 1000);
    assert_memory_equal(stream->paths + solution->path_at, moves, solution->length);
    assert_int_equal(count_levels(stream, position), listed ? path.iteration_count : 0);
    hr_path_clear(&path);
}

static void test_a_stream_has_the_figures_of_its_searches(void **state) {
    (void)state;
    const hr_drops_state roots[] = {{.board = random_board(4, 4, 200)}, {.board = random_board(4, 4, 204)}};
    for (int listed = 0; listed < 2; listed++) {
        size_t ticks = 0;
        const hr_idastar_long_run run = {
            .identity = "drops", .began = hr_comm_seconds(), .rounds = listed != 0, .tick = count_tick, .done_context = &ticks};
        hr_idastar_stream stream = solve_stream(roots, 2, &(hr_idastar_options){.long_run = &run});
        assert_true(hr_comm_rank(hr_test_world()) > 0 || ticks > 1);
        expect_figures(&stream, 0, &roots[0].board, listed != 0);
        expect_figures(&stream, 1, &roots[1].board, listed != 0);
        hr_idastar_stream_clear(&stream);
    }
    hr_idastar_stream stream = solve_stream(roots, 2, &(hr_idastar_options){.max_nodes = 5}); // for each
    assert_int_equal(stream.stop, HR_STOP_NONE);
    assert_int_equal(stream.solutions[0].outcome, HR_IDASTAR_LIMIT);
    assert_int_equal(stream.solutions[1].outcome, HR_IDASTAR_LIMIT);
    assert_in_range(stream.solutions[0].nodes, 5, 1000);
    assert_int_equal(stream.solutions[0].solutions, 0);
    hr_idastar_stream_clear(&stream);
}

/// Positions behind a stop are not searched, and nobody is told of them, but they have their bounds.
static void test_a_stop_ends_the_stream(void **state) {
    (void)state;
    const hr_drops_state roots[] = {
        {.board = random_board(3, 2, 1)}, {.board = random_board(5, 5, 103)}, {.board = random_board(4, 4, 1)}};
    const hr_idastar_long_run run = {
        .identity = "drops", .began = hr_comm_seconds(), .stop_wanted = stops_at_the_second, .done = count_delivered};
    hr_idastar_stream stream = solve_stream(roots, 3, &(hr_idastar_options){.long_run = &run});
    assert_int_equal(stream.stop, HR_STOP_SIGNAL);
    assert_int_equal(stream.solutions[0].outcome, HR_IDASTAR_SOLVED);
    assert_true(hr_comm_rank(hr_test_world()) > 0 || delivered == 1);
    assert_int_equal(stream.solutions[1].outcome, HR_IDASTAR_STOPPED);
    assert_int_equal(stream.solutions[2].outcome, HR_IDASTAR_STOPPED);
    assert_int_equal(stream.solutions[2].lower_bound, hr_drops_bound(&roots[2].board));
    assert_int_equal(stream.solutions[2].nodes, 0);
    hr_idastar_stream_clear(&stream);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_stream_has_the_figures_of_its_searches),
    cmocka_unit_test(test_a_stop_ends_the_stream),
    cmocka_unit_test(test_a_limit_of_a_position_does_not_end_the_stream),
    cmocka_unit_test(test_no_fewer_drops_empty_a_small_board),
    cmocka_unit_test(test_lengths_equal_those_of_depth_first_search),
    cmocka_unit_test(test_a_position_of_many_states_is_refused),
    cmocka_unit_test(test_the_most_states_fit_into_64_bits),
};

HR_MPI_TEST_MAIN(tests)
