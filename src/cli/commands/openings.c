// SPDX-License-Identifier: MIT
// huarong openings [PUZZLE]

#include <inttypes.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/options/drawing.h"
#include "cli/options/long_run.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/output/log/openings.h"
#include "cli/output/openings.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/quantity.h"
#include "core/try.h"
#include "openings/openings.h"
#include "openings/table/write.h"
#include "puzzle/kinds.h"
#include "tabulate/write.h"

static const char NOTES[] = "PUZZLE is klotski:WxH; default: klotski:4x5. All openings of the board are\n"
                            "searched backwards from all solved boards at once.\n"
                            "\n"
                            "Examples:\n"
                            "  mpirun -n 2 huarong openings\n"
                            "  huarong openings --classic --metric move --sets\n"
                            "  mpirun -n 8 huarong openings klotski:4x6 --table 4x6.table\n"
                            "\n"
                            "Exit codes: see 'huarong help exit'.\n";

typedef struct settings {
    hr_puzzle_input puzzle;
    hr_openings_options run;
    hr_long_run long_run;
    hr_output_options output;
    hr_drawing drawing;
    uint64_t hardest;
    hr_count expected; ///< value of --expect; 0: not given
    const char *table; ///< path of the table; NULL: no table
    hr_piece_set pieces;
    bool pieces_given;
    bool classic;
    bool sets;
} settings;

static const hr_option OPTIONS[] = {
    HR_METRIC_OPTION(settings, puzzle),
    HR_EXIT_OPTION(settings, puzzle),
    {"pieces", "H,V,S", "only this many horizontals, verticals and singles", HR_PIECES(settings, pieces),
     .given = HR_PART(settings, pieces_given, bool)},
    {"classic", NULL, "only five horizontals and verticals together, and\nfour singles", HR_FLAG(settings, classic),
     .excludes = "pieces"},
    {"no-components", NULL, "do not count connected components", HR_NO_FLAG(settings, run.components),
     .more = "Counting them takes about a tenth of the time."},
    {"sets", NULL, "list the piece sets; csv has a row for each then", HR_FLAG(settings, sets), .formats = "text csv",
     .more = "JSON has them in any case."},
    {"hardest", "COUNT", "list this many of the hardest openings, 0 to 64;\ndefault 6",
     HR_NUMBER(settings, hardest, 0, HR_HARDEST_MAX), .formats = "text json"},
    HR_MEMORY_OPTION(settings, run.memory_limit, "memory for all ranks of a node together: 8G, 512M;\ndefault: what there is",
                     "A search that would need more ends with exit status 3; see MEMORY in huarong-runs(7)."),
    HR_LONG_RUN_OPTIONS(settings, long_run, "make finished families safe from a node's crash\nthis often: 10m (default), 90s",
                        "add a line of JSON per family and per checkpoint"),
    {"expect", "COUNT", "exit with 1 unless this many openings are solvable", HR_COUNT(settings, expected)},
    {"table", "FILE", "write all distances to a table; see 'huarong query'", HR_TEXT(settings, table), .file = HR_FILE_WRITES,
     .was = "out", .given = HR_PART(settings, run.keep_distances, bool),
     .more = "An opening takes one byte, or two if a distance is above 254.\nThe run keeps all distances in memory."},
    HR_DRAW_OPTIONS(settings, drawing, "draw the states that are listed", "text"),
    HR_RESULT_OPTIONS(settings, output, "table output"),
    HR_FORMAT_OPTION(settings, output, "text json csv", "text (default), json, or csv with the distances"),
    HR_JSON_OPTIONS(settings, output),
    HR_SHORT_FORMAT_OPTION(settings, output, "csv"),
    HR_PROGRESS_OPTION(settings, output),
    HR_OPTIONS_END,
};

/// HR_USAGE if the spec names no kind of puzzle: the general message would propose kinds without openings.
static hr_status check_kind(const char *spec, hr_error *error) {
    const hr_puzzle_kind *kind = NULL;
    return hr_puzzle_kind_of(spec, &kind, NULL) == HR_OK
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "unknown puzzle '%.60s': give klotski:WxH, as in klotski:4x5", spec);
}

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    if (set->drawing.draw && set->hardest == 0) {
        return hr_error_set(error, HR_USAGE, "--draw draws the states that are listed, and --hardest 0 lists none");
    }
    if (set->output.format == HR_FORMAT_CSV && set->sets) {
        set->output.format = HR_FORMAT_CSV_SETS;
    }
    HR_TRY(check_kind(set->puzzle.options.spec, error));
    HR_TRY(hr_drawing_check(&set->drawing, set->puzzle.options.spec, error));
    if (set->table != NULL && (set->pieces_given || set->classic)) {
        return hr_error_set(error, HR_USAGE, "--table writes tables of all openings: leave out --pieces and --classic");
    }
    if (set->classic) {
        set->run.filter = (hr_openings_filter){.horizontals = -1, .verticals = -1, .singles = 4, .dominoes = 5};
    } else if (set->pieces_given) {
        set->run.filter = (hr_openings_filter){.horizontals = set->pieces.horizontals,
                                               .verticals = set->pieces.verticals,
                                               .singles = set->pieces.singles,
                                               .dominoes = -1};
    }
    return HR_OK;
}

static void show_progress(const hr_openings_progress *progress, void *context) {
    hr_meter *meter = context;
    if (hr_meter_due(meter, progress->seconds)) {
        char line[HR_METER_LINE_MAX];
        (void)snprintf(line, sizeof line, "%zu of %zu families, distance %" PRIu32 " on rank 0, %.0f %%, %.0f s",
                       progress->families_done, progress->families, progress->depth, 100 * progress->done, progress->seconds);
        hr_meter_say(meter, progress->seconds, line);
    }
}

/// Collective. Run the engine, and write the table if there is to be one.
static hr_status search_and_write(const hr_program *program, const settings *set, const hr_openings_options *options,
                                  hr_openings *openings, hr_error *error) {
    HR_TRY(hr_openings_run(program->world, program->puzzle, options, openings, error));
    const hr_openings_file file = {.path = set->table, .force = set->output.force};
    return set->table == NULL ? HR_OK : hr_openings_write_table(program->world, program->puzzle, options, openings, &file, error);
}

/// Collective. As search_and_write, with progress and the log on the first rank.
static hr_status search(const hr_program *program, const settings *set, hr_openings *openings, hr_error *error) {
    hr_meter meter;
    hr_meter_init(&meter, set->output.quiet ? HR_PROGRESS_NEVER : set->output.progress, stderr, "huarong openings",
                  hr_comm_size(program->world), 0);
    hr_run_log log = {.meter = &meter, .ranks = hr_comm_size(program->world)};
    hr_openings_options options = set->run;
    options.progress = show_progress;
    options.progress_context = &meter;
    options.event = hr_openings_log_event;
    options.event_context = &log;
    options.max_seconds = set->long_run.max_seconds;
    options.stop_wanted = hr_interrupt_wanted;
    options.checkpoint = set->long_run.checkpoint;
    hr_status status = hr_long_run_open(program, &set->long_run, "openings", options.memory_limit, &log, error);
    if (status == HR_OK) {
        status = search_and_write(program, set, &options, openings, error);
    }
    hr_meter_end(&meter);
    hr_openings_log_end(&log, openings, status == HR_OK ? HR_STOP_NONE : openings->stop);
    return status;
}

static void describe_filter(const settings *set, char *text, size_t size) {
    const hr_openings_filter *filter = &set->run.filter;
    if (set->pieces_given) {
        (void)snprintf(text, size, "%d horizontal%s, %d vertical%s, %d single%s", filter->horizontals,
                       hr_quantity_plural((uint64_t)filter->horizontals), filter->verticals,
                       hr_quantity_plural((uint64_t)filter->verticals), filter->singles,
                       hr_quantity_plural((uint64_t)filter->singles));
    } else {
        (void)snprintf(text, size, "%s", set->classic ? "five dominoes and four singles" : "all piece sets");
    }
}

/// Collective. Search and print the result; the caller clears *openings. HR_USAGE: the puzzle has no openings. HR_CHECK: the number
/// of solvable openings is not that of --expect. HR_STOPPED: memory, the time limit or a signal ended the run. Other errors are
/// those of the search, of the table and of printing.
static hr_status search_and_report(hr_program *program, const settings *set, hr_openings *openings, hr_error *error) {
    if (!hr_puzzle_describe(program->puzzle)->openings) {
        const hr_puzzle_kind *kind = NULL;
        const bool drawn = hr_puzzle_kind_of(set->puzzle.options.spec, &kind, NULL) == HR_OK && kind->drawn;
        return hr_error_set(error, HR_USAGE, "%.60s has no openings: give klotski:WxH%s", set->puzzle.options.spec,
                            drawn ? ", or ask for all placements: 'huarong enumerate PUZZLE --from solved'" : "");
    }
    HR_TRY(hr_program_start(program, error));
    if (set->table != NULL) {
        HR_TRY(hr_table_writer_probe(program->world, set->table, set->output.force, error));
    }
    const hr_status searched = search(program, set, openings, error);
    if (searched != HR_OK && ((searched != HR_FILE && searched != HR_STOPPED) || openings->total.histogram == NULL)) {
        return searched;
    }
    char filter[80];
    describe_filter(set, filter, sizeof filter);
    hr_openings_report report = {.words = &program->words,
                                 .puzzle = program->puzzle,
                                 .format = set->output.format,
                                 .drawing = &set->drawing,
                                 .openings = openings,
                                 .filter = filter,
                                 .ranks = hr_comm_size(program->world),
                                 .hardest_listed = (size_t)set->hardest,
                                 .sets = set->sets};
    hr_error trouble = {.status = HR_OK, .text = ""}; // the result is printed even if a limit or the disk ended the run
    const hr_status printed =
        hr_program_join(program, hr_result_print(program, hr_openings_report_print, &report, &trouble), &trouble);
    if (printed != HR_OK && searched != HR_FILE) {
        return hr_error_set(error, printed, "%s", trouble.text);
    }
    HR_TRY(searched);
    const hr_count solvable = openings->total.full.solvable;
    if (set->expected != 0 && set->expected != solvable) {
        char text[2][HR_QUANTITY_MAX];
        return hr_error_set(error, HR_CHECK, "the number of solvable openings is %s, but --expect says %s",
                            hr_quantity_count(solvable, text[0]), hr_quantity_count(set->expected, text[1]));
    }
    return HR_OK;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    hr_openings openings = {.sets = NULL};
    const hr_status status = search_and_report(program, context, &openings, error);
    hr_openings_clear(&openings);
    return status;
}

static const settings DEFAULTS = {.puzzle = {.options = {.spec = "klotski:4x5"}},
                                  .run = {.filter = HR_OPENINGS_FILTER_ALL, .components = true},
                                  .long_run = HR_LONG_RUN_DEFAULTS,
                                  .hardest = 6};

const hr_command hr_command_openings = {
    .name = "openings",
    .arguments = "[PUZZLE]",
    .summary = "every opening of a Klotski board, and the hardest",
    .notes = NOTES,
    .min_arguments = 0,
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
