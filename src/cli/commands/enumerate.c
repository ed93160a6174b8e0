// SPDX-License-Identifier: MIT
// huarong enumerate PUZZLE

#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/options/long_run.h"
#include "cli/options/options.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/values.h"
#include "cli/output/enumeration.h"
#include "cli/output/progress.h"
#include "cli/program.h"
#include "core/try.h"
#include "enumerate/engine.h"
#include "tabulate/write.h"

enum {
    OPTION_MAX_DEPTH = 1,
    OPTION_MAX_STATES,
    OPTION_MEMORY,
    OPTION_ENGINE,
    OPTION_HARDEST,
    OPTION_EXPECT,
    OPTION_OUT,
    OPTION_FORCE,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_PROGRESS,
    OPTION_QUIET,
};

static const struct poptOption OPTIONS[] = {
    HR_PUZZLE_OPTIONS,
    {"max-depth", '\0', POPT_ARG_STRING, NULL, OPTION_MAX_DEPTH, "stop after the layer at this depth", "DEPTH"},
    {"max-states", '\0', POPT_ARG_STRING, NULL, OPTION_MAX_STATES, "stop after the layer that reaches so many: 10M", "COUNT"},
    {"memory", '\0', POPT_ARG_STRING, NULL, OPTION_MEMORY,
     "memory for all ranks of a node together: 8G, 512M;\ndefault: what there is", "SIZE"},
    {"engine", '\0', POPT_ARG_STRING, NULL, OPTION_ENGINE,
     "planes (tile puzzles, one bit a state), frontier, or\nauto (default: planes for a whole tile puzzle)", "NAME"},
    {"hardest", '\0', POPT_ARG_STRING, NULL, OPTION_HARDEST, "list so many states of the last layer, 0 to 64;\ndefault 6", "COUNT"},
    {"expect", '\0', POPT_ARG_STRING, NULL, OPTION_EXPECT, "exit with 1 unless this is the number of states", "COUNT"},
    {"out", 'o', POPT_ARG_STRING, NULL, OPTION_OUT,
     "write a table of all distances, for 'huarong query';\ntakes a byte of memory a state, a bit with planes", "FILE"},
    {"force", '\0', POPT_ARG_NONE, NULL, OPTION_FORCE, "--out may replace a file", NULL},
    HR_LONG_RUN_OPTIONS("at the first layer's end after so much time: 10m\n(default), 90s, 0; always when a run is stopped",
                        "add a line of JSON per layer and per checkpoint"),
    {"json", '\0', POPT_ARG_NONE, NULL, OPTION_JSON, "print the result as JSON", NULL},
    {"csv", '\0', POPT_ARG_NONE, NULL, OPTION_CSV, "print the layers as CSV", NULL},
    {"progress", '\0', POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL, NULL, OPTION_PROGRESS,
     "live progress: auto (default: on a terminal, else a\nline now and then), always, never", "WHEN"},
    {"quiet", 'q', POPT_ARG_NONE, NULL, OPTION_QUIET, "only errors, and what --json or --csv asks for", NULL},
    HR_OPTIONS_END,
};

static const char NOTES[] = "A STATE is a text as in 'huarong help tile' and 'huarong help klotski'; @FILE\n"
                            "takes it from a file, @- from standard input.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong enumerate tile:3x3\n"
                            "  huarong enumerate klotski --from 横刀立马 --metric move\n"
                            "  mpirun -n 4 huarong enumerate tile:4x4 --max-depth 25 --json\n"
                            "\n"
                            "Exit codes: see 'huarong help exit'.\n";

typedef enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV } format;

typedef struct settings {
    hr_puzzle_input puzzle;
    hr_enumerate_options run;
    hr_long_run long_run;
    const hr_engine *engine; ///< NULL: choose one that takes the puzzle
    hr_progress_mode progress;
    uint64_t hardest;
    hr_count expected; ///< value of --expect; 0: not given
    const char *out;   ///< path of the table; NULL: no table
    bool force;
    bool json;
    bool csv;
    bool quiet;
} settings;

static hr_status set_option(void *context, int option, const char *value, hr_error *error) {
    settings *set = context;
    hr_status status = HR_OK;
    if (hr_puzzle_input_set(&set->puzzle, option, value, &status, error) ||
        hr_long_run_set(&set->long_run, option, value, &status, error)) {
        return status;
    }
    switch (option) {
    case HR_OPTION_ARGUMENT:
        set->puzzle.options.spec = value;
        return HR_OK;
    case OPTION_MAX_DEPTH:
        return hr_value_depth("--max-depth", value, &set->run.max_depth, error);
    case OPTION_MAX_STATES:
        return hr_value_count("--max-states", value, &set->run.max_states, error);
    case OPTION_MEMORY:
        return hr_value_size("--memory", value, &set->run.memory_limit, error);
    case OPTION_ENGINE:
        return hr_engine_parse(value, &set->engine, error);
    case OPTION_HARDEST:
        return hr_value_number("--hardest", value, 0, HR_HARDEST_MAX, &set->hardest, error);
    case OPTION_EXPECT:
        return hr_value_count("--expect", value, &set->expected, error);
    case OPTION_OUT:
        set->out = value;
        return HR_OK;
    case OPTION_FORCE:
        set->force = true;
        return HR_OK;
    case OPTION_JSON:
        set->json = true;
        return HR_OK;
    case OPTION_CSV:
        set->csv = true;
        return HR_OK;
    case OPTION_PROGRESS:
        return hr_progress_mode_parse(value, &set->progress, error);
    case OPTION_QUIET:
        set->quiet = true;
        return HR_OK;
    default:
        return hr_error_set(error, HR_INTERNAL, "option %d is in the table but not handled", option);
    }
}

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    if (set->json && set->csv) {
        return hr_error_set(error, HR_USAGE, "--json and --csv exclude each other: give one of them");
    }
    if (set->out != NULL && (set->run.max_depth != HR_DEPTH_UNREACHED || set->run.max_states > 0)) {
        return hr_error_set(error, HR_USAGE, "--out writes tables of whole spaces: leave out --max-depth and --max-states");
    }
    const hr_file_name files[] = {
        HR_PUZZLE_INPUT_FILES(&set->puzzle), HR_LONG_RUN_FILES(&set->long_run), {"--out", set->out, HR_FILE_WRITES}};
    HR_TRY(hr_file_names_check(files, sizeof files / sizeof files[0], error));
    return hr_long_run_check(&set->long_run, error);
}

/// Collective. Run the engine, with progress on the first rank, and write the table if there is to be one.
static hr_status search(const hr_program *program, const settings *set, const hr_puzzle *puzzle, hr_table_order *order,
                        hr_enumeration *result, hr_error *error) {
    const bool limited = set->run.max_depth != HR_DEPTH_UNREACHED || set->run.max_states > 0;
    hr_meter meter;
    hr_meter_init(&meter, set->quiet ? HR_PROGRESS_NEVER : set->progress, stderr, "huarong enumerate", hr_comm_size(program->world),
                  limited ? 0 : hr_puzzle_describe(puzzle)->reachable);
    hr_enumerate_options options = set->run;
    options.progress = hr_meter_update;
    options.progress_context = &meter;
    hr_run_log log = {.meter = &meter, .ranks = hr_comm_size(program->world)};
    hr_status status = hr_long_run_begin(program, &set->long_run, puzzle, set->engine->name, &log, &options, error);
    if (status == HR_OK) {
        status = set->engine->run(program->world, puzzle, &options, order, result, error);
    }
    hr_meter_end(&meter);
    hr_long_run_end(&log, result);
    return status;
}

/// Local. Write the result in the form asked for.
static hr_status print_result(const hr_report *report, const settings *set, hr_error *error) {
    if (set->json) {
        return hr_report_json(report, stdout, error);
    }
    if (set->csv) {
        hr_report_csv(report, stdout);
    } else if (!set->quiet) {
        hr_report_text(report, stdout);
    }
    return HR_OK;
}

/// Local, with the same result on all ranks. The status of the whole run. A run that ends at --max-depth or --max-states is no
/// failure.
static hr_status judge(const hr_enumeration *result, const settings *set, hr_error *error) {
    if (result->stop == HR_STOP_MEMORY || result->stop == HR_STOP_TIME || result->stop == HR_STOP_SIGNAL) {
        return hr_error_set(error, HR_STOPPED, "%s", result->stop_text);
    }
    return hr_expect_states(result, set->expected, error);
}

/// Collective. Search, write the table if there is to be one, and print the result. The result is printed even if writing the table
/// failed.
static hr_status enumerate(hr_program *program, const settings *set, const hr_puzzle *puzzle, hr_enumeration *result,
                           hr_error *error) {
    hr_table_order order = {.path = set->out, .force = set->force, .states = set->expected};
    if (set->out != NULL) {
        HR_TRY(hr_table_writer_probe(program->world, set->out, set->force, error));
    }
    const hr_status status = search(program, set, puzzle, &order, result, error);
    const bool counted = status == HR_OK || status == HR_STOPPED || (order.begun && status != HR_INTERNAL);
    if (!counted || result->layer_count == 0) {
        return status;
    }
    const hr_report report = {
        .puzzle = puzzle,
        .result = result,
        .engine = set->engine->name,
        .ranks = hr_comm_size(program->world),
        .hardest_listed = (size_t)set->hardest,
        .table = set->out,
        .table_written = order.written,
    };
    HR_TRY(hr_program_join(program, hr_program_speaks(program) ? print_result(&report, set, error) : HR_OK, error));
    return status == HR_OK || status == HR_STOPPED ? judge(result, set, error) : status;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    settings *set = context;
    hr_puzzle *puzzle = NULL;
    hr_enumeration result = {.layers = NULL};
    hr_status status = hr_puzzle_input_create(program, &set->puzzle, &puzzle, error);
    if (status == HR_OK) {
        status = hr_program_start(program, error);
    }
    if (status == HR_OK) {
        status = hr_engine_choose(program->world, puzzle, &set->run, set->out != NULL, &set->engine, error);
    }
    if (status == HR_OK) {
        status = enumerate(program, set, puzzle, &result, error);
    }
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    hr_puzzle_input_clear(&set->puzzle);
    return status;
}

static const settings DEFAULTS = {.run = {.max_depth = HR_DEPTH_UNREACHED}, .hardest = 6};

const hr_command hr_command_enumerate = {
    .name = "enumerate",
    .arguments = "PUZZLE",
    .summary = "count a puzzle's reachable states, layer by layer",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .parallel = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .defaults = &DEFAULTS,
    .set = set_option,
    .check = check_settings,
    .run = run,
};
