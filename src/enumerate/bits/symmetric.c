// SPDX-License-Identifier: MIT
// How many orbits under the board's symmetries a layer holds. Nearly every state has as many images as there are symmetries
// (`order`). The few states that some symmetry maps to themselves are listed before the search. If a layer has n states, and the
// listed states among them have o1, o2, … images, then the layer holds (n + Σ(order/oi − 1)) / order orbits.
//
// A symmetry g permutes the cells and, in the same way, the tiles' homes. It maps the state π (cell → home) to g π g⁻¹. So it maps
// π to itself if π(g(c)) = g(π(c)) for all cells c. Then π maps each cycle of g to a whole cycle of g of the same length, and the
// home on one cell of a cycle decides the homes on the others.

#include <stdlib.h>

#include "core/array.h"
#include "core/sorting.h"
#include "core/try.h"
#include "enumerate/bits/search.h"
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
    uint8_t image[HR_BITS_CELLS_MAX];  ///< g: the cell that the symmetry maps each cell to
    uint8_t length[HR_BITS_CELLS_MAX]; ///< length of each cell's cycle under g
    bool used[HR_BITS_CELLS_MAX];      ///< homes that are on some cell
    bool placed[HR_BITS_CELLS_MAX];    ///< cells that have a home on them
    state_list *list;                  ///< the states found
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
        return hr_puzzle_validate(s->puzzle, &state, NULL) != HR_OK || add_state(s->list, state);
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

/// List the reachable states of `puzzle` that a symmetry in use other than the identity maps to themselves, ascending, each once.
/// HR_INTERNAL: out of memory. The caller frees list->states, also on error.
static hr_status find_symmetric(const hr_puzzle *puzzle, state_list *list, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    for (int number = 1; number < hr_board_symmetries(info->width, info->height); number++) {
        HR_TRY_MEMORY(add_fixed(puzzle, number, list), error, "symmetric states");
    }
    list->count = hr_sort_distinct(list->states, list->count, 1);
    return HR_OK;
}

/// The part that holds the sequence of the state with index `index`.
static uint64_t part_of(const hr_bits_parts *parts, hr_index index) {
    return hr_bits_word(index % parts->shape.board->plane_states) / parts->shape.part_words;
}

bool hr_bits_owns(const hr_bits_parts *parts, hr_index index) { return hr_bits_is_own(&parts->deal, part_of(parts, index)); }

uint64_t hr_bits_slot_of(const hr_bits_parts *parts, hr_index index) { return parts->deal.slot[part_of(parts, index)]; }

hr_status hr_bits_list_symmetric(hr_bits_search *s, hr_error *error) {
    hr_bits_symmetric_list *list = &s->symmetric;
    if (s->symmetry_order == 1) {
        return HR_OK;
    }
    state_list fixed = {.count = 0};
    hr_status status = find_symmetric(s->puzzle, &fixed, error);
    list->states = malloc((fixed.count + 1) * sizeof *list->states);
    if (status == HR_OK && list->states == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for %zu symmetric states", fixed.count);
    }
    for (size_t i = 0; i < fixed.count && status == HR_OK; i++) {
        hr_bits_symmetric one = {.index = 0};
        uint8_t orbit = 1;
        hr_puzzle_index(s->puzzle, &fixed.states[i], 1, &one.index);
        hr_puzzle_orbit_size(s->puzzle, &fixed.states[i], 1, &orbit);
        one.extra = (uint8_t)(s->symmetry_order / orbit - 1);
        if (hr_bits_owns(&s->parts, one.index)) {
            list->states[list->count++] = one;
        }
    }
    free(fixed.states);
    return status;
}

uint64_t hr_bits_take_symmetric(hr_bits_search *s, hr_bits_asks *is_reached, const void *context) {
    hr_bits_symmetric_list *list = &s->symmetric;
    uint64_t extra = 0;
    size_t left = 0;
    for (size_t i = 0; i < list->count; i++) {
        const hr_bits_symmetric one = list->states[i];
        if (is_reached(context, one.index)) {
            extra += one.extra;
        } else {
            list->states[left++] = one;
        }
    }
    list->count = left;
    return extra;
}
