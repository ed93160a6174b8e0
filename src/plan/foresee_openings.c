// SPDX-License-Identifier: MIT
#include "plan/foresee_openings.h"

#include "core/try.h"
#include "openings/openings.h"
#include "puzzle/kinds.h"

enum {
    RANKS_MAX = 1 << 17, ///< jobs with more ranks are not looked at
    FEW_NODES = 256,     ///< up to this number of nodes, twice as many may take as much memory of each
};

/// The board that is searched to measure the engine. Boards with fewer openings have a lower rate.
static const char MEASURED[] = "klotski:4x5";

/// Collective. Search all openings of the board `context`, as `huarong openings` does (hr_rates_probe). The work is openings.
static hr_status search(const hr_comm *comm, void *context, hr_rates_run *run, hr_error *error) {
    const hr_puzzle *board = context;
    hr_openings result;
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL, .components = true};
    const hr_status status = hr_openings_run(comm, board, &options, &result, error);
    const hr_openings_seconds *s = &result.seconds; // of the rank that took longest, which had about an equal share
    *run = (hr_rates_run){.work = (double)result.total.full.openings,
                          .seconds = s->frames + s->expand + s->mark + s->components + s->hardest};
    hr_openings_clear(&result);
    return status;
}

/// Local. What the run needs on `ranks` ranks, if its nodes have `node_memory` bytes; needs->bytes is the memory of a rank in all.
static hr_status foresee(hr_openings_foresight *foresight, const hr_planned_run *run, int ranks, uint64_t node_memory,
                         hr_openings_needs *needs, hr_error *error) {
    const hr_openings_planned planned = {.ranks = ranks, .node_ranks = run->node_ranks, .node_memory = node_memory};
    HR_TRY(hr_openings_foresee(foresight, &planned, needs, error));
    needs->bytes += HR_OPENINGS_BESIDES;
    return HR_OK;
}

/// Local. Set *work to the work of all openings of `board` together.
static hr_status find_work(const hr_puzzle *board, double *work, hr_error *error) {
    hr_openings_foresight *foresight = NULL;
    hr_openings_needs needs;
    HR_TRY(hr_openings_foresight_create(board, (hr_openings_kept){.distances = false}, &foresight, error));
    const hr_status status = hr_openings_foresee(foresight, &(hr_openings_planned){.ranks = 1, .node_ranks = 1}, &needs, error);
    *work = needs.work;
    hr_openings_foresight_destroy(&foresight);
    return status;
}

/// Collective. Set the forecast's rate, and its work, which is given in the units of `needs`.
static hr_status measure(const hr_comm *comm, const hr_puzzle *puzzle, const hr_openings_needs *needs, hr_forecast *forecast,
                         hr_error *error) {
    hr_puzzle *board = NULL;
    double work = 1;
    const hr_puzzle_options options = {.spec = MEASURED, .metric = hr_puzzle_describe(puzzle)->metric};
    HR_TRY(hr_puzzle_create(&options, &board, error));
    hr_status status = find_work(board, &work, error);
    if (status == HR_OK) {
        forecast->work = needs->work / work * (double)hr_puzzle_describe(board)->index_count;
        status = hr_rates_measure(comm, search, board, &forecast->rate, error);
    }
    hr_puzzle_destroy(&board);
    return status;
}

hr_status hr_plan_openings(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                           hr_openings_foresight *foresight, hr_forecast *forecast, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    hr_memory_room room;
    hr_memory_room_here(run->node_ranks, &room);
    hr_openings_needs needs;
    HR_TRY(foresee(foresight, run, run->ranks, run->node_memory > 0 ? run->node_memory : room.node.bytes, &needs, error));
    *forecast = (hr_forecast){
        .states = info->index_count,
        .states_exact = true,
        .rank_memory = needs.bytes,
        .busiest = needs.busiest,
        .between = needs.sent,
        .rate_from = MEASURED,
        .overlapped = needs.sent == 0, // a node that sends openings of a family does not search meanwhile
    };
    if (run->distances) {
        HR_TRY(hr_forecast_table(puzzle, HR_TABLE_INDEX, 254, &forecast->table, error));
        forecast->checkpoint = forecast->table;
        forecast->traffic = (double)info->index_count; // each distance goes to the rank that writes it
    }
    return measure(comm, puzzle, &needs, forecast, error);
}

/// A number of nodes, and the memory of one of them.
typedef struct trial {
    int nodes;
    uint64_t bytes;
} trial;

/// Local. Set t->bytes to what a node takes of t->nodes nodes with `limit` bytes each.
static hr_status try_nodes(hr_openings_foresight *foresight, const hr_planned_run *run, uint64_t limit, trial *t, hr_error *error) {
    hr_openings_needs needs;
    HR_TRY(foresee(foresight, run, t->nodes * run->node_ranks, limit, &needs, error));
    t->bytes = needs.bytes * (uint64_t)run->node_ranks;
    return HR_OK;
}

/// Local. May twice as many nodes as `last` take less memory? From some number on only buffers grow. `before` are half as many.
static bool may_fall(const trial *before, const trial *last, int node_ranks) {
    const bool falling = last->nodes < FEW_NODES || last->bytes < before->bytes / 100 * 99;
    return falling && last->nodes <= RANKS_MAX / node_ranks / 2;
}

hr_status hr_plan_openings_nodes(hr_openings_foresight *foresight, const hr_planned_run *run, const hr_memory_bound *limit,
                                 uint64_t node_memory, int *nodes, hr_error *error) {
    *nodes = 0;
    if (node_memory <= limit->bytes) {
        return HR_OK;
    }
    trial few = {0}; // a number of nodes that is not enough
    trial many = {.nodes = (run->ranks + run->node_ranks - 1) / run->node_ranks, .bytes = node_memory};
    while (many.bytes > limit->bytes) {
        if (!may_fall(&few, &many, run->node_ranks)) {
            *nodes = -1;
            return HR_OK;
        }
        few = many;
        many.nodes *= 2;
        HR_TRY(try_nodes(foresight, run, limit->bytes, &many, error));
    }
    while (many.nodes - few.nodes > 1) {
        trial middle = {.nodes = few.nodes + (many.nodes - few.nodes) / 2};
        HR_TRY(try_nodes(foresight, run, limit->bytes, &middle, error));
        *(middle.bytes <= limit->bytes ? &many : &few) = middle;
    }
    *nodes = many.nodes;
    return HR_OK;
}
