// SPDX-License-Identifier: MIT
// Selects states of a plane table, whose values are distances mod 4, without a pass over the whole table.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/quantity.h"
#include "core/sorting.h"
#include "core/try.h"
#include "table/select.h"

enum {
    LAYER_STATES_MAX = 10000000, ///< near layers are expanded from the source if they have at most this many states together
    DRAWS_MAX = 4000000,         ///< at most this many random states are drawn for one selection
};

/// All states at one distance.
typedef struct layer {
    hr_depth distance;
    hr_state *states; ///< [n]
    size_t n;
} layer;

/// Make the layer after `from`: the successors of its states whose value is the new distance mod 4. The caller frees
/// `next->states`, also after an error. HR_FILE if the head says another number of states.
static hr_status next_layer(const hr_table *table, const layer *from, layer *next, hr_error *error) {
    enum { GROUP = 256 };
    hr_depth values[GROUP * 4];
    const hr_depth distance = from->distance + 1;
    *next =
        (layer){.distance = distance, .states = malloc((from->n + 1) * table->puzzle_info->max_successors * sizeof *next->states)};
    HR_TRY_MEMORY(next->states != NULL, error, "a layer of the table");
    for (size_t done = 0; done < from->n; done += GROUP) {
        hr_state *successors = next->states + next->n;
        const size_t left = from->n - done;
        const size_t total = hr_puzzle_expand(table->puzzle, from->states + done, left < GROUP ? left : GROUP, successors, NULL);
        HR_TRY(hr_table_look_up(table, successors, total, values, error));
        for (size_t i = 0; i < total; i++) {
            if (values[i] == (distance & 3U)) {
                next->states[next->n++] = successors[i];
            }
        }
    }
    next->n = hr_sort_distinct(next->states, next->n, 1);
    if (next->n != table->layers[distance]) {
        return hr_error_set(error, HR_FILE,
                            "%.200s: %zu state%s at distance %" PRIu32 ", but the head says %" PRIu64
                            ": make the table again, and `verify` it",
                            table->path, next->n, hr_quantity_plural(next->n), distance, table->layers[distance]);
    }
    return HR_OK;
}

/// Append `state` to the selected states. There must be room.
static void choose(hr_table_choice *c, hr_state state, hr_depth distance) {
    c->states[c->count] = state;
    c->distances[c->count++] = distance;
}

/// Select the first `limit` states of the layers from the selection's `nearest` to the choice's `farthest`. All layers up to there
/// are expanded from the source on.
static hr_status select_near(hr_table_choice *c, hr_error *error) {
    layer now = {.states = malloc(sizeof *now.states), .n = 1};
    HR_TRY_MEMORY(now.states != NULL, error, "a layer of the table");
    now.states[0] = c->table->source;
    hr_status status = HR_OK;
    while (status == HR_OK && now.distance <= c->farthest && c->count < c->selection->limit) {
        for (size_t i = 0; now.distance >= c->selection->nearest && i < now.n && c->count < c->selection->limit; i++) {
            choose(c, now.states[i], now.distance);
        }
        layer next = {.distance = now.distance + 1};
        if (now.distance < c->farthest) {
            status = next_layer(c->table, &now, &next, error);
        }
        free(now.states);
        now = next;
    }
    free(now.states);
    return status;
}

/// Draw random states and select those with a wanted distance, until there are `limit` of them or DRAWS_MAX states have been drawn.
static hr_status select_random(hr_table_choice *c, hr_error *error) {
    enum { GROUP = 256 };
    const hr_table *table = c->table;
    hr_index indices[GROUP];
    hr_state drawn[GROUP];
    hr_depth found[GROUP];
    for (uint64_t draws = 0; c->count < c->selection->limit && draws < DRAWS_MAX; draws += GROUP) {
        for (uint64_t i = 0; i < GROUP; i++) {
            const uint64_t words[2] = {c->selection->seed, draws + i};
            indices[i] = hr_hash_bytes(words, sizeof words) % table->head.entries;
        }
        hr_puzzle_unindex(table->puzzle, indices, GROUP, drawn);
        HR_TRY(hr_table_distance(table, drawn, GROUP, found, error));
        for (size_t i = 0; i < GROUP && c->count < c->selection->limit; i++) {
            bool wanted = found[i] >= c->selection->nearest && found[i] <= c->farthest;
            for (size_t k = 0; k < c->count && wanted; k++) {
                wanted = c->states[k] != drawn[i];
            }
            if (wanted) {
                choose(c, drawn[i], found[i]);
            }
        }
    }
    return HR_OK;
}

static hr_count states_within(const hr_table *table, hr_depth nearest, hr_depth farthest) {
    hr_count sum = 0;
    for (hr_depth d = nearest; d <= farthest; d++) {
        sum += table->layers[d];
    }
    return sum;
}

static hr_status refuse_few(const hr_table *table, hr_count within, hr_error *error) {
    char text[2][HR_QUANTITY_MAX];
    return hr_error_set(error, HR_USAGE,
                        "%.200s: only %s state%s at the distances asked for, of which at most %s can be chosen at random: ask for "
                        "fewer, or leave out the choice to get all",
                        table->path, hr_quantity_count(within, text[0]), hr_quantity_plural(within),
                        hr_quantity_count(within / 2, text[1]));
}

static hr_status refuse(const hr_table *table, hr_error *error) {
    return hr_error_set(
        error, HR_USAGE,
        "%.200s: finding these states by one bit per state would take a walk through the whole table; ask for the %zu "
        "hardest, for nearer ones or a random choice from a common distance, or make the table by the frontier engine",
        table->path, table->info.hardest_count);
}

hr_status hr_table_select_from_planes(hr_table_choice *choice, hr_error *error) {
    const hr_table *table = choice->table;
    const hr_table_selection *selection = choice->selection;
    const hr_depth farthest = choice->farthest;
    const size_t limit = selection->limit;
    if (selection->pieces != NULL) {
        return hr_error_set(error, HR_USAGE, "a tile puzzle has no piece sets: leave them out");
    }
    if (selection->nearest == HR_DEPTH_UNREACHED) {
        return HR_OK; // a plane table has no unreached states
    }
    const bool top = farthest == table->head.max_distance && table->info.hardest_count == table->layers[farthest];
    if (top && (selection->hardest ? limit <= table->info.hardest_count : !selection->random && selection->nearest == farthest)) {
        for (size_t i = 0; i < limit && i < table->info.hardest_count; i++) {
            choose(choice, table->hardest[i], farthest);
        }
        return HR_OK;
    }
    const hr_count within = states_within(table, selection->nearest, farthest);
    if (selection->random && within > 0 && limit <= within / 2 && table->head.entries / within * limit < DRAWS_MAX / 4) {
        return select_random(choice, error);
    }
    const bool near = states_within(table, 0, farthest) <= LAYER_STATES_MAX;
    if (!selection->random && !selection->hardest && near) {
        return select_near(choice, error);
    }
    if (selection->random && limit > within / 2 && near) {
        return refuse_few(table, within, error);
    }
    return refuse(table, error);
}
