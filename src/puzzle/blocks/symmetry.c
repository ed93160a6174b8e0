// SPDX-License-Identifier: MIT
// Finds the symmetries of a board, and makes images of states.
//
// A symmetry maps cells to cells, places to places of one kind, and steps to steps. Where several kinds have the same places, the
// n-th of them goes to the n-th with the images of the places. So the symmetries that are found form a group.

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/blocks/pieces.h"
#include "puzzle/board_symmetry.h"

/// Write the image of each cell that pieces reach, row · width + column, under symmetry `g` of the rectangle around these cells.
/// False if the symmetry does not map the set of these cells to itself.
static bool map_cells(const hr_blocks_board *board, int g, int images[HR_BLOCKS_GRID_MAX]) {
    const hr_blocks_frame f = hr_blocks_frame_of(board, true);
    if (g >= hr_board_symmetries(f.width, f.height)) {
        return false;
    }
    for (int at = 0; at < board->width * board->height; at++) {
        if (!board->reached[at]) {
            continue;
        }
        const int x = at % board->width - f.left;
        const int y = at / board->width - f.top;
        const int image = hr_board_map_cell(f.width, f.height, g, y * f.width + x);
        images[at] = (f.top + image / f.width) * board->width + f.left + image % f.width;
        if (!board->reached[images[at]]) {
            return false;
        }
    }
    return true;
}

/// Map a set of cells. False if the image of one of them has no number.
static bool map_set(const hr_blocks_board *board, hr_blocks_cells cells, const int images[HR_BLOCKS_GRID_MAX],
                    hr_blocks_cells *mapped) {
    *mapped = (hr_blocks_cells){0};
    for (; !hr_set_is_empty(cells); cells = hr_set_rest(cells)) {
        const int image = board->cell_of[images[board->grid_of[hr_set_first(cells)]]];
        if (image < 0) {
            return false;
        }
        *mapped |= hr_set_of(image);
    }
    return true;
}

/// The place of `to` whose piece covers the images of the cells of the place `from`, −1 if there is none.
static int map_place(const hr_blocks_kind *kind, const hr_blocks_place *from, const hr_blocks_kind *to,
                     const int cells[HR_BLOCKS_GRID_MAX]) {
    int head = HR_BLOCKS_GRID_MAX;
    for (int i = 0; i < kind->size; i++) {
        const int image = cells[from->head + kind->offsets[i]];
        head = image < head ? image : head;
    }
    const int place = hr_blocks_place_at(to, head);
    int hits = 0;
    for (int i = 0; i < kind->size; i++) {
        for (int k = 0; place >= 0 && k < to->size; k++) {
            hits += cells[from->head + kind->offsets[i]] == head + to->offsets[k];
        }
    }
    return hits == to->size ? place : -1;
}

/// The places that are one step away from a place.
static hr_blocks_places neighbours(const hr_blocks_place *place) {
    hr_blocks_places set = {0};
    for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
        if (place->next[d] >= 0) {
            set |= hr_set_of(place->next[d]);
        }
    }
    return set;
}

static hr_blocks_places map_places(hr_blocks_places set, const hr_blocks_number *images) {
    hr_blocks_places mapped = {0};
    for (; !hr_set_is_empty(set); set = hr_set_rest(set)) {
        mapped |= hr_set_of(images[hr_set_first(set)]);
    }
    return mapped;
}

/// Does the kind `to` have the images of all places of the kind `from`, and of all steps? Writes the places' images.
static bool map_kind(const hr_blocks_kind *from, const hr_blocks_kind *to, const int cells[HR_BLOCKS_GRID_MAX],
                     hr_blocks_number images[HR_BLOCKS_PLACES_MAX]) {
    if (from->count != to->count || from->place_count != to->place_count || from->size != to->size) {
        return false;
    }
    for (int p = 0; p < from->place_count; p++) {
        const int q = map_place(from, &from->places[p], to, cells);
        if (q < 0) {
            return false;
        }
        images[p] = (hr_blocks_number)q;
    }
    for (int p = 0; p < from->place_count; p++) {
        if (!hr_set_are_equal(map_places(neighbours(&from->places[p]), images), neighbours(&to->places[images[p]]))) {
            return false;
        }
    }
    return true;
}

static bool map_kinds(const hr_blocks_board *board, const int cells[HR_BLOCKS_GRID_MAX], hr_blocks_symmetry *symmetry) {
    bool taken[HR_BLOCKS_PIECES_MAX] = {false};
    for (int k = 0; k < board->kind_count; k++) {
        int to = 0;
        while (to < board->kind_count && (taken[to] || !map_kind(&board->kinds[k], &board->kinds[to], cells, symmetry->place[k]))) {
            to++;
        }
        if (to == board->kind_count) {
            return false;
        }
        taken[to] = true;
        symmetry->kind[k] = to;
    }
    return true;
}

static bool same_condition(const hr_blocks_board *board, const hr_blocks_condition *a, const hr_blocks_condition *b) {
    for (int k = 0; k < board->kind_count; k++) {
        if (!hr_set_are_equal(a->at[k], b->at[k]) || a->covering[k] != b->covering[k]) {
            return false;
        }
    }
    return hr_set_are_equal(a->cover, b->cover) && hr_set_are_equal(a->empty, b->empty);
}

/// Is the image of each condition of the goal a condition of the goal, too?
static bool fixes_goal(const hr_blocks_board *board, const int cells[HR_BLOCKS_GRID_MAX], const hr_blocks_symmetry *symmetry) {
    for (int i = 0; i < board->condition_count; i++) {
        const hr_blocks_condition *condition = &board->conditions[i];
        hr_blocks_condition image = {.kind = -1};
        if (!map_set(board, condition->cover, cells, &image.cover) || !map_set(board, condition->empty, cells, &image.empty)) {
            return false;
        }
        for (int k = 0; k < board->kind_count; k++) {
            image.at[symmetry->kind[k]] = map_places(condition->at[k], symmetry->place[k]);
            image.covering[symmetry->kind[k]] = condition->covering[k];
        }
        int same = 0;
        while (same < board->condition_count && !same_condition(board, &image, &board->conditions[same])) {
            same++;
        }
        if (same == board->condition_count) {
            return false;
        }
    }
    return true;
}

/// Does the symmetry leave all places as they are, or move them as one that has been found does? On a board with one row a mirror
/// does the first, and half a turn the second.
static bool is_known(const hr_blocks_board *board, const hr_blocks_symmetry *symmetry) {
    bool moves = false;
    for (int k = 0; k < board->kind_count; k++) {
        moves = moves || symmetry->kind[k] != k;
        for (int p = 0; p < board->kinds[k].place_count; p++) {
            moves = moves || symmetry->place[k][p] != p;
        }
    }
    bool found = false;
    for (int s = 0; s < board->symmetry_count; s++) {
        const hr_blocks_symmetry *other = &board->symmetries[s];
        found = found || (memcmp(symmetry->kind, other->kind, sizeof other->kind) == 0 &&
                          memcmp(symmetry->place, other->place, sizeof other->place) == 0);
    }
    return !moves || found;
}

hr_packed hr_blocks_image(const hr_blocks_board *board, const hr_blocks_symmetry *symmetry, hr_packed state) {
    hr_packed image = {0};
    if (HR_BLOCKS_ORDERED(board)) {
        hr_blocks_places sets[HR_BLOCKS_PIECES_MAX];
        hr_blocks_places images[HR_BLOCKS_PIECES_MAX];
        (void)hr_blocks_decode(board, state, sets);
        for (int k = 0; k < board->kind_count; k++) {
            images[symmetry->kind[k]] = map_places(sets[k], symmetry->place[k]);
        }
        return hr_blocks_encode(board, images);
    }
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        if (symmetry->part[k] != NULL) {
            image += symmetry->part[k][hr_blocks_index_in(kind, board->shifts, state)];
        } else {
            hr_blocks_cells unused = {0};
            const hr_blocks_places set = map_places(hr_blocks_set_in(board, kind, state, &unused), symmetry->place[k]);
            image += hr_blocks_part(board, &board->kinds[symmetry->kind[k]], set);
        }
    }
    return image;
}

/// Fill `part`: for each index of each kind with a table, what the kind adds to a state's image. HR_INTERNAL: out of memory.
static hr_status fill_parts(const hr_blocks_board *board, hr_blocks_symmetry *symmetry, hr_error *error) {
    for (int k = 0; k < board->kind_count; k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        if (kind->tabled < kind->count) {
            continue;
        }
        symmetry->part[k] = malloc(kind->combinations * sizeof *symmetry->part[k]);
        HR_TRY_MEMORY(symmetry->part[k] != NULL, error, "a puzzle's symmetries");
        for (uint64_t index = 0; index < kind->combinations; index++) {
            const hr_blocks_places set = map_places(kind->sets[index], symmetry->place[k]);
            symmetry->part[k][index] = hr_blocks_part(board, &board->kinds[symmetry->kind[k]], set);
        }
    }
    return HR_OK;
}

hr_status hr_blocks_find_symmetries(hr_blocks_board *board, const hr_packed *source, hr_error *error) {
    for (int g = 1; g < HR_IMAGES_MAX; g++) {
        hr_blocks_symmetry *symmetry = &board->symmetries[board->symmetry_count];
        int cells[HR_BLOCKS_GRID_MAX];
        memset(symmetry, 0, sizeof *symmetry);
        if (!map_cells(board, g, cells) || !map_kinds(board, cells, symmetry) || is_known(board, symmetry) ||
            !fixes_goal(board, cells, symmetry) ||
            (source != NULL && hr_packed_compare(hr_blocks_image(board, symmetry, *source), *source) != 0)) {
            continue;
        }
        board->symmetry_count++;
        const hr_status status = fill_parts(board, symmetry, error);
        if (status != HR_OK) {
            return status;
        }
    }
    return HR_OK;
}
