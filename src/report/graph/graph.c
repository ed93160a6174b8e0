// SPDX-License-Identifier: MIT
// The formats: graphml.graphdrawing.org, graphviz.org/doc/info/lang.html.

#include "report/graph/graph.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/quantity.h"
#include "core/sorting.h"
#include "core/try.h"
#include "report/xml.h"

enum { EXPANDED = 64 }; ///< nodes that are expanded at a time

/// A graph that is being written.
typedef struct output {
    const hr_graph *graph;
    FILE *out;
    bool undirected;
    hr_state *successors; ///< [EXPANDED · max_successors · words]
    uint64_t edges;       ///< edges written so far
} output;

/// One format. Each function writes one part of a graph; NULL if the format has no such part.
typedef struct style {
    void (*begin)(const output *o);
    void (*node)(const output *o, size_t number, const char *state, bool solved);
    void (*edge)(const output *o, size_t from, size_t to, const char *move);
    void (*end)(const output *o);
} style;

static const char *yes_or_no(bool yes) { return yes ? "true" : "false"; }

static const char *spec_of(const output *o) { return hr_puzzle_describe(o->graph->puzzle)->spec; }

static void graphml_begin(const output *o) {
    fprintf(o->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
                    "<key id=\"state\" for=\"node\" attr.name=\"state\" attr.type=\"string\"/>\n"
                    "<key id=\"distance\" for=\"node\" attr.name=\"distance\" attr.type=\"int\"/>\n"
                    "<key id=\"solved\" for=\"node\" attr.name=\"solved\" attr.type=\"boolean\"/>\n"
                    "<key id=\"move\" for=\"edge\" attr.name=\"move\" attr.type=\"string\"/>\n"
                    "<graph id=\"");
    hr_xml_put(o->out, spec_of(o));
    fprintf(o->out, "\" edgedefault=\"%s\">\n", o->undirected ? "undirected" : "directed");
}

static void graphml_node(const output *o, size_t number, const char *state, bool solved) {
    fprintf(o->out, "<node id=\"n%zu\"><data key=\"state\">", number);
    hr_xml_put(o->out, state);
    fprintf(o->out, "</data><data key=\"distance\">%" PRIu32 "</data><data key=\"solved\">%s</data></node>\n",
            o->graph->space.distances[number], yes_or_no(solved));
}

static void graphml_edge(const output *o, size_t from, size_t to, const char *move) {
    fprintf(o->out, "<edge source=\"n%zu\" target=\"n%zu\"><data key=\"move\">", from, to);
    hr_xml_put(o->out, move);
    fprintf(o->out, "</data></edge>\n");
}

static void graphml_end(const output *o) { fprintf(o->out, "</graph>\n</graphml>\n"); }

/// Write a text between the quotes of DOT, where only the quote and the backslash mean something.
static void put_dot(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            (void)fputc('\\', out);
        }
        (void)fputc(*text, out);
    }
}

static void dot_begin(const output *o) {
    fprintf(o->out, "%s \"", o->undirected ? "graph" : "digraph");
    put_dot(o->out, spec_of(o));
    fprintf(o->out, "\" {\nnode [shape=point];\n");
}

static void dot_node(const output *o, size_t number, const char *state, bool solved) {
    fprintf(o->out, "n%zu [state=\"", number);
    put_dot(o->out, state);
    fprintf(o->out, "\", distance=%" PRIu32 ", solved=%s];\n", o->graph->space.distances[number], yes_or_no(solved));
}

static void dot_edge(const output *o, size_t from, size_t to, const char *move) {
    fprintf(o->out, "n%zu %s n%zu [move=\"", from, o->undirected ? "--" : "->", to);
    put_dot(o->out, move);
    fprintf(o->out, "\"];\n");
}

static void dot_end(const output *o) { fprintf(o->out, "}\n"); }

static void list_edge(const output *o, size_t from, size_t to, const char *move) {
    char texts[2][HR_STATE_TEXT_MAX];
    hr_puzzle_format(o->graph->puzzle, hr_space_state(&o->graph->space, from), texts[0]);
    hr_puzzle_format(o->graph->puzzle, hr_space_state(&o->graph->space, to), texts[1]);
    fprintf(o->out, "%s\t%s\t%s\n", texts[0], texts[1], move);
}

static void count_end(const output *o) { fprintf(o->out, "nodes %zu\nedges %" PRIu64 "\n", o->graph->space.count, o->edges); }

static const style STYLES[] = {
    [HR_GRAPH_GRAPHML] = {graphml_begin, graphml_node, graphml_edge, graphml_end},
    [HR_GRAPH_DOT] = {dot_begin, dot_node, dot_edge, dot_end},
    [HR_GRAPH_EDGES] = {.edge = list_edge},
    [HR_GRAPH_COUNT] = {.end = count_end},
};

static void put_nodes(const output *o, const style *f) {
    for (size_t i = 0; f->node != NULL && i < o->graph->space.count && ferror(o->out) == 0; i++) {
        char text[HR_STATE_TEXT_MAX];
        uint8_t solved = 0;
        hr_puzzle_format(o->graph->puzzle, hr_space_state(&o->graph->space, i), text);
        hr_puzzle_solved(o->graph->puzzle, hr_space_state(&o->graph->space, i), 1, &solved);
        f->node(o, i, text, solved != 0);
    }
}

/// Must the number of each edge's target be known?
static bool needs_numbers(const output *o, const style *f) { return f->edge != NULL || o->undirected; }

/// Write the edges from one node to `successors[0..n)`, each once. In an undirected graph, leave out those to nodes with a smaller
/// number.
static hr_status put_edges_from(output *o, const style *f, size_t from, hr_state *successors, size_t n, hr_error *error) {
    const hr_graph *graph = o->graph;
    const size_t distinct = hr_sort_distinct(successors, n, graph->space.words);
    for (size_t k = 0; k < distinct; k++) {
        const hr_state *next = successors + k * graph->space.words;
        const uint32_t to = needs_numbers(o, f) ? hr_space_find(&graph->space, next) : 0;
        if (to == HR_STATE_SLOTS_NONE) {
            return hr_error_set(error, HR_FILE, "a state of the table has a successor that is not in it");
        }
        if (o->undirected && to < from) {
            continue;
        }
        if (f->edge != NULL) {
            hr_step step;
            HR_TRY(hr_puzzle_step(graph->puzzle, hr_space_state(&graph->space, from), next, &step, error));
            f->edge(o, from, to, step.text);
        }
        o->edges++;
    }
    return HR_OK;
}

/// Write all edges, node by node.
static hr_status put_edges(output *o, const style *f, hr_error *error) {
    const hr_graph *graph = o->graph;
    for (size_t first = 0; first < graph->space.count && ferror(o->out) == 0; first += EXPANDED) {
        const size_t nodes = graph->space.count - first < EXPANDED ? graph->space.count - first : EXPANDED;
        uint16_t counts[EXPANDED];
        hr_state *successors = o->successors;
        (void)hr_puzzle_expand(graph->puzzle, hr_space_state(&graph->space, first), nodes, successors, counts);
        for (size_t i = 0; i < nodes; i++) {
            HR_TRY(put_edges_from(o, f, first + i, successors, counts[i], error));
            successors += counts[i] * graph->space.words;
        }
    }
    return HR_OK;
}

hr_status hr_graph_write(const hr_graph *graph, hr_graph_format format, bool undirected, FILE *out, hr_error *error) {
    const style *f = &STYLES[format];
    output o = {.graph = graph, .out = out, .undirected = undirected};
    o.successors = malloc(EXPANDED * hr_puzzle_describe(graph->puzzle)->max_successors * graph->space.words * sizeof *o.successors);
    HR_TRY_MEMORY(o.successors != NULL, error, "successors");
    if (f->begin != NULL) {
        f->begin(&o);
    }
    put_nodes(&o, f);
    const hr_status status = put_edges(&o, f, error);
    if (f->end != NULL && status == HR_OK) {
        f->end(&o);
    }
    free(o.successors);
    return status;
}

static hr_status create_graph(const hr_puzzle *puzzle, size_t limit, hr_graph **graph, hr_error *error) {
    *graph = calloc(1, sizeof **graph);
    HR_TRY_MEMORY(*graph != NULL, error, "a graph");
    (*graph)->puzzle = puzzle;
    hr_space_begin(&(*graph)->space, puzzle, limit);
    return HR_OK;
}

void hr_graph_destroy(hr_graph **graph) {
    if (*graph != NULL) {
        hr_space_clear(&(*graph)->space);
        free(*graph);
        *graph = NULL;
    }
}

/// Destroy a graph that could not be made, or that has too many states. Returns what its maker is to return.
static hr_status check_graph(hr_graph **graph, hr_status status, hr_error *error) {
    if (status == HR_OK && (*graph)->space.count > (*graph)->space.limit) {
        char number[HR_QUANTITY_MAX];
        const size_t limit = (*graph)->space.limit;
        status =
            hr_error_set(error, HR_STOPPED, "the space has more than %s state%s: give a larger --max-states, or a smaller space",
                         hr_quantity_count(limit, number), hr_quantity_plural(limit));
    }
    if (status != HR_OK) {
        hr_graph_destroy(graph);
    }
    return status;
}

static hr_status add_sources(hr_graph *graph, hr_error *error) {
    hr_state states[HR_BATCH * HR_STATE_WORDS_MAX];
    hr_space *space = &graph->space;
    uint64_t cursor = 0;
    for (size_t n = 0; space->count <= space->limit && (n = hr_puzzle_sources(graph->puzzle, &cursor, states, HR_BATCH)) > 0;) {
        for (size_t i = 0; i < n; i++) {
            HR_TRY(hr_space_add(space, states + i * space->words, 0, error));
        }
    }
    return HR_OK;
}

hr_status hr_graph_search(const hr_puzzle *puzzle, size_t limit, hr_graph **graph, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    *graph = NULL;
    if (info->reachable > limit) {
        char text[2][HR_QUANTITY_MAX];
        return hr_error_set(error, HR_STOPPED,
                            "the space has %s states, more than %s: give a larger --max-states, or a smaller space",
                            hr_quantity_count(info->reachable, text[0]), hr_quantity_count(limit, text[1]));
    }
    hr_status status = create_graph(puzzle, limit, graph, error);
    status = status == HR_OK ? add_sources(*graph, error) : status;
    status = status == HR_OK ? hr_space_spread(&(*graph)->space, puzzle, error) : status;
    return check_graph(graph, status, error);
}

hr_status hr_graph_of_table(const hr_table *table, size_t limit, hr_graph **graph, hr_error *error) {
    const hr_table_info *info = hr_table_describe(table);
    *graph = NULL;
    if (info->encoding == HR_TABLE_PLANES) {
        return hr_error_set(error, HR_USAGE, "%.300s has one bit a state: give its puzzle instead", info->path);
    }
    if (info->reached > limit) {
        char text[2][HR_QUANTITY_MAX];
        return hr_error_set(error, HR_STOPPED, "the table has %s states, more than %s: give a larger --max-states",
                            hr_quantity_count(info->reached, text[0]), hr_quantity_count(limit, text[1]));
    }
    hr_status status = create_graph(hr_table_puzzle(table), limit, graph, error);
    status = status == HR_OK ? hr_space_add_table(&(*graph)->space, table, false, error) : status;
    return check_graph(graph, status, error);
}
