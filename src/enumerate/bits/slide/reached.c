// SPDX-License-Identifier: MIT
// Questions about single states of a line engine.

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/bits/segments.h"
#include "enumerate/bits/slide/scratch.h"

/// Where a bit lies.
typedef struct bit_place {
    hr_bits_word_place at;
    unsigned bit;
} bit_place;

static bit_place place_bit(const hr_slide_engine *e, int plane, uint64_t index) {
    const uint64_t word = hr_bits_word(index);
    const uint64_t words = e->search.parts.shape.part_words;
    return (bit_place){{word / words, plane, hr_slide_file_plane(e, plane, e->buffer), word % words}, hr_bits_bit(index)};
}

/// The bit of the row line through the state with index `index`.
static bit_place row_line(const hr_slide_engine *e, hr_index index) {
    const hr_bits_board *board = &e->search.board;
    const int cell = (int)(index / board->plane_states);
    return place_bit(e, hr_slide_row(e, cell / board->width, e->buffer), index % board->plane_states);
}

/// The bit of a line of `column`. `index` numbers the line's sequence where the blank stands in row `from`. The blank goes from
/// there to the column's home row, and each step rotates a window. Windows at k < `least` are left as they are.
static bit_place column_at(const hr_slide_engine *e, int column, int from, uint64_t index, int least) {
    const hr_bits_board *board = &e->search.board;
    const int width = board->width;
    const int home = e->home[column];
    uint8_t sequence[HR_BITS_CELLS_MAX];
    hr_bits_unindex(board->tiles, index, hr_bits_parity(board, from * width), sequence);
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
    return place_bit(e, hr_slide_column(e, column, e->buffer), hr_bits_index(board->tiles, sequence));
}

/// The bit of the column line through the state with index `index`.
static bit_place column_line(const hr_slide_engine *e, hr_index index) {
    const hr_bits_board *board = &e->search.board;
    const int cell = (int)(index / board->plane_states);
    return column_at(e, cell % board->width, cell / board->width, index % board->plane_states, 0);
}

static bool is_set(const hr_slide_engine *e, bit_place b) {
    return (hr_bits_words(&e->search.parts, b.at.part, b.at.plane)[b.at.word] >> b.bit & 1U) != 0;
}

static bool owns(const hr_slide_engine *e, bit_place b) { return hr_bits_is_own(&e->search.parts.deal, b.at.part); }

void hr_slide_reset(hr_bits_search *s) {
    hr_slide_engine *e = (hr_slide_engine *)s;
    const uint64_t rows = e->search.parts.deal.slots * e->search.parts.shape.part_blocks * (uint64_t)e->search.board.height;
    hr_bits_parts_reset(&e->search.parts);
    memset(e->within, 0, rows * sizeof *e->within);
    e->reached = 0;
    e->reached_before = 0;
    e->buffer = 0;
    s->lists = (hr_bits_lists){.listing = false};
    e->extra_before = 0;
}

void hr_slide_mark_column(hr_slide_engine *e, int column, int home, uint64_t index) {
    const bit_place b = column_at(e, column, home, index, 0);
    if (owns(e, b)) {
        hr_bits_words(&e->search.parts, b.at.part, b.at.plane)[b.at.word] |= UINT64_C(1) << b.bit;
    }
}

/// Is the state with index `index`, which this rank owns, reached? Layer 0 holds the source alone. Where words that cross are
/// staged, this can be asked for layer 0, and once all lines are reached.
static bool is_reached(const hr_slide_engine *e, hr_index index) {
    if (e->search.layer.depth == 0) {
        return index == e->search.source;
    }
    if (hr_slide_is_staged(e)) {
        return hr_bits_is_whole(&e->search);
    }
    return is_set(e, row_line(e, index)) || is_set(e, column_line(e, index));
}

bool hr_slide_solved(const hr_slide_engine *e) {
    return e->search.has_target && owns(e, row_line(e, e->search.target)) && is_reached(e, e->search.target);
}

/// Local. Add 1 to *found if this rank owns the bit, and it is set. HR_FILE: a disk fails.
static hr_status look_at(const hr_slide_engine *e, bit_place b, uint64_t *found, hr_error *error) {
    uint64_t word = 0;
    if (owns(e, b)) {
        HR_TRY(hr_bits_read_word(&e->search, &b.at, &word, error));
    }
    *found += word >> b.bit & 1U;
    return HR_OK;
}

hr_status hr_slide_look(const hr_bits_search *s, unsigned list, hr_index index, uint64_t *found, hr_error *error) {
    const hr_slide_engine *e = (const hr_slide_engine *)s;
    (void)list;
    HR_TRY(look_at(e, row_line(e, index), found, error));
    return look_at(e, column_line(e, index), found, error);
}

static bool asks_reached(const void *context, hr_index index) { return is_reached(context, index); }

uint64_t hr_slide_count_symmetric(hr_slide_engine *e) { return hr_bits_take_symmetric(&e->search, asks_reached, e); }

/// The states that hr_slide_note_part looks at.
typedef struct question {
    const hr_slide_engine *e;
    uint64_t part; ///< only those of this part, which is in memory with what crosses into it,
    unsigned rows; ///< and whose blank is in one of these rows: a bit for each
} question;

/// Does the question name the state with index `index`, and is the state reached?
static bool is_reached_in(const void *context, hr_index index) {
    const question *q = context;
    const hr_slide_engine *e = q->e;
    const hr_bits_board *board = &e->search.board;
    const bit_place row = row_line(e, index);
    const int cell = (int)(index / board->plane_states);
    if (row.at.part != q->part || (q->rows >> (cell / board->width) & 1U) == 0) {
        return false;
    }
    const bit_place column =
        column_at(e, cell % board->width, cell / board->width, index % board->plane_states, e->search.parts.shape.prefix);
    const uint64_t *crossing = hr_slide_arrived(e, q->part, cell, column.at.plane);
    return is_set(e, row) || (crossing[column.at.word] >> column.bit & 1U) != 0;
}

void hr_slide_note_part(hr_slide_engine *e, uint64_t slot) {
    const uint64_t part = hr_bits_own_part(&e->search.parts.deal, slot);
    const unsigned all = (1U << e->search.board.height) - 1;
    const unsigned rows = hr_slide_wanted_rows(e, part, all); // nothing crosses into other rows
    const question q = {e, part, rows};
    hr_bits_layer *layer = &e->search.layer;
    layer->extra += hr_bits_take_symmetric(&e->search, is_reached_in, &q);
    layer->solved = layer->solved || (e->search.has_target && is_reached_in(&q, e->search.target));
}

/// Mark a line as reached and its block as changed, if this rank owns the line.
static hr_status mark_line(hr_slide_engine *e, bit_place b, int of, int bit, hr_error *error) {
    if (!owns(e, b)) {
        return HR_OK;
    }
    hr_bits_changed(&e->search.parts, b.at.part, of)[b.at.word / e->search.parts.shape.block_words] = (uint16_t)(1U << bit);
    return hr_slide_set(e, &b.at, b.bit, error);
}

hr_status hr_slide_seed(hr_slide_engine *e, hr_error *error) {
    enum { SUCCESSORS_MAX = 16 }; // a row and a column of at most eight cells each
    hr_slide_keep_source(e);
    const int cell = (int)(e->search.source / e->search.board.plane_states);
    const int width = e->search.board.width;
    const int bit = HR_SLIDE_BUFFER_BITS * e->buffer; // of row 0 and column 0
    HR_TRY(mark_line(e, row_line(e, e->search.source), HR_SLIDE_OF_ROWS, bit + cell / width, error));
    HR_TRY(mark_line(e, column_line(e, e->search.source), HR_SLIDE_OF_COLUMNS, bit + cell % width, error));
    if (!owns(e, row_line(e, e->search.source))) {
        return HR_OK;
    }
    hr_state source = 0;
    hr_state successors[SUCCESSORS_MAX];
    hr_puzzle_unindex(e->search.puzzle, &e->search.source, 1, &source);
    hr_bits_list_states(&e->search.lists.made, &source, 1);
    if (e->search.lists.listing) {
        hr_bits_list_states(&e->next, successors, hr_puzzle_expand(e->search.puzzle, &source, 1, successors, NULL));
    }
    return HR_OK;
}
