// SPDX-License-Identifier: MIT
#include "slow/slow_search.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash/state.h"

typedef struct list {
    hr_state *states;
    size_t n;
    size_t capacity;
} list;

static void add(list *l, hr_state state) {
    if (l->n == l->capacity) {
        l->capacity = l->capacity == 0 ? 1024 : 2 * l->capacity;
        hr_state *larger = realloc(l->states, l->capacity * sizeof *larger);
        if (larger == NULL) {
            abort();
        }
        l->states = larger;
    }
    l->states[l->n++] = state;
}

static int compare(const void *a, const void *b) {
    hr_state x;
    hr_state y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static void sort_unique(list *l) {
    if (l->n == 0) {
        return;
    }
    qsort(l->states, l->n, sizeof *l->states, compare);
    size_t kept = 1;
    for (size_t i = 1; i < l->n; i++) {
        if (l->states[i] != l->states[kept - 1]) {
            l->states[kept++] = l->states[i];
        }
    }
    l->n = kept;
}

static bool holds(const list *l, hr_state state) {
    return l->n > 0 && bsearch(&state, l->states, l->n, sizeof state, compare) != NULL;
}

/// A layer's figures, state by state.
static void record(const hr_puzzle *puzzle, const list *layer, hr_slow_search *out) {
    const size_t depth = out->layer_count++;
    for (size_t i = 0; i < layer->n; i++) {
        hr_state images[HR_IMAGES_MAX];
        uint8_t solved = 0;
        hr_puzzle_solved(puzzle, &layer->states[i], 1, &solved);
        out->states[depth] += hr_puzzle_images(puzzle, &layer->states[i], images);
        out->solved[depth] += solved;
        out->fingerprint[depth] += hr_hash_state(layer->states[i]);
    }
    out->canonical[depth] = layer->n;
}

static void keep_last(const hr_puzzle *puzzle, const list *layer, hr_slow_search *out) {
    list all = {0};
    for (size_t i = 0; i < layer->n; i++) {
        hr_state images[HR_IMAGES_MAX];
        const size_t n = hr_puzzle_images(puzzle, &layer->states[i], images);
        for (size_t k = 0; k < n; k++) {
            add(&all, images[k]);
        }
    }
    sort_unique(&all);
    free(out->last);
    out->last = all.states;
    out->last_count = all.n;
}

void hr_slow_search_run(const hr_puzzle *puzzle, hr_depth max_depth, hr_slow_search *out) {
    *out = (hr_slow_search){0};
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * sizeof *successors);
    list seen = {0};
    list layer = {0};
    uint64_t cursor = 0;
    hr_state source;
    while (hr_puzzle_sources(puzzle, &cursor, &source, 1) == 1) {
        hr_puzzle_canonicalise(puzzle, &source, 1);
        add(&layer, source);
    }
    sort_unique(&layer);
    while (layer.n > 0) {
        record(puzzle, &layer, out);
        keep_last(puzzle, &layer, out);
        if (out->layer_count > max_depth || out->layer_count == HR_SLOW_LAYERS_MAX) {
            break;
        }
        for (size_t i = 0; i < layer.n; i++) {
            add(&seen, layer.states[i]);
        }
        sort_unique(&seen);
        list next = {0};
        for (size_t i = 0; i < layer.n; i++) {
            const size_t n = hr_puzzle_expand(puzzle, &layer.states[i], 1, successors, NULL);
            hr_puzzle_canonicalise(puzzle, successors, n);
            for (size_t k = 0; k < n; k++) {
                if (!holds(&seen, successors[k])) {
                    add(&next, successors[k]);
                }
            }
        }
        sort_unique(&next);
        free(layer.states);
        layer = next;
    }
    free(layer.states);
    free(seen.states);
    free(successors);
}

void hr_slow_search_clear(hr_slow_search *search) {
    free(search->last);
    search->last = NULL;
}
