// SPDX-License-Identifier: MIT
// Heuristics of tile puzzles: admissible against exact distances, and the fast search of a subtree against the plain one.
// Ranks: 1 2
// Long tier: golden.korf100 and mpi.search_solve compare lengths.

#include "solving/tiles_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "positions.h"
#include "solving/read_tiles.h"

enum { NAMES_MAX = 32 };

/// Exact distances of the first states of a breadth-first search over the domain's own moves from the goal, in a plain hash table.
typedef struct exact {
    uint64_t *key;
    size_t size;
    hr_tiles_state *queue;
    uint8_t *distance; ///< of each state in `queue`
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
    e->queue = calloc(states, sizeof *e->queue);
    e->distance = calloc(states, 1);
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
        uint8_t moves[HR_IDASTAR_FANOUT_MAX];
        const size_t n = hr_tiles_moves(&context, &at, moves);
        for (size_t m = 0; m < n; m++) {
            hr_tiles_state next;
            hr_tiles_apply(&context, &at, moves[m], &next);
            const uint64_t key = key_of(tiles, &next);
            const size_t slot = slot_of(e, key);
            if (e->key[slot] == 0 && e->count < states) {
                e->key[slot] = key;
                e->distance[e->count] = (uint8_t)(e->distance[i] + 1);
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

/// List the heuristics of the table that have one name and suit the board, then `partitions`. The list ends with NULL.
static void list_heuristics(const hr_tiles *tiles, const char *const *partitions, const char *names[NAMES_MAX]) {
    size_t count = 0;
    for (size_t i = 0; hr_heuristics[i] != NULL; i++) {
        const hr_heuristic *row = hr_heuristics[i];
        const bool is_one = row->kind == &hr_tiles_positions && row->is_named == NULL;
        if (is_one && (row->check == NULL || row->check(tiles, row->name, NULL) == HR_OK)) {
            names[count++] = row->name;
        }
    }
    assert_true(count >= 2);
    for (size_t i = 0; partitions[i] != NULL; i++) {
        names[count++] = partitions[i];
    }
    assert_true(count < NAMES_MAX);
    names[count] = NULL;
}

/// The nearest `states` states of the board: each heuristic is admissible, and searches as it should.
static void check_board(int width, int height, const char *goal, size_t states, const char *const *partitions) {
    exact e = {0};
    hr_tiles tiles;
    const char *heuristics[NAMES_MAX];
    assert_int_equal(HR_OK, hr_tiles_create(width, height, goal, &tiles, NULL));
    list_heuristics(&tiles, partitions, heuristics);
    enumerate(&e, &tiles, states);
    assert_int_equal(states, e.count);
    for (size_t i = 0; heuristics[i] != NULL; i++) {
        bench b;
        open_bench(&b, width, height, goal, heuristics[i], NULL);
        const hr_idastar_domain *domain = &b.guide.domain;
        assert_int_equal(domain->packed != NULL, strchr("123456789", heuristics[i][0]) != NULL && width * height <= 16);
        for (size_t k = (size_t)hr_comm_rank(hr_test_world()); k < e.count; k += (size_t)hr_comm_size(hr_test_world())) {
            const uint32_t h = domain->heuristic(domain->context, &e.queue[k]);
            assert_true(h <= e.distance[k]);
            assert_true((h + e.distance[k]) % 2 == 0);
            if (domain->packed != NULL && k % 7 == 0) {
                check_packed(&b, &e.queue[k], h);
            }
            if (k % (states / 100 + 1) == 0) {
                check_search(domain, e.queue[k], h + 7);
            }
        }
        close_bench(&b);
    }
    forget(&e);
}

HR_TEST(test_heuristics_are_admissible_on_3x3) {
    check_board(3, 3, NULL, 181440,
                (const char *const[]){"4-4", "3-3-2", "8", "1,3,5,7/2,4,6,8", "+4-4", "+4-4+1,3,5,7/2,4,6,8+2-6",
                                      "+4-4+2-6+3-5+5-3", "+4-4+2-6+3-5+5-3+6-2", NULL});
    static const char *const GOAL[] = {"1 2 3 8 0 4 7 6 5", "1 0 2 3 4 5 6 7 8"};
    for (size_t g = 0; g < sizeof GOAL / sizeof *GOAL; g++) {
        check_board(3, 3, GOAL[g], 181440, (const char *const[]){"3-3-2", "+4-4+1,3,5,7/2,4,6,8+2-6", NULL});
    }
}

HR_TEST(test_heuristics_are_admissible_on_small_boards) {
    check_board(2, 2, NULL, 12, (const char *const[]){"1-2", NULL});
    check_board(2, 3, NULL, 360, (const char *const[]){"3-2", "+3-2+1-4", NULL});
    check_board(4, 2, NULL, 20160, (const char *const[]){"4-3", "+4-3+3-4", NULL});
    check_board(2, 4, "0 1 2 3 4 5 6 7", 20160, (const char *const[]){"3-4", "+5-2", NULL});
}

/// Larger boards: the states nearest to the goal, whose distances are exact, too.
HR_TEST(test_heuristics_are_admissible_near_the_goal) {
    static const char *const ALL[] = {"4-4-3", "+4-4-3+5-6", NULL};
    check_board(3, 4, NULL, 30000, ALL);
    check_board(4, 3, "5 1 2 3 4 0 6 7 8 9 10 11", 30000, ALL);
    check_board(4, 4, NULL, 30000, (const char *const[]){"4-4-4-3", "+4-4-4-3+5-4-4-2", NULL});
    check_board(3, 5, NULL, 10000, (const char *const[]){"4-4-3-3", NULL});
    check_board(6, 2, NULL, 10000, (const char *const[]){"4-4-3", NULL});
    check_board(2, 8, NULL, 10000, (const char *const[]){"4-4-4-3", NULL});
    check_board(12, 2, NULL, 10000, (const char *const[]){NULL});
    check_board(5, 5, NULL, 10000, (const char *const[]){"3-3-3-3-3-3-3-3", "+4-4-1-3-3-3-3-3+3-3-3-3-3-3-3-3", NULL});
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
        assert_int_equal(HR_OK, read_tiles(&b.tiles, position.text, &root, &error));
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

HR_TEST(test_heuristics_are_admissible_far_from_the_goal) {
    hr_tiles tiles;
    const char *heuristics[NAMES_MAX];
    assert_int_equal(HR_OK, hr_tiles_create(4, 4, NULL, &tiles, NULL));
    list_heuristics(&tiles, (const char *const[]){NULL}, heuristics);
    for (size_t i = 0; heuristics[i] != NULL; i++) {
        check_list(HR_GOLDEN_DIR "/korf100.csv", heuristics[i], 100);
        check_list(HR_GOLDEN_DIR "/hard17.csv", heuristics[i], 17);
    }
}
