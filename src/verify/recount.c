// SPDX-License-Identifier: MIT
#include "verify/recount.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/quantity.h"
#include "core/try.h"
#include "enumerate/bits/unit/table.h"
#include "enumerate/frontier/frontier.h"
#include "puzzle/kinds.h"

/// The comparison of the frontier engine's states with a plane table.
typedef struct recount {
    const hr_table *table;
    const hr_table_info *info;
    const hr_puzzle *puzzle; ///< the puzzle that is searched, with symmetry
    const hr_verify_options *options;
    int ranks;
    hr_count states; ///< states that this rank has compared
} recount;

/// Compare `states[0..n)` of layer `depth`, n ≤ HR_BATCH, with the table.
static hr_status compare_batch(recount *r, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    hr_index indices[HR_BATCH];
    hr_puzzle_index(hr_table_puzzle(r->table), states, n, indices);
    for (size_t i = 0; i < n; i++) {
        hr_depth value = 0;
        HR_TRY(hr_table_values(r->table, indices[i], 1, &value, error));
        if (value != (depth & 3U)) {
            char text[HR_STATE_TEXT_MAX];
            hr_puzzle_format(r->puzzle, &states[i], text);
            return hr_error_set(error, HR_CHECK,
                                "%.150s: wrong: the state %s has distance %" PRIu32 ", which is %" PRIu32 " mod 4, not %" PRIu32,
                                r->info->path, text, depth, depth & 3U, value);
        }
    }
    r->states += n;
    return HR_OK;
}

/// The sink of the search: compare the canonical states `states[0..n)` and all of their images.
static hr_status on_states(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    enum { GROUP = HR_BATCH / HR_IMAGES_MAX };
    recount *r = context;
    hr_state batch[HR_BATCH];
    for (size_t done = 0; done < n; done += GROUP) {
        size_t filled = 0;
        for (size_t i = done; i < n && i < done + GROUP; i++) {
            filled += hr_puzzle_images(r->puzzle, &states[i], batch + filled);
        }
        HR_TRY(compare_batch(r, depth, batch, filled, error));
    }
    if (r->options->progress != NULL) {
        r->options->progress(r->options->context, r->states,
                             r->info->entries / (uint64_t)r->ranks); // the ranks' shares are about equal
    }
    return HR_OK;
}

/// Compare the layers found with those in the table's head.
static hr_status compare_layers(const hr_table_info *info, const hr_enumeration *found, hr_error *error) {
    for (size_t d = 0; d < found->layer_count || d <= info->max_distance; d++) {
        const hr_count counted = d < found->layer_count ? found->layers[d].states : 0;
        const hr_count listed = d <= info->max_distance ? info->layers[d] : 0;
        if (counted != listed) {
            return hr_error_set(error, HR_CHECK, "%.200s: wrong: %" PRIu64 " state%s at distance %zu, but the head says %" PRIu64,
                                info->path, counted, hr_quantity_plural(counted), d, listed);
        }
    }
    return HR_OK;
}

hr_status hr_table_recount(const hr_comm *comm, const hr_table *table, const hr_verify_options *options, hr_verification *result,
                           hr_error *error) {
    recount r = {.table = table, .info = hr_table_describe(table), .options = options, .ranks = hr_comm_size(comm)};
    hr_puzzle_options puzzle_options = r.info->options;
    puzzle_options.no_symmetry = false;
    hr_puzzle *puzzle = NULL;
    hr_enumeration found = {.layers = NULL, .first_solved = HR_DEPTH_UNREACHED};
    hr_status status = hr_comm_agree(comm, hr_puzzle_create(&puzzle_options, &puzzle, error), error);
    if (status == HR_OK) {
        r.puzzle = puzzle;
    }
    if (status == HR_OK && hr_unit_check(puzzle, NULL) == HR_OK) {
        status = hr_unit_verify_table(comm, table, puzzle, options->memory_limit, &found, error);
    } else if (status == HR_OK) {
        const hr_enumerate_options run = {
            .max_depth = HR_DEPTH_UNREACHED,
            .memory_limit = options->memory_limit,
            .sink = {.on_states = on_states, .context = &r},
        };
        status = hr_frontier_enumerate(comm, puzzle, &run, &found, error);
    }
    status = status == HR_OK ? compare_layers(r.info, &found, error) : status;
    result->states = found.states;
    hr_enumeration_clear(&found);
    hr_puzzle_destroy(&puzzle);
    return status;
}
