// SPDX-License-Identifier: MIT
// huarong plan PUZZLE

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/output/json/parts.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/quantity.h"
#include "core/try.h"
#include "plan/crowd.h"
#include "plan/plan.h"

static const char NOTES[] = "Memory and table size follow from the engine's own layout; the time from a short\n"
                            "run on the spot, on as many ranks as plan is started with. Traffic is what could\n"
                            "at most leave the nodes. Nothing large is allocated.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong plan tile:4x4 --ranks 1024 --ranks-per-node 64 --table\n"
                            "  huarong plan tile:4x4 --engine frontier --max-depth 30 --ranks 16\n"
                            "  mpirun -n 2 huarong plan klotski:4x6\n";

typedef struct settings {
    hr_puzzle_input puzzle;
    hr_plan_options plan;
    hr_output_options output;
    uint64_t ranks;          ///< ranks of the planned run; 0: as many as run this command
    uint64_t node_ranks;     ///< ranks on a node; 0: one for each processor of this machine
    uint64_t link;           ///< bytes a second that a node can send (--link)
    const hr_engine *engine; ///< NULL: the one that the run would choose
} settings;

enum { RANKS_MAX = 1 << 20 };

static const hr_option OPTIONS[] = {
    {"ranks", "N", "ranks of the planned run; default: as many as plan\nhas", HR_NUMBER(settings, ranks, 1, RANKS_MAX)},
    {"ranks-per-node", "N", "of them on one node; default: this one's cores", HR_NUMBER(settings, node_ranks, 1, RANKS_MAX)},
    {"node-memory", "SIZE", "memory that may be used on a node: 64G, 512M;\ndefault: as on this one",
     HR_SIZE(settings, plan.node_memory)},
    {"link", "SIZE", "bytes a second that one node can send; default 10G", HR_SIZE(settings, link)},
    HR_SCRATCH_OPTION(settings, plan.run.scratch, "the run keeps states on a disk like this one, which\nis measured"),
    HR_ENGINE_OPTION(settings, engine,
                     "planes, lines, frontier, or auto (default): as\nenumerate; for all Klotski openings their own"),
    {"table", NULL, "the run writes a table of all distances", HR_FLAG(settings, plan.run.distances)},
    {"checkpoint", "DIR", "table and checkpoints are on a disk like this one,\nwhich is measured", HR_TEXT(settings, plan.disk)},
    HR_PUZZLE_OPTIONS(settings, puzzle),
    {"max-depth", "DEPTH", "frontier: stop after the layer at this depth", HR_DEPTH(settings, plan.run.max_depth)},
    HR_OUTPUT_OPTION(settings, output),
    HR_FORCE_OPTION(settings, output, "--output may replace a file"),
    HR_JSON_OPTION(settings, output, "print the plan as JSON"),
    HR_OPTIONS_END,
};

/// Collective. Plan for the engine that the run would use. The automatic choice does not depend on the memory of this machine.
static hr_status make_plan(const hr_program *program, const settings *set, const hr_puzzle *puzzle, hr_plan *plan,
                           hr_error *error) {
    hr_plan_options options = set->plan;
    options.run.ranks = set->ranks > 0 ? (int)set->ranks : hr_comm_size(program->world);
    const int node_ranks = set->node_ranks > 0 ? (int)set->node_ranks : (int)sysconf(_SC_NPROCESSORS_ONLN);
    options.run.node_ranks = node_ranks < options.run.ranks ? node_ranks : options.run.ranks;
    options.link_bytes = (double)set->link;
    return hr_plan_run(program->world, puzzle, set->engine, &options, plan, error);
}

static void print_memory(const hr_plan *plan, FILE *out) {
    char a[HR_QUANTITY_MAX];
    char b[HR_QUANTITY_MAX];
    const uint64_t rank_memory = plan->forecast.rank_memory;
    const uint64_t ranks = rank_memory > 0 ? plan->node_memory / rank_memory : 0;
    fprintf(out, "Memory      %s a rank, %s a node of %" PRIu64 " rank%s\n", hr_quantity_bytes(rank_memory, a),
            hr_quantity_bytes(plan->node_memory, b), ranks, hr_quantity_plural(ranks));
    if (plan->node_limit.bytes == UINT64_MAX) {
        return;
    }
    fprintf(out, "Node        %s may be used (%s): ", hr_quantity_bytes(plan->node_limit.bytes, a), plan->node_limit.source);
    if (plan->nodes == 0) {
        fprintf(out, "enough\n");
    } else if (plan->forecast.memory_fixed) { // more nodes do not help
        fprintf(out, "too little, plan fewer ranks a node\n");
    } else if (plan->forecast.one_node) {
        fprintf(out, "too little for this engine, which needs one node: --engine frontier takes several\n");
    } else if (plan->nodes < 0) {
        fprintf(out, "too little on any number of such nodes%s\n", ranks > 1 ? ", plan fewer ranks a node" : "");
    } else {
        fprintf(out, "too little, about %s such nodes would do\n", hr_quantity_count((uint64_t)plan->nodes, a));
    }
}

/// Print the size of a file that the run writes, and the time for it if the disk's rate is known. 0 bytes: there is no such file.
static void print_file(const char *name, const char *about, uint64_t bytes, double rate, FILE *out) {
    char a[HR_QUANTITY_MAX];
    char b[HR_QUANTITY_MAX];
    if (bytes == 0) {
        return;
    }
    fprintf(out, "%s %s%s", name, about, hr_quantity_bytes(bytes, a));
    if (rate > 0) {
        fprintf(out, ", %s to write at %s/s, measured", hr_quantity_seconds((double)bytes / rate, a),
                hr_quantity_bytes((uint64_t)rate, b));
    }
    fputc('\n', out);
}

static void print_text(const hr_puzzle *puzzle, const settings *set, int ranks, const hr_plan *plan, FILE *out) {
    char a[HR_QUANTITY_MAX];
    char b[HR_QUANTITY_MAX];
    const hr_forecast *forecast = &plan->forecast;
    fprintf(out, "Puzzle      %s, metric %s\n", hr_puzzle_describe(puzzle)->spec, hr_metric_name(set->puzzle.options.metric));
    fprintf(out, "Engine      %s on %d rank%s\n", plan->engine, ranks, hr_quantity_plural((uint64_t)ranks));
    if (forecast->states == 0) {
        fprintf(out, "States      unknown: nobody can tell before the run; give --max-depth for a part of it\n");
    } else {
        hr_quantity_count(forecast->states, a);
        fprintf(out, forecast->states_exact ? "States      %s\n" : "States      about %s or fewer\n", a);
        print_memory(plan, out);
    }
    if (forecast->layers > 0) {
        fprintf(out, "Layers      %s%" PRIu32 "\n", forecast->layers_exact ? "" : "about ", forecast->layers);
    }
    if (forecast->scratch_rate > 0) {
        fprintf(out, "Scratch     %s on disk, ", hr_quantity_bytes(forecast->scratch, a));
        fprintf(out, "about %s read and written ", hr_quantity_bytes((uint64_t)forecast->scratch_moved, a));
        fprintf(out, "in %s at %s/s, measured\n", hr_quantity_seconds(plan->scratch_seconds, a),
                hr_quantity_bytes((uint64_t)forecast->scratch_rate, b));
    }
    print_file("Table      ", "", forecast->table, plan->disk_rate, out);
    print_file("Checkpoint ", "about ", forecast->checkpoint, plan->disk_rate, out);
    if (forecast->states > 0) {
        fprintf(out, "Traffic     at most %s between nodes, %s from each\n", hr_quantity_bytes((uint64_t)plan->traffic, a),
                hr_quantity_bytes((uint64_t)plan->link_traffic, b));
        fprintf(out, "Time        %s: computing %s", hr_quantity_seconds(plan->seconds, a),
                hr_quantity_seconds(plan->compute_seconds, b));
        fprintf(out, ", sending %s%s\n", hr_quantity_seconds(plan->link_seconds, a), forecast->overlapped ? " meanwhile" : "");
    }
    fprintf(out, "Rate        %s%s a second and rank, measured on %s\n", hr_quantity_rough(forecast->rate, a),
            forecast->layers > 0 ? " states x layers" : " states", forecast->rate_from);
}

/// The plan and its settings.
typedef struct printing {
    const hr_puzzle *puzzle;
    const settings *set;
    int ranks; ///< ranks of the planned run
    const hr_plan *plan;
    bool oversubscribed; ///< ranks have shared processors while they measured
} printing;

/// Returns the members about checkpoints and about writing files; NULL: out of memory. Times are 0 if the disk was not measured.
static json_t *pack_files(const hr_plan *plan) {
    const hr_forecast *forecast = &plan->forecast;
    const double second = plan->disk_rate > 0 ? 1 / plan->disk_rate : 0; // seconds a byte
    return json_pack("{s:I, s:f, s:f, s:f}", "checkpoint", (json_int_t)forecast->checkpoint, "disk_rate", plan->disk_rate,
                     "table_seconds", (double)forecast->table * second, "checkpoint_seconds",
                     (double)forecast->checkpoint * second);
}

static hr_status print_json(const printing *p, FILE *out, hr_error *error) {
    json_t *root = json_object();
    const hr_plan *plan = p->plan;
    const hr_forecast *forecast = &plan->forecast;
    const bool limited = plan->node_limit.bytes != UINT64_MAX;
    json_t *rest = json_pack(
        "{s:s, s:b, s:i, s:I, s:b, s:I, s:I, s:o, s:s?, s:o, s:I, s:f, s:b, s:f, s:f, s:f, s:s, s:f, s:f, s:f, s:f, s:I, s:f, s:f, "
        "s:f}",
        "engine", plan->engine, "oversubscribed", (int)p->oversubscribed, "ranks", p->ranks, "states", (json_int_t)forecast->states,
        "states_exact", (int)forecast->states_exact, "rank_memory", (json_int_t)forecast->rank_memory, "node_memory",
        (json_int_t)plan->node_memory, "node_limit", limited ? json_integer((json_int_t)plan->node_limit.bytes) : json_null(),
        "node_limit_source", limited ? plan->node_limit.source : NULL, "nodes_needed",
        plan->nodes < 0 ? json_null() : json_integer(plan->nodes), "table", (json_int_t)forecast->table, "layers",
        (double)forecast->layers, "layers_exact", (int)forecast->layers_exact, "traffic", plan->traffic, "link_traffic",
        plan->link_traffic, "rate", forecast->rate, "calibration", forecast->rate_from, "busiest", forecast->busiest,
        "compute_seconds", plan->compute_seconds, "link_seconds", plan->link_seconds, "seconds", plan->seconds, "scratch",
        (json_int_t)forecast->scratch, "scratch_moved", forecast->scratch_moved, "scratch_rate", forecast->scratch_rate,
        "scratch_seconds", plan->scratch_seconds);
    json_t *files = pack_files(plan);
    const bool complete = hr_json_put_head(root, hr_puzzle_describe(p->puzzle)->spec, p->set->puzzle.options.metric) &&
                          json_object_update(root, rest) == 0 && json_object_update(root, files) == 0;
    json_decref(rest);
    json_decref(files);
    return hr_json_write(root, complete, out, error);
}

/// Say on standard error that ranks share processors, and what that means for the plan.
static void warn(const hr_plan_crowd *crowd) {
    fprintf(stderr,
            "huarong plan: %d ranks share %d processor%s here, so the rate is too low and the time too long: start plan on at most "
            "%d rank%s a node\n",
            crowd->ranks, crowd->processors, hr_quantity_plural((uint64_t)crowd->processors), crowd->processors,
            hr_quantity_plural((uint64_t)crowd->processors));
}

/// Print the plan as text or JSON (hr_result_printer).
static hr_status print_result(void *context, FILE *out, hr_error *error) {
    const printing *p = context;
    if (p->set->output.json) {
        return print_json(p, out, error);
    }
    print_text(p->puzzle, p->set, p->ranks, p->plan, out);
    return HR_OK;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const settings *set = context;
    hr_plan plan;
    hr_plan_crowd crowd;
    HR_TRY(hr_program_start(program, error));
    HR_TRY(make_plan(program, set, program->puzzle, &plan, error));
    HR_TRY(hr_plan_crowd_find(program->world, &crowd, error));
    if (crowd.ranks > 0 && hr_program_speaks(program)) {
        warn(&crowd);
    }
    printing p = {.puzzle = program->puzzle,
                  .set = set,
                  .ranks = set->ranks > 0 ? (int)set->ranks : hr_comm_size(program->world),
                  .plan = &plan,
                  .oversubscribed = crowd.ranks > 0};
    return hr_program_join(program, hr_result_print(program, print_result, &p, error), error);
}

static hr_status check_settings(void *context, hr_error *error) {
    const settings *set = context;
    if (set->plan.run.distances && set->plan.run.max_depth != HR_DEPTH_UNREACHED) {
        return hr_error_set(error, HR_USAGE, "tables are of whole spaces: leave out --table or --max-depth");
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
