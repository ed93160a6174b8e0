// SPDX-License-Identifier: MIT
// Questions about single states of a line engine, and lists of states.

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/smallest.h"
#include "core/try.h"
#include "enumerate/bits/symmetric.h"
#include "enumerate/lines/scratch.h"

enum { LIST_ROOM = 1 << 12 }; ///< a rank that has listed more states gives the list up, unless the layer is known to be the last

/// Where a bit lies.
typedef struct bit_place {
    int plane;
    uint64_t part;
    uint64_t word; ///< within the part
    unsigned bit;
} bit_place;

static bit_place place_bit(const hr_lines_engine *e, int plane, uint64_t index) {
    const uint64_t word = hr_planes_word(index);
    return (bit_place){plane, word / e->parts.shape.part_words, word % e->parts.shape.part_words, hr_planes_bit(index)};
}

/// The bit of the row line through the state with index `index`.
static bit_place row_line(const hr_lines_engine *e, hr_index index) {
    const hr_planes_board *board = &e->shape.board;
    const int cell = (int)(index / board->plane_states);
    return place_bit(e, hr_lines_row(e, cell / board->width, e->buffer), index % board->plane_states);
}

/// The bit of a line of `column`. `index` numbers the line's sequence where the blank stands in row `from`. The blank goes from
/// there to the column's home row, and each step rotates a window. Windows at k < `least` are left as they are.
static bit_place column_at(const hr_lines_engine *e, int column, int from, uint64_t index, int least) {
    const hr_planes_board *board = &e->shape.board;
    const int width = board->width;
    const int home = e->shape.home[column];
    uint8_t sequence[HR_PLANES_CELLS_MAX];
    hr_planes_unindex(board->tiles, index, hr_planes_parity(board, from * width), sequence);
    for (int row = from - 1; row >= home; row--) { // up: a window's first tile becomes its last
        uint8_t *window = sequence + (ptrdiff_t)row * width + column;
        const uint8_t first = window[0];
        memmove(window, window + 1, (size_t)width - 1);
        window[width - 1] = first;
    }
    for (int row = from; row < home; row++) { // down: a window's last tile becomes its first
        if (row * width + column < least) {
            continue;
        }
        uint8_t *window = sequence + (ptrdiff_t)row * width + column;
        const uint8_t last = window[width - 1];
        memmove(window + 1, window, (size_t)width - 1);
        window[0] = last;
    }
    return place_bit(e, hr_lines_column(e, column, e->buffer), hr_planes_index(board->tiles, sequence));
}

/// The bit of the column line through the state with index `index`.
static bit_place column_line(const hr_lines_engine *e, hr_index index) {
    const hr_planes_board *board = &e->shape.board;
    const int cell = (int)(index / board->plane_states);
    return column_at(e, cell % board->width, cell / board->width, index % board->plane_states, 0);
}

static bool is_set(const hr_lines_engine *e, bit_place at) {
    return (hr_planes_words(&e->parts, at.part, at.plane)[at.word] >> at.bit & 1U) != 0;
}

static bool owns(const hr_lines_engine *e, bit_place at) { return hr_planes_is_own(&e->parts.deal, at.part); }

void hr_lines_reset(hr_lines_engine *e) {
    const uint64_t rows = e->parts.deal.slots * e->parts.shape.part_blocks * (uint64_t)e->shape.board.height;
    hr_planes_parts_reset(&e->parts);
    memset(e->within, 0, rows * sizeof *e->within);
    e->reached = 0;
    e->course.reached_before = 0;
    e->buffer = 0;
    e->lists.last = (hr_lines_list){.count = 0};
    e->lists.pending = (hr_lines_list){.count = 0};
    e->course.extra_before = 0;
}

void hr_lines_mark_column(hr_lines_engine *e, int column, int home, uint64_t index) {
    const bit_place at = column_at(e, column, home, index, 0);
    if (owns(e, at)) {
        hr_planes_words(&e->parts, at.part, at.plane)[at.word] |= UINT64_C(1) << at.bit;
    }
}

/// Is the state with index `index`, which this rank owns, reached? Layer 0 holds the source alone. Where words that cross are
/// staged, this can be asked for layer 0, and once all lines are reached.
static bool is_reached(const hr_lines_engine *e, hr_index index) {
    if (e->layer.depth == 0) {
        return index == e->shape.source;
    }
    if (hr_lines_is_staged(e)) {
        return hr_lines_is_whole(e);
    }
    return is_set(e, row_line(e, index)) || is_set(e, column_line(e, index));
}

bool hr_lines_solved(const hr_lines_engine *e) {
    return e->shape.has_target && owns(e, row_line(e, e->shape.target)) && is_reached(e, e->shape.target);
}

/// Local. Add 1 to *found if this rank owns the bit, and it is set. HR_FILE: a disk fails.
static hr_status look_at(const hr_lines_engine *e, bit_place at, uint64_t *found, hr_error *error) {
    if (!owns(e, at)) {
        return HR_OK;
    }
    if (e->scratch == NULL || hr_lines_is_whole(e)) {
        *found += e->scratch != NULL || is_set(e, at);
        return HR_OK;
    }
    uint64_t word = 0;
    HR_TRY(hr_lines_scratch_word(e, at.part, at.plane, at.word, &word, error));
    *found += word >> at.bit & 1U;
    return HR_OK;
}

hr_status hr_lines_find_listed(const hr_lines_engine *e, const hr_lines_list *list, uint64_t found[HR_HARDEST_MAX],
                               hr_error *error) {
    for (size_t i = 0; i < list->count; i++) {
        hr_index index = 0;
        hr_puzzle_index(e->puzzle, &list->smallest[i], 1, &index);
        HR_TRY(look_at(e, row_line(e, index), &found[i], error));
        HR_TRY(look_at(e, column_line(e, index), &found[i], error));
    }
    return HR_OK;
}

hr_status hr_lines_list_symmetric(hr_lines_engine *e, hr_error *error) {
    hr_state *states = NULL;
    size_t count = 0;
    HR_TRY(hr_planes_symmetric_states(e->puzzle, &states, &count, error));
    e->symmetric.states = malloc((count + 1) * sizeof *e->symmetric.states);
    if (e->symmetric.states == NULL) {
        free(states);
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu symmetric states", count);
    }
    for (size_t i = 0; i < count; i++) {
        hr_lines_symmetric one = {.index = 0};
        uint8_t orbit = 1;
        hr_puzzle_index(e->puzzle, &states[i], 1, &one.index);
        hr_puzzle_orbit_size(e->puzzle, &states[i], 1, &orbit);
        one.extra = (uint8_t)(e->shape.symmetry_order / orbit - 1);
        if (owns(e, row_line(e, one.index))) {
            e->symmetric.states[e->symmetric.count++] = one;
        }
    }
    free(states);
    return HR_OK;
}

uint64_t hr_lines_count_symmetric(hr_lines_engine *e) {
    uint64_t extra = 0;
    size_t left = 0;
    for (size_t i = 0; i < e->symmetric.count; i++) {
        const hr_lines_symmetric one = e->symmetric.states[i];
        if (is_reached(e, one.index)) {
            extra += one.extra;
        } else {
            e->symmetric.states[left++] = one;
        }
    }
    e->symmetric.count = left;
    return extra;
}

/// Does the state with index `index` lie in one of the rows `rows` (a bit for each) of `part`, which is in memory with what crosses
/// into it, and is the state reached?
static bool is_reached_in(const hr_lines_engine *e, uint64_t part, unsigned rows, hr_index index) {
    const hr_planes_board *board = &e->shape.board;
    const bit_place row = row_line(e, index);
    const int cell = (int)(index / board->plane_states);
    if (row.part != part || (rows >> (cell / board->width) & 1U) == 0) {
        return false;
    }
    const bit_place column =
        column_at(e, cell % board->width, cell / board->width, index % board->plane_states, e->parts.shape.prefix);
    const uint64_t *crossing = hr_lines_arrived(e, part, cell, column.plane);
    return is_set(e, row) || (crossing[column.word] >> column.bit & 1U) != 0;
}

void hr_lines_note_part(hr_lines_engine *e, uint64_t slot) {
    const uint64_t part = hr_planes_own_part(&e->parts.deal, slot);
    const unsigned all = (1U << e->shape.board.height) - 1;
    const unsigned rows = e->scratch == NULL ? hr_lines_wanted_rows(e, part, all) : all; // nothing crosses into other rows
    size_t left = 0;
    for (size_t i = 0; i < e->symmetric.count; i++) {
        const hr_lines_symmetric one = e->symmetric.states[i];
        if (is_reached_in(e, part, rows, one.index)) {
            e->layer.extra += one.extra;
        } else {
            e->symmetric.states[left++] = one;
        }
    }
    e->symmetric.count = left;
    e->layer.solved = e->layer.solved || (e->shape.has_target && is_reached_in(e, part, rows, e->shape.target));
}

static void offer(hr_lines_list *list, const hr_state *states, size_t n) {
    for (size_t i = 0; i < n; i++) {
        hr_smallest_offer(list->smallest, &list->count, states[i]);
    }
    list->noted += n;
}

void hr_lines_note(hr_lines_engine *e, int cell, uint64_t word, const uint64_t *fresh, size_t words) {
    for (size_t i = 0; i < words; i++) {
        hr_index indices[HR_PLANES_WORD_STATES];
        hr_state states[HR_PLANES_WORD_STATES];
        size_t n = 0;
        for (uint64_t bits = fresh[i]; bits != 0; bits &= bits - 1) {
            indices[n++] =
                (uint64_t)cell * e->shape.board.plane_states + (word + i) * HR_PLANES_WORD_STATES + (uint64_t)__builtin_ctzll(bits);
        }
        if (n > 0) {
            hr_puzzle_unindex(e->puzzle, indices, n, states);
            offer(&e->lists.next, states, n);
        }
    }
    e->lists.listing = e->lists.last_known || e->lists.next.noted <= LIST_ROOM;
}

/// Mark a line as reached and its block as changed, if this rank owns the line.
static hr_status mark_line(hr_lines_engine *e, bit_place at, int of, int bit, hr_error *error) {
    if (!owns(e, at)) {
        return HR_OK;
    }
    hr_planes_changed(&e->parts, at.part, of)[at.word / e->parts.shape.block_words] = (uint16_t)(1U << bit);
    if (e->scratch != NULL) {
        return hr_lines_scratch_set(e, at.part, at.plane, at.word, at.bit, error);
    }
    hr_planes_words(&e->parts, at.part, at.plane)[at.word] |= UINT64_C(1) << at.bit;
    return HR_OK;
}

hr_status hr_lines_seed(hr_lines_engine *e, hr_error *error) {
    enum { SUCCESSORS_MAX = 16 }; // a row and a column of at most eight cells each
    hr_lines_keep_source(e);
    const int cell = (int)(e->shape.source / e->shape.board.plane_states);
    const int width = e->shape.board.width;
    const int bit = HR_LINES_BUFFER_BITS * e->buffer; // of row 0 and column 0
    HR_TRY(mark_line(e, row_line(e, e->shape.source), HR_LINES_OF_ROWS, bit + cell / width, error));
    HR_TRY(mark_line(e, column_line(e, e->shape.source), HR_LINES_OF_COLUMNS, bit + cell % width, error));
    if (!owns(e, row_line(e, e->shape.source))) {
        return HR_OK;
    }
    hr_state source = 0;
    hr_state successors[SUCCESSORS_MAX];
    hr_puzzle_unindex(e->puzzle, &e->shape.source, 1, &source);
    offer(&e->lists.pending, &source, 1);
    if (e->lists.listing) {
        offer(&e->lists.next, successors, hr_puzzle_expand(e->puzzle, &source, 1, successors, NULL));
    }
    return HR_OK;
}

hr_status hr_lines_list_hardest(hr_lines_engine *e, bool *again, hr_error *error) {
    const hr_lines_list *last = &e->lists.last;
    uint64_t noted = last->noted;
    HR_TRY(hr_comm_sum(e->comm, &noted, 1, error));
    *again = noted != e->result->layers[e->result->layer_count - 1].states;
    if (*again) {
        return HR_OK;
    }
    uint64_t *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_gather(e->comm, last->smallest, last->count, &all, &total, error));
    e->result->hardest_listed = 0;
    for (size_t i = 0; i < total; i++) {
        hr_smallest_offer(e->result->hardest, &e->result->hardest_listed, all[i]);
    }
    free(all);
    return HR_OK;
}
