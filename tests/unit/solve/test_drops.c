// SPDX-License-Identifier: MIT
// The water-drop puzzle against a slow simulation and a slow exact search.

#include "unit_test.h"

#include "slow/slow_drops.h"
#include "solve/drops/domain.h"
#include "solving/plain_subtree.h"

static hr_drops_board board_of(int width, int height, const char *text) {
    hr_drops_board board;
    hr_error error;
    assert_int_equal(HR_OK, hr_drops_parse(width, height, text, &board, &error));
    return board;
}

static void assert_board(const hr_drops_board *board, const char *text) {
    char found[256];
    hr_drops_format(board, found, sizeof found);
    assert_string_equal(text, found);
}

/// A drop into a cell by its number. Returns whether it burst.
static bool drop(hr_drops_board *board, int cell) {
    const unsigned place = hr_drops_place(board, cell);
    if (hr_drops_value(board, place) == HR_DROPS_FULL) {
        (void)hr_drops_burst(board, place);
        return true;
    }
    hr_drops_add(board, 1ULL << place);
    return false;
}

HR_TEST(test_a_burst_sends_four_droplets) {
    hr_drops_board board = board_of(3, 3, "0 1 0 1 4 1 0 1 0");
    assert_true(drop(&board, 4));
    assert_board(&board, "0 2 0 / 2 0 2 / 0 2 0");
    assert_false(drop(&board, 1));
    assert_board(&board, "0 3 0 / 2 0 2 / 0 2 0");
}

HR_TEST(test_droplets_fly_over_empty_cells) {
    hr_drops_board board = board_of(5, 1, "3 0 0 4 1");
    assert_true(drop(&board, 3));
    assert_board(&board, "4 0 0 0 2");
}

HR_TEST(test_droplets_of_one_instant_are_all_absorbed) {
    // Both 4s beside the middle burst from the first droplet at half-step 1, so two droplets reach the middle row's ends together.
    hr_drops_board board = board_of(3, 3, "0 4 0 4 4 4 0 4 0");
    assert_true(drop(&board, 4));
    assert_board(&board, "0 0 0 / 0 0 0 / 0 0 0");
    board = board_of(3, 3, "1 4 0 4 4 0 0 0 0");
    assert_true(drop(&board, 4)); // the corner gets two at half-step 2
    assert_int_equal(3, hr_drops_value(&board, 0));
    // The last 4 absorbs droplets from all four sides in one instant, and bursts, too.
    board = board_of(6, 6, "4 0 0 0 4 0 / 0 0 4 0 4 0 / 0 4 4 0 4 3 / 0 0 0 0 0 0 / 4 4 4 0 0 0 / 0 0 0 0 0 0");
    assert_true(drop(&board, 0));
    assert_board(&board, "0 0 0 0 0 0 / 0 0 0 0 0 0 / 0 0 0 0 0 0 / 0 0 0 0 0 0 / 0 0 0 0 0 0 / 0 0 0 0 0 0");
}

HR_TEST(test_a_late_droplet_misses_a_burst_cell) {
    // The left 4 bursts at half-step 1 and is empty when the far one's droplet comes by.
    hr_drops_board board = board_of(6, 1, "2 4 4 0 0 4");
    assert_true(drop(&board, 2));
    // from cell 2: left at 1 (bursts it, whose left droplet fills cell 0 at 2), right at 5 (bursts cell 5)
    assert_board(&board, "4 0 0 0 0 0");
}

/// From `least` to `most`.
static int random_side(int least, int most, uint64_t *random) {
    return least + (int)(next_random(random) % (uint64_t)(most - least + 1));
}

HR_TEST(test_chains_equal_the_slow_simulation) {
    uint64_t random = 20240601;
    print_message("seed %llu\n", (unsigned long long)random);
    for (int i = 0; i < 20000; i++) {
        const int height = random_side(1, HR_DROPS_SIDE_MAX, &random);
        const int width = random_side(1, HR_DROPS_SIDE_MAX, &random);
        slow_board slow = random_board(width, height, &random);
        const int cell = (int)(next_random(&random) % (uint64_t)(slow.width * slow.height));
        if (slow.cell[cell] > 0) {
            slow.cell[cell] = next_random(&random) % 4 > 0 ? 4 : slow.cell[cell];
            hr_drops_board board = quickly(&slow);
            (void)drop(&board, cell);
            slow_drop(&slow, cell);
            const slow_board found = slowly(&board);
            assert_memory_equal(slow.cell, found.cell, sizeof slow.cell);
        }
    }
}

/// Can `drops` drops empty the board? Every sequence is tried.
static bool can_empty(const slow_board *board, int drops) {
    if (is_empty(board)) {
        return true;
    }
    for (int c = 0; drops > 0 && c < board->width * board->height; c++) {
        if (board->cell[c] > 0) {
            slow_board next = *board;
            slow_drop(&next, c);
            if (can_empty(&next, drops - 1)) {
                return true;
            }
        }
    }
    return false;
}

static int fewest(const slow_board *board) {
    int drops = 0;
    while (!can_empty(board, drops)) {
        drops++;
    }
    return drops;
}

/// Fewest drops for every board of this size, by value iteration: exact, and it shares nothing with the search. A drop makes a
/// board larger or emptier, so some sweeps do. To be freed.
static uint8_t *find_exact(int width, int height, int boards) {
    uint8_t *exact = malloc((size_t)boards);
    assert_non_null(exact);
    memset(exact, 255, (size_t)boards);
    exact[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int b = boards - 1; b > 0; b--) {
            const slow_board board = board_with_number(width, height, b);
            for (int c = 0; c < width * height; c++) {
                if (board.cell[c] > 0) {
                    slow_board next = board;
                    slow_drop(&next, c);
                    const int after = exact[number_of(&next)];
                    if (after + 1 < exact[b]) {
                        exact[b] = (uint8_t)(after + 1);
                        changed = true;
                    }
                }
            }
        }
    }
    return exact;
}

static int solve(const slow_board *slow) {
    hr_idastar_domain domain;
    hr_drops_domain(&domain);
    const hr_drops_state root = {.board = quickly(slow)};
    hr_idastar_result result;
    hr_error error;
    assert_int_equal(HR_OK, hr_idastar_solve(NULL, &domain, &root, &(hr_idastar_options){0}, &result, &error));
    assert_int_equal(HR_IDASTAR_SOLVED, result.outcome);
    slow_board at = *slow;
    for (uint32_t i = 0; i < result.length; i++) {
        slow_drop(&at, result.path[i]);
    }
    assert_true(is_empty(&at));
    return (int)result.length;
}

static void check_all_boards(int width, int height, int boards) {
    uint8_t *exact = find_exact(width, height, boards);
    for (int b = 0; b < boards; b++) {
        const slow_board slow = board_with_number(width, height, b);
        const hr_drops_board board = quickly(&slow);
        assert_true(hr_drops_bound(&board) <= exact[b]);
        assert_true(b == 0 || hr_drops_bound(&board) > 0);
        assert_int_equal(exact[b], solve(&slow));
    }
    free(exact);
}

HR_TEST(test_all_small_boards_are_solved_with_the_exact_number) {
    check_all_boards(3, 2, 15625);
    check_all_boards(1, 5, 3125);
}

HR_TEST(test_solutions_are_as_short_as_an_exhaustive_search_finds) {
    uint64_t random = 4711;
    print_message("seed %llu\n", (unsigned long long)random);
    int longest = 0;
    for (int i = 0; i < 60; i++) {
        slow_board board = random_board(3, 3, &random);
        for (int c = 0; c < 9; c++) { // fuller boards need fewer drops: the slow search stays feasible
            board.cell[c] += board.cell[c] > 0 && board.cell[c] < 4;
        }
        const int found = solve(&board);
        if (found <= 7) {
            assert_int_equal(fewest(&board), found);
            longest = found > longest ? found : longest;
        }
    }
    assert_true(longest >= 5);
}

/// The search of a subtree does what the plain one does, in which boards are bounded one by one.
HR_TEST(test_the_search_equals_the_plain_one) {
    uint64_t random = 271828;
    print_message("seed %llu\n", (unsigned long long)random);
    hr_idastar_domain domain;
    hr_drops_domain(&domain);
    for (int i = 0; i < 60; i++) {
        const int height = random_side(2, 3, &random);
        const int width = random_side(1, 4, &random);
        const slow_board slow = random_board(width, height, &random);
        const hr_drops_state root = {.board = quickly(&slow)};
        const hr_idastar_terms terms = {
            .g = 5, .bound = 5 + domain.heuristic(NULL, &root) + (uint32_t)i % 3, .complete = i % 2 == 0};
        (void)searched_as_plainly(&domain, &root, terms);
    }
}

/// The board of the game that this puzzle comes from.
HR_TEST(test_the_known_board_takes_five_drops) {
    const hr_drops_board board =
        board_of(6, 6, "0 2 1 2 1 1 / 3 4 3 3 3 1 / 3 4 2 0 4 0 / 3 3 1 0 2 3 / 2 3 1 2 2 3 / 0 4 0 2 0 4");
    const slow_board slow = slowly(&board);
    assert_int_equal(5, solve(&slow));
}

HR_TEST(test_a_board_may_be_written_as_other_programs_do) {
    static const char *const FORMS[] = {"{{1, 2}, {3, 4}}", "1234", "2\n12\n34 # full\n"};
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
        const hr_drops_board board = board_of(2, 2, FORMS[i]);
        char text[40];
        hr_drops_format(&board, text, sizeof text);
        assert_string_equal(text, "1 2 / 3 4");
    }
}

HR_TEST(test_bad_boards_are_refused) {
    static const char *const BAD[] = {"", "1 2 3", "1 2 3 5", "1 2 3 4 0", "1 2 3 a", "12 3 4 0", "1 2 3 -1", "[1 2 3 4}"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        hr_drops_board board;
        hr_error error;
        assert_int_equal(HR_USAGE, hr_drops_parse(2, 2, BAD[i], &board, &error));
    }
    hr_drops_board board;
    assert_int_equal(HR_USAGE, hr_drops_parse(9, 1, "0", &board, NULL));
    hr_error error;
    assert_int_equal(HR_USAGE, hr_drops_parse(2, 2, "1 2 x 4", &board, &error));
    assert_string_equal(error.text, "bad state: character 5 does not begin a number from 0 to 4");
}

/// A move is told by the column and row of its cell. The first cell counts where several drops lead to the same board.
HR_TEST(test_moves_are_told_by_column_and_row) {
    static const struct {
        const char *from, *to, *move;
    } CASES[] = {{"1 2 3 / 0 4 1", "1 2 3 / 0 4 2", "2,1"}, {"1 2 3 / 0 4 1", "1 3 3 / 0 4 1", "1,0"},
                 {"0 4 4 / 0 0 0", "0 0 0 / 0 0 0", "1,0"}, {"1 2 3 / 0 4 1", "1 3 3 / 0 0 2", "1,1"},
                 {"1 0 3 / 0 4 1", "1 1 3 / 0 4 1", NULL},  {"1 2 3 / 0 4 1", "1 2 3 / 0 4 1", NULL}};
    hr_puzzle *puzzle = NULL;
    assert_int_equal(hr_drops_puzzle(&(hr_puzzle_options){.spec = "drops:3x2"}, &puzzle, NULL), HR_OK);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_state from[HR_STATE_WORDS_MAX];
        hr_state to[HR_STATE_WORDS_MAX];
        hr_step step;
        assert_int_equal(hr_puzzle_parse(puzzle, CASES[i].from, from, NULL), HR_OK);
        assert_int_equal(hr_puzzle_parse(puzzle, CASES[i].to, to, NULL), HR_OK);
        assert_int_equal(hr_puzzle_step(puzzle, from, to, &step, NULL), CASES[i].move != NULL ? HR_OK : HR_USAGE);
        if (CASES[i].move != NULL) {
            assert_string_equal(step.text, CASES[i].move);
        }
    }
    hr_puzzle_destroy(&puzzle);
}
