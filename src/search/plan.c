// SPDX-License-Identifier: MIT
#include "plan.h"

#include <stddef.h>

#include "frontier.h"
#include "planes.h"
#include "planes_parts.h"
#include "try.h"

enum {
    FRONTIER_SAMPLE = 3000000, ///< states of the frontier engine's measured run
    REPEAT = 3,                ///< searches of the plane engine's measured run
    BASE_BYTES = 48 << 20,     ///< what a rank needs besides states: MPI, buffers, code
};

/// Greatest distance with the blank's goal in a corner (OEIS A151944 and the sources of tests/golden/tile/layers.csv).
static const struct {
    int narrow;
    int high;
    hr_depth layers;
} PUBLISHED[] = {{2, 2, 6},   {2, 3, 21}, {2, 4, 36}, {2, 5, 55}, {2, 6, 80}, {2, 7, 108},
                 {2, 8, 140}, {3, 3, 31}, {3, 4, 53}, {3, 5, 84}, {4, 4, 80}};
enum { PUBLISHED_COUNT = sizeof PUBLISHED / sizeof PUBLISHED[0] };

static int narrow_side(const hr_puzzle_info *info) { return info->width < info->height ? info->width : info->height; }
static int high_side(const hr_puzzle_info *info) { return info->width < info->height ? info->height : info->width; }

static hr_depth published_layers(const hr_puzzle_info *info) {
    for (int i = 0; i < PUBLISHED_COUNT; i++) {
        if (info->index_count > 0 && info->metric == HR_METRIC_UNIT && info->reachable > 0 &&
            PUBLISHED[i].narrow == narrow_side(info) && PUBLISHED[i].high == high_side(info)) {
            return PUBLISHED[i].layers;
        }
    }
    return 0;
}

/// Collective. One whole search of `puzzle`: seconds of one rank for one word in one layer.
static hr_status measure_once(const hr_comm *comm, const hr_puzzle *puzzle, bool unturned, double *word_seconds, hr_error *error) {
    const hr_enumerate_options whole = {.max_depth = HR_DEPTH_UNREACHED};
    const hr_planes_tuning tuning = {.unturned = unturned};
    hr_planes_engine *engine = NULL;
    hr_enumeration result = {.layers = NULL};
    hr_status status = hr_planes_create(comm, puzzle, &whole, &tuning, &result, &engine, error);
    const double start = hr_comm_seconds();
    if (status == HR_OK) {
        status = hr_planes_search(engine, error);
    }
    const double seconds = (hr_comm_seconds() - start) * hr_comm_size(comm);
    *word_seconds = seconds * HR_PLANES_WORD_STATES / ((double)result.states * (double)result.layer_count);
    hr_planes_destroy(&engine);
    hr_enumeration_clear(&result);
    return status;
}

/// Collective. The best of a few searches of the board of twelve cells that has the same width.
static hr_status measure_planes(const hr_comm *comm, int narrow, double *word_seconds, hr_error *error) {
    static const char *const SPECS[] = {"tile:2x6", "tile:3x4", "tile:4x3"};
    hr_puzzle *puzzle = NULL;
    HR_TRY(hr_comm_agree(comm, hr_puzzle_create(&(hr_puzzle_options){.spec = SPECS[narrow - 2]}, &puzzle, error), error));
    hr_status status = HR_OK;
    for (int i = 0; i < REPEAT && status == HR_OK; i++) {
        double seconds = 0.0;
        status = measure_once(comm, puzzle, narrow == 4, &seconds, error);
        *word_seconds = i == 0 || seconds < *word_seconds ? seconds : *word_seconds;
    }
    hr_puzzle_destroy(&puzzle);
    return status;
}

static hr_status plan_planes(const hr_comm *comm, const hr_puzzle_info *info, bool distances, hr_plan *plan, hr_error *error) {
    hr_planes_board board;
    double word_seconds = 0.0;
    HR_TRY(hr_comm_agree(comm, hr_planes_board_create(narrow_side(info), high_side(info), 0, &board, error), error));
    const int prefix = hr_planes_choose_prefix(&board, plan->ranks, distances);
    const uint64_t part_bytes = hr_planes_factorial(board.tiles - prefix) / 120 * 8;
    const uint64_t plane_bytes = board.plane_words * 8;
    const double words = (double)board.plane_words * board.cells;
    plan->memory_per_rank =
        hr_planes_bytes(&board, prefix, plan->ranks, distances) + 2 * (uint64_t)prefix * part_bytes + BASE_BYTES;
    plan->table_bytes = plane_bytes * (uint64_t)board.cells;
    plan->states = info->index_count;
    hr_planes_board_clear(&board);
    // A layer pulls one plane across each of the p topmost windows, less what does not leave the rank.
    plan->traffic = (uint64_t)((double)plan->layers * prefix * (double)plane_bytes * (1.0 - 1.0 / (double)plan->ranks));
    HR_TRY(measure_planes(comm, narrow_side(info), &word_seconds, error));
    plan->seconds = word_seconds * words * (double)plan->layers / plan->ranks;
    plan->rate = (double)plan->states / plan->seconds / plan->ranks;
    return HR_OK;
}

/// Collective. Canonical states a second and rank of the frontier engine's first layers.
static hr_status measure_frontier(const hr_comm *comm, const hr_puzzle *puzzle, double *rate, hr_error *error) {
    const hr_enumerate_options some = {.max_depth = HR_DEPTH_UNREACHED, .max_states = FRONTIER_SAMPLE};
    hr_enumeration result = {.layers = NULL};
    const double start = hr_comm_seconds();
    const hr_status status = hr_frontier_enumerate(comm, puzzle, &some, &result, error);
    *rate = (double)result.canonical / (hr_comm_seconds() - start) / hr_comm_size(comm);
    hr_enumeration_clear(&result);
    return status;
}

static hr_status plan_frontier(const hr_comm *comm, const hr_puzzle *puzzle, bool distances, hr_plan *plan, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    HR_TRY(measure_frontier(comm, puzzle, &plan->rate, error));
    if (info->reachable == 0) {
        return HR_OK; // how many states there are is what the run is to find out
    }
    plan->states = info->reachable / (uint64_t)info->symmetry_order;
    plan->table_bytes = info->index_count;
    // The largest layer of a published board holds at most 6.0 / layers of all states; three layers and half of one are in memory.
    const double largest = plan->layers > 0 ? 6.0 / plan->layers * (double)plan->states : (double)plan->states;
    const double memory = 3.5 * largest * sizeof(hr_state) + (distances ? (double)plan->table_bytes : 0.0);
    plan->memory_per_rank = (uint64_t)(memory / plan->ranks) + BASE_BYTES;
    plan->traffic =
        (uint64_t)((double)plan->states * (double)info->max_successors * sizeof(hr_state) * (1.0 - 1.0 / (double)plan->ranks));
    plan->seconds = (double)plan->states / plan->rate / plan->ranks;
    return HR_OK;
}

hr_status hr_plan_make(const hr_comm *comm, const hr_puzzle *puzzle, hr_engine engine, int ranks, bool distances, hr_plan *plan,
                       hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    *plan = (hr_plan){.engine = engine, .ranks = ranks, .layers = published_layers(info)};
    if (engine == HR_ENGINE_PLANES) {
        HR_TRY(hr_planes_check(puzzle, error));
    }
    if (engine == HR_ENGINE_AUTO) {
        plan->engine = hr_planes_check(puzzle, NULL) == HR_OK ? HR_ENGINE_PLANES : HR_ENGINE_FRONTIER;
    }
    return plan->engine == HR_ENGINE_PLANES ? plan_planes(comm, info, distances, plan, error)
                                            : plan_frontier(comm, puzzle, distances, plan, error);
}
