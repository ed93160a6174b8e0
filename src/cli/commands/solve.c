// SPDX-License-Identifier: MIT
// huarong solve PUZZLE STATE…

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/commands/solve/solve.h"
#include "cli/program.h"
#include "core/state.h"
#include "core/try.h"
#include "solve/bounds.h"
#include "solve/heuristic.h"

static const char NOTES[] = "PUZZLE and STATE are texts as in 'huarong help tile' and the other topics of\n"
                            "'huarong help'; @FILE stands for a STATE, too. A drawn puzzle without a STATE\n"
                            "begins at its start. A file, and standard input, hold a state a line, or boards\n"
                            "over several lines, those of tiles perhaps after their number or size. Moves of\n"
                            "tiles are those of the blank: U D L R. What counts as a move of Klotski is up to\n"
                            "--metric: 横刀立马 takes 116 in unit (the default, each cell counts), 90 in\n"
                            "slide, 81 in move, as on most pages.\n"
                            "Pattern databases are kept in $XDG_CACHE_HOME/huarong or ~/.cache/huarong.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong solve tile:4x4 '2 5 4 6 1 13 11 3 14 12 7 10 8 15 9 0'\n"
                            "  mpirun -n 2 huarong solve tile:4x4 --heuristic 7-8 --file boards.txt\n"
                            "  huarong solve klotski 横刀立马 --metric move\n"
                            "\n"
                            "Exit codes: see 'huarong help exit'.\n";

static hr_status read_weight(const hr_option *option, const char *text, void *place, hr_error *error) {
    char *end = NULL;
    const unsigned long p = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
    unsigned long q = 1;
    if (end != NULL && *end == '/' && end[1] >= '0' && end[1] <= '9') {
        q = strtoul(end + 1, &end, 10);
    }
    if (end == NULL || *end != '\0' || q < 1 || p < q || p > 100 || q > 100) {
        return hr_error_set(error, HR_USAGE, "--%s: '%.40s' is not a weight: write P/Q with 100 >= P >= Q >= 1, as in 4/3",
                            option->name, text);
    }
    *(hr_idastar_weight *)place = (hr_idastar_weight){.numerator = (uint32_t)p, .denominator = (uint32_t)q};
    return HR_OK;
}

static hr_option_name algorithm_name(size_t i) {
    return hr_solvers[i] == NULL ? (hr_option_name){.name = NULL}
                                 : (hr_option_name){.name = hr_solvers[i]->name, .summary = hr_solvers[i]->summary};
}

static const hr_option_names ALGORITHMS = {"Algorithms", algorithm_name};

/// Is it the row of a heuristic for one kind? Behind these stands the row for all bounds.
static bool is_of_a_kind(const hr_heuristic *row) { return row != NULL && row->kind->kind != NULL; }

/// The name number `i` of the heuristics, and then of the lower bounds that need no databases.
static hr_option_name heuristic_name(size_t i) {
    size_t heuristics = 0;
    while (heuristics < i && is_of_a_kind(hr_heuristics[heuristics])) {
        heuristics++;
    }
    if (is_of_a_kind(hr_heuristics[heuristics])) {
        const hr_heuristic *h = hr_heuristics[heuristics];
        return (hr_option_name){h->name, h->kind->kind->name, h->summary};
    }
    const hr_bound *b = hr_bound_rows[i - heuristics];
    return b == NULL ? (hr_option_name){.name = NULL}
                     : (hr_option_name){b->name, b->kind != NULL ? b->kind->name : NULL, b->summary};
}

static const hr_option_names HEURISTICS = {"Heuristics", heuristic_name};

/// Read the name of a solver; "auto" gives NULL (hr_option_reader).
static hr_status read_solver(const hr_option *option, const char *name, void *place, hr_error *error) {
    const hr_solver *solver = NULL;
    char names[128] = "auto";
    for (size_t i = 0; hr_solvers[i] != NULL; i++) {
        if (strcmp(name, hr_solvers[i]->name) == 0) {
            solver = hr_solvers[i];
        }
        const size_t length = strlen(names);
        (void)snprintf(names + length, sizeof names - length, "%s%s", hr_solvers[i + 1] == NULL ? " or " : ", ",
                       hr_solvers[i]->name);
    }
    *(const hr_solver **)place = solver;
    return solver != NULL || strcmp(name, "auto") == 0
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "--%s: unknown algorithm '%.40s': use %s", option->name, name, names);
}

#define PLACE(MEMBER, TYPE) HR_PLACE(hr_solve_settings, MEMBER, TYPE)

static const hr_option OPTIONS[] = {
    {"file", "FILE", "positions from a file, - for standard input (default\nwithout STATE; a drawn puzzle begins at its start)",
     HR_TEXT(hr_solve_settings, file), .file = HR_FILE_READS},
    HR_GOAL_OPTION(hr_solve_settings, puzzle),
    {"algorithm", "NAME", "how to search; auto (default) or one listed below", .place = PLACE(solver, const hr_solver *),
     .read = read_solver, .words = "auto", .names = &ALGORITHMS},
    {"heuristic", "NAME", "lower bound; auto (default) or one listed below", HR_TEXT(hr_solve_settings, heuristic), .words = "auto",
     .names = &HEURISTICS},
    {"no-mirror", NULL, "with pattern databases: do not also look up the\nmirrored position",
     HR_FLAG(hr_solve_settings, no_mirror)},
    {"weight", "P/Q", "quick solutions, at most P/Q times the shortest: 4/3", .place = PLACE(weight, hr_idastar_weight),
     .read = read_weight, .excludes = "all list complete",
     .more = "The heuristic is multiplied by this weight of at least 1.\nThe result says what is proven."},
    {"all", NULL, "count all shortest solutions; not with astar", HR_FLAG(hr_solve_settings, all)},
    {"list", "COUNT", "print up to this many shortest solutions: 10", HR_NUMBER(hr_solve_settings, list, 1, 1000000),
     .more = "Their order is the same in each run.\nAll are counted, as with --all."},
    {"check", "MOVES", "say whether these moves are a solution: R2U2,\nor 'A right 1; B up 1'", HR_TEXT(hr_solve_settings, check),
     .file = HR_FILE_TEXT},
    {"moves-of", "WHAT", "U D L R are moves of the blank (default) or of the\ntile, in --check and in the result as text",
     HR_WORD(hr_solve_settings, moves_of, hr_moves_of, "blank tile", HR_MOVES_OF_BLANK), .formats = "text"},
    {"complete", NULL, "finish the last iteration, so that its nodes do not\ndepend on where the first solution is",
     HR_FLAG(hr_solve_settings, complete)},
    {"position-nodes", "COUNT", "give up a position after this many nodes: 10M", HR_COUNT(hr_solve_settings, max_nodes),
     .was = "max-nodes",
     .more = "layers and astar count states instead.\nThe exit status is 3, and a proven lower bound is printed."},
    {"position-time", "TIME", "give up a position after this time: 90s, 10m", HR_SECONDS(hr_solve_settings, max_seconds),
     .was = "max-seconds"},
    HR_MEMORY_OPTION(
        hr_solve_settings, memory_limit,
        "for databases and the states of layers and astar on\na node: 8G, 512M; default: what there is",
        "Databases that would need more are refused.\nA search whose states would need more ends with a proven lower bound.\n"
        "The exit status is 3; see MEMORY in huarong-runs(7)."),
    HR_LONG_RUN_OPTIONS(hr_solve_settings, long_run, "least time between checkpoints: 10m (default), 90s",
                        "add a line of JSON per iteration, position and\ncheckpoint; one a second for easy positions"),
    HR_METRIC_OPTION(hr_solve_settings, puzzle),
    HR_EXIT_OPTION(hr_solve_settings, puzzle),
    {"iterations", NULL, "report each iteration on stderr; all ranks solve\none position after the other",
     HR_FLAG(hr_solve_settings, iterations), .more = "It has the numbers of an iteration in the log: see huarong-formats(5)."},
    HR_DRAW_OPTIONS(hr_solve_settings, drawing, "draw each board on the way; with --json: list them", "text json jsonl"),
    {"keep-going", NULL, "skip what is not a position; exit 2 at the end", HR_FLAG(hr_solve_settings, keep_going),
     .more = "Each is reported on standard error with its file and line."},
    {"verbose", NULL, "say on stderr which algorithm and heuristic are\ntaken, and why", HR_FLAG(hr_solve_settings, verbose),
     .excludes = "quiet"},
    HR_RESULT_OPTIONS(hr_solve_settings, output, "output"),
    HR_FORMAT_OPTION(hr_solve_settings, output, "text jsonl json csv",
                     "text (default), json, jsonl with a line for each\nposition, as it ends, or csv with a row for each"),
    HR_JSON_OPTIONS(hr_solve_settings, output),
    HR_SHORT_FORMAT_OPTION(hr_solve_settings, output, "csv"),
    {"details", NULL, "with json or jsonl: list the moves one by one with\ntheir states, and all iterations",
     HR_FLAG(hr_solve_settings, details), .formats = "json jsonl"},
    HR_OPTIONS_END,
};

/// Choose the solver: the one that the settings name, else the first that takes them. If none takes them, the error is that of the
/// last solver for this kind of puzzle.
static hr_status choose_solver(const hr_solve_settings *set, const hr_puzzle_kind *kind, const hr_solver **solver,
                               hr_error *error) {
    hr_status status = set->solver == NULL ? hr_error_set(error, HR_USAGE, "no algorithm solves %s", kind->name)
                                           : hr_error_set(error, HR_USAGE, "--algorithm %s does not solve %s: leave it out",
                                                          set->solver->name, kind->name);
    for (size_t i = 0; status != HR_OK && hr_solvers[i] != NULL; i++) {
        const bool wanted = set->solver == NULL ? !hr_solvers[i]->asked_for : set->solver == hr_solvers[i];
        if (wanted && hr_solvers[i]->takes(kind)) {
            *solver = hr_solvers[i];
            status = (*solver)->check(kind, set, error);
        }
    }
    return status;
}

/// Say which solver is taken, and why the ones before it are not.
static void say_choice(const hr_solve_settings *set, const hr_puzzle_kind *kind, const hr_solver *solver) {
    for (size_t i = 0; set->solver == NULL && hr_solvers[i] != solver; i++) {
        hr_error why = {.text = ""};
        if (hr_solvers[i]->asked_for) {
            continue;
        }
        if (!hr_solvers[i]->takes(kind)) {
            fprintf(stderr, "huarong solve: not %s, which does not take %s\n", hr_solvers[i]->name, kind->name);
        } else if (hr_solvers[i]->check(kind, set, &why) != HR_OK) {
            fprintf(stderr, "huarong solve: not %s: %s\n", hr_solvers[i]->name, why.text);
        }
    }
    fprintf(stderr, "huarong solve: by %s, %s (%s)\n", solver->name,
            set->solver == NULL ? "the first algorithm that takes this puzzle" : "as asked for", solver->summary);
}

static hr_status check(void *context, hr_error *error) {
    hr_solve_settings *set = context;
    if (set->file != NULL && set->arguments.count > 0) {
        return hr_error_set(error, HR_USAGE, "give positions as arguments or by --file, not both");
    }
    set->all = set->all || set->list > 0;
    if (set->check != NULL && (set->output.format != HR_FORMAT_TEXT || set->output.path != NULL || set->file != NULL)) {
        return hr_error_set(error, HR_USAGE, "--check prints its verdict as text: leave out --file, --output and other formats");
    }
    return hr_drawing_check(&set->drawing, set->spec, error);
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const hr_solve_settings *set = context;
    const hr_puzzle_kind *kind = NULL;
    const hr_solver *solver = NULL;
    assert(set->spec != NULL); // check() has refused settings without a spec
    HR_TRY(hr_puzzle_kind_of(set->spec, &kind, error));
    HR_TRY(choose_solver(set, kind, &solver, error));
    if (set->moves_of == HR_MOVES_OF_TILE && !kind->letters) {
        return hr_error_set(error, HR_USAGE, "only moves of tile puzzles are called by letters: leave out --moves-of");
    }
    HR_TRY(hr_program_start(program, error));
    hr_solve_settings chosen = *set;
    char *state = NULL;
    hr_status status = set->check == NULL ? HR_OK : hr_solve_check_moves(program, set, kind, &chosen.checked, &state, error);
    const char *const read[] = {state};
    if (state != NULL) {
        chosen.arguments = (hr_arguments){.texts = read, .count = 1}; // a pipe can be read only once
    }
    if (set->verbose && hr_program_speaks(program)) {
        say_choice(set, kind, solver);
    }
    chosen.solver = solver;
    chosen.algorithm = solver->name;
    status = status == HR_OK ? solver->run(program, kind, &chosen, error) : status;
    free(state);
    return status;
}

static const hr_solve_settings DEFAULTS = {.heuristic = "auto", .long_run = HR_LONG_RUN_DEFAULTS};

const hr_command hr_command_solve = {
    .name = "solve",
    .arguments = "PUZZLE [STATE]...",
    .summary = "solve Klotski, tiles and more with the fewest moves",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 100000,
    .parallel = true,
    .stops = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(hr_solve_settings),
    .defaults = &DEFAULTS,
    .first = PLACE(spec, const char *),
    .rest = HR_PART(hr_solve_settings, arguments, hr_arguments),
    .output = HR_PART(hr_solve_settings, output, hr_output_options),
    .check = check,
    .run = run,
};
