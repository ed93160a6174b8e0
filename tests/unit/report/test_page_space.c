// SPDX-License-Identifier: MIT
// The states that a page holds: all of them, with the right distances, and readable from the packed text.

#include "made_puzzle.h"
#include "puzzle/puzzle_ops.h"
#include "report/page/pack.h"
#include "unit_test.h"

static hr_puzzle *make_puzzle(const char *spec, hr_metric metric) {
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric, .no_symmetry = true});
}

static hr_space space_around(const hr_puzzle *puzzle, const char *text) {
    hr_space space;
    hr_state start = made_state(puzzle, text);
    assert_int_equal(hr_page_space_around(puzzle, &start, &space, NULL), HR_OK);
    return space;
}

// The size of the space and the lengths of the solutions: see tests/golden/klotski.
HR_TEST(test_klotski_has_published_distances) {
    static const hr_depth LENGTHS[] = {[HR_METRIC_UNIT] = 116, [HR_METRIC_SLIDE] = 90, [HR_METRIC_MOVE] = 81};
    for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
        hr_puzzle *puzzle = make_puzzle("klotski:4x5", metric);
        hr_space space = space_around(puzzle, "横刀立马");
        assert_int_equal(space.count, 25955);
        hr_depth *distances = malloc(space.count * sizeof *distances);
        hr_depth greatest = 0;
        assert_non_null(distances);
        assert_int_equal(hr_page_space_distances(&space, puzzle, distances, &greatest, NULL), HR_OK);
        assert_int_equal(distances[0], LENGTHS[metric]); // the start was found first
        assert_true(greatest >= LENGTHS[metric]);
        free(distances);
        hr_space_clear(&space);
        hr_puzzle_destroy(&puzzle);
    }
}

/// A way goes from the state of `text` to a solved state in `length` moves; NULL instead of a way if `length` is
/// HR_DEPTH_UNREACHED.
static void check_way(const hr_puzzle *puzzle, const char *text, hr_depth length) {
    hr_state *way = NULL;
    size_t moves = 0;
    uint8_t solved = 0;
    hr_state start = made_state(puzzle, text);
    assert_int_equal(hr_page_space_way(puzzle, &start, &way, &moves, NULL), HR_OK);
    assert_true((way == NULL) == (length == HR_DEPTH_UNREACHED));
    if (way != NULL) {
        assert_true(moves == length && way[0] == start);
        for (size_t i = 0; i < moves; i++) {
            hr_step step;
            assert_int_equal(hr_puzzle_step(puzzle, &way[i], &way[i + 1], &step, NULL), HR_OK);
        }
        hr_puzzle_solved(puzzle, &way[moves], 1, &solved);
        assert_int_equal(solved, 1);
    }
    free(way);
}

// The lengths: see tests/golden/klotski. 4×3 has too many states for a page.
HR_TEST(test_a_way_is_found_near_the_start) {
    static const hr_depth LENGTHS[] = {[HR_METRIC_UNIT] = 116, [HR_METRIC_SLIDE] = 90, [HR_METRIC_MOVE] = 81};
    for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
        hr_puzzle *puzzle = make_puzzle("klotski:4x5", metric);
        check_way(puzzle, "横刀立马", LENGTHS[metric]);
        hr_puzzle_destroy(&puzzle);
    }
    hr_puzzle *puzzle = make_puzzle("tile:4x3", HR_METRIC_UNIT);
    check_way(puzzle, "1 2 3 4 5 6 7 8 9 10 11 0", 0);
    check_way(puzzle, "1 2 3 4 5 6 7 8 0 9 10 11", 3);
    check_way(puzzle, "0 11 10 9 8 7 6 5 4 3 2 1", HR_DEPTH_UNREACHED); // farther than the states that are looked at, or never
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_a_space_that_is_too_large_is_empty) {
    hr_puzzle *puzzle = make_puzzle("tile:4x3", HR_METRIC_UNIT);
    hr_space space = space_around(puzzle, "1 2 3 4 5 6 7 8 9 10 11 0");
    assert_int_equal(space.count, 0);
    hr_space_clear(&space);
    hr_puzzle_destroy(&puzzle);
}

static hr_state last; ///< of a puzzle whose states are the numbers up to this one, and whose moves go to the next number

// NOLINTNEXTLINE(readability-non-const-parameter): the form of the function is hr_puzzle_ops'
static size_t go_to_next(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    for (size_t i = 0; i < n; i++) {
        successors[i] = states[i] < last ? states[i] + 1 : last;
    }
    return n;
}

HR_TEST(test_the_largest_space_is_whole) {
    static const hr_puzzle_ops OPS = {.expand = go_to_next};
    const hr_puzzle puzzle = {.ops = &OPS, .info = {.max_successors = 1, .state_words = 1}};
    for (hr_state more = 0; more < 2; more++) {
        hr_space space;
        last = HR_PAGE_STATES_MAX - 1 + more;
        assert_int_equal(hr_page_space_around(&puzzle, &(hr_state){0}, &space, NULL), HR_OK);
        assert_int_equal(space.count, more == 0 ? HR_PAGE_STATES_MAX : 0);
        hr_space_clear(&space);
    }
}

/// The bits of a base64 text.
typedef struct reader {
    const char *text;
    size_t at; ///< in bits
} reader;

static unsigned read_bits(reader *r, json_int_t n) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned value = 0;
    for (json_int_t i = 0; i < n; i++, r->at++) {
        const char *digit = strchr(DIGITS, r->text[r->at / 6]);
        assert_non_null(digit);
        value = value << 1 | ((unsigned)(digit - DIGITS) >> (5 - r->at % 6) & 1U);
    }
    return value;
}

static const char *text_of(const json_t *object, const char *key) { return json_string_value(json_object_get(object, key)); }
static json_int_t number_of(const json_t *object, const char *key) { return json_integer_value(json_object_get(object, key)); }

/// The symbols of a state's text: each tile's digit, or each Klotski piece's first letter. Returns their number.
static size_t symbols_of(const char *text, char symbols[HR_STATE_TEXT_MAX]) {
    size_t n = 0;
    bool square = false;
    for (; *text != '\0'; text++) {
        const bool head = strchr(" RB", *text) == NULL && !(*text == 'X' && square);
        square = square || *text == 'X';
        if (head) {
            symbols[n++] = *text;
        }
    }
    return n;
}

/// Unpack a space of tiles below 10 or of Klotski, and compare it.
static void check_packed(const hr_puzzle *puzzle, const hr_space *space, const uint32_t *order, const json_t *packed) {
    char row[HR_STATE_TEXT_MAX] = "";
    reader states = {.text = text_of(packed, "states")};
    assert_int_equal(number_of(packed, "count"), space->count);
    for (size_t i = 0; i < space->count; i++) {
        char text[HR_STATE_TEXT_MAX];
        char symbols[HR_STATE_TEXT_MAX];
        hr_puzzle_format(puzzle, &space->states[order[i]], text);
        const size_t n = symbols_of(text, symbols);
        for (size_t k = read_bits(&states, number_of(packed, "prefix_bits")); k < n; k++) {
            row[k] = text_of(packed, "symbols")[read_bits(&states, number_of(packed, "symbol_bits"))];
        }
        assert_memory_equal(row, symbols, n);
    }
}

HR_TEST(test_packed_states_can_be_read) {
    hr_puzzle *puzzle = make_puzzle("tile:3x2", HR_METRIC_UNIT);
    hr_space space = space_around(puzzle, "1 2 3 4 5 0");
    hr_depth distances[360];
    uint32_t order[360];
    hr_depth greatest = 0;
    json_t *packed = NULL;
    assert_int_equal(space.count, 360); // 6!/2
    assert_int_equal(hr_page_space_distances(&space, puzzle, distances, &greatest, NULL), HR_OK);
    assert_int_equal(greatest, 21); // https://oeis.org/A151944
    assert_int_equal(hr_pack_states(puzzle, &space, order, &packed, NULL), HR_OK);
    check_packed(puzzle, &space, order, packed);
    json_decref(packed);
    assert_int_equal(hr_pack_distances(&space, order, (hr_page_distances){HR_METRIC_UNIT, distances, greatest}, &packed, NULL),
                     HR_OK);
    reader r = {.text = text_of(packed, "distances")};
    for (size_t i = 0; i < space.count; i++) {
        assert_int_equal(read_bits(&r, number_of(packed, "bits")), distances[order[i]]);
    }
    json_decref(packed);
    hr_space_clear(&space);
    hr_puzzle_destroy(&puzzle);
}

// A piece has one symbol, whatever it covers.
HR_TEST(test_packed_klotski_states_can_be_read) {
    hr_puzzle *puzzle = make_puzzle("klotski:4x4", HR_METRIC_UNIT);
    hr_space space = space_around(puzzle, "TXXTBXXBoLRTo..B");
    uint32_t *order = malloc(space.count * sizeof *order);
    json_t *packed = NULL;
    assert_non_null(order);
    assert_in_range(space.count, 100, HR_PAGE_STATES_MAX);
    assert_int_equal(hr_pack_states(puzzle, &space, order, &packed, NULL), HR_OK);
    check_packed(puzzle, &space, order, packed);
    json_decref(packed);
    free(order);
    hr_space_clear(&space);
    hr_puzzle_destroy(&puzzle);
}

// Twelve distances of 3 bits make 4 bytes and a half, so the text must have 5.
HR_TEST(test_packed_bits_fill_whole_bytes) {
    hr_puzzle *puzzle = make_puzzle("tile:2x2", HR_METRIC_UNIT);
    hr_space space = space_around(puzzle, "1 2 3 0");
    hr_depth distances[12];
    uint32_t order[12];
    hr_depth greatest = 0;
    json_t *packed = NULL;
    assert_int_equal(space.count, 12); // 4!/2
    assert_int_equal(hr_page_space_distances(&space, puzzle, distances, &greatest, NULL), HR_OK);
    assert_int_equal(hr_pack_states(puzzle, &space, order, &packed, NULL), HR_OK);
    json_decref(packed);
    assert_int_equal(hr_pack_distances(&space, order, (hr_page_distances){HR_METRIC_UNIT, distances, greatest}, &packed, NULL),
                     HR_OK);
    assert_int_equal(number_of(packed, "bits"), 3);
    const char *text = text_of(packed, "distances");
    assert_int_equal(strlen(text), 8);
    assert_ptr_equal(strchr(text, '='), text + 7); // 5 bytes in base64
    json_decref(packed);
    hr_space_clear(&space);
    hr_puzzle_destroy(&puzzle);
}

// Horizontals fill the columns in pairs, so that the 2×2 cannot get between them.
HR_TEST(test_states_that_reach_no_goal_have_no_distance) {
    hr_puzzle *puzzle = make_puzzle("klotski:4x4", HR_METRIC_UNIT);
    hr_space space = space_around(puzzle, "XXLRXXLRLRLRLR..");
    hr_depth *distances = malloc((space.count + 1) * sizeof *distances);
    uint32_t *order = malloc((space.count + 1) * sizeof *order);
    json_t *packed = NULL;
    hr_depth greatest = 0;
    assert_non_null(distances);
    assert_non_null(order);
    assert_int_equal(hr_page_space_distances(&space, puzzle, distances, &greatest, NULL), HR_OK);
    assert_int_equal(greatest, HR_DEPTH_UNREACHED);
    assert_int_equal(hr_pack_states(puzzle, &space, order, &packed, NULL), HR_OK);
    json_decref(packed);
    assert_int_equal(hr_pack_distances(&space, order, (hr_page_distances){HR_METRIC_UNIT, distances, greatest}, &packed, NULL),
                     HR_OK);
    assert_true(json_is_null(json_object_get(packed, "greatest")));
    reader r = {.text = text_of(packed, "distances")};
    assert_int_equal(read_bits(&r, number_of(packed, "bits")), 1);
    json_decref(packed);
    free(order);
    free(distances);
    hr_space_clear(&space);
    hr_puzzle_destroy(&puzzle);
}
