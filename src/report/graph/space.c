// SPDX-License-Identifier: MIT
// Collects the states of a graph.

#include "report/graph/space.h"

#include <stdlib.h>

#include "core/array.h"
#include "core/hash/state.h"
#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/words.h"

enum { FIRST_PLACES = 1024 };

static hr_status out_of_memory(size_t count, hr_error *error) {
    return hr_error_set(error, HR_INTERNAL, "out of memory for a graph of more than %zu states", count);
}

/// The place of a state: that of its node, or the free one where it belongs.
static size_t place_of(const hr_graph *graph, const hr_state *state) {
    size_t place = HR_FOR_WORDS(graph->words, hr_hash_one, state) & (graph->place_count - 1);
    while (graph->places[place] != 0 && !hr_words_equal(hr_graph_state(graph, graph->places[place] - 1), state, graph->words)) {
        place = (place + 1) & (graph->place_count - 1);
    }
    return place;
}

size_t hr_graph_find(const hr_graph *graph, const hr_state *state) {
    const uint32_t number = graph->places[place_of(graph, state)];
    return number == 0 ? HR_GRAPH_NONE : number - 1;
}

/// Make `place_count` places, and enter all nodes anew.
static hr_status enter_all(hr_graph *graph, size_t place_count, hr_error *error) {
    uint32_t *places = calloc(place_count, sizeof *places);
    if (places == NULL) {
        return out_of_memory(graph->count, error);
    }
    free(graph->places);
    graph->places = places;
    graph->place_count = place_count;
    for (size_t i = 0; i < graph->count; i++) {
        graph->places[place_of(graph, hr_graph_state(graph, i))] = (uint32_t)(i + 1);
    }
    return HR_OK;
}

hr_status hr_graph_enter(hr_graph *graph, hr_error *error) {
    size_t count = graph->place_count == 0 ? FIRST_PLACES : graph->place_count;
    while (count < 2 * (graph->count + 1)) {
        count *= 2;
    }
    return count <= graph->place_count ? HR_OK : enter_all(graph, count, error);
}

/// Add a node whose state is not there yet.
static hr_status append(hr_graph *graph, const hr_state *state, hr_depth distance, size_t limit, hr_error *error) {
    if (graph->count >= limit || graph->count == UINT32_MAX - 1) {
        char number[HR_QUANTITY_MAX];
        return hr_error_set(error, HR_STOPPED, "the space has more than %s state%s: give a larger --max-states, or a smaller space",
                            hr_quantity_count(limit, number), hr_quantity_plural(limit));
    }
    if (!HR_ARRAY_RESERVE(graph->states, graph->state_room, (graph->count + 1) * graph->words) ||
        !HR_ARRAY_RESERVE(graph->distances, graph->distance_room, graph->count + 1)) {
        return out_of_memory(graph->count, error);
    }
    hr_words_copy(graph->states + graph->count * graph->words, state, graph->words);
    graph->distances[graph->count++] = distance;
    return HR_OK;
}

/// Add a node unless there is one with this state.
static hr_status add(hr_graph *graph, const hr_state *state, hr_depth distance, size_t limit, hr_error *error) {
    HR_TRY(hr_graph_enter(graph, error));
    const size_t place = place_of(graph, state);
    if (graph->places[place] != 0) {
        return HR_OK;
    }
    HR_TRY(append(graph, state, distance, limit, error));
    graph->places[place] = (uint32_t)graph->count;
    return HR_OK;
}

static hr_status create(const hr_puzzle *puzzle, hr_graph **graph, hr_error *error) {
    *graph = calloc(1, sizeof **graph);
    if (*graph == NULL) {
        return out_of_memory(0, error);
    }
    (*graph)->puzzle = puzzle;
    (*graph)->words = hr_puzzle_words(puzzle);
    return HR_OK;
}

void hr_graph_destroy(hr_graph **graph) {
    if (*graph != NULL) {
        free((*graph)->states);
        free((*graph)->distances);
        free((*graph)->places);
        free(*graph);
        *graph = NULL;
    }
}

static hr_status add_sources(hr_graph *graph, size_t limit, hr_error *error) {
    hr_state states[HR_BATCH * HR_STATE_WORDS_MAX];
    uint64_t cursor = 0;
    for (size_t n = 0; (n = hr_puzzle_sources(graph->puzzle, &cursor, states, HR_BATCH)) > 0;) {
        for (size_t i = 0; i < n; i++) {
            HR_TRY(add(graph, states + i * graph->words, 0, limit, error));
        }
    }
    return HR_OK;
}

/// Add the successors of all nodes, those that are added meanwhile too.
static hr_status spread(hr_graph *graph, size_t limit, hr_error *error) {
    hr_state *successors = malloc(hr_puzzle_describe(graph->puzzle)->max_successors * graph->words * sizeof *successors);
    hr_status status = successors == NULL ? out_of_memory(graph->count, error) : HR_OK;
    for (size_t i = 0; i < graph->count && status == HR_OK; i++) {
        const size_t n = hr_puzzle_expand(graph->puzzle, hr_graph_state(graph, i), 1, successors, NULL);
        for (size_t k = 0; k < n && status == HR_OK; k++) {
            status = add(graph, successors + k * graph->words, graph->distances[i] + 1, limit, error);
        }
    }
    free(successors);
    return status;
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
    hr_status status = create(puzzle, graph, error);
    status = status == HR_OK ? add_sources(*graph, limit, error) : status;
    status = status == HR_OK ? spread(*graph, limit, error) : status;
    if (status != HR_OK) {
        hr_graph_destroy(graph);
    }
    return status;
}

static hr_status add_entries(hr_graph *graph, const hr_table *table, size_t limit, hr_error *error) {
    const uint64_t entries = hr_table_describe(table)->entries;
    for (uint64_t first = 0; first < entries; first += HR_BATCH) {
        hr_state states[HR_BATCH * HR_STATE_WORDS_MAX];
        hr_depth distances[HR_BATCH];
        const size_t n = entries - first < HR_BATCH ? (size_t)(entries - first) : HR_BATCH;
        HR_TRY(hr_table_values(table, first, n, distances, error));
        HR_TRY(hr_table_states(table, first, n, states, error));
        for (size_t i = 0; i < n; i++) {
            if (distances[i] != HR_DEPTH_UNREACHED) {
                HR_TRY(append(graph, states + i * graph->words, distances[i], limit, error));
            }
        }
    }
    return HR_OK;
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
    hr_status status = create(hr_table_puzzle(table), graph, error);
    status = status == HR_OK ? add_entries(*graph, table, limit, error) : status;
    if (status != HR_OK) {
        hr_graph_destroy(graph);
    }
    return status;
}
