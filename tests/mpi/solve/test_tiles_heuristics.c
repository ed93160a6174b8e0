// SPDX-License-Identifier: MIT
// Heuristics of tile puzzles: admissible against exact distances, and the fast search of a subtree against the plain one.
// Ranks: 1 2

#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "positions.h"
#include "solve/heuristic.h"
#include "solve/patterns/domain.h"
#include "solve/tiles/walking.h"

typedef struct bench {
    hr_tiles tiles;
    hr_comm *node;
    hr_guide guide;
} bench;

static void open_bench(bench *b, int width, int height, const char *goal, const char *heuristic, const char *cache) {
    hr_error error = {.text = ""};
    assert_int_equal(HR_OK, hr_tiles_create(width, height, goal, &b->tiles, &error));
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &b->node, &error));
    const hr_heuristic_order order = {
        .kind = &hr_tiles_positions, .board = &b->tiles, .name = heuristic, .cache = &(hr_pattern_cache){.directory = cache}};
    const hr_status status = hr_guide_create(hr_test_world(), b->node, &order, &b->guide, &error);
    assert_string_equal("", error.text);
    assert_int_equal(HR_OK, status);
}

static void close_bench(bench *b) {
    hr_guide_clear(&b->guide);
    hr_comm_destroy(&b->node);
}

/// Exact distances of the first states of a breadth-first search over the domain's own moves from the goal, in a plain hash table.
typedef struct exact {
    uint64_t *key;
    uint8_t *distance;
    size_t size;
    hr_tiles_state *queue;
    size_t count;
} exact;

static uint64_t key_of(const hr_tiles *tiles, const hr_tiles_state *state) {
    uint64_t key = 1;
    for (int c = 0; c < tiles->cells; c++) {
        key = key * 31 + state->piece[c];
    }
    return key;
}

static size_t slot_of(const exact *e, uint64_t key) {
    size_t at = (size_t)((key * 0x9E3779B97F4A7C15U) >> 20) % e->size;
    while (e->key[at] != 0 && e->key[at] != key) {
        at = (at + 1) % e->size;
    }
    return at;
}

static void enumerate(exact *e, const hr_tiles *tiles, size_t states) {
    e->size = 2 * states + 1;
    e->key = calloc(e->size, sizeof *e->key);
    e->distance = calloc(e->size, 1);
    e->queue = calloc(states, sizeof *e->queue);
    e->count = 0;
    hr_tiles_state goal = {.blank = (uint8_t)tiles->blank, .last = HR_TILES_NO_MOVE};
    for (int c = 0; c < tiles->cells; c++) {
        goal.piece[c] = (uint8_t)c;
    }
    e->key[slot_of(e, key_of(tiles, &goal))] = key_of(tiles, &goal);
    e->queue[e->count++] = goal;
    const hr_tiles *const context = tiles;
    for (size_t i = 0; i < e->count; i++) {
        hr_tiles_state at = e->queue[i];
        at.last = HR_TILES_NO_MOVE;
        const uint8_t distance = e->distance[slot_of(e, key_of(tiles, &at))];
        uint8_t moves[HR_IDASTAR_FANOUT_MAX];
        const size_t n = hr_tiles_moves(&context, &at, moves);
        for (size_t m = 0; m < n; m++) {
            hr_tiles_state next;
            hr_tiles_apply(&context, &at, moves[m], &next);
            const uint64_t key = key_of(tiles, &next);
            const size_t slot = slot_of(e, key);
            if (e->key[slot] == 0 && e->count < states) {
                e->key[slot] = key;
                e->distance[slot] = (uint8_t)(distance + 1);
                e->queue[e->count++] = next;
            }
        }
    }
}

static void forget(exact *e) {
    free(e->key);
    free(e->distance);
    free(e->queue);
}

/// The fast search of the subtree under a state does what the plain one does with the heuristic from scratch.
static void check_search(const hr_idastar_domain *domain, hr_tiles_state root, uint32_t bound) {
    root.last = HR_TILES_NO_MOVE;
    for (int complete = 0; complete < 2; complete++) {
        const hr_idastar_terms terms = {.g = 3, .bound = bound, .complete = complete};
        hr_idastar_subtree fast = {.next_bound = HR_IDASTAR_NO_BOUND};
        hr_idastar_subtree plain = fast;
        domain->search(domain->context, &root, terms, &fast);
        hr_idastar_search_plain(domain, (hr_idastar_weight){0}, &root, terms, &plain);
        assert_int_equal(plain.nodes, fast.nodes);
        assert_int_equal(plain.solutions, fast.solutions);
        assert_int_equal(plain.path_length, fast.path_length);
        assert_memory_equal(plain.path, fast.path, plain.path_length);
        if (plain.solutions == 0) {
            assert_int_equal(plain.next_bound, fast.next_bound);
        }
    }
}

/// The value of the packed position is that of the position itself, `h`, wherever it stands among others.
static void check_packed(const bench *b, const hr_tiles_state *state, uint32_t h) {
    const hr_tiles *tiles = &b->tiles;
    const hr_idastar_domain *domain = &b->guide.domain;
    uint64_t position = 0;
    for (int c = 0; c < tiles->cells; c++) {
        for (int home = 0; home < tiles->cells; home++) {
            position |= tiles->normal[home] == state->piece[tiles->normal[c]] ? (uint64_t)home << 4 * c : 0;
        }
    }
    enum { COPIES = 67 };
    uint64_t positions[COPIES];
    uint8_t values[COPIES];
    const size_t n = 1 + position % COPIES;
    for (size_t i = 0; i < n; i++) {
        positions[i] = position;
    }
    domain->packed(domain->context, positions, n, values);
    assert_int_equal(values[0], h);
    assert_int_equal(values[n - 1], h);
}

/// The nearest `states` states of the board: each heuristic is admissible, and searches as it should.
static void check_board(int width, int height, const char *goal, size_t states, const char *const *heuristics) {
    exact e = {0};
    for (size_t i = 0; heuristics[i] != NULL; i++) {
        bench b;
        open_bench(&b, width, height, goal, heuristics[i], NULL);
        if (i == 0) {
            enumerate(&e, &b.tiles, states);
            assert_int_equal(states, e.count);
        }
        const hr_idastar_domain *domain = &b.guide.domain;
        size_t packed = 0;
        for (size_t k = 0; k < e.count; k++) {
            const uint32_t h = domain->heuristic(domain->context, &e.queue[k]);
            const uint32_t distance = e.distance[slot_of(&e, key_of(&b.tiles, &e.queue[k]))];
            assert_true(h <= distance);
            assert_true((h + distance) % 2 == 0);
            if (domain->packed != NULL && k % 7 == 0) {
                check_packed(&b, &e.queue[k], h);
                packed++;
            }
            if (k % (states / 100 + 1) == 0) {
                check_search(domain, e.queue[k], h + 7);
            }
        }
        assert_int_equal(packed, strchr("123456789", heuristics[i][0]) != NULL && width * height <= 16 ? (e.count + 6) / 7 : 0);
        close_bench(&b);
    }
    forget(&e);
}

static void test_heuristics_are_admissible_on_3x3(void **state) {
    (void)state;
    static const char *const HEURISTIC[] = {
        "manhattan", "conflict", "walking", "4-4", "3-3-2", "8", "1,3,5,7/2,4,6,8", "+4-4", "+4-4+1,3,5,7/2,4,6,8+2-6", NULL};
    static const char *const GOAL[] = {NULL, "1 2 3 8 0 4 7 6 5", "1 0 2 3 4 5 6 7 8"};
    for (size_t g = 0; g < sizeof GOAL / sizeof *GOAL; g++) {
        check_board(3, 3, GOAL[g], 181440, HEURISTIC);
    }
}

static void test_heuristics_are_admissible_on_small_boards(void **state) {
    (void)state;
    check_board(2, 2, NULL, 12, (const char *const[]){"manhattan", "conflict", "walking", "1-2", NULL});
    check_board(2, 3, NULL, 360, (const char *const[]){"manhattan", "conflict", "walking", "3-2", "+3-2+1-4", NULL});
    check_board(4, 2, NULL, 20160, (const char *const[]){"manhattan", "conflict", "walking", "4-3", "+4-3+3-4", NULL});
    check_board(2, 4, "0 1 2 3 4 5 6 7", 20160, (const char *const[]){"manhattan", "conflict", "walking", "3-4", "+5-2", NULL});
}

/// Larger boards: the states nearest to the goal, whose distances are exact, too.
static void test_heuristics_are_admissible_near_the_goal(void **state) {
    (void)state;
    static const char *const ALL[] = {"manhattan", "conflict", "walking", "4-4-3", "+4-4-3+5-6", NULL};
    check_board(3, 4, NULL, 30000, ALL);
    check_board(4, 3, "5 1 2 3 4 0 6 7 8 9 10 11", 30000, ALL);
    check_board(4, 4, NULL, 30000, (const char *const[]){"manhattan", "conflict", "walking", "4-4-4-3", "+4-4-4-3+5-5-5", NULL});
    check_board(3, 5, NULL, 10000, (const char *const[]){"manhattan", "conflict", "walking", "4-4-3-3", NULL});
    check_board(6, 2, NULL, 10000, (const char *const[]){"manhattan", "conflict", "walking", "4-4-3", NULL});
    check_board(2, 8, NULL, 10000, (const char *const[]){"manhattan", "conflict", "4-4-4-3", NULL});
    check_board(12, 2, NULL, 10000, (const char *const[]){"manhattan", "conflict", NULL});
    check_board(5, 5, NULL, 10000,
                (const char *const[]){"manhattan", "conflict", "3-3-3-3-3-3-3-3", "+4-4-4-4-4-4+3-3-3-3-3-3-3-3", NULL});
}

/// Positions far from the goal, with lengths from outside.
static void check_list(const char *name, const char *heuristic, int expected) {
    bench b;
    open_bench(&b, 4, 4, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", heuristic, NULL);
    const hr_idastar_domain *domain = &b.guide.domain;
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    hr_position position;
    int count = 0;
    for (; hr_position_read(file, 16, &position); count++) {
        hr_tiles_state root;
        hr_error error;
        assert_int_equal(HR_OK, hr_tiles_parse(&b.tiles, position.text, &root, &error));
        const uint32_t h = domain->heuristic(domain->context, &root);
        assert_true(h >= position.number[0]); // the Manhattan distance
        assert_true(h <= position.number[1] && (h + position.number[1]) % 2 == 0);
        check_search(domain, root, h + 3);
        if (domain->packed != NULL) {
            check_packed(&b, &root, h);
        }
    }
    assert_int_equal(expected, count);
    (void)fclose(file);
    close_bench(&b);
}

static void test_heuristics_are_admissible_far_from_the_goal(void **state) {
    (void)state;
    static const char *const HEURISTIC[] = {"manhattan", "conflict", "walking"};
    for (size_t i = 0; i < sizeof HEURISTIC / sizeof *HEURISTIC; i++) {
        check_list(HR_GOLDEN_DIR "/korf100.csv", HEURISTIC[i], 100);
        check_list(HR_GOLDEN_DIR "/hard17.csv", HEURISTIC[i], 17);
    }
}

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
        assert_int_equal(slow(&b.tiles, &at), domain->heuristic(domain->context, &at));
        check_search(domain, at, domain->heuristic(domain->context, &at) + 5);
    }
    close_bench(&b);
}

static void test_conflict_and_walking_equal_slow_ones(void **state) {
    (void)state;
    static const int SIDES[][2] = {{3, 3}, {4, 4}, {3, 5}, {2, 6}, {6, 2}, {5, 3}};
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES; i++) {
        check_walks(SIDES[i][0], SIDES[i][1], "walking", 12, slow_walking);
        check_walks(SIDES[i][0], SIDES[i][1], "conflict", 80, slow_conflict);
    }
    check_walks(7, 2, "conflict", 80, slow_conflict);
    check_walks(2, 12, "conflict", 80, slow_conflict);
    check_walks(5, 5, "conflict", 80, slow_conflict);
}

static void test_walking_refuses_boards_with_too_many_states(void **state) {
    (void)state;
    static const int SIDES[][2] = {{2, 7}, {8, 2}, {5, 5}, {12, 2}};
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES; i++) {
        hr_tiles tiles;
        hr_error error = {.text = ""};
        assert_int_equal(HR_OK, hr_tiles_create(SIDES[i][0], SIDES[i][1], NULL, &tiles, &error));
        assert_int_equal(HR_USAGE, hr_heuristic_walking.check(&tiles, "walking", &error));
        assert_null(strchr(error.text, '\n'));
    }
}

/// On boards of up to 16 cells the check makes no tables, but says what making them says.
static void test_walking_knows_which_small_boards_it_takes(void **state) {
    (void)state;
    for (int width = 2; width <= 8; width++) {
        for (int height = 2; width * height <= 16; height++) {
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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_heuristics_are_admissible_on_small_boards),
    cmocka_unit_test(test_heuristics_are_admissible_on_3x3),
    cmocka_unit_test(test_heuristics_are_admissible_near_the_goal),
    cmocka_unit_test(test_heuristics_are_admissible_far_from_the_goal),
    cmocka_unit_test(test_conflict_and_walking_equal_slow_ones),
    cmocka_unit_test(test_walking_refuses_boards_with_too_many_states),
    cmocka_unit_test(test_walking_knows_which_small_boards_it_takes),
};
HR_MPI_TEST_MAIN(tests)
