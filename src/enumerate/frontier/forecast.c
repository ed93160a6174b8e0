// SPDX-License-Identifier: MIT
#include "enumerate/frontier/forecast.h"

#include "core/state.h"
#include "core/try.h"
#include "enumerate/frontier/frontier.h"

enum {
    SEEN_STATES = 4000000, ///< the engine is measured on the first layers with about this number of states
    MARKED_BYTES = 8,      ///< bytes for each canonical state of the two largest layers if states have marks, so that one is kept
};

/// The same if both layers are kept (tests/bench/RESULTS.md).
enum { STATE_BYTES = HR_STATE_WORDS == 1 ? 27 : 57 };

/// The canonical states of the two successive layers that have the most.
static double two_largest(const hr_enumeration *seen) {
    hr_count most = 0;
    for (size_t d = 0; d < seen->layer_count; d++) {
        const hr_count two = seen->layers[d].canonical + (d > 0 ? seen->layers[d - 1].canonical : 0);
        most = two > most ? two : most;
    }
    return (double)most;
}

hr_frontier_size hr_frontier_extrapolate(const hr_puzzle_info *info, hr_depth max_depth, const hr_enumeration *seen) {
    const size_t n = seen->layer_count;
    double last = (double)seen->layers[n - 1].canonical;
    const double before = n > 1 ? (double)seen->layers[n - 2].canonical : 0;
    hr_frontier_size size = {.states = seen->states, .exact = true, .canonical = (double)seen->canonical, .two = two_largest(seen)};
    if (seen->stop != HR_STOP_STATES) { // the whole run has been seen
        return size;
    }
    const hr_count known = info->reachable > 0 ? info->reachable : info->index_count;
    const double most = (double)(known > 0 ? known : UINT64_MAX / 2) / info->symmetry_order;
    if (max_depth != HR_DEPTH_UNREACHED) {
        // A layer grows at most as fast as the layer before it did. After a single layer every successor may be new.
        const double growth = before > 0 ? last / before : (double)info->max_successors;
        for (size_t d = n; d <= max_depth && size.canonical < most && last >= 1; d++) {
            size.canonical += last * growth;
            size.two = last * growth + last;
            last *= growth;
        }
        size.canonical = size.canonical < most ? size.canonical : most;
        size.two = size.two < size.canonical ? size.two : size.canonical;
        size.states = (hr_count)(size.canonical * info->symmetry_order);
        size.exact = false;
    } else {
        // The sizes form a bell: the two largest of L layers hold about 8/L to 12/L of the states (tests/golden/tile).
        size.states = info->reachable;
        size.canonical = info->reachable > 0 ? most : 0;
        size.two = size.canonical * (info->layers > 0 ? 12.0 / info->layers : 0.35);
    }
    return size;
}

/// The mean number of successors of the listed hardest states. The forecast takes it as the number of states sent for each state.
/// If no states are listed: the greatest number of successors.
static double mean_successors(const hr_puzzle *puzzle, const hr_enumeration *seen) {
    enum { SUCCESSORS = 4096 };
    const size_t most = hr_puzzle_describe(puzzle)->max_successors;
    hr_state successors[SUCCESSORS];
    size_t found = 0;
    size_t asked = 0;
    for (size_t i = 0; i < seen->hardest_listed && most <= SUCCESSORS; i++, asked++) {
        found += hr_puzzle_expand(puzzle, &seen->hardest[i], 1, successors, NULL);
    }
    return asked > 0 ? (double)found / (double)asked : (double)most;
}

/// Fill *forecast from the first layers, `seen`. `successors` is the number of states sent for each state.
static hr_status conclude(const hr_puzzle *puzzle, const hr_planned_run *run, const hr_enumeration *seen, double successors,
                          hr_forecast *forecast, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_frontier_size size = hr_frontier_extrapolate(info, run->max_depth, seen);
    forecast->states = size.states;
    forecast->states_exact = size.exact;
    forecast->work = size.canonical;
    forecast->traffic = size.canonical * successors * sizeof(hr_state);
    const bool marked = info->key_mask != HR_STATE_ALL;
    const uint64_t bytes = (uint64_t)(size.two * (double)(marked ? MARKED_BYTES : STATE_BYTES) / run->ranks);
    forecast->rank_base = hr_frontier_base_bytes(run->ranks);
    forecast->rank_memory = size.states > 0 ? forecast->rank_base + bytes : 0;
    // A checkpoint has the last two layers, or with marks only one, which has a little more than half of the states of both.
    const double kept = marked ? size.two * 0.55 : size.two;
    forecast->checkpoint = (uint64_t)(kept * sizeof(hr_state));
    if (run->distances) { // a byte for each index, or the states found so far
        forecast->checkpoint += info->index_count > 0 ? info->index_count : size.states * sizeof(hr_state);
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
} first_layers;

/// Collective. Search the first layers (hr_rates_probe). The work is canonical states.
static hr_status see(const hr_comm *comm, void *context, hr_rates_run *run, hr_error *error) {
    first_layers *first = context;
    const hr_enumerate_options options = {.max_depth = first->max_depth, .max_states = SEEN_STATES};
    hr_enumeration_clear(&first->seen);
    HR_TRY(hr_frontier_enumerate(comm, first->puzzle, &options, &first->seen, error));
    *run = (hr_rates_run){.work = (double)first->seen.canonical, .seconds = first->seen.seconds};
    return HR_OK;
}

hr_status hr_frontier_plan(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run, hr_forecast *forecast,
                           hr_error *error) {
    first_layers first = {.puzzle = puzzle, .max_depth = run->max_depth};
    hr_rates rates;
    hr_status status = hr_rates_measure(comm, see, &first, &rates, error);
    double successors = mean_successors(puzzle, &first.seen);
    if (status == HR_OK) {
        status = hr_comm_broadcast(comm, &successors, sizeof successors, error); // the states are listed on rank 0 only
    }
    if (status == HR_OK) {
        *forecast = (hr_forecast){
            .rate_from = "its own first layers",
            .rate = rates,
            .busiest = 1.0 / run->ranks,
        };
        status = conclude(puzzle, run, &first.seen, successors, forecast, error);
    }
    hr_enumeration_clear(&first.seen);
    return status;
}
