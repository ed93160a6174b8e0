// SPDX-License-Identifier: MIT
#include "plan/plan.h"

#include "core/files/disk.h"
#include "core/try.h"
#include "enumerate/scratch/measure.h"
#include "plan/foresee_openings.h"

enum {
    NODES_MAX = 1000000000, ///< greatest number of nodes in a plan
    CHECKPOINTS = 3,        ///< checkpoints that are on a disk while one is written
};

/// Returns about how many nodes, each with `limit` bytes, would have the memory for the run; -1: no number of nodes has it. Each
/// rank needs forecast->rank_base and rank_apart however many nodes there are. The rest of the ranks' memory is spread over the
/// nodes.
static int nodes_needed(const hr_forecast *forecast, const hr_planned_run *run, uint64_t limit) {
    const double left = (double)limit - (double)(forecast->rank_base + forecast->rank_apart) * run->node_ranks;
    if (forecast->memory_fixed || left < 1) {
        return -1;
    }
    const double nodes = 1 + (double)(forecast->rank_memory - forecast->rank_base) * run->ranks / left;
    return nodes < (double)NODES_MAX ? (int)nodes : NODES_MAX;
}

/// Set the plan's `node_memory` and `node_limit`.
static void set_node(const hr_plan_options *options, hr_plan *plan) {
    const int node_ranks = options->run.node_ranks;
    const uint64_t rank_memory = plan->forecast.rank_memory;
    hr_memory_room room = {.node = {.bytes = UINT64_MAX}, .process = {.bytes = UINT64_MAX}};
    if (options->node_memory > 0) {
        hr_memory_room_cap(&room, options->node_memory, "--memory");
    } else {
        hr_memory_room_here(node_ranks, &room);
    }
    plan->node_limit = hr_memory_room_total(&room, node_ranks);
    plan->node_memory = rank_memory * (uint64_t)node_ranks;
}

/// Returns the seconds that disks take for their bytes, at `rate` bytes a second; 0 if no rate has been measured.
static double disk_seconds(const hr_plan *plan, double rate) {
    return plan->forecast.scratch_moved > 0 && rate > 0 ? plan->forecast.scratch_moved * plan->scratch_share / rate : 0;
}

/// Returns the run's time if a rank does `rate` of the work in a second, and disks move `disk` bytes, meanwhile.
static double seconds_at(const hr_plan *plan, double rate, double disk) {
    const double moving = disk_seconds(plan, disk);
    const double compute = plan->forecast.work * plan->forecast.busiest / rate;
    const double longer = compute > plan->link_seconds ? compute : plan->link_seconds;
    const double seconds = plan->forecast.overlapped ? longer : compute + plan->link_seconds;
    return seconds > moving ? seconds : moving;
}

/// Set the plan's traffic and times. Of a rank's messages, those to the ranks of its own node do not leave the node.
static void set_seconds(const hr_plan_options *options, hr_plan *plan) {
    const hr_forecast *forecast = &plan->forecast;
    const hr_planned_run *run = &options->run;
    const double leaving = run->ranks <= run->node_ranks ? 0.0 : 1.0 - (double)run->node_ranks / run->ranks;
    const int nodes = (run->ranks + run->node_ranks - 1) / run->node_ranks;
    plan->traffic = forecast->traffic * leaving + forecast->between;
    plan->link_traffic = plan->traffic / nodes;
    plan->link_seconds = plan->link_traffic / options->link_bytes;
    plan->compute_seconds = forecast->work * forecast->busiest / forecast->rate.median;
    plan->scratch_seconds = disk_seconds(plan, forecast->scratch_rate.median);
    plan->seconds = seconds_at(plan, forecast->rate.median, forecast->scratch_rate.median);
    plan->seconds_low = seconds_at(plan, forecast->rate.high, forecast->scratch_rate.high);
    plan->seconds_high = seconds_at(plan, forecast->rate.low, forecast->scratch_rate.low);
}

/// Local. Set the room on the disks, and whether a run has disks apart: if other nodes do not see some directory.
static void look_at_disks(const hr_planned_run *run, hr_plan *plan) {
    hr_disk disks[HR_SCRATCH_MAX];
    bool known = true;
    for (size_t i = 0; i < run->scratch.count; i++) {
        known = known && hr_disk_look(run->scratch.paths[i], &disks[i]);
        plan->scratch_apart = plan->scratch_apart || (known && run->ranks > run->node_ranks && hr_disk_is_own(&disks[i]));
    }
    plan->scratch_room = known ? hr_disks_room(disks, run->scratch.count) : UINT64_MAX;
}

/// Local. Set what the states take on the disks of a node, and which share of the bytes they move.
static void set_disks(const hr_planned_run *run, hr_plan *plan) {
    plan->scratch_node = (uint64_t)((double)plan->forecast.scratch * run->node_ranks / run->ranks);
    plan->forecast.overlapped = plan->forecast.overlapped && !plan->scratch_apart; // runs that cross parts are waited for
    plan->scratch_share = plan->scratch_apart ? (double)run->node_ranks / run->ranks : 1.0;
}

bool hr_plan_is_of_openings(const hr_puzzle *puzzle, const hr_engine *engine, const hr_planned_run *run) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    return engine == NULL && info->openings && !info->single_source && run->scratch.count == 0;
}

/// Collective. Plan a run over all openings of a Klotski board, without its times.
static hr_status plan_openings(const hr_comm *comm, const hr_puzzle *puzzle, const hr_planned_run *run,
                               const hr_plan_options *options, hr_plan *plan, hr_error *error) {
    const hr_openings_kept kept = {.distances = run->distances, .records = options->disk != NULL};
    hr_openings_foresight *foresight = NULL;
    HR_TRY(hr_openings_foresight_create(puzzle, kept, &foresight, error));
    hr_status status = hr_plan_openings(comm, puzzle, run, foresight, &plan->forecast, error);
    if (status == HR_OK) {
        set_node(options, plan);
        status = hr_plan_openings_nodes(foresight, run, &plan->node_limit, plan->node_memory, &plan->nodes, error);
    }
    hr_openings_foresight_destroy(&foresight);
    return status;
}

/// Collective. Do the work of hr_plan_run for a run that has as many ranks as a node, or more.
static hr_status make_plan(const hr_comm *comm, const hr_puzzle *puzzle, const hr_engine *engine, const hr_plan_options *options,
                           hr_plan *plan, hr_error *error) {
    *plan = (hr_plan){.engine = "openings"};
    hr_planned_run planned = options->run;
    planned.node_memory = options->node_memory;
    planned.checkpoints = options->disk != NULL;
    look_at_disks(&planned, plan);
    planned.scratch_shared = planned.scratch.count > 0 && planned.ranks > planned.node_ranks && !plan->scratch_apart;
    if (hr_plan_is_of_openings(puzzle, engine, &options->run)) {
        HR_TRY(plan_openings(comm, puzzle, &planned, options, plan, error));
    } else {
        const hr_enumerate_options run = {.max_depth = options->run.max_depth, .scratch = options->run.scratch};
        HR_TRY(hr_engine_choose(NULL, puzzle, &run, options->run.distances, &engine, error));
        plan->engine = engine->name;
        HR_TRY(engine->plan(engine, comm, puzzle, &planned, &plan->forecast, error));
        set_node(options, plan);
        if (plan->node_memory > plan->node_limit.bytes) {
            plan->nodes = nodes_needed(&plan->forecast, &options->run, plan->node_limit.bytes);
        }
    }
    if (options->disk != NULL) {
        hr_spool_rates rates;
        HR_TRY(hr_spool_measure(comm, &options->disk, 1, &rates, error));
        plan->disk_rate = rates.written;
        hr_disk disk;
        plan->disk_bytes = plan->forecast.table + CHECKPOINTS * plan->forecast.checkpoint;
        plan->disk_room = hr_disk_look(options->disk, &disk) ? hr_disks_room(&disk, 1) : UINT64_MAX;
    }
    set_disks(&options->run, plan);
    set_seconds(options, plan);
    return HR_OK;
}

hr_status hr_plan_run(const hr_comm *comm, const hr_puzzle *puzzle, const hr_engine *engine, const hr_plan_options *options,
                      hr_plan *plan, hr_error *error) {
    hr_plan_options fitted = *options;
    if (fitted.run.node_ranks > fitted.run.ranks) { // one node, which is not full
        fitted.run.node_ranks = fitted.run.ranks;
    }
    return make_plan(comm, puzzle, engine, &fitted, plan, error);
}
