// SPDX-License-Identifier: MIT
#include "solve/bounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/added/added.h"
#include "puzzle/tile/tile.h"

static void evaluate_none(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    const hr_puzzle *puzzle = context;
    hr_puzzle_solved(puzzle, states, n, bounds);
    for (size_t i = 0; i < n; i++) {
        bounds[i] = bounds[i] == 0;
    }
}

hr_bounds hr_bounds_none(const hr_puzzle *puzzle) { return (hr_bounds){.evaluate = evaluate_none, .context = puzzle}; }

static void evaluate_positions(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    const hr_position_bounds *made = context;
    _Alignas(16) unsigned char state[HR_IDASTAR_STATE_MAX];
    if (made->domain->packed != NULL) { // the databases hold all tiles, so the value is 0 for the goal only
        made->domain->packed(made->domain->context, states, n, bounds);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        made->kind->unpack(made->board, states + i * made->words, state);
        const uint32_t bound = made->domain->heuristic(made->domain->context, state);
        const bool solved = bound == 0 && made->domain->solved(made->domain->context, state);
        const uint32_t least = bound == 0 && !solved ? 1 : bound < HR_BOUND_DEAD ? bound : HR_BOUND_DEAD - 1;
        bounds[i] = bound == HR_IDASTAR_NO_BOUND ? HR_BOUND_DEAD : (uint8_t)least;
    }
}

hr_bounds hr_bounds_positions(const hr_position_bounds *made) {
    return (hr_bounds){.evaluate = evaluate_positions, .context = made};
}

/// Returns the fewest moves that take `distance` away, if each takes away at most `most`.
static int moves_for(int distance, int most) { return (distance + most - 1) / most; }

/// Returns the fewest slides for tiles that are `columns` columns and `rows` rows away from home in all.
static uint8_t slides_for(int columns, int rows, int width, int height) {
    const int along_rows = moves_for(columns, width - 1);
    const int along_columns = moves_for(rows, height - 1);
    const int more = along_rows > along_columns ? along_rows : along_columns;
    const int sum = along_rows + along_columns;
    return (uint8_t)(sum == 0 || sum > 2 * more - 1 ? sum : 2 * more - 1);
}

/// Write the bounds in the tiles' metric.
HR_INLINE int evaluate_words(const hr_tile *tile, const hr_state *states, size_t n, uint8_t *bounds, size_t words) {
    const bool slides = tile->base.info.metric == HR_METRIC_SLIDE;
    for (size_t i = 0; i < n; i++) {
        uint8_t homes[HR_LARGE_CELLS_MAX];
        int columns = 0;
        int rows = 0;
        if (words > 1) {
            hr_tile_decode(tile->cells, words, states + i * words, homes);
        }
        for (int c = 0; c < tile->cells; c++) {
            const int home = words > 1 ? homes[c] : (int)hr_tile_at(states[i], c);
            if (home != tile->blank) {
                columns += abs(home % tile->width - c % tile->width);
                rows += abs(home / tile->width - c / tile->width);
            }
        }
        bounds[i] = slides ? slides_for(columns, rows, tile->width, tile->height) : (uint8_t)(columns + rows);
    }
    return 0;
}

static void evaluate_tiles(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    const hr_tile *tile = hr_tile_of(context);
    (void)HR_FOR_WORDS((size_t)tile->base.info.state_words, evaluate_words, tile, states, n, bounds);
}

hr_bounds hr_bounds_tiles(const hr_puzzle *puzzle) { return (hr_bounds){.evaluate = evaluate_tiles, .context = puzzle}; }

static void evaluate_own(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    const hr_added *added = hr_added_of(context);
    added->kind->heuristic(added->puzzle, states, n, bounds);
    for (size_t i = 0; i < n; i++) {
        if (bounds[i] == 0) {
            evaluate_none(context, states + i * added->words, 1, bounds + i);
        }
    }
}

static hr_bounds make_own(const hr_puzzle *puzzle) { return (hr_bounds){.evaluate = evaluate_own, .context = puzzle}; }

static const hr_bound LINES = {.name = "lines",
                               .summary = "in slide, least moves along rows and columns",
                               .kind = &hr_tile_kind,
                               .metric = HR_METRIC_SLIDE,
                               .make = hr_bounds_tiles};
static const hr_bound MANHATTAN = {.name = "manhattan",
                                   .summary = "the same on more than 25 cells",
                                   .kind = &hr_tile_kind,
                                   .metric = HR_METRIC_UNIT,
                                   .make = hr_bounds_tiles};
static const hr_bound OWN = {.name = "own", .summary = "plug-in: its own lower bound", .added = true, .make = make_own};
static const hr_bound NONE = {.name = "none", .summary = "any puzzle: no lower bound", .make = hr_bounds_none};
const hr_bound *const hr_bound_rows[] = {&LINES, &MANHATTAN, &OWN, &NONE, NULL};

/// Is the bound for puzzles of this kind in this metric?
static bool suits(const hr_bound *bound, const hr_puzzle_kind *kind, hr_metric metric) {
    if (bound->added) {
        return kind->added != NULL && kind->added->heuristic != NULL;
    }
    return bound->kind == NULL || (bound->kind == kind && bound->metric == metric);
}

hr_status hr_bound_find(const char *name, const hr_puzzle_kind *kind, hr_metric metric, const hr_bound **bound, hr_error *error) {
    char names[200] = "auto";
    for (const hr_bound *const *row = hr_bound_rows; *row != NULL; row++) {
        if (suits(*row, kind, metric)) {
            if (strcmp(name, "auto") == 0 || strcmp(name, (*row)->name) == 0) {
                *bound = *row;
                return HR_OK;
            }
            const size_t length = strlen(names);
            (void)snprintf(names + length, sizeof names - length, "%s%s", row[1] == NULL ? " or " : ", ", (*row)->name);
        }
    }
    return hr_error_set(error, HR_USAGE, "unknown heuristic '%.40s' for %s in the metric %s: use %s", name, kind->name,
                        hr_metric_name(metric), names);
}
