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
                            "whether it is solved; edges have the move. edges: a line for each, state, tab,\n"
                            "state, tab, move. count: only how many nodes and edges there are. Without\n"
                            "--format the end of FILE decides: .graphml, .gexf, .dot or .gv, .tsv.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong graph klotski --from 横刀立马 --metric move --out graph.graphml\n"
                            "  huarong graph tile:2x3 --format dot --undirected | sfdp -Tsvg >graph.svg\n"
                            "  huarong graph all.table --format count --limit 30M\n";

typedef struct settings {
    const char *what; ///< path of the table, or the puzzle's spec
    hr_puzzle_input puzzle;
    hr_output_options output;
    hr_graph_format format;
    bool format_given;
    bool undirected;
    hr_count limit;
} settings;

static const struct {
    const char *name;
    const char *endings[2];
} FORMATS[] = {
    [HR_GRAPH_GRAPHML] = {"graphml", {".graphml"}}, [HR_GRAPH_GEXF] = {"gexf", {".gexf"}},
    [HR_GRAPH_DOT] = {"dot", {".dot", ".gv"}},      [HR_GRAPH_EDGES] = {"edges", {".tsv"}},
    [HR_GRAPH_COUNT] = {"count", {NULL}},
};
enum { FORMAT_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

/// Most states without --limit.
#define USUAL_LIMIT 1000000

/// Read a format's name (hr_option_reader).
static hr_status read_format(const hr_option *option, const char *text, void *place, hr_error *error) {
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(FORMATS[i].name, text) == 0) {
            *(hr_graph_format *)place = (hr_graph_format)i;
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "--%s=%.60s: there are graphml, gexf, dot, edges and count", option->name, text);
}

static const hr_option OPTIONS[] = {
    {"format", "FORMAT", "graphml, gexf, dot, edges or count", .place = HR_PLACE(settings, format, hr_graph_format),
     .read = read_format, .given = HR_PART(settings, format_given, bool), .words = "graphml gexf dot edges count"},
    {"undirected", NULL, "one edge for each pair of neighbours, not two", HR_FLAG(settings, undirected)},
    {"limit", "COUNT", "refuse a space with more states; default 1M", HR_COUNT(settings, limit)},
    HR_METRIC_OPTION(settings, puzzle),
    HR_FROM_OPTION(settings, puzzle),
    HR_GOAL_OPTION(settings, puzzle),
    HR_EXIT_OPTION(settings, puzzle),
    HR_RESULT_OPTION(settings, output, ""),
    HR_FORCE_OPTION(settings, output, "--out may replace a file"),
    HR_OPTIONS_END,
};

/// Does the file's name end like one of the format's files?
static bool ends_like(const char *path, hr_graph_format format) {
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof FORMATS[format].endings / sizeof FORMATS[format].endings[0]; i++) {
        const char *ending = FORMATS[format].endings[i];
        if (ending != NULL && length > strlen(ending) && strcmp(path + length - strlen(ending), ending) == 0) {
            return true;
        }
    }
    return false;
}

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    for (size_t i = 0; !set->format_given && set->output.path != NULL && i < FORMAT_COUNT; i++) {
        if (ends_like(set->output.path, (hr_graph_format)i)) {
            set->format = (hr_graph_format)i;
            set->format_given = true;
        }
    }
    if (!set->format_given) {
        static const char FORMATS_THERE_ARE[] = "give --format graphml, gexf, dot, edges or count";
        return !hr_output_is_file(&set->output) ? hr_error_set(error, HR_USAGE, "a format is missing: %s", FORMATS_THERE_ARE)
                                                : hr_error_set(error, HR_USAGE, "the name %.200s does not show the format: %s",
                                                               set->output.path, FORMATS_THERE_ARE);
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
    status = status == HR_OK ? hr_graph_search(puzzle, set->limit, &graph, error) : status;
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
    HR_TRY(hr_program_open_table(program, set->what, &table, error));
    hr_status status = hr_graph_of_table(table, set->limit, &graph, error);
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

static const settings DEFAULTS = {.limit = USUAL_LIMIT};

const hr_command hr_command_graph = {
    .name = "graph",
    .arguments = "TABLE|PUZZLE",
    .summary = "write a space as a graph: GraphML, GEXF, DOT, edges",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 1,
    .wide = true,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .defaults = &DEFAULTS,
    .first = HR_PLACE(settings, what, const char *),
    .first_file = HR_FILE_READS,
    .output = HR_PART(settings, output, hr_output_options),
    .check = check_settings,
    .run = run,
};
