// SPDX-License-Identifier: MIT
// How many orbits under the board's symmetries a layer holds. Nearly every state has as many images as there are symmetries
// (`order`). The few states that some symmetry maps to themselves are listed before the search. If a layer has n states, and the
// listed states among them have o1, o2, … images, then the layer holds (n + Σ(order/oi − 1)) / order orbits.
//
// A symmetry g permutes the cells and, in the same way, the tiles' homes. It maps the state π (cell → home) to g π g⁻¹. So it maps
// π to itself if π(g(c)) = g(π(c)) for all cells c. Then π maps each cycle of g to a whole cycle of g of the same length, and the
// home on one cell of a cycle decides the homes on the others.

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/sorting.h"
#include "core/try.h"
#include "enumerate/planes/engine.h"
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

/// Fill `symmetric` with the listed states that this rank owns, each once.
static hr_status keep_own(hr_planes_engine *e, state_list *list, hr_error *error) {
    hr_planes_symmetric *own = malloc((list->count + 1) * sizeof *own);
    if (own == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu symmetric states", list->count);
    }
    hr_sort_states(list->states, list->count);
    size_t n = 0;
    for (size_t i = 0; i < list->count; i++) {
        hr_planes_symmetric one = {.index = 0};
        uint8_t orbit = 1;
        if (i > 0 && list->states[i] == list->states[i - 1]) {
            continue;
        }
        hr_puzzle_index(e->task.puzzle, &list->states[i], 1, &one.index);
        hr_puzzle_orbit_size(e->task.puzzle, &list->states[i], 1, &orbit);
        one.extra = (uint8_t)(e->task.symmetry_order / orbit - 1);
        if (hr_planes_owns(&e->parts, one.index)) {
            own[n++] = one;
        }
    }
    e->symmetric.states = own;
    e->symmetric.count = n;
    return HR_OK;
}

hr_status hr_planes_list_symmetric(hr_planes_engine *e, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(e->task.puzzle);
    e->task.symmetry_order = e->task.tuning.unturned ? 1 : info->symmetry_order;
    if (e->task.symmetry_order == 1) {
        return HR_OK;
    }
    state_list list = {.count = 0};
    bool ok = true;
    const int numbers = hr_board_symmetries(info->width, info->height);
    for (int number = 1; ok && number < numbers; number++) {
        ok = add_fixed(e->task.puzzle, number, &list);
    }
    const hr_status status =
        ok ? keep_own(e, &list, error) : hr_error_set(error, HR_INTERNAL, "out of memory for symmetric states");
    free(list.states);
    return status;
}

uint64_t hr_planes_count_symmetric(const hr_planes_parts *parts, hr_planes_symmetric_list *list) {
    uint64_t extra = 0;
    size_t left = 0;
    for (size_t i = 0; i < list->count; i++) {
        const hr_planes_symmetric one = list->states[i];
        if (hr_planes_reached(parts, one.index)) {
            extra += one.extra;
        } else {
            list->states[left++] = one;
        }
    }
    list->count = left;
    return extra;
}
