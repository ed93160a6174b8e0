// SPDX-License-Identifier: MIT
// The successors of blocks puzzles against a slow, obvious twin, which moves letters in drawings. All states of small puzzles are
// compared in all metrics: the ways of the twin must give the same set of states. And the twin makes the moves of walks as they are
// told, by letters alone.

#include "core/random.h"
#include "core/sorting.h"
#include "core/state.h"
#include "made_puzzle.h"
#include "moved_letters.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"
#include "unit_test.h"

enum { FOUND_MAX = 4096, STATES_MAX = 60000, WALK = 200 };

/// A puzzle, and the rules that the twin needs.
typedef struct sample {
    const char *spec;
    rules rules;
    size_t states; ///< states that the start reaches; 0: not known from elsewhere
} sample;

static const sample SAMPLES[] = {
    {"blocks:start: a**b/a**b/cdde/cfge/h..i; goal: ..../..../..../.**./.**.", {"", "", "", "", ""}, 25955},
    // The Pennant puzzle has 1,398 states (TLA+ examples, SlidingPuzzles).
    {"blocks:start: **aa/**bb/de../fghh/fgii; goal: ..../..../..../**../**..", {"", "", "", "", ""}, 1398},
    {"blocks:start: aab/a.b/..*; goal: *../.../...", {"", "", "", "", ""}, 0},
    {"blocks:start: a.a../b...c/..*..; goal: ...../...../*....; scattered: a", {"", "", "", "", ""}, 0},
    {"blocks:start: ab#./a.-./*.#.; goal: ..../...*/....; gate: - *", {"-", "*", "", "", ""}, 0},
    // Of the singles that the goal does not name only a passes the gate.
    {"blocks:start: ab#./..-./*.#.; goal: ..../...*/....; gate: - *a", {"-", "*a", "", "", ""}, 0},
    {"blocks:start: ab+..a/..#..c/*.#..c; goal: ....../...*../......; gate: + *b; scattered: a; fixed: c",
     {"+", "*b", "", "", "c"},
     0},
    {"blocks:start: AA.B/..CB/D.C./D...; exit: A right; horizontal: A; vertical: BCD", {"", "", "A", "BCD", ""}, 0},
    {"blocks:rush:BBoooCooooDCAAooDCooooDooEEEooooooFF", {"", "", "ABEF", "CD", ""}, 0},
    {"blocks:start: ab.c/de.f/gh.i; goal: ca../..../....", {"", "", "", "", ""}, 0},
    // No cell is reached by several pieces, and no piece covers what the goal asks for.
    {"blocks:start: a../...; goal: ..a/...", {"", "", "", "", ""}, 6},
    {"blocks:start: a.#b./..#..; goal: ...../.a..b", {"", "", "", "", ""}, 16},
    // 69 cells, of which only * reaches those behind the gate.
    {"blocks:start: ####......../a.b#......../c.d#......../.**-......../e.f#......../####......../####........; "
     "goal: ............/............/............/............/............/............/........**..; gate: - *",
     {"-", "*", "", "", ""},
     0},
    // GNOME's Shark, in the packing by order without a frame: 66 bits by places.
    {"blocks:start: ########.../#nrr.s.#.../#n*op.q#.../#***jml#.../#hhijkl#.../#ffcddg-.../#abcdde-.../########...; "
     "goal: .........../.........../.........../.........../.........../.........../.........*./........***; gate: - *; inside: *",
     {"-", "*", "", "", ""},
     0},
    // GNOME's Climb 24 Pro, in the packing by order with a frame: 113 bits by places.
    {"blocks:start: ####.####/#aa...bb#/#ccdddee#/#ccfggee#/#hhffgnn#/#ihklmno#/#ijkzmpo#/#jjqqqpp#/#rrs*tuu#/#rr***uu#/#########; "
     "goal: ....*..../...***.../........./........./........./........./........./........./........./........./.........",
     {"", "", "", "", ""},
     0},
    // Eighteen singles have too many sets for a table, so a table has the sets of some of them.
    {"blocks:start: abcdef/ghijkl/mnopqr/....../....../.....*; goal: *...../....../....../....../....../......",
     {"", "", "", "", ""},
     0},
    // Four and five singles, which have too many sets for a table of moves.
    {"blocks:start: abcd../....../....../....../....../.....*; goal: *...../....../....../....../....../......",
     {"", "", "", "", ""},
     0},
    {"blocks:start: ab..../cd..../e...../....../....../.....*; goal: *...../....../....../....../....../......",
     {"", "", "", "", ""},
     0},
    // Twelve singles that the goal tells apart: 36^12 states, which need multipliers that are no powers of two.
    {"blocks:start: abcdef/ghijkl/....../....../....../......; goal: lkjihg/fedcba", {"", "", "", "", ""}, 0},
    // American Pie with its gate, by places in 101 bits.
    {"blocks:start: a*bcdefg#/**bhhhhg#/*iijjkkg#/liimnoop#/qiirrr..#/qstuvv..#/qwwxvv..#/#####--##/........./........./.........; "
     "goal: ........./........./........./........./........./........./........./........./........*/.......**/.......*.; "
     "gate: - *; inside: *",
     {"-", "*", "", "", ""},
     0},
    // Singles that the goal tells apart: 40^20 states, by places.
    {"blocks:start: abcdefgh/ijklmnop/qrst..../......../........; goal: tsrqponm/lkjihgfe/dcba", {"", "", "", "", ""}, 0},
    // 40^23 states, by places with multipliers that are no powers of two; 2^64 divides the greatest one.
    {"blocks:start: abcdefgh/ijklmnop/qrstuvw./......../........; goal: wvutsrqp/onmlkjih/gfedcba.", {"", "", "", "", ""}, 0},
    // Four times ten singles: 54! / (10!^4 · 14!) states, by order in 114 bits; 138 bits by places.
    {"blocks:start: abcdefghi/jklmnopqr/stuvwxyzA/BCDEFGHIJ/KLMN...../.........; "
     "goal: NMLKJIHGF/EDCBAzyxw/vutsrqpon/mlkjihgfe/dcba; "
     "alike: abcdefghij; alike: klmnopqrst; alike: uvwxyzABCD; alike: EFGHIJKLMN",
     {"", "", "", "", ""},
     0},
};

/// The states that the twin has found.
typedef struct finds {
    const hr_puzzle *puzzle;
    size_t words; ///< numbers of a state
    hr_state states[FOUND_MAX * HR_STATE_WORDS_MAX];
    size_t n;
} finds;

static void read_state(const hr_puzzle *puzzle, const char *text, hr_state *state) {
    hr_error error = {.text = ""};
    if (hr_puzzle_parse(puzzle, text, state, &error) != HR_OK) {
        fail_msg("%s: %s", text, error.text);
    }
}

/// The state of a puzzle whose states are one number.
static hr_state state_of(const hr_puzzle *puzzle, const char *text) {
    hr_state state = 0;
    read_state(puzzle, text, &state);
    return state;
}

static int compare(const void *a, const void *b) { return hr_state_compare(a, b, 1); }

static void expect_same(const hr_state *a, const hr_state *b, size_t words) { assert_true(hr_words_equal(a, b, words)); }

static void find(void *context, const drawing *d) {
    finds *f = context;
    char text[HR_STATE_TEXT_MAX];
    write_drawing(d, text);
    assert_true(f->n < FOUND_MAX);
    read_state(f->puzzle, text, f->states + f->n++ * f->words);
}

/// Compare the successors of one state.
static void compare_state(const hr_puzzle *puzzle, hr_metric metric, drawing d, const hr_state *state, hr_state *successors,
                          size_t n) {
    finds *f = calloc(1, sizeof *f);
    assert_non_null(f);
    const size_t words = hr_puzzle_words(puzzle);
    f->puzzle = puzzle;
    f->words = words;
    char text[HR_STATE_TEXT_MAX];
    hr_state again[HR_STATE_WORDS_MAX];
    hr_puzzle_format(puzzle, state, text);
    read_state(puzzle, text, again);
    expect_same(again, state, words);
    read_drawing(text, &d);
    move_letters(&d, metric, find, f);
    f->n = hr_sort_distinct(f->states, f->n, words);
    n = hr_sort_distinct(successors, n, words);
    assert_int_equal(n, f->n);
    assert_memory_equal(successors, f->states, n * words * sizeof *successors);
    for (size_t i = 0; i < n; i++) {
        hr_step step;
        assert_int_equal(hr_puzzle_step(puzzle, state, successors + i * words, &step, NULL), HR_OK);
        assert_int_equal(hr_puzzle_validate(puzzle, successors + i * words, NULL), HR_OK);
    }
    free(f);
}

/// Expand `states[0..n)` in one batch. Their successors must be the same as one by one, in the same order, and nothing may be
/// written behind the room for them.
static void compare_batch(const hr_puzzle *puzzle, const hr_state *states, size_t n) {
    const size_t words = hr_puzzle_words(puzzle);
    const size_t room = hr_puzzle_describe(puzzle)->max_successors * words;
    hr_state *successors = malloc((n * room + 1) * sizeof *successors);
    hr_state *single = malloc(room * sizeof *single);
    uint16_t *counts = malloc(n * sizeof *counts);
    assert_true(successors != NULL && single != NULL && counts != NULL);
    successors[n * room] = HR_STATE_NONE;
    const size_t made = hr_puzzle_expand(puzzle, states, n, successors, counts);
    assert_true(successors[n * room] == HR_STATE_NONE);
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t found = hr_puzzle_expand(puzzle, states + i * words, 1, single, NULL);
        assert_int_equal(counts[i], found);
        assert_true(at + found <= made);
        assert_memory_equal(successors + at * words, single, found * words * sizeof *single);
        at += found;
    }
    assert_int_equal(at, made);
    free(counts);
    free(single);
    free(successors);
}

static void search(const sample *s, hr_metric metric, size_t most) {
    const hr_puzzle_options options = {.spec = s->spec, .metric = metric, .no_symmetry = true};
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    if (hr_puzzle_create(&options, &puzzle, &error) != HR_OK) {
        fail_msg("%s: %s", s->spec, error.text);
    }
    const size_t room = hr_puzzle_describe(puzzle)->max_successors;
    const size_t words = hr_puzzle_words(puzzle);
    hr_state *states = malloc(STATES_MAX * words * sizeof *states);
    hr_state *successors = malloc(room * words * sizeof *successors);
    assert_non_null(states);
    assert_non_null(successors);
    uint64_t cursor = 0;
    size_t count = hr_puzzle_sources(puzzle, &cursor, states, 1);
    drawing d = {.rules = &s->rules};
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, states, text);
    read_drawing(text, &d);
    find_ground(&d);
    for (size_t i = 0; i < count && i < most; i++) {
        uint16_t made = 0;
        const size_t n = hr_puzzle_expand(puzzle, states + i * words, 1, successors, &made);
        assert_int_equal(n, made);
        assert_true(n <= room);
        compare_state(puzzle, metric, d, states + i * words, successors, n);
        for (size_t k = 0; k < n && count < most; k++) {
            bool known = false;
            for (size_t j = 0; j < count && !known; j++) {
                known = hr_words_equal(states + j * words, successors + k * words, words);
            }
            if (!known) {
                hr_words_copy(states + count++ * words, successors + k * words, words);
            }
        }
    }
    const size_t listed = count < most ? count : most;
    compare_batch(puzzle, states, listed);
    compare_batch(puzzle, states, 1);
    compare_batch(puzzle, states, listed < 2 ? 1 : 2);
    free(successors);
    free(states);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_successors_equal_those_of_moved_letters) {
    for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++) {
        for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
            search(&SAMPLES[i], metric, 150);
        }
    }
}

/// Let the twin make a move that is told as "A right 2 down 1".
static void make_told(drawing *d, const char *told) {
    static const char *const NAMES[4] = {"up", "down", "left", "right"}; // in the order of STEPS
    for (const char *at = strchr(told, ' '); at != NULL; at = strchr(at, ' ')) {
        const char *number = strchr(++at, ' ');
        assert_non_null(number);
        int way = 0;
        while (strncmp(at, NAMES[way], strlen(NAMES[way])) != 0) {
            way++;
            assert_true(way < 4);
        }
        for (long n = strtol(number, NULL, 10); n > 0; n--) {
            assert_true(shift(d, told[0], STEPS[way][0], STEPS[way][1]));
        }
        at = number + 1;
    }
}

/// Walk at random. Returns how often the letters of the walk were not those of the state alone.
static int walk(const sample *s, hr_metric metric, hr_random *random) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = s->spec, .metric = metric});
    const size_t words = hr_puzzle_words(puzzle);
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * words * sizeof *successors);
    assert_non_null(successors);
    drawing d = {.rules = &s->rules};
    uint64_t cursor = 0;
    hr_state state[HR_STATE_WORDS_MAX];
    hr_state again[HR_STATE_WORDS_MAX];
    char text[HR_STATE_TEXT_MAX];
    hr_letters letters;
    int other = 0;
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, state, 1), 1);
    hr_puzzle_format(puzzle, state, text);
    read_drawing(text, &d);
    find_ground(&d);
    hr_puzzle_take_letters(puzzle, state, NULL, &letters);
    for (int i = 0; i < WALK; i++) {
        const size_t n = hr_puzzle_expand(puzzle, state, 1, successors, NULL);
        const hr_state *next = successors + hr_random_below(random, n) * words;
        hr_letters then = letters;
        hr_step step;
        assert_int_equal(hr_puzzle_follow(puzzle, state, next, &then, &step, NULL), HR_OK);
        if (strstr(step.text, " from ") != NULL) { // more turns than the text has room for
            continue;
        }
        char told[HR_STATE_TEXT_MAX];
        make_told(&d, step.text);
        write_drawing(&d, told);
        hr_puzzle_format_with(puzzle, next, &then, text);
        assert_string_equal(text, told);
        read_state(puzzle, text, again);
        expect_same(again, next, words);
        hr_puzzle_take_letters(puzzle, next, text, &letters);
        assert_memory_equal(&letters, &then, sizeof letters);
        hr_puzzle_format(puzzle, next, text);
        other += strcmp(text, told) != 0;
        hr_words_copy(state, next, words);
    }
    free(successors);
    hr_puzzle_destroy(&puzzle);
    return other;
}

HR_TEST(test_told_moves_can_be_made_by_letters_alone) {
    hr_random random = {.seed = 5};
    for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
        int other = 0;
        for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++) {
            other += walk(&SAMPLES[i], metric, &random);
        }
        assert_true(other > WALK);
    }
}

/// Two equal pieces, of which the first one passes the other in reading order and back.
HR_TEST(test_pieces_that_cross_keep_their_letters) {
    static const struct {
        const char *start, *first, *second, *end; ///< texts of the start and the end, and the moves between them
    } CASES[] = {
        {NULL, "a down 1", "b right 1", "..b/a../..*"}, // the drawing's letters
        {"ab./.../..*", "a down 1", "b right 1", "..b/a../..*"}, {"ba./.../..*", "b down 1", "a right 1", "..a/b../..*"},
        {"ba./.../*..", "a down 1", "b right 1", "..b/a../..*"}, // of another state, and of none
        {"what?", "a down 1", "b right 1", "..b/a../..*"},
    };
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:start: ab./.../..*; goal: *"});
    const hr_state way[] = {state_of(puzzle, "ab./.../..*"), state_of(puzzle, ".b./a../..*"), state_of(puzzle, "..b/a../..*")};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_letters letters;
        hr_letters before;
        hr_step step;
        char text[HR_STATE_TEXT_MAX];
        char drawn[HR_STATE_DRAWING_MAX];
        hr_puzzle_take_letters(puzzle, way, CASES[i].start, &letters);
        before = letters;
        assert_int_equal(hr_puzzle_follow(puzzle, way, &way[2], &letters, &step, NULL), HR_USAGE);
        assert_memory_equal(&letters, &before, sizeof letters);
        assert_int_equal(hr_puzzle_follow(puzzle, way, &way[1], &letters, &step, NULL), HR_OK);
        assert_string_equal(step.text, CASES[i].first);
        assert_memory_equal(step.piece, CASES[i].first, 1);
        assert_int_equal(hr_puzzle_follow(puzzle, &way[1], &way[2], &letters, &step, NULL), HR_OK);
        assert_string_equal(step.text, CASES[i].second);
        hr_puzzle_format_with(puzzle, &way[2], &letters, text);
        assert_string_equal(text, CASES[i].end);
        hr_puzzle_draw_with(puzzle, &way[2], &letters, drawn);
        assert_true((strchr(drawn, 'a') < strchr(drawn, 'b')) == (strchr(text, 'a') < strchr(text, 'b')));
    }
    hr_puzzle_destroy(&puzzle);
}

/// Counts the states that a start reaches, with a sorted list of all states.
static size_t count_reachable(const hr_puzzle *puzzle) {
    const size_t room = hr_puzzle_describe(puzzle)->max_successors;
    hr_state *seen = malloc(STATES_MAX * sizeof *seen);
    hr_state *layer = malloc(STATES_MAX * sizeof *layer);
    hr_state *next = malloc(STATES_MAX * (room + 1) * sizeof *next);
    assert_true(seen != NULL && layer != NULL && next != NULL);
    uint64_t cursor = 0;
    size_t width = hr_puzzle_sources(puzzle, &cursor, layer, 1);
    size_t count = 0;
    while (width > 0) {
        memcpy(seen + count, layer, width * sizeof *layer);
        count = hr_sort_distinct(seen, count + width, 1);
        size_t n = hr_puzzle_expand(puzzle, layer, width, next, NULL);
        n = hr_sort_distinct(next, n, 1);
        width = 0;
        for (size_t i = 0; i < n; i++) {
            if (bsearch(&next[i], seen, count, sizeof *seen, compare) == NULL) {
                layer[width++] = next[i];
            }
        }
        assert_true(count + width <= STATES_MAX);
    }
    free(seen);
    free(layer);
    free(next);
    return count;
}

HR_TEST(test_counts_equal_the_published_ones) {
    for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++) {
        for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE && SAMPLES[i].states > 0; metric++) {
            const hr_puzzle_options options = {.spec = SAMPLES[i].spec, .metric = metric};
            hr_puzzle *puzzle = made_puzzle(&options);
            assert_int_equal(count_reachable(puzzle), SAMPLES[i].states);
            hr_puzzle_destroy(&puzzle);
        }
    }
}
