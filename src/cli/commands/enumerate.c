// SPDX-License-Identifier: MIT
// huarong enumerate PUZZLE

#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/options/drawing.h"
#include "cli/options/long_run.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/output/enumeration.h"
#include "cli/output/log/enumeration.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/try.h"
#include "puzzle/goals.h"

static const char NOTES[] = "A STATE is a text as in 'huarong help tile' and 'huarong help klotski'; @FILE\n"
                            "takes it from a file, @- from standard input.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong enumerate tile:3x3\n"
                            "  huarong enumerate klotski --from 横刀立马 --metric move\n"
                            "  mpirun -n 4 huarong enumerate tile:4x4 --max-depth 25 --json\n"
                            "\n"
                            "Exit codes: see 'huarong help exit'.\n";

typedef struct settings {
    hr_puzzle_input puzzle;
    hr_enumerate_options run;
    hr_long_run long_run;
    hr_output_options output;
    hr_drawing drawing;
    const hr_engine *engine; ///< NULL: choose one that takes the puzzle
    uint64_t hardest;
    hr_count expected; ///< value of --expect; 0: not given
    const char *table; ///< path of the table; NULL: no table
} settings;

static const hr_option OPTIONS[] = {
    HR_PUZZLE_OPTIONS(settings, puzzle),
    {"max-depth", "DEPTH", "stop after the layer at this depth", HR_DEPTH(settings, run.max_depth)},
    {"max-states", "COUNT", "stop after the layer that reaches this many: 10M", HR_COUNT(settings, run.max_states)},
    {"stop-at-solution", NULL, "stop after the first layer with a solution", HR_FLAG(settings, run.until_solved), .was = "until",
     .more = "The exit status is 0.\nThe start must be named by --from, or drawn in the puzzle's file."},
    HR_MEMORY_OPTION(settings, run.memory_limit, "memory for all ranks of a node together: 8G, 512M;\ndefault: what there is",
                     "A search that would need more ends with exit status 3; see MEMORY in huarong-runs(7)."),
    HR_SCRATCH_OPTION(settings, run.scratch,
                      "keep states of a tile puzzle in this directory if\nthey do not fit into memory; once for each disk",
                      "It is for whole tile puzzles of 7 to 16 cells, without --table; see DISKS in huarong-runs(7)."),
    HR_ENGINE_OPTION(settings, engine, "the engine; auto (default): the first one below that\ntakes the run and fits into memory",
                     "A run with --resume goes on with the engine that wrote the checkpoint.\n"
                     "With --table the lines engine takes nine more bits of memory a state."),
    {"hardest", "COUNT", "list this many states of the last layer, 0 to 64;\ndefault 6",
     HR_NUMBER(settings, hardest, 0, HR_HARDEST_MAX), .formats = "text json",
     .more = "If the layer has more, every run lists the same ones."},
    {"expect", "COUNT", "exit with 1 unless this is the number of states", HR_COUNT(settings, expected)},
    {"table", "FILE", "write a table of all distances, for 'huarong query';\ntakes a byte of memory a state, a bit with planes",
     HR_TEXT(settings, table), .file = HR_FILE_WRITES, .was = "out",
     .more = "A large Klotski space from one opening takes 8 bytes a state.\n"
             "If the table cannot be written, --resume writes it from the checkpoint."},
    HR_DRAW_OPTIONS(settings, drawing, "draw the states that are listed", "text"),
    HR_RESULT_OPTIONS(settings, output, "table output"),
    HR_LONG_RUN_OPTIONS(settings, long_run, "least time between checkpoints, each at the end of\na layer: 10m (default), 90s, 0",
                        "add a line of JSON per layer and per checkpoint"),
    HR_FORMAT_OPTION(settings, output, "text json csv", "text (default), json, or csv with the layers"),
    HR_JSON_OPTIONS(settings, output),
    HR_SHORT_FORMAT_OPTION(settings, output, "csv"),
    HR_PROGRESS_OPTION(settings, output),
    HR_OPTIONS_END,
};

/// Is there a limit that may end the run before the whole space is searched?
static bool is_limited(const hr_enumerate_options *run) {
    return run->max_depth != HR_DEPTH_UNREACHED || run->max_states > 0 || run->until_solved;
}

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    if (set->drawing.draw && set->hardest == 0) {
        return hr_error_set(error, HR_USAGE, "--draw draws the states that are listed, and --hardest 0 lists none");
    }
    if (set->table != NULL && is_limited(&set->run)) {
        return hr_error_set(error, HR_USAGE,
                            "--table writes tables of whole spaces: leave out --max-depth, --max-states and "
                            "--stop-at-solution");
    }
    if (set->table != NULL && set->run.scratch.count > 0) {
        return hr_error_set(error, HR_USAGE, "--scratch keeps no distances on disks: leave out --table or --scratch");
    }
    return hr_drawing_check(&set->drawing, set->puzzle.options.spec, error);
}

/// Collective. Run the engine, with progress and the log on the first rank, and write the table if there is to be one.
static hr_status search(const hr_program *program, const settings *set, hr_table_order *order, hr_enumeration *result,
                        hr_error *error) {
    const hr_puzzle *puzzle = program->puzzle;
    hr_meter meter;
    hr_meter_init(&meter, set->output.quiet ? HR_PROGRESS_NEVER : set->output.progress, stderr, "huarong enumerate",
                  hr_comm_size(program->world), is_limited(&set->run) ? 0 : hr_puzzle_describe(puzzle)->reachable);
    hr_enumerate_options options = set->run;
    options.progress = hr_meter_update;
    options.progress_context = &meter;
    hr_run_log log = {.meter = &meter, .ranks = hr_comm_size(program->world)};
    hr_status status = hr_long_run_begin(program, &set->long_run, set->engine->name, &log, &options, error);
    if (status == HR_OK) {
        const hr_run_task task = {program->world, puzzle, &options, result};
        status = set->engine->run(set->engine, &task, order, error);
    }
    hr_meter_end(&meter);
    hr_enumeration_log_end(&log, result);
    return status;
}

/// Collective. Choose the engine, search, write the table if there is to be one, and print the result. The result is printed even
/// if writing the table failed. HR_USAGE: --stop-at-solution is given, but the search begins at solved states. HR_CHECK: the
/// number of states is not that of --expect. HR_STOPPED: memory, the time limit or a signal ended the run. Other errors are those
/// of the engine and of printing.
static hr_status enumerate(hr_program *program, settings *set, hr_enumeration *result, hr_error *error) {
    hr_table_order order = {.path = set->table, .force = set->output.force, .states = set->expected};
    const hr_puzzle_info *info = hr_puzzle_describe(program->puzzle);
    if (set->run.until_solved && !(info->has_target && info->single_source)) {
        return hr_error_set(error, HR_USAGE,
                            "--stop-at-solution: the search begins at solved states; name another start with --from");
    }
    if (set->run.until_solved) {
        HR_TRY(hr_puzzle_check_goal(program->puzzle, error));
    }
    HR_TRY(hr_program_start(program, error));
    set->run.checkpoint = set->long_run.checkpoint;
    HR_TRY(hr_engine_prepare(program->world, program->puzzle, &set->run, &order, &set->engine, error));
    const hr_status status = search(program, set, &order, result, error);
    const bool counted = status == HR_OK || status == HR_STOPPED || (order.begun && status != HR_INTERNAL);
    if (!counted || result->layer_count == 0) {
        return status;
    }
    hr_enumeration_report report = {.words = &program->words,
                                    .puzzle = program->puzzle,
                                    .format = set->output.format,
                                    .drawing = &set->drawing,
                                    .result = result,
                                    .engine = set->engine->name,
                                    .ranks = hr_comm_size(program->world),
                                    .hardest_listed = (size_t)set->hardest,
                                    .table = set->table,
                                    .table_written = order.written};
    HR_TRY(hr_program_join(program, hr_result_print(program, hr_enumeration_report_print, &report, error), error));
    if (status != HR_OK && status != HR_STOPPED) {
        return status;
    }
    HR_TRY(hr_enumeration_judge(result, error));
    return hr_expect_states(result, set->expected, error);
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    hr_enumeration result = {.layers = NULL};
    const hr_status status = enumerate(program, context, &result, error);
    hr_enumeration_clear(&result);
    return status;
}

static const settings DEFAULTS = {.run = {.max_depth = HR_DEPTH_UNREACHED}, .long_run = HR_LONG_RUN_DEFAULTS, .hardest = 6};

const hr_command hr_command_enumerate = {
    .name = "enumerate",
    .arguments = "PUZZLE",
    .summary = "count a puzzle's reachable states, layer by layer",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .parallel = true,
    .stops = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .defaults = &DEFAULTS,
    .first = HR_PLACE(settings, puzzle.options.spec, const char *),
    .puzzle = HR_PART(settings, puzzle, hr_puzzle_input),
    .output = HR_PART(settings, output, hr_output_options),
    .check = check_settings,
    .run = run,
};
