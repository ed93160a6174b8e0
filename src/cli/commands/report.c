// SPDX-License-Identifier: MIT
// huarong report INPUT…

#include "cli/commands/report.h"

#include <unistd.h>

#include "cli/commands.h"
#include "cli/output/states.h"
#include "cli/result.h"
#include "core/state.h"
#include "core/try.h"
#include "puzzle/kinds.h"
#include "report/page/page.h"

static const char NOTES[] = "INPUT is a table, the JSON of enumerate, openings, solve or info, or a log; all\n"
                            "are about one puzzle. Or a PUZZLE stands alone. The page needs no network. On it\n"
                            "one can look at layers, openings and runs, and play: up to 300,000 states have\n"
                            "their distances in it.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong report klotski --from 水泄不通 --output play.html\n"
                            "  huarong enumerate klotski:4x5 --from 横刀立马 --json --output run.json\n"
                            "  huarong report run.json --output page.html\n"
                            "  huarong report run.log --output page.html --follow\n";

/// Seconds between two pages of --follow.
enum { FOLLOW_SECONDS = 5 };

static const hr_option OPTIONS[] = {
    HR_METRIC_OPTION(hr_report_settings, puzzle),
    {"from", "STATE", "begin a puzzle's page at this state; default: the\ngoal, the drawn start, or a known opening",
     HR_TEXT(hr_report_settings, puzzle.options.from), .file = HR_FILE_TEXT},
    HR_GOAL_OPTION(hr_report_settings, puzzle),
    HR_EXIT_OPTION(hr_report_settings, puzzle),
    HR_RESULT_OPTIONS(hr_report_settings, output, "output"),
    {"follow", NULL, "write the page again every 5 seconds until the run\nof the log ends; the log may come later",
     HR_FLAG(hr_report_settings, follow),
     .more = "The page in the browser loads itself again, but not while the reader plays, types or sets up a board."},
    HR_OPTIONS_END,
};

/// Returns the path of the i-th input, from 0.
static const char *input_of(const hr_report_settings *set, size_t i) { return i == 0 ? set->first : set->rest.texts[i - 1]; }

/// Is the first input a puzzle, and no file of such a name?
static bool is_puzzle(const hr_report_settings *set) {
    const hr_puzzle_kind *kind = NULL;
    return access(set->first, F_OK) != 0 && hr_puzzle_kind_of(set->first, &kind, NULL) == HR_OK;
}

static hr_status check_inputs(const hr_report_settings *set, hr_error *error) {
    const hr_puzzle_options *options = &set->puzzle.options;
    if (is_puzzle(set)) {
        return set->rest.count > 0 || set->follow
                   ? hr_error_set(error, HR_USAGE, "a page of a puzzle takes nothing else: leave out --follow and inputs beside it")
                   : HR_OK;
    }
    return options->from != NULL || options->goal != NULL || options->exit != NULL || set->puzzle.metric_given
               ? hr_error_set(error, HR_USAGE, "a file has its metric, start, goal and exit: leave out these options")
               : HR_OK;
}

hr_status hr_report_check(void *context, hr_error *error) {
    const hr_report_settings *set = context;
    if (set->follow && !hr_output_is_file(&set->output)) {
        return hr_error_set(error, HR_USAGE, "--follow writes a file again and again: give --output FILE");
    }
    for (size_t i = 0; i < set->rest.count; i++) {
        const hr_file_name names[] = {{"", "an input", set->rest.texts[i], HR_FILE_READS},
                                      {"--", "output", set->output.path, HR_FILE_PRINTS}};
        HR_TRY(hr_file_names_check(names, sizeof names / sizeof names[0], error));
    }
    HR_TRY(check_inputs(set, error));
    return hr_output_check_ending(&set->output, ".html", "a page is HTML", error);
}

/// Write the page, which is `context` (hr_result_printer).
static hr_status print_page(void *context, FILE *out, hr_error *error) { return hr_page_write(context, out, error); }

/// Find where the page of a puzzle begins: at --from, the puzzle's own start, or the first position with a name. Returns NULL if
/// there is no such state.
static const hr_state *find_start(const hr_puzzle *puzzle, const hr_puzzle_kind *kind, hr_state *state) {
    if (hr_puzzle_describe(puzzle)->single_source) {
        hr_states_first_source(puzzle, state);
        return state;
    }
    const char *name = kind->position_name == NULL ? NULL : kind->position_name(0);
    return name != NULL && hr_puzzle_parse(puzzle, name, state, NULL) == HR_OK ? state : NULL;
}

/// Write the page of a puzzle without results.
static hr_status make_puzzle_page(hr_program *program, const hr_report_settings *set, hr_error *error) {
    hr_puzzle_input input = set->puzzle;
    const hr_puzzle_kind *kind = NULL;
    hr_puzzle *puzzle = NULL;
    hr_page *page = NULL;
    hr_state start[HR_STATE_WORDS_MAX];
    input.options.spec = set->first;
    HR_TRY(hr_puzzle_kind_of(set->first, &kind, error));
    if (kind->page_rules == NULL) {
        return hr_error_set(error, HR_USAGE, "%s puzzles have no board to play on: give a run's JSON, table or log", kind->name);
    }
    hr_status status = hr_puzzle_input_create(program, &input, &puzzle, error);
    status = status == HR_OK ? hr_page_create(&page, error) : status;
    if (status == HR_OK) {
        const hr_page_puzzle what = {puzzle, find_start(puzzle, kind, start), set->first, input.text};
        status = hr_page_add_puzzle(page, &what, error);
        status = status == HR_OK ? hr_result_print(program, print_page, page, error) : status;
    }
    hr_page_destroy(&page);
    hr_puzzle_destroy(&puzzle);
    hr_puzzle_input_clear(&input);
    return status;
}

/// Read the inputs and write the page once. On return *waits says whether a log's run goes on.
static hr_status make_page(hr_program *program, const hr_report_settings *set, bool *waits, hr_error *error) {
    hr_page *page = NULL;
    HR_TRY(hr_page_create(&page, error));
    if (set->follow) {
        hr_page_follow(page);
    }
    hr_status status = HR_OK;
    for (size_t i = 0; i <= set->rest.count && status == HR_OK; i++) {
        status = hr_page_add(page, input_of(set, i), error);
        if (status == HR_OK && hr_page_awaits(page) && !program->rewrites && !set->output.quiet) {
            fprintf(stderr, "huarong report: waiting for %s, in which there is nothing yet\n", input_of(set, i));
        }
    }
    if (status == HR_OK) {
        *waits = hr_page_waits(page);
        status = hr_result_print(program, print_page, page, error);
    }
    hr_page_destroy(&page);
    return status;
}

hr_status hr_report_run(hr_program *program, void *context, hr_error *error) {
    const hr_report_settings *set = context;
    bool waits = false;
    HR_TRY(hr_result_probe(program, error));
    if (is_puzzle(set)) {
        return make_puzzle_page(program, set, error);
    }
    HR_TRY(make_page(program, set, &waits, error));
    while (set->follow && waits) {
        (void)sleep(FOLLOW_SECONDS);
        program->rewrites = true;
        HR_TRY(make_page(program, set, &waits, error));
    }
    return HR_OK;
}

const hr_command hr_command_report = {
    .name = "report",
    .arguments = "INPUT...|PUZZLE",
    .summary = "make a web page of results, with a board to play on",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = SIZE_MAX,
    .options = OPTIONS,
    .settings_bytes = sizeof(hr_report_settings),
    .first = HR_PLACE(hr_report_settings, first, const char *),
    .first_file = HR_FILE_READS,
    .output = HR_PART(hr_report_settings, output, hr_output_options),
    .rest = HR_PART(hr_report_settings, rest, hr_arguments),
    .check = hr_report_check,
    .run = hr_report_run,
};
