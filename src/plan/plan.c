// SPDX-License-Identifier: MIT
#include "plan/plan.h"

#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/planes/planes.h"
#include "openings/openings.h"
#include "puzzle/tile/tile.h"
#include "table/format.h"

enum {
    CALIBRATION_STATES = 4000000, ///< the frontier engine is measured on the first layers with about so many states
    CALIBRATIONS = 3,             ///< searches that measure the plane engine; the first one also warms up memory
    STATE_BYTES = 24,             ///< frontier engine: bytes for each canonical state of the two largest layers (tests/bench)
    NODES_MAX = 1000000000,       ///< greatest number of nodes in a plan
    BASE_BYTES = 48 << 20,        ///< openings engine: memory of a rank besides states
};

/// The greatest distances of whole tile puzzles with the goal's blank in a corner (tests/golden/tile/README.md).
static const struct {
    int narrow;
    int high;
    int depth;
} DEPTHS[] = {{2, 2, 6},  {2, 3, 21},  {2, 4, 36}, {3, 3, 31}, {2, 5, 55}, {3, 4, 53},
              {2, 6, 80}, {2, 7, 108}, {3, 5, 84}, {4, 4, 80}, {2, 8, 140}};

static int narrow_side(const hr_puzzle_info *info) { return info->width < info->height ? info->width : info->height; }
static int high_side(const hr_puzzle_info *info) { return info->width < info->height ? info->height : info->width; }

/// The number of layers of a whole tile puzzle. *published: the number is exact; it is an estimate for boards that are not listed,
/// and if the goal's blank is not in a corner.
static double tile_layers(const hr_puzzle *puzzle, bool *published) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const int blank = hr_tile_goal_blank(puzzle);
    const int x = blank % info->width;
    const int y = blank / info->width;
    *published = (x == 0 || x == info->width - 1) && (y == 0 || y == info->height - 1);
    for (size_t i = 0; i < sizeof DEPTHS / sizeof DEPTHS[0]; i++) {
        if (DEPTHS[i].narrow == narrow_side(info) && DEPTHS[i].high == high_side(info)) {
            return DEPTHS[i].depth + 1;
        }
    }
    *published = false;
    return 10.0 * info->width * info->height;
}

/// Set the plan's memory of a node and its limit, and the number of nodes that would do if the memory does not.
static void set_node(const hr_plan_options *options, hr_plan *plan) {
    hr_memory_room room = {.node = {.bytes = UINT64_MAX}, .process = {.bytes = UINT64_MAX}};
    if (options->node_memory > 0) {
        hr_memory_room_cap(&room, options->node_memory, "--node-memory");
    } else {
        hr_memory_room_here(options->node_ranks, &room);
    }
    plan->node_limit = hr_memory_room_total(&room, options->node_ranks);
    plan->node_memory = plan->rank_memory * (uint64_t)options->node_ranks;
    if (plan->node_memory > plan->node_limit.bytes) {
        const double nodes = 1 + (double)plan->rank_memory * options->ranks / ((double)plan->node_limit.bytes + 1);
        plan->nodes = nodes < NODES_MAX ? (int)nodes : NODES_MAX;
    }
}

/// Set the plan's times from its rate and traffic. `overlapped`: the engine sends while it computes.
static void set_seconds(const hr_plan_options *options, double work, bool overlapped, hr_plan *plan) {
    plan->compute_seconds = work * plan->busiest / plan->rate;
    const int nodes = (options->ranks + options->node_ranks - 1) / options->node_ranks;
    plan->link_traffic = plan->traffic / nodes;
    plan->link_seconds = plan->link_traffic / options->link_bytes;
    const double longer = plan->compute_seconds > plan->link_seconds ? plan->compute_seconds : plan->link_seconds;
    plan->seconds = overlapped ? longer : plan->compute_seconds + plan->link_seconds;
}

/// The share of a rank's messages that goes to other nodes, 0 … 1.
static double leaving(const hr_plan_options *options) {
    return options->ranks <= options->node_ranks ? 0.0 : 1.0 - (double)options->node_ranks / (double)options->ranks;
}

static hr_status table_bytes(const hr_puzzle *puzzle, hr_table_encoding encoding, double layers, uint64_t *bytes, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_table_shape shape = {.encoding = encoding,
                                  .value_bits = encoding == HR_TABLE_PLANES ? 1 : 8,
                                  .entries = info->index_count,
                                  .max_distance = layers >= 1 ? (hr_depth)layers - 1 : 254,
                                  .hardest_count = 0,
                                  .text_length = 64,
                                  .width = info->width,
                                  .height = info->height};
    hr_table_head head;
    HR_TRY(hr_table_layout(&shape, &head, error));
    *bytes = head.payload_offset + head.payload_bytes;
    return HR_OK;
}

/// Collective. *rate is the plane engine's rate in one search of `puzzle`: states · layers in a second on one rank.
static hr_status search_planes(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planes_tuning *tuning, double *rate,
                               hr_error *error) {
    const hr_enumerate_options run = {.max_depth = HR_DEPTH_UNREACHED};
    hr_enumeration result;
    hr_planes_engine *engine = NULL;
    hr_status status = hr_planes_create(comm, puzzle, &run, tuning, &result, &engine, error);
    if (status == HR_OK) {
        status = hr_planes_search(engine, error);
    }
    double seconds = 1e-9;
    for (size_t d = 0; d < result.layer_count; d++) {
        seconds += result.layers[d].seconds;
    }
    *rate = (double)result.states * (double)result.layer_count / seconds / hr_comm_size(comm);
    hr_planes_destroy(&engine);
    hr_enumeration_clear(&result);
    return status;
}

/// Collective. Set the plan's rate to the best of a few searches of the board that has 12 cells and `narrow` cells on one side.
static hr_status calibrate_planes(const hr_comm *comm, int narrow, bool distances, hr_plan *plan, hr_error *error) {
    static const char *const SPECS[] = {"tile:2x6", "tile:3x4", "tile:4x3"};
    plan->calibration = SPECS[narrow - 2];
    hr_puzzle *puzzle = NULL;
    HR_TRY(hr_puzzle_create(&(hr_puzzle_options){.spec = plan->calibration}, &puzzle, error));
    const hr_planes_tuning tuning = {.distances = distances, .unturned = narrow == 4};
    hr_status status = HR_OK;
    for (int i = 0; i < CALIBRATIONS && status == HR_OK; i++) {
        double rate = 0;
        status = search_planes(comm, puzzle, &tuning, &rate, error);
        plan->rate = rate > plan->rate ? rate : plan->rate;
    }
    hr_puzzle_destroy(&puzzle);
    return hr_comm_agree(comm, status, error);
}

static hr_status plan_planes(const hr_comm *comm, const hr_puzzle *puzzle, const hr_plan_options *options, hr_plan *plan,
                             hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    *plan = (hr_plan){.engine = "planes", .states = info->reachable};
    hr_planes_forecast forecast;
    HR_TRY(hr_planes_foresee(puzzle, options->ranks, options->node_ranks, options->distances, &forecast, error));
    plan->layers = tile_layers(puzzle, &plan->layers_published);
    plan->rank_memory = forecast.rank_bytes;
    plan->busiest = forecast.busiest;
    if (options->distances) {
        HR_TRY(table_bytes(puzzle, HR_TABLE_PLANES, plan->layers, &plan->table, error));
    }
    // The words of an edge travel in every other layer, when the colour of its target cell is updated.
    plan->traffic = plan->layers / 2 * forecast.crossing_bytes * leaving(options);
    set_node(options, plan);
    HR_TRY(calibrate_planes(comm, narrow_side(info), options->distances, plan, error));
    set_seconds(options, (double)plan->states * plan->layers, true, plan);
    return HR_OK;
}

/// From the layers `seen` so far, estimate how many canonical states a frontier run has (*total), and how many its two largest
/// layers have together (*two). Both are 0 if unknown.
static void extrapolate(const hr_puzzle *puzzle, const hr_plan_options *options, const hr_enumeration *seen, double *total,
                        double *two) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const double whole = (double)info->reachable / info->symmetry_order;
    *total = (double)seen->canonical;
    const size_t n = seen->layer_count;
    double last = (double)seen->layers[n - 1].canonical;
    const double before = n > 1 ? (double)seen->layers[n - 2].canonical : 0;
    *two = last + before;
    if (seen->stop != HR_STOP_STATES) { // the whole run has been seen
        return;
    }
    if (options->max_depth != HR_DEPTH_UNREACHED) { // each further layer grows at most as fast as the last one
        const double growth = last / before;
        for (size_t d = n; d <= options->max_depth && (whole <= 0 || *total < whole); d++) {
            *total += last * growth;
            *two = last * growth + last;
            last *= growth;
        }
    } else if (info->reachable > 0) {
        // The sizes form a bell: the two largest of L layers hold about 8/L to 12/L of the states (tests/golden/tile).
        bool published = false;
        *total = whole;
        *two = whole * (info->planes ? 12.0 / tile_layers(puzzle, &published) : 0.35);
    } else {
        *total = 0;
        *two = 0;
        return;
    }
    if (whole > 0 && *total > whole) {
        *total = whole;
    }
}

/// The mean number of successors of the listed hardest states. It bounds the number of states sent for each state.
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

static hr_status plan_frontier(const hr_comm *comm, const hr_puzzle *puzzle, const hr_plan_options *options, hr_plan *plan,
                               hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    *plan = (hr_plan){.engine = "frontier", .calibration = "its own first layers", .busiest = 1.0 / options->ranks};
    const hr_enumerate_options run = {.max_depth = options->max_depth, .max_states = CALIBRATION_STATES};
    hr_enumeration seen;
    hr_status status = hr_frontier_enumerate(comm, puzzle, &run, &seen, error);
    double successors = mean_successors(puzzle, &seen);
    status = hr_comm_agree(comm, status, error);
    if (status == HR_OK) {
        status = hr_comm_broadcast(comm, &successors, sizeof successors, error); // the states are listed on rank 0 only
    }
    if (status == HR_OK) {
        double total = 0;
        double two = 0;
        extrapolate(puzzle, options, &seen, &total, &two);
        plan->rate = (double)seen.canonical / (seen.seconds + 1e-9) / hr_comm_size(comm);
        plan->states = (hr_count)(total * info->symmetry_order);
        const uint64_t bytes = (uint64_t)(two * (double)STATE_BYTES / options->ranks);
        plan->rank_memory = total > 0 ? hr_frontier_base_bytes(options->ranks) + bytes : 0;
        plan->traffic = total * successors * sizeof(hr_state) * leaving(options);
        if (options->distances && info->index_count > 0) {
            status = table_bytes(puzzle, HR_TABLE_INDEX, 0, &plan->table, error);
            plan->rank_memory += info->index_count / (uint64_t)options->ranks; // a byte for each index
        }
        set_node(options, plan);
        set_seconds(options, total, false, plan);
    }
    hr_enumeration_clear(&seen);
    return status;
}

static hr_status plan_openings(const hr_comm *comm, const hr_puzzle *puzzle, const hr_plan_options *options, hr_plan *plan,
                               hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    *plan = (hr_plan){.engine = "openings", .calibration = "klotski:4x5", .states = info->index_count};
    HR_TRY(hr_openings_foresee(puzzle, options->ranks, options->distances, &plan->rank_memory, &plan->busiest, error));
    plan->rank_memory += BASE_BYTES;
    set_node(options, plan);
    if (options->distances) {
        HR_TRY(table_bytes(puzzle, HR_TABLE_INDEX, 0, &plan->table, error));
        plan->traffic = (double)info->index_count * leaving(options); // each distance goes to the rank that writes it
    }
    hr_puzzle *board = NULL;
    HR_TRY(hr_puzzle_create(&(hr_puzzle_options){.spec = plan->calibration, .metric = info->metric}, &board, error));
    const hr_openings_options run = {.filter = HR_OPENINGS_ALL};
    hr_openings result;
    hr_status status = hr_openings_run(comm, board, &run, &result, error);
    if (status == HR_OK) {
        const hr_openings_seconds *s = &result.seconds; // of the rank that took longest, which had about an equal share
        plan->rate =
            (double)result.total.full.openings / (s->frames + s->expand + s->mark + s->hardest + 1e-9) / hr_comm_size(comm);
        set_seconds(options, (double)plan->states, true, plan);
    }
    hr_openings_clear(&result);
    hr_puzzle_destroy(&board);
    return status;
}

hr_status hr_plan_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_engine *engine, const hr_plan_options *options,
                      hr_plan *plan, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const bool whole = options->max_depth == HR_DEPTH_UNREACHED;
    if (engine == NULL && info->openings && !info->single_source) {
        return plan_openings(comm, puzzle, options, plan, error);
    }
    if (engine == NULL) {
        engine = whole && hr_engine_planes.check(puzzle, NULL) == HR_OK ? &hr_engine_planes : &hr_engine_frontier;
    }
    if (engine->whole_spaces && !whole) {
        return hr_error_set(error, HR_USAGE, "%s are planned for whole spaces: leave out --max-depth", engine->name);
    }
    return engine == &hr_engine_planes ? plan_planes(comm, puzzle, options, plan, error)
                                       : plan_frontier(comm, puzzle, options, plan, error);
}
