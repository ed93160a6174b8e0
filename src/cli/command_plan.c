// SPDX-License-Identifier: MIT
// huarong plan PUZZLE

#include <jansson.h>
#include <stdio.h>

#include "commands.h"
#include "options.h"
#include "plan.h"
#include "program.h"
#include "quantity.h"
#include "try.h"
#include "values.h"

enum { OPTION_RANKS = 1, OPTION_ENGINE, OPTION_TABLE, OPTION_METRIC, OPTION_GOAL, OPTION_JSON };

static const struct poptOption OPTIONS[] = {
    {"ranks", '\0', POPT_ARG_STRING, NULL, OPTION_RANKS, "plan for so many ranks; default: those of this job", "COUNT"},
    {"engine", '\0', POPT_ARG_STRING, NULL, OPTION_ENGINE, "planes, frontier or auto (default)", "NAME"},
    {"table", '\0', POPT_ARG_NONE, NULL, OPTION_TABLE, "plan for a run that writes a table", NULL},
    {"metric", '\0', POPT_ARG_STRING, NULL, OPTION_METRIC, "unit (default), slide or move", "METRIC"},
    {"goal", '\0', POPT_ARG_STRING, NULL, OPTION_GOAL, "tile: the goal, default 1 2 3 ... 0", "STATE"},
    {"json", '\0', POPT_ARG_NONE, NULL, OPTION_JSON, "print the plan as JSON", NULL},
    HR_OPTIONS_END,
};

static const char NOTES[] = "The rate is measured in a run of about a second, on the ranks that plan itself\n"
                            "is started on: start it on all cores of a node for what a busy node does.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong plan tile:4x4 --ranks 1024 --table\n"
                            "  mpirun -n 2 huarong plan tile:2x7\n";

typedef struct settings {
    hr_puzzle_options puzzle;
    hr_engine engine;
    uint64_t ranks; ///< 0: those of the job
    bool table;
    bool json;
} settings;

static hr_status set_option(void *context, int option, const char *value, hr_error *error) {
    settings *set = context;
    switch (option) {
    case HR_OPTION_ARGUMENT:
        set->puzzle.spec = value;
        return HR_OK;
    case OPTION_RANKS:
        return hr_value_number("--ranks", value, 1, 1 << 20, &set->ranks, error);
    case OPTION_ENGINE:
        return hr_engine_parse(value, &set->engine, error);
    case OPTION_TABLE:
        set->table = true;
        return HR_OK;
    case OPTION_METRIC:
        return hr_metric_parse(value, &set->puzzle.metric, error);
    case OPTION_GOAL:
        set->puzzle.goal = value;
        return HR_OK;
    case OPTION_JSON:
        set->json = true;
        return HR_OK;
    default:
        return hr_error_set(error, HR_INTERNAL, "option %d is in the table but not handled", option);
    }
}

static void print_text(const hr_puzzle *puzzle, const hr_plan *plan, FILE *out) {
    char number[HR_QUANTITY_MAX];
    const uint64_t ranks = (uint64_t)plan->ranks;
    fprintf(out, "Puzzle      %s, %s moves\n", hr_puzzle_describe(puzzle)->spec,
            hr_metric_name(hr_puzzle_describe(puzzle)->metric));
    fprintf(out, "Engine      %s on %d rank%s\n", hr_engine_name(plan->engine), plan->ranks, plan->ranks == 1 ? "" : "s");
    if (plan->states == 0) {
        fprintf(out, "States      unknown before the run\n");
    } else {
        fprintf(out, "States      %s", hr_quantity_count(plan->states, number));
        if (plan->layers > 0) {
            fprintf(out, ", about %u layers", plan->layers);
        }
        fprintf(out, "\nMemory      %s for each rank", hr_quantity_bytes(plan->memory_per_rank, number));
        fprintf(out, ", %s in all\n", hr_quantity_bytes(plan->memory_per_rank * ranks, number));
        fprintf(out, "Table       %s\n", hr_quantity_bytes(plan->table_bytes, number));
        fprintf(out, "Traffic     at most %s", hr_quantity_bytes(plan->traffic, number));
        fprintf(out, ", %s from each rank\n", hr_quantity_bytes(plan->traffic / ranks, number));
    }
    fprintf(out, "Rate        %s states/s for each rank, from a short run\n", hr_quantity_rough(plan->rate, number));
    if (plan->seconds > 0.0) {
        fprintf(out, "Time        %s", hr_quantity_seconds(plan->seconds, number));
        fprintf(out, ", %s of one core\n", hr_quantity_seconds(plan->seconds * (double)plan->ranks, number));
    }
}

static hr_status print_json(const hr_puzzle *puzzle, const hr_plan *plan, FILE *out, hr_error *error) {
    json_t *root = json_pack("{s:s, s:s, s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:f, s:f}", "program", "huarong", "version",
                             HR_VERSION, "puzzle", hr_puzzle_describe(puzzle)->spec, "engine", hr_engine_name(plan->engine),
                             "ranks", plan->ranks, "states", (json_int_t)plan->states, "depth", (json_int_t)plan->layers,
                             "memory_per_rank", (json_int_t)plan->memory_per_rank, "table_bytes", (json_int_t)plan->table_bytes,
                             "traffic", (json_int_t)plan->traffic, "rate", plan->rate, "seconds", plan->seconds);
    if (root == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the JSON result");
    }
    (void)json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6)); // a failed write is left to whoever checks the stream
    (void)fputc('\n', out);
    json_decref(root);
    return HR_OK;
}

/// Collective. Measure, compute, print.
static hr_status plan(hr_program *program, const settings *set, const hr_puzzle *puzzle, hr_error *error) {
    hr_plan result;
    const int ranks = set->ranks > 0 ? (int)set->ranks : hr_comm_size(program->world);
    HR_TRY(hr_plan_make(program->world, puzzle, set->engine, ranks, set->table, &result, error));
    hr_status status = HR_OK;
    if (hr_program_speaks(program) && set->json) {
        status = print_json(puzzle, &result, stdout, error);
    } else if (hr_program_speaks(program)) {
        print_text(puzzle, &result, stdout);
    }
    return hr_program_join(program, status, error);
}

static hr_status run(hr_program *program, const char *const *words, size_t count, hr_error *error) {
    settings set = {.engine = HR_ENGINE_AUTO};
    hr_options *options = NULL;
    hr_puzzle *puzzle = NULL;
    hr_status status = hr_options_parse(&hr_command_plan, words, count, set_option, &set, &options, error);
    if (status == HR_OK) {
        status = hr_puzzle_create(&set.puzzle, &puzzle, error);
    }
    status = hr_program_join(program, status, error);
    if (status == HR_OK) {
        status = hr_program_start(program, error);
    }
    if (status == HR_OK) {
        status = plan(program, &set, puzzle, error);
    }
    hr_puzzle_destroy(&puzzle);
    hr_options_destroy(&options);
    return status;
}

const hr_command hr_command_plan = {
    .name = "plan",
    .arguments = "PUZZLE",
    .summary = "say what a whole enumeration on many ranks would take",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .parallel = true,
    .options = OPTIONS,
    .run = run,
};
