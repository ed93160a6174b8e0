// SPDX-License-Identifier: MIT
// Selects states of an index or key table by one pass over the values. select_planes.c selects from plane tables.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/try.h"
#include "table/file.h"
#include "table/select.h"

/// A selected state.
typedef struct pick {
    uint64_t entry;
    hr_depth distance;
} pick;

/// The selection so far.
typedef struct picker {
    const hr_table *table;
    const hr_table_selection *selection;
    pick *picks;       ///< [selection->limit], of which the first `n` are used; with `hardest` a heap whose root is replaced first
    size_t n;          ///< states selected so far, at most the selection's limit
    uint64_t seen;     ///< fitting states so far, selected or not
    hr_depth nearest;  ///< least distance that is still wanted; grows with `hardest`
    hr_depth farthest; ///< greatest distance that is wanted
} picker;

/// With `hardest`: is `a` replaced before `b` when a harder state comes? The nearer state is replaced first; of two states at the
/// same distance, the one with the greater entry.
static bool goes_first(const pick *a, const pick *b) {
    return a->distance != b->distance ? a->distance < b->distance : a->entry > b->entry;
}

static void swap(pick *a, pick *b) {
    const pick kept = *a;
    *a = *b;
    *b = kept;
}

static void sift_up(pick *heap, size_t at) {
    for (; at > 0 && goes_first(&heap[at], &heap[(at - 1) / 2]); at = (at - 1) / 2) {
        swap(&heap[at], &heap[(at - 1) / 2]);
    }
}

static void sift_down(pick *heap, size_t n) {
    for (size_t at = 0;;) {
        size_t first = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < n; child++) {
            first = goes_first(&heap[child], &heap[first]) ? child : first;
        }
        if (first == at) {
            return;
        }
        swap(&heap[at], &heap[first]);
        at = first;
    }
}

/// Returns the k-th number of a random sequence, reduced to 0 … n − 1: the hash of `seed` and `k`.
static uint64_t random_below(uint64_t seed, uint64_t k, uint64_t n) {
    const uint64_t words[2] = {seed, k};
    return hr_hash_bytes(words, sizeof words) % n;
}

/// Select the fitting state `entry` if there is room, or if the state replaces another one: at random, or because it is harder.
/// Returns false when no later entry can be selected.
static bool take(picker *p, uint64_t entry, hr_depth distance) {
    const pick taken = {.entry = entry, .distance = distance};
    p->seen++;
    if (p->n < p->selection->limit) {
        p->picks[p->n++] = taken;
        if (p->selection->hardest) {
            sift_up(p->picks, p->n - 1);
        }
    } else if (p->selection->random) { // algorithm R (Waterman; Knuth, volume 2, 3.4.2)
        const uint64_t place = random_below(p->selection->seed, p->seen, p->seen);
        if (place < p->selection->limit) {
            p->picks[place] = taken;
        }
    } else if (p->selection->hardest && goes_first(&p->picks[0], &taken)) {
        p->picks[0] = taken;
        sift_down(p->picks, p->n);
    }
    if (p->selection->hardest && p->n == p->selection->limit && p->picks[0].distance + 1 > p->nearest) {
        p->nearest = p->picks[0].distance + 1; // entries come in ascending order, so of equally hard states the earlier stay
    }
    return p->n < p->selection->limit || p->selection->random || (p->selection->hardest && p->nearest <= p->farthest);
}

/// Offer those of `candidates[0..n)` that have the wanted pieces, and are not too near, to take(), until *more is false.
static hr_status take_batch(picker *p, const pick *candidates, size_t n, bool *more, hr_error *error) {
    const hr_piece_set *wanted = p->selection->pieces;
    hr_state states[HR_BATCH]; // a puzzle with piece sets has states of one word
    hr_piece_set sets[HR_BATCH];
    if (wanted != NULL) {
        if (!p->table->puzzle_info->piece_sets) {
            return hr_error_set(error, HR_USAGE, "a tile puzzle has no piece sets: leave them out");
        }
        for (size_t i = 0; i < n; i++) {
            HR_TRY(hr_table_states(p->table, candidates[i].entry, 1, &states[i], error));
        }
        (void)hr_puzzle_pieces(p->table->puzzle, states, n, sets);
    }
    for (size_t i = 0; i < n && *more; i++) {
        const bool fits = wanted == NULL || (sets[i].horizontals == wanted->horizontals && sets[i].verticals == wanted->verticals &&
                                             sets[i].singles == wanted->singles);
        if (fits && candidates[i].distance >= p->nearest) {
            *more = take(p, candidates[i].entry, candidates[i].distance);
        }
    }
    return HR_OK;
}

/// Go through the table's values and select, until the end or until no later entry can be selected. Unsigned differences compare
/// each value with the range: the difference of a value below `nearest` is a very large number.
static hr_status scan(picker *p, hr_error *error) {
    hr_depth values[HR_BATCH];
    pick candidates[HR_BATCH];
    const uint64_t entries = p->table->head.entries;
    bool more = p->selection->limit > 0;
    for (uint64_t first = 0; first < entries && more; first += HR_BATCH) {
        const size_t n = entries - first < HR_BATCH ? (size_t)(entries - first) : HR_BATCH;
        size_t fitting = 0;
        HR_TRY(hr_table_values(p->table, first, n, values, error));
        for (size_t i = 0; i < n; i++) {
            candidates[fitting] = (pick){.entry = first + i, .distance = values[i]};
            fitting += values[i] - p->nearest <= p->farthest - p->nearest;
        }
        HR_TRY(take_batch(p, candidates, fitting, &more, error));
    }
    return HR_OK;
}

static int compare_entries(const void *a, const void *b) {
    pick x;
    pick y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x.entry > y.entry) - (x.entry < y.entry);
}

static int compare_falling(const void *a, const void *b) {
    pick x;
    pick y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x.distance != y.distance ? (x.distance < y.distance) - (x.distance > y.distance)
                                    : (x.entry > y.entry) - (x.entry < y.entry);
}

/// Returns the least distance among the `limit` hardest states at distances `nearest` to `farthest`, by the counts of the layers.
static hr_depth least_of_hardest(const hr_table *table, hr_depth nearest, hr_depth farthest, size_t limit) {
    hr_depth distance = farthest;
    for (hr_count sum = table->layers[distance]; sum < limit && distance > nearest; sum += table->layers[distance]) {
        distance--;
    }
    return distance;
}

/// Select entries into `picks`, which has room for the selection's limit, and sort them. *count is the number of entries.
static hr_status pick_entries(const hr_table_choice *c, pick *picks, size_t *count, hr_error *error) {
    const hr_table_selection *selection = c->selection;
    picker p = {
        .table = c->table,
        .selection = selection,
        .picks = picks,
        .nearest = selection->nearest,
        .farthest = c->farthest,
    };
    if (selection->hardest && selection->pieces == NULL && selection->nearest != HR_DEPTH_UNREACHED) {
        p.nearest = least_of_hardest(c->table, selection->nearest, c->farthest, selection->limit);
    }
    HR_TRY(scan(&p, error));
    qsort(picks, p.n, sizeof *picks, selection->hardest ? compare_falling : compare_entries);
    *count = p.n;
    return HR_OK;
}

/// Select states of an index or key table by a pass over the values.
static hr_status select_from_values(hr_table_choice *c, hr_error *error) {
    const hr_table *table = c->table;
    pick *picks = malloc(c->selection->limit * sizeof *picks);
    HR_TRY_MEMORY(picks != NULL, error, "%zu states", c->selection->limit);
    size_t found = 0;
    hr_status status = pick_entries(c, picks, &found, error);
    for (size_t i = 0; i < found && status == HR_OK; i++) {
        c->distances[i] = picks[i].distance;
        hr_state *state = c->states + i * table->words;
        status = hr_table_states(table, picks[i].entry, 1, state, error);
        if (status == HR_OK &&
            hr_puzzle_validate(table->puzzle, state, NULL) != HR_OK) { // only a key table can hold an invalid state
            status = hr_error_set(error, HR_FILE, "%.200s: key %" PRIu64 " is not a state: make the table again", table->path,
                                  picks[i].entry);
        }
    }
    free(picks);
    c->count = status == HR_OK ? found : 0;
    return status;
}

static hr_status check(const hr_table *table, const hr_table_selection *selection, hr_error *error) {
    if (selection->nearest > selection->farthest ||
        (selection->nearest != HR_DEPTH_UNREACHED) != (selection->farthest != HR_DEPTH_UNREACHED)) {
        return hr_error_set(error, HR_USAGE, "the distances %" PRIu32 " to %" PRIu32 " are not a range", selection->nearest,
                            selection->farthest);
    }
    if (selection->random && selection->hardest) {
        return hr_error_set(error, HR_USAGE, "the hardest states are not a random choice: ask for one or the other");
    }
    if (selection->nearest == HR_DEPTH_UNREACHED && table->head.encoding == HR_TABLE_KEYS) {
        return hr_error_set(error, HR_USAGE, "%.200s lists reached states only, so unreached ones cannot be found in it",
                            table->path);
    }
    return HR_OK;
}

hr_status hr_table_select(const hr_table *table, const hr_table_selection *selection, hr_state *states, hr_depth *distances,
                          size_t *count, hr_error *error) {
    *count = 0;
    HR_TRY(check(table, selection, error));
    const hr_depth deepest = table->head.max_distance;
    const bool unreached = selection->nearest == HR_DEPTH_UNREACHED;
    const hr_depth farthest = unreached || selection->farthest < deepest ? selection->farthest : deepest;
    if (selection->limit == 0 || selection->nearest > farthest) {
        return HR_OK;
    }
    hr_table_choice choice = {.table = table, .selection = selection, .farthest = farthest};
    choice.states = states;
    choice.distances = distances;
    const hr_status status =
        table->head.encoding == HR_TABLE_PLANES ? hr_table_select_from_planes(&choice, error) : select_from_values(&choice, error);
    *count = choice.count;
    return status;
}
