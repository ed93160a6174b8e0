// SPDX-License-Identifier: MIT
// The automaton of needless sequences: what it leaves is one shortest sequence for each position, and of the shortest ones that
// which a search meets first.

#include "solve/tiles/automaton.h"
#include "unit_test.h"

/// A position that a breadth-first search has reached.
typedef struct reached {
    uint64_t key;
    uint16_t history; ///< the automaton's state of the first sequence that reached it
    uint16_t depth;
    hr_tiles_state state;
} reached;

/// Positions in the order in which a breadth-first search without an automaton reaches them.
typedef struct search {
    hr_tiles tiles;
    hr_tiles_automaton automaton;
    reached *list;
    size_t count;
    uint32_t *place; ///< [size] index in `list`, plus 1; 0: free
    size_t size;
} search;

static uint64_t key_of(const hr_tiles *tiles, const hr_tiles_state *state) {
    uint64_t key = 0;
    for (int c = 0; c < tiles->cells; c++) {
        key = key * UINT64_C(0x100000001b3) + state->piece[c] + 1;
    }
    return key;
}

/// Add a position. Returns false if it is known.
static bool add(search *s, const hr_tiles_state *state, uint16_t history, uint16_t depth) {
    const uint64_t key = key_of(&s->tiles, state);
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) % s->size;
    for (; s->place[at] != 0; at = (at + 1) % s->size) {
        if (s->list[s->place[at] - 1].key == key) {
            return false;
        }
    }
    assert_true(s->count < s->size / 2);
    s->list[s->count] = (reached){.key = key, .history = history, .depth = depth, .state = *state};
    s->place[at] = (uint32_t)++s->count;
    return true;
}

static void open_search(search *s, int width, int height, int length, size_t most) {
    hr_error error;
    *s = (search){.size = 2 * most + 3};
    assert_int_equal(HR_OK, hr_tiles_create(width, height, NULL, &s->tiles, &error));
    assert_int_equal(HR_OK, hr_tiles_automaton_create(&s->tiles, length, &s->automaton, &error));
    s->list = calloc(s->size, sizeof *s->list);
    s->place = calloc(s->size, sizeof *s->place);
    assert_non_null(s->list);
    assert_non_null(s->place);
}

static void close_search(search *s) {
    hr_tiles_automaton_clear(&s->automaton);
    free(s->list);
    free(s->place);
}

/// Reach all positions of up to `depth` moves from the goal with its blank in `cell`. Each is reached first by the first of its
/// shortest sequences, and the automaton must allow that.
static void check_first_sequences(search *s, int cell, uint16_t depth) {
    const hr_tiles *const context = &s->tiles;
    hr_tiles_state root = {.blank = (uint8_t)cell, .last = HR_TILES_NO_MOVE};
    for (int c = 0; c < s->tiles.cells; c++) {
        root.piece[c] = (uint8_t)c;
    }
    s->count = 0;
    memset(s->place, 0, s->size * sizeof *s->place);
    (void)add(s, &root, (uint16_t)cell, 0);
    for (size_t i = 0; i < s->count && s->list[i].depth < depth; i++) {
        const reached from = s->list[i];
        for (uint8_t m = 0; m < 4; m++) {
            if (s->tiles.neighbour[from.state.blank][m] == UINT8_MAX) {
                assert_int_equal(HR_TILES_FORBIDDEN, s->automaton.next[from.history][m]);
                continue;
            }
            hr_tiles_state next;
            hr_tiles_apply(&context, &from.state, m, &next);
            const uint16_t history = s->automaton.next[from.history][m];
            if (add(s, &next, history, (uint16_t)(from.depth + 1))) {
                assert_int_not_equal(HR_TILES_FORBIDDEN, history);
            }
        }
    }
}

HR_TEST(test_the_first_shortest_sequence_is_allowed) {
    static const int LENGTHS[] = {2, 6, 9, 12};
    search s;
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        open_search(&s, 3, 3, LENGTHS[i], 181440);
        for (int cell = 0; cell < 9; cell += 4) {
            check_first_sequences(&s, cell, 31);
            assert_int_equal(181440, s.count); // half of 9!
        }
        close_search(&s);
    }
    open_search(&s, 2, 4, 8, 20160);
    check_first_sequences(&s, 3, 36);
    assert_int_equal(20160, s.count); // half of 8!
    close_search(&s);
    open_search(&s, 5, 5, 8, 60000);
    check_first_sequences(&s, 12, 10);
    close_search(&s);
}

/// Count the allowed sequences of each length up to `length` from a path with the state `from`.
static void count_sequences(const hr_tiles_automaton *automaton, uint16_t from, int length, uint64_t *counts) {
    counts[0]++;
    for (int m = 0; m < 4 && length > 0; m++) {
        if (automaton->next[from][m] != HR_TILES_FORBIDDEN) {
            count_sequences(automaton, automaton->next[from][m], length - 1, counts + 1);
        }
    }
}

/// As many sequences are left as there are positions at each distance, with the blank in a corner: tile/layers.csv (sources:
/// golden/tile/README.md).
HR_TEST(test_one_sequence_is_left_for_each_position) {
    static const struct {
        int size;
        uint64_t layers[11];
    } BOARD[] = {
        {3, {1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286}},
        {4, {1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948}},
        {5, {1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538}},
    };
    for (size_t i = 0; i < sizeof BOARD / sizeof *BOARD; i++) {
        search s;
        open_search(&s, BOARD[i].size, BOARD[i].size, 10, 1);
        uint64_t counts[11] = {0};
        count_sequences(&s.automaton, 0, 10, counts);
        for (int d = 0; d <= 10; d++) {
            assert_int_equal(BOARD[i].layers[d], counts[d]);
        }
        close_search(&s);
    }
}

/// With sequences of two moves only a move that undoes the last one is left out.
HR_TEST(test_the_shortest_needless_sequence_undoes_a_move) {
    search s;
    open_search(&s, 3, 4, 2, 1);
    for (int cell = 0; cell < 12; cell++) {
        for (int m = 0; m < 4; m++) {
            const uint8_t to = s.tiles.neighbour[cell][m];
            for (int next = 0; next < 4 && to != UINT8_MAX; next++) {
                const bool left_out = s.tiles.neighbour[to][next] == UINT8_MAX || m + next == 3;
                assert_int_equal(left_out, s.automaton.next[s.automaton.next[cell][m]][next] == HR_TILES_FORBIDDEN);
            }
        }
    }
    close_search(&s);
}
