// SPDX-License-Identifier: MIT
// huarong graph TABLE|PUZZLE

#include <string.h>

#include "cli/commands.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/try.h"
#include "huarong/table.h"
#include "puzzle/kinds.h"
#include "report/graph/graph.h"

static const char NOTES[] = "Nodes have their state, distance (from where the run or the table begins) and\n"
                            "whether it is solved; edges have the move.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong graph klotski --from 横刀立马 --metric move --output graph.graphml\n"
                            "  huarong graph tile:2x3 --format dot --undirected | sfdp -Tsvg >graph.svg\n"
                            "  huarong graph all.table --format count --max-states 30M\n";

typedef struct settings {
    const char *what; ///< path of the table, or the puzzle's spec
    hr_puzzle_input puzzle;
    hr_output_options output;
    hr_graph_format format;
    bool format_given;
    bool undirected;
    hr_count max_states;
} settings;

static const struct {
    hr_option_name name;
    const char *endings[2];
} FORMATS[] = {
    [HR_GRAPH_GRAPHML] = {{"graphml", .summary = ".graphml"}, {".graphml"}},
    [HR_GRAPH_DOT] = {{"dot", .summary = ".dot or .gv, for Graphviz"}, {".dot", ".gv"}},
    [HR_GRAPH_EDGES] = {{"edges", .summary = ".tsv, a line for each edge: state, tab, state, tab, move"}, {".tsv"}},
    [HR_GRAPH_COUNT] = {{"count", .summary = "only the numbers of nodes and edges"}, {NULL}},
};
enum { FORMAT_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

static hr_option_name format_name(size_t i) { return i < FORMAT_COUNT ? FORMATS[i].name : (hr_option_name){.name = NULL}; }

static const hr_option_names FORMAT_NAMES = {"Formats", format_name};

/// Most states without --max-states.
#define USUAL_STATES 1000000

static const hr_option OPTIONS[] = {
    {"format", "FORMAT", "the format; default: by the ending of FILE", HR_NAME(settings, format, hr_graph_format, &FORMAT_NAMES),
     .given = HR_PART(settings, format_given, bool)},
    {"undirected", NULL, "one edge for each pair of neighbours, not two", HR_FLAG(settings, undirected),
     .more = "It has the move from the state that is found first."},
    {"max-states", "COUNT", "refuse a space with more states; default 1M", HR_COUNT(settings, max_states), .was = "limit",
     .more = "The exit status is 3.\nA state takes some 20 bytes of memory."},
    HR_METRIC_OPTION(settings, puzzle),
    HR_FROM_OPTION(settings, puzzle),
    HR_GOAL_OPTION(settings, puzzle),
    HR_EXIT_OPTION(settings, puzzle),
    HR_RESULT_OPTIONS(settings, output, "output"),
    HR_OPTIONS_END,
};

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    for (size_t i = 0; !set->format_given && i < FORMAT_COUNT; i++) {
        const char *const *endings = FORMATS[i].endings;
        if ((endings[0] != NULL && hr_output_ends_with(&set->output, endings[0])) ||
            (endings[1] != NULL && hr_output_ends_with(&set->output, endings[1]))) {
            set->format = (hr_graph_format)i;
            set->format_given = true;
        }
    }
    if (!set->format_given) {
        char formats[100] = "";
        hr_value_list_names(&FORMAT_NAMES, formats, sizeof formats);
        return !hr_output_is_file(&set->output)
                   ? hr_error_set(error, HR_USAGE, "a format is missing: give --format, which takes %s", formats)
                   : hr_error_set(error, HR_USAGE, "the name %.200s does not show the format: give --format, which takes %s",
                                  set->output.path, formats);
    }
    return HR_OK;
}

/// A graph and the form in which it is printed.
typedef struct printing {
    const settings *set;
    hr_graph *graph;
} printing;

/// Write the graph in the chosen format (hr_result_printer).
static hr_status print(void *context, FILE *out, hr_error *error) {
    const printing *p = context;
    return hr_graph_write(p->graph, p->set->format, p->set->undirected, out, error);
}

static hr_status print_graph(const hr_program *program, const settings *set, hr_graph *graph, hr_error *error) {
    printing p = {.set = set, .graph = graph};
    return hr_result_print(program, print, &p, error);
}

/// Search the puzzle's space, and print it as a graph.
static hr_status run_puzzle(hr_program *program, const settings *set, hr_error *error) {
    hr_puzzle_input input = set->puzzle;
    hr_puzzle *puzzle = NULL;
    hr_graph *graph = NULL;
    input.options.spec = set->what;
    input.options.no_symmetry = true; // every state is a node of its own
    hr_status status = hr_puzzle_input_create(program, &input, &puzzle, error);
    status = status == HR_OK ? hr_graph_search(puzzle, set->max_states, &graph, error) : status;
    status = status == HR_OK ? print_graph(program, set, graph, error) : status;
    hr_graph_destroy(&graph);
    hr_puzzle_destroy(&puzzle);
    hr_puzzle_input_clear(&input);
    return status;
}

static hr_status run_table(hr_program *program, const settings *set, hr_error *error) {
    const hr_puzzle_options *options = &set->puzzle.options;
    hr_table *table = NULL;
    hr_graph *graph = NULL;
    if (options->from != NULL || options->goal != NULL || options->exit != NULL || set->puzzle.metric_given) {
        return hr_error_set(error, HR_USAGE, "a table has its metric, start, goal and exit: leave out these options");
    }
    HR_TRY(hr_table_open(set->what, &table, error));
    hr_status status = hr_graph_of_table(table, set->max_states, &graph, error);
    status = status == HR_OK ? print_graph(program, set, graph, error) : status;
    hr_graph_destroy(&graph);
    hr_table_close(&table);
    return status;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const settings *set = context;
    const hr_puzzle_kind *kind = NULL;
    if (hr_puzzle_kind_of(set->what, &kind, NULL) != HR_OK) {
        return run_table(program, set, error);
    }
    return run_puzzle(program, set, error);
}

static const settings DEFAULTS = {.max_states = USUAL_STATES};

const hr_command hr_command_graph = {
    .name = "graph",
    .arguments = "TABLE|PUZZLE",
    .summary = "write a space as a graph: GraphML, DOT, edges",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .defaults = &DEFAULTS,
    .first = HR_PLACE(settings, what, const char *),
    .first_file = HR_FILE_READS,
    .output = HR_PART(settings, output, hr_output_options),
    .check = check_settings,
    .run = run,
};
