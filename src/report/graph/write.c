// SPDX-License-Identifier: MIT
// Writes graphs. The formats: graphml.graphdrawing.org, graphviz.org/doc/info/lang.html.

#include <inttypes.h>
#include <stdlib.h>

#include "core/sorting.h"
#include "core/try.h"
#include "report/graph/space.h"
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
            o->graph->distances[number], yes_or_no(solved));
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
    fprintf(o->out, "\", distance=%" PRIu32 ", solved=%s];\n", o->graph->distances[number], yes_or_no(solved));
}

static void dot_edge(const output *o, size_t from, size_t to, const char *move) {
    fprintf(o->out, "n%zu %s n%zu [move=\"", from, o->undirected ? "--" : "->", to);
    put_dot(o->out, move);
    fprintf(o->out, "\"];\n");
}

static void dot_end(const output *o) { fprintf(o->out, "}\n"); }

static void list_edge(const output *o, size_t from, size_t to, const char *move) {
    char texts[2][HR_STATE_TEXT_MAX];
    hr_puzzle_format(o->graph->puzzle, hr_graph_state(o->graph, from), texts[0]);
    hr_puzzle_format(o->graph->puzzle, hr_graph_state(o->graph, to), texts[1]);
    fprintf(o->out, "%s\t%s\t%s\n", texts[0], texts[1], move);
}

static void count_end(const output *o) { fprintf(o->out, "nodes %zu\nedges %" PRIu64 "\n", o->graph->count, o->edges); }

static const style STYLES[] = {
    [HR_GRAPH_GRAPHML] = {graphml_begin, graphml_node, graphml_edge, graphml_end},
    [HR_GRAPH_DOT] = {dot_begin, dot_node, dot_edge, dot_end},
    [HR_GRAPH_EDGES] = {.edge = list_edge},
    [HR_GRAPH_COUNT] = {.end = count_end},
};

static void put_nodes(const output *o, const style *f) {
    for (size_t i = 0; f->node != NULL && i < o->graph->count && ferror(o->out) == 0; i++) {
        char text[HR_STATE_TEXT_MAX];
        uint8_t solved = 0;
        hr_puzzle_format(o->graph->puzzle, hr_graph_state(o->graph, i), text);
        hr_puzzle_solved(o->graph->puzzle, hr_graph_state(o->graph, i), 1, &solved);
        f->node(o, i, text, solved != 0);
    }
}

/// Must the number of each edge's target be known?
static bool needs_numbers(const output *o, const style *f) { return f->edge != NULL || o->undirected; }

/// Write the edges from one node to `successors[0..n)`, each once. In an undirected graph, leave out those to nodes with a smaller
/// number.
static hr_status put_edges_from(output *o, const style *f, size_t from, hr_state *successors, size_t n, hr_error *error) {
    const hr_graph *graph = o->graph;
    const size_t distinct = hr_sort_distinct(successors, n, graph->words);
    for (size_t k = 0; k < distinct; k++) {
        const hr_state *next = successors + k * graph->words;
        const size_t to = needs_numbers(o, f) ? hr_graph_find(graph, next) : 0;
        if (to == HR_GRAPH_NONE) {
            return hr_error_set(error, HR_FILE, "a state of the table has a successor that is not in it");
        }
        if (o->undirected && to < from) {
            continue;
        }
        if (f->edge != NULL) {
            hr_step step;
            HR_TRY(hr_puzzle_step(graph->puzzle, hr_graph_state(graph, from), next, &step, error));
            f->edge(o, from, to, step.text);
        }
        o->edges++;
    }
    return HR_OK;
}

/// Write all edges, node by node.
static hr_status put_edges(output *o, const style *f, hr_error *error) {
    const hr_graph *graph = o->graph;
    for (size_t first = 0; first < graph->count && ferror(o->out) == 0; first += EXPANDED) {
        const size_t nodes = graph->count - first < EXPANDED ? graph->count - first : EXPANDED;
        uint16_t counts[EXPANDED];
        hr_state *successors = o->successors;
        (void)hr_puzzle_expand(graph->puzzle, hr_graph_state(graph, first), nodes, successors, counts);
        for (size_t i = 0; i < nodes; i++) {
            HR_TRY(put_edges_from(o, f, first + i, successors, counts[i], error));
            successors += counts[i] * graph->words;
        }
    }
    return HR_OK;
}

hr_status hr_graph_write(hr_graph *graph, hr_graph_format format, bool undirected, FILE *out, hr_error *error) {
    const style *f = &STYLES[format];
    output o = {.graph = graph, .out = out, .undirected = undirected};
    o.successors = malloc(EXPANDED * hr_puzzle_describe(graph->puzzle)->max_successors * graph->words * sizeof *o.successors);
    if (o.successors == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for successors");
    }
    hr_status status = needs_numbers(&o, f) ? hr_graph_enter(graph, error) : HR_OK;
    if (f->begin != NULL && status == HR_OK) {
        f->begin(&o);
    }
    put_nodes(&o, f);
    status = status == HR_OK ? put_edges(&o, f, error) : status;
    if (f->end != NULL && status == HR_OK) {
        f->end(&o);
    }
    free(o.successors);
    return status;
}
