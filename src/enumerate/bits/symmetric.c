// SPDX-License-Identifier: MIT
// A symmetry g permutes the cells and, in the same way, the tiles' homes. It maps the state π (cell → home) to g π g⁻¹. So it maps
// π to itself if π(g(c)) = g(π(c)) for all cells c. Then π maps each cycle of g to a whole cycle of g of the same length, and the
// home on one cell of a cycle decides the homes on the others.

#include "enumerate/bits/symmetric.h"

#include <stdlib.h>

#include "core/array.h"
#include "core/sorting.h"
#include "enumerate/bits/board.h"
#include "puzzle/board_symmetry.h"
#include "puzzle/tile/tile.h"

typedef struct state_list {
    hr_state *states;
    size_t count;
    size_t capacity;
} state_list;

/// The search for all states that one symmetry fixes.
typedef struct fixed_search {
    const hr_puzzle *puzzle;
    int cells;
    uint8_t image[HR_PLANES_CELLS_MAX];  ///< g: the cell that the symmetry maps each cell to
    uint8_t length[HR_PLANES_CELLS_MAX]; ///< length of each cell's cycle under g
    bool used[HR_PLANES_CELLS_MAX];      ///< homes that are on some cell
    bool placed[HR_PLANES_CELLS_MAX];    ///< cells that have a home on them
    state_list *list;                    ///< the states found
} fixed_search;

/// Append `state`. False when out of memory.
static bool add_state(state_list *list, hr_state state) {
    if (!HR_ARRAY_RESERVE(list->states, list->capacity, list->count + 1)) {
        return false;
    }
    list->states[list->count++] = state;
    return true;
}

/// Put `home` on `cell`, and on the other cells of the cycle the homes that follow; with `placed` false, take them off again.
/// Returns `state` with these homes.
static hr_state place_cycle(fixed_search *s, int cell, int home, bool placed, hr_state state) {
    for (int i = 0; i < s->length[cell]; i++) {
        s->placed[cell] = placed;
        s->used[home] = placed;
        state |= (hr_state)home << (4 * cell);
        cell = s->image[cell];
        home = s->image[home];
    }
    return state;
}

/// Add all valid and reachable states that complete `state`, in which some cycles are placed. False when out of memory.
static bool place_rest(fixed_search *s, hr_state state) {
    int cell = 0;
    while (cell < s->cells && s->placed[cell]) {
        cell++;
    }
    if (cell == s->cells) {
        return hr_puzzle_validate(s->puzzle, state, NULL) != HR_OK || !hr_tile_is_reachable(hr_tile_of(s->puzzle), state) ||
               add_state(s->list, state);
    }
    for (int home = 0; home < s->cells; home++) {
        if (!s->used[home] && s->length[home] == s->length[cell]) {
            const hr_state next = place_cycle(s, cell, home, true, state);
            const bool ok = place_rest(s, next);
            (void)place_cycle(s, cell, home, false, 0);
            if (!ok) {
                return false;
            }
        }
    }
    return true;
}

/// Add all states that symmetry `number` fixes, if the symmetry is in use: it must fix the blank's home. False when out of memory.
static bool add_fixed(const hr_puzzle *puzzle, int number, state_list *list) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    fixed_search s = {.puzzle = puzzle, .cells = info->width * info->height, .list = list};
    const int blank = hr_tile_goal_blank(puzzle);
    if (hr_board_map_cell(info->width, info->height, number, blank) != blank) {
        return true;
    }
    for (int cell = 0; cell < s.cells; cell++) {
        s.image[cell] = (uint8_t)hr_board_map_cell(info->width, info->height, number, cell);
    }
    for (int cell = 0; cell < s.cells; cell++) {
        int at = cell;
        do {
            s.length[cell]++;
            at = s.image[at];
        } while (at != cell);
    }
    return place_rest(&s, 0);
}

/// Drop the repeats of the ascending list `states[0..count)`. Returns how many states are left.
static size_t drop_repeats(hr_state *states, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || states[i] != states[kept - 1]) {
            states[kept++] = states[i];
        }
    }
    return kept;
}

hr_status hr_planes_symmetric_states(const hr_puzzle *puzzle, hr_state **states, size_t *count, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    state_list list = {.count = 0};
    bool ok = true;
    const int numbers = info->symmetry_order > 1 ? hr_board_symmetries(info->width, info->height) : 1;
    for (int number = 1; ok && number < numbers; number++) {
        ok = add_fixed(puzzle, number, &list);
    }
    *states = NULL;
    *count = 0;
    if (!ok) {
        free(list.states);
        return hr_error_set(error, HR_INTERNAL, "out of memory for symmetric states");
    }
    if (list.count > 0) {
        hr_sort_states(list.states, list.count);
        *states = list.states;
        *count = drop_repeats(list.states, list.count);
    }
    return HR_OK;
}
