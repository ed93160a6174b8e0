// SPDX-License-Identifier: MIT
// What a breadth-first search on one rank tells besides its path: progress, the time of its layers, limits and numbers of
// solutions.

#include <math.h>
#include <time.h>

#include "core/quantity.h"
#include "made_puzzle.h"
#include "solve/layers/shortest_path.h"
#include "unit_test.h"

enum { LOOKS_MAX = 1000, BETWEEN = 4096 }; // states expanded between two looks

/// What the search has told of its progress.
typedef struct looks {
    hr_path_progress look[LOOKS_MAX];
    size_t count;
} looks;

static bool look(void *context, const hr_path_progress *progress) {
    looks *l = context;
    assert_true(l->count < LOOKS_MAX);
    l->look[l->count++] = *progress;
    return true;
}

static hr_path find(const hr_puzzle_options *made, const char *start, const hr_path_options *options) {
    hr_puzzle *puzzle = made_puzzle(made);
    hr_path path;
    hr_state state = made_state(puzzle, start);
    assert_int_equal(hr_shortest_path(puzzle, &state, options, &path, NULL), HR_OK);
    hr_puzzle_destroy(&puzzle);
    return path;
}

/// Two looks in a layer are so many states apart, of those that the layer has. Each state takes more than its own bytes.
HR_TEST(test_progress_is_a_share_of_the_layer) {
    static looks l;
    size_t pairs = 0;
    hr_path path = find(&(hr_puzzle_options){.spec = "klotski:4x8"}, "XXTTXXBBLRTTLRBBTTooBBooLRoo.oo.",
                        &(hr_path_options){.max_states = 300000, .goes_on = look, .context = &l});
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    for (size_t i = 1; i < l.count; i++) {
        assert_true(l.look[i].memory >= l.look[i].visited * sizeof(hr_state));
        if (l.look[i].depth == l.look[i - 1].depth) {
            const hr_iteration *layer = &path.iterations[l.look[i].depth - 1];
            assert_int_equal(layer->bound, l.look[i].depth);
            assert_true(fabs((l.look[i].layer_done - l.look[i - 1].layer_done) * (double)layer->nodes - (double)BETWEEN) < 1e-3);
            pairs++;
        }
    }
    assert_true(pairs > 0);
    hr_path_clear(&path);
}

static bool sleep_a_while(void *context, const hr_path_progress *progress) {
    (void)nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    return true;
}

/// The limit is told, and not the time at which the search has seen that it is over.
HR_TEST(test_the_limit_of_time_is_told_as_it_was_given) {
    char seconds[HR_QUANTITY_MAX];
    char wanted[80];
    const hr_path_options options = {.max_seconds = 0.02, .goes_on = sleep_a_while};
    hr_path path = find(&(hr_puzzle_options){.spec = "klotski:4x8"}, "XXTTXXBBLRTTLRBBTTooBBooLRoo.oo.", &options);
    (void)snprintf(wanted, sizeof wanted, "at %s (--position-time)", hr_quantity_seconds(options.max_seconds, seconds));
    assert_string_equal(path.limit, wanted);
    hr_path_clear(&path);
}

/// The number of shortest solutions is told only if it is asked for. A position without any has no bound.
HR_TEST(test_solutions_are_counted_if_they_are_wanted) {
    static const char SQUARE[] = "blocks:start: a../.../...; goal: .../.../..a";
    for (int all = 0; all < 2; all++) {
        hr_path path = find(&(hr_puzzle_options){.spec = SQUARE}, "a../.../...", &(hr_path_options){.all = all != 0});
        assert_int_equal(path.outcome, HR_PATH_SOLVED);
        assert_int_equal(path.bound, 4);
        assert_int_equal(path.solutions, all ? 6 : 0); // two steps of four go down
        hr_path_clear(&path);
        path = find(&(hr_puzzle_options){.spec = "blocks:start: ab/..; goal: ba/..; horizontal: ab"}, "ab/..",
                    &(hr_path_options){.all = all != 0});
        assert_int_equal(path.outcome, HR_PATH_UNSOLVABLE);
        assert_int_equal(path.bound, 0);
        assert_int_equal(path.solutions, 0);
        hr_path_clear(&path);
    }
}
