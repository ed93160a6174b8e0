// SPDX-License-Identifier: MIT
// Slides of the 15-puzzle: the database of coloured tiles, the same on any number of ranks, and its search beside a plain one.
// Ranks: 2

#include "mpi_test.h"

#include "core/hash.h"
#include "solve/patterns/colouring.h"
#include "solve/slides/domain.h"
#include "solving/plain_subtree.h"

static const char LAST[] = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
static const char INNER[] = "1 2 3 4 5 0 6 7 8 9 10 11 12 13 14 15";
static const char EDGE[] = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15"; // without a mirror

static uint64_t next_random(uint64_t *random) {
    *random = *random * 6364136223846793005U + 1442695040888963407U;
    return *random >> 33;
}

typedef struct task {
    hr_tiles tiles;
    hr_comm *node;
    hr_guide guide;
} task;

static void begin(task *t, const char *goal) {
    hr_error error = {.text = ""};
    assert_int_equal(HR_OK, hr_tiles_create(4, 4, goal, &t->tiles, &error));
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &t->node, &error));
    const hr_heuristic_order order = {
        .kind = &hr_tiles_slides, .board = &t->tiles, .name = "7-4-4", .cache = &(hr_pattern_cache){0}};
    HR_TEST_OK(hr_guide_create(hr_test_world(), t->node, &order, &t->guide, &error), error);
}

static void end(task *t) {
    hr_guide_clear(&t->guide);
    hr_comm_destroy(&t->node);
}

/// The end of a random walk of `slides` slides from the goal.
static hr_tiles_state walk(const task *t, int slides, uint64_t *random) {
    const hr_idastar_domain *domain = &t->guide.domain;
    hr_tiles_state at = {.blank = (uint8_t)t->tiles.blank, .last = HR_TILES_NO_MOVE};
    for (int c = 0; c < t->tiles.cells; c++) {
        at.piece[c] = (uint8_t)c;
    }
    for (int i = 0; i < slides; i++) {
        uint8_t moves[HR_IDASTAR_FANOUT_MAX];
        const size_t n = domain->moves(domain->context, &at, moves);
        assert_int_equal(n, i == 0 ? 6 : 3);
        hr_tiles_state next;
        domain->apply(domain->context, &at, moves[next_random(random) % n], &next);
        assert_int_equal(next.piece[next.blank], t->tiles.blank);
        at = next;
    }
    at.last = HR_TILES_NO_MOVE;
    return at;
}

static void check_search(const char *goal, uint64_t seed) {
    task t;
    begin(&t, goal);
    for (int slides = 0; slides < 18; slides++) {
        const hr_tiles_state root = walk(&t, slides, &seed);
        const uint32_t length = length_as_plainly(&t.guide.domain, &root, slides % 2 == 0, (uint32_t)slides);
        assert_true(length > 0 || t.guide.domain.solved(t.guide.domain.context, &root));
    }
    end(&t);
}

HR_TEST(test_the_search_counts_as_a_plain_one) {
    check_search(INNER, 2);
    for (size_t more = hr_test_of_tier(2, 0); more < 2; more++) { // the database of each goal takes its time
        check_search(more == 0 ? LAST : EDGE, more);
    }
}

/// The database's bounds are those of a breadth-first search: 0 at the goal only, and the least bound of a colouring is one more
/// than the least of those that one slide leads to.
HR_TEST(test_each_bound_follows_from_its_neighbours) {
    hr_tiles tiles;
    hr_comm *node = NULL;
    assert_int_equal(HR_OK, hr_tiles_create(4, 4, LAST, &tiles, NULL));
    assert_int_equal(HR_OK, hr_comm_split_node(hr_test_world(), &node, NULL));
    const hr_pattern pattern = {
        .width = 4, .height = 4, .tiles = 8, .home = {0x40, 0x44, 0x44, 0x44, 0x22, 0x11, 0x22, 0x11}, .slides = true};
    hr_error error;
    hr_pattern_database database;
    hr_colouring *colouring;
    assert_int_equal(HR_OK, hr_pattern_build(node, &pattern, (hr_pattern_stop){0}, &database, &error));
    assert_int_equal(HR_OK, hr_colouring_create(&pattern, &colouring, &error));
    assert_int_equal(hr_pattern_entries(&pattern), 7207200); // 16! / 7! 4! 4!
    uint64_t random = 4;
    for (int i = 0; i < 100000; i++) {
        const uint32_t index = (uint32_t)(next_random(&random) % 7207200);
        const uint64_t word = hr_colouring_at(colouring, index);
        assert_int_equal(hr_colouring_index(colouring, word), index);
        const unsigned blank = (unsigned)__builtin_ctzll(word >> HR_COLOURING_BLANK_SHIFT);
        uint32_t least[2] = {UINT32_MAX, UINT32_MAX};
        for (unsigned m = 0; m < HR_TILES_MOVES; m++) {
            const unsigned axis = (unsigned)hr_tiles_axis(m);
            uint64_t at = word;
            for (unsigned p = blank, q = tiles.neighbour[p][m]; q != UINT8_MAX; p = q, q = tiles.neighbour[p][m]) {
                at = hr_colouring_step(at, p, q);
                const uint32_t value = hr_colouring_value(database.values[hr_colouring_index(colouring, at)], 1 - axis);
                least[axis] = value + 1 < least[axis] ? value + 1 : least[axis];
            }
        }
        const uint8_t byte = database.values[index];
        assert_true(byte != 0); // the goal's index is not among these
        const uint32_t smaller = least[0] < least[1] ? least[0] : least[1];
        assert_int_equal(byte & 31, smaller);
        for (unsigned axis = 0; axis < 2; axis++) { // a difference of more than 3 is kept as 3
            const uint32_t value = hr_colouring_value(byte, axis);
            assert_true(value == least[axis] || (value == smaller + 3 && value < least[axis]));
        }
    }
    hr_colouring_destroy(&colouring);
    hr_pattern_database_clear(&database);
    hr_comm_destroy(&node);
}
