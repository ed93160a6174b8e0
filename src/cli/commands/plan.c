// SPDX-License-Identifier: MIT
// huarong plan PUZZLE

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/output/plan.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/files/disk.h"
#include "core/quantity.h"
#include "core/try.h"
#include "plan/crowd.h"
#include "plan/plan.h"

static const char NOTES[] = "Memory and table size follow from the engine's own layout; the time from a few\n"
                            "short runs on the spot, on as many ranks as plan is started with. The time is\n"
                            "that of the median run, between those of the fastest and the slowest one.\n"
                            "Traffic is what could at most leave the nodes; about what does, for Klotski\n"
                            "openings that all of them search together. Nothing large is allocated.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong plan tile:4x4 --nodes 16 --ranks-per-node 64 --memory 512G --distances\n"
                            "  huarong plan tile:4x4 --engine frontier --max-depth 30 --ranks 16\n"
                            "  mpirun -n 2 huarong plan klotski:4x6\n";

typedef struct settings {
    hr_puzzle_input puzzle;
    hr_plan_options plan;
    hr_output_options output;
    uint64_t nodes;          ///< nodes of the planned run (--nodes); 0: not given
    uint64_t ranks;          ///< ranks of the planned run (--ranks); 0: not given
    uint64_t node_ranks;     ///< ranks on a node (--ranks-per-node); 0: not given
    uint64_t link;           ///< bytes a second that a node can send (--link)
    const hr_engine *engine; ///< NULL: the one that the run would choose
} settings;

enum { RANKS_MAX = 1 << 20 };

static const hr_option OPTIONS[] = {
    {"nodes", "N", "full nodes of the planned run", HR_NUMBER(settings, nodes, 1, RANKS_MAX), .excludes = "ranks"},
    {"ranks", "N", "ranks of the planned run instead of --nodes;\ndefault: as many as plan has",
     HR_NUMBER(settings, ranks, 1, RANKS_MAX)},
    {"ranks-per-node", "N", "ranks on a full node; default: one for each core", HR_NUMBER(settings, node_ranks, 1, RANKS_MAX),
     .was = "cores", .more = "Without --nodes and --ranks, one such node is planned."},
    {"memory", "SIZE", "memory for all ranks of a node together: 64G, 512M;\ndefault: as on this one",
     HR_SIZE(settings, plan.node_memory), .was = "node-memory"},
    {"link", "SIZE", "bytes a second that one node can send; default 10G", HR_SIZE(settings, link)},
    HR_SCRATCH_OPTION(settings, plan.run.scratch, "the run keeps states on a disk like this one, which\nis measured", NULL),
    HR_ENGINE_OPTION(settings, engine,
                     "as for enumerate; auto (default) ignores memory, and\nplans 'huarong openings' for Klotski without --from",
                     NULL),
    {"distances", NULL, "the run writes a table of all distances", HR_FLAG(settings, plan.run.distances), .was = "table",
     .excludes = "max-depth scratch"},
    {"checkpoint", "DIR", "table and checkpoints are on a disk like this one,\nwhich is measured", HR_TEXT(settings, plan.disk),
     .file = HR_FILE_KEEPS},
    HR_PUZZLE_OPTIONS(settings, puzzle),
    {"max-depth", "DEPTH", "frontier: stop after the layer at this depth", HR_DEPTH(settings, plan.run.max_depth),
     .more = "Later layers are assumed to grow as fast as the measured ones, which overestimates them."},
    HR_RESULT_OPTIONS(settings, output, "output"),
    HR_FORMAT_OPTION(settings, output, "text json", "text (default) or json"),
    HR_JSON_OPTIONS(settings, output),
    HR_OPTIONS_END,
};

/// How many ranks a node has: as the option says, else one for each core of this machine.
static uint64_t node_ranks_of(const settings *set) {
    return set->node_ranks > 0 ? set->node_ranks : (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
}

/// Set the ranks of the planned run. `here` is the number of ranks that run this command.
static void count_ranks(const settings *set, int here, hr_planned_run *run) {
    const uint64_t node_ranks = node_ranks_of(set);
    const uint64_t nodes = set->nodes > 0 ? set->nodes : set->node_ranks > 0;
    run->ranks = (int)(set->ranks > 0 ? set->ranks : nodes > 0 ? nodes * node_ranks : (uint64_t)here);
    run->node_ranks = node_ranks < (uint64_t)run->ranks ? (int)node_ranks : run->ranks;
}

/// Collective. Plan the run for the engine that it would use. The automatic choice does not depend on the memory of this machine.
static hr_status make_plan(const hr_program *program, const settings *set, const hr_planned_run *run, hr_plan *plan,
                           hr_error *error) {
    hr_plan_options options = set->plan;
    options.run = *run;
    options.link_bytes = (double)set->link;
    return hr_plan_run(program->world, program->puzzle, set->engine, &options, plan, error);
}

/// If other work has taken more than this part of the processors' time, the plan says so.
#define SHARE_OF_OTHERS 0.2

/// Say on standard error what has disturbed the measurement, and what that means for the plan.
static void warn(const hr_plan_crowd *crowd, const hr_rates *rates) {
    if (crowd->ranks == 0) {
        if (rates->share < 1 - SHARE_OF_OTHERS) {
            fprintf(stderr,
                    "huarong plan: other work has taken %.0f %% of the processors' time from the measurement; the times are of "
                    "processors that have no other work\n",
                    100 * (1 - rates->share));
        }
        return;
    }
    fprintf(stderr,
            "huarong plan: %d ranks share %d processor%s here, so the rate is too low and the time too long: start plan on at most "
            "%d rank%s a node\n",
            crowd->ranks, crowd->processors, hr_quantity_plural((uint64_t)crowd->processors), crowd->processors,
            hr_quantity_plural((uint64_t)crowd->processors));
}

/// Say on standard error what is wrong with a directory for states, which are those of `nodes` nodes.
static void warn_of_disk(const char *directory, const hr_disk *disk, int nodes) {
    if (disk->kind == HR_DISK_MEMORY) {
        fprintf(stderr, "huarong plan: %s is in memory (%s): states there take the memory that --scratch is to save\n", directory,
                disk->name);
    } else if (disk->kind == HR_DISK_NETWORK && nodes == 1) {
        fprintf(stderr,
                "huarong plan: %s is on a network (%s), whose speed others share: take a disk of the node if there is one\n",
                directory, disk->name);
    } else if (disk->kind == HR_DISK_NETWORK) {
        fprintf(stderr, "huarong plan: %s is on a network (%s), whose speed others share\n", directory, disk->name);
    } else if (disk->kind == HR_DISK_LOCAL && nodes > 1) {
        fprintf(stderr, "huarong plan: %s is on a disk of this node (%s): each node needs one there, and all count as equal\n",
                directory, disk->name);
    }
}

static void warn_of_disks(const hr_planned_run *run) {
    const int nodes = (run->ranks + run->node_ranks - 1) / run->node_ranks;
    for (size_t i = 0; i < run->scratch.count; i++) {
        hr_disk disk;
        if (hr_disk_look(run->scratch.paths[i], &disk)) {
            warn_of_disk(run->scratch.paths[i], &disk, nodes);
        }
    }
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const settings *set = context;
    hr_plan plan;
    hr_plan_crowd crowd;
    hr_planned_run planned = set->plan.run;
    const bool limited = planned.max_depth != HR_DEPTH_UNREACHED;
    if ((limited || set->puzzle.options.no_symmetry) && hr_plan_is_of_openings(program->puzzle, set->engine, &planned)) {
        return hr_error_set(error, HR_USAGE, "'huarong openings' has no %s: leave it out, or name an engine of enumerate",
                            limited ? "--max-depth" : "--no-symmetry");
    }
    HR_TRY(hr_program_start(program, error));
    count_ranks(set, hr_comm_size(program->world), &planned);
    HR_TRY(make_plan(program, set, &planned, &plan, error));
    HR_TRY(hr_plan_crowd_find(program->world, &crowd, error));
    if (hr_program_speaks(program) && !set->output.quiet) {
        warn(&crowd, &plan.forecast.rate);
        warn_of_disks(&planned);
    }
    hr_planned shown = {
        .puzzle = program->puzzle, .run = &planned, .plan = &plan, .oversubscribed = crowd.ranks > 0, .format = set->output.format};
    return hr_program_join(program, hr_result_print(program, hr_plan_print, &shown, error), error);
}

static hr_status check_settings(void *context, hr_error *error) {
    const settings *set = context;
    const uint64_t ranks = set->nodes * node_ranks_of(set);
    if (ranks > RANKS_MAX) {
        return hr_error_set(error, HR_USAGE, "--nodes: at most %d ranks can be planned, not %" PRIu64, RANKS_MAX, ranks);
    }
    return HR_OK;
}

static const settings DEFAULTS = {.plan = {.run = {.max_depth = HR_DEPTH_UNREACHED}}, .link = UINT64_C(10) << 30};

const hr_command hr_command_plan = {
    .name = "plan",
    .arguments = "PUZZLE",
    .summary = "memory, disk, traffic and time that a run would take",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .parallel = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .defaults = &DEFAULTS,
    .first = HR_PLACE(settings, puzzle.options.spec, const char *),
    .puzzle = HR_PART(settings, puzzle, hr_puzzle_input),
    .output = HR_PART(settings, output, hr_output_options),
    .check = check_settings,
    .run = run,
};
