// SPDX-License-Identifier: MIT
// What ends a search of the frontier engine early, and what does not: a layer that nobody asked for needs no memory, and two
// searches that share the memory each leave room for the other's states. Ranks: 1 2 3

#include "mpi_test.h"

#include <stdio.h>
#include <string.h>

#include "comm/exchange/exchange.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/frontier/two_sides.h"
#include "frontier_base.h"
#include "puzzle/goals.h"

#define MIB (UINT64_C(1) << 20)

static uint64_t ranks(void) { return (uint64_t)hr_comm_size(hr_test_world()); }

static hr_status enumerate(const char *spec, const hr_enumerate_options *run, hr_enumeration *result, hr_error *error) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = spec});
    const hr_status status = hr_frontier_enumerate(hr_test_world(), puzzle, run, result, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

/// A run that has all layers that it was asked for has not been stopped, although the layer behind them would not fit.
HR_TEST(test_a_layer_behind_the_limit_needs_no_memory) {
    hr_enumerate_options run = {.max_depth = 40, .memory_limit = ranks() * 64 * MIB, .room = &HR_TEST_ROOM};
    hr_enumeration all;
    hr_error error = {.text = ""};
    assert_int_equal(enumerate("tile:4x4", &run, &all, &error), HR_STOPPED);
    assert_non_null(strstr(error.text, "over all ranks")); // foreseen when the last layer was complete
    for (int of_states = 0; of_states <= 1; of_states++) {
        hr_enumeration result;
        run.max_depth = of_states ? 40 : (hr_depth)(all.layer_count - 1);
        run.max_states = of_states ? all.states : 0;
        assert_int_equal(enumerate("tile:4x4", &run, &result, NULL), HR_OK);
        assert_int_equal(result.stop, of_states ? HR_STOP_STATES : HR_STOP_DEPTH);
        assert_int_equal(result.layer_count, all.layer_count);
        hr_enumeration_clear(&result);
    }
    hr_enumeration_clear(&all);
}

enum { LAST_DEPTH = 6 }; ///< the depth of the layer in which a stop is wanted

static bool last_is_made;
static bool is_last_made(void) { return last_is_made; }

static hr_status look_at_depth(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    last_is_made = depth == LAST_DEPTH;
    return HR_OK;
}

/// A signal that comes while the last wanted layer is counted finds a run that has all that it was asked for.
HR_TEST(test_a_signal_in_the_last_layer_stops_nothing) {
    for (hr_depth depth = LAST_DEPTH; depth <= LAST_DEPTH + 1; depth++) {
        const hr_enumerate_options run = {.max_depth = depth, .stop_wanted = is_last_made, .sink = {.on_states = look_at_depth}};
        hr_enumeration result;
        last_is_made = false;
        assert_int_equal(enumerate("tile:3x3", &run, &result, NULL), depth == LAST_DEPTH ? HR_OK : HR_STOPPED);
        assert_int_equal(result.stop, depth == LAST_DEPTH ? HR_STOP_DEPTH : HR_STOP_SIGNAL);
        assert_int_equal(result.layer_count, LAST_DEPTH + 1);
        hr_enumeration_clear(&result);
    }
}

/// Two searches from the solved state, which have the same layers.
typedef struct twins {
    hr_puzzle *puzzle;
    hr_two_sides *both;
} twins;

static twins begin(uint64_t memory) {
    twins t = {.puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:4x4"})};
    hr_state goals[HR_GOALS_MAX];
    const hr_side side = {.from = goals,
                          .count = hr_puzzle_goals(t.puzzle, goals),
                          .options = {.max_depth = HR_DEPTH_UNREACHED, .memory_limit = memory, .room = &HR_TEST_ROOM}};
    assert_int_equal(hr_two_sides_create(hr_test_world(), t.puzzle, (const hr_side[HR_SIDES]){side, side}, &t.both, NULL), HR_OK);
    return t;
}

static void end(twins *t) {
    hr_two_sides_end(&t->both, HR_OK, NULL);
    hr_puzzle_destroy(&t->puzzle);
}

/// Collective. Make layers of a side until it has `most`, or one is foreseen not to fit. Returns their number. *need: about how
/// many bytes the refused layer would need on all ranks.
static size_t advance(const twins *t, int side, size_t most, uint64_t *need) {
    const hr_enumeration *layers = hr_two_sides_layers(t->both, side);
    hr_status status = HR_OK;
    hr_error error = {.text = ""};
    while (status == HR_OK && layers->layer_count < most) {
        bool exhausted = false;
        status = hr_two_sides_step(t->both, side, &exhausted, &error);
    }
    if (status == HR_OK) {
        return most;
    }
    size_t layer = 0;
    double mebibytes = 0;
    assert_int_equal(status, HR_STOPPED);
    assert_int_equal(sscanf(error.text, "layer %zu would need about %lf MiB", &layer, &mebibytes), 2);
    assert_non_null(strstr(error.text, "MiB over all ranks")); // foreseen, and not met by a rank
    assert_int_equal(layer, layers->layer_count);
    *need = (uint64_t)(mebibytes * (double)MIB);
    return layer;
}

/// Expect that all ranks would need about this for the layer `layer` of the first side, while the other side has none: the states
/// of the layer before it, which have marks, and about two successors of each; and what ranks need besides, with an exchange for
/// each side.
static void expect_need(const twins *t, size_t layer, uint64_t need) {
    const hr_layer *last = &hr_two_sides_layers(t->both, 0)->layers[layer - 1];
    const double n = (double)ranks();
    const double besides = n * (double)hr_test_frontier_base() + 4 * (n - 1) * (double)HR_EXCHANGE_BYTES;
    const double expected = besides + 3.0 * (double)last->canonical * sizeof(hr_state);
    assert_true((double)need > 0.95 * expected && (double)need < 1.1 * expected); // each bin takes some memory, too
}

/// With the memory for a layer of the first side, while the other has none, there is none for the same layer of the other side.
HR_TEST(test_the_states_of_the_other_side_take_memory) {
    uint64_t need = 0;
    twins t = begin(ranks() * (hr_test_frontier_base() + 32 * MIB));
    const size_t few = advance(&t, 0, 40, &need);
    expect_need(&t, few, need);
    end(&t);
    t = begin(need + need / 50); // the ranks do not need the same, and three digits have been told
    assert_int_equal(advance(&t, 0, few + 1, &need), few + 1);
    const size_t layers = advance(&t, 1, few + 1, &need);
    assert_in_range(layers, few - 4, few);
    end(&t);
}
