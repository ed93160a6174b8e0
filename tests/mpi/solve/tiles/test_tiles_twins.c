// SPDX-License-Identifier: MIT
// Linear conflicts and walking distances equal slow ones, from scratch and move by move; which boards walking distances take.
// Ranks: 1 2
// Long tier: golden.korf100 and mpi.search_solve compare lengths.

#include "solving/tiles_bench.h"

#include <stdlib.h>
#include <string.h>

#include "solve/tiles/walking.h"

static uint64_t next_random(uint64_t *random) {
    *random = *random * 6364136223846793005U + 1442695040888963407U;
    return *random >> 33;
}

/// The end of a random walk of `moves` moves from the goal.
static hr_tiles_state walk(const hr_tiles *tiles, int moves, uint64_t *random) {
    hr_tiles_state at = {.blank = (uint8_t)tiles->blank, .last = HR_TILES_NO_MOVE};
    for (int c = 0; c < tiles->cells; c++) {
        at.piece[c] = (uint8_t)c;
    }
    const hr_tiles *const context = tiles;
    for (int i = 0; i < moves; i++) {
        uint8_t move[HR_IDASTAR_FANOUT_MAX];
        const size_t n = hr_tiles_moves(&context, &at, move);
        hr_tiles_state next;
        hr_tiles_apply(&context, &at, move[next_random(random) % n], &next);
        at = next;
    }
    return at;
}

/// Fewest tiles of a line's `n` tiles at home in it that must leave so that the rest is in order, by trying all subsets.
static int slow_line(const int *place, int n) {
    int best = n;
    for (unsigned stay = 0; stay < 1U << n; stay++) {
        int before = -1;
        bool ascends = true;
        for (int i = 0; i < n; i++) {
            if ((stay >> i & 1U) != 0) {
                ascends = ascends && place[i] > before;
                before = place[i];
            }
        }
        const int leave = n - __builtin_popcount(stay);
        best = ascends && leave < best ? leave : best;
    }
    return best;
}

static uint32_t slow_conflict(const hr_tiles *tiles, const hr_tiles_state *state) {
    int sum = 0;
    for (int line = 0; line < tiles->height + tiles->width; line++) {
        int place[HR_TILES_CELLS_MAX];
        int n = 0;
        for (int c = 0; c < tiles->cells; c++) {
            const int home = state->piece[c];
            const int x = c % tiles->width;
            const int y = c / tiles->width;
            if (home == tiles->blank) {
                continue;
            }
            if (line < tiles->height && y == line) {
                sum += abs(home / tiles->width - y) + abs(home % tiles->width - x);
            }
            if (line < tiles->height ? y == line && home / tiles->width == line
                                     : x == line - tiles->height && home % tiles->width == x) {
                place[n++] = line < tiles->height ? home % tiles->width : home / tiles->width;
            }
        }
        sum += 2 * slow_line(place, n);
    }
    return (uint32_t)sum;
}

/// Can the tiles of each line reach their home lines in `moves` swaps of the blank with a tile of a line beside its own?
static bool slow_walk(int tiles[HR_TILES_CELLS_MAX][HR_TILES_CELLS_MAX], int lines, int blank, int moves) {
    int astray = 0;
    for (int line = 0; line < lines; line++) {
        for (int home = 0; home < lines; home++) {
            astray += line != home ? tiles[line][home] : 0;
        }
    }
    if (astray == 0 || moves == 0) {
        return astray == 0 && moves == 0;
    }
    for (int from = blank - 1; from <= blank + 1; from += 2) {
        for (int home = 0; from >= 0 && from < lines && home < lines; home++) {
            if (tiles[from][home] > 0) {
                tiles[from][home]--;
                tiles[blank][home]++;
                const bool found = slow_walk(tiles, lines, from, moves - 1);
                tiles[from][home]++;
                tiles[blank][home]--;
                if (found) {
                    return true;
                }
            }
        }
    }
    return false;
}

static uint32_t slow_walking(const hr_tiles *tiles, const hr_tiles_state *state) {
    uint32_t sum = 0;
    for (int axis = 0; axis < 2; axis++) {
        int count[HR_TILES_CELLS_MAX][HR_TILES_CELLS_MAX] = {{0}};
        const int lines = axis == 0 ? tiles->height : tiles->width;
        const int unit = axis == 0 ? tiles->width : 1; // a cell's line is cell / unit % lines
        for (int c = 0; c < tiles->cells; c++) {
            count[c / unit % lines][state->piece[c] / unit % lines] += c != state->blank;
        }
        int moves = 0;
        while (!slow_walk(count, lines, state->blank / unit % lines, moves)) {
            moves++;
        }
        sum += (uint32_t)moves;
    }
    return sum;
}

/// On random walks: the heuristic is the slow one, and so is what the search makes of it move by move.
static void check_walks(int width, int height, const char *heuristic, int moves,
                        uint32_t (*slow)(const hr_tiles *, const hr_tiles_state *)) {
    bench b;
    open_bench(&b, width, height, NULL, heuristic, NULL);
    const hr_idastar_domain *domain = &b.guide.domain;
    uint64_t random = 20260101;
    print_message("%dx%d %s, seed %llu\n", width, height, heuristic, (unsigned long long)random);
    for (int i = 0; i < 100; i++) {
        const hr_tiles_state at = walk(&b.tiles, 1 + i % moves, &random);
        if (is_mine((size_t)i)) {
            assert_int_equal(slow(&b.tiles, &at), domain->heuristic(domain->context, &at));
            check_search(domain, at, domain->heuristic(domain->context, &at) + 5);
        }
    }
    close_bench(&b);
}

HR_TEST(test_conflict_and_walking_equal_slow_ones) {
    static const int WALKING[][2] = {{3, 3}, {4, 4}, {3, 5}, {6, 2}};
    static const int CONFLICT[][2] = {{3, 3}, {4, 4}, {3, 5}, {2, 6}, {6, 2}, {5, 3}, {7, 2}, {2, 12}, {5, 5}};
    for (size_t i = 0; i < sizeof WALKING / sizeof *WALKING; i++) {
        check_walks(WALKING[i][0], WALKING[i][1], "walking", 12, slow_walking);
    }
    for (size_t i = 0; i < sizeof CONFLICT / sizeof *CONFLICT; i++) {
        check_walks(CONFLICT[i][0], CONFLICT[i][1], "conflict", 80, slow_conflict);
    }
}

/// On boards of up to 16 cells the check makes no tables, but says what making them says.
HR_TEST(test_walking_knows_which_small_boards_it_takes) {
    for (int width = 2; width <= 8; width++) {
        for (int height = 2; width * height <= 16; height++) {
            if (!is_mine((size_t)width + (size_t)height)) {
                continue;
            }
            hr_tiles tiles;
            hr_error error;
            assert_int_equal(HR_OK, hr_tiles_create(width, height, NULL, &tiles, &error));
            const hr_heuristic_order order = {.kind = &hr_tiles_positions, .board = &tiles};
            hr_idastar_domain domain;
            void *made = NULL;
            assert_int_equal(hr_heuristic_walking.create(&order, "walking", NULL, &made, &domain, &error),
                             hr_heuristic_walking.check(&tiles, "walking", &error));
            hr_heuristic_walking.destroy(made);
        }
    }
}
