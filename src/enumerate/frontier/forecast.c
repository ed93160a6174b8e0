// SPDX-License-Identifier: MIT
#include "enumerate/frontier/forecast.h"

#include "core/state.h"
#include "core/try.h"
#include "enumerate/frontier/growth.h"

enum { SEEN_STATES = 4000000 }; ///< the engine is measured on about this number of states of one word, in the first layers

/// The canonical states of layer `d` and of the two before it, as far as there are such layers.
static hr_frontier_step three_layers(const hr_enumeration *seen, size_t d) {
    return (hr_frontier_step){.before = d > 1 ? (double)seen->layers[d - 2].canonical : 0,
                              .current = d > 0 ? (double)seen->layers[d - 1].canonical : 0,
                              .next = (double)seen->layers[d].canonical};
}

static double sum_of(const hr_frontier_step *three) { return three->before + three->current + three->next; }

static bool has_marks(const hr_puzzle_info *info) { return info->key_mask != UINT64_MAX; }

/// Note in *size the three successive layers, and what a checkpoint has of them, if they are the largest so far.
static void note_layers(const hr_puzzle_info *info, const hr_frontier_step *three, hr_frontier_size *size) {
    const double kept = three->next + (has_marks(info) ? 0 : three->current);
    size->largest = sum_of(three) > sum_of(&size->largest) ? *three : size->largest;
    size->kept = kept > size->kept ? kept : size->kept;
}

hr_frontier_size hr_frontier_extrapolate(const hr_puzzle_info *info, hr_depth max_depth, const hr_enumeration *seen) {
    const size_t n = seen->layer_count;
    hr_frontier_size size = {.states = seen->states, .exact = true, .canonical = (double)seen->canonical};
    for (size_t d = 0; d < n; d++) {
        const hr_frontier_step three = three_layers(seen, d);
        note_layers(info, &three, &size);
    }
    if (seen->stop != HR_STOP_STATES) { // the whole run has been seen
        return size;
    }
    const hr_count known = info->reachable > 0 ? info->reachable : info->index_count;
    const double most = (double)(known > 0 ? known : UINT64_MAX / 2) / info->symmetry_order;
    if (max_depth != HR_DEPTH_UNREACHED) {
        hr_frontier_growth growth = hr_frontier_find_growth(seen);
        hr_frontier_step three = three_layers(seen, n - 1);
        for (size_t d = n; d <= max_depth && size.canonical < most && three.next >= 1; d++) {
            const double next = three.next * hr_frontier_grow(&growth);
            three = (hr_frontier_step){.before = three.current, .current = three.next, .next = next};
            size.canonical += three.next;
            note_layers(info, &three, &size);
        }
        const double fits = size.canonical > most ? most / size.canonical : 1;
        size.largest.before *= fits;
        size.largest.current *= fits;
        size.largest.next *= fits;
        size.kept *= fits;
        size.canonical *= fits;
        size.states = (hr_count)(size.canonical * info->symmetry_order);
        size.exact = false;
    } else {
        // The sizes form a bell: the two largest of L layers hold 8/L to 12/L of the states (tests/golden/tile).
        size.states = info->reachable;
        size.canonical = info->reachable > 0 ? most : 0;
        const double layer = size.canonical * (info->layers > 0 ? 5.0 / info->layers : 0.175);
        size.largest = (hr_frontier_step){.before = layer, .current = layer, .next = layer};
        size.kept = has_marks(info) ? layer : 2 * layer;
    }
    return size;
}

/// Returns the bytes that a rank's states take while the last of the three layers `three` is made. `successors`: of each state.
static uint64_t rank_states(const hr_puzzle *puzzle, const hr_planned_run *run, const hr_frontier_step *three, double successors) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const bool marked = has_marks(info);
    const double ranks = run->ranks;
    // With marks only moves onwards are made. A move between two layers is one onwards from the first and one back from the second.
    const double onwards = marked ? three->next / (three->current + three->next) : 1;
    const hr_frontier_step step = {.before = marked ? 0 : three->before / ranks,
                                   .current = three->current / ranks,
                                   .next = three->next / ranks,
                                   .arriving = three->current * successors * onwards / ranks};
    const uint64_t base = hr_frontier_base_bytes(NULL, run->ranks);
    const uint64_t limit = hr_forecast_rank_limit(run);
    return hr_frontier_step_bytes(info, &step, limit > base ? limit - base : 0);
}

/// Fill *forecast from the first layers, `seen`. `successors` is the number of states sent for each state.
static hr_status conclude(const hr_puzzle *puzzle, const hr_planned_run *run, const hr_enumeration *seen, double successors,
                          hr_forecast *forecast, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_frontier_size size = hr_frontier_extrapolate(info, run->max_depth, seen);
    forecast->states = size.states;
    forecast->states_exact = size.exact;
    forecast->work = size.canonical;
    forecast->traffic = size.canonical * successors * info->state_words * sizeof(hr_state);
    const hr_frontier_step *three = &size.largest;
    forecast->rank_base = hr_frontier_base_bytes(NULL, run->ranks);
    forecast->rank_memory = size.states > 0 ? forecast->rank_base + rank_states(puzzle, run, three, successors) : 0;
    forecast->checkpoint = (uint64_t)(size.kept * info->state_words * sizeof(hr_state));
    if (run->distances) { // a byte for each index, or the states found so far
        forecast->checkpoint +=
            info->index_count > 0 ? info->index_count : size.states * (hr_count)info->state_words * sizeof(hr_state);
    }
    if (run->distances && info->index_count > 0) {
        forecast->rank_memory += info->index_count / (uint64_t)run->ranks; // a byte for each index
        return hr_forecast_table(puzzle, HR_TABLE_INDEX, 254, &forecast->table, error);
    }
    return HR_OK;
}

/// The first layers of a run.
typedef struct first_layers {
    const hr_puzzle *puzzle;
    hr_depth max_depth;
    hr_enumeration seen;
    hr_depth sampled;   ///< layer of the last sample of states
    uint64_t states[2]; ///< this rank's states in the samples, and their successors
} first_layers;

/// A sink's function. Count the successors of some states of each layer.
static hr_status sample(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    enum { SUCCESSORS = 4096 };
    (void)error;
    first_layers *first = context;
    hr_state successors[SUCCESSORS * HR_STATE_WORDS_MAX];
    const size_t most = SUCCESSORS / hr_puzzle_describe(first->puzzle)->max_successors;
    if (first->states[0] == 0 || first->sampled != depth) {
        const size_t some = n < most ? n : most;
        first->sampled = depth;
        first->states[0] += some;
        first->states[1] += hr_puzzle_expand(first->puzzle, states, some, successors, NULL);
    }
    return HR_OK;
}

/// Collective. Search the first layers (hr_rates_probe). The work is canonical states.
static hr_status see(const hr_comm *comm, void *context, hr_rates_run *run, hr_error *error) {
    first_layers *first = context;
    const hr_count words = (hr_count)hr_puzzle_describe(first->puzzle)->state_words;
    const hr_count states = SEEN_STATES / (words * words); // wider states have more pieces, too
    const hr_enumerate_options options = {
        .max_depth = first->max_depth, .max_states = states, .sink = {.on_states = sample, .context = first}};
    hr_enumeration_clear(&first->seen);
    HR_TRY(hr_frontier_enumerate(comm, first->puzzle, &options, &first->seen, error));
    *run = (hr_rates_run){.work = (double)first->seen.canonical, .seconds = first->seen.seconds};
    return HR_OK;
}

hr_status hr_frontier_plan(const hr_engine *engine, const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                           hr_forecast *forecast, hr_error *error) {
    (void)engine;
    first_layers first = {.puzzle = puzzle, .max_depth = run->max_depth};
    hr_rates rates;
    hr_status status = hr_rates_measure(comm, see, &first, &rates, error);
    status = status == HR_OK ? hr_comm_sum(comm, first.states, 2, error) : status;
    if (status == HR_OK) {
        *forecast = (hr_forecast){
            .rate_from = "its own first layers",
            .rate = rates,
            .busiest = 1.0 / run->ranks,
        };
        const double most = (double)hr_puzzle_describe(puzzle)->max_successors;
        const double successors = first.states[0] > 0 ? (double)first.states[1] / (double)first.states[0] : most;
        status = conclude(puzzle, run, &first.seen, successors, forecast, error);
    }
    hr_enumeration_clear(&first.seen);
    return status;
}
