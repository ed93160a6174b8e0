// SPDX-License-Identifier: MIT
// The water-drop puzzle against a slow simulation and a slow exact search.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drops_domain.h"

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

static void test_a_burst_sends_four_droplets(void **state) {
    (void)state;
    hr_drops_board board = board_of(3, 3, "0 1 0 1 4 1 0 1 0");
    assert_true(hr_drops_drop(&board, 4));
    assert_board(&board, "0 2 0 / 2 0 2 / 0 2 0");
    assert_false(hr_drops_drop(&board, 1));
    assert_board(&board, "0 3 0 / 2 0 2 / 0 2 0");
}

static void test_droplets_fly_over_empty_cells(void **state) {
    (void)state;
    hr_drops_board board = board_of(5, 1, "3 0 0 4 1");
    assert_true(hr_drops_drop(&board, 3));
    assert_board(&board, "4 0 0 0 2");
}

static void test_droplets_of_one_instant_are_all_absorbed(void **state) {
    (void)state;
    // Both 4s beside the middle burst from the first droplet at half-step 1, so two droplets reach the middle row's ends together.
    hr_drops_board board = board_of(3, 3, "0 4 0 4 4 4 0 4 0");
    assert_true(hr_drops_drop(&board, 4));
    assert_board(&board, "0 0 0 / 0 0 0 / 0 0 0");
    board = board_of(3, 3, "1 4 0 4 4 0 0 0 0");
    assert_true(hr_drops_drop(&board, 4)); // the corner gets two at half-step 2
    assert_int_equal(3, board.cell[0]);
}

static void test_a_late_droplet_misses_a_burst_cell(void **state) {
    (void)state;
    // The left 4 bursts at half-step 1 and is empty when the far one's droplet comes by.
    hr_drops_board board = board_of(6, 1, "2 4 4 0 0 4");
    assert_true(hr_drops_drop(&board, 2));
    // from cell 2: left at 1 (bursts it, whose left droplet fills cell 0 at 2), right at 5 (bursts cell 5)
    assert_board(&board, "4 0 0 0 0 0");
}

/// The slow twin of hr_drops_drop: a picture of time in which every droplet is asked in every half-step.
static void slow_drop(hr_drops_board *board, int cell) {
    typedef struct flight {
        int x2, y2; // twice the coordinates, in half cells
        int dx, dy;
        int alive;
    } flight;
    static flight flights[4096];
    int n = 0;
    const int w = board->width;
    const int h = board->height;
    board->cell[cell]++;
    int bursting[HR_DROPS_CELLS_MAX];
    int count = 0;
    if (board->cell[cell] > HR_DROPS_FULL) {
        bursting[count++] = cell;
    }
    while (1) {
        for (int i = 0; i < count; i++) {
            board->cell[bursting[i]] = 0;
            for (int d = 0; d < 4; d++) {
                const int dx = d == 0 ? 1 : d == 1 ? -1 : 0;
                const int dy = d == 2 ? 1 : d == 3 ? -1 : 0;
                flights[n++] = (flight){2 * (bursting[i] % w), 2 * (bursting[i] / w), dx, dy, 1};
            }
        }
        count = 0;
        int alive = 0;
        int hit[HR_DROPS_CELLS_MAX] = {0};
        for (int i = 0; i < n; i++) {
            flight *f = &flights[i];
            if (!f->alive) {
                continue;
            }
            f->x2 += f->dx;
            f->y2 += f->dy;
            alive++;
            const int along = f->dx != 0 ? f->x2 : f->y2;
            if (along % 2 == 0) {
                continue; // in the middle of a cell
            }
            const int x = (f->x2 + f->dx) / 2; // beyond the edge; the coordinate across is even
            const int y = (f->y2 + f->dy) / 2;
            if (f->x2 + f->dx < 0 || f->y2 + f->dy < 0 || x >= w || y >= h) {
                f->alive = 0;
            } else if (board->cell[y * w + x] > 0) {
                hit[y * w + x]++;
                f->alive = 0;
            }
        }
        for (int c = 0; c < w * h; c++) {
            board->cell[c] = (uint8_t)(board->cell[c] + hit[c]);
            if (board->cell[c] > HR_DROPS_FULL) {
                bursting[count++] = c;
            }
        }
        if (alive == 0 && count == 0) {
            return;
        }
    }
}

static uint64_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return *state >> 33;
}

static hr_drops_board random_board(int width, int height, uint64_t *random) {
    hr_drops_board board = {.width = (uint8_t)width, .height = (uint8_t)height};
    for (int c = 0; c < width * height; c++) {
        board.cell[c] = (uint8_t)(next_random(random) % 5);
    }
    return board;
}

static void test_chains_equal_the_slow_simulation(void **state) {
    (void)state;
    uint64_t random = 20240601;
    print_message("seed %llu\n", (unsigned long long)random);
    for (int i = 0; i < 20000; i++) {
        hr_drops_board board = random_board(1 + (int)(next_random(&random) % 7), 1 + (int)(next_random(&random) % 7), &random);
        const int cell = (int)(next_random(&random) % (uint64_t)(board.width * board.height));
        if (board.cell[cell] > 0) {
            board.cell[cell] = next_random(&random) % 4 > 0 ? 4 : board.cell[cell];
            hr_drops_board slow = board;
            (void)hr_drops_drop(&board, cell);
            slow_drop(&slow, cell);
            assert_memory_equal(slow.cell, board.cell, sizeof board.cell);
        }
    }
}

static bool is_empty(const hr_drops_board *board) {
    for (int c = 0; c < board->width * board->height; c++) {
        if (board->cell[c] > 0) {
            return false;
        }
    }
    return true;
}

/// Can `drops` drops empty the board? Every sequence is tried.
static bool can_empty(const hr_drops_board *board, int drops) {
    if (is_empty(board)) {
        return true;
    }
    for (int c = 0; drops > 0 && c < board->width * board->height; c++) {
        if (board->cell[c] > 0) {
            hr_drops_board next = *board;
            slow_drop(&next, c);
            if (can_empty(&next, drops - 1)) {
                return true;
            }
        }
    }
    return false;
}

static int fewest(const hr_drops_board *board) {
    int drops = 0;
    while (!can_empty(board, drops)) {
        drops++;
    }
    return drops;
}

/// Fewest drops for every 2×3 board by value iteration over all 5^6 boards: exact, and it shares nothing with the search.
static void test_the_bound_is_never_above_the_exact_number(void **state) {
    (void)state;
    enum { WIDTH = 3, HEIGHT = 2, CELLS = WIDTH * HEIGHT, BOARDS = 15625, UNKNOWN = 255 };
    static uint8_t exact[BOARDS];
    memset(exact, UNKNOWN, sizeof exact);
    exact[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int b = 1; b < BOARDS; b++) {
            hr_drops_board board = {.width = WIDTH, .height = HEIGHT};
            for (int c = 0, rest = b; c < CELLS; c++, rest /= 5) {
                board.cell[c] = (uint8_t)(rest % 5);
            }
            for (int c = 0; c < CELLS; c++) {
                if (board.cell[c] > 0) {
                    hr_drops_board next = board;
                    slow_drop(&next, c);
                    int number = 0;
                    for (int k = CELLS - 1; k >= 0; k--) {
                        number = number * 5 + next.cell[k];
                    }
                    if (exact[number] != UNKNOWN && exact[number] + 1 < exact[b]) {
                        exact[b] = (uint8_t)(exact[number] + 1);
                        changed = true;
                    }
                }
            }
        }
    }
    for (int b = 0; b < BOARDS; b++) {
        hr_drops_board board = {.width = WIDTH, .height = HEIGHT};
        for (int c = 0, rest = b; c < CELLS; c++, rest /= 5) {
            board.cell[c] = (uint8_t)(rest % 5);
        }
        assert_true(hr_drops_bound(&board) <= exact[b]);
        assert_true(b == 0 || hr_drops_bound(&board) > 0);
    }
}

static int solve(const hr_drops_board *board) {
    hr_idastar_domain domain;
    hr_drops_domain(&domain);
    const hr_drops_state root = {.board = *board};
    hr_idastar_result result;
    hr_error error;
    assert_int_equal(HR_OK, hr_idastar_solve(NULL, &domain, &root, &(hr_idastar_options){0}, &result, &error));
    assert_int_equal(HR_IDASTAR_SOLVED, result.outcome);
    hr_drops_board at = *board;
    for (uint32_t i = 0; i < result.length; i++) {
        slow_drop(&at, result.path[i]);
    }
    assert_true(is_empty(&at));
    return (int)result.length;
}

static void test_solutions_are_as_short_as_an_exhaustive_search_finds(void **state) {
    (void)state;
    uint64_t random = 4711;
    print_message("seed %llu\n", (unsigned long long)random);
    int longest = 0;
    for (int i = 0; i < 60; i++) {
        hr_drops_board board = random_board(3, 3, &random);
        for (int c = 0; c < 9; c++) { // fuller boards need fewer drops: the slow search stays feasible
            board.cell[c] = (uint8_t)(board.cell[c] > 0 && board.cell[c] < 4 ? board.cell[c] + 1 : board.cell[c]);
        }
        const int found = solve(&board);
        if (found <= 7) {
            assert_int_equal(fewest(&board), found);
            longest = found > longest ? found : longest;
        }
    }
    assert_true(longest >= 5);
}

/// The board of the game that this puzzle comes from.
static void test_the_known_board_takes_five_drops(void **state) {
    (void)state;
    const hr_drops_board board =
        board_of(6, 6, "0 2 1 2 1 1 / 3 4 3 3 3 1 / 3 4 2 0 4 0 / 3 3 1 0 2 3 / 2 3 1 2 2 3 / 0 4 0 2 0 4");
    assert_int_equal(5, solve(&board));
}

static void test_bad_boards_are_refused(void **state) {
    (void)state;
    static const char *const BAD[] = {"", "1 2 3", "1 2 3 5", "1 2 3 4 0", "1 2 3 a", "12 3 4 0", "1 2 3 -1"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        hr_drops_board board;
        hr_error error;
        assert_int_equal(HR_USAGE, hr_drops_parse(2, 2, BAD[i], &board, &error));
    }
    hr_drops_board board;
    assert_int_equal(HR_USAGE, hr_drops_parse(8, 8, "0", &board, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_burst_sends_four_droplets),
        cmocka_unit_test(test_droplets_fly_over_empty_cells),
        cmocka_unit_test(test_droplets_of_one_instant_are_all_absorbed),
        cmocka_unit_test(test_a_late_droplet_misses_a_burst_cell),
        cmocka_unit_test(test_chains_equal_the_slow_simulation),
        cmocka_unit_test(test_the_bound_is_never_above_the_exact_number),
        cmocka_unit_test(test_solutions_are_as_short_as_an_exhaustive_search_finds),
        cmocka_unit_test(test_the_known_board_takes_five_drops),
        cmocka_unit_test(test_bad_boards_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
