// SPDX-License-Identifier: MIT
// huarong solve PUZZLE STATE…

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/commands/solve/solve.h"
#include "cli/options/options.h"
#include "cli/options/values.h"
#include "cli/program.h"
#include "core/try.h"

enum {
    OPTION_FILE = 1,
    OPTION_ALGORITHM,
    OPTION_HEURISTIC,
    OPTION_NO_MIRROR,
    OPTION_WEIGHT,
    OPTION_ALL,
    OPTION_COMPLETE,
    OPTION_MAX_NODES,
    OPTION_MAX_SECONDS,
    OPTION_MEMORY,
    OPTION_ITERATIONS,
    OPTION_BOARDS,
    OPTION_JSON,
    OPTION_QUIET,
};

static const struct poptOption OPTIONS[] = {
    {"file", '\0', POPT_ARG_STRING, NULL, OPTION_FILE, "positions from a file, - for standard input (default\nwithout STATE)",
     "FILE"},
    HR_GOAL_OPTION,
    {"algorithm", '\0', POPT_ARG_STRING, NULL, OPTION_ALGORITHM,
     "idastar (tile and drops), layers (any puzzle but\ndrops; breadth first, all states in memory), or\nauto (default: idastar "
     "where it can)",
     "NAME"},
    {"heuristic", '\0', POPT_ARG_STRING, NULL, OPTION_HEURISTIC,
     "tile: auto (default), manhattan, conflict, walking,\nor a partition into patterns: 7-8, 1,2,3/4,5/6,7,8", "NAME"},
    {"no-mirror", '\0', POPT_ARG_NONE, NULL, OPTION_NO_MIRROR, "tile: do not look up the mirrored position, too", NULL},
    {"weight", '\0', POPT_ARG_STRING, NULL, OPTION_WEIGHT, "quick solutions, at most P/Q times the shortest: 4/3", "P/Q"},
    {"all", '\0', POPT_ARG_NONE, NULL, OPTION_ALL, "count all shortest solutions", NULL},
    {"complete", '\0', POPT_ARG_NONE, NULL, OPTION_COMPLETE, "finish the last iteration: the whole count of nodes", NULL},
    {"max-nodes", '\0', POPT_ARG_STRING, NULL, OPTION_MAX_NODES, "give up a position after so many nodes: 10M", "COUNT"},
    {"max-seconds", '\0', POPT_ARG_STRING, NULL, OPTION_MAX_SECONDS, "give up a position after this time: 90s, 10m", "TIME"},
    {"memory", '\0', POPT_ARG_STRING, NULL, OPTION_MEMORY,
     "for databases (tile) or states (klotski) of a node:\n8G, 512M; default: what there is", "SIZE"},
    HR_LONG_RUN_OPTIONS(
        "after an iteration or positions, when so much\ntime has passed: 10m (default), 90s; always when a\nrun ends",
        "add a line of JSON per iteration, position and\ncheckpoint; one a second for easy positions"),
    HR_METRIC_OPTION,
    HR_EXIT_OPTION,
    {"iterations", '\0', POPT_ARG_NONE, NULL, OPTION_ITERATIONS,
     "tell of each iteration on stderr; all ranks solve\none position after the other", NULL},
    {"boards", '\0', POPT_ARG_NONE, NULL, OPTION_BOARDS, "print each board on the way", NULL},
    {"json", '\0', POPT_ARG_NONE, NULL, OPTION_JSON, "print the result as JSON", NULL},
    {"quiet", 'q', POPT_ARG_NONE, NULL, OPTION_QUIET, "no notices and no iterations", NULL},
    HR_OPTIONS_END,
};

static const char NOTES[] = "Puzzles: tile:WxH up to 5x5, klotski, drops:WxH. A STATE is a text as in\n"
                            "'huarong help tile'. A file holds one state a line, or boards in any layout,\n"
                            "perhaps after their number. Moves are those of the blank: U D L R.\n"
                            "Pattern databases are kept in $XDG_CACHE_HOME/huarong or ~/.cache/huarong.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong solve tile:4x4 '2 5 4 6 1 13 11 3 14 12 7 10 8 15 9 0'\n"
                            "  mpirun -n 2 huarong solve tile:4x4 --heuristic 7-8 --file boards.txt\n"
                            "  huarong solve klotski 横刀立马 --metric move\n"
                            "\n"
                            "Exit codes: see 'huarong help exit'.\n";

static hr_status read_weight(const char *text, hr_idastar_weight *weight, hr_error *error) {
    char *end = NULL;
    const unsigned long p = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
    unsigned long q = 1;
    if (end != NULL && *end == '/' && end[1] >= '0' && end[1] <= '9') {
        q = strtoul(end + 1, &end, 10);
    }
    if (end == NULL || *end != '\0' || q < 1 || p < q || p > 100 || q > 100) {
        return hr_error_set(error, HR_USAGE, "--weight: '%.40s' is no weight: write P/Q with 100 >= P >= Q >= 1, as in 4/3", text);
    }
    *weight = (hr_idastar_weight){.numerator = (uint32_t)p, .denominator = (uint32_t)q};
    return HR_OK;
}

/// Set *solver to the solver `name`; "auto" gives NULL.
static hr_status read_solver(const char *name, const hr_solver **solver, hr_error *error) {
    *solver = NULL;
    for (size_t i = 0; hr_solvers[i] != NULL; i++) {
        if (strcmp(name, hr_solvers[i]->name) == 0) {
            *solver = hr_solvers[i];
        }
    }
    return *solver != NULL || strcmp(name, "auto") == 0
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "--algorithm: unknown algorithm '%.40s': use auto, idastar or layers", name);
}

static hr_status set_option(void *context, int option, const char *value, hr_error *error) {
    hr_solve_settings *set = context;
    hr_status status = HR_OK;
    if (hr_long_run_set(&set->long_run, option, value, &status, error)) {
        return status;
    }
    if (hr_puzzle_input_set(&set->puzzle, option, value, &status, error)) {
        set->metric_given = set->metric_given || option == HR_OPTION_METRIC;
        return status;
    }
    switch (option) {
    case HR_OPTION_ARGUMENT:
        if (set->spec == NULL) {
            set->spec = value;
        } else {
            set->arguments[set->argument_count++] = value;
        }
        return HR_OK;
    case OPTION_FILE:
        set->file = value;
        return HR_OK;
    case OPTION_ALGORITHM:
        return read_solver(value, &set->solver, error);
    case OPTION_HEURISTIC:
        set->heuristic = value;
        return HR_OK;
    case OPTION_NO_MIRROR:
        set->no_mirror = true;
        return HR_OK;
    case OPTION_WEIGHT:
        return read_weight(value, &set->weight, error);
    case OPTION_ALL:
        set->all = true;
        return HR_OK;
    case OPTION_COMPLETE:
        set->complete = true;
        return HR_OK;
    case OPTION_MAX_NODES:
        return hr_value_count("--max-nodes", value, &set->max_nodes, error);
    case OPTION_MAX_SECONDS:
        return hr_value_seconds("--max-seconds", value, &set->max_seconds, error);
    case OPTION_MEMORY:
        return hr_value_size("--memory", value, &set->memory_limit, error);
    case OPTION_ITERATIONS:
        set->iterations = true;
        return HR_OK;
    case OPTION_BOARDS:
        set->boards = true;
        return HR_OK;
    case OPTION_JSON:
        set->json = true;
        return HR_OK;
    case OPTION_QUIET:
        set->quiet = true;
        return HR_OK;
    default:
        return hr_error_set(error, HR_INTERNAL, "option %d is in the table but not handled", option);
    }
}

/// Choose the solver: the one that the settings name, else the first that takes them. If none takes them, the error is that of the
/// last solver.
static hr_status choose_solver(const hr_solve_settings *set, const hr_puzzle_kind *kind, const hr_solver **solver,
                               hr_error *error) {
    *solver = set->solver;
    if (*solver != NULL) {
        return (*solver)->check(kind, set, error);
    }
    hr_status status = HR_USAGE;
    for (size_t i = 0; status != HR_OK && hr_solvers[i] != NULL; i++) {
        *solver = hr_solvers[i];
        status = (*solver)->check(kind, set, error);
    }
    return status;
}

static hr_status check(void *context, hr_error *error) {
    hr_solve_settings *set = context;
    if (set->spec == NULL) {
        return hr_error_set(error, HR_USAGE, "a puzzle is missing: use tile:4x4, klotski or drops:6x6");
    }
    if (set->file != NULL && set->argument_count > 0) {
        return hr_error_set(error, HR_USAGE, "give positions as arguments or by --file, not both");
    }
    if (set->weight.numerator != 0 && (set->all || set->complete)) {
        return hr_error_set(error, HR_USAGE, "--weight finds one quick solution: leave out --all and --complete");
    }
    const char *file = set->file != NULL && strcmp(set->file, "-") != 0 ? set->file : NULL;
    const hr_file_name files[] = {
        HR_PUZZLE_INPUT_FILES(&set->puzzle), HR_LONG_RUN_FILES(&set->long_run), {"--file", file, HR_FILE_READS}};
    HR_TRY(hr_file_names_check(files, sizeof files / sizeof files[0], error));
    return hr_long_run_check(&set->long_run, error);
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const hr_solve_settings *set = context;
    const hr_puzzle_kind *kind = NULL;
    const hr_solver *solver = NULL;
    assert(set->spec != NULL); // check() has refused settings without a spec
    HR_TRY(hr_puzzle_kind_of(set->spec, &kind, error));
    HR_TRY(choose_solver(set, kind, &solver, error));
    HR_TRY(hr_program_start(program, error));
    return solver->run(program, kind, set, error);
}

static const hr_solve_settings DEFAULTS = {.heuristic = "auto"};

const hr_command hr_command_solve = {
    .name = "solve",
    .arguments = "PUZZLE [STATE]...",
    .summary = "solve positions with the fewest moves",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 100000,
    .parallel = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(hr_solve_settings),
    .defaults = &DEFAULTS,
    .set = set_option,
    .check = check,
    .run = run,
};
