// SPDX-License-Identifier: MIT
// huarong openings [PUZZLE]

#include <inttypes.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/options/long_run.h"
#include "cli/options/options.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/values.h"
#include "cli/output/log/openings.h"
#include "cli/output/openings.h"
#include "cli/output/progress.h"
#include "cli/program.h"
#include "core/try.h"
#include "openings/openings.h"
#include "openings/table.h"
#include "tabulate/write.h"

enum {
    OPTION_PIECES = 1,
    OPTION_CLASSIC,
    OPTION_NO_COMPONENTS,
    OPTION_SETS,
    OPTION_HARDEST,
    OPTION_MEMORY,
    OPTION_EXPECT,
    OPTION_OUT,
    OPTION_FORCE,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_PROGRESS,
    OPTION_QUIET,
};

static const struct poptOption OPTIONS[] = {
    HR_METRIC_OPTION,
    HR_EXIT_OPTION,
    {"pieces", '\0', POPT_ARG_STRING, NULL, OPTION_PIECES, "only so many horizontals, verticals and singles", "H,V,S"},
    {"classic", '\0', POPT_ARG_NONE, NULL, OPTION_CLASSIC, "only five dominoes, either way, and four singles", NULL},
    {"no-components", '\0', POPT_ARG_NONE, NULL, OPTION_NO_COMPONENTS, "do not count connected components", NULL},
    {"sets", '\0', POPT_ARG_NONE, NULL, OPTION_SETS, "list the piece sets", NULL},
    {"hardest", '\0', POPT_ARG_STRING, NULL, OPTION_HARDEST, "list so many of the hardest openings, 0 to 64;\ndefault 6", "COUNT"},
    {"memory", '\0', POPT_ARG_STRING, NULL, OPTION_MEMORY,
     "memory for all ranks of a node together: 8G, 512M;\ndefault: what there is", "SIZE"},
    HR_LONG_RUN_OPTIONS("what is finished is kept at once, and made safe\nagainst a node's crash so often: 10m (default), 90s",
                        "add a line of JSON per family and per checkpoint"),
    {"expect", '\0', POPT_ARG_STRING, NULL, OPTION_EXPECT, "exit with 1 unless so many openings are solvable", "COUNT"},
    {"out", 'o', POPT_ARG_STRING, NULL, OPTION_OUT, "write all distances to a table; see 'huarong query'", "FILE"},
    {"force", '\0', POPT_ARG_NONE, NULL, OPTION_FORCE, "--out may replace a file", NULL},
    {"json", '\0', POPT_ARG_NONE, NULL, OPTION_JSON, "print the result as JSON", NULL},
    {"csv", '\0', POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL, NULL, OPTION_CSV, "print as CSV: distances (default) or sets", "WHAT"},
    {"progress", '\0', POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL, NULL, OPTION_PROGRESS,
     "live progress: auto (default: on a terminal, else a\nline now and then), always, never", "WHEN"},
    {"quiet", 'q', POPT_ARG_NONE, NULL, OPTION_QUIET, "only errors, and what --json or --csv asks for", NULL},
    HR_OPTIONS_END,
};

static const char NOTES[] = "PUZZLE is klotski:WxH; default: klotski:4x5. All openings of the board are\n"
                            "searched backwards from all solved boards at once.\n"
                            "\n"
                            "Examples:\n"
                            "  mpirun -n 2 huarong openings\n"
                            "  huarong openings --classic --metric move --sets\n"
                            "  mpirun -n 8 huarong openings klotski:4x6 --out 4x6.table\n"
                            "\n"
                            "Exit codes: see 'huarong help exit'.\n";

typedef enum csv_form { CSV_NONE, CSV_DISTANCES, CSV_SETS } csv_form;

typedef struct settings {
    hr_puzzle_input puzzle;
    hr_openings_options run;
    hr_long_run long_run;
    hr_progress_mode progress;
    uint64_t hardest;
    hr_count expected; ///< value of --expect; 0: not given
    csv_form csv;
    const char *out; ///< path of the table; NULL: no table
    bool force;
    bool pieces;
    bool classic;
    bool sets;
    bool json;
    bool quiet;
} settings;

static hr_status set_pieces(hr_openings_filter *filter, const char *text, hr_error *error) {
    hr_piece_set pieces;
    HR_TRY(hr_value_pieces("--pieces", text, &pieces, error));
    *filter = (hr_openings_filter){
        .horizontals = pieces.horizontals, .verticals = pieces.verticals, .singles = pieces.singles, .dominoes = -1};
    return HR_OK;
}

static hr_status read_csv(const char *text, csv_form *form, hr_error *error) {
    if (*text == '\0' || strcmp(text, "distances") == 0) {
        *form = CSV_DISTANCES;
        return HR_OK;
    }
    if (strcmp(text, "sets") == 0) {
        *form = CSV_SETS;
        return HR_OK;
    }
    return hr_error_set(error, HR_USAGE, "--csv: '%.40s' is neither distances nor sets", text);
}

static hr_status set_flag(settings *set, int option, hr_error *error) {
    switch (option) {
    case OPTION_CLASSIC:
        set->classic = true;
        return HR_OK;
    case OPTION_NO_COMPONENTS:
        set->run.components = false;
        return HR_OK;
    case OPTION_SETS:
        set->sets = true;
        return HR_OK;
    case OPTION_JSON:
        set->json = true;
        return HR_OK;
    case OPTION_QUIET:
        set->quiet = true;
        return HR_OK;
    case OPTION_FORCE:
        set->force = true;
        return HR_OK;
    default:
        return hr_error_set(error, HR_INTERNAL, "option %d is in the table but not handled", option);
    }
}

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
    case OPTION_PIECES:
        set->pieces = true;
        return set_pieces(&set->run.filter, value, error);
    case OPTION_HARDEST:
        return hr_value_number("--hardest", value, 0, HR_HARDEST_MAX, &set->hardest, error);
    case OPTION_MEMORY:
        return hr_value_size("--memory", value, &set->run.memory_limit, error);
    case OPTION_EXPECT:
        return hr_value_count("--expect", value, &set->expected, error);
    case OPTION_OUT:
        set->out = value;
        set->run.keep_distances = true;
        return HR_OK;
    case OPTION_CSV:
        return read_csv(value, &set->csv, error);
    case OPTION_PROGRESS:
        return hr_progress_mode_parse(value, &set->progress, error);
    default:
        return set_flag(set, option, error);
    }
}

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    if (set->json && set->csv != CSV_NONE) {
        return hr_error_set(error, HR_USAGE, "--json and --csv exclude each other: give one of them");
    }
    const hr_file_name files[] = {HR_LONG_RUN_FILES(&set->long_run), {"--out", set->out, HR_FILE_WRITES}};
    HR_TRY(hr_file_names_check(files, sizeof files / sizeof files[0], error));
    HR_TRY(hr_long_run_check(&set->long_run, error));
    if (set->pieces && set->classic) {
        return hr_error_set(error, HR_USAGE, "--pieces and --classic exclude each other: give one of them");
    }
    if (set->out != NULL && (set->pieces || set->classic)) {
        return hr_error_set(error, HR_USAGE, "--out writes tables of all openings: leave out --pieces and --classic");
    }
    if (set->classic) {
        set->run.filter = (hr_openings_filter){.horizontals = -1, .verticals = -1, .singles = 4, .dominoes = 5};
    }
    return HR_OK;
}

static hr_status make_puzzle(const settings *set, hr_puzzle **puzzle, hr_error *error) {
    HR_TRY(hr_puzzle_create(&set->puzzle.options, puzzle, error));
    if (!hr_puzzle_describe(*puzzle)->openings) {
        return hr_error_set(error, HR_USAGE, "%.60s has no openings: give klotski:WxH", set->puzzle.options.spec);
    }
    return HR_OK;
}

static void show_progress(const hr_openings_progress *progress, void *context) {
    hr_meter *meter = context;
    if (hr_meter_due(meter, progress->seconds)) {
        char line[HR_METER_LINE_MAX];
        (void)snprintf(line, sizeof line, "%zu of %zu families, distance %" PRIu32 " on rank 0, %.0f %%, %.0f s",
                       progress->families_done, progress->families, progress->depth, 100 * progress->done, progress->seconds);
        if (meter->live && meter->columns <= HR_METER_LINE_MAX) {
            line[meter->columns - 1] = '\0';
        }
        hr_meter_say(meter, progress->seconds, line);
    }
}

/// Collective. Run the engine, and write the table if there is to be one.
static hr_status search_and_write(const hr_program *program, const settings *set, const hr_puzzle *puzzle,
                                  const hr_openings_options *options, hr_openings *openings, hr_error *error) {
    HR_TRY(hr_openings_run(program->world, puzzle, options, openings, error));
    return set->out == NULL ? HR_OK
                            : hr_openings_write_table(program->world, puzzle, options, openings, set->out, set->force, error);
}

/// Collective. As search_and_write, with progress and the log on the first rank.
static hr_status search(const hr_program *program, const settings *set, const hr_puzzle *puzzle, hr_openings *openings,
                        hr_error *error) {
    hr_meter meter;
    hr_meter_init(&meter, set->quiet ? HR_PROGRESS_NEVER : set->progress, stderr, "huarong openings", hr_comm_size(program->world),
                  0);
    hr_run_log log = {.meter = &meter, .ranks = hr_comm_size(program->world)};
    hr_openings_options options = set->run;
    options.progress = show_progress;
    options.progress_context = &meter;
    options.event = hr_openings_log_event;
    options.event_context = &log;
    options.max_seconds = set->long_run.max_seconds;
    options.stop_wanted = hr_interrupt_wanted;
    hr_status status =
        hr_long_run_open(program, &set->long_run, puzzle, "openings", options.memory_limit, &log, &options.checkpoint, error);
    if (status == HR_OK) {
        status = search_and_write(program, set, puzzle, &options, openings, error);
    }
    hr_meter_end(&meter);
    hr_openings_log_end(&log, openings, status == HR_OK ? "none" : hr_long_run_stop_name(openings->stop));
    return status;
}

static void describe_filter(const settings *set, char *text, size_t size) {
    const hr_openings_filter *filter = &set->run.filter;
    if (set->pieces) {
        (void)snprintf(text, size, "%d horizontals, %d verticals, %d singles", filter->horizontals, filter->verticals,
                       filter->singles);
    } else {
        (void)snprintf(text, size, "%s", set->classic ? "five dominoes and four singles" : "all piece sets");
    }
}

/// Local. Write the result in the form asked for.
static hr_status print_result(const hr_program *program, const settings *set, const hr_puzzle *puzzle, const hr_openings *openings,
                              hr_error *error) {
    char filter[80];
    describe_filter(set, filter, sizeof filter);
    const hr_openings_report report = {
        .puzzle = puzzle,
        .openings = openings,
        .filter = filter,
        .ranks = hr_comm_size(program->world),
        .hardest_listed = (size_t)set->hardest,
        .sets = set->sets,
    };
    if (set->json) {
        return hr_openings_report_json(&report, stdout, error);
    }
    if (set->csv == CSV_DISTANCES) {
        hr_openings_report_csv_distances(&report, stdout);
    } else if (set->csv == CSV_SETS) {
        hr_openings_report_csv_sets(&report, stdout);
    } else if (!set->quiet) {
        hr_openings_report_text(&report, stdout);
    }
    return HR_OK;
}

/// Collective. Search and report; the result is cleared by the caller.
static hr_status search_and_report(hr_program *program, const settings *set, const hr_puzzle *puzzle, hr_openings *openings,
                                   hr_error *error) {
    if (set->out != NULL) {
        HR_TRY(hr_table_writer_probe(program->world, set->out, set->force, error));
    }
    const hr_status searched = search(program, set, puzzle, openings, error);
    if (searched != HR_OK && ((searched != HR_FILE && searched != HR_STOPPED) || openings->total.histogram == NULL)) {
        return searched;
    }
    hr_error trouble = {.status = HR_OK, .text = ""}; // the result is printed even if a limit or the disk ended the run
    const hr_status status = hr_program_speaks(program) ? print_result(program, set, puzzle, openings, &trouble) : HR_OK;
    HR_TRY(searched);
    HR_TRY(hr_program_join(program, status == HR_OK ? HR_OK : hr_error_set(error, status, "%s", trouble.text), error));
    const hr_count solvable = openings->total.full.solvable;
    if (set->expected != 0 && set->expected != solvable) {
        return hr_error_set(error, HR_CHECK, "%" PRIu64 " openings are solvable, but --expect says %" PRIu64, solvable,
                            set->expected);
    }
    return HR_OK;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    settings *set = context;
    hr_puzzle *puzzle = NULL;
    hr_openings openings = {.sets = NULL};
    hr_status status = hr_program_join(program, make_puzzle(set, &puzzle, error), error);
    if (status == HR_OK) {
        status = hr_program_start(program, error);
    }
    if (status == HR_OK) {
        status = search_and_report(program, set, puzzle, &openings, error);
    }
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
    return status;
}

static const settings DEFAULTS = {
    .puzzle = {.options = {.spec = "klotski:4x5"}}, .run = {.filter = HR_OPENINGS_FILTER_ALL, .components = true}, .hardest = 6};

const hr_command hr_command_openings = {
    .name = "openings",
    .arguments = "[PUZZLE]",
    .summary = "every opening of a Klotski board: how far, the hardest",
    .notes = NOTES,
    .min_arguments = 0,
    .max_arguments = 1,
    .parallel = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .defaults = &DEFAULTS,
    .set = set_option,
    .check = check_settings,
    .run = run,
};
