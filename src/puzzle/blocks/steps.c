// SPDX-License-Identifier: MIT
#include "puzzle/blocks/steps.h"

#include <stdlib.h>

#include "core/try.h"

enum {
    ENTRIES_MAX = (1 << 18) / HR_SET_WORDS, ///< most moves in all tables of a board
    NEAR_SETS = 1 << 13,                    ///< sets in a table that stays in a near cache
};

/// The moves of a row while it is being listed.
typedef struct row {
    const hr_blocks_board *board;
    const hr_blocks_kind *kind;
    hr_blocks_places set;
    uint64_t index;
    hr_blocks_cells *needs; ///< NULL: the moves are only counted
    hr_packed *changes;
    int count;
} row;

/// The change of a state in which the piece at place `from` goes to place `to`.
static hr_packed change_of(const row *r, int from, int to) {
    const hr_blocks_places moved = r->set ^ (hr_set_of(from) | hr_set_of(to));
    const hr_packed before = r->index * r->kind->multiplier;
    const hr_packed after = hr_blocks_index(r->board, moved) * r->kind->multiplier;
    return r->board->shifts ? before ^ after : after - before;
}

/// Add the moves of the piece at place `from` in one direction. No others of its kind and no more than the empty cells may be in
/// its way.
static void add_run(row *r, hr_metric metric, int from, int direction) {
    const hr_blocks_place *places = r->kind->places;
    const hr_blocks_cells others = hr_blocks_covered(r->kind, r->set ^ hr_set_of(from));
    hr_blocks_cells need = {0};
    for (int at = from; places[at].next[direction] >= 0;) {
        need |= places[at].need[direction] & ~places[from].cells;
        at = places[at].next[direction];
        if (!hr_set_are_apart(need, others) || hr_set_count(need) > r->board->empty_count) {
            return;
        }
        if (r->needs != NULL) {
            r->needs[r->count] = need;
            r->changes[r->count] = change_of(r, from, at);
        }
        r->count++;
        if (metric == HR_METRIC_UNIT) {
            return;
        }
    }
}

/// List the moves of a kind's pieces.
static void add_row(row *r, hr_metric metric) {
    for (hr_blocks_places set = r->set; !hr_set_is_empty(set); set = hr_set_rest(set)) {
        for (int d = 0; d < HR_BLOCKS_DIRECTIONS; d++) {
            add_run(r, metric, hr_set_first(set), d);
        }
    }
}

/// The most moves of a row, as a multiple of HR_BLOCKS_ROW_STEP where vectors try them.
static int width_of_rows(const hr_blocks_board *board, const hr_blocks_kind *kind, hr_metric metric) {
    int most = 0;
    for (uint64_t index = 0; index < kind->combinations; index++) {
        row r = {.board = board, .kind = kind, .set = kind->sets[index], .index = index};
        add_row(&r, metric);
        most = r.count > most ? r.count : most;
    }
    const int step = hr_blocks_has_vectors() ? HR_BLOCKS_ROW_STEP : 1;
    return (most + step - 1) / step * step;
}

/// Fill the table of one kind. *left is the number of moves for which there is room in all tables.
static hr_status fill_rows(const hr_blocks_board *board, hr_blocks_kind *kind, hr_metric metric, uint64_t *left, hr_error *error) {
    if (kind->tabled < kind->count || kind->combinations * HR_BLOCKS_DIRECTIONS > *left) {
        return HR_OK;
    }
    const int width = width_of_rows(board, kind, metric);
    const uint64_t entries = kind->combinations * (uint64_t)width;
    if (entries > *left) {
        return HR_OK;
    }
    *left -= entries;
    kind->row_needs = malloc((entries + 1) * sizeof *kind->row_needs);
    kind->row_changes = malloc((entries + 1) * sizeof *kind->row_changes);
    HR_TRY_MEMORY(kind->row_needs != NULL && kind->row_changes != NULL, error, "a puzzle's moves");
    kind->row_width = width;
    for (uint64_t index = 0; index < kind->combinations; index++) {
        row r = {.board = board,
                 .kind = kind,
                 .set = kind->sets[index],
                 .index = index,
                 .needs = kind->row_needs + index * (uint64_t)width,
                 .changes = kind->row_changes + index * (uint64_t)width};
        add_row(&r, metric);
        for (int i = r.count; i < width; i++) {
            r.needs[i] = HR_BLOCKS_GUARD;
            r.changes[i] = (hr_packed){0};
        }
    }
    return HR_OK;
}

/// The last kind whose sets are all in a table of more than NEAR_SETS sets, −1: none.
static int large_kind_of(const hr_blocks_board *board) {
    int large = -1;
    for (int k = 0; k < board->kind_count && !HR_BLOCKS_ORDERED(board); k++) {
        const hr_blocks_kind *kind = &board->kinds[k];
        large = kind->tabled == kind->count && kind->combinations > NEAR_SETS ? k : large;
    }
    return large;
}

hr_status hr_blocks_make_steps(hr_blocks_board *board, hr_metric metric, hr_error *error) {
    board->successors_max = hr_blocks_successors_max(board, metric);
    board->has_rows = !HR_BLOCKS_ORDERED(board) && metric != HR_METRIC_MOVE && board->cell_count < HR_BLOCKS_CELLS_MAX;
    board->large_kind = large_kind_of(board);
    uint64_t left = ENTRIES_MAX;
    for (int k = 0; k < board->kind_count && board->has_rows; k++) {
        HR_TRY(fill_rows(board, &board->kinds[k], metric, &left, error));
    }
    return HR_OK;
}
