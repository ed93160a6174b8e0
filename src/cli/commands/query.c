// SPDX-License-Identifier: MIT
// huarong query TABLE [STATE]...

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/commands/query_states.h"
#include "cli/options/options.h"
#include "cli/options/values.h"
#include "cli/program.h"
#include "core/try.h"

enum {
    OPTION_PATH = 1,
    OPTION_NEXT,
    OPTION_HARDEST,
    OPTION_RANDOM,
    OPTION_AT,
    OPTION_UNREACHED,
    OPTION_PIECES,
    OPTION_LIMIT,
    OPTION_SEED,
    OPTION_PUZZLE,
    OPTION_METRIC,
    OPTION_DRAW,
    OPTION_JSON,
};

static const struct poptOption OPTIONS[] = {
    {"path", 'p', POPT_ARG_NONE, NULL, OPTION_PATH, "tell an optimal sequence of moves as well", NULL},
    {"next", 'n', POPT_ARG_NONE, NULL, OPTION_NEXT, "tell all optimal first moves as well", NULL},
    {"hardest", '\0', POPT_ARG_STRING, NULL, OPTION_HARDEST, "instead of asking for states: the N hardest", "N"},
    {"random", '\0', POPT_ARG_STRING, NULL, OPTION_RANDOM, "instead of asking for states: N random ones", "N"},
    {"at", '\0', POPT_ARG_STRING, NULL, OPTION_AT,
     "states at this distance: all, or with --hardest or\n--random only among them; 7 or 10-20", "DISTANCE"},
    {"unreached", '\0', POPT_ARG_NONE, NULL, OPTION_UNREACHED, "states that no sequence of moves leads to, as --at", NULL},
    {"pieces", '\0', POPT_ARG_STRING, NULL, OPTION_PIECES,
     "klotski: only states with so many horizontals,\nverticals and singles: 1,4,4", "H,V,S"},
    {"limit", '\0', POPT_ARG_STRING, NULL, OPTION_LIMIT, "with --at or --unreached alone: at most so many;\ndefault 1000000",
     "COUNT"},
    {"seed", '\0', POPT_ARG_STRING, NULL, OPTION_SEED, "of --random: the same seed, the same states;\ndefault 0", "NUMBER"},
    {"puzzle", '\0', POPT_ARG_STRING, NULL, OPTION_PUZZLE, "refuse the table unless it is of this puzzle", "PUZZLE"},
    {"metric", '\0', POPT_ARG_STRING, NULL, OPTION_METRIC, "refuse the table unless it has this metric", "METRIC"},
    {"draw", '\0', POPT_ARG_NONE, NULL, OPTION_DRAW, "draw the states", NULL},
    {"json", '\0', POPT_ARG_NONE, NULL, OPTION_JSON, "one JSON object a line", NULL},
    HR_OPTIONS_END,
};

static const char NOTES[] = "Each state gets a line: its distance (- if no sequence of moves leads there), a\n"
                            "tab, the state. Without STATE they come from standard input, one a line.\n"
                            "Moves of tiles are the blank's: U D L R. Columns and rows count from 0.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong query all.table 横刀立马 --path\n"
                            "  huarong query all.table --hardest 6 --pieces 1,4,4 --draw\n"
                            "  huarong query eight.table --random 3 --at 20-31\n"
                            "  huarong query eight.table <states.txt >distances.txt\n"
                            "\n"
                            "Exit codes: see 'huarong help exit'.\n";

typedef struct settings {
    const char *path; ///< path of the table
    hr_query query;   ///< which answers to print, and how
    bool at;          ///< --at is given
    bool unreached;   ///< --unreached is given
    bool seeded;      ///< --seed is given
    hr_table_selection selection;
    hr_piece_set pieces;
    uint64_t count;     ///< value of --hardest or --random; 0: neither is given
    uint64_t limit;     ///< most states for --at or --unreached; 0: DEFAULT_LIMIT
    const char *spec;   ///< NULL: any puzzle
    const char *metric; ///< NULL: any metric
    size_t state_count;
    const char *states[]; ///< [state_count]
} settings;

enum { SELECTION_MAX = 1000000, DEFAULT_LIMIT = 1000000 };

static hr_status set_option(void *context, int option, const char *value, hr_error *error) {
    settings *set = context;
    switch (option) {
    case HR_OPTION_ARGUMENT:
        if (set->path == NULL) {
            set->path = value;
        } else {
            set->states[set->state_count++] = value;
        }
        return HR_OK;
    case OPTION_PATH:
        set->query.path = true;
        return HR_OK;
    case OPTION_NEXT:
        set->query.next = true;
        return HR_OK;
    case OPTION_HARDEST:
        set->selection.hardest = true;
        return hr_value_number("--hardest", value, 1, SELECTION_MAX, &set->count, error);
    case OPTION_RANDOM:
        set->selection.random = true;
        return hr_value_number("--random", value, 1, SELECTION_MAX, &set->count, error);
    case OPTION_AT:
        set->at = true;
        return hr_value_depths("--at", value, &set->selection.nearest, &set->selection.farthest, error);
    case OPTION_UNREACHED:
        set->unreached = true;
        return HR_OK;
    case OPTION_PIECES:
        set->selection.pieces = &set->pieces;
        return hr_value_pieces("--pieces", value, &set->pieces, error);
    case OPTION_LIMIT:
        return hr_value_number("--limit", value, 1, 100000000, &set->limit, error);
    case OPTION_SEED:
        set->seeded = true;
        return hr_value_number("--seed", value, 0, UINT64_MAX, &set->selection.seed, error);
    case OPTION_PUZZLE:
        set->spec = value;
        return HR_OK;
    case OPTION_METRIC:
        set->metric = value;
        return HR_OK;
    case OPTION_DRAW:
        set->query.draw = true;
        return HR_OK;
    case OPTION_JSON:
        set->query.json = true;
        return HR_OK;
    default:
        return hr_error_set(error, HR_INTERNAL, "option %d is in the table but not handled", option);
    }
}

/// Do the options select states from the table, instead of giving them?
static bool selects(const settings *set) { return set->count > 0 || set->at || set->unreached; }

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    const bool ranged = set->at || set->unreached;
    if (selects(set) && set->state_count > 0) {
        return hr_error_set(error, HR_USAGE, "either ask for states or let some be found: not both");
    }
    if (!selects(set) && set->selection.pieces != NULL) {
        return hr_error_set(error, HR_USAGE, "--pieces goes with --hardest, --random, --at or --unreached");
    }
    if (set->at && set->unreached) {
        return hr_error_set(error, HR_USAGE, "--at and --unreached exclude each other: give one of them");
    }
    if (set->limit > 0 && (!ranged || set->count > 0)) {
        return hr_error_set(error, HR_USAGE, "--limit goes with --at or --unreached alone: --hardest and --random have a number");
    }
    if (set->seeded && !set->selection.random) {
        return hr_error_set(error, HR_USAGE, "--seed goes with --random");
    }
    if (set->unreached) {
        set->selection.nearest = HR_DEPTH_UNREACHED;
        set->selection.farthest = HR_DEPTH_UNREACHED;
    } else if (!set->at) {
        set->selection.farthest = HR_DEPTH_UNREACHED - 1;
    }
    return HR_OK;
}

/// Check that the table is of the board and metric that the options give; other options, such as the goal, are taken from the
/// table. Errors of hr_table_require. HR_USAGE also: no opening of the board has the pieces that the options give.
static hr_status check_puzzle(const settings *set, const hr_table *table, hr_error *error) {
    hr_puzzle_options wanted = hr_table_describe(table)->options;
    if (set->spec != NULL && strcmp(set->spec, wanted.spec) != 0) {
        wanted = (hr_puzzle_options){.spec = set->spec, .metric = wanted.metric};
    }
    if (set->metric != NULL) {
        HR_TRY(hr_metric_parse(set->metric, &wanted.metric, error));
    }
    if (set->spec != NULL || set->metric != NULL) {
        HR_TRY(hr_table_require(table, &wanted, error));
    }
    const hr_puzzle_info *info = hr_puzzle_describe(hr_table_puzzle(table));
    const hr_piece_set *pieces = set->selection.pieces;
    if (pieces != NULL && info->piece_sets &&
        2 * (pieces->horizontals + pieces->verticals) + pieces->singles > info->width * info->height - 6) {
        return hr_error_set(error, HR_USAGE, "no opening of %s has these pieces", info->spec);
    }
    return HR_OK;
}

/// Select states from the table and print the answer for each.
static hr_status select_and_tell(settings *set, hr_error *error) {
    const hr_table_info *info = hr_table_describe(set->query.table);
    const uint64_t most = set->count > 0 ? set->count : set->limit > 0 ? set->limit : DEFAULT_LIMIT;
    const size_t limit = (size_t)(most < info->entries ? most : info->entries);
    hr_state *states = malloc(limit * sizeof *states);
    hr_depth *distances = malloc(limit * sizeof *distances);
    size_t count = 0;
    hr_status status = states == NULL || distances == NULL
                           ? hr_error_set(error, HR_INTERNAL, "out of memory for %zu states", limit)
                           : hr_table_select(set->query.table, &set->selection, limit, states, distances, &count, error);
    for (size_t i = 0; i < count && status == HR_OK; i++) {
        status = hr_query_tell(&set->query, NULL, states[i], distances[i], error);
    }
    if (status == HR_OK && set->count == 0 && set->limit == 0 && count == DEFAULT_LIMIT) {
        fprintf(stderr, "huarong query: these are the first %d; --limit tells more\n", DEFAULT_LIMIT);
    }
    free(states);
    free(distances);
    return status;
}

static hr_status ask(settings *set, hr_error *error) {
    if (selects(set)) {
        return select_and_tell(set, error);
    }
    if (set->state_count == 0) {
        return hr_query_stream(&set->query, STDIN_FILENO, error);
    }
    hr_status status = HR_OK;
    for (size_t i = 0; i < set->state_count && status == HR_OK; i++) {
        status = hr_query_ask(&set->query, set->states[i], error);
    }
    const hr_status answered =
        hr_query_answer(&set->query, status == HR_OK ? error : NULL); // also answer the states before a bad one
    return status == HR_OK ? answered : status;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    (void)program;
    settings *set = context;
    hr_table *table = NULL;
    HR_TRY(hr_table_open(set->path, &table, error));
    set->query.table = table;
    set->query.out = stdout;
    hr_status status = check_puzzle(set, table, error);
    if (status == HR_OK) {
        status = hr_query_create(&set->query, error);
    }
    if (status == HR_OK) {
        status = ask(set, error);
    }
    hr_query_destroy(&set->query);
    hr_table_close(&table);
    return status;
}

const hr_command hr_command_query = {
    .name = "query",
    .arguments = "TABLE [STATE]...",
    .summary = "look up distances and optimal moves in a table",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = SIZE_MAX,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .set = set_option,
    .check = check_settings,
    .run = run,
};
