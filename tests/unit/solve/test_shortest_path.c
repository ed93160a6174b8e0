// SPDX-License-Identifier: MIT
// The breadth-first search from one state: against a plain search that keeps whole layers, with each limit.

#include "made_puzzle.h"
#include "puzzle/puzzle_ops.h"
#include "sanitized.h"
#include "solve/layers/shortest_path.h"
#include "unit_test.h"

enum { STATES_MAX = 4096, LAYERS_MAX = 256, SUCCESSORS_MAX = 256 };

/// All states that can be reached from one, in order of their distance.
typedef struct reach {
    hr_state states[STATES_MAX];
    size_t count;
    size_t ends[LAYERS_MAX]; ///< [layer_count] where each layer ends in `states`
    size_t layer_count;
    size_t solved; ///< distance of the nearest solved state; SIZE_MAX: none
} reach;

static bool contains(const reach *r, hr_state state) {
    for (size_t i = 0; i < r->count; i++) {
        if (r->states[i] == state) {
            return true;
        }
    }
    return false;
}

static void search_plainly(const hr_puzzle *puzzle, hr_state start, reach *r) {
    *r = (reach){.states = {start}, .count = 1, .solved = SIZE_MAX};
    size_t begin = 0;
    while (begin < r->count) {
        const size_t end = r->count;
        assert_true(r->layer_count < LAYERS_MAX);
        r->ends[r->layer_count] = end;
        for (size_t i = begin; i < end; i++) {
            uint8_t solved = 0;
            hr_puzzle_solved(puzzle, &r->states[i], 1, &solved);
            r->solved = solved != 0 && r->solved == SIZE_MAX ? r->layer_count : r->solved;
            hr_state successors[SUCCESSORS_MAX];
            const size_t n = hr_puzzle_expand(puzzle, &r->states[i], 1, successors, NULL);
            for (size_t s = 0; s < n; s++) {
                if (!contains(r, successors[s])) {
                    assert_true(r->count < STATES_MAX);
                    r->states[r->count++] = successors[s];
                }
            }
        }
        begin = end;
        r->layer_count++;
    }
}

static hr_puzzle *make(const char *spec) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec});
    assert_true(hr_puzzle_describe(puzzle)->max_successors <= SUCCESSORS_MAX);
    return puzzle;
}

static hr_path find(const hr_puzzle *puzzle, hr_state start, const hr_path_options *options) {
    hr_path path;
    assert_int_equal(hr_shortest_path(puzzle, &start, options, &path, NULL), HR_OK);
    return path;
}

static void expect_path(const hr_puzzle *puzzle, hr_state start, const hr_path *path) {
    assert_int_equal(path->states[0], start);
    for (size_t i = 0; i + 1 < path->count; i++) {
        hr_state successors[SUCCESSORS_MAX];
        const size_t n = hr_puzzle_expand(puzzle, &path->states[i], 1, successors, NULL);
        bool found = false;
        for (size_t s = 0; s < n; s++) {
            found = found || successors[s] == path->states[i + 1];
        }
        assert_true(found);
    }
    uint8_t solved = 0;
    hr_puzzle_solved(puzzle, &path->states[path->count - 1], 1, &solved);
    assert_int_not_equal(solved, 0);
}

static const struct {
    const char *spec;
    const char *start;
} BOARDS[] = {
    {"klotski:3x3", "XXoXXT..B"},    {"klotski:3x4", "XXTXXBoLRo.."}, {"klotski:3x4", "XXTXXBoooo.."},
    {"klotski:4x3", "XX.oXX.ooooo"}, {"klotski:3x3", "..oXXoXXo"},    {"klotski:4x4", "XXLRXXLRLRLRoo.."},
};
enum { BOARD_COUNT = sizeof BOARDS / sizeof BOARDS[0] };

HR_TEST(test_length_or_unsolvability_equals_a_plain_search) {
    static reach r;
    int solvable = 0;
    for (int b = 0; b < BOARD_COUNT; b++) {
        hr_puzzle *puzzle = make(BOARDS[b].spec);
        const hr_state start = made_state(puzzle, BOARDS[b].start);
        search_plainly(puzzle, start, &r);
        hr_path path = find(puzzle, start, &(hr_path_options){.memory_limit = 0});
        if (r.solved == SIZE_MAX) {
            assert_int_equal(path.outcome, HR_PATH_UNSOLVABLE);
            assert_int_equal(path.visited, r.count);
            assert_null(path.states);
        } else {
            solvable++;
            assert_int_equal(path.outcome, HR_PATH_SOLVED);
            assert_int_equal(path.count, r.solved + 1);
            assert_int_equal(path.bound, r.solved);
            expect_path(puzzle, start, &path);
        }
        hr_path_clear(&path);
        assert_null(path.states);
        hr_puzzle_destroy(&puzzle);
    }
    assert_in_range(solvable, 2, BOARD_COUNT - 1); // both kinds were there
}

/// Every solution has as many moves as the last complete layer's distance plus one.
HR_TEST(test_bound_of_a_limited_search_is_proven_and_as_good_as_can_be) {
    static reach r;
    for (int b = 0; b < BOARD_COUNT; b++) {
        hr_puzzle *puzzle = make(BOARDS[b].spec);
        const hr_state start = made_state(puzzle, BOARDS[b].start);
        search_plainly(puzzle, start, &r);
        for (size_t most = 1; most < r.count; most++) {
            hr_path path = find(puzzle, start, &(hr_path_options){.max_states = most});
            if (path.outcome == HR_PATH_LIMIT) {
                size_t complete = 0; // layers of which all states were found
                while (r.ends[complete] <= most) {
                    complete++;
                }
                assert_int_equal(path.visited, most);
                assert_true(path.bound <= r.solved);
                // The limit is met by the first state too many, which may be of the layer after the complete ones or later.
                assert_in_range(path.bound, complete, complete + (r.ends[complete - 1] == most));
                assert_non_null(strstr(path.limit, "--position-nodes"));
                assert_int_equal(path.count, 0);
                assert_false(path.late);
            } else {
                assert_int_equal(path.outcome, r.solved == SIZE_MAX ? HR_PATH_UNSOLVABLE : HR_PATH_SOLVED);
            }
            hr_path_clear(&path);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_memory_that_is_not_enough_is_a_limit) {
    hr_puzzle *puzzle = make("klotski:4x8");
    const hr_state start = made_state(puzzle, "XXTTXXBBLRTTLRBBTTooBBooLRoo.oo.");
    hr_path path = find(puzzle, start, &(hr_path_options){.memory_limit = 1});
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    assert_int_equal(path.visited, 0);
    assert_int_equal(path.bound, 0);
    assert_non_null(strstr(path.limit, "--memory"));
    hr_path_clear(&path);
    path = find(puzzle, start, &(hr_path_options){.memory_limit = 64 << 20});
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    if (!HR_SANITIZED) {                                        // a sanitizer's own memory is more than that
        assert_in_range(path.visited, 100000, (64 << 20) / 12); // 12 bytes a state at least
        assert_in_range(path.bound, 10, 1000);
    }
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
}

/// Only the limit of time makes a search late.
HR_TEST(test_a_search_that_ends_at_its_time_is_late) {
    hr_puzzle *puzzle = make("klotski:4x5");
    const hr_state start = made_state(puzzle, "横刀立马");
    const struct {
        hr_path_options options;
        bool late;
    } cases[] = {{{.max_seconds = 1e-9}, true},
                 {{.max_seconds = 1e-9, .max_states = 2}, true},
                 {{.max_states = 2}, false},
                 {{.memory_limit = 1}, false},
                 {{.max_states = 2, .max_seconds = 1e9}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_path path = find(puzzle, start, &cases[i].options);
        assert_int_equal(path.outcome, HR_PATH_LIMIT);
        assert_int_equal(path.late, cases[i].late);
        assert_int_equal(strstr(path.limit, "(--position-time)") != NULL, cases[i].late);
        hr_path_clear(&path);
    }
    hr_path path = find(puzzle, start, &(hr_path_options){.max_seconds = 1e9});
    assert_int_equal(path.outcome, HR_PATH_SOLVED);
    assert_false(path.late);
    hr_path_clear(&path);
    hr_puzzle_destroy(&puzzle);
}

typedef struct looks {
    int left; ///< calls until the search is to end
    hr_count visited;
    hr_depth depth;
} looks;

static bool look(void *context, const hr_path_progress *progress) {
    looks *l = context;
    assert_true(progress->visited >= l->visited && progress->depth >= l->depth);
    assert_true(progress->layer_done >= 0 && progress->layer_done < 1);
    l->visited = progress->visited;
    l->depth = progress->depth;
    return l->left-- > 0;
}

HR_TEST(test_a_search_that_is_called_off_keeps_its_bound) {
    hr_puzzle *puzzle = make("klotski:4x8");
    const hr_state start = made_state(puzzle, "XXTTXXBBLRTTLRBBTTooBBooLRoo.oo.");
    for (int left = 0; left < 50; left += 7) {
        looks l = {.left = left};
        hr_path path = find(puzzle, start, &(hr_path_options){.goes_on = look, .context = &l});
        assert_int_equal(path.outcome, HR_PATH_STOPPED);
        assert_int_equal(path.visited, l.visited);
        assert_int_equal(path.bound, l.depth + 1);
        assert_true(left == 0 ? path.bound == 1 : path.bound > 10);
        hr_path_clear(&path);
    }
    hr_puzzle_destroy(&puzzle);
}

/// The list of a search is called off as the search is: the length is known then, and no moves are.
HR_TEST(test_a_list_that_is_called_off_leaves_the_length) {
    enum { MANY = 1000000 };
    hr_puzzle *puzzle = make("klotski:4x5");
    const hr_state start = made_state(puzzle, "TXXTBXXBTLRTBooBo..o");
    looks l = {.left = MANY};
    hr_path path = find(puzzle, start, &(hr_path_options){.all = true, .goes_on = look, .context = &l});
    const int searching = MANY - l.left;
    hr_path_clear(&path);
    for (int listing = 0; listing < 116; listing += 50) {
        l = (looks){.left = searching + listing};
        path = find(puzzle, start, &(hr_path_options){.all = true, .list = 3, .goes_on = look, .context = &l});
        assert_int_equal(path.outcome, HR_PATH_STOPPED);
        assert_int_equal(path.bound, 116);
        assert_int_equal(path.count, 0);
        assert_null(path.states);
        hr_path_clear(&path);
    }
    hr_puzzle_destroy(&puzzle);
}

static const hr_puzzle_ops *right;
static long calls_left;
static hr_state far_state; ///< two moves from the start

/// The right successors, but at the first call the last one is a successor's successor.
static size_t expand_skips_a_move(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors,
                                  uint16_t *counts) {
    const size_t found = right->expand(puzzle, states, n, successors, counts);
    if (calls_left-- == 0) {
        hr_state further[SUCCESSORS_MAX];
        const size_t more = right->expand(puzzle, &successors[found - 1], 1, further, NULL);
        far_state = further[more - 1] == states[0] ? further[0] : further[more - 1];
        successors[found - 1] = far_state;
    }
    return found;
}

static void far_state_is_solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) {
    for (size_t i = 0; i < n; i++) {
        solved[i] = states[i] == far_state;
    }
}

/// Everything is solved at the call with this number, and right at all others.
static void solved_by_mistake(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) {
    right->solved(puzzle, states, n, solved);
    if (calls_left-- == 0) {
        memset(solved, 1, n);
    }
}

static void expect_refused(const hr_puzzle *puzzle, const char *text) {
    hr_path path;
    hr_error error = {.text = ""};
    const hr_path_options options = {.memory_limit = 0};
    const hr_status status = hr_shortest_path(puzzle, &(hr_state){made_state(puzzle, "横刀立马")}, &options, &path, &error);
    if (status != HR_INTERNAL || strstr(error.text, text) == NULL) {
        fail_msg("status %d, '%s' without '%s'", (int)status, error.text, text);
    }
    hr_path_clear(&path);
}

HR_TEST(test_a_path_that_is_none_is_no_result) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x5"});
    right = puzzle->ops;
    hr_puzzle_ops wrong = *right;
    puzzle->ops = &wrong;
    wrong.solved = solved_by_mistake;
    calls_left = 1000;
    expect_refused(puzzle, "its end is not solved");
    wrong = *right;
    wrong.expand = expand_skips_a_move;
    wrong.solved = far_state_is_solved;
    calls_left = 0;
    expect_refused(puzzle, "a path of 1 moves cannot be right: 0 of them are moves, and its end is solved");
    puzzle->ops = right;
    hr_puzzle_destroy(&puzzle);
}

/// The iterations are those of the search that has more states.
HR_TEST(test_of_two_bounds_the_greater_one_is_kept) {
    for (int first = 0; first < 2; first++) {
        hr_path path = {.outcome = HR_PATH_LIMIT, .bound = first ? 7 : 5, .visited = first ? 100 : 300};
        hr_path alone = {.outcome = HR_PATH_LIMIT, .bound = first ? 5 : 7, .visited = first ? 300 : 100};
        assert_int_equal(hr_path_add_iteration(&path, (hr_iteration){.nodes = path.visited - 1}, NULL), HR_OK);
        assert_int_equal(hr_path_add_iteration(&alone, (hr_iteration){.nodes = alone.visited - 1}, NULL), HR_OK);
        assert_int_equal(hr_path_keep_further(&path, &alone), first == 1);
        assert_int_equal(path.bound, 7);
        assert_int_equal(path.visited, 300);
        assert_int_equal(path.iteration_count, 1);
        assert_int_equal(path.iterations[0].nodes, 299);
        assert_null(alone.iterations);
        hr_path_clear(&path);
    }
}

/// Each layer is an iteration with its states, made from those of the layer before. The last one ends at the first solved state.
HR_TEST(test_the_iterations_are_the_layers) {
    static reach r;
    for (int b = 0; b < BOARD_COUNT; b++) {
        hr_puzzle *puzzle = make(BOARDS[b].spec);
        const hr_state start = made_state(puzzle, BOARDS[b].start);
        search_plainly(puzzle, start, &r);
        for (hr_count most = 1; most <= r.count + 50; most = 3 * most + 1) {
            hr_path path = find(puzzle, start, &(hr_path_options){.max_states = most, .all = b % 2 == 0});
            hr_count nodes = 1;
            for (size_t i = 0; i < path.iteration_count; i++) {
                const hr_iteration *layer = &path.iterations[i];
                const size_t before = i > 0 ? r.ends[i - 1] : 0;
                const bool whole = i + 1 < path.iteration_count || path.outcome == HR_PATH_UNSOLVABLE;
                assert_int_equal(layer->bound, i + 1);
                assert_int_equal(layer->finished, path.outcome != HR_PATH_LIMIT || i + 1 < path.bound);
                assert_in_range(layer->nodes, whole ? r.ends[i + 1] - r.ends[i] : 1, r.ends[i + 1] - r.ends[i]);
                assert_in_range(layer->expanded, whole ? r.ends[i] - before : 0, r.ends[i] - before);
                assert_true(layer->seconds >= 0 && layer->seconds <= path.seconds);
                nodes += layer->nodes;
            }
            assert_int_equal(nodes, path.visited);
            assert_true(path.outcome != HR_PATH_SOLVED || path.iteration_count == path.bound);
            hr_path_clear(&path);
        }
        hr_puzzle_destroy(&puzzle);
    }
}
